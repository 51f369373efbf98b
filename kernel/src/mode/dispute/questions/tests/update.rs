//! What an update of the disputes may say, as tables of cases.

use serde_json::{Value, json};

use super::super::crystallize_disputes::{CrystallizeDisputes, CrystallizeDisputesAnswer};
use super::{crystallize, reason, stance, turn};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::question::Brief;
use crate::question::samples::{complaints, keeper, parsed, persona, statement, topic};
use crate::vocabulary::{NodeId, Side};

/// The disputes of [`crystallize`] after turn 9 of the keeper, turn 10 of the walker, with these
/// labels.
fn question(keeper_says: MoveLabel, walker_says: MoveLabel) -> CrystallizeDisputes {
    let walker = statement("stroll", "People on foot buy more.", "trade", Side::No);
    let walker = persona("walker", Side::Yes, vec![walker]);
    CrystallizeDisputes {
        turns: vec![
            turn(9, "keeper", keeper_says, Some(7)),
            ShownTurn { excerpts: vec![], ..turn(10, "walker", walker_says, Some(9)) },
        ],
        briefs: [keeper(), walker].iter().map(|persona| Brief::new(persona, &topic())).collect(),
        ..crystallize()
    }
}

fn claims() -> CrystallizeDisputes {
    question(MoveLabel::Claim, MoveLabel::Claim)
}

fn answer(part: &str, item: Value) -> CrystallizeDisputesAnswer {
    let mut answer = json!({
        "new_disputes": [], "updated_disputes": [], "upsert_stances": [], "new_reasons": [], "removed_reasons": [],
    });
    answer[part] = Value::Array(vec![item]);
    serde_json::from_value(answer).unwrap()
}

/// What is wrong with an answer that has only this.
fn fault(question: &CrystallizeDisputes, part: &str, item: Value) -> String {
    let faults = complaints(question, answer(part, item)).join("|");
    faults.rsplit(": ").next().unwrap().to_owned()
}

fn new_stance(turn: &str, side: &str, excerpts: &[&str]) -> Value {
    json!({
        "turn": turn, "dispute": "n3", "side": side, "statement": "A stance.", "qualifier": null, "confidence": 0.5, "rests_on": [],
        "excerpts": excerpts,
    })
}

fn new_reason(claim: &str, attacks: &[&str]) -> Value {
    json!({
        "turn": "t9", "dispute": "n3", "stance_of": "keeper", "polarity": "support", "claim": claim, "assumptions": [],
        "evidence": [], "attacks": attacks, "confidence": 0.5, "excerpts": [],
    })
}

#[test]
fn dispute_rule_3_only_a_concession_of_the_author_itself_turns_its_stance() {
    let turned = |keeper_says, walker_says| {
        let question = question(keeper_says, walker_says);
        fault(&question, "upsert_stances", new_stance("t9", "no", &[]))
    };
    let refused = "only a concession of its author turns a stance to the other side";
    assert_eq!(turned(MoveLabel::Concede, MoveLabel::Claim), "");
    assert_eq!(turned(MoveLabel::Claim, MoveLabel::Concede), refused);
    assert_eq!(turned(MoveLabel::Claim, MoveLabel::Claim), refused);
}

#[test]
fn dispute_rule_1_a_stance_rests_on_excerpts_of_its_author() {
    let fault =
        |turn, side| fault(&claims(), "upsert_stances", new_stance(turn, side, &["drivers"]));
    assert_eq!(fault("t9", "yes"), "");
    assert_ne!(fault("t10", "no"), "", "it is an excerpt of the keeper");
}

#[test]
fn dispute_rule_5_a_dispute_is_opened_once_whether_it_is_known_by_its_axis_or_by_its_words() {
    let opened = |question: &str, axis: Option<&str>| {
        let item = json!({
            "turn": "t9", "question": question, "axis": axis, "horizon": null, "criteria": ["It is counted."],
        });
        fault(&claims(), "new_disputes", item)
    };
    let known = "the map has it already";
    assert_eq!(opened("Do the tills ring?", Some("trade")), known);
    assert_eq!(opened("Will the buses run more often?", None), known);
    assert_eq!(opened("Is the air clean?", Some("air")), "");
    assert_eq!(opened("Is it loud?", None), "", "both are about no axis");
}

#[test]
fn dispute_rule_3_a_reason_is_removed_only_after_a_new_turn_of_its_author() {
    let mut question = claims();
    question.turns.pop();
    let removed = |id: &str| fault(&question, "removed_reasons", id.into());
    assert_eq!(removed("n8"), "");
    assert_eq!(removed("n7"), "its author has said nothing new");
}

#[test]
fn dispute_rule_2_a_reason_is_repeated_by_its_author_for_the_same_answer_to_the_same_dispute() {
    let said = |question: &CrystallizeDisputes, claim: &str| {
        fault(question, "new_reasons", new_reason(claim, &[]))
    };
    let known = "the map has it already";
    let own = "A reason of keeper.";
    assert_eq!(said(&claims(), own), known);
    assert_eq!(said(&claims(), "Another reason."), "");
    assert_eq!(said(&claims(), "A reason of walker."), "", "another persona gave it");
    let mut other_answer = claims();
    other_answer.disputes[0].reasons = vec![reason(8, "keeper", Side::No, &[])];
    assert_eq!(said(&other_answer, own), "", "it was for the other answer");
    let mut other_dispute = claims();
    other_dispute.disputes[1].reasons = vec![other_dispute.disputes[0].reasons.remove(1)];
    assert_eq!(said(&other_dispute, own), "", "it is about another dispute");
}

#[test]
fn dispute_rule_10_a_reason_attacks_one_of_another_persona_for_the_other_answer_to_the_dispute() {
    let attacked = |name: &str| {
        let mut question = claims();
        question.disputes[0]
            .reasons
            .extend([reason(11, "walker", Side::Yes, &[]), reason(12, "keeper", Side::No, &[])]);
        question.disputes[1].reasons = vec![reason(13, "walker", Side::No, &[])];
        fault(&question, "new_reasons", new_reason("Another reason.", &[name]))
    };
    assert_eq!(attacked("n7"), "");
    for name in ["n8", "n11", "n12", "n13"] {
        let refused = format!("`{name}` is not a reason of another persona for the other answer");
        assert_eq!(attacked(name), refused);
    }
}

#[test]
fn dispute_rule_7_a_dispute_is_settled_where_all_who_answer_it_alike_call_it_settled() {
    let settled = |walker: Side, by: &[&str]| {
        let mut question = claims();
        question.disputes[0].stances =
            vec![stance("walker", walker, &[]), stance("keeper", Side::Yes, &[])];
        let item = json!({ "dispute": "n3", "horizon": null, "criteria": [], "settled_by": by });
        let fault = fault(&question, "updated_disputes", item.clone());
        let updated = fault.is_empty().then(|| parsed(&question, answer("updated_disputes", item)));
        let updated = updated.map(|answer| answer.updated_disputes[0].clone());
        assert!(updated.iter().all(|updated| updated.dispute == NodeId::new(3)));
        updated.map(|updated| updated.is_settled)
    };
    assert_eq!(settled(Side::Yes, &["keeper", "walker"]), Some(true));
    assert_eq!(settled(Side::Yes, &["keeper"]), Some(false), "the walker does not");
    assert_eq!(settled(Side::Yes, &[]), Some(false));
    assert_eq!(settled(Side::No, &["keeper", "walker"]), None, "their stances are opposed");
}
