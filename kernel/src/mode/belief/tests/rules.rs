//! The rules of mode `belief`, by number, and the cases that a whole debate does not show.
//!
//! 1. Every persona states a thesis with what it rests on, and grows a graph of two levels below it.
//! 2. In every round a persona first revises its own graph for what it received, then adds to the graphs of others.
//! 3. A revision goes part of the way to its target, by the least change of the persona's own base scores.
//! 4. The debate has converged when no thesis moves in two successive rounds.
//! 5. Moves are new leaves.
//! 6. Nodes of different personas that say the same are merged, and every persona scores every node.
//! 7. Cruxes are the disputed issues on which theses of both sides depend.
//! 8. The measures are computed from the record.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{belief, debate, metric, revisions, stop};
use crate::argue::Gradual;
use crate::graph::samples::stated;
use crate::graph::{Edge, Graph, Node, NodeKind, Operation, Relation};
use crate::mode::belief::comparison::Candidate;
use crate::mode::belief::cruxes::{CruxInputs, Found};
use crate::mode::belief::ledger::FinalGraphs;
use crate::mode::belief::merged_graph::Merged;
use crate::mode::belief::samples::{ANN, BOB, graph, node, strength};
use crate::mode::shared::ledger::Verdicts;
use crate::mode::tests::stage::{ADA, BEN, Debate, run_edited};
use crate::question::samples::persona;
use crate::record::{self, Act, Crux, Snapshot, StopReason};
use crate::view::{Block, History, Subject};
use crate::vocabulary::{self, Citation, EdgeId, NodeId, Persona, Probability, Side};

fn calls(debate: &Debate, round: usize, task: &str) -> usize {
    debate.finished.snapshots[round].calls.iter().filter(|call| call.task == task).count()
}

/// The nodes that each snapshot has and the one before has not.
fn new_nodes(debate: &Debate) -> Vec<Vec<&Node>> {
    let mut known = BTreeSet::new();
    let new = |snapshot: &'_ Snapshot| -> BTreeSet<NodeId> {
        snapshot.graph.nodes().map(|node| node.id).filter(|node| known.insert(*node)).collect()
    };
    let new: Vec<BTreeSet<NodeId>> = debate.finished.snapshots.iter().map(new).collect();
    let graph = &debate.finished.snapshots.last().unwrap().graph;
    let nodes =
        |new: BTreeSet<NodeId>| graph.nodes().filter(|node| new.contains(&node.id)).collect();
    new.into_iter().map(nodes).collect()
}

#[test]
fn belief_rule_1_an_opening_is_a_thesis_with_two_levels_and_takes_four_calls() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let graph = &debate.finished.snapshots[0].graph;
    let theses: Vec<&Node> = graph.nodes().filter(|node| node.kind == NodeKind::Thesis).collect();
    assert_eq!(theses.len(), 2);
    for (thesis, by) in theses.iter().zip([ADA, BEN]) {
        assert_eq!(thesis.author.as_ref().unwrap().as_str(), by);
        let first: Vec<&Edge> = graph.into_node(thesis.id).collect();
        assert!(first.len() >= 3, "{by}");
        assert!(first.iter().any(|edge| edge.relation == Relation::Attack), "{by}: one against it");
        for edge in first {
            let below = graph.into_node(edge.from).count();
            assert!((1..=2).contains(&below), "{by}: {below} below {}", edge.from);
        }
    }
    assert!(graph.nodes().all(|node| node.base_score.is_some() && node.strength.is_some()));
    let made = ["thesis", "grow", "scores"].map(|task| calls(&debate, 0, task));
    assert_eq!(made, [2, 4, 2], "two personas, four calls each");
}

#[test]
fn belief_rule_2_a_persona_revises_for_the_round_before_and_then_adds() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let rounds = &debate.finished.snapshots;
    for (round, snapshot) in rounds.iter().enumerate().skip(1) {
        let revises = snapshot.turns.iter().map(|turn| turn.act == Act::Revise);
        assert!(revises.is_sorted_by(|a, b| a >= b), "round {round}: revisions come first");
    }
    for (round, by, revision) in revisions(&debate) {
        let graph = &rounds.last().unwrap().graph;
        let came: BTreeSet<u32> =
            revision.received.iter().map(|&id| graph.node(id).unwrap().round).collect();
        assert_eq!(came, [round - 1].into(), "{by} in round {round}");
    }
    for round in 1..=4 {
        let made = ["moves", "scores", "closing"].map(|task| calls(&debate, round, task));
        assert_eq!(made, [2, 1, 0], "round {round}");
    }
    assert_eq!(calls(&debate, 5, "closing"), 2, "each persona answers to the last round");
    assert_eq!(new_nodes(&debate)[5], Vec::<&Node>::new(), "a closing adds nothing");
}

/// The script `converges` without the moves of its second round.
fn silent_second_round(lines: &mut Vec<Value>) {
    let is = |line: &Value, task: &str| line["task"] == task;
    let mut moves = 0;
    lines.retain_mut(|line| {
        if is(line, "moves") {
            moves += 1;
            if moves > 2 {
                line["answer"]["moves"] = Value::Array(vec![]);
            }
        }
        let second = |score: &Value| score["node"] == "n32";
        let of_second = |line: &Value| {
            line["persona"].is_null()
                && line["answer"]["scores"].as_array().is_some_and(|all| all.iter().any(second))
        };
        !is(line, "closing") && !of_second(line)
    });
    let gone = |id: &Value| id == "n32" || id == "n33";
    for line in lines {
        if let Some(judgements) =
            line.pointer_mut("/answer/groups").and_then(Value::as_array_mut)
        {
            judgements.retain(|pair| !gone(&pair["first"]) && !gone(&pair["second"]));
        }
        if let Some(scores) = line.pointer_mut("/answer/scores").and_then(Value::as_array_mut) {
            scores.retain(|score| !gone(&score["node"]));
        }
    }
}

#[test]
fn belief_rule_4_convergence_is_the_first_stop_rule() {
    let converges = debate("converges", 5, &[ADA, BEN]);
    assert_eq!(stop(&converges), (StopReason::Converged, 2), "not before round 2");
    let idle = run_edited("converges", &belief(5), &[ADA, BEN], silent_second_round);
    assert_eq!(calls(&idle, 2, "scores"), 0, "no persona adds anything in round 2");
    assert_eq!(stop(&idle), (StopReason::Converged, 2), "before the lack of moves");
    let last = run_edited("converges", &belief(2), &[ADA, BEN], |_| ());
    assert_eq!(stop(&last), (StopReason::Converged, 2), "before the limit on rounds");
}

#[test]
fn belief_rule_5_moves_are_new_leaves_on_nodes_of_others() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let mut moves = 0;
    for (round, new) in new_nodes(&debate).into_iter().enumerate().skip(1) {
        let graph = &debate.finished.snapshots[round].graph;
        for node in new {
            moves += 1;
            let out: Vec<&Edge> = graph.out_of_node(node.id).collect();
            let [edge] = out.as_slice() else { panic!("{}: one edge", node.id) };
            let target = graph.node(edge.to).unwrap();
            assert_ne!(target.author, node.author, "{}", node.id);
            assert!(target.round < node.round, "{}", node.id);
            assert_eq!(graph.into_node(node.id).count(), 0, "{} is a leaf", node.id);
        }
    }
    assert!(moves > 0);
    assert_eq!(metric(&debate, "moves").value, Some(f64::from(moves)));
}

#[test]
fn belief_rule_6_a_merged_edge_has_the_mean_weight() {
    for (weights, mean) in [
        ([Some(0.4), Some(0.8)], Some(0.6)),
        ([Some(0.5), Some(0.5)], Some(0.5)),
        ([None, Some(0.5)], Some(0.75)),
        ([Some(0.5), None], Some(0.75)),
        ([None, None], None),
    ] {
        // Ann's 3 supports her 2 as Bob's 6 supports his 5; 2 and 5 say the same, and so do 3 and 6.
        let nodes =
            [1, 2, 3].map(|n| (n, ANN, 0.5)).into_iter().chain([4, 5, 6].map(|n| (n, BOB, 0.5)));
        let nodes: Vec<(u32, &str, f64)> = nodes.collect();
        let mut both = graph(&nodes, &[(2, 1, true), (3, 2, true), (5, 4, true), (6, 5, true)]);
        for (edge, weight) in [2, 4].into_iter().zip(weights) {
            let mut weighed = both.edge(EdgeId::new(edge)).unwrap().clone();
            weighed.weight = weight.map(strength);
            both.apply(&Operation::UpdateEdge(weighed)).unwrap();
        }
        let pair = |first, second| Candidate { first: node(first), second: node(second) };
        let merged = Merged::of(&both, &[pair(2, 5), pair(3, 6)]);
        let edge = merged.graph.edge(EdgeId::new(2)).expect("the first edge stays");
        let (found, wanted) = (edge.weight.map(f64::from), mean);
        assert_eq!(found.is_some(), wanted.is_some(), "{weights:?}");
        assert!((found.unwrap_or(0.0) - wanted.unwrap_or(0.0)).abs() < 1e-12, "{weights:?}");
        assert!(merged.graph.edge(EdgeId::new(4)).is_none(), "two edges became one");
    }
}

/// A thesis with a node for each reason of the case, all of base score 0.5. Each node is written as in [`stated`], and after `>`
/// the number of the node that it supports, or attacks with a minus sign.
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
            let edge = Edge::new(EdgeId::new(number), node(number), node(target.unsigned_abs()), relation);
            graph.apply(&Operation::AddEdge(edge)).unwrap();
        }
    }
    graph
}

/// The cruxes with the loads in hundredths, those of unknown load with a question mark, and the idle disputes in brackets.
fn found(nodes: &[(&str, i32)]) -> Vec<String> {
    let (graph, topic) = (argued(nodes), vocabulary::samples::topic());
    let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
    let inputs =
        CruxInputs { graph: &graph, semantics: Gradual::DfQuad, topic: &topic, personas: &personas };
    let Found { cruxes, idle, .. } = inputs.find(&BTreeMap::new());
    let load = |load: Option<Probability>| {
        load.map_or(" -".to_owned(), |load| format!(" {:.0}", 100.0 * load.value()))
    };
    let named = |crux: &Crux| {
        let loads: String = crux.positions.iter().map(|held| load(held.load)).collect();
        let unknown = if crux.found == record::Found::LoadUnknown { "?" } else { "" };
        format!("{}{unknown}{loads}", crux.axis.as_ref().unwrap())
    };
    let idle = idle.iter().map(|idle| format!("({})", idle.axis));
    cruxes.iter().map(named).chain(idle).collect()
}

#[test]
fn belief_rule_7_the_load_of_an_issue_is_the_share_of_the_strength_that_falls_with_it() {
    type Case<'a> = (&'a str, &'a [(&'a str, i32)], &'a [&'a str]);
    let cases: &[Case<'_>] = &[
        (
            // The thesis is 0.75 with its support of 0.5 and 0.5 without.
            "one reason each",
            &[("ada thesis+ : trade-", 0), ("ada trade-", 1), ("ben thesis- : trade+", 0), ("ben trade+", 3)],
            &["trade 33 33"],
        ),
        (
            "two reasons for one answer fall together, and each alone backs the other up",
            &[
                ("ada thesis+ : trade-", 0),
                ("ada trade-", 1),
                ("ada trade-", 1),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 4),
            ],
            &["trade 43 33"],
        ),
        (
            "what rests on the issue falls with it",
            &[
                ("ada thesis+ : air+", 0),
                ("ada air+ : trade-", 1),
                ("ada trade-", 0),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 4),
            ],
            &["trade 33 33"],
        ),
        (
            "an issue that another argument carries does not fall",
            &[
                ("ada thesis+ : air+", 0),
                ("ada air+ : trade-", 1),
                ("ada air+", 1),
                ("ada trade-", 2),
                ("ben thesis- : trade+", 0),
                ("ben trade+", 5),
            ],
            &["(trade)"],
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
            &["air 33 33", "(trade)"],
        ),
        (
            "no reason is linked: the load is not known",
            &[("ada thesis+ : point", 0), ("ada trade-", 1), ("ben thesis- : point", 0), ("ben trade+", 3)],
            &["trade? - -"],
        ),
        (
            "different base scores of one answer are no dispute",
            &[("ada thesis+ : trade+", 0), ("ada trade+", 1), ("ben thesis- : trade+", 0), ("ben trade+", 3)],
            &[],
        ),
    ];
    for (case, nodes, expected) in cases {
        assert_eq!(found(nodes), *expected, "{case}");
    }
}

#[test]
fn belief_rule_7_a_thesis_without_strength_has_nothing_to_lose() {
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
    let inputs =
        CruxInputs { graph: &graph, semantics: Gradual::DfQuad, topic: &topic, personas: &personas };
    let found = inputs.find(&BTreeMap::new());
    assert_eq!(found.cruxes, []);
    assert_eq!(found.idle[0].positions[0].load, Some(Probability::share(0, 1)));
}

#[test]
fn belief_rule_8_the_measures_follow_from_the_record() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let [first, .., last] = debate.finished.snapshots.as_slice() else { panic!("many rounds") };
    let near = |name: &str, wanted: f64| {
        let value = metric(&debate, name).value;
        assert!(value.is_some_and(|v| (v - wanted).abs() < 1e-9), "{name}: {value:?}, {wanted}");
    };
    let mut yes = [vec![], vec![]];
    for (by, name) in [(ADA, "Ada"), (BEN, "Ben")] {
        let own = |node: &&Node| node.author.as_ref().is_some_and(|author| author.as_str() == by);
        let thesis = |at: &Snapshot| {
            let mut theses = at.graph.nodes().filter(own);
            let thesis = theses.find(|node| node.kind == NodeKind::Thesis).unwrap();
            (thesis.side.unwrap(), thesis.strength.unwrap().value())
        };
        for (yes, (side, strength)) in yes.iter_mut().zip([thesis(first), thesis(last)]) {
            yes.push(if side == Side::Yes { strength } else { 1.0 - strength });
        }
        let moved = (thesis(last).1 - thesis(first).1).abs();
        near(&format!("root strength delta, {name}"), moved);
        let shifts = revisions(&debate).into_iter().filter(|(_, author, _)| author == by);
        let changes = shifts.flat_map(|(.., revision)| revision.shifts.clone());
        let sum: f64 =
            changes.map(|shift| (shift.after.value() - shift.before.value()).abs()).sum();
        let nodes = last.graph.nodes().filter(own).count();
        near(&format!("belief revision cost, {name}"), sum / nodes as f64);
    }
    // The population standard deviation of two numbers is half their distance.
    let [before, after] = yes.map(|yes| (yes[0] - yes[1]).abs() / 2.0);
    near("stance divergence", after - before);
    let size = |at: &Snapshot| at.graph.nodes().len() as f64;
    near("graph growth rate", size(last) / size(first));
    let all = &super::left(&debate).community.nodes;
    let (cruxes, idle) = (debate.outcome().cruxes.len(), debate.outcome().idle_disputes.len());
    near("crux localization rate", cruxes as f64 / (cruxes + idle) as f64);
    let mut sides: BTreeMap<_, u32> = BTreeMap::new();
    for node in last.graph.nodes().filter(|node| node.kind != NodeKind::Thesis) {
        *sides.entry(node.author.clone()).or_default() += 1;
    }
    let smaller = sides.values().min().copied().unwrap();
    let merged: usize = all.iter().map(|shared| shared.members.len() - 1).sum();
    near("argument coverage", merged as f64 / f64::from(smaller));
    assert_eq!(metric(&debate, "convergence round").value, None, "it did not converge");
}

#[test]
fn belief_rule_8_sensitivity_moves_the_score_of_the_top_crux_to_the_farther_end() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let sensitivity = metric(&debate, "counterfactual sensitivity").value.unwrap();
    assert!(sensitivity > 0.0 && sensitivity <= 1.0, "{sensitivity}");
}

#[test]
fn belief_view_shows_every_thesis_every_revision_and_every_crux() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let snapshots = &debate.finished.snapshots;
    let sections = belief(4).view(&History::new(snapshots, debate.outcome())).unwrap();
    let charts = sections.iter().flat_map(|section| &section.blocks);
    let charts: Vec<_> = charts
        .filter_map(|block| if let Block::Chart(chart) = block { Some(chart) } else { None })
        .collect();
    let [chart] = charts.as_slice() else { panic!("one chart") };
    for (series, (by, says)) in chart.series.iter().zip([(ADA, "yes"), (BEN, "no")]) {
        assert_eq!(series.persona.as_str(), by);
        assert!(series.note.to_lowercase().contains(says), "{}", series.note);
        let thesis = |at: &Snapshot| {
            let mut theses = at.graph.nodes().filter(|node| node.kind == NodeKind::Thesis);
            theses.find(|node| node.author.as_ref() == Some(&series.persona)).unwrap().strength
        };
        let strengths: Vec<f64> = snapshots.iter().map(|at| thesis(at).unwrap().value()).collect();
        let for_yes = |strength: f64| if by == ADA { strength } else { 1.0 - strength };
        let strengths: Vec<f64> = strengths.into_iter().map(for_yes).collect();
        assert_eq!(series.values, strengths, "{by}: all theses on one scale");
    }
    let subjects: BTreeSet<Subject> = sections.iter().map(|section| section.subject).collect();
    for crux in &debate.outcome().cruxes {
        assert!(subjects.contains(&Subject::Crux(crux.id)), "crux {}", crux.id);
    }
    for (round, ..) in revisions(&debate) {
        assert!(subjects.contains(&Subject::Round(round)), "round {round}");
    }
    let community = &super::left(&debate).community;
    assert_eq!((community.unmerged.len(), community.refused.len()), (1, 0));
    let shown = format!("{sections:?}");
    assert!(shown.contains("Pairs judged to say the same but kept apart"), "one was");
    assert!(!shown.contains("Relations left out"), "none was");
}

/// The argument that fell, and its strongest attacker.
type Fallen = Option<(u32, u32)>;

/// Attacks: from, to, weight.
type Attacks<'a> = &'a [(u32, u32, f64)];

/// Base score and strength of each of eight nodes.
type Scores = [(f64, f64); 8];

/// Ann's thesis 1 with her nodes 2 and 3 below it, Bob's thesis 4, and Bob's attackers 5 to 8: base scores and strengths of
/// these eight, and the attacks on Ann's nodes with their weights.
fn ended(scores: Scores, attacks: Attacks<'_>) -> Graph {
    let authors = [ANN, ANN, ANN, BOB, BOB, BOB, BOB, BOB];
    let nodes: Vec<(u32, &str, f64)> =
        (1..).zip(authors).zip(scores).map(|((n, by), (base, _))| (n, by, base)).collect();
    let mut edges = vec![(2, 1, true), (3, 1, true)];
    edges.extend(attacks.iter().map(|&(from, to, _)| (from, to, false)));
    // Unused attackers support Bob's thesis, so that only 1 and 4 are theses.
    let unused = (5..=8).filter(|number| attacks.iter().all(|(from, ..)| from != number));
    edges.extend(unused.map(|number| (number, 4, true)));
    let mut graph = graph(&nodes, &edges);
    for (number, (_, strong)) in (1..).zip(scores) {
        let mut ended = graph.node(node(number)).unwrap().clone();
        ended.strength = Some(strength(strong));
        ended.detail.evidence = vec![Citation { text: format!("Of {number}."), evidence: None }];
        graph.apply(&Operation::UpdateNode(Box::new(ended))).unwrap();
    }
    for (number, &(_, _, weight)) in (3..).zip(attacks) {
        let edge = graph.edge(EdgeId::new(number)).unwrap().clone();
        graph.apply(&Operation::UpdateEdge(edge.with_weight(strength(weight)))).unwrap();
    }
    graph
}

fn ann() -> [Persona; 1] {
    [persona(ANN, Side::Yes, vec![])]
}

#[test]
fn belief_outcome_rejected_evidence_names_the_strongest_attacker_of_another_persona() {
    let half = (0.5, 0.5);
    let scores = |five: f64, six: f64| {
        [half, (0.5, 0.3), (0.9, 0.9), half, (0.5, five), (0.5, six), half, half]
    };
    let cases: [(&str, Scores, Attacks<'_>, Option<u32>); 7] = [
        ("one attacker", scores(0.5, 0.5), &[(5, 2, 1.0)], Some(5)),
        ("the stronger one", scores(0.5, 0.9), &[(5, 2, 1.0), (6, 2, 1.0)], Some(6)),
        ("a weight counts", scores(0.6, 0.9), &[(5, 2, 1.0), (6, 2, 0.5)], Some(5)),
        ("among equals the first", scores(0.5, 0.5), &[(5, 2, 1.0), (6, 2, 1.0)], Some(5)),
        ("the first attack", scores(0.5, 0.5), &[(6, 2, 1.0), (5, 2, 1.0)], Some(6)),
        ("an own attack does not count", scores(0.5, 0.5), &[(3, 2, 1.0), (5, 2, 0.1)], Some(5)),
        ("no attacker", scores(0.5, 0.5), &[], None),
    ];
    for (case, scores, attacks, expected) in cases {
        let graph = ended(scores, attacks);
        let last = FinalGraphs(&graph);
        let ledger = last.ledgers(&ann()).remove(0);
        let [entry] = ledger.rejected.as_slice() else { panic!("{case}: one is rejected") };
        assert_eq!((entry.node, entry.text.as_str()), (node(2), "Of 2."), "{case}");
        assert_eq!(entry.defeated_by, expected.map(node), "{case}");
        let accepted: Vec<NodeId> = ledger.accepted.iter().map(|entry| entry.node).collect();
        assert_eq!(accepted, [node(3)], "{case}: the thesis has no entry");
    }
}

#[test]
fn belief_outcome_a_node_is_accepted_from_strength_one_half() {
    for (strong, accepted) in [(0.0, false), (0.49, false), (0.5, true), (0.51, true), (1.0, true)]
    {
        let half = (0.5, 0.5);
        let graph = ended([half, (0.5, strong), half, half, half, half, half, half], &[]);
        let last = FinalGraphs(&graph);
        let ledger = last.ledgers(&ann()).remove(0);
        let found = ledger.accepted.iter().any(|entry| entry.node == node(2));
        assert_eq!(found, accepted, "{strong}");
    }
}

#[test]
fn belief_outcome_the_argument_that_fell_lost_most_of_its_base_score() {
    let half = (0.5, 0.5);
    let scores = |two, three| [half, two, three, half, half, half, half, half];
    let both: Attacks<'_> = &[(5, 2, 1.0), (6, 3, 1.0)];
    let cases: [(&str, Scores, Attacks<'_>, Fallen); 6] = [
        ("the greater loss", scores((0.6, 0.3), (0.9, 0.4)), both, Some((3, 6))),
        ("not the lower strength", scores((0.5, 0.1), (0.9, 0.4)), both, Some((3, 6))),
        ("among equal losses the first", scores((0.75, 0.25), (0.5, 0.0)), both, Some((2, 5))),
        ("an accepted node did not fall", scores((1.0, 0.5), (0.5, 0.4)), both, Some((3, 6))),
        ("only attacked nodes", scores((0.9, 0.1), (0.5, 0.4)), &both[1..], Some((3, 6))),
        ("none fell", scores((0.9, 0.6), (0.9, 0.6)), both, None),
    ];
    for (case, scores, attacks, expected) in cases {
        let graph = ended(scores, attacks);
        let last = FinalGraphs(&graph);
        let fallen = last.flips(&ann());
        let named = fallen.first().map(|flip| (flip.node.number(), flip.against.number()));
        assert_eq!(named, expected, "{case}");
        if let Some((_, against)) = expected {
            assert_eq!(fallen[0].counter, format!("Claim {against}."), "{case}");
        }
    }
}
