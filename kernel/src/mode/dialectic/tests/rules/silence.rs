//! What follows from the silence of all personas.

use super::super::{Lines, dialectic, readings};
use super::{WORDS, with_branch};
use crate::mode::dialectic::questions::answered::Verdict;
use crate::mode::tests::scripted::{ADA, BEN};
use crate::record::ReadingKind;

#[test]
fn dialectic_rule_5_silence_is_an_impasse_only_where_the_answers_are_opposed() {
    let silent = |answers: [&str; 2]| {
        let mut lines = Lines::new();
        lines.says(ADA, "claim", None, "Shops gain.", answers[0], &[]);
        lines.says(BEN, "claim", None, "Shops lose.", answers[1], &[]);
        lines.passes(ADA);
        lines.passes(BEN);
        lines.raises(&[]);
        lines.summary("the street", &["p", "q", "r"], &[]);
        let reading = readings(&lines.run(&dialectic(1)))[0].clone();
        (reading.kind, reading.rule)
    };
    let rule = "No persona had anything to add here, and their answers are still opposed.";
    assert_eq!(silent(["trade-", "trade+"]), (ReadingKind::Impasse, rule.to_owned()));
    let rule = "No persona had anything to add.";
    assert_eq!(silent(["trade-", "trade-"]), (ReadingKind::Exploration, rule.to_owned()));
    assert_eq!(silent(["trade-", ""]).0, ReadingKind::Exploration, "one answer is no opposition");
}

#[test]
fn dialectic_rule_5_a_round_in_which_calls_fail_is_not_a_silence_or_an_impasse() {
    let ended = |fails: [bool; 2]| {
        let mut lines = Lines::new();
        lines.says(ADA, "claim", None, "Shops gain.", "trade-", &[]);
        lines.says(BEN, "claim", None, "Shops lose.", "trade+", &[]);
        lines.says(ADA, "claim", None, "Rents fall.", "", &[]);
        lines.says(BEN, "claim", None, "Cellars flood.", "", &[]);
        for (who, fails) in [ADA, BEN].into_iter().zip(fails) {
            if fails { lines.fails(who) } else { lines.passes(who) }
        }
        (0..3).for_each(|_| lines.raises(&[]));
        lines.summary("the street", &["p", "q", "r"], &[]);
        let reading = readings(&lines.run(&dialectic(1)))[0].clone();
        (reading.kind, reading.rule)
    };
    let unheard =
        "Calls failed in the last round, so it is not known whether there was more to say.";
    let unheard = (ReadingKind::Exploration, unheard.to_owned());
    assert_eq!(ended([false, false]).0, ReadingKind::Impasse);
    assert_eq!(ended([true, false]), unheard);
    assert_eq!(ended([true, true]), unheard);
}

#[test]
fn dialectic_rule_5_a_short_branch_is_judged_before_it_is_called_an_impasse() {
    let ended = |verdict| {
        let debate = with_branch(|lines| {
            lines.says(ADA, "claim", None, WORDS[6], "trade+", &[]);
            lines.says(BEN, "claim", None, WORDS[7], "trade-", &[]);
            lines.passes(ADA);
            lines.passes(BEN);
            lines.judged(verdict);
        });
        let reading = readings(&debate)[1].clone();
        (reading.kind, reading.rule)
    };
    assert_eq!(ended(Verdict::Answered).0, ReadingKind::Question);
    let stuck = "No persona had anything to add here, and their answers are still opposed.";
    assert_eq!(ended(Verdict::Opposed), (ReadingKind::Impasse, stuck.to_owned()));
    let open = "opposite answers to a listed question may be one answer to that of the branch";
    assert_eq!(ended(Verdict::Open).0, ReadingKind::Exploration, "{open}");
}
