//! Rule 5: what the course of the turns shows.

use super::{WORDS, branch, kind_of_branch};
use crate::mode::dialectic::questions::answered::Verdict;
use crate::mode::tests::scripted::{ADA, BEN};
use crate::record::ReadingKind;

#[test]
fn dialectic_rule_5_a_claim_on_which_later_turns_rely_is_a_lemma_unless_it_is_challenged() {
    // Which of the turns after the claim rely on it: Ben’s, Ada’s, and in the next round Ada’s.
    let kind = |relies: [bool; 3], challenged: bool| {
        kind_of_branch(|lines| {
            // The turns of the branch are t13 to t16: after four of the opening, six of the
            // passage, a question and a summary.
            let on = |at: usize| if relies[at] { &["t13"][..] } else { &[] };
            lines.says(ADA, "claim", None, WORDS[6], "", &[]);
            lines.says(BEN, "claim", None, WORDS[7], "", on(0));
            lines.says(ADA, "claim", None, WORDS[8], "", on(1));
            let (chosen, to) =
                if challenged { ("challenge", Some("t13")) } else { ("claim", None) };
            lines.says(BEN, chosen, to, WORDS[9], "", &[]);
            lines.judged(Verdict::Open);
            if challenged || !(relies[0] && relies[1]) {
                lines.says(ADA, "claim", None, WORDS[10], "", on(2));
                lines.says(BEN, "claim", None, WORDS[11], "", &[]);
                lines.judged(Verdict::Open);
            }
        })
    };
    assert_eq!(kind([true, true, false], false), ReadingKind::Lemma);
    assert_eq!(kind([true, true, false], true), ReadingKind::Exploration);
    assert_eq!(kind([true, false, false], false), ReadingKind::Exploration, "one turn alone");
    assert_eq!(kind([false, true, true], false), ReadingKind::Exploration, "its author alone");
}

#[test]
fn dialectic_rule_5_turns_that_repeat_each_other_are_an_impasse() {
    let repeated = kind_of_branch(|lines| {
        let said = [WORDS[6], WORDS[7], WORDS[8]];
        branch(lines, &[said, said].concat());
    });
    assert_eq!(repeated, ReadingKind::Impasse);
    let with = |last: &'static str| {
        let said =
            ["Apples ripen.", "Boats sink.", "Clocks.", "Apples ripen.", "Boats slam.", last];
        kind_of_branch(|lines| branch(lines, &said))
    };
    assert_eq!(with("Eagles."), ReadingKind::Exploration, "three of five words");
    assert_eq!(with("Clocks."), ReadingKind::Impasse, "four of five words");
}
