//! The rules of mode `belief`, by number, and the cases that a whole debate does not show.
//!
//! 1. Every persona states a thesis with what it rests on, and grows a graph of two levels below
//!    it.
//! 2. In every round a persona first revises its own graph for what it received, then adds to the
//!    graphs of others.
//! 3. A revision goes part of the way to its target, by the least change of the persona's own base
//!    scores.
//! 4. The debate has converged when no thesis moves in two successive rounds.
//! 5. Moves are new leaves.
//! 6. Nodes of different personas that say the same are merged, and every persona scores every
//!    node.
//! 7. Cruxes are the disputed issues on which theses of both sides depend.
//! 8. The measures are computed from the record.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

mod cruxes;
mod shown;

use super::{belief, debate, revisions};
use crate::graph::{Edge, Node, NodeKind, Operation, Relation};
use crate::mode::belief::detail::Revision;
use crate::mode::belief::run::merged_graph::Merged;
use crate::mode::belief::samples::{ANN, BOB, graph, node, strength};
use crate::mode::tests::scripted::{ADA, BEN, Debate, run_edited};
use crate::record::{Act, Snapshot, StopReason};
use crate::view::{Block, History, Subject, number::score};
use crate::vocabulary::{EdgeId, NodeId, Side};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn calls(debate: &Debate, round: usize, question: &str) -> usize {
    debate.snapshots()[round].calls.iter().filter(|call| call.question == question).count()
}

/// The nodes that each snapshot has and the one before has not.
fn new_nodes(debate: &Debate) -> Vec<Vec<&Node>> {
    let mut known = BTreeSet::new();
    let new = |snapshot: &'_ Snapshot| -> BTreeSet<NodeId> {
        snapshot.graph.nodes().map(|node| node.id).filter(|node| known.insert(*node)).collect()
    };
    let new: Vec<BTreeSet<NodeId>> = debate.snapshots().iter().map(new).collect();
    let graph = debate.graph();
    let nodes =
        |new: BTreeSet<NodeId>| graph.nodes().filter(|node| new.contains(&node.id)).collect();
    new.into_iter().map(nodes).collect()
}

#[test]
fn belief_rule_1_an_opening_is_a_thesis_with_two_levels_and_takes_three_calls() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let graph = &debate.snapshots()[0].graph;
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
    let made = ["thesis", "grow", "scores"].map(|question| calls(&debate, 0, question));
    assert_eq!(made, [2, 2, 2], "two personas, three calls each");
}

#[test]
fn belief_rule_2_a_persona_revises_for_the_round_before_and_then_adds() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let rounds = debate.snapshots();
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
        let made = ["moves", "scores", "closing"].map(|question| calls(&debate, round, question));
        assert_eq!(made, [2, 1, 0], "round {round}");
    }
    assert_eq!(calls(&debate, 5, "closing"), 2, "each persona answers to the last round");
    assert_eq!(new_nodes(&debate)[5], Vec::<&Node>::new(), "a closing adds nothing");
}

/// The script `converges` without the moves of its second round.
fn silent_second_round(lines: &mut Vec<Value>) {
    let is = |line: &Value, question: &str| line["question"] == question;
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
        if let Some(scores) = line.pointer_mut("/answer/scores").and_then(Value::as_array_mut) {
            scores.retain(|score| !gone(&score["node"]));
        }
    }
}

#[test]
fn belief_rule_4_convergence_is_the_first_stop_rule() {
    let converges = debate("converges", 5, &[ADA, BEN]);
    assert_eq!(converges.stop(), (StopReason::Converged, 2), "not before round 2");
    let idle = run_edited("converges", &belief(5), &[ADA, BEN], silent_second_round);
    assert_eq!(calls(&idle, 2, "scores"), 0, "no persona adds anything in round 2");
    assert_eq!(idle.stop(), (StopReason::Converged, 2), "before the lack of moves");
    let last = run_edited("converges", &belief(2), &[ADA, BEN], |_| ());
    assert_eq!(last.stop(), (StopReason::Converged, 2), "before the limit on rounds");
}

#[test]
fn belief_rule_5_moves_are_new_leaves_on_nodes_of_others() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let mut moves = 0;
    for (round, new) in new_nodes(&debate).into_iter().enumerate().skip(1) {
        let graph = &debate.snapshots()[round].graph;
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
    assert_eq!(debate.metric("moves").value, Some(f64::from(moves)));
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
        // Ann's 3 supports her 2 as Bob's 6 supports his 5; 2 and 5 say the same, and so do 3 and
        // 6.
        let nodes =
            [1, 2, 3].map(|n| (n, ANN, 0.5)).into_iter().chain([4, 5, 6].map(|n| (n, BOB, 0.5)));
        let nodes: Vec<(u32, &str, f64)> = nodes.collect();
        let mut both = graph(&nodes, &[(2, 1, true), (3, 2, true), (5, 4, true), (6, 5, true)]);
        for (edge, weight) in [2, 4].into_iter().zip(weights) {
            let mut weighed = both.edge(EdgeId::new(edge)).unwrap().clone();
            weighed.weight = weight.map(strength);
            both.apply(&Operation::UpdateEdge(weighed)).unwrap();
        }
        let same = [(2, 5), (3, 6)].map(|(first, second)| (node(first), node(second)));
        let merged = Merged::of(&both, &same.into());
        let edge = merged.graph.edge(EdgeId::new(2)).expect("the first edge stays");
        let (found, wanted) = (edge.weight.map(f64::from), mean);
        assert_eq!(found.is_some(), wanted.is_some(), "{weights:?}");
        assert!((found.unwrap_or(0.0) - wanted.unwrap_or(0.0)).abs() < 1e-12, "{weights:?}");
        assert!(merged.graph.edge(EdgeId::new(4)).is_none(), "two edges became one");
    }
}

#[test]
fn belief_rule_8_the_measures_follow_from_the_record() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let [first, .., last] = debate.snapshots() else { panic!("many rounds") };
    let near = |name: &str, wanted: f64| {
        let value = debate.metric(name).value;
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
    assert_eq!(debate.metric("convergence round").value, None, "it did not converge");
}

#[test]
fn belief_view_shows_every_thesis_and_every_revision() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let snapshots = debate.snapshots();
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
    for (round, ..) in revisions(&debate) {
        assert!(subjects.contains(&Subject::Round(round)), "round {round}");
    }
    let shown_alike =
        |revision: &Revision| score(revision.before.value()) == score(revision.after.value());
    let of_debate = revisions(&debate);
    let changes = of_debate.iter().filter(|(.., revision)| !shown_alike(revision)).count();
    let community = &super::left(&debate).community;
    assert_eq!((community.unmerged.len(), community.refused.len()), (1, 0));
    let shown = format!("{sections:?}");
    assert!(shown.contains("Pairs judged to say the same but kept apart"), "one was");
    assert!(!shown.contains("Relations left out"), "none was");
    let words = [
        ("Changed the strength of its thesis", changes),
        ("Kept its thesis", of_debate.len() - changes),
    ];
    for (words, expected) in words {
        assert_eq!(shown.matches(words).count(), expected, "{words}");
    }
    let merged = sections.iter().flat_map(|section| &section.blocks).find_map(|block| {
        if let Block::Outline(outline) = block {
            Some(outline).filter(|outline| outline.is_merged)
        } else {
            None
        }
    });
    let mut waiting: Vec<_> = merged.unwrap().entries.iter().collect();
    let mut nodes = BTreeSet::new();
    while let Some(entry) = waiting.pop() {
        nodes.insert(entry.node);
        waiting.extend(&entry.children);
    }
    assert_eq!(nodes, community.nodes.iter().map(|shared| shared.node).collect());
}

#[test]
fn belief_view_shows_how_plausible_each_persona_finds_each_statement() {
    let debate = debate("debate", 4, &[ADA, BEN]);
    let sections = belief(4).view(&History::new(debate.snapshots(), debate.outcome())).unwrap();
    let mut shown = sections.iter().map(|section| format!("{section:?}"));
    let caption = "All statements of the merged graph";
    let shown = shown.find(|shown| shown.contains(caption)).unwrap();
    let (_, table) = shown.split_once(caption).unwrap();
    for shared in &super::left(&debate).community.nodes {
        let scores = [ADA, BEN].map(|by| {
            let view = shared.views.iter().find(|view| view.persona.as_str() == by);
            view.unwrap().base_score
        });
        let mut rows = table.split("[Text([");
        let names = ["Merged", "Node"].map(|sort| format!("{sort}({:?})", shared.node));
        let row = rows.find(|row| names.iter().any(|name| row.starts_with(name)));
        let row = row.unwrap_or_else(|| panic!("{:?}", shared.node));
        let at = scores.map(|score| row.find(&format!("Score({:?})", score.value())));
        assert!(at[0].is_some() && at[1].is_some(), "{row}");
        if scores[0] != scores[1] {
            assert!(at[0] < at[1], "Ada comes first: {row}");
        }
    }
}
