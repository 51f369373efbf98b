//! The course of the debate: opening, rounds of attacks, stop rules.

use std::collections::BTreeMap;

use super::verdict;
use super::{attack, enter, opening};
use crate::argue::Label;
use crate::mode::debate::Debate;
use crate::mode::framework::settle;
use crate::mode::{Failure, Graph};
use crate::record::{Event, Outcome, Semantics, Stop, StopReason};
use crate::vocabulary::NodeId;

/// Runs the opening and the rounds of attacks, and reads the outcome off the final graph.
pub(super) async fn run(parameters: &Graph, debate: &mut Debate<'_>) -> Result<Outcome, Failure> {
    let claims = opening::decompose(debate, parameters.max_claims as usize).await?;
    opening::arguments(debate, &claims).await?;
    let opening = settle(debate).semantics;
    report(debate, &opening);
    debate.end_round("Opening", Some(opening));

    let mut calm = 0;
    let (stop, evaluated) = loop {
        let round = debate.round();
        let before = labels(debate);
        let submitted = attack::submit(debate, &claims).await?;
        let judged = attack::judge(debate, submitted).await?;
        let entered = enter::enter(debate, enter::deduplicate(judged));
        let evaluated = settle(debate);
        let unchanged = before
            .iter()
            .all(|(node, label)| debate.graph().node(*node).map(|node| node.label) == Some(*label));
        calm = if unchanged { calm + u32::from(debate.heard_everybody()) } else { 0 };
        let moves = entered > 0 || !debate.heard_everybody();
        let stop = stop_rule(moves, calm, round, parameters.max_rounds);
        report(debate, &evaluated.semantics);
        let reason = stop.as_ref().map(|stop| stop.reason);
        debate.emit(&Event::GraphConvergence { round, unchanged, stop: reason });
        debate.end_round(format!("Attacks, round {round}"), Some(evaluated.semantics.clone()));
        if let Some(stop) = stop {
            break (stop, evaluated);
        }
    };
    verdict::outcome(debate, claims, stop, &evaluated).await
}

/// The first rule that applies. A round in which somebody's call failed shows neither that no moves are left nor that
/// nothing changes any more.
fn stop_rule(moves: bool, calm: u32, round: u32, max_rounds: u32) -> Option<Stop> {
    let stop = |reason, rule: &str| Some(Stop { reason, rule: rule.to_owned(), rounds: round });
    if !moves {
        stop(StopReason::NoMoves, "No valid new attack was made.")
    } else if calm >= 2 {
        stop(
            StopReason::Converged,
            "The labels of all earlier arguments stayed as they were in two rounds running.",
        )
    } else if round >= max_rounds {
        stop(StopReason::MaxRounds, &format!("Round {max_rounds} was the last one allowed."))
    } else {
        None
    }
}

fn labels(debate: &Debate<'_>) -> BTreeMap<NodeId, Option<Label>> {
    debate.graph().nodes().map(|node| (node.id, node.label)).collect()
}

fn report(debate: &mut Debate<'_>, semantics: &Semantics) {
    let round = debate.round();
    let (nodes, edges) = (debate.graph().nodes().len(), debate.graph().edges().len());
    let labels = [semantics.accepted.len(), semantics.defeated.len(), semantics.undecided.len()];
    debate.emit(&Event::GraphUpdate {
        round,
        nodes,
        edges,
        labels,
        preferred: semantics.preferred.clone(),
    });
    let undecided = if nodes == 0 { 0.0 } else { labels[2] as f64 / nodes as f64 };
    debate.emit(&Event::ConvergenceUpdate { round, undecided });
    let [accepted, defeated, open] = labels;
    let summary =
        format!("{nodes} arguments: {accepted} accepted, {defeated} defeated, {open} open.");
    debate.emit(&Event::BlackboardUpdate { round, summary });
}
