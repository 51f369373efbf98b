//! Rules 7 and 8: relations between readings, and their order.

use serde_json::json;

use super::{WORDS, branch, passage};
use crate::graph::{Edge, Graph, Node, NodeKind, Operation, Relation};
use crate::mode::dialectic::order::{comes_after, linearized};
use crate::mode::dialectic::questions::answered::Verdict;
use crate::mode::dialectic::tests::{Lines, dialectic, ended, readings};
use crate::mode::tests::scripted::{ADA, BEN, Debate};
use crate::record::ReadingKind;
use crate::vocabulary::{EdgeId, NodeId, Probability};

/// A passage with two branches that end as an impasse and as a synthesis. Each has a claim on
/// trade, `sides` says which; `answers` are those of Ben and then Ada in the impasse, after her
/// claim.
fn two_branches(sides: [&str; 2], tags: [&[&str]; 2], answers: [&str; 2]) -> Debate {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[("Who weighs iron?", 0.9), ("Who buys salt?", 0.8)]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    // The turns of the first branch are t14 to t17, those of the second t19 to t22.
    lines.says(ADA, "claim", None, "First.", sides[0], &[]);
    lines.says(BEN, "claim", None, "Second.", answers[0], &[]);
    lines.says(ADA, "claim", None, "Third.", answers[1], &[]);
    lines.says(BEN, "claim", None, "It is irreconcilable.", "", &[]);
    lines.summary("iron", tags[0], &[("t14", "First.")]);
    lines.says(ADA, "claim", None, "Fifth.", "", &[]);
    lines.says(BEN, "claim", None, "Sixth.", sides[1], &[]);
    lines.says(ADA, "claim", None, "Seventh.", "", &[]);
    lines.says(BEN, "claim", None, "We agree.", "", &[]);
    lines.summary("salt", tags[1], &[("t20", "Sixth.")]);
    lines.compared();
    lines.run(&dialectic(1))
}

/// The relations between readings, with the topics of the readings.
fn relations(debate: &Debate) -> Vec<String> {
    let readings = readings(debate);
    let topic = |node| {
        readings.iter().find(|reading| reading.node == node).map(|reading| reading.topic.clone())
    };
    let graph = debate.graph();
    let shown = graph.edges().filter_map(|edge| {
        Some(format!("{} {} {}", topic(edge.from)?, edge.relation.verb(), topic(edge.to)?))
    });
    shown.collect()
}

#[test]
fn dialectic_rule_7_readings_whose_standing_claims_exclude_each_other_contradict() {
    let tags: [&[&str]; 2] = [&["a", "b", "c"], &["a", "b", "d"]];
    let found = relations(&two_branches(["trade+", "trade-"], tags, ["", ""]));
    let branches = ["iron branches from the street", "salt branches from the street"];
    assert_eq!(found, [branches[0], branches[1], "salt contradicts iron"]);
    let contested = relations(&two_branches(["trade+", "trade-"], tags, ["trade-", ""]));
    assert_eq!(contested, branches, "a contested claim does not hold");
    let one_tag: [&[&str]; 2] = [&["a", "b", "c"], &["a", "e", "d"]];
    assert_eq!(relations(&two_branches(["trade+", "trade-"], one_tag, ["", ""])), branches);
    assert_eq!(relations(&two_branches(["trade+", "trade+"], tags, ["", ""])), branches);
}

#[test]
fn dialectic_rule_7_a_debate_that_stayed_open_contradicts_no_other_reading() {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[("Who weighs iron?", 0.9), ("Who buys salt?", 0.8)]);
    lines.summary("the street", &["p", "q", "r"], &[]);
    lines.says(ADA, "claim", None, "First.", "trade+", &[]);
    for (by, text) in [(BEN, "Second."), (ADA, "Third."), (BEN, "It is irreconcilable.")] {
        lines.says(by, "claim", None, text, "", &[]);
    }
    lines.summary("iron", &["a", "b", "c"], &[("t14", "First.")]);
    for (at, text) in WORDS[6..].iter().enumerate() {
        lines.says(
            [ADA, BEN][at % 2],
            "claim",
            None,
            text,
            if at == 1 { "trade-" } else { "" },
            &[],
        );
    }
    (0..2).for_each(|_| lines.judged(Verdict::Open));
    lines.summary("salt", &["a", "b", "d"], &[("t20", WORDS[7])]);
    lines.compared();
    let debate = lines.run(&dialectic(1));
    assert_eq!(readings(&debate)[2].kind, ReadingKind::Exploration);
    let branches = ["iron branches from the street", "salt branches from the street"];
    assert_eq!(relations(&debate), branches);
}

#[test]
fn dialectic_rule_9_the_card_of_a_crux_names_contradictions_of_any_reading_that_disputes_it() {
    let tags: [&[&str]; 2] = [&["a", "b", "c"], &["a", "b", "d"]];
    let debate = two_branches(["trade+", "trade-"], tags, ["air-", "air+"]);
    let sections = debate.sections(&dialectic(1));
    let met = sections.iter().filter(|section| section.id == "met");
    let met: Vec<String> = met.map(|section| format!("{:?}", section.blocks)).collect();
    let [on_air] = met.as_slice() else { panic!("one of the questions is disputed: {met:?}") };
    assert!(on_air.contains("Left as a contradiction"), "it is about trade: {on_air}");
}

#[test]
fn dialectic_rule_7_claims_of_one_reader_are_not_compared() {
    let compared = |second: &str| {
        let mut lines = Lines::new();
        passage(&mut lines, &WORDS[..6], &[]);
        let at = WORDS.iter().position(|word| *word == second).unwrap();
        let claims = [("t5", WORDS[0]), (&format!("t{}", 5 + at), second)];
        lines.summary("the street", &["p", "q", "r"], &claims);
        if at % 2 == 1 {
            lines.compared();
        }
        lines.run(&dialectic(1)).asked("compare")
    };
    assert_eq!(compared(WORDS[2]), 1, "both are Ada’s: only what the theses rest on is compared");
    assert_eq!(compared(WORDS[3]), 2);
}

#[test]
fn dialectic_rule_7_a_single_new_claim_is_compared_with_the_claims_of_earlier_readings() {
    let mut lines = Lines::new();
    passage(&mut lines, &WORDS[..6], &[]);
    lines.summary("the street", &["p", "q", "r"], &[("t5", WORDS[0])]);
    passage(&mut lines, &WORDS[6..], &[]);
    lines.summary("the wind", &["s", "t", "u"], &[("t13", WORDS[7])]);
    lines.compared();
    let debate = lines.run(&dialectic(2));
    assert_eq!(debate.asked("compare"), 2, "the other call is about what the theses rest on");
}

#[test]
fn dialectic_rule_7_a_turn_that_relies_on_a_claim_supports_its_own_claim_with_it_once() {
    let mut lines = Lines::new();
    lines.says(ADA, "claim", None, "Shops gain.", "", &[]);
    lines.says(BEN, "claim", None, "Shops lose.", "", &[]);
    lines.says(ADA, "claim", None, "Rents rise.", "", &[]);
    lines.says(BEN, "claim", None, "Feet buy.", "", &["t5"]);
    lines.says(ADA, "claim", None, "Shops gain.", "", &["t5"]);
    lines.says(BEN, "claim", None, "Feet buy.", "", &["t5"]);
    (0..5).for_each(|_| lines.raises(&[]));
    lines.summary("the street", &["p", "q", "r"], &[]);
    let debate = lines.run(&dialectic(1));
    assert_eq!(debate.dropped(), [""; 0]);
    let text = |id| debate.graph().node(id).unwrap().text.as_str();
    let supports = debate.graph().edges().filter(|edge| edge.relation == Relation::Support);
    let supports: Vec<(&str, &str)> =
        supports.map(|edge| (text(edge.from), text(edge.to))).collect();
    assert_eq!(supports, [("Shops gain.", "Feet buy.")], "no claim supports itself");
}

#[test]
fn dialectic_rule_7_a_later_reading_with_three_shared_tags_elaborates_an_earlier_one_unless_they_are_joined()
 {
    let same: [&[&str]; 2] = [&["p", "q", "r"], &["p", "q", "r"]];
    let found = relations(&two_branches(["trade+", "trade+"], same, ["", ""]));
    let expected =
        ["iron branches from the street", "salt branches from the street", "salt elaborates iron"];
    assert_eq!(found, expected, "a branch does not also elaborate the debate from which it comes");
    let found = relations(&two_branches(["trade+", "trade-"], same, ["", ""]));
    assert_eq!(found[2..], ["salt contradicts iron"]);
}

/// Three branches about the same words, with the relations that the call names; their nodes are
/// n16, n23 and n30.
fn three_branches(related: &[(&str, &str, &str)]) -> Debate {
    let mut lines = Lines::new();
    let asked = [("Who weighs iron?", 0.9), ("Who paints tin?", 0.8), ("Who buys salt?", 0.7)];
    passage(&mut lines, &WORDS[..6], &asked);
    lines.summary("the street", &["p", "q", "r"], &[]);
    for (number, about) in ["old iron", "old tin", "old salt"].iter().enumerate() {
        let words: Vec<String> = WORDS[6..].iter().map(|word| format!("{word} {number}")).collect();
        branch(&mut lines, &words.iter().map(String::as_str).collect::<Vec<_>>());
        let tags = ["x", "y", &format!("z{number}")].map(str::to_owned);
        lines.summary(about, &tags.each_ref().map(String::as_str), &[]);
    }
    lines.related(related);
    lines.run(&dialectic(1))
}

#[test]
fn dialectic_rule_7_one_call_finds_the_other_relations_with_their_confidence() {
    let debate = three_branches(&[
        ("n16", "analogy", "n23"),
        ("n30", "applies_to", "n16"),
        ("n30", "supports", "n23"),
    ]);
    let expected = [
        "old iron is analogous to old tin",
        "old salt applies to old iron",
        "old salt supports old tin",
    ];
    assert_eq!(relations(&debate)[3..], expected);
    let graph = debate.graph();
    let sure = graph.edges().filter_map(|edge| edge.confidence).map(Probability::value);
    assert_eq!(sure.collect::<Vec<_>>(), [0.7; 3]);
}

#[test]
fn dialectic_rule_7_a_pair_is_asked_about_from_an_overlap_of_03() {
    let first = ["iron", "salt", "rope", "lamp", "fog", "stone", "glass", "paper", "silk", "coal"];
    let second = ["oak", "elm", "fern", "moss", "clay", "sand", "chalk", "slate", "wool", "hemp"];
    let asked = |common: usize, of: usize| {
        let mut lines = Lines::new();
        let mut read = |words: &[&str]| {
            passage(&mut lines, &WORDS[..6], &[]);
            let (topic, tags) = (words.join(" "), &words[words.len() - 3..]);
            let none: [&str; 0] = [];
            lines.add("summarize", None, &json!({ "topic": topic, "resolution": topic, "label": "L", "tags": tags, "claims": none }));
        };
        read(&first[..of]);
        read(&[&first[..common], &second[..of - common]].concat());
        if common * 10 >= 3 * of {
            lines.related(&[]);
        }
        lines.run(&dialectic(2)).asked("relate")
    };
    assert_eq!(asked(3, 10), 1, "0.3");
    assert_eq!(asked(2, 7), 0, "0.286");
}

#[test]
fn dialectic_rule_7_no_reading_is_related_to_itself_and_no_pair_twice() {
    let debate = three_branches(&[
        ("n23", "supports", "n16"),
        ("n23", "requires", "n16"),
        ("n16", "supports", "n23"),
    ]);
    assert_eq!(relations(&debate)[3..], ["old tin supports old iron"]);
    assert_eq!(ended(&debate).refused.len(), 2);
    let graph = debate.graph();
    assert!(graph.edges().all(|edge| edge.from != edge.to));
}

#[test]
fn dialectic_rule_8_a_requirement_that_creates_a_cycle_is_refused_and_counted() {
    let debate = three_branches(&[
        ("n16", "requires", "n23"),
        ("n23", "requires", "n30"),
        ("n30", "requires", "n16"),
    ]);
    assert_eq!(relations(&debate)[3..], ["old iron requires old tin", "old tin requires old salt"]);
    assert_eq!(ended(&debate).refused, ["That n30 requires n16 would create a cycle."]);
    assert_eq!(debate.metric("refused relations").value, Some(1.0));
    let graph = debate.graph();
    let order: Vec<u32> = linearized(graph).into_iter().map(NodeId::number).collect();
    assert_eq!(order, [9, 30, 23, 16], "what is required comes first, whatever its age");
}

#[test]
fn dialectic_rule_8_of_readings_that_may_come_next_the_oldest_comes_first() {
    let mut graph = Graph::default();
    for number in 1..=5 {
        let node = Node::new(NodeId::new(number), NodeKind::Reading, "");
        graph.apply(&Operation::AddNode(Box::new(node))).unwrap();
    }
    let edges = [
        (2, 4, Relation::Requires),
        (3, 2, Relation::BranchesFrom),
        (1, 5, Relation::Elaborates),
        (1, 2, Relation::Contradicts),
    ];
    for ((from, to, relation), number) in edges.into_iter().zip(1..) {
        let edge = Edge::new(EdgeId::new(number), NodeId::new(from), NodeId::new(to), relation);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
    }
    let order: Vec<u32> = linearized(&graph).into_iter().map(NodeId::number).collect();
    assert_eq!(order, [1, 4, 2, 3, 5]);
    let after = |later, earlier| comes_after(&graph, NodeId::new(later), NodeId::new(earlier));
    assert!(after(3, 4), "through another one");
    assert!(!after(4, 3) && !after(1, 5), "only branches and requirements count");
}
