//! The course of the debate: opening, rounds, closing, stop rules.

use std::collections::BTreeMap;

use super::trees::Trees;
use super::{closing, moves, opening, outcome};
use crate::argue::{Gradual, strengths};
use crate::graph::{Cause, Edge, Graph, Node, Operation};
use crate::mode::table::Table;
use crate::mode::{Belief, Failure};
use crate::record::{Event, Outcome, Standing, Stop, StopReason};
use crate::vocabulary::{NodeId, PersonaId, Strength};

/// A thesis that moves less than this in a round is stable.
const STABLE_BELOW: f64 = 0.02;
/// The number of successive stable rounds after which the debate has converged.
const STABLE_ROUNDS: u32 = 2;

/// Runs the opening, the rounds and the closing, and reads the outcome off the final graphs.
pub(super) async fn run(parameters: &Belief, table: &mut Table<'_>) -> Result<Outcome, Failure> {
    let semantics = parameters.semantics;
    opening::open(table).await?;
    compute_strengths(table, semantics);
    report(table, &roots(table));
    table.end_round("Opening", None);

    let mut seen = moves::Seen::default();
    let mut stable_rounds = 0;
    let stop = loop {
        let before = roots(table);
        let moves = moves::play(table, semantics, &mut seen).await?;
        compute_strengths(table, semantics);
        let moved = report(table, &before);
        let stable = moved < STABLE_BELOW;
        stable_rounds =
            if stable { stable_rounds + u32::from(table.every_persona_answered()) } else { 0 };
        let round = table.round();
        let idle = moves == 0 && table.every_persona_answered();
        table.end_round(format!("Round {round}"), None);
        if let Some(stop) = stop_rule(idle, stable_rounds, round, parameters.max_rounds) {
            break stop;
        }
    };
    closing::close(table, semantics, &seen).await;
    compute_strengths(table, semantics);
    table.take_snapshot("Closing", None);
    outcome::outcome(table, semantics, stop).await
}

/// The first stop rule that applies.
fn stop_rule(idle: bool, stable_rounds: u32, round: u32, max_rounds: u32) -> Option<Stop> {
    let stop = |reason, rule: String| Some(Stop { reason, rule, rounds: round });
    if stable_rounds >= STABLE_ROUNDS {
        let rule = format!("No thesis moved by {STABLE_BELOW} or more in two successive rounds.");
        stop(StopReason::Converged, rule)
    } else if idle {
        stop(StopReason::NoMoves, "No persona added anything to another graph.".to_owned())
    } else if round >= max_rounds {
        stop(StopReason::MaxRounds, format!("The limit on rounds was reached: {max_rounds}."))
    } else {
        None
    }
}

/// The strength of every node, with base scores by `score` and only the edges for which `counts` is true.
pub(super) fn computed(
    graph: &Graph,
    semantics: Gradual,
    score: impl Fn(&Node) -> Strength,
    counts: impl Fn(&Edge) -> bool,
) -> BTreeMap<NodeId, Strength> {
    let bipolar = graph.to_bipolar(score, counts).expect("one edge for each pair counts");
    let strengths = strengths(&bipolar, semantics).expect("trees and merged graphs have no cycle");
    graph.nodes().map(|node| node.id).zip(strengths.values()).collect()
}

/// The base score that a node of a table's graph has.
pub(super) fn scored(node: &Node) -> Strength {
    node.base_score.expect("every node was scored")
}

/// Computes all strengths and writes them into the graph.
fn compute_strengths(table: &mut Table<'_>, semantics: Gradual) {
    for (node, strength) in computed(table.graph(), semantics, scored, |_| true) {
        if table.graph().node(node).is_some_and(|node| node.strength != Some(strength)) {
            table.apply(Operation::Strength { node, strength }, Cause::Semantics);
        }
    }
}

/// The strength of each thesis, in seat order.
fn roots(table: &Table<'_>) -> Vec<(PersonaId, Strength)> {
    let trees = Trees::of(table.graph());
    let personas = table.setting.personas.iter();
    let strength = |persona: &PersonaId| {
        let root = table.graph().node(trees.root(persona)).expect("a thesis is never removed");
        root.strength.expect("strengths are computed before they are read")
    };
    personas.map(|persona| (persona.id.clone(), strength(&persona.id))).collect()
}

/// Reports the strength of each thesis, and returns the greatest change.
fn report(table: &mut Table<'_>, before: &[(PersonaId, Strength)]) -> f64 {
    let round = table.round();
    let now = roots(table);
    let change =
        |((_, before), (_, now)): (&(_, Strength), &(_, Strength))| now.value() - before.value();
    let changes: Vec<f64> = before.iter().zip(&now).map(change).collect();
    let moved = changes.iter().map(|change| change.abs()).fold(0.0, f64::max);
    let shown = now.iter().zip(&changes).map(|((persona, strength), change)| {
        if round == 0 {
            format!("{persona} {strength}")
        } else {
            format!("{persona} {strength} ({change:+.2})")
        }
    });
    let summary = format!("Theses: {}.", shown.collect::<Vec<_>>().join(", "));
    let standing = |(persona, strength)| Standing { persona, strength };
    let roots = now.into_iter().map(standing).collect();
    table.emit(&Event::StrengthsUpdate { round, roots, moved });
    table.emit(&Event::BlackboardUpdate { round, summary });
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_apply_in_order() {
        let reason = |idle, still, round| stop_rule(idle, still, round, 4).map(|stop| stop.reason);
        assert_eq!(reason(false, 1, 3), None);
        assert_eq!(reason(true, 1, 1), Some(StopReason::NoMoves));
        assert_eq!(reason(true, 2, 2), Some(StopReason::Converged));
        assert_eq!(reason(false, 0, 4), Some(StopReason::MaxRounds));
    }
}
