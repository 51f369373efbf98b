//! Rule 8: the outcome is computed from the final graph.

use std::collections::{BTreeMap, BTreeSet};

use super::{Attacks, debate, node};
use crate::graph::{Edge, Graph, Operation, Relation};
use crate::mode::graph::crux_candidates::Candidates;
use crate::mode::graph::cruxes::CruxInputs;
use crate::mode::graph::ledger::FinishedDebate;
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::tests::stage::{ADA, BEN};
use crate::question::samples::{persona, topic};
use crate::record::Crux;
use crate::vocabulary::{AxisId, Component, EdgeId, NodeId, Persona, Side};

/// The argument that fell, and the attacker that defeated it.
type Fallen = Option<(u32, u32)>;

fn personas() -> [Persona; 2] {
    [persona(ADA, Side::Yes, vec![]), persona(BEN, Side::No, vec![])]
}

#[test]
fn graph_rule_8_rejected_evidence_names_the_strongest_accepted_attacker() {
    let cases: [(&str, Attacks<'_>, u32); 6] = [
        ("one attacker", &[(2, 1, 0.5)], 2),
        ("the stronger of two", &[(2, 1, 0.5), (4, 1, 0.9)], 4),
        ("the stronger of two, in the other order", &[(2, 1, 0.9), (4, 1, 0.5)], 2),
        ("of equally strong ones the first attack", &[(2, 1, 0.5), (4, 1, 0.5)], 2),
        ("the first attack, not the first argument", &[(4, 1, 0.5), (2, 1, 0.5)], 4),
        ("a stronger attacker is itself defeated", &[(2, 1, 0.9), (4, 1, 0.5), (3, 2, 1.0)], 4),
    ];
    for (case, attacks, attacker) in cases {
        let graph = debate(5, attacks);
        let evaluated = Evaluated::of(&graph);
        let finished = FinishedDebate { graph: &graph, evaluated: &evaluated, snapshots: &[] };
        let ledgers = finished.ledgers(&personas());
        let [entry] = ledgers[0].rejected.as_slice() else { panic!("{case}: one is rejected") };
        assert_eq!(entry.text, "Evidence of 1.", "{case}");
        assert_eq!((entry.node, entry.defeated_by), (node(1), Some(node(attacker))), "{case}");
        let accepted: Vec<NodeId> = ledgers[0].accepted.iter().map(|entry| entry.node).collect();
        assert_eq!(accepted, [node(3), node(5)], "{case}");
    }
}

#[test]
fn graph_rule_8_undecided_evidence_is_not_rejected() {
    let graph = debate(2, &[(1, 2, 1.0), (2, 1, 1.0)]);
    let evaluated = Evaluated::of(&graph);
    let finished = FinishedDebate { graph: &graph, evaluated: &evaluated, snapshots: &[] };
    for ledger in finished.ledgers(&personas()) {
        assert_eq!((ledger.accepted.len(), ledger.rejected.len()), (1, 0), "{}", ledger.persona);
    }
}

#[test]
fn graph_rule_8_the_argument_that_fell_is_the_defeated_one_that_is_attacked_most() {
    let cases: [(&str, Attacks<'_>, Fallen); 6] = [
        ("none is defeated", &[(1, 2, 1.0)], None),
        ("one is defeated", &[(2, 3, 0.5)], Some((3, 2))),
        ("the one attacked more often", &[(2, 1, 0.9), (2, 3, 0.5), (4, 3, 0.4)], Some((3, 2))),
        ("of those attacked as often the first", &[(4, 3, 0.9), (2, 1, 0.5)], Some((1, 2))),
        ("its strongest attack", &[(2, 3, 0.5), (4, 3, 0.9)], Some((3, 4))),
        ("of equally strong attacks the first", &[(4, 3, 0.5), (2, 3, 0.5)], Some((3, 4))),
    ];
    for (case, attacks, expected) in cases {
        let graph = debate(6, attacks);
        let evaluated = Evaluated::of(&graph);
        let finished = FinishedDebate { graph: &graph, evaluated: &evaluated, snapshots: &[] };
        let fallen = finished.flips(&personas()[..1]);
        let named = fallen.first().map(|flip| (flip.node.number(), flip.against.number()));
        assert_eq!(named, expected, "{case}");
        if let Some((_, against)) = expected {
            assert_eq!(fallen[0].counter, format!("Claim of {against}."), "{case}");
        }
    }
}

fn cruxes(graph: &Graph) -> Vec<Crux> {
    let evaluated = Evaluated::of(graph);
    let candidates = Candidates::of(graph, &evaluated);
    let questions = (0..candidates.all.len()).map(|index| (index, format!("Is {index}?")));
    let inputs = CruxInputs {
        graph,
        evaluated: &evaluated,
        topic: &topic(),
        personas: &personas(),
        candidates: &candidates,
        alike: &BTreeMap::new(),
        questions: &questions.collect(),
    };
    inputs.cruxes()
}

#[test]
fn graph_rule_8_among_equal_cruxes_one_on_another_axis_is_chosen_and_then_the_first() {
    let exchanges: Vec<(u32, u32, f64)> = [(1, 2), (3, 4), (5, 6), (7, 8)]
        .iter()
        .flat_map(|&(a, b)| [(a, b, 1.0), (b, a, 1.0)])
        .collect();
    let cases: [(&str, [&str; 4], [u32; 3]); 4] = [
        ("all on one axis", ["trade"; 4], [1, 3, 5]),
        ("the last on another axis", ["trade", "trade", "trade", "air"], [1, 3, 7]),
        ("the first on another axis", ["air", "trade", "trade", "trade"], [1, 3, 5]),
        ("two on each axis", ["trade", "trade", "air", "air"], [1, 3, 5]),
    ];
    for (case, axes, expected) in cases {
        let mut graph = debate(8, &exchanges);
        for (axis, first) in axes.iter().zip([1, 3, 5, 7]) {
            for number in [first, first + 1] {
                let mut argument = graph.node(node(number)).unwrap().clone();
                argument.axis = AxisId::new(*axis).ok();
                graph.apply(&Operation::UpdateNode(Box::new(argument))).unwrap();
            }
        }
        let found: Vec<Vec<NodeId>> =
            cruxes(&graph).into_iter().map(|crux| crux.depends_on).collect();
        assert_eq!(found, expected.map(|number| vec![node(number)]), "{case}");
    }
}

#[test]
fn graph_rule_8_among_arguments_attacked_as_often_the_first_are_cruxes() {
    let cases: [(&str, Attacks<'_>, &[u32]); 3] = [
        ("more attacks first", &[(1, 4, 1.0), (1, 2, 1.0), (3, 4, 1.0)], &[4, 2]),
        ("equals by number", &[(1, 6, 1.0), (1, 4, 1.0), (1, 2, 1.0)], &[2, 4, 6]),
        ("at most three", &[(1, 8, 1.0), (1, 6, 1.0), (1, 4, 1.0), (1, 2, 1.0)], &[2, 4, 6]),
    ];
    for (case, attacks, expected) in cases {
        let found = cruxes(&debate(9, attacks));
        let found: Vec<u32> = found.iter().map(|crux| crux.depends_on[0].number()).collect();
        assert_eq!(found, expected, "{case}");
    }
}

#[test]
fn graph_rule_8_the_candidate_attacked_most_represents_an_argument_and_then_an_assumption() {
    use Component::{Assumption, Premise};
    /// The number of premises, that of assumptions, the components attacked, the representative.
    type Case<'a> = (&'a str, usize, usize, &'a [Component], &'a str);
    let cases: [Case<'_>; 6] = [
        ("equal premises", 2, 0, &[], "premise 0"),
        ("equal assumptions", 0, 2, &[], "assumption 0"),
        ("an assumption among equals", 2, 1, &[], "assumption 0"),
        ("a premise that is attacked", 2, 1, &[Premise(1)], "premise 1"),
        ("one attack each", 1, 1, &[Premise(0), Assumption(0)], "assumption 0"),
        ("an assumption that is attacked", 1, 2, &[Assumption(1)], "assumption 1"),
    ];
    for (case, premises, assumptions, attacked, expected) in cases {
        let mut graph = debate(2, &[(1, 2, 1.0), (2, 1, 1.0)]);
        let mut argument = graph.node(node(1)).unwrap().clone();
        argument.detail.premises = (0..premises).map(|n| format!("premise {n}")).collect();
        argument.detail.assumptions = (0..assumptions).map(|n| format!("assumption {n}")).collect();
        graph.apply(&Operation::UpdateNode(Box::new(argument))).unwrap();
        for (component, number) in attacked.iter().zip(3..) {
            let mut attacker = graph.node(node(2)).unwrap().clone();
            attacker.id = node(number);
            graph.apply(&Operation::AddNode(Box::new(attacker))).unwrap();
            let edge = Edge {
                component: Some(*component),
                ..Edge::new(EdgeId::new(number), node(number), node(1), Relation::Undermine)
            };
            // Argument 1 stays disputed: it answers every attack.
            let back = Edge::new(EdgeId::new(number + 10), node(1), node(number), Relation::Rebut);
            for edge in [edge, back] {
                graph.apply(&Operation::AddEdge(edge)).unwrap();
            }
        }
        let candidates = Candidates::of(&graph, &Evaluated::of(&graph));
        let own = (0..candidates.all.len()).filter(|&at| candidates.all[at].node == node(1));
        let representative = candidates.representative(own).expect("it has candidates");
        assert_eq!(candidates.all[representative].text, expected, "{case}");
        let of_one: BTreeSet<NodeId> = candidates.holders(&[representative]);
        assert_eq!(of_one, [node(1)].into(), "{case}");
    }
}
