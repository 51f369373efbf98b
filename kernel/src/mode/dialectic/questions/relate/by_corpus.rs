//! `relate`: the first of these that holds between the later and the earlier reading of a pair. A
//! corpus draws no analogies: there is no tag for one.
//!
//! 1. It requires the earlier one, where a reason of a key claim asserts the answer that a key
//!    claim of the earlier one gives, and no key claim of its own gives that answer. So does the
//!    earlier one the later. An answer is required once, of the first reading that gives it.
//! 2. It supports the earlier one, where a claim that holds in both gives the same answer, by
//!    different statements.
//! 3. It applies to the earlier one, where both dispute one axis about different passages.
//!
//! The confidence is that of the less sure of the two statements; for the third rule 0.5.

use crate::question::ByCorpus;
use std::collections::BTreeSet;

use super::{Relate, RelatedAnswer, RelatedDraft, RelationDraft};
use crate::corpus::{Silence, Voices};
use crate::mode::dialectic::questions::shown_reading::{ShownClaim, ShownReading};
use crate::mode::dialectic::questions::turns::stated;
use crate::vocabulary::{AxisSide, NodeId, Statement};

impl ByCorpus for Relate {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<RelatedAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Relate, voices: &Voices<'_>) -> RelatedAnswer {
    let reading = |node| question.readings.iter().find(|reading| reading.node == node);
    let mut required: BTreeSet<(NodeId, AxisSide)> = BTreeSet::new();
    let related = question.pairs.iter().filter_map(|&(later, earlier)| {
        let (later, earlier) = (reading(later)?, reading(earlier)?);
        let draft = |from: &ShownReading, to: &ShownReading, relation, confidence| RelatedDraft {
            from: from.node.to_string(),
            to: to.node.to_string(),
            relation,
            confidence,
        };
        let mut requires = |from: &ShownReading, to| {
            let (answer, confidence) = requires(voices, from, to)?;
            let is_new = required.insert((from.node, answer));
            is_new.then(|| draft(from, to, RelationDraft::Requires, confidence))
        };
        let supports = || {
            let confidence = supports(voices, later, earlier)?;
            Some(draft(later, earlier, RelationDraft::Supports, confidence))
        };
        let applies = || {
            let both = later.disputed.iter().any(|axis| earlier.disputed.contains(axis));
            let elsewhere = later.passage != earlier.passage;
            (both && elsewhere).then(|| draft(later, earlier, RelationDraft::AppliesTo, 0.5))
        };
        let needed = requires(later, earlier).or_else(|| requires(earlier, later));
        needed.or_else(supports).or_else(applies)
    });
    RelatedAnswer { relations: related.collect() }
}

/// The statement of a key claim.
fn statement<'a>(voices: &Voices<'a>, claim: &ShownClaim) -> Option<&'a Statement> {
    let voice = voices.voice(&claim.speaker).ok()?;
    let is_own = |own: &&&Statement| claim.excerpts.contains(&own.id) && own.text == claim.text;
    voice.statements().iter().find(is_own).copied()
}

fn gives(reading: &ShownReading, answer: &AxisSide) -> bool {
    reading.claims.iter().any(|claim| claim.answers.as_ref() == Some(answer))
}

/// The answer that a reading takes from another one, and how sure it is.
fn requires(
    voices: &Voices<'_>,
    from: &ShownReading,
    to: &ShownReading,
) -> Option<(AxisSide, f64)> {
    from.claims.iter().find_map(|claim| {
        let own = statement(voices, claim)?;
        let voice = voices.voice(&claim.speaker).ok()?;
        let mut asserted = stated(&voice, own);
        let answer = asserted.find(|answer| gives(to, answer) && !gives(from, answer))?;
        let other = to.claims.iter().find(|claim| claim.answers.as_ref() == Some(answer))?;
        let other = statement(voices, other)?;
        Some((answer.clone(), own.confidence.value().min(other.confidence.value())))
    })
}

fn supports(voices: &Voices<'_>, later: &ShownReading, earlier: &ShownReading) -> Option<f64> {
    let held = |reading: &'_ ShownReading| -> Vec<Statement> {
        let held = reading.claims.iter().filter(|claim| claim.holds);
        held.filter_map(|claim| statement(voices, claim)).cloned().collect()
    };
    let known = held(earlier);
    held(later).iter().find_map(|own| {
        let answer = own.answers_axis()?;
        let other = known
            .iter()
            .find(|other| other.answers_axis().as_ref() == Some(&answer) && other.id != own.id)?;
        Some(own.confidence.value().min(other.confidence.value()))
    })
}
