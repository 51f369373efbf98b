//! Runs a mode on a [`DebateContext`] to its end, and lists the questions that modes ask.

use std::collections::BTreeSet;

use super::debate_context::{self, DebateContext, Setting};
use super::{Interrupted, MATCHING_QUESTIONS, Mode, ModeName, ProtocolFailure};
use crate::question::QuestionInfo;
use crate::record::{Event, Outcome, Regime, Snapshot, Stop, StopReason};

/// Every question that a mode or the matching of cruxes asks; a question that several ask occurs
/// several times.
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

/// A debate that has ended, with or without success.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The state after each round.
    pub snapshots: Vec<Snapshot>,
    /// The outcome. The outcome of a failed debate says so as the reason why it stopped.
    pub outcome: Outcome,
}

impl Mode {
    /// Runs the protocol to its end. `listener` receives every event. With fewer than two personas
    /// the debate fails.
    ///
    /// # Errors
    /// [`Interrupted`] where the provider cannot be asked or the store fails, or a shuffled debate
    /// has nothing to show.
    pub async fn run(
        &self,
        setting: Setting<'_>,
        listener: &mut dyn FnMut(&Event),
    ) -> Result<Finished, Interrupted> {
        let contributions = debate_context::Contributions::of(self.control(), setting.foreign)?;
        let mut context = DebateContext::new(setting, contributions, listener);
        let result = if setting.personas.len() < 2 {
            Err(ProtocolFailure("a debate needs at least two personas".to_owned()))
        } else {
            self.run_protocol(&mut context).await
        };
        let mut outcome = result.unwrap_or_else(|failure| failed(&mut context, failure));
        context.emit(&Event::DebateComplete {
            stop: outcome.stop.reason,
            cruxes: outcome.cruxes.len(),
        });
        let (snapshots, usage) = context.finish()?;
        outcome.usage = usage;
        Ok(Finished { snapshots, outcome })
    }
}

/// The outcome of a debate that cannot go on. The failed round gets a snapshot of its own and does
/// not count.
fn failed(context: &mut DebateContext<'_>, ProtocolFailure(rule): ProtocolFailure) -> Outcome {
    let rounds = context.rounds_played();
    context.take_snapshot("Failed", None);
    Outcome::new(
        Stop { reason: StopReason::Failed, rule, rounds },
        Regime::Undetermined,
        "The debate failed, so it says nothing about the positions.".to_owned(),
    )
}
