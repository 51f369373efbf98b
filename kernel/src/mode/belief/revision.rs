//! Revision: a persona moves its own base scores as little as brings its thesis where it says it should stand.

use crate::argue::{self, Gradual, Obstacle, Reached, Revised, revise};
use crate::graph::{Cause, Graph, Node, Operation};
use crate::mode::debate::Debate;
use crate::record::{Act, Event, Fate, Polarity, Revision, Shift, Turn};
use crate::task::Target;
use crate::vocabulary::{CallId, Contract, NodeId, Persona, Probability, Strength};

use super::forest::Forest;
use super::scored;

/// The resistance of somebody without stakes and with an open mind.
const LEAST: f64 = 0.2;
/// What full stakes add to it.
const BY_STAKES: f64 = 0.3;
/// What a closed mind adds to it.
const BY_CLOSURE: f64 = 0.5;
/// The most that is left of it where a condition of the persona's own is met.
const AFTER_FLIP: f64 = 0.2;
/// The furthest that a thesis is moved at once.
const LONGEST_STEP: f64 = 0.2;

/// How much of the way to its target a persona does not go.
fn resistance(contract: &Contract, flip: Option<&str>) -> Probability {
    let closure = 1.0 - contract.openness.level.value();
    let whole = LEAST + BY_STAKES * contract.stakes.level.value() + BY_CLOSURE * closure;
    let least = whole.clamp(0.0, 1.0);
    let left = if flip.is_some() { least.min(AFTER_FLIP) } else { least };
    Probability::new(left).expect("it was clamped")
}

/// Where a thesis goes that stands at `now` and should stand at `target`.
fn aim(now: Strength, target: Strength, resistance: Probability) -> Strength {
    let way = (1.0 - resistance.value()) * (target.value() - now.value());
    let step = way.clamp(-LONGEST_STEP, LONGEST_STEP);
    Strength::new((now.value() + step).clamp(0.0, 1.0)).expect("it was clamped")
}

/// What a persona's least change would be.
fn plan(
    graph: &Graph,
    semantics: Gradual,
    persona: &Persona,
    target: &Target,
    received: Vec<NodeId>,
) -> Revision {
    let forest = Forest::of(graph);
    let nodes: Vec<&Node> = graph.nodes().collect();
    let place = |id| nodes.iter().position(|node| node.id == id).expect("it is in the graph");
    let bipolar = graph.to_bipolar(scored, |_| true).expect("a node bears on one other only");
    let root = forest.root(&persona.id);
    let now = argue::strengths(&bipolar, semantics).expect("a tree has no circle");
    let now = now.strength(place(root));
    let wanted = Strength::new(target.strength).expect("the check has seen the target");
    let resistance = resistance(&persona.contract, target.flip.as_deref());
    let aim = aim(now, wanted, resistance);
    let own = |node: &Node| {
        node.author.as_ref() == Some(&persona.id) && *forest.tree(node.id) == persona.id
    };
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
        target: wanted,
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

/// Why the aim is not met, as a sentence.
fn short(revised: &Revised) -> Option<String> {
    let why = match revised.reached {
        Reached::Exact => return None,
        Reached::Nearest { why } => why,
    };
    Some(match why {
        Obstacle::Immovable => "Nothing of its own bears on the thesis.".to_owned(),
        Obstacle::Bounds => {
            "Every base score of its own stands where it helps most; what others added holds the rest.".to_owned()
        }
        Obstacle::Search => "No base scores that come nearer were found.".to_owned(),
    })
}

/// Revises a persona's base scores, and puts that on record as a turn.
pub(super) fn apply(
    debate: &mut Debate<'_>,
    semantics: Gradual,
    persona: &Persona,
    target: &Target,
    received: Vec<NodeId>,
    call: CallId,
) {
    let revision = plan(debate.graph(), semantics, persona, target, received);
    let turn = debate.next_turn();
    for shift in &revision.shifts {
        let score = Operation::Score { node: shift.node, base_score: shift.after };
        debate.apply(score, Cause::Turn(turn));
    }
    debate.emit(&Event::BeliefRevised {
        round: debate.round(),
        persona: persona.id.clone(),
        before: revision.before,
        target: revision.target,
        after: revision.after,
    });
    debate.tell(Turn {
        id: turn,
        round: debate.round(),
        speaker: Some(persona.id.clone()),
        text: target.reason.clone(),
        act: Act::Revise(Box::new(revision)),
        fate: Fate::Kept,
        call,
    });
}

#[cfg(test)]
mod tests {
    use super::super::samples::{ANN, BOB, graph, node, strength};
    use super::*;
    use crate::task::samples;
    use crate::vocabulary::Side;

    fn ann(stakes: f64, openness: f64) -> Persona {
        let mut ann = samples::persona(ANN, Side::Yes, vec![]);
        ann.contract.stakes.level = Probability::new(stakes).unwrap();
        ann.contract.openness.level = Probability::new(openness).unwrap();
        ann
    }

    fn target(strength: f64, flip: Option<&str>) -> Target {
        Target { strength, reason: "So.".into(), flip: flip.map(Into::into) }
    }

    #[test]
    fn resistance_grows_with_stakes_and_closure_and_gives_way_to_a_flip() {
        let of = |stakes, openness, flip| resistance(&ann(stakes, openness).contract, flip).value();
        assert!((of(0.0, 1.0, None) - 0.2).abs() < 1e-12);
        assert!((of(0.6, 0.5, None) - 0.63).abs() < 1e-12);
        assert!((of(1.0, 0.0, None) - 1.0).abs() < 1e-12);
        assert!((of(1.0, 0.0, Some("met")) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_step_is_part_of_the_way_and_never_longer_than_a_fifth() {
        let of = |now, target, resistance| {
            let resistance = Probability::new(resistance).unwrap();
            aim(strength(now), strength(target), resistance).value()
        };
        assert!((of(0.5, 0.7, 0.5) - 0.6).abs() < 1e-12);
        assert!((of(0.9, 0.1, 0.2) - 0.7).abs() < 1e-12);
        assert!((of(0.1, 0.9, 0.2) - 0.3).abs() < 1e-12);
        assert!((of(0.4, 0.9, 1.0) - 0.4).abs() < 1e-12);
    }

    /// Ann's thesis 1 at 0.5 with her supporter 2 at 0.5 and Bob's attacker 3 at 0.5: balanced, so 0.5.
    #[test]
    fn only_own_base_scores_move_and_they_reach_the_aim() {
        let graph = graph(
            &[(1, ANN, 0.5), (2, ANN, 0.5), (3, BOB, 0.5), (4, BOB, 0.7)],
            &[(2, 1, true), (3, 1, false)],
        );
        let open = ann(0.0, 1.0);
        let revision = plan(&graph, Gradual::DfQuad, &open, &target(0.25, None), vec![node(3)]);
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

    /// Bob's attacker of strength 1 leaves Ann's lone thesis at 0, whatever its base score.
    #[test]
    fn what_cannot_be_reached_is_said() {
        let graph = graph(&[(1, ANN, 0.5), (2, BOB, 1.0), (3, BOB, 0.7)], &[(2, 1, false)]);
        let revision =
            plan(&graph, Gradual::DfQuad, &ann(0.0, 1.0), &target(0.5, None), vec![node(2)]);
        assert_eq!(revision.after, strength(0.0));
        assert_eq!(revision.shifts, []);
        assert!(revision.short.is_some());
    }
}
