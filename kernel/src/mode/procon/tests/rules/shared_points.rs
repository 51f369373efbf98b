//! Rules 3, 6, 12 and 15: how rounds are named, what a concession is, which statements are
//! compared, what both sides grant, and answers beside the thesis.

use serde_json::{Value, json};

use super::super::shown;
use super::{
    SHOPS, announced, check, claim, claims, compared, first, judged, later, on_shops, one_round,
    run,
};
use crate::graph::NodeKind;
use crate::mode::procon::{FactCheck, Procon};
use crate::mode::tests::scripted::{ADA, BEN, Debate};
use crate::record::{Agreement, CommonGround};
use crate::view::{Diagram, History};
use crate::vocabulary::{NodeId, PersonaId};

/// The points of the common ground, each with those who share it.
fn agreed(debate: &Debate) -> Vec<String> {
    let CommonGround { agreed, .. } = &debate.outcome().common_ground;
    let shown = |point: &Agreement| {
        let by: Vec<&str> = point.endorsed_by.iter().map(PersonaId::as_str).collect();
        format!("{} {}", by.join(" and "), point.text)
    };
    agreed.iter().map(shown).collect()
}

#[test]
fn procon_rule_3_the_opening_is_the_first_of_the_rounds_that_are_counted() {
    let expected: [&[&str]; 3] = [
        &["Round 1 of 1: opening"],
        &["Round 1 of 2: opening", "Round 2 of 2: closing"],
        &["Round 1 of 3: opening", "Round 2 of 3: rebuttals", "Round 3 of 3: closing"],
    ];
    for (rounds, expected) in (1_u32..).zip(expected) {
        let round = |round: u32| {
            let speech = |by| if round == 0 { first(by) } else { later(by) };
            vec![speech(ADA), claims(&[]), speech(BEN), claims(&[])]
        };
        let mut script: Vec<Vec<Value>> = (0..rounds).map(round).collect();
        script.push(judged().into());
        let debate = run(&Procon { rounds, ..one_round(FactCheck::Off) }, &[ADA, BEN], &script);
        assert_eq!(announced(&debate), expected);
        let history = History::new(debate.snapshots(), debate.outcome());
        let titles: Vec<String> = (0..rounds).map(|round| history.round_title(round)).collect();
        assert_eq!(titles, expected, "pages count as the moderator does");
        let diagram: Diagram = history.diagram("The claims", |_| true);
        let stages = diagram.stages.iter().map(|stage| stage.title.as_str());
        let stages: Vec<&str> = stages.collect();
        let counted = ["the opening", "round 2 of 3", "round 3 of 3"];
        assert!(rounds < 3 || stages == counted, "{stages:?}");
    }
}

#[test]
fn procon_rule_12_what_is_claimed_after_the_first_speeches_is_compared_too() {
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Off) };
    let [noise, loud] = ["It is loud.", "Lorries roar."];
    // The theses are n1 and n3, Ada’s first claim n2, Ben’s n4; Ada’s closing claim is n5 and Ben’s
    // n6.
    let script = [
        vec![first(ADA), claims(&[claim("Trees grow.", None, &[])])],
        vec![first(BEN), claims(&[claim("Cars rust.", None, &[])])],
        vec![compared(&[], &[])],
        vec![later(ADA), claims(&[claim(noise, None, &[])])],
        vec![later(BEN), claims(&[claim(loud, None, &[])])],
        vec![compared(&[&["n5", "n6"]], &[])],
        judged()[1..].to_vec(),
    ];
    let debate = run(&mode, &[ADA, BEN], &script);
    assert_eq!(debate.asked("compare"), 2);
    assert_eq!(agreed(&debate), [format!("{ADA} and {BEN} {noise}")]);
    let other_wordings = &debate.outcome().common_ground.agreed[0].other_wordings;
    assert_eq!(*other_wordings, [NodeId::new(6)]);
}

#[test]
fn procon_rule_12_theses_that_rest_on_answers_that_differ_only_in_words_have_no_crux_there() {
    let found = |pairs: Value| {
        let compared = json!({ "groups": [], "contradictions": [], "verbal": pairs });
        let script = [
            vec![first(ADA), claims(&[]), first(BEN), claims(&[])],
            vec![json!({ "question": "compare", "answer": compared })],
            judged()[1..].to_vec(),
        ];
        let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
        let verbal = debate.outcome().idle_disputes.iter().filter(|dispute| dispute.is_verbal);
        let verbal: Vec<String> = verbal.map(|dispute| dispute.question.clone()).collect();
        (debate.cruxes().join(" "), verbal.join(" "))
    };
    let [trade, air] = ["Will the shops lose custom?", "Will the air get much cleaner?"];
    let questions = |cruxes: &[&str], verbal: &str| (cruxes.join(" "), verbal.to_owned());
    assert_eq!(found(json!([])), questions(&[trade, air], ""));
    let same = json!([{ "first": "n1p1", "second": "n2p1" }]);
    assert_eq!(found(same), questions(&[air], trade));
}

#[test]
fn procon_rule_12_a_claim_that_concedes_and_says_more_is_not_a_granted_point() {
    let kind = |conceding: Value| {
        let script = [
            vec![first(ADA), claims(&[on_shops(&[])]), first(BEN), claims(&[conceding])],
            judged().into(),
        ];
        let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
        let own = debate.graph().nodes().filter(|node| node.text == "So it is.");
        own.map(|node| node.kind).next().unwrap()
    };
    let concedes = |answer: Option<(&str, &str)>| claim("So it is.", answer, &["concede n2"]);
    let without_reason = |mut claim: Value| {
        claim["reasons"] = json!([]);
        claim
    };
    assert_eq!(kind(without_reason(concedes(None))), NodeKind::Point);
    assert_eq!(kind(concedes(Some(("trade", "no")))), NodeKind::Point, "it answers as n2 does");
    assert_eq!(kind(concedes(None)), NodeKind::Argument, "it has a reason of its own");
    for answers in [&[][..], &["rebut n2"]] {
        let other = without_reason(claim("So it is.", None, answers));
        assert_eq!(kind(other), NodeKind::Argument, "it concedes nothing");
    }
    for answer in [("trade", "yes"), ("air", "no")] {
        let own = without_reason(concedes(Some(answer)));
        assert_eq!(kind(own), NodeKind::Argument, "it has an answer of its own");
    }
}

#[test]
fn procon_rule_12_a_point_that_one_side_alone_grants_is_unchallenged() {
    let mut opening = first(ADA);
    opening["answer"]["opening"]["grants"] =
        json!([{ "text": "Some shops lose.", "axis": null, "side": null, "excerpts": [] }]);
    let script = [vec![opening, claims(&[]), first(BEN), claims(&[])], judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    assert_eq!(debate.outcome().common_ground.unchallenged, [NodeId::new(2)]);
    assert_eq!(agreed(&debate), [""; 0]);
}

#[test]
fn procon_rule_12_a_conceded_reason_is_a_point_of_both_with_the_answer_that_it_asserts() {
    let mut shops = on_shops(&[]);
    shops["reasons"] = json!([{ "text": "The air is clean.", "axis": "air", "side": "yes" }]);
    let mut conceding = claim("So it is.", None, &[]);
    let answer = json!({ "claim": "n2", "how": "concede", "number": 1 });
    conceding["answers"] = json!([answer]);
    let script =
        [vec![first(ADA), claims(&[shops]), first(BEN), claims(&[conceding])], judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    assert_eq!(agreed(&debate), [format!("{ADA} and {BEN} The air is clean.")]);
    let point = debate.graph().nodes().find(|node| node.text == "The air is clean.").unwrap();
    assert_eq!(point.axis.as_ref().unwrap().as_str(), "air");
    assert_eq!(debate.outcome().concessions[0].effect.as_ref().unwrap().node, point.id);
}

/// A debate in which Ada’s thesis rests on the air alone, and a position on trade beside it.
fn with_position(said: &[Vec<Value>]) -> Debate {
    let mut opening = first(ADA);
    let opened = &mut opening["answer"]["opening"];
    opened["thesis"]["rests_on"].as_array_mut().unwrap().remove(0);
    opened["positions"] = json!([{
        "text": "No shop loses custom.", "axis": "trade", "side": "no", "rests_on": [], "excerpts": [],
    }]);
    let script = [&[vec![opening]], said, &[judged().into()]].concat();
    run(&one_round(FactCheck::Standard), &[ADA, BEN], &script)
}

#[test]
fn procon_rule_15_a_first_speech_states_answers_that_no_speech_may_come_to() {
    let silent = [vec![claims(&[]), first(BEN), claims(&[])]];
    let debate = with_position(&silent);
    let idle = &debate.outcome().idle_disputes;
    assert_eq!(idle[0].axis.as_str(), "trade", "it would not be a dispute if Ada were not asked");
    assert!(idle[0].positions.iter().any(|held| held.text == "No shop loses custom."));
}

#[test]
fn procon_rule_15_such_an_answer_stands_with_the_claims_that_are_made_for_it() {
    let settled = |verdict: &str| {
        let away = claim("Drivers stay away.", Some(("trade", "yes")), &[]);
        let debate = with_position(&[
            vec![claims(&[on_shops(&[])]), check(&[verdict])],
            vec![first(BEN), claims(&[away]), check(&["unverifiable"])],
        ]);
        assert!(shown(&debate, &one_round(FactCheck::Standard)).contains(SHOPS));
        debate.outcome().settled.len()
    };
    assert_eq!((settled("true"), settled("false")), (0, 1));
}
