//! Revision: the smallest change of a persona's own base scores that gives its thesis the strength
//! it aims at.

use crate::argue::{self, Gradual, Obstacle, Reached, Revised, revise};
use crate::graph::{Cause, Graph, Node, Operation};
use crate::mode::belief::detail::{Polarity, Revision, Shift};
use crate::mode::belief::events::BeliefRevised;
use crate::mode::debate_context::DebateContext;
use crate::record::{self, Act, ModeDetail, Turn};
use crate::vocabulary::{CallId, Contract, NodeId, PersonaId, Probability, Strength};

use super::trees::Trees;
use crate::mode::belief::questions::closing::TargetStrength;
use crate::mode::belief::scored;

/// The resistance of a persona without stakes and with an open mind.
const LEAST: f64 = 0.2;
/// The resistance that full stakes add.
const BY_STAKES: f64 = 0.3;
/// The resistance that a closed mind adds.
const BY_CLOSURE: f64 = 0.5;
/// The greatest resistance where a flip condition of the persona is met.
const AFTER_FLIP: f64 = 0.2;
/// The greatest change of a thesis in one revision.
const LONGEST_STEP: f64 = 0.2;

/// The proportion of the way to its target that a persona does not go.
fn resistance(contract: &Contract, flip: Option<&str>) -> Probability {
    let closure = 1.0 - contract.openness.level.value();
    let whole = LEAST + BY_STAKES * contract.stakes.level.value() + BY_CLOSURE * closure;
    let least = whole.clamp(0.0, 1.0);
    let left = if flip.is_some() { least.min(AFTER_FLIP) } else { least };
    Probability::new(left).expect("it was clamped")
}

/// The strength that a thesis aims at if it is `now` and should be `target`.
fn aim(now: Strength, target: Strength, resistance: Probability) -> Strength {
    let way = (1.0 - resistance.value()) * (target.value() - now.value());
    let step = way.clamp(-LONGEST_STEP, LONGEST_STEP);
    Strength::new((now.value() + step).clamp(0.0, 1.0)).expect("it was clamped")
}

/// The least-cost revision of a persona's graph.
fn plan(
    graph: &Graph,
    semantics: Gradual,
    persona: &PersonaId,
    contract: &Contract,
    target: &TargetStrength,
    received: Vec<NodeId>,
) -> Revision {
    let trees = Trees::of(graph);
    let nodes: Vec<&Node> = graph.nodes().collect();
    let place = |id| nodes.iter().position(|node| node.id == id).expect("it is in the graph");
    let bipolar =
        graph.to_bipolar(scored, |_| true).expect("a node supports or attacks one other node");
    let root = trees.root(persona);
    let now = argue::strengths(&bipolar, semantics).expect("a tree has no cycle");
    let now = now.strength(place(root));
    let resistance = resistance(contract, target.flip.as_deref());
    let aim = aim(now, target.strength, resistance);
    let own = |node: &Node| node.is_by(persona) && trees.tree(node.id) == persona;
    let others = (0..nodes.len()).filter(|&at| !own(nodes[at]));
    let request = argue::Revision::new(place(root), aim).freeze(others);
    let revised = revise(&bipolar, semantics, &request).expect("the request fits the graph");
    let shift = |at: &argue::ScoreChange| Shift {
        node: nodes[at.argument].id,
        before: at.before,
        after: at.after,
        polarity: polarity(revised.polarity[at.argument]),
        priority: revised.priority[at.argument],
    };
    Revision {
        root,
        received,
        before: now,
        target: target.strength,
        resistance,
        flip: target.flip.clone(),
        aim,
        after: revised.after,
        short: short(&revised),
        cost: revised.l1,
        shifts: revised.changes.iter().map(shift).collect(),
    }
}

fn polarity(polarity: argue::Polarity) -> Polarity {
    match polarity {
        argue::Polarity::Positive => Polarity::Positive,
        argue::Polarity::Negative => Polarity::Negative,
        argue::Polarity::Unknown => Polarity::Unknown,
        argue::Polarity::Neutral => Polarity::Neutral,
    }
}

/// Why the thesis does not reach its aim, as a sentence.
fn short(revised: &Revised) -> Option<String> {
    let why = match revised.reached {
        Reached::Exact => return None,
        Reached::Nearest { why } => why,
    };
    Some(match why {
        Obstacle::Immovable => "No node of its own supports or attacks the thesis.".to_owned(),
        Obstacle::Bounds => {
            "No change of its own base scores brings it closer; nodes of other personas determine the rest.".to_owned()
        }
        Obstacle::Search => "No base scores closer to the aim were found.".to_owned(),
    })
}

/// Revises a persona's base scores, and records the revision as a turn.
pub(super) fn apply(
    context: &mut DebateContext<'_>,
    semantics: Gradual,
    persona: &PersonaId,
    target: &TargetStrength,
    received: Vec<NodeId>,
    call: CallId,
) {
    let contract = &context.setting.persona(persona).contract;
    let revision = plan(context.graph(), semantics, persona, contract, target, received);
    let turn = context.next_turn();
    for shift in &revision.shifts {
        let score = Operation::Score { node: shift.node, base_score: shift.after };
        context.apply(score, Cause::Turn(turn));
    }
    context.record_turn(Turn {
        speaker: Some(persona.clone()),
        target: Some(record::Target::Node(revision.root)),
        detail: Some(ModeDetail::new(&revision)),
        ..Turn::new(turn, context.round(), Act::Revise, target.reason.as_str(), call)
    });
    context.report(&BeliefRevised {
        round: context.round(),
        persona: persona.clone(),
        before: revision.before,
        target: revision.target,
        after: revision.after,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::belief::samples::{ANN, BOB, graph, node, strength};
    use crate::question::samples;
    use crate::vocabulary::{Persona, Side};

    fn ann(stakes: f64, openness: f64) -> Persona {
        let mut ann = samples::persona(ANN, Side::Yes, vec![]);
        ann.contract.stakes.level = Probability::new(stakes).unwrap();
        ann.contract.openness.level = Probability::new(openness).unwrap();
        ann
    }

    fn target(value: f64, flip: Option<&str>) -> TargetStrength {
        TargetStrength {
            strength: strength(value),
            reason: "So.".into(),
            flip: flip.map(Into::into),
        }
    }

    #[test]
    fn belief_rule_3_resistance_grows_with_stakes_and_closure_and_falls_if_a_flip_condition_is_met()
    {
        let of = |stakes, openness, flip| resistance(&ann(stakes, openness).contract, flip).value();
        assert!((of(0.0, 1.0, None) - 0.2).abs() < 1e-12);
        assert!((of(0.6, 0.5, None) - 0.63).abs() < 1e-12);
        assert!((of(1.0, 0.0, None) - 1.0).abs() < 1e-12);
        assert!((of(1.0, 0.0, Some("met")) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn belief_rule_3_a_step_is_damped_by_resistance_and_never_greater_than_a_fifth() {
        let of = |now, target, resistance| {
            let resistance = Probability::new(resistance).unwrap();
            aim(strength(now), strength(target), resistance).value()
        };
        assert!((of(0.5, 0.7, 0.5) - 0.6).abs() < 1e-12);
        assert!((of(0.9, 0.1, 0.2) - 0.7).abs() < 1e-12);
        assert!((of(0.1, 0.9, 0.2) - 0.3).abs() < 1e-12);
        assert!((of(0.4, 0.9, 1.0) - 0.4).abs() < 1e-12);
    }

    /// Ann's thesis 1 at 0.5 with her supporter 2 at 0.5 and Bob's attacker 3 at 0.5: balanced, so
    /// 0.5.
    #[test]
    fn belief_rule_3_only_own_base_scores_move_and_they_reach_the_aim_of_a_flip_condition() {
        let graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.5), (3, BOB, 0.5), (4, BOB, 0.7)],
            &[(2, 1, true), (3, 1, false)],
        );
        let firm = ann(1.0, 0.0);
        let revision = plan(
            &graph,
            Gradual::DfQuad,
            &firm.id,
            &firm.contract,
            &target(0.25, Some("met")),
            vec![node(3)],
        );
        assert!((revision.before.value() - 0.5).abs() < 1e-12);
        assert!((revision.aim.value() - 0.3).abs() < 1e-12);
        assert!((revision.after.value() - 0.3).abs() < 1e-9);
        assert_eq!(revision.short, None);
        assert!(revision.shifts.iter().all(|shift| [node(1), node(2)].contains(&shift.node)));
        let cost: f64 = revision
            .shifts
            .iter()
            .map(|shift| (shift.after.value() - shift.before.value()).abs())
            .sum();
        assert!((revision.cost - cost).abs() < 1e-12);
    }

    /// Bob's attacker leaves Ann's lone thesis at what is missing to its own strength of one, times
    /// the base score.
    #[test]
    fn belief_rule_3_an_unreachable_aim_gives_the_nearest_strength_and_a_reason() {
        let ann = ann(0.0, 1.0);
        let revised = |attacker: f64| {
            let nodes = [(1, ANN, 0.5), (2, BOB, attacker), (3, BOB, 0.7)];
            let graph = graph(&nodes, &[(2, 1, false)]);
            let target = target(0.5, None);
            plan(&graph, Gradual::DfQuad, &ann.id, &ann.contract, &target, vec![node(2)])
        };
        let unmoved = revised(1.0);
        assert_eq!((unmoved.after, unmoved.shifts), (strength(0.0), vec![]));
        let why = unmoved.short.unwrap();
        assert!(why.starts_with("No change of its own base scores brings it closer"), "{why}");
        let moved = revised(0.75);
        assert!((moved.before.value() - 0.125).abs() < 1e-12);
        assert!((moved.after.value() - 0.25).abs() < 1e-9, "with a base score of one");
        assert!(moved.after < moved.aim);
        assert_eq!(moved.short.unwrap(), why);
    }
}
