//! The course of the debate: opening, rounds, closing, stop rules.

use std::collections::BTreeMap;

use super::forest::Forest;
use super::{close, opening, round, verdict};
use crate::argue::{Gradual, strengths};
use crate::graph::{Cause, Edge, Graph, Node, Operation};
use crate::mode::debate::Debate;
use crate::mode::{Belief, Failure};
use crate::record::{Event, Outcome, Standing, Stop, StopReason};
use crate::vocabulary::{NodeId, PersonaId, Strength};

/// A thesis that moves less than this in a round stands still.
const STILL: f64 = 0.02;
/// So many rounds in a row without movement are a convergence.
const STILL_ROUNDS: u32 = 2;

/// Runs the opening, the rounds and the closing, and reads the outcome off the final graphs.
pub(super) async fn run(parameters: &Belief, debate: &mut Debate<'_>) -> Result<Outcome, Failure> {
    let semantics = parameters.semantics;
    opening::open(debate).await?;
    settle(debate, semantics);
    report(debate, &roots(debate));
    debate.end_round("Opening", None);

    let mut seen = round::Seen::default();
    let mut still = 0;
    let stop = loop {
        let before = roots(debate);
        let moves = round::play(debate, semantics, &mut seen).await?;
        settle(debate, semantics);
        let moved = report(debate, &before);
        still = if moved < STILL { still + u32::from(debate.heard_everybody()) } else { 0 };
        let round = debate.round();
        let idle = moves == 0 && debate.heard_everybody();
        debate.end_round(format!("Round {round}"), None);
        if let Some(stop) = stop_rule(idle, still, round, parameters.max_rounds) {
            break stop;
        }
    };
    close::close(debate, semantics, &seen).await;
    settle(debate, semantics);
    debate.keep("Closing", None);
    verdict::outcome(debate, semantics, stop).await
}

/// The first rule that applies.
fn stop_rule(idle: bool, still: u32, round: u32, max_rounds: u32) -> Option<Stop> {
    let stop = |reason, rule: String| Some(Stop { reason, rule, rounds: round });
    if still >= STILL_ROUNDS {
        let rule = format!("No thesis moved by {STILL} or more in two rounds running.");
        stop(StopReason::Converged, rule)
    } else if idle {
        stop(StopReason::NoMoves, "Nobody added anything to anybody's graph.".to_owned())
    } else if round >= max_rounds {
        stop(StopReason::MaxRounds, format!("Round {max_rounds} was the last one allowed."))
    } else {
        None
    }
}

/// The strength of every node by the base scores that `score` gives and the edges that `counts` lets count.
pub(super) fn computed(
    graph: &Graph,
    semantics: Gradual,
    score: impl Fn(&Node) -> Strength,
    counts: impl Fn(&Edge) -> bool,
) -> BTreeMap<NodeId, Strength> {
    let bipolar = graph.to_bipolar(score, counts).expect("one edge for each pair counts");
    let strengths =
        strengths(&bipolar, semantics).expect("neither a tree nor a merge has a circle");
    graph.nodes().map(|node| node.id).zip(strengths.values()).collect()
}

/// The base score that a node of a debate's graph has.
pub(super) fn scored(node: &Node) -> Strength {
    node.base_score.expect("every node was scored")
}

/// Computes the strengths anew and writes them into the graph.
fn settle(debate: &mut Debate<'_>, semantics: Gradual) {
    for (node, strength) in computed(debate.graph(), semantics, scored, |_| true) {
        if debate.graph().node(node).is_some_and(|node| node.strength != Some(strength)) {
            debate.apply(Operation::Strength { node, strength }, Cause::Semantics);
        }
    }
}

/// How strong everybody's thesis is, in seat order.
fn roots(debate: &Debate<'_>) -> Vec<(PersonaId, Strength)> {
    let forest = Forest::of(debate.graph());
    let personas = debate.setting.personas.iter();
    let strength = |persona: &PersonaId| {
        let root = debate.graph().node(forest.root(persona)).expect("a thesis is never removed");
        root.strength.expect("strengths are computed before they are read")
    };
    personas.map(|persona| (persona.id.clone(), strength(&persona.id))).collect()
}

/// Tells how strong everybody's thesis is, and returns the greatest change.
fn report(debate: &mut Debate<'_>, before: &[(PersonaId, Strength)]) -> f64 {
    let round = debate.round();
    let now = roots(debate);
    let change =
        |((_, before), (_, now)): (&(_, Strength), &(_, Strength))| now.value() - before.value();
    let changes: Vec<f64> = before.iter().zip(&now).map(change).collect();
    let moved = changes.iter().map(|change| change.abs()).fold(0.0, f64::max);
    let told = now.iter().zip(&changes).map(|((persona, strength), change)| {
        if round == 0 {
            format!("{persona} {strength}")
        } else {
            format!("{persona} {strength} ({change:+.2})")
        }
    });
    let summary = format!("Theses: {}.", told.collect::<Vec<_>>().join(", "));
    let standing = |(persona, strength)| Standing { persona, strength };
    let roots = now.into_iter().map(standing).collect();
    debate.emit(&Event::StrengthsUpdate { round, roots, moved });
    debate.emit(&Event::BlackboardUpdate { round, summary });
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
