//! A question, and what every debate that names it as a crux found about it.

use faultline::record::{Crux, FoundBy};
use faultline::vocabulary::{Axis, Topic};

use crate::site::index::{DebateSummary, IndexedDebate};
use crate::unique::unique;

/// A crux with its debate.
#[derive(Clone, Copy)]
pub(super) struct Naming<'a> {
    pub(super) debate: &'a IndexedDebate,
    pub(super) summary: &'a DebateSummary,
    pub(super) crux: &'a Crux,
}

/// A question with its cruxes, those whose load was computed first.
pub(super) struct Question<'a> {
    pub(super) text: String,
    pub(super) axis: Option<&'a Axis>,
    pub(super) namings: Vec<Naming<'a>>,
}

impl Question<'_> {
    /// The number of modes that name it.
    pub(super) fn modes(&self) -> usize {
        unique(self.namings.iter().map(|naming| &naming.debate.label)).len()
    }

    /// The number of debates that name it.
    pub(super) fn debates(&self) -> usize {
        unique(self.namings.iter().map(|naming| &naming.debate.cell)).len()
    }

    /// The mean of the scores that were computed; 0 where no score was.
    pub(super) fn load(&self) -> f64 {
        let computed: Vec<f64> = self
            .namings
            .iter()
            .filter(|naming| naming.crux.found == FoundBy::Load)
            .map(|naming| naming.crux.score.value.value())
            .collect();
        if computed.is_empty() { 0.0 } else { computed.iter().sum::<f64>() / computed.len() as f64 }
    }

    pub(super) fn has(&self, found: FoundBy) -> bool {
        self.namings.iter().any(|naming| naming.crux.found == found)
    }

    /// Its place among the questions of the topic; after these, its best rank in a debate.
    pub(super) fn place(&self, topic: &Topic) -> (usize, u32) {
        let is_own = |axis: &Axis| self.axis.is_some_and(|own| own.id == axis.id);
        let place = topic.axes.iter().position(is_own).unwrap_or(usize::MAX);
        let rank = self.namings.iter().map(|naming| naming.crux.id.number()).min();
        (place, rank.unwrap_or(u32::MAX))
    }
}
