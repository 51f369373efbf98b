//! Rule 8: the outcome is computed from the final graph.

use super::{Attacks, debate, node, stated};
use crate::graph::{Edge, Graph, Operation, Relation, samples};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::dung::cruxes::CruxInputs;
use crate::mode::shared::dung::ledger::FinishedDebate;
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::outcome::IssueFindings;
use crate::mode::tests::scripted::{ADA, BEN};
use crate::question::samples::{persona, topic};
use crate::record::Crux;
use crate::vocabulary::{Component, EdgeId, NodeId, Persona, PersonaId, Probability, Side};

fn personas() -> [Persona; 2] {
    [persona(ADA, Side::Yes, vec![]), persona(BEN, Side::No, vec![])]
}

fn finished<'a>(graph: &'a Graph, evaluated: &'a Evaluated) -> FinishedDebate<'a> {
    FinishedDebate { graph, evaluated, snapshots: &[], contraries: graph.contraries() }
}

#[test]
fn graph_rule_8_rejected_evidence_names_the_strongest_accepted_attacker() {
    let cases: [(&str, Attacks<'_>, u32); 2] = [
        ("the stronger of two", &[(2, 1, 0.5), (4, 1, 0.9)], 4),
        ("a stronger attacker is itself defeated", &[(2, 1, 0.9), (4, 1, 0.5), (3, 2, 1.0)], 4),
    ];
    for (case, attacks, attacker) in cases {
        let graph = debate(5, attacks);
        let evaluated = Evaluated::of(&graph);
        let ledgers = finished(&graph, &evaluated).ledgers(&personas());
        let [entry] = ledgers[0].rejected.as_slice() else { panic!("{case}: one is rejected") };
        assert_eq!((entry.node, entry.defeated_by), (node(1), Some(node(attacker))), "{case}");
    }
}

#[test]
fn graph_rule_8_undecided_evidence_is_not_rejected() {
    let graph = debate(2, &[(1, 2, 1.0), (2, 1, 1.0)]);
    let evaluated = Evaluated::of(&graph);
    let finished = finished(&graph, &evaluated);
    for ledger in finished.ledgers(&personas()) {
        assert_eq!((ledger.accepted.len(), ledger.rejected.len()), (1, 0), "{}", ledger.persona);
    }
}

#[test]
fn graph_rule_8_the_argument_that_fell_is_the_defeated_one_that_is_attacked_most() {
    let graph = debate(6, &[(2, 1, 0.9), (2, 3, 0.5), (4, 3, 0.4)]);
    let evaluated = Evaluated::of(&graph);
    let fallen = finished(&graph, &evaluated).flips(&personas()[..1]).remove(0);
    assert_eq!((fallen.node, fallen.against), (node(3), node(2)));
    assert_eq!(fallen.counter, "Claim of 2.");
}

fn find(graph: &Graph) -> IssueFindings {
    let evaluated = Evaluated::of(graph);
    CruxInputs { graph, evaluated: &evaluated, topic: &topic(), personas: &personas() }.find()
}

#[test]
fn graph_rule_8_the_load_is_the_share_of_reasons_that_the_intervention_loses() {
    /// More nodes, attacks, and the loads in percent.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [(u32, u32)], [usize; 2]);
    const ADA_AND_BEN: [&str; 4] =
        ["ada thesis+ : trade- air+", "ada trade-", "ben thesis- : trade+ point", "ben trade+"];
    let cases: [Case<'_>; 5] = [
        ("one of two reasons each", &["ada air+"], &[], [50, 50]),
        ("a reason that was refuted is not lost", &["ada air+", "ben point"], &[(6, 5)], [50, 50]),
        (
            "a reason that rests on the question falls with it",
            &["ada air+ : trade-"],
            &[],
            [100, 50],
        ),
        (
            "another argument backs that reason up",
            &["ada air+ : trade-", "ada air+ : point"],
            &[],
            [50, 50],
        ),
        (
            "repetition changes nothing",
            &["ada air+", "ada trade-", "ada trade-", "ben trade+"],
            &[],
            [50, 50],
        ),
    ];
    for (case, more, attacks, expected) in cases {
        let nodes: Vec<&str> = ADA_AND_BEN.iter().chain(more).copied().collect();
        let found = find(&stated(&nodes, attacks));
        let [crux] = found.cruxes.as_slice() else { panic!("{case}: one crux") };
        let loads = crux.positions.iter().map(|position| position.load);
        let share = |percent| Probability::share(percent, 100);
        assert_eq!(loads.collect::<Vec<_>>(), expected.map(|load| Some(share(load))), "{case}");
        let mean = Probability::share(expected[0] + expected[1], 200);
        assert_eq!(crux.score.value, mean, "{case}: the score is the mean load");
        let sentence = format!(
            "If the answer were “yes”, Ada would lose {}% of the reasons for its thesis. \
             If the answer were “no”, Ben would lose {}% of the reasons for its thesis.",
            expected[0], expected[1],
        );
        assert_eq!(crux.counterfactual.as_ref(), Some(&sentence), "{case}");
    }
}

#[test]
fn graph_rule_8_a_question_without_load_is_an_idle_dispute() {
    let found = find(&stated(
        &[
            "ada thesis+ : air+", "ada air+", "ada trade-", "ben thesis- : air-", "ben air-",
            "ben trade+",
        ],
        &[],
    ));
    let named =
        |axis: &str| found.cruxes.iter().any(|crux| crux.axis.as_ref().unwrap().as_str() == axis);
    assert!(named("air") && !named("trade"));
    let [idle] = found.idle.as_slice() else { panic!("one idle dispute") };
    assert_eq!(
        (idle.axis.as_str(), idle.question.as_str()),
        ("trade", "Will the shops lose custom?")
    );
    assert_eq!(idle.positions.len(), 2);
}

#[test]
fn graph_rule_8_a_position_is_refuted_where_every_argument_for_it_fell_and_stays_a_position() {
    /// The nodes, the attacks, and what refutes the positions of Ada and of Ben.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [(u32, u32)], [Option<u32>; 2]);
    let theses = ["ada thesis+ : trade+", "ben thesis- : trade-"];
    let cases: [Case<'_>; 8] = [
        ("neither fell", &["ada trade+", "ben trade-"], &[], [None, None]),
        ("one fell", &["ada trade+", "ben trade-", "ada point"], &[(5, 4)], [None, Some(5)]),
        (
            "one of two arguments fell",
            &["ada trade+", "ben trade-", "ben trade-", "ada point"],
            &[(6, 4)],
            [None, None],
        ),
        (
            "the argument that attacks most of what fell",
            &["ada trade+", "ben trade-", "ben trade-", "ada point", "ada point"],
            &[(6, 4), (7, 4), (7, 5)],
            [None, Some(7)],
        ),
        (
            "an argument that denies what the answer rests on",
            &["ada trade+", "ben trade- : air-", "ada air+"],
            &[],
            [None, Some(5)],
        ),
        (
            "an accepted argument that denies nothing refutes nothing",
            &["ada trade+", "ben trade- : air-", "ada point", "ada air+"],
            &[],
            [None, Some(6)],
        ),
        (
            "the argument that what fell does not attack back",
            &["ada trade+", "ben trade-", "ada point"],
            &[(3, 4), (4, 3), (5, 4)],
            [None, Some(5)],
        ),
        ("a side that only asserts", &["ada trade+"], &[], [None, None]),
    ];
    for (case, nodes, attacks, expected) in cases {
        let nodes: Vec<&str> = theses.iter().chain(nodes).copied().collect();
        let found = find(&stated(&nodes, attacks));
        let is_on_trade = |crux: &&Crux| crux.axis.as_ref().is_some_and(|a| a.as_str() == "trade");
        let crux = found.cruxes.iter().find(is_on_trade);
        let crux = crux.unwrap_or_else(|| panic!("{case}: nothing was given up"));
        let refuted = crux.positions.iter().map(|held| held.refuted_by.map(NodeId::number));
        assert_eq!(refuted.collect::<Vec<_>>(), expected, "{case}");
        assert_eq!(crux.score.value, Probability::share(1, 1), "{case}: nor is its load lost");
    }
}

#[test]
fn graph_rule_8_a_thesis_without_a_tenable_reason_has_no_support() {
    let fallen = |nodes: &[&str], attacks: &[(u32, u32)]| -> Vec<String> {
        let without_support = find(&stated(nodes, attacks)).without_support;
        without_support.iter().map(PersonaId::to_string).collect()
    };
    let both = ["ada thesis+ : trade- air+", "ada trade-", "ada air+", "ben point", "ben point"];
    assert_eq!(fallen(&both, &[]), [""; 0]);
    assert_eq!(fallen(&both, &[(4, 2)]), [""; 0], "one reason is left");
    assert_eq!(fallen(&both, &[(4, 2), (5, 3)]), ["ada"]);
}

#[test]
fn graph_rule_8_a_crux_turns_on_the_component_that_others_attack_most_and_else_on_none() {
    use Component::{Assumption, Inference, Premise};
    type Case<'a> = (&'a str, usize, usize, &'a [Component], Option<&'a str>);
    let cases: [Case<'_>; 6] = [
        ("no attack", 2, 2, &[], None),
        ("an attack on the inference only", 2, 1, &[Inference], None),
        ("a premise that is attacked", 2, 1, &[Premise(1)], Some("premise 1")),
        ("two attacks and one", 2, 0, &[Premise(0), Premise(1), Premise(1)], Some("premise 1")),
        ("one attack each", 1, 1, &[Premise(0), Assumption(0)], Some("assumption 0")),
        ("an assumption that is attacked", 1, 2, &[Assumption(1)], Some("assumption 1")),
    ];
    for (case, premises, assumptions, attacked, expected) in cases {
        let mut graph = samples::stated(&["ada trade-", "ben trade+"]);
        let mut argument = graph.node(node(1)).unwrap().clone();
        argument.detail.premises = (0..premises).map(|n| format!("premise {n}")).collect();
        argument.detail.assumptions = (0..assumptions).map(|n| format!("assumption {n}")).collect();
        graph.apply(&Operation::UpdateNode(Box::new(argument))).unwrap();
        for (component, number) in attacked.iter().zip(3..) {
            let mut attacker = graph.node(node(2)).unwrap().clone();
            attacker.id = node(number);
            attacker.axis = None;
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
        let found = find(&graph);
        let hinge = found.cruxes[0].turns_on.as_ref();
        assert_eq!(hinge.map(|hinge| hinge.text.as_str()), expected, "{case}");
        if let Some(hinge) = hinge {
            assert_eq!(hinge.node, node(1), "{case}");
            assert_eq!(hinge.asserted_by, [PersonaId::new(ADA).unwrap()], "{case}");
            assert_eq!(hinge.denied_by, [PersonaId::new(BEN).unwrap()], "{case}");
        }
    }
}

#[test]
fn graph_rule_8_an_argument_that_no_attack_defeats_is_defeated_by_the_accepted_one_that_denies_it()
{
    let nodes = ["ada trade+", "ben point : trade-", "ada air+", "ben point : air-"];
    let graph = stated(&nodes, &[]);
    let evaluated = Evaluated::of(&graph);
    let finished = finished(&graph, &evaluated);
    let defeated = [1, 2, 3, 4].map(|id| finished.defeated_by(node(id)).map(NodeId::number));
    assert_eq!(defeated, [None, Some(1), None, Some(3)]);
}
