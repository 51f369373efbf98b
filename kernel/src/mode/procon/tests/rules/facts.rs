//! Rule 7: the fact check.

use serde_json::{Value, json};

use super::super::{drafts, shown};
use super::{
    SHOPS, check, checked, claims, fates, first, judged, later, on_shops, one_round, prompts, run,
};
use crate::mode::procon::detail::Finding;
use crate::mode::procon::questions::shown_speech::ShownSpeech;
use crate::mode::procon::run::final_claims::FinalClaims;
use crate::mode::procon::{FactCheck, Procon};
use crate::mode::tests::scripted::{ADA, BEN};

#[test]
fn procon_rule_7_the_standard_check_annotates_and_the_strict_one_rejects_three_times() {
    let standard = checked(FactCheck::Standard, "false", 1);
    assert_eq!(fates(&standard), [true, true]);
    assert!(drafts(&standard)[0].1.claims[0].is_false());
    let strict = checked(FactCheck::Strict, "false", 4);
    assert_eq!(fates(&strict), [false, false, false, true, true]);
    let (_, last) = &drafts(&strict)[3];
    assert!(last.claims[0].is_false() && last.claims[0].node.is_some(), "it is kept, on record");
    for verdict in ["true", "unverifiable"] {
        assert_eq!(fates(&checked(FactCheck::Strict, verdict, 1)), [true, true]);
    }
}

#[test]
fn procon_rule_4_a_speech_is_shown_with_what_was_found_about_it_unless_a_control_changed_it() {
    let script = [
        vec![first(ADA), claims(&[on_shops(&[])]), check(&["true"])],
        vec![first(BEN), claims(&[])],
        judged().into(),
    ];
    let prompts = prompts(&one_round(FactCheck::Standard), &script);
    let of_ben = prompts.iter().find(|prompt| prompt.contains("You are ben and speak")).unwrap();
    let found = format!("(The fact checker: “{SHOPS}” is true. The count says so.)");
    assert!(of_ben.contains("ada opens.") && of_ben.contains(&found), "{of_ben}");
    let debate = checked(FactCheck::Standard, "true", 1);
    let (turn, _) = &drafts(&debate)[0];
    let checks = |said: &str| ShownSpeech::of(turn, said, 1).unwrap().checks.len();
    assert_eq!(checks(&turn.text), 1);
    assert_eq!(checks("Another text."), 0, "what was checked belongs to the true speech");
}

/// A verdict on each claim, and on the only reason of each.
fn check_reasons(verdicts: &[[&str; 2]]) -> Value {
    let claims: Vec<&str> = verdicts.iter().map(|[claim, _]| *claim).collect();
    let mut line = check(&claims);
    for (place, [_, reason]) in verdicts.iter().enumerate() {
        let of_reason = &mut line["answer"]["verdicts"][2 * place + 1];
        of_reason["verdict"] = (*reason).into();
        of_reason["passages"] = json!(["count"]);
    }
    line
}

#[test]
fn procon_rule_7_a_false_reason_rejects_a_strict_speech_and_is_named_in_the_retry() {
    let checked = check_reasons(&[["unverifiable", "false"]]);
    let script = [
        vec![first(ADA), claims(&[on_shops(&[])]), checked],
        vec![first(ADA), claims(&[]), first(BEN), claims(&[])],
        judged().into(),
    ];
    let debate = run(&one_round(FactCheck::Strict), &[ADA, BEN], &script);
    assert_eq!(fates(&debate), [false, true, true]);
    let prompts = prompts(&one_round(FactCheck::Strict), &script);
    let refuted = format!("“The reason of: {SHOPS}” is false.");
    assert!(prompts.iter().any(|prompt| prompt.contains(&refuted)));
}

#[test]
fn procon_rule_7_a_false_reason_is_marked_and_a_claim_without_another_one_does_not_stand() {
    let mode = Procon { rounds: 2, ..one_round(FactCheck::Standard) };
    let again = |reason: &str| {
        let mut again = on_shops(&[]);
        again["reasons"] = json!([{ "text": reason, "axis": null, "side": null }]);
        again
    };
    let holds = |new: Vec<Value>| {
        let script = [
            vec![first(ADA), claims(&[on_shops(&[])]), check_reasons(&[["unverifiable", "false"]])],
            vec![first(BEN), claims(&[])],
            [vec![later(ADA)], new.clone()].concat(),
            vec![later(BEN), claims(&[])],
            judged().into(),
        ];
        let debate = run(&mode, &[ADA, BEN], &script);
        let found: Vec<Finding> = drafts(&debate)[0].1.claims[0].findings().collect();
        assert_eq!(found, [Finding::Unverifiable, Finding::False]);
        let shown = shown(&debate, &mode);
        assert!(shown.contains("Its reason: "));
        let is_new = new.len() > 1;
        let open = "The evidence does not decide one of its reasons.";
        assert_eq!(shown.contains(open), is_new, "the first reason was decided");
        let node = debate.graph().nodes().find(|node| node.text == SHOPS).unwrap().id;
        FinalClaims::of(debate.graph(), debate.turns()).holds(node)
    };
    assert!(!holds(vec![claims(&[])]), "its only reason is false");
    let with_another = vec![claims(&[again("It was counted.")]), check(&["unverifiable"])];
    assert!(holds(with_another), "another reason is left");
}

#[test]
fn procon_rule_7_a_retry_is_given_the_false_claim_and_the_evidence() {
    let script = [
        vec![first(ADA), claims(&[on_shops(&[])]), check(&["false"])],
        vec![first(ADA), claims(&[]), first(BEN), claims(&[])],
        judged().into(),
    ];
    let prompts = prompts(&one_round(FactCheck::Strict), &script).into_iter();
    let retry = |text: &str| text.contains("Your drafts of this speech were rejected");
    let prompts: Vec<String> = prompts.filter(|text| retry(text)).collect();
    let [retry] = prompts.as_slice() else { panic!("one retry") };
    assert!(retry.contains(&format!("“{SHOPS}” is false.")), "{retry}");
    assert!(retry.contains("The shops of the next town lost no custom."), "{retry}");
}

#[test]
fn procon_rule_7_an_error_of_the_checker_or_of_the_list_rejects_nothing() {
    let broken = |question: &str| json!({ "question": question, "fault": "no connection" });
    let script = [
        vec![first(ADA), claims(&[on_shops(&[])]), broken("fact_check")],
        vec![first(BEN), broken("claims")],
        judged().into(),
    ];
    let debate = run(&one_round(FactCheck::Strict), &[ADA, BEN], &script);
    assert_eq!(fates(&debate), [true, true]);
    let why: Vec<Option<String>> =
        drafts(&debate).into_iter().map(|(_, draft)| draft.unchecked).collect();
    assert!(why[0].as_deref().unwrap().starts_with("the claims were not checked: "));
    assert!(why[1].as_deref().unwrap().starts_with("the claims were not listed: "));
    assert!(shown(&debate, &one_round(FactCheck::Strict)).contains("no connection"));
}
