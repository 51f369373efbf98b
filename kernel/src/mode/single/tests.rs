//! The rules of mode `single`, by number.
//!
//! 1. One call names the cruxes, the other disputes and the points of agreement. Without a usable
//!    answer the debate fails.
//! 2. The score of a crux is the answer's own estimate and says so; no counterfactual is computed.
//! 3. References to unknown statements, axes and personas are refused; an answer that was repaired
//!    counts.
//! 4. Theses on one side without a crux are a consensus; otherwise nothing is said of the relation
//!    of the positions where no crux is named.
//! 5. Agreement for which its holders cite opposite answers is listed as a sign of a fake
//!    consensus.
//! 6. A dispute in words only is not a crux, and is marked.
//! 7. A point that is the sentence of a listed question is agreement on the question, where each
//!    holder cites statements for that answer.

use serde_json::json;

use crate::graph::NodeKind;
use crate::mode::{Mode, Single};
use crate::record::{Act, CallFault, FoundBy, Regime, StopReason};

use crate::mode::tests::scripted::{ADA, BEN, CLEO, Debate, golden, run_edited};

fn debate(case: &str) -> Debate {
    golden(case, &Mode::Single(Single { cruxes: 2, ..Single::default() }), &[ADA, BEN, CLEO])
}

#[test]
fn single_rule_1_one_answer_becomes_cruxes_and_common_ground() {
    let debate = debate("answer");
    assert_eq!(debate.outcome().stop.reason, StopReason::Converged);
    assert_eq!(debate.outcome().regime, Regime::Partial);
    assert_eq!(debate.outcome().cruxes.len(), 2);
    assert_eq!(debate.outcome().common_ground.agreed.len(), 1);
    assert_eq!(debate.outcome().usage.calls, 1);
}

#[test]
fn single_rule_2_scores_are_the_estimates_of_the_answer() {
    for weights in [[0.9, 0.1], [0.7, 0.7], [1.0, 0.0]] {
        let mode = Mode::Single(Single { cruxes: 2, ..Single::default() });
        let debate = run_edited("answer", &mode, &[ADA, BEN, CLEO], |lines| {
            for (number, weight) in weights.into_iter().enumerate() {
                lines[0]["answer"]["cruxes"][number]["weight"] = weight.into();
            }
        });
        let cruxes = &debate.outcome().cruxes;
        let scores: Vec<f64> = cruxes.iter().map(|crux| crux.score.value.value()).collect();
        assert_eq!(scores, weights);
        for crux in cruxes {
            assert_eq!((crux.found, &crux.counterfactual), (FoundBy::Proposed, &None));
            assert!(crux.score.rule.contains("as the answer estimates it"), "{}", crux.score.rule);
        }
    }
}

#[test]
fn single_rule_1_without_an_answer_it_fails() {
    let debate = debate("fails");
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
    assert_eq!(debate.outcome().regime, Regime::Undetermined);
}

#[test]
fn single_rule_3_references_to_unknown_statements_are_refused() {
    let debate = debate("bad-references");
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
    let call = &debate.snapshots()[0].calls[0];
    let Some(CallFault::Unusable(faults)) = &call.fault else { panic!("{:?}", call.fault) };
    assert_eq!(
        faults.as_slice(),
        [
            "ben: there is no excerpt `ada-first`",
            "crux “Will the shops lose custom?”: the topic has no axis `noise`",
            "there is no persona `eve`",
        ]
    );
}

#[test]
fn single_rule_3_a_repaired_answer_counts() {
    let debate = debate("repaired");
    assert_eq!(debate.outcome().usage.repairs, 1);
    assert_eq!(debate.outcome().usage.calls, 2);
    assert_eq!(debate.outcome().regime, Regime::Polarized);
    let turns = &debate.snapshots()[0].turns;
    for turn in turns {
        let node = debate.snapshots()[0].graph.node(turn.node.unwrap()).unwrap();
        let act = if node.kind == NodeKind::Question { Act::Ask } else { Act::Assert };
        assert_eq!(turn.act, act, "{}", turn.text);
    }
}

#[test]
fn single_rule_4_theses_on_one_side_without_a_crux_are_a_consensus() {
    let mode = Mode::Single(Single { cruxes: 2, ..Single::default() });
    let debate = run_edited("consensus", &mode, &[ADA, CLEO], |lines| {
        lines[0]["answer"]["common_ground"][0]["holders"][1] =
            serde_json::json!({"persona": "cleo", "excerpts": ["cleo-second"]});
    });
    assert_eq!(debate.outcome().regime, Regime::Consensus);
    assert_eq!(debate.outcome().theses.len(), 2);
}

#[test]
fn single_rule_4_opposed_theses_without_a_crux_are_undetermined_whatever_is_agreed() {
    let debate = debate("consensus");
    assert_eq!(debate.outcome().common_ground.agreed.len(), 1);
    assert_eq!(debate.outcome().regime, Regime::Undetermined);
    let sentence = &debate.outcome().regime_sentence;
    assert!(sentence.starts_with("The theses oppose each other"), "{sentence}");
}

#[test]
fn single_rule_5_agreement_shown_by_opposite_statements_is_not_a_consensus() {
    let debate = debate("fake-consensus");
    let [found] = debate.outcome().fake_consensus.as_slice() else { panic!("one pair") };
    assert_eq!(found.why, "They answer “Will the shops lose custom?” in opposite ways.");
    let graph = &debate.snapshots()[0].graph;
    let text = |id| graph.node(id).unwrap().text.as_str();
    assert_eq!(
        [text(found.first), text(found.second)],
        ["What ada-on-trade says.", "What ben-on-trade says."]
    );
    let agreed = &debate.outcome().common_ground.agreed;
    let texts: Vec<&str> = agreed.iter().map(|point| point.text.as_str()).collect();
    assert_eq!(texts, ["The trial should be counted."], "a point is in one list only");
    assert_eq!(debate.outcome().regime, Regime::Undetermined);
}

#[test]
fn single_rule_4_nothing_either_way_is_undetermined() {
    assert_eq!(debate("undetermined").outcome().regime, Regime::Undetermined);
}

#[test]
fn single_rule_6_a_dispute_in_words_only_is_marked_and_no_crux() {
    let mode = Mode::Single(Single { cruxes: 2, ..Single::default() });
    let idle = |verbal: bool| {
        let debate = run_edited("answer", &mode, &[ADA, BEN, CLEO], |lines| {
            let answer = &mut lines[0]["answer"];
            let mut crux = answer["cruxes"][0].take();
            answer["cruxes"].as_array_mut().expect("the cruxes are a list").remove(0);
            let (axis, positions) = (crux["axis"].take(), crux["positions"].take());
            let dispute = json!({ "axis": axis, "verbal": verbal, "positions": positions });
            answer["idle_disputes"] = json!([dispute]);
        });
        let outcome = debate.outcome();
        assert_eq!((outcome.cruxes.len(), outcome.idle_disputes.len()), (1, 1));
        outcome.idle_disputes[0].is_verbal
    };
    assert!(idle(true));
    assert!(!idle(false));
}

#[test]
fn single_rule_7_the_sentence_of_a_question_is_agreed_where_each_holder_cites_statements_for_it() {
    let mode = Mode::Single(Single { cruxes: 2, ..Single::default() });
    let agreed = |sentence: &str, of_ada: &[&str], other: &str| {
        let debate = run_edited("consensus", &mode, &[ADA, BEN, CLEO], |lines| {
            let excerpts = [format!("{other}-on-trade")];
            lines[0]["answer"]["common_ground"][0] = json!({ "statement": sentence, "holders": [
                { "persona": ADA, "excerpts": of_ada }, { "persona": other, "excerpts": excerpts },
            ] });
        });
        let questions = debate.outcome().common_ground.questions.iter();
        let texts = questions.flat_map(|question| &question.answers).map(|it| it.text.clone());
        texts.collect::<Vec<String>>()
    };
    let own = ["What ada-on-trade says.", "What cleo-on-trade says."];
    assert_eq!(agreed("It will.", &["ada-first", "ada-on-trade"], CLEO), own);
    assert_eq!(agreed("It will.", &["ada-first"], CLEO), [""; 0], "it is about something else");
    assert_eq!(agreed("It will.", &["ada-on-trade"], BEN), [""; 0], "Ben says that it will not");
    assert_eq!(agreed("It will not.", &["ada-on-trade"], CLEO), [""; 0], "both say that it will");
    assert_eq!(agreed("It may.", &["ada-on-trade"], CLEO), [""; 0], "another sentence");
}
