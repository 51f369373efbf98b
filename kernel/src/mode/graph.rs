//! Mode `graph`: arguments with premises, typed attacks on their parts, and Dung's semantics over what holds.
//!
//! # Source
//! Structured arguments and attack types follow ASPIC+ (Prakken 2010, doi:10.1080/19462160903564592); acceptance follows
//! Dung 1995 (doi:10.1016/0004-3702(94)00041-X). Deviations of ours: an attack is judged before it enters the graph; a
//! validated rebuttal of a claim is symmetric, since two conclusions that exclude each other attack each other whatever
//! the order in which they were said; a judge's strength is a weight to be shown and never decides acceptance.

mod account;
mod attack;
mod crux;
mod enter;
mod field;
mod opening;
mod verdict;
pub(super) mod view;

use std::collections::BTreeMap;

use super::debate::Debate;
use super::framework::settle;
use super::{Failure, Graph};
use crate::argue::Label;
use crate::record::{Event, Outcome, Semantics, Stop, StopReason};
use crate::vocabulary::NodeId;

/// Opens, lets everybody attack in rounds until nothing moves, and reads the outcome off the graph.
pub(super) async fn run(parameters: &Graph, debate: &mut Debate<'_>) -> Result<Outcome, Failure> {
    let claims = opening::decompose(debate, parameters.max_claims).await?;
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
