//! What a mode implements: [`Protocol`] says what the mode is, [`Run`] runs it.

use super::{About, Calls, Conflict, DebateSize, HasParameters, Passages};
use crate::record::{DetailFault, Turn};
use crate::view::{History, Section};
#[cfg(feature = "run")]
use {
    super::debate_context::DebateContext,
    super::events::EventInfo,
    super::{MakeSchema, ProtocolFailure},
    crate::question::QuestionInfo,
    crate::record::Outcome,
};

/// What every mode says about itself, without being run.
pub(crate) trait Protocol: HasParameters {
    /// Describes the mode.
    fn about(&self) -> &'static About;

    /// The maximum number of calls in a debate of this size, without repairs and second calls of a
    /// judge.
    fn calls(&self, size: DebateSize) -> Calls;

    /// The passages of the topic that a debate reads.
    fn passages(&self) -> Passages {
        Passages::None
    }

    /// What only this mode shows of a finished debate.
    ///
    /// # Errors
    /// [`DetailFault`] where a record lacks the data of this mode.
    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault>;

    /// Whether the mode looks facts up in the evidence of the topic, so that its debates depend on
    /// it.
    fn reads_evidence(&self) -> bool {
        false
    }

    /// Whether a debate searches the web, so that its provider needs a service for that.
    fn searches_web(&self) -> bool {
        false
    }

    /// Why two of its parameters exclude each other, and what to write instead; `None` if they
    /// fit.
    fn conflict(&self) -> Option<Conflict> {
        None
    }

    /// What the confidence of a turn is, as pages call it: that of what it says, where the mode
    /// does not name another.
    fn confidence_label(&self) -> &'static str {
        "confidence"
    }

    /// The numbers of a turn that only this mode records, as a clause.
    ///
    /// # Errors
    /// [`DetailFault`] where the turn lacks the data of this mode.
    fn numbers(&self, _turn: &Turn) -> Result<Option<String>, DetailFault> {
        Ok(None)
    }
}

/// How a mode is run.
#[cfg(feature = "run")]
pub(crate) trait Run: Protocol {
    /// The questions that the protocol may ask.
    const QUESTIONS: &'static [QuestionInfo];

    /// The data of its own that the mode stores: the kind of record that holds it as `detail`, and
    /// its JSON schema.
    const DETAILS: &'static [(&'static str, MakeSchema)] = &[];

    /// The events that the mode reports besides those of every debate, in lists that it may share
    /// with other modes.
    const EVENTS: &'static [&'static [EventInfo]] = &[];

    /// Runs the protocol to its end.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure>;
}
