//! The course of a whole debate at a blackboard: opening, what the mode plays, outcome.

pub(super) mod convergence;
pub(super) mod messages;
pub(super) mod opening;
pub(super) mod outcome;
pub(in crate::mode) mod session;
pub(super) mod shown_board;

use self::session::Session;
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::stop_rules;
use crate::mode::{DebateSize, ProtocolFailure};
use crate::record::{Outcome, Stop};

/// When a debate at a blackboard has converged.
pub(in crate::mode) const CONVERGED: &str = "On every claim one answer has at least 80% of the confidence, and every crux candidate is resolved.";

/// Runs a debate at a blackboard. `comparisons` are those after the opening and at the end,
/// `run_rounds` lets the personas speak until a rule ends it, unless they do not see each other.
///
/// # Errors
/// Where no persona opens, or `run_rounds` fails.
pub(in crate::mode) async fn debate(
    context: &mut DebateContext<'_>,
    max_claims: u32,
    comparisons: impl FnOnce(DebateSize) -> [MostComparisons; 2],
    run_rounds: impl AsyncFnOnce(&mut DebateContext<'_>, &mut Session) -> Result<Stop, ProtocolFailure>,
) -> Result<Outcome, ProtocolFailure> {
    let size = DebateSize::new(context.setting.topic, context.setting.personas.len());
    let [at_opening, at_end] = comparisons(size);
    let mut session = Session::open(context, max_claims, at_opening).await?;
    let stop = if context.is_isolated() {
        stop_rules::isolated()
    } else {
        let stop = run_rounds(context, &mut session).await?;
        session.compare(context, at_end).await;
        stop
    };
    Ok(session.outcome(context, stop).await)
}
