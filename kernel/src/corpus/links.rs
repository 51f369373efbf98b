//! Rule 15: the side of an axis that a reason or an assumption asserts.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::folded;
use crate::vocabulary::{AxisSide, Probability, Reason, Statement};

/// How it is known what a reason asserts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkedBy {
    /// Its author tagged it.
    Tag,
    /// It repeats a sentence of the axis or a statement of its author about the axis.
    Sentence,
    /// Its words make the axis more likely than not.
    Words,
}

/// The side of an axis that a reason or an assumption asserts.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The side.
    pub asserts: AxisSide,
    /// How it is known.
    pub by: LinkedBy,
    /// The probability that the reason asserts this axis rather than another one or none, for a
    /// link by words; otherwise 1.
    pub certainty: Probability,
}

impl Link {
    /// The probability that the reason asserts the axis, where only its words say so.
    pub fn certainty_by_words(&self) -> Option<Probability> {
        (self.by == LinkedBy::Words).then_some(self.certainty)
    }
}

/// What the reasons and the assumptions of a statement assert.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    /// One entry for each of [`Statement::all_reasons`].
    pub reasons: Vec<Option<Link>>,
    /// One entry for each assumption.
    pub assumptions: Vec<Option<Link>>,
}

impl Links {
    /// What the reasons of a statement assert by their tags.
    pub(super) fn of_tags(statement: &Statement) -> Self {
        let reasons = statement.all_reasons().into_iter();
        let tag = |reason: &Reason| stated("", reason.asserts.as_ref(), &BTreeMap::new());
        Self { reasons: reasons.map(tag).collect(), assumptions: Vec::new() }
    }

    /// The sides that the reasons assert by a tag or in the words of the axis.
    pub(super) fn stated(&self) -> impl Iterator<Item = &AxisSide> {
        let stated = self.reasons.iter().flatten().filter(|link| link.by != LinkedBy::Words);
        stated.map(|link| &link.asserts)
    }

    /// The sides that the reasons and assumptions assert, each once.
    pub fn asserted(&self) -> BTreeSet<&AxisSide> {
        self.all().flatten().map(|link| &link.asserts).collect()
    }

    /// What the reasons and then the assumptions assert.
    pub(super) fn all(&self) -> impl Iterator<Item = Option<&Link>> {
        self.reasons.iter().chain(&self.assumptions).map(Option::as_ref)
    }
}

/// What a clause asserts by its tag or because it repeats a known sentence.
pub(super) fn stated(
    text: &str,
    tag: Option<&AxisSide>,
    known: &BTreeMap<String, AxisSide>,
) -> Option<Link> {
    let link =
        |asserts: &AxisSide, by| Link { asserts: asserts.clone(), by, certainty: Probability::ONE };
    let tagged = tag.map(|asserts| link(asserts, LinkedBy::Tag));
    tagged.or_else(|| known.get(&folded(text)).map(|asserts| link(asserts, LinkedBy::Sentence)))
}
