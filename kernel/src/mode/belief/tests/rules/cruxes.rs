//! Rule 7: cruxes are the disputed issues on which theses of both sides depend.

use crate::argue::Gradual;
use crate::graph::samples::stated;
use crate::graph::{Edge, Graph, Operation, Relation};
use crate::mode::ModeName;
use crate::mode::belief::run::cruxes::{CruxInputs, change};
use crate::mode::belief::samples::{node, strength};
use crate::mode::shared::outcome::IssueFindings;
use crate::mode::tests::scripted::pin_sentences;
use crate::question::samples::persona;
use crate::record::{Crux, FoundBy, Position};
use crate::vocabulary::{self, EdgeId, Probability, Side};
use std::collections::BTreeMap;

/// A thesis with a node for each reason of the case, all of base score 0.5. Each node is written as
/// in [`stated`], and after `>` the number of the node that it supports, or attacks with a minus
/// sign.
fn argued(nodes: &[(&str, i32)]) -> Graph {
    let specs: Vec<&str> = nodes.iter().map(|(spec, _)| *spec).collect();
    let mut graph = stated(&specs);
    for (&(_, target), number) in nodes.iter().zip(1..) {
        let mut said = graph.node(node(number)).unwrap().clone();
        said.base_score = Some(strength(0.5));
        said.strength = Some(strength(0.5));
        graph.apply(&Operation::UpdateNode(Box::new(said))).unwrap();
        if target != 0 {
            let relation = if target > 0 { Relation::Support } else { Relation::Attack };
            let edge =
                Edge::new(EdgeId::new(number), node(number), node(target.unsigned_abs()), relation);
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
    }
    graph
}

/// The cruxes with the loads in hundredths, and the idle disputes in brackets.
fn found(nodes: &[(&str, i32)]) -> Vec<String> {
    let (graph, topic) = (argued(nodes), vocabulary::samples::topic());
    let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
    let inputs = CruxInputs::new(&graph, Gradual::DfQuad, &topic, &personas);
    let IssueFindings { cruxes, idle, .. } = inputs.find(&BTreeMap::new()).found;
    let named = |crux: &Crux| {
        let load = |held: &Position| format!(" {:.0}", 100.0 * held.load.unwrap().value());
        let loads: Vec<String> = crux.positions.iter().map(load).collect();
        format!("{}{}", crux.axis.as_ref().unwrap(), loads.concat())
    };
    let idle = idle.iter().map(|idle| format!("({})", idle.axis));
    cruxes.iter().map(named).chain(idle).collect()
}

#[test]
fn belief_rule_7_the_counterfactual_of_a_crux_says_how_far_the_thesis_moves() {
    let cases = [(0.9, 0.901), (0.9, 0.86), (0.9, 0.4), (0.4, 0.44), (0.4, 0.9)];
    let sentences = cases.map(|(before, after)| change(strength(before), strength(after)));
    pin_sentences(ModeName::Belief, &sentences);
    let change = |after: f64| change(strength(0.05), strength(after));
    assert_eq!(change(0.0), "fall from 0.05 to 0.00", "five hundredths are a change");
    assert!(change(0.01).starts_with("only drop from 0.05 to 0.01"));
}

#[test]
fn belief_rule_7_the_load_of_an_issue_is_the_share_of_the_reasons_that_are_lost_with_it() {
    type Case<'a> = (&'a str, &'a [(&'a str, i32)], &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        (
            // The thesis is 0.75 with its support of 0.5 and 0.5 without.
            "one reason each",
            &[
                ("ada thesis+ : trade-", 0),
                ("ada trade-", 1),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 3),
            ],
            &["trade 100 100"],
        ),
        (
            "an answer to an objection is nothing that the thesis rests on",
            &[
                ("ada thesis+ : air+", 0),
                ("ada air+", 1),
                ("ada grants point", -1),
                ("ada trade-", -3),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 5),
            ],
            &["(trade)"],
        ),
        (
            "a position beside the thesis is idle, however often it is taken",
            &[
                ("ada thesis+ : air+", 0),
                ("ada air+", 1),
                ("ada trade-", 0),
                ("ada trade-", 0),
                ("ben thesis- : air-", 0),
                ("ben air-", 5),
                ("ben trade+", 0),
            ],
            &["air 100 100", "(trade)"],
        ),
    ];
    for (case, nodes, expected) in cases {
        assert_eq!(found(nodes), *expected, "{case}");
    }
}

/// Seven equal reasons: without any one of them the strength of a thesis hardly falls, but each of
/// them is a seventh of the case.
#[test]
fn belief_rule_7_the_load_of_an_issue_does_not_shrink_with_the_strength_that_the_other_reasons_give()
 {
    let points: [(&str, i32); 6] = [("ada point", 1); 6];
    let of_ada = ("ada thesis+ : trade- point point point point point point", 0);
    let of_ben = ("ben thesis- : trade+", 0);
    let nodes = [vec![of_ada, ("ada trade-", 1)], points.into(), vec![of_ben, ("ben trade+", 9)]];
    assert_eq!(found(&nodes.concat()), ["trade 14 100"]);
}

#[test]
fn belief_rule_7_the_scores_of_the_reasons_change_no_load() {
    let mut graph = argued(&[
        ("ada thesis+ : trade-", 0),
        ("ada trade-", 1),
        ("ben thesis- : trade+", 0),
        ("ben trade+", 3),
        ("ben air-", -1),
    ]);
    for (number, score) in [(1, 0.0), (2, 0.0), (5, 1.0)] {
        let operation = Operation::Score { node: node(number), base_score: strength(score) };
        graph.apply(&operation).unwrap();
    }
    let topic = vocabulary::samples::topic();
    let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
    let inputs = CruxInputs::new(&graph, Gradual::DfQuad, &topic, &personas);
    let found = inputs.find(&BTreeMap::new()).found;
    assert_eq!(found.idle, []);
    assert_eq!(found.cruxes[0].found, FoundBy::Load);
    let loads: Vec<_> = found.cruxes[0].positions.iter().map(|held| held.load).collect();
    assert_eq!(loads, [Some(Probability::share(1, 1)); 2]);
}

#[test]
fn belief_rule_7_the_counterfactual_removes_what_supports_the_thesis_and_nothing_else() {
    type Case<'a> = (&'a str, &'a [(&'a str, i32)], [f64; 2]);
    let cases: &[Case<'_>] = &[
        (
            "an answer to an objection keeps its force",
            &[
                ("ada thesis+ : trade-", 0),
                ("ada trade-", 1),
                ("ada grants point", -1),
                ("ada trade-", -3),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 5),
            ],
            [0.625, 0.375],
        ),
        (
            "what another argument backs up stays, and the support below it",
            &[
                ("ada thesis+ : air+ trade-", 0),
                ("ada air+ : trade-", 1),
                ("ada air+ : point", 1),
                ("ada trade-", 2),
                ("ada trade-", 1),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 6),
            ],
            [0.96875, 0.9375],
        ),
    ];
    let topic = vocabulary::samples::topic();
    let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
    for (case, nodes, expected) in cases {
        let graph = argued(nodes);
        let inputs = CruxInputs::new(&graph, Gradual::DfQuad, &topic, &personas);
        let details = inputs.find(&BTreeMap::new()).details;
        let of_ada = &details[0].counterfactuals[0];
        assert_eq!(of_ada.persona, personas[0].id, "{case}");
        assert_eq!([of_ada.before, of_ada.after], expected.map(strength), "{case}");
    }
}

#[test]
fn belief_rule_7_a_crux_turns_on_the_attacked_statement_whose_loss_moves_a_thesis_most() {
    let mut graph = argued(&[
        ("ada thesis+ : trade-", 0),
        ("ada trade-", 1),
        ("ada trade-", 1),
        ("ada trade-", 1),
        ("ben thesis- : trade+", 0),
        ("ben trade+", 5),
        ("ben point", -3),
        ("ben point", -4),
    ]);
    let topic = vocabulary::samples::topic();
    let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
    for (strong, weak) in [(3, 4), (4, 3)] {
        for (number, score) in [(strong, 0.8), (weak, 0.2)] {
            let operation = Operation::Score { node: node(number), base_score: strength(score) };
            graph.apply(&operation).unwrap();
        }
        let inputs = CruxInputs::new(&graph, Gradual::DfQuad, &topic, &personas);
        let cruxes = inputs.find(&BTreeMap::new()).found.cruxes;
        assert_eq!(cruxes[0].turns_on.as_ref().unwrap().node, node(strong));
    }
}

#[test]
fn belief_rule_7_a_thesis_has_lost_its_support_where_none_of_its_author_s_reasons_is_strong() {
    // What lies below the thesis of Ada, each node with its strength.
    type Case<'a> = (&'a str, &'a [(&'a str, i32, f64)], bool);
    let cases: &[Case<'_>] = &[
        ("nothing supports it", &[], false),
        ("its only reason is strong", &[("ada point", 1, 0.5)], false),
        ("one of its reasons is strong", &[("ada point", 1, 0.4), ("ada point", 1, 0.6)], false),
        ("its only reason is weak", &[("ada point", 1, 0.4)], true),
        ("its objection is no reason", &[("ada point", 1, 0.4), ("ada point", -1, 0.9)], true),
        ("another supports it", &[("ada point", 1, 0.4), ("ben point", 1, 0.9)], true),
        ("only another supports it", &[("ben point", 1, 0.2)], false),
    ];
    let topic = vocabulary::samples::topic();
    let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
    for (case, below, is_lost) in cases {
        let below_thesis = below.iter().map(|&(spec, target, _)| (spec, target));
        let nodes = [("ada thesis+", 0)].into_iter().chain(below_thesis);
        let mut graph = argued(&nodes.chain([("ben thesis-", 0)]).collect::<Vec<_>>());
        for (number, (.., strong)) in (2..).zip(*below) {
            let mut said = graph.node(node(number)).unwrap().clone();
            said.strength = Some(strength(*strong));
            graph.apply(&Operation::UpdateNode(Box::new(said))).unwrap();
        }
        let inputs = CruxInputs::new(&graph, Gradual::DfQuad, &topic, &personas);
        let lost = inputs.find(&BTreeMap::new()).found.without_support;
        assert_eq!(
            lost,
            personas[..usize::from(*is_lost)].iter().map(|one| one.id.clone()).collect::<Vec<_>>(),
            "{case}"
        );
    }
}
