//! The course of the debate: opening, rounds of attacks, stop rules.

use std::collections::BTreeMap;

use super::{attacks, opening, outcome, validated_attacks};
use crate::argue::Label;
use crate::mode::shared::dung::evaluate;
use crate::mode::table::Table;
use crate::mode::{Failure, Graph};
use crate::record::{Event, Outcome, Semantics, Stop, StopReason};
use crate::vocabulary::NodeId;

/// Runs the opening and the rounds of attacks, and reads the outcome off the final graph.
pub(super) async fn run(parameters: &Graph, table: &mut Table<'_>) -> Result<Outcome, Failure> {
    let claims = opening::decompose(table, parameters.max_claims as usize).await?;
    opening::arguments(table, &claims).await?;
    let opening = evaluate(table).semantics;
    report(table, &opening);
    table.end_round("Opening", Some(opening));

    let mut stable_rounds = 0;
    let (stop, evaluated) = loop {
        let round = table.round();
        let before = labels(table);
        let submitted = attacks::submit(table, &claims).await?;
        let judged = attacks::judge(table, submitted).await?;
        let entered = validated_attacks::add(table, validated_attacks::deduplicate(judged));
        let evaluated = evaluate(table);
        let unchanged = before
            .iter()
            .all(|(node, label)| table.graph().node(*node).map(|node| node.label) == Some(*label));
        stable_rounds =
            if unchanged { stable_rounds + u32::from(table.every_persona_answered()) } else { 0 };
        let moves = entered > 0 || !table.every_persona_answered();
        let stop = stop_rule(moves, stable_rounds, round, parameters.max_rounds);
        report(table, &evaluated.semantics);
        let reason = stop.as_ref().map(|stop| stop.reason);
        table.emit(&Event::GraphConvergence { round, unchanged, stop: reason });
        table.end_round(format!("Attacks, round {round}"), Some(evaluated.semantics.clone()));
        if let Some(stop) = stop {
            break (stop, evaluated);
        }
    };
    outcome::outcome(table, claims, stop, &evaluated).await
}

/// The first stop rule that applies. A round with a failed call shows neither that no moves are left nor that labels are
/// stable.
fn stop_rule(moves: bool, stable_rounds: u32, round: u32, max_rounds: u32) -> Option<Stop> {
    let stop = |reason, rule: &str| Some(Stop { reason, rule: rule.to_owned(), rounds: round });
    if !moves {
        stop(StopReason::NoMoves, "No valid new attack was made.")
    } else if stable_rounds >= 2 {
        stop(
            StopReason::Converged,
            "The labels of all earlier arguments were unchanged in two successive rounds.",
        )
    } else if round >= max_rounds {
        stop(StopReason::MaxRounds, &format!("The limit on rounds was reached: {max_rounds}."))
    } else {
        None
    }
}

fn labels(table: &Table<'_>) -> BTreeMap<NodeId, Option<Label>> {
    table.graph().nodes().map(|node| (node.id, node.label)).collect()
}

fn report(table: &mut Table<'_>, semantics: &Semantics) {
    let round = table.round();
    let (nodes, edges) = (table.graph().nodes().len(), table.graph().edges().len());
    let labels = [semantics.accepted.len(), semantics.defeated.len(), semantics.undecided.len()];
    table.emit(&Event::GraphUpdate {
        round,
        nodes,
        edges,
        labels,
        preferred: semantics.preferred.clone(),
    });
    let undecided = if nodes == 0 { 0.0 } else { labels[2] as f64 / nodes as f64 };
    table.emit(&Event::ConvergenceUpdate { round, undecided });
    let [accepted, defeated, undecided] = labels;
    let summary = format!(
        "{nodes} arguments: {accepted} accepted, {defeated} defeated, {undecided} undecided."
    );
    table.emit(&Event::BlackboardUpdate { round, summary });
}
