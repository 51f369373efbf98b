//! Rules 10 to 14: the judge, the number of calls, the graph, factuality, cruxes.

use serde_json::json;

use super::super::{decided, shown};
use super::{
    SHOPS, check, checked, claim, claims, first, judge, judged, later, on_shops, one_round, run,
};
use crate::mode::procon::detail::{Finding, Winner, factuality};
use crate::mode::procon::{FactCheck, Procon};
use crate::mode::tests::stage::{ADA, BEN, Debate, topic};
use crate::mode::{DebateSize, Mode};
use crate::record::Regime;
use crate::vocabulary::Side;

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
    assert!(found.position_bias.unwrap() > 0.0, "each side gains by standing first");
    let shown = shown(&divided, &one_round(FactCheck::Off));
    assert!(shown.contains("The order changes who wins."), "{shown}");
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
    assert_eq!(most(3, FactCheck::Off), 2 * 3 * 2 + once + retries(3));
    assert_eq!(most(3, FactCheck::Standard), 2 * 3 * 3 + once + retries(3));
    assert_eq!(most(2, FactCheck::Strict), 2 * 2 * 3 * 4 + once + retries(2));
    let debate = checked(FactCheck::Standard, "true", 1);
    assert_eq!(
        debate.outcome().usage.calls,
        2 + 2 + 1 + 2,
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
    assert_eq!(repeated.provenance.turns.len(), 2, "said twice, it is one node");
}

#[test]
fn procon_rule_13_factuality_counts_an_unverifiable_claim_as_a_half() {
    use Finding::{False, True, Unverifiable};
    assert_eq!(factuality([]), None);
    assert_eq!(factuality([True, False, Unverifiable, Unverifiable]), Some(0.5));
    let value = |debate: &Debate| debate.metric("factuality, pro").value;
    assert_eq!(value(&checked(FactCheck::Standard, "true", 1)), Some(1.0));
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
    assert_eq!(decided(&refuted).exchanges, [], "its ends do not stand");
}
