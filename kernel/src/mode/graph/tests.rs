//! Mode `graph`.

mod rules;

use serde_json::json;

use crate::graph::NodeKind;
use crate::mode::graph::events::GraphConvergence;
use crate::mode::{Graph, Mode};
use crate::record::{Act, CallFault, Event, Fate, FoundBy, Regime, Snapshot, StopReason};

use crate::mode::tests::scripted::{
    ADA, BEN, CLEO, DAN, Debate, golden, golden_on, run_edited, topic,
};
use crate::vocabulary::{AxisId, NodeId, Topic};

fn graph(max_rounds: u32) -> Mode {
    Mode::Graph(Graph { max_rounds, ..Graph::default() })
}

fn debate(case: &str, max_rounds: u32, personas: &[&str]) -> Debate {
    golden(case, &graph(max_rounds), personas)
}

fn fates(snapshot: &Snapshot) -> Vec<&Fate> {
    let attacks = snapshot.turns.iter().filter(|turn| turn.act == Act::Attack);
    attacks.map(|turn| &turn.fate).collect()
}

#[test]
fn a_whole_debate() {
    let debate = debate("debate", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 3));
    assert_eq!(debate.outcome().regime, Regime::Partial);
    assert_eq!(debate.outcome().usage.repairs, 1);
    assert_eq!(debate.outcome().usage.dropped, 3);
    let rounds = debate.snapshots();
    let count =
        |of: fn(&Fate) -> bool| rounds.iter().flat_map(fates).filter(|fate| of(fate)).count();
    assert_eq!(count(|fate| matches!(fate, Fate::Corrected(_))), 2);
    assert_eq!(count(|fate| matches!(fate, Fate::Rejected(_))), 1);
    assert_eq!(count(|fate| matches!(fate, Fate::Duplicate(_))), 1);
    assert_eq!(count(|fate| matches!(fate, Fate::Dropped(_))), 3);
    let [agreed] = debate.outcome().common_ground.agreed.as_slice() else { panic!("one point") };
    let wordings: Vec<u32> = agreed.wordings().map(NodeId::number).collect();
    assert_eq!(wordings, [2, 6], "what both personas grant is one point in two wordings");
    assert_eq!((debate.asked("decompose"), debate.asked("compare")), (0, 1));
    let found: Vec<FoundBy> = debate.outcome().cruxes.iter().map(|crux| crux.found).collect();
    assert!(!found.is_empty() && found.iter().all(|found| *found == FoundBy::Load));
}

#[test]
fn graph_rule_2_where_the_repair_fails_too_the_first_answer_counts_without_its_wrong_attacks() {
    let debate = run_edited("debate", &graph(1), &[ADA, BEN], |lines| {
        lines[5]["answer"] = json!({});
        lines.truncate(7);
    });
    let mut calls = debate.snapshots()[1].calls.iter();
    let call = calls.find(|call| !call.repaired.is_empty()).expect("an answer was sent back");
    let repair_fault = call.repair_fault.as_ref().map(ToString::to_string);
    assert!(repair_fault.is_some_and(|fault| fault.contains("missing field")));
    assert_eq!((call.fault.as_ref(), call.unanswered()), (None, None));
    assert!(call.dropped.iter().any(|why| why.contains("1.7 is not in [0, 1]")), "{call:?}");
}

#[test]
fn graph_rule_7_it_stops_when_no_persona_attacks() {
    let debate = debate("no-attacks", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 1));
    assert_eq!(
        debate.outcome().regime,
        Regime::Undetermined,
        "opposite theses are not a consensus"
    );
    assert!(debate.snapshots()[1].calls.iter().all(|call| call.question != "validate"));
    assert_eq!(debate.asked("compare"), 1, "after the opening there is nothing new to compare");
}

#[test]
fn graph_rule_7_it_stops_where_every_attack_is_rejected() {
    let debate = debate("all-rejected", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 1));
    assert_eq!(debate.outcome().common_ground.unchallenged.len(), 4);
    let nodes = debate.snapshots()[1].graph.nodes().len();
    assert_eq!(nodes, 6, "the counter-argument of a rejected attack stays outside");
}

#[test]
fn graph_rule_7_it_stops_where_the_labels_of_earlier_arguments_stay_for_two_rounds() {
    let debate = debate("labels-stay", 5, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Converged, 3));
    let checks = debate.reported::<GraphConvergence>().into_iter();
    let unchanged: Vec<bool> = checks.map(|check| check.unchanged).collect();
    assert_eq!(unchanged, [false, true, true]);
}

#[test]
fn graph_rule_2_a_failed_call_is_silence_and_the_debate_goes_on() {
    let debate = debate("silence", 2, &[ADA, BEN, CLEO]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 2));
    let silent = |round: usize| -> Vec<String> {
        let turns = debate.snapshots()[round].turns.iter();
        let silent = turns.filter(|turn| turn.act == Act::Silence);
        silent.map(|turn| turn.speaker.clone().unwrap().to_string()).collect()
    };
    assert_eq!([silent(0), silent(1), silent(2)], [vec![CLEO], vec![BEN], vec![]]);
    assert_eq!(debate.outcome().usage.failed, 2);
}

#[test]
fn graph_rule_8_a_persona_that_never_speaks_agrees_to_nothing() {
    let debate = debate("never-speaks", 2, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 2), "a failed call is not a lack of moves");
    assert_eq!(debate.outcome().regime, Regime::Undetermined);
    assert_eq!(debate.outcome().common_ground.unchallenged, []);
    assert_eq!(debate.outcome().common_ground.untested.len(), 2);
}

#[test]
fn graph_rule_2_it_fails_when_no_persona_can_attack() {
    let debate = debate("attacks-fail", 3, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Failed, 0));
    assert_eq!(debate.snapshots()[1].title, "Failed");
    let silent = debate.snapshots()[1].turns.iter().filter(|t| t.act == Act::Silence);
    assert_eq!(silent.count(), 2);
}

#[test]
fn graph_rule_3_without_a_verdict_no_attack_enters_the_graph_and_the_debate_goes_on() {
    let debate = debate("judge-fails", 2, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 2), "a lost round is not a lack of moves");
    let [_, first, lost] = debate.snapshots() else { panic!("two rounds") };
    assert_eq!(first.graph, lost.graph);
    assert!(fates(lost).iter().all(|fate| matches!(fate, Fate::Failed(_))));
    let judged = lost.calls.iter().filter(|call| call.question == "validate");
    let judged: Vec<bool> = judged.map(|call| call.fault.is_none()).collect();
    assert_eq!(judged, [false]);
    assert!(debate.events.iter().any(|event| matches!(event, Event::CallFailed { .. })));
}

#[test]
fn graph_rule_3_a_judge_without_a_usable_answer_is_asked_once_more() {
    let debate = run_edited("judge-fails", &graph(2), &[ADA, BEN], |lines| {
        let mut judged = lines.iter().find(|line| line["question"] == "validate").unwrap().clone();
        judged["answer"]["verdicts"][0]["attack"] = "t8".into();
        let unusable = json!({ "question": "validate", "answer": {} });
        let failed = lines.iter().position(|line| !line["fault"].is_null()).unwrap();
        lines.splice(failed..=failed, [unusable.clone(), unusable, judged]);
        // Ada's argument is defeated now, so there is nothing new to compare at the end.
        lines.pop();
    });
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 2));
    let [_, _, second] = debate.snapshots() else { panic!("two rounds") };
    assert!(!fates(second).is_empty());
    assert!(fates(second).iter().all(|fate| !matches!(fate, Fate::Failed(_))), "all are judged");
    let judge = second.calls.iter().find(|call| call.question == "validate").unwrap();
    assert_eq!((judge.requests.len(), judge.replaced.len()), (3, 1), "the repair is the second");
    assert_eq!((judge.fault.as_ref(), debate.outcome().usage.failed), (None, 0));
}

#[test]
fn graph_rule_8_a_failed_comparison_fails_nothing_and_its_pairs_count_as_not_judged() {
    let debate = debate("compare-fails", 1, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 1));
    let usage = debate.outcome().usage;
    assert_eq!((usage.failed, usage.not_judged > 0), (2, true));
    assert!(debate.outcome().common_ground.agreed.is_empty(), "nothing unjudged is agreed");
    let compared = debate.calls();
    let faults =
        compared.filter(|call| call.question == "compare").map(|call| call.fault.is_some());
    assert_eq!(faults.collect::<Vec<_>>(), [true, true], "after the opening and at the end");
}

#[test]
fn an_answer_that_fails_its_check_twice_is_a_typed_fault() {
    let debate = debate("unusable", 1, &[ADA, BEN]);
    let calls = debate.calls();
    let faults: Vec<&CallFault> = calls.filter_map(|call| call.fault.as_ref()).collect();
    assert!(matches!(faults.as_slice(), [CallFault::Unusable(faults)] if faults.len() == 2));
    assert_eq!(debate.outcome().usage.repairs, 1);
    assert_eq!(debate.outcome().usage.failed, 1);
}

#[test]
fn graph_rule_8_one_side_may_be_left_without_an_argument() {
    let debate = debate("one-sided", 1, &[ADA, BEN]);
    assert_eq!(debate.outcome().regime, Regime::OneSided);
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("Ben gives nothing up") };
    let refuted: Vec<_> = crux.positions.iter().map(|held| held.refuted_by).collect();
    assert_eq!(refuted, [None, Some(NodeId::new(7))], "the argument that defeated Ben's");
    let [ada, ben] = debate.outcome().ledgers.as_slice() else { panic!("two ledgers") };
    assert_eq!((ada.accepted.len(), ada.rejected.len()), (3, 0));
    assert_eq!((ben.accepted.len(), ben.rejected.len()), (0, 2));
    assert!(ben.rejected.iter().all(|entry| entry.defeated_by.is_some()));
    assert_eq!(debate.outcome().flips[0].counter, "Counts elsewhere were of one sort of shop.");
}

#[test]
fn graph_rule_5_opposite_sides_of_one_axis_are_never_both_accepted() {
    let debate = debate("opposite-sides", 1, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 1));
    let semantics = debate.snapshots()[1].semantics.as_ref().unwrap();
    let numbers =
        |nodes: &[NodeId]| -> Vec<u32> { nodes.iter().copied().map(NodeId::number).collect() };
    assert_eq!(numbers(&semantics.accepted), [3, 6], "the arguments that answer no axis");
    assert_eq!(numbers(&semantics.undecided), [1, 2, 4, 5], "nothing attacked them by an edge");
    assert_eq!(debate.snapshots()[1].graph.edges().len(), 0);
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
    assert_eq!(crux.axis.as_ref().map(AxisId::as_str), Some("trade"));
    assert_eq!(debate.outcome().regime, Regime::Polarized);
}

#[test]
fn graph_rule_8_accepted_arguments_that_were_judged_opposed_are_listed_as_a_fake_consensus() {
    let debate = debate("opposite-sides", 1, &[ADA, BEN]);
    let listed = debate.outcome().fake_consensus.iter();
    let listed: Vec<_> = listed.map(|c| (c.first.number(), c.second.number())).collect();
    assert_eq!(listed, [(3, 6)]);
}

#[test]
fn graph_rule_0_a_topic_without_axes_is_split_into_propositions_that_may_be_cruxes() {
    let topic = Topic { axes: vec![], ..topic() };
    let debate = golden_on("without-axes", &graph(1), &[ADA, BEN], &topic);
    assert_eq!(debate.outcome().claims.len(), 2);
    assert_eq!(debate.asked("decompose"), 1);
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
    assert_eq!(crux.question, "True or false: The shops will lose custom.");
    assert_eq!(crux.settling_question, crux.question);
    assert_eq!(debate.outcome().resolution[0].settles, None);
}

#[test]
fn graph_rule_8_what_is_judged_the_same_is_agreed() {
    let debate = debate("agreed", 1, &[ADA, CLEO]);
    let [agreed] = debate.outcome().common_ground.agreed.as_slice() else { panic!("one point") };
    assert_eq!((agreed.wordings().count(), agreed.endorsed_by.len()), (2, 2));
    assert_eq!(debate.outcome().regime, Regime::Consensus);
}

#[test]
fn four_personas_and_three_rounds_take_twenty_one_calls() {
    let debate = debate("four", 3, &[ADA, BEN, CLEO, DAN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 3));
    assert_eq!(debate.outcome().usage.calls, 21, "the topic has axes and is not split");
    let count = |kind| debate.graph().nodes().filter(|node| node.kind == kind).count();
    assert_eq!((count(NodeKind::Thesis), count(NodeKind::Argument)), (4, 20));
}
