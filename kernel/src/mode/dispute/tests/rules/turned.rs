//! Rule 3: what a turned stance takes along, and what a restated one keeps.

use serde_json::{Value, json};

use super::{Check, EMPTY, dispute, dropped, reason, stance, updated, with};
use crate::mode::tests::scripted::{ADA, BEN, Debate, run_edited};
use crate::vocabulary::{AxisId, NodeId, Side};

#[test]
fn dispute_rule_3_no_reply_attacks_what_was_given_up_with_a_turned_stance() {
    let late = with(reason("t6", "n3", BEN, "support"), "attacks", json!(["n9"]));
    let turned = json!({ "upsert_stances": [stance("t7", "n3", "yes")], "new_reasons": [late] });
    let debate = updated(&turned, Check::IsRefused);
    assert!(dropped(&debate)[0].contains("there is no reason `n9`"), "{:?}", dropped(&debate));
    let after = &debate.snapshots()[1].graph;
    assert_eq!(after.node(NodeId::new(5)).unwrap().side, Some(Side::Yes));
    assert!(after.node(NodeId::new(9)).is_none());
}

/// A debate in which both begin with a no on trade and are judged to say the same, until Ada turns
/// her stance, if she does. On the air both theses rest on one answer where `agree_on_air` says so.
fn after_agreement(turns: bool, agree_on_air: bool) -> Debate {
    run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        let (mut updates, mut compared) = (0, false);
        for line in lines.iter_mut() {
            let question = line["question"].as_str().unwrap().to_owned();
            let answer = &mut line["answer"];
            match question.as_str() {
                "opening" => {
                    answer["thesis"]["rests_on"][0]["side"] = "no".into();
                    if agree_on_air {
                        answer["thesis"]["rests_on"][1]["side"] = "yes".into();
                    }
                }
                "crystallize_disputes" => {
                    if updates == 0 {
                        for reason in answer["new_reasons"].as_array_mut().unwrap() {
                            reason["attacks"] = json!([]);
                        }
                        for held in answer["upsert_stances"].as_array_mut().unwrap() {
                            if held["dispute"] == "d1" {
                                held["side"] = "no".into();
                            }
                        }
                    } else {
                        *answer = serde_json::from_str(EMPTY).unwrap();
                    }
                    if turns && updates == 1 {
                        answer["upsert_stances"] = json!([stance("t7", "n3", "yes")]);
                    }
                    updates += 1;
                }
                "compare" if !compared => {
                    answer["groups"] = json!([{ "items": ["n5", "n6"] }]);
                    compared = true;
                }
                _ => {}
            }
        }
        if !turns {
            lines.pop();
        }
    })
}

#[test]
fn dispute_rule_3_a_persona_that_turns_a_stance_no_longer_agrees_with_the_old_one() {
    let debate = after_agreement(true, false);
    let endorsers = |at: usize, node| {
        let graph = &debate.snapshots()[at].graph;
        graph.node(NodeId::new(node)).unwrap().endorsers().len()
    };
    assert_eq!((endorsers(0, 5), endorsers(0, 6)), (2, 2), "both say no");
    let last = debate.snapshots().len() - 1;
    assert_eq!((endorsers(last, 5), endorsers(last, 6)), (1, 1), "one of them says yes now");
    assert_eq!(debate.graph().node(NodeId::new(5)).unwrap().side, Some(Side::Yes));
    let outcome = debate.outcome();
    let is_trade = |axis: &AxisId| axis.as_str() == "trade";
    let named = outcome.cruxes.iter().any(|crux| crux.axis.as_ref().is_some_and(is_trade));
    let idle = outcome.idle_disputes.iter().any(|idle| is_trade(&idle.axis) && !idle.is_verbal);
    assert!(named || idle, "it is disputed in substance");
}

#[test]
fn dispute_rule_3_a_turned_stance_takes_along_reasons_that_its_author_gave_elsewhere() {
    // Ben, who says no, denies Ada's yes before he concedes.
    let elsewhere = with(reason("t6", "n4", ADA, "attack"), "claim", json!("It is not so."));
    let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        let mut updates = 0;
        for line in lines.iter_mut().filter(|line| line["question"] == "crystallize_disputes") {
            updates += 1;
            if updates > 1 {
                line["answer"] = serde_json::from_str(EMPTY).unwrap();
            }
            match updates {
                2 => line["answer"]["new_reasons"] = json!([elsewhere]),
                3 => line["answer"]["upsert_stances"] = json!([stance("t8", "n4", "yes")]),
                _ => {}
            }
        }
    });
    let says = |at: usize| {
        let graph = &debate.snapshots()[at].graph;
        graph.nodes().any(|node| node.text == "It is not so.")
    };
    assert!(says(1), "the reason is in the graph");
    assert!(!says(2), "and is given up with the answer for which it speaks");
}

#[test]
fn dispute_rule_3_a_stance_that_is_restated_adds_its_sources_and_one_that_is_turned_keeps_no_old_ones()
 {
    let cites = |turn: &str, side: &str, sources: &[&str]| {
        let cited = sources.iter().map(|text| json!({ "text": text, "reference": null }));
        with(stance(turn, "n3", side), "evidence", cited.collect())
    };
    let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        let is_update = |line: &&mut Value| line["question"] == "crystallize_disputes";
        let mut updates = lines.iter_mut().filter(is_update);
        let first = updates.next().unwrap();
        first["answer"]["upsert_stances"][0]["evidence"] =
            json!([{ "text": "A count of 2019.", "reference": null }]);
        for (update, at) in updates.zip(0..) {
            update["answer"] = serde_json::from_str(EMPTY).unwrap();
            update["answer"]["upsert_stances"] = match at {
                0 => json!([cites("t7", "no", &["A count of 2019.", "A count of 2024."])]),
                1 => json!([cites("t8", "no", &[])]),
                _ => json!([]),
            };
        }
    });
    let sources = |at: usize| -> Vec<String> {
        let graph = &debate.snapshots()[at].graph;
        let evidence = &graph.node(NodeId::new(5)).unwrap().detail.evidence;
        evidence.iter().map(|source| source.text.clone()).collect()
    };
    assert_eq!(sources(0), ["A count of 2019."]);
    assert_eq!(sources(1), ["A count of 2019.", "A count of 2024."]);

    let turned = json!({ "upsert_stances": [cites("t7", "yes", &["A count of 2024."])] });
    let debate = updated(&turned, Check::Passes);
    let evidence = &debate.graph().node(NodeId::new(5)).unwrap().detail.evidence;
    assert_eq!(
        evidence.iter().map(|source| source.text.as_str()).collect::<Vec<_>>(),
        ["A count of 2024."]
    );
}

#[test]
fn dispute_rule_11_questions_on_which_all_agree_from_the_first_are_listed_once() {
    let agreed = |on_air: bool| {
        let debate = after_agreement(false, on_air);
        let questions = debate.outcome().common_ground.questions.iter();
        questions.map(|question| question.axis.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(agreed(false), ["trade"]);
    assert_eq!(agreed(true), ["trade", "air"], "in the order of the topic");
}
