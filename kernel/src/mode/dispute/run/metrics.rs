//! Computes the numbers that this mode reports.

use super::dispute_register::DisputeRegister;
use crate::mode::conversation::run::metrics as conversation;
use crate::mode::debate_context::DebateContext;
use crate::mode::dispute::disputes::{Division, disputes};
use crate::mode::dispute::measures::{
    BEYOND, DISPUTES, EVENNESS, GRAPH_CONCESSIONS, LIVE, PENDING, REASONS, RETIRED, SURVIVING,
};
use crate::record::Metric;

/// The numbers of a finished debate.
pub(super) fn of_debate(context: &DebateContext<'_>, register: &DisputeRegister) -> Vec<Metric> {
    let all = disputes(context.graph());
    let live: Vec<_> = all.iter().filter(|dispute| register.is_contested(dispute)).collect();
    let pending = all.iter().filter(|dispute| dispute.division() == Division::Pending).count();
    let retired = all.iter().filter(|dispute| !register.is_active(dispute.node.id)).count();
    let reasons = || all.iter().flat_map(|dispute| &dispute.reasons);
    let argued: Vec<_> = live.iter().filter(|dispute| dispute.is_argued()).collect();
    let sum: f64 = argued.iter().map(|dispute| dispute.evenness().value()).sum();
    let evenness = (!argued.is_empty()).then(|| sum / argued.len() as f64);
    let counted = [
        (DISPUTES, all.len() as f64),
        (LIVE, live.len() as f64),
        (PENDING, pending as f64),
        (RETIRED, retired as f64),
        (BEYOND, register.beyond_limit as f64),
        (REASONS, reasons().count() as f64),
        (SURVIVING, reasons().filter(|reason| reason.survives).count() as f64),
    ];
    let counted = counted.map(|(measure, count)| measure.of(Some(count)));
    let in_graph = GRAPH_CONCESSIONS.of(Some(register.concessions.len() as f64));
    let of_conversation = conversation::of_turns(context.snapshots(), in_graph).into_iter();
    of_conversation.chain(counted).chain([EVENNESS.of(evenness)]).collect()
}
