//! Rule 9: what the cruxes are computed from.

use serde_json::json;

use super::super::{Lines, dialectic};
use crate::mode::tests::scripted::{ADA, BEN, Debate};

const TRADE: &str = "Will the shops lose custom?";
const AIR: &str = "Will the air get much cleaner?";

/// The openings, without the second reason of each thesis if `keep` is 1.
fn opened(keep: usize) -> Lines {
    let mut lines = Lines::new();
    for line in &mut lines.lines {
        let reasons = line["answer"]["thesis"]["rests_on"].as_array_mut();
        reasons.expect("an opening has reasons").truncate(keep);
    }
    lines
}

/// Both claim an answer on trade, which rests on their answers on air where `rests` says so.
fn on_trade(lines: &mut Lines, rests: bool) {
    for (who, text, answers, air) in
        [(ADA, "Shops gain.", "trade-", "yes"), (BEN, "Shops lose.", "trade+", "no")]
    {
        lines.says(who, "claim", None, text, answers, &[]);
        if rests {
            let reason = json!({ "text": format!("The air says it, says {who}."), "axis": "air", "side": air });
            lines.lines.last_mut().expect("it was just added")["answer"]["rests_on"] =
                json!([reason]);
        }
    }
    lines.raises(&[]);
}

fn end(mut lines: Lines) -> Debate {
    lines.passes(ADA);
    lines.passes(BEN);
    lines.summary("the street", &["p", "q", "r"], &[]);
    lines.run(&dialectic(1))
}

#[test]
fn dialectic_rule_9_what_a_claim_rests_on_carries_load() {
    let cruxes = |rests: bool| {
        let mut lines = opened(1);
        on_trade(&mut lines, rests);
        lines.says(ADA, "claim", None, "The air clears.", "air+", &[]);
        lines.raises(&[]);
        lines.says(BEN, "claim", None, "The air stays.", "air-", &[]);
        lines.raises(&[]);
        let debate = end(lines);
        debate.cruxes().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(cruxes(true), [TRADE, AIR], "the answers on trade fall with those on air");
    assert_eq!(cruxes(false), [TRADE]);
}

#[test]
fn dialectic_rule_9_what_cases_rest_on_is_compared_at_the_end() {
    let cruxes = |verbal: bool| {
        let mut lines = opened(2);
        on_trade(&mut lines, false);
        let (none, both) = (json!([]), json!([{ "first": "n1p2", "second": "n2p2" }]));
        let verbal = if verbal { both } else { none.clone() };
        let answer = json!({ "groups": none, "contradictions": none, "verbal": verbal });
        lines.add("compare", None, &answer);
        let debate = end(lines);
        assert_eq!(debate.outcome().usage.failed, 0);
        debate.cruxes().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(cruxes(false).len(), 2);
    assert_eq!(cruxes(true), [TRADE], "they differ on air only in words");
}
