//! Turns what a model wrote into typed values, and collects everything that is wrong with it.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Brief;
use crate::vocabulary::{AxisId, Citation, EvidenceId, Probability, StatementId, Strength, Topic};

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

/// The faults of an answer so far. Each method returns a value that can be used only if no fault was found.
#[derive(Debug, Default)]
pub(crate) struct Accept {
    faults: Vec<String>,
}

impl Accept {
    /// The answer, if nothing is wrong with it.
    ///
    /// # Panics
    /// If a value is missing although no fault was found.
    pub(crate) fn finish<A>(self, answer: Option<A>) -> Result<A, Vec<String>> {
        if self.faults.is_empty() {
            Ok(answer.expect("a missing value is a fault"))
        } else {
            Err(self.faults)
        }
    }

    pub(crate) fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    pub(crate) fn require(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.faults.push(fault());
        }
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

    pub(crate) fn text(&mut self, what: &str, text: &str) {
        self.require(!text.trim().is_empty(), || format!("{what}: the text is empty"));
    }

    pub(crate) fn probability(&mut self, what: &str, value: f64) -> Option<Probability> {
        Probability::new(value).map_err(|error| self.fault(format!("{what}: {error}"))).ok()
    }

    pub(crate) fn strength(&mut self, what: &str, value: f64) -> Option<Strength> {
        Strength::new(value).map_err(|error| self.fault(format!("{what}: {error}"))).ok()
    }

    /// An axis of the topic; an answer may leave it out.
    pub(crate) fn axis(
        &mut self,
        of: impl Fn(&str) -> String,
        axis: Option<&str>,
        topic: &Topic,
    ) -> Option<AxisId> {
        let axis = axis?;
        let known = topic.axes.iter().find(|known| known.id.as_str() == axis);
        self.require(known.is_some(), || of(&format!("the topic has no axis `{axis}`")));
        known.map(|known| known.id.clone())
    }

    /// Excerpts of the persona's own writing.
    pub(crate) fn excerpts(
        &mut self,
        of: impl Fn(&str) -> String,
        excerpts: &[String],
        brief: &Brief,
    ) -> Vec<StatementId> {
        let known = excerpts.iter().filter_map(|excerpt| {
            let known = brief.excerpt(excerpt);
            self.require(known.is_some(), || of(&format!("there is no excerpt `{excerpt}`")));
            known.cloned()
        });
        known.collect()
    }

    /// At most two pieces of evidence. References must be to evidence that the persona's excerpts name.
    pub(crate) fn evidence(
        &mut self,
        of: impl Fn(&str) -> String,
        evidence: &[Cited],
        brief: &Brief,
    ) -> Vec<Citation> {
        self.count(&of("evidence"), evidence.len(), 0..=2);
        let cited = evidence.iter().map(|cited| {
            self.text(&of("evidence"), &cited.text);
            let evidence = cited.reference.as_deref().and_then(|id| self.reference(&of, id, brief));
            Citation { text: cited.text.clone(), evidence }
        });
        cited.collect()
    }

    fn reference(
        &mut self,
        of: impl Fn(&str) -> String,
        id: &str,
        brief: &Brief,
    ) -> Option<EvidenceId> {
        let known = brief.evidence(id);
        self.require(known.is_some(), || of(&format!("no excerpt cites evidence `{id}`")));
        known.cloned()
    }
}
