//! Rules 10 to 14: the judge, the number of calls, the graph, factuality, cruxes.

use serde_json::{Value, json};

use super::super::{decided, shown};
use super::{
    SHOPS, check, checked, claim, claims, first, judge, judged, later, on_shops, one_round,
    prompts, run,
};
use crate::graph::Provenance;
use crate::mode::procon::detail::{Finding, Winner, factuality};
use crate::mode::procon::{FactCheck, Procon};
use crate::mode::tests::scripted::{ADA, BEN, Debate, topic};
use crate::mode::{DebateSize, Mode};
use crate::record::Regime;
use crate::vocabulary::{Component, Side};

#[test]
fn procon_rule_10_the_judge_reads_both_orders_and_a_third_time_if_it_disagrees_with_itself() {
    let opened = || vec![first(ADA), claims(&[]), first(BEN), claims(&[])];
    let same = run(&one_round(FactCheck::Off), &[ADA, BEN], &[opened(), judged().into()]);
    let firsts = |debate: &Debate| -> Vec<Side> {
        decided(debate).judgements.iter().map(|judgement| judgement.first).collect()
    };
    assert_eq!(firsts(&same), [Side::Yes, Side::No]);
    let divided = vec![judge("pro", 7.0, 5.0), judge("con", 6.0, 8.0), judge("con", 6.0, 8.0)];
    let divided = run(&one_round(FactCheck::Off), &[ADA, BEN], &[opened(), divided]);
    assert_eq!(firsts(&divided).len(), 3);
    let found = decided(&divided);
    assert_eq!(found.winner, Winner::Con);
    assert!(found.position_bias.unwrap() > 0.0, "each side gains by being first");
    let shown = shown(&divided, &one_round(FactCheck::Off));
    assert!(shown.contains("Who wins depends on which side it reads first."), "{shown}");
    let broken = json!({ "question": "judge", "fault": "no connection" });
    let one = run(
        &one_round(FactCheck::Off),
        &[ADA, BEN],
        &[opened(), vec![broken, judge("con", 5.0, 6.0)]],
    );
    assert_eq!((decided(&one).winner, decided(&one).position_bias), (Winner::Con, None));
}

#[test]
fn procon_rule_11_calls_follow_the_formula() {
    let size = DebateSize::new(&topic(), 2);
    let most = |rounds, fact_check| {
        Mode::Procon(Procon { rounds, fact_check, ..Procon::default() }).calls(size).total()
    };
    // Each turn has room for two drafts of a wrong length.
    let retries = |rounds: u32| 2 * rounds * 2;
    let [comparison, judgements] = [1, 3];
    let once = comparison + judgements;
    // What is claimed after the first speeches is compared as well.
    let again = 1;
    assert_eq!(most(1, FactCheck::Off), 2 * 2 + once + retries(1));
    assert_eq!(most(3, FactCheck::Off), 2 * 3 * 2 + once + again + retries(3));
    assert_eq!(most(3, FactCheck::Standard), 2 * 3 * 3 + once + again + retries(3));
    assert_eq!(most(2, FactCheck::Strict), 2 * 2 * 3 * 4 + once + again + retries(2));
    let debate = checked(FactCheck::Standard, "true", 1);
    assert_eq!(
        debate.outcome().usage.calls,
        2 + 2 + 1 + comparison + 2,
        "a speech without claims is not checked"
    );
}

#[test]
fn procon_rule_12_answers_are_attacks_and_concessions_endorse() {
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Off) };
    let noise = "It is loud.";
    // The theses are n1 and n4, Ada’s claims n2 and n3.
    let script = [
        vec![first(ADA), claims(&[on_shops(&[]), claim(noise, None, &[])])],
        vec![
            first(BEN),
            claims(&[
                claim("Drivers stay away.", Some(("trade", "yes")), &["undermine n2"]),
                claim("It is loud indeed.", None, &["concede n3"]),
            ]),
        ],
        vec![later(ADA), claims(&[on_shops(&["undercut n5"])])],
        vec![later(BEN), claims(&[])],
        judged().into(),
    ];
    let debate = run(&mode, &[ADA, BEN], &script);
    let graph = debate.graph();
    let edges: Vec<String> = graph
        .edges()
        .map(|edge| format!("{} {} {}", edge.from, edge.relation.verb(), edge.to))
        .collect();
    assert_eq!(edges, ["n5 undermines n2", "n2 undercuts n5"]);
    let [conceded] = debate.outcome().concessions.as_slice() else { panic!("one concession") };
    assert_eq!((conceded.persona.as_str(), conceded.text.as_str()), (BEN, noise));
    let agreed = &debate.outcome().common_ground.agreed;
    assert_eq!(agreed.iter().map(|point| point.text.as_str()).collect::<Vec<_>>(), [noise]);
    let repeated = graph.nodes().find(|node| node.text == SHOPS).unwrap();
    let Provenance { turns, calls } = &repeated.provenance;
    assert_eq!((turns.len(), calls.len()), (2, 4), "said twice, it is one node");
}

#[test]
fn procon_rule_13_factuality_counts_what_is_unverifiable_as_a_half() {
    use Finding::{False, True, Unverifiable};
    assert_eq!(factuality([]), None);
    assert_eq!(factuality([True, False, Unverifiable, Unverifiable]), Some(0.5));
    let value = |debate: &Debate| debate.metric("factuality, pro").value;
    // Its reason is unverifiable.
    assert_eq!(value(&checked(FactCheck::Standard, "true", 1)), Some(0.75));
    assert_eq!(value(&checked(FactCheck::Standard, "unverifiable", 1)), Some(0.5));
}

/// A debate of two rounds about trade, in which Ada's claim on trade has this verdict.
fn about_trade(verdict: &str) -> Debate {
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Standard) };
    let lost = claim("Drivers stay away.", Some(("trade", "yes")), &["rebut n2"]);
    let counted = claim("The count was made in June.", Some(("trade", "no")), &["undercut n4"]);
    let script = [
        vec![first(ADA), claims(&[on_shops(&[])]), check(&[verdict])],
        vec![first(BEN), claims(&[lost]), check(&["unverifiable"])],
        vec![later(ADA), claims(&[counted]), check(&[verdict])],
        vec![later(BEN), claims(&[])],
        judged().into(),
    ];
    run(&mode, &[ADA, BEN], &script)
}

#[test]
fn procon_rule_14_cruxes_follow_from_loads_and_false_claims_settle_a_question() {
    let debate = about_trade("true");
    assert_eq!(debate.cruxes(), ["Will the shops lose custom?", "Will the air get much cleaner?"]);
    assert_eq!(debate.outcome().regime, Regime::Polarized);
    let [exchange] = &decided(&debate).exchanges[..] else { panic!("one exchange") };
    assert_eq!((exchange.answers(), exchange.axis.as_ref().unwrap().as_str()), (2, "trade"));
    let refuted = about_trade("false");
    let [settled] = refuted.outcome().settled.as_slice() else { panic!("one question") };
    assert_eq!((settled.axis.as_str(), settled.side), ("trade", Side::Yes));
    assert_eq!(refuted.outcome().cruxes.len(), 1);
    assert_eq!(decided(&refuted).exchanges, [], "its ends do not hold");
}

/// A claim with other reasons than its text names.
fn with_reasons(mut claim: Value, reasons: &[&str]) -> Value {
    let reason = |text: &&str| json!({ "text": text, "axis": null, "side": null });
    claim["reasons"] = reasons.iter().map(reason).collect();
    claim
}

#[test]
fn procon_rule_12_a_claim_made_again_in_other_words_is_one_node_with_its_new_reasons_and_answers() {
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Off) };
    let on_trade = |text, answers: &[&str]| claim(text, Some(("trade", "no")), answers);
    let mut again = with_reasons(
        on_trade("Custom did not fall.", &["rebut n4", "undermine n4"]),
        &["The tills say so.", "The reason of: The shops lost no custom there."],
    );
    again["again"] = "n2".into();
    again["reasons"][0] = json!({ "text": "The tills say so.", "axis": "air", "side": "yes" });
    let away = claim("Drivers stay away.", Some(("trade", "yes")), &["rebut n2"]);
    let still = with_reasons(
        claim("Drivers stay away.", Some(("trade", "yes")), &["undermine n2"]),
        &["They told me."],
    );
    let script = [
        vec![first(ADA), claims(&[on_shops(&[])])],
        vec![first(BEN), claims(&[away])],
        vec![later(ADA), claims(&[again])],
        vec![later(BEN), claims(&[still])],
        judged().into(),
    ];
    let debate = run(&mode, &[ADA, BEN], &script);
    let graph = debate.graph();
    assert_eq!(graph.nodes().count(), 4, "two theses and two claims");
    let shops = graph.nodes().find(|node| node.text == SHOPS).unwrap();
    let [first, second] = &shops.detail.premises[..] else { panic!("two reasons") };
    assert!(first.ends_with(SHOPS) && second == "The tills say so.");
    let [asserted] = &shops.detail.asserts[..] else { panic!("one answer") };
    assert_eq!(asserted.component, Component::Premise(1), "reasons keep their places");
    let away = graph.nodes().find(|node| node.text == "Drivers stay away.").unwrap();
    assert_eq!(away.detail.premises.len(), 2, "the same words need no id");
    let [exchange] = &decided(&debate).exchanges[..] else { panic!("one exchange") };
    let ids: Vec<String> = exchange.claims.iter().map(ToString::to_string).collect();
    assert_eq!(ids, ["n2", "n4", "n2", "n4"], "it goes on with the claims that are made again");
    assert_eq!(exchange.mentions, 4, "each claim is stated twice");
}

#[test]
fn procon_rule_12_several_answers_to_one_claim_count_and_the_same_one_only_once() {
    let shops = with_reasons(on_shops(&[]), &["I counted.", "They told me."]);
    let mut away =
        claim("Drivers stay away.", Some(("trade", "yes")), &["rebut n2", "undercut n2"]);
    let undermine = |number| json!({ "claim": "n2", "how": "undermine", "number": number });
    for number in [1, 2, 2] {
        away["answers"].as_array_mut().unwrap().push(undermine(number));
    }
    let script = [vec![first(ADA), claims(&[shops]), first(BEN), claims(&[away])], judged().into()];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    let attacked: Vec<_> = debate.graph().edges().filter_map(|edge| edge.component).collect();
    let [one, two] = [0, 1].map(Component::Premise);
    assert_eq!(attacked, [Component::Claim, Component::Inference, one, two]);
    assert_eq!(debate.outcome().usage.dropped, 1, "what is dropped is counted");
    assert!(shown(&debate, &one_round(FactCheck::Off)).contains("No claim was checked."));
}

#[test]
fn procon_rule_12_a_granted_point_and_a_single_reason_can_be_conceded() {
    let mut opening = first(ADA);
    opening["answer"]["opening"]["grants"] =
        json!([{ "text": "Some shops lose.", "axis": null, "side": null, "excerpts": [] }]);
    // The grant of Ada is n2 and her claim n3.
    let answers = json!([
        { "claim": "n2", "how": "concede", "number": 0 },
        { "claim": "n3", "how": "concede", "number": 1 },
    ]);
    let mut conceding = claim("So it is.", None, &[]);
    conceding["answers"] = answers;
    let script = [
        vec![opening, claims(&[on_shops(&[])]), first(BEN), claims(&[conceding])],
        judged().into(),
    ];
    let debate = run(&one_round(FactCheck::Off), &[ADA, BEN], &script);
    let conceded: Vec<(&str, bool)> = debate
        .outcome()
        .concessions
        .iter()
        .map(|conceded| (conceded.text.as_str(), conceded.effect.is_some()))
        .collect();
    let reason = format!("The reason of: {SHOPS}");
    assert_eq!(conceded, [("Some shops lose.", true), (reason.as_str(), true)]);
    let agreed = debate.outcome().common_ground.agreed.iter();
    assert_eq!(
        agreed.map(|point| point.text.as_str()).collect::<Vec<_>>(),
        ["Some shops lose.", reason.as_str()],
        "what one side concedes to the other is common ground"
    );
    let claimed = debate.graph().nodes().find(|node| node.text == SHOPS).unwrap();
    assert!(claimed.endorsed_by.is_empty(), "granting a reason does not grant the claim");
}

#[test]
fn procon_rule_10_the_judge_sees_which_claims_a_claim_attacks_and_not_what_it_concedes() {
    let answering = |how: &str| {
        let own = claim("So it is.", None, &[&format!("{how} n2")]);
        let script = [
            vec![first(ADA), claims(&[on_shops(&[])]), first(BEN), claims(&[own])],
            judged().into(),
        ];
        let prompts = prompts(&one_round(FactCheck::Off), &script);
        prompts.iter().any(|prompt| prompt.contains("So it is. (answers n2)"))
    };
    assert!(answering("rebut"));
    assert!(!answering("concede"));
}
