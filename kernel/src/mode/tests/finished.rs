//! A debate that was run, and what tests ask about it.

use crate::graph::Graph;
use crate::mode::events::Report;
use crate::mode::{Finished, Mode};
use crate::record::{Call, ConcessionKind, Event, Metric, Outcome, Snapshot, StopReason, Turn};
use crate::view::{History, Section};

/// A debate that was run.
#[derive(Debug, PartialEq)]
pub(crate) struct Debate {
    pub(crate) events: Vec<Event>,
    pub(crate) finished: Finished,
}

impl Debate {
    pub(crate) fn outcome(&self) -> &Outcome {
        &self.finished.outcome
    }

    /// Why it ended, and after how many rounds.
    pub(crate) fn stop(&self) -> (StopReason, u32) {
        (self.outcome().stop.reason, self.outcome().stop.rounds)
    }

    pub(crate) fn snapshots(&self) -> &[Snapshot] {
        &self.finished.snapshots
    }

    /// The graph at the end.
    pub(crate) fn graph(&self) -> &Graph {
        &self.snapshots().last().expect("a debate has a snapshot").graph
    }

    pub(crate) fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.snapshots().iter().flat_map(|snapshot| &snapshot.turns)
    }

    pub(crate) fn calls(&self) -> impl Iterator<Item = &Call> {
        self.snapshots().iter().flat_map(|snapshot| &snapshot.calls)
    }

    /// The number of calls that ask a question.
    pub(crate) fn asked(&self, question: &str) -> usize {
        self.calls().filter(|call| call.question == question).count()
    }

    /// What was left out of the answers.
    pub(crate) fn dropped(&self) -> Vec<&str> {
        self.calls().flat_map(|call| &call.dropped).map(String::as_str).collect()
    }

    /// The questions of the cruxes.
    pub(crate) fn cruxes(&self) -> Vec<&str> {
        self.outcome().cruxes.iter().map(|crux| crux.question.as_str()).collect()
    }

    /// The kinds of the concessions that changed the graph.
    pub(crate) fn conceded(&self) -> Vec<ConcessionKind> {
        let effects = self.outcome().concessions.iter().filter_map(|c| c.effect.as_ref());
        effects.map(|effect| effect.kind).collect()
    }

    pub(crate) fn metric(&self, name: &str) -> &Metric {
        let mut metrics = self.outcome().metrics.iter();
        metrics.find(|metric| metric.name == name).expect("the mode reports it")
    }

    /// The events of one type, in their order.
    pub(crate) fn reported<R: Report>(&self) -> Vec<R> {
        let own = self
            .events
            .iter()
            .filter_map(|event| if let Event::Mode(event) = event { Some(event) } else { None });
        let named = own.filter(|event| event.name() == R::NAME);
        named.map(|event| event.read().expect("an event has the fields of its type")).collect()
    }

    /// What only its mode shows of it.
    pub(crate) fn sections(&self, mode: &Mode) -> Vec<Section> {
        let history = History::new(self.snapshots(), self.outcome());
        mode.view(&history).expect("the records have the form of the mode")
    }
}
