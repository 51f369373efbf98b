//! The rules of a blackboard as tables of cases, and its prompts.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod questions;

use super::candidates::{candidates, may_be_same};
use super::effect::Effect;
use super::run::convergence::Convergence;
use super::run::opening::without_side;
use super::run::shown_board::ShownBoard;
use super::stance::{ClaimStance, HeldStance, has_opposite_stances, held_on, stances};
use super::stance_masses::{StanceMasses, distance};
use crate::graph::{Edge, Graph, Node, NodeKind, Operation, Relation};
use crate::question::samples::topic;
use crate::vocabulary::{AxisId, EdgeId, NodeId, PersonaId, Probability};

/// Stances written `+0.8`, `-0.5` and `?0.3`.
fn held(written: &[&str]) -> Vec<HeldStance> {
    let one = |written: &&str| {
        let (stance, confidence) = written.split_at(1);
        let stance = match stance {
            "+" => ClaimStance::Pro,
            "-" => ClaimStance::Con,
            "?" => ClaimStance::Uncertain,
            other => panic!("no stance is {other}"),
        };
        let confidence = Probability::new(confidence.parse().unwrap()).unwrap();
        HeldStance { node: NodeId::new(1), stance, confidence }
    };
    written.iter().map(one).collect()
}

/// A graph with the stances of Ada, Ben and Cleo on trade and on air, and with candidates `NAMER:
/// AXIS`.
fn board(trade: &[&str], air: &[&str], named: &[&str]) -> Graph {
    let mut graph = Graph::default();
    let mut add = |node: Node| {
        let id = NodeId::new(u32::try_from(graph.nodes().len()).unwrap() + 1);
        graph.apply(&Operation::AddNode(Box::new(Node { id, ..node }))).unwrap();
    };
    let node = |kind, author: &str, axis: &str| {
        let mut node = Node::new(NodeId::new(1), kind, format!("What {author} says of {axis}."));
        node.author = PersonaId::new(author).ok();
        node.axis = AxisId::new(axis).ok();
        node
    };
    for (axis, written) in [("trade", trade), ("air", air)] {
        for (author, held) in ["ada", "ben", "cleo"].iter().zip(held(written)) {
            let mut node = node(NodeKind::Position, author, axis);
            node.side = held.stance.side();
            node.detail.confidence = Some(held.confidence);
            add(node);
        }
    }
    for named in named {
        let (author, axis) = named.split_once(": ").unwrap_or((named, ""));
        add(node(NodeKind::Question, author, axis));
    }
    graph
}

fn axes() -> [AxisId; 2] {
    ["trade", "air"].map(|id| AxisId::new(id).unwrap())
}

fn hundredths(value: f64) -> i64 {
    assert!(value.is_finite(), "it is a number even where no persona is sure of anything");
    (100.0 * value).round() as i64
}

#[test]
fn blitz_rule_5_mass_entropy_split_and_distance_follow_from_the_stances() {
    for (written, [entropy, split, far], settled) in [
        (&[][..], [0, 0, 0], None),
        (&["+0.8"], [0, 0, 0], Some(ClaimStance::Pro)),
        (&["+0.8", "+0.4"], [0, 0, 20], Some(ClaimStance::Pro)),
        (&["+0.8", "-0.8"], [63, 100, 80], None),
        (&["+1", "-0"], [0, 0, 50], Some(ClaimStance::Pro)),
        (&["+0.8", "-0.2"], [46, 40, 50], Some(ClaimStance::Pro)),
        (&["+0.2", "-0.8"], [46, 40, 50], Some(ClaimStance::Con)),
        (&["+0.79", "-0.21"], [47, 42, 50], None),
        (&["+0.5", "-0.5", "?0.5"], [100, 67, 33], None),
        (&["?0.9", "?0.9"], [0, 0, 0], None),
        (&["+0", "-0"], [0, 0, 0], None),
        // An even split, and one certain and one unsure persona, have almost the same entropy, and
        // another split.
        (&["+0.5", "?0.5"], [63, 0, 25], None),
    ] {
        let stances = held(written);
        let mass = StanceMasses::of(&stances);
        let found = [mass.entropy(), mass.split(), distance(&stances)].map(hundredths);
        assert_eq!(found, [entropy, split, far], "{written:?}");
        assert_eq!(mass.settled(), settled, "{written:?}");
    }
}

#[test]
fn blitz_rule_5_it_has_converged_when_all_claims_are_settled_and_all_candidates_resolved() {
    for (trade, air, named, converged) in [
        (&["+0.8", "+0.8"][..], &["-0.5", "-0.1"][..], &[][..], true),
        (&["+0.8", "+0.8"], &["-0.5", "+0.5"], &[], false),
        (&["+0.8", "+0.8"], &[], &[], false),
        (&["+0.8", "+0.8"], &["?0.5"], &[], false),
        (&["+0.8", "+0.8"], &["-0.5", "-0.1"], &["ada: trade", "ben: air"], true),
        (&["+0.8", "+0.8"], &["-0.5", "-0.1"], &["ada"], false),
    ] {
        let graph = board(trade, air, named);
        let held = stances(&graph);
        let state = Convergence::of(&held, &axes(), &candidates(&graph, &held));
        assert_eq!(state.has_converged(), converged, "{trade:?} {air:?} {named:?}");
    }
}

#[test]
fn blitz_rule_5_a_round_is_divided_above_a_mean_split_of_four_fifths_without_a_new_candidate() {
    for (trade, air, new, divided) in [
        (["+0.8", "-0.8"], ["-0.5", "+0.5"], 0, true),
        (["+0.8", "-0.8"], ["-0.5", "+0.5"], 1, false),
        (["+0.8", "-0.8"], ["-0.5", "-0.5"], 0, false),
        (["+0.6", "-0.4"], ["-0.6", "+0.4"], 0, false),
        (["+0.59", "-0.41"], ["-0.59", "+0.41"], 0, true),
    ] {
        let graph = board(&trade, &air, &[]);
        let state = Convergence::of(&stances(&graph), &axes(), &[]);
        assert_eq!(state.is_divided(new), divided, "{trade:?} {air:?} {new}");
    }
}

#[test]
fn blitz_rule_4_a_claim_is_disputed_where_one_persona_affirms_and_another_denies_it() {
    for (written, disputed) in [
        (&["+0.8", "-0.1"][..], true),
        (&["+0.8", "?0.9"], false),
        (&["+0.8", "+0.9", "-0.9"], true),
        (&["-0.8", "-0.9"], false),
        (&[], false),
    ] {
        let graph = board(written, &[], &[]);
        assert_eq!(has_opposite_stances(&stances(&graph), &axes()[0]), disputed, "{written:?}");
    }
}

#[test]
fn blitz_rule_4_the_weight_of_a_candidate_grows_with_its_namers_and_with_a_live_dispute() {
    let mut graph = board(&["+0.8", "-0.8"], &["+0.8", "+0.8"], &["ada: trade", "ada: air", "ada"]);
    let mut endorsed = graph.node(NodeId::new(6)).unwrap().clone();
    endorsed.endorsed_by = ["ben", "cleo"].map(|id| PersonaId::new(id).unwrap()).into();
    graph.apply(&Operation::UpdateNode(Box::new(endorsed))).unwrap();
    let found = candidates(&graph, &stances(&graph));
    let weights: Vec<(u32, usize)> =
        found.iter().map(|found| (found.node.id.number(), found.weight)).collect();
    assert_eq!(weights, [(6, 3), (5, 2), (7, 1)], "the heaviest first");
}

#[test]
fn blitz_rule_4_candidates_about_two_claims_are_not_the_same() {
    let [trade, air] = axes();
    for (one, other, may) in [
        (Some(&trade), Some(&trade), true),
        (Some(&trade), Some(&air), false),
        (Some(&trade), None, true),
        (None, None, true),
    ] {
        assert_eq!(may_be_same(one, other), may);
        assert_eq!(may_be_same(other, one), may);
    }
}

#[test]
fn blitz_rule_3_the_latest_stance_counts_and_a_persona_sees_the_last_two_rounds_and_ten_messages() {
    let mut graph = Graph::default();
    for (round, number) in (0..4).flat_map(|round| (0..6).map(move |persona| (round, persona))) {
        let id = NodeId::new(round * 6 + number + 1);
        let mut node = Node::new(id, NodeKind::Position, "It is so.");
        node.author = PersonaId::new(format!("p{number}")).ok();
        (node.axis, node.round) = (AxisId::new("trade").ok(), round);
        node.side = ClaimStance::Pro.side().filter(|_| round < 3);
        node.detail.confidence = Probability::new(0.5).ok();
        graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
    }
    let latest = stances(&graph);
    assert!(held_on(&latest, &axes()[0]).all(|held| held.stance == ClaimStance::Uncertain));
    let shown = ShownBoard::of(&graph, &topic(), 4, 2, &[].into());
    let numbers: Vec<u32> = shown.messages.iter().map(|message| message.id.number()).collect();
    assert_eq!(numbers, (15..=24).collect::<Vec<_>>(), "the last ten of twelve");
    assert_eq!(ShownBoard::of(&graph, &topic(), 4, 1, &[].into()).messages.len(), 6);
}

#[test]
fn blitz_rule_3_a_stance_without_a_side_or_a_reason_is_not_a_message_and_an_answer_has_its_effect()
{
    let mut graph = board(&["?0.5", "-0.8", "+0.8"], &[], &[]);
    let mut silent = graph.node(NodeId::new(1)).unwrap().clone();
    silent.text = without_side(&topic().axes[0]);
    graph.apply(&Operation::UpdateNode(Box::new(silent))).unwrap();
    for (from, relation) in [(2, Relation::Attack), (3, Relation::Support)] {
        let (id, to) = (EdgeId::new(from), NodeId::new(5 - from));
        let edge = Edge::new(id, NodeId::new(from), to, relation);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    let shown = |granting: &[u32]| {
        let granting = granting.iter().copied().map(NodeId::new).collect();
        let messages = ShownBoard::all(&graph, &granting).into_iter();
        messages.map(|message| (message.id.number(), message.effect.unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(shown(&[]), [(2, Effect::Denies), (3, Effect::Supports)]);
    assert_eq!(shown(&[3]), [(2, Effect::Denies), (3, Effect::Grants)]);
}
