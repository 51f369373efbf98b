//! Runs a mode on a [`Table`] to its end, and lists the questions that modes ask.

use std::collections::BTreeSet;

use super::events::EventInfo;
use super::table::{self, Setting, Table};
use super::{MATCHING_QUESTIONS, MakeSchema, Mode, ModeName, Protocol};
use crate::provider::ProviderFault;
use crate::question::QuestionInfo;
use crate::record::{Event, Outcome, Regime, Snapshot, Stop, StopReason};

/// How a mode is run.
pub(crate) trait Run: Protocol {
    /// The questions that the protocol may ask.
    const QUESTIONS: &'static [QuestionInfo];

    /// The data of its own that the mode stores: the kind of record that holds it as `detail`, and its JSON schema.
    const DETAILS: &'static [(&'static str, MakeSchema)] = &[];

    /// The events that the mode reports besides those of the table, in lists that it may share with other modes.
    const EVENTS: &'static [&'static [EventInfo]] = &[];

    /// Runs the protocol to its end.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure>;
}

/// Every question that a mode or the matching of cruxes asks; a question that several ask occurs several times.
pub fn questions() -> impl Iterator<Item = &'static QuestionInfo> {
    ModeName::ALL.into_iter().flat_map(ModeName::questions).chain(MATCHING_QUESTIONS)
}

/// The names of the questions that modes and the matching of cruxes ask.
pub fn question_names() -> BTreeSet<&'static str> {
    questions().map(|question| question.spec.name).collect()
}

/// The question of this name.
pub fn question(name: &str) -> Option<&'static QuestionInfo> {
    questions().find(|question| question.spec.name == name)
}

/// Why a protocol cannot go on: an answer is missing that it needs.
pub(crate) struct Failure(pub(super) String);

impl Failure {
    /// Says what could not be done without the answer, and which question failed.
    pub(super) fn of(what: &str, unanswered: &table::Unanswered) -> Self {
        let table::Unanswered { question, fault, .. } = unanswered;
        Self(format!("{what}: `{question}` failed: {fault}"))
    }
}

/// Says that a debate is interrupted by something other than its participants.
///
/// It leaves no outcome. Run again later, it continues with the replies that are stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The provider could not be asked, or its reply is lost.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// There is no prompt for a question.
    #[error("question {question}: {cause}")]
    NoPrompt {
        /// The name of the question.
        question: &'static str,
        /// The cause.
        cause: String,
    },
    /// There is nothing to show to the personas of a shuffled debate.
    #[error(
        "the debate is shuffled, and there are no contributions of a debate on another topic to show"
    )]
    NothingToShow,
}

/// A debate that has ended, with or without success.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The state after each round.
    pub snapshots: Vec<Snapshot>,
    /// The outcome. The outcome of a failed debate says so as the reason why it stopped.
    pub outcome: Outcome,
}

impl Mode {
    /// Runs the protocol to its end. `listener` receives every event. With fewer than two personas the debate fails.
    ///
    /// # Errors
    /// [`Interrupted`] where the provider cannot be asked or the store fails, or a shuffled debate has nothing to show.
    pub async fn run(
        &self,
        setting: Setting<'_>,
        listener: &mut dyn FnMut(&Event),
    ) -> Result<Finished, Interrupted> {
        let contributions = table::Contributions::of(self.control(), setting.foreign)?;
        let mut table = Table::new(setting, contributions, listener);
        let result = if setting.personas.len() < 2 {
            Err(Failure("a debate needs at least two personas".to_owned()))
        } else {
            self.play(&mut table).await
        };
        let mut outcome = result.unwrap_or_else(|failure| failed(&mut table, failure));
        table.emit(&Event::DebateComplete {
            stop: outcome.stop.reason,
            cruxes: outcome.cruxes.len(),
        });
        let (snapshots, usage) = table.finish()?;
        outcome.usage = usage;
        Ok(Finished { snapshots, outcome })
    }
}

/// The outcome of a debate that cannot go on. The failed round gets a snapshot of its own and does not count.
fn failed(table: &mut Table<'_>, Failure(rule): Failure) -> Outcome {
    let rounds = table.rounds_played();
    table.take_snapshot("Failed", None);
    Outcome::new(
        Stop { reason: StopReason::Failed, rule, rounds },
        Regime::Undetermined,
        "The debate failed, so it says nothing about the positions.".to_owned(),
    )
}
