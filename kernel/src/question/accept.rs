//! Turns what a model wrote into typed values, and collects everything that is wrong with it.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Brief;
use crate::vocabulary::{
    AxisId, Citation, MOST_CITATIONS, Probability, StatementId, Strength, Topic,
};

/// A piece of evidence as a model cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A piece of evidence.")]
#[serde(deny_unknown_fields)]
pub(crate) struct Cited {
    #[schemars(description = "What the evidence shows, with its source and date.")]
    pub(crate) text: String,
    #[schemars(
        description = "The id of an item of evidence that one of your excerpts names, or null."
    )]
    pub(crate) reference: Option<String>,
}

impl From<&Citation> for Cited {
    fn from(citation: &Citation) -> Self {
        Self {
            text: citation.text.clone(),
            reference: citation.evidence.as_ref().map(ToString::to_string),
        }
    }
}

/// Which answer is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichAnswer {
    /// The first one: if a part of it is wrong, it is sent back once.
    First,
    /// The last one: an item that is wrong is dropped, if the answer can do without it.
    Last,
}

/// What is wrong with an answer so far, and what was dropped from it. Each method returns a value
/// that can be used only if no fault was found.
#[derive(Debug)]
pub struct Accept {
    which: WhichAnswer,
    faults: Vec<String>,
    dropped: Vec<String>,
}

impl Accept {
    pub(crate) fn new(which: WhichAnswer) -> Self {
        Self { which, faults: vec![], dropped: vec![] }
    }

    /// The answer and what was dropped from it, if nothing is wrong with the rest; otherwise
    /// everything that is wrong.
    ///
    /// # Panics
    /// If a value is missing although no fault was found.
    pub(super) fn finish<A>(self, answer: Option<A>) -> Result<Parsed<A>, Vec<String>> {
        if self.faults.is_empty() {
            let answer = answer.expect("a missing value is a fault");
            Ok(Parsed { answer, dropped: self.dropped, drafts: vec![] })
        } else {
            Err([self.faults, self.dropped].concat())
        }
    }

    /// Everything that was found wrong so far.
    #[cfg(test)]
    pub(crate) fn complaints(self) -> Vec<String> {
        [self.faults, self.dropped].concat()
    }

    /// Whether no fault was found so far.
    pub(crate) fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    pub(crate) fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    pub(crate) fn require(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
    }

    /// Leaves out a part without which the answer means the same; `why` is recorded. Returns
    /// whether the part may stay.
    pub(crate) fn keep(&mut self, holds: bool, why: impl FnOnce() -> String) -> bool {
        if !holds {
            self.dropped.push(why());
        }
        holds
    }

    /// A value without which the answer is wrong; `fault` says what is missing.
    pub(crate) fn required<T>(
        &mut self,
        value: Option<T>,
        fault: impl FnOnce() -> String,
    ) -> Option<T> {
        self.require(value.is_some(), fault);
        value
    }

    /// A value without which the answer means the same; `why` says what is left out.
    pub(crate) fn kept<T>(&mut self, value: Option<T>, why: impl FnOnce() -> String) -> Option<T> {
        self.keep(value.is_some(), why);
        value
    }

    /// The first items of a list that may have at most `most`; `what` names the list.
    pub(crate) fn at_most<T>(&mut self, what: &str, most: usize, mut items: Vec<T>) -> Vec<T> {
        let given = items.len();
        self.keep(given <= most, || format!("{what}: {given} given, at most {most} wanted"));
        items.truncate(most);
        items
    }

    /// Parses an item that the answer can do without. If it is wrong, the answer is sent back; in
    /// the last answer the item is dropped.
    pub(crate) fn item<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let earlier = self.faults.len();
        let parsed = parse(self);
        if self.faults.len() == earlier {
            return parsed;
        }
        if self.which == WhichAnswer::Last {
            self.dropped.extend(self.faults.drain(earlier..));
        }
        None
    }

    /// Checks an item that the answer can do without, as [`Self::item`] does. Returns whether it
    /// may stay.
    pub(crate) fn check(&mut self, holds: bool, why: impl FnOnce() -> String) -> bool {
        self.item(|accept| accept.required(holds.then_some(()), why)).is_some()
    }

    /// Parses a list of items that the answer can do without.
    pub(crate) fn each<D, T>(
        &mut self,
        drafts: impl IntoIterator<Item = D>,
        mut parse: impl FnMut(D, &mut Self) -> Option<T>,
    ) -> Vec<T> {
        let parse = |draft| self.item(|accept| parse(draft, accept));
        drafts.into_iter().filter_map(parse).collect()
    }

    /// Parses a list of items that the answer can do without, but not without all of them: if each
    /// is wrong, so is the answer.
    pub(crate) fn items<D, T>(
        &mut self,
        drafts: impl IntoIterator<Item = D>,
        parse: impl FnMut(D, &mut Self) -> Option<T>,
    ) -> Vec<T> {
        let earlier = self.dropped.len();
        let mut given = 0;
        let parsed = self.each(drafts.into_iter().inspect(|_| given += 1), parse);
        if given > 0 && parsed.is_empty() {
            self.faults.extend(self.dropped.drain(earlier..));
        }
        parsed
    }

    pub(crate) fn count(&mut self, what: &str, count: usize, range: RangeInclusive<usize>) {
        self.require(range.contains(&count), || {
            format!("{what}: {count} given, {} to {} wanted", range.start(), range.end())
        });
    }

    /// Exactly one item of `items`; `what` names it in the fault.
    pub(crate) fn one<T>(&mut self, what: &str, items: impl IntoIterator<Item = T>) -> Option<T> {
        let mut items: Vec<T> = items.into_iter().collect();
        self.count(what, items.len(), 1..=1);
        items.pop().filter(|_| items.is_empty())
    }

    /// Whether a text is not empty.
    pub(crate) fn text(&mut self, what: &str, text: &str) {
        self.require(!text.trim().is_empty(), || format!("{what}: the text is empty"));
    }

    pub(crate) fn probability(&mut self, what: &str, value: f64) -> Option<Probability> {
        Probability::new(value).map_err(|error| self.fault(format!("{what}: {error}"))).ok()
    }

    pub(crate) fn strength(&mut self, what: &str, value: f64) -> Option<Strength> {
        Strength::new(value).map_err(|error| self.fault(format!("{what}: {error}"))).ok()
    }

    /// An axis of the topic.
    pub(crate) fn known_axis(
        &mut self,
        of: impl Fn(&str) -> String,
        axis: &str,
        topic: &Topic,
    ) -> Option<AxisId> {
        let known = topic.axes.iter().find(|known| known.id.as_str() == axis);
        let known = self.required(known, || of(&format!("the topic has no axis `{axis}`")));
        known.map(|known| known.id.clone())
    }

    /// An axis of the topic that an answer may leave out.
    pub(crate) fn axis(
        &mut self,
        of: impl Fn(&str) -> String,
        axis: Option<&str>,
        topic: &Topic,
    ) -> Option<AxisId> {
        let axis = axis?;
        self.item(|accept| accept.known_axis(of, axis, topic))
    }

    /// Excerpts of the persona's own writing; others are left out.
    pub(crate) fn excerpts(
        &mut self,
        of: impl Fn(&str) -> String,
        excerpts: &[String],
        brief: &Brief,
    ) -> Vec<StatementId> {
        let known = excerpts.iter().filter_map(|excerpt| {
            let known = brief.excerpt(excerpt).cloned();
            self.kept(known, || of(&format!("there is no excerpt `{excerpt}`")))
        });
        known.collect()
    }

    /// At most two pieces of evidence. References stay if they are to evidence that the persona's
    /// excerpts name.
    pub(crate) fn evidence(
        &mut self,
        of: impl Fn(&str) -> String,
        evidence: Vec<Cited>,
        brief: &Brief,
    ) -> Vec<Citation> {
        let evidence = self.at_most(&of("evidence"), MOST_CITATIONS, evidence);
        let cited = evidence.into_iter().filter_map(|Cited { text, reference }| {
            let has_text = !text.trim().is_empty();
            let evidence = reference.and_then(|id| {
                let known = brief.evidence(&id).cloned();
                self.kept(known, || of(&format!("no excerpt cites evidence `{id}`")))
            });
            self.keep(has_text, || of("evidence: the text is empty"))
                .then_some(Citation { text, evidence })
        });
        cited.collect()
    }
}

/// An answer that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<A> {
    /// The answer.
    pub answer: A,
    /// Why each part was dropped from it.
    pub dropped: Vec<String>,
    /// What the reply gave before the answer.
    pub drafts: Vec<String>,
}
