//! From what the findings of a topic are read, and how much of them a page shows.

use faultline::mode::Kind;
use faultline::record::Position;
use faultline::vocabulary::{Axis, AxisId, Corpus, Persona, PersonaId, Statement, Topic};

use crate::site::index::{DebateSummary, Index, IndexedDebate};
use crate::site::inferred::Inferred;
use crate::site::persona_tag::Tag;
use crate::site::route::Route;

/// How much of each crux a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::site) enum Extent {
    /// The question, the answers, and what would settle it.
    Short,
    /// Everything.
    Full,
}

/// Everything from which the findings of a topic are read.
pub(super) struct Source<'a> {
    pub(super) index: &'a Index<'a>,
    pub(super) topic: &'a Topic,
    pub(super) finished: Vec<(&'a IndexedDebate, &'a DebateSummary)>,
    pub(super) here: &'a Route,
}

impl<'a> Source<'a> {
    pub(super) fn tag(&self, position: &Position) -> Tag {
        self.index.personas.tag(&position.persona, self.here)
    }

    /// How many of the finished debates are baselines.
    pub(super) fn baselines(&self) -> usize {
        let is_baseline = |debate: &IndexedDebate| debate.mode.about().kind == Kind::Baseline;
        self.finished.iter().filter(|(debate, _)| is_baseline(debate)).count()
    }

    pub(super) fn persona(&self, id: &PersonaId) -> Option<&'a Persona> {
        self.index.experiment.persona(id)
    }

    /// What a persona has written on the topic.
    pub(super) fn corpus(&self, persona: &PersonaId) -> Option<&'a Corpus> {
        self.index.experiment.corpus(persona, &self.topic.id)
    }

    /// Whether a position quotes only statements whose side on the axis is a guess.
    pub(super) fn is_guessed(
        &self,
        axis: &Axis,
        summary: &DebateSummary,
        position: &Position,
    ) -> bool {
        self.inferred().is_guessed(&position.persona, axis, summary.excerpts(position))
    }

    /// Whether a statement counts as what its author says: a language model reads texts without
    /// tags itself.
    pub(super) fn is_read(&self, statement: &Statement) -> bool {
        self.index.experiment.provider.infers_sides || statement.inferred.is_none()
    }

    /// What was inferred from texts without tags.
    pub(super) fn inferred(&self) -> Inferred<'a> {
        self.index.experiment.inferred(&self.topic.id)
    }

    /// What identifies a question: its axis, where the topic has it, or else its text.
    pub(super) fn key<'q>(&self, axis: Option<&AxisId>, question: &'q str) -> &'q str
    where
        'a: 'q,
    {
        match axis.and_then(|id| self.topic.axis(id)) {
            Some(axis) => &axis.question,
            None => question.trim(),
        }
    }
}
