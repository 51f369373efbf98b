//! Who speaks next.

use std::cmp::Reverse;

use crate::corpus::sortable;
use crate::mode::blackboard::{ActionPlan, PlannedAction};
use crate::vocabulary::PersonaId;

/// The position of the persona that speaks next, among plans in seat order: the most urgent of
/// those that want to speak; of equally urgent ones one that interrupts; then the one with the
/// fewest `turns`; then the first seat. `None` if all listen.
pub(in crate::mode::classical) fn next_speaker(
    plans: &[ActionPlan],
    turns: impl Fn(&PersonaId) -> usize,
) -> Option<usize> {
    let wants = |plan: &ActionPlan| plan.action != PlannedAction::Listen;
    let mut speakers: Vec<usize> = (0..plans.len()).filter(|&at| wants(&plans[at])).collect();
    speakers.sort_by_key(|&at| {
        let interrupts = plans[at].action == PlannedAction::Interrupt;
        let urgency = sortable(plans[at].urgency.value());
        (Reverse(urgency), Reverse(interrupts), turns(&plans[at].persona), at)
    });
    speakers.first().copied()
}
