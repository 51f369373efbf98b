//! Rules 3, 6 and 11: the words of a stance, and a stance that contradicts the own thesis.

use serde_json::{Value, json};

use super::{EMPTY, at_the_end, dispute, stance, with};
use crate::mode::dispute::disputes::disputes;
use crate::mode::tests::scripted::{ADA, BEN, run_edited};
use crate::record::ConcessionKind;
use crate::vocabulary::NodeId;

#[test]
fn dispute_rule_3_a_stance_that_is_reworded_keeps_what_it_rests_on() {
    let reworded = |cites: &[&str]| {
        run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
            let is_update = |line: &&mut Value| line["question"] == "crystallize_disputes";
            let mut updates = lines.iter_mut().filter(is_update);
            let first = &mut updates.next().unwrap()["answer"]["upsert_stances"][0];
            let rests_on = json!([{ "text": "The air is clean.", "axis": "air", "side": "yes" }]);
            (first["rests_on"], first["excerpts"]) = (rests_on, json!(cites));
            for update in updates {
                update["answer"] = serde_json::from_str(EMPTY).unwrap();
            }
            lines[7]["answer"]["upsert_stances"] = json!([stance("t7", "n3", "no")]);
            lines.pop();
        })
    };
    let debate = reworded(&[]);
    let stance = debate.graph().node(NodeId::new(5)).unwrap();
    let detail = &stance.detail;
    assert_eq!((stance.text.as_str(), detail.premises.len()), ("A stance.", 1));
    assert_eq!(detail.asserts.len(), 1);
    let in_part = [ConcessionKind::Partial];
    assert_eq!(debate.conceded(), in_part, "what it had said is taken back in part");
    let conceded = reworded(&["ada-on-trade"]).conceded();
    assert_eq!(conceded, in_part, "and so is what it had written");
}

#[test]
fn dispute_rule_6_a_side_that_a_thesis_takes_is_in_its_words_and_not_in_those_of_a_stance() {
    let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
        let rests_on = json!([{ "text": "The air stays.", "axis": "air", "side": "no" }]);
        lines[2]["answer"]["upsert_stances"][1]["rests_on"] = rests_on;
    });
    let opening = &debate.snapshots()[0].graph;
    let on_air = disputes(opening)[1].stance_of(&BEN.parse().unwrap()).unwrap();
    assert_eq!(on_air.text, "Because of air, says ben.");
}

#[test]
fn dispute_rule_11_who_contradicts_the_own_thesis_without_a_concession_agrees_with_no_persona() {
    let elsewhere = with(stance("t7", "n3", "no"), "qualifier", json!("In the rain."));
    for second in [json!([]), json!([elsewhere])] {
        let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
            let is_update = |line: &&mut Value| line["question"] == "crystallize_disputes";
            let mut updates = lines.iter_mut().filter(is_update);
            let stances = &mut updates.next().unwrap()["answer"]["upsert_stances"];
            stances.as_array_mut().unwrap().push(stance("t3", "d2", "yes"));
            for update in updates {
                update["answer"] = serde_json::from_str(EMPTY).unwrap();
            }
            lines[7]["answer"]["upsert_stances"] = second.clone();
            lines.pop();
        });
        let air = "Will the air get much cleaner? yes: ada ben; no: ; Agreed(Yes)";
        let at_the_end = at_the_end(&debate);
        assert!(at_the_end.contains(&air.to_owned()), "the stances agree: {at_the_end:?}");
        let conceded = debate.conceded().len();
        assert_eq!(conceded, second.as_array().unwrap().len(), "on another question");
        assert_eq!(debate.outcome().common_ground.questions, []);
    }
}
