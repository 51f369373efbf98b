//! Mode `dispute`.

mod rules;

use super::disputes::{Division, disputes};
use crate::mode::dispute::events::DcgUpdate;
use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden};
use crate::mode::{Dispute, Mode};
use crate::record::{ConcessionKind, FoundBy, Regime, StopReason};

pub(super) fn dispute(max_turns: u32) -> Mode {
    Mode::Dispute(Dispute { max_turns, ..Dispute::default() })
}

fn debate(case: &str, max_turns: u32, personas: &[&str]) -> Debate {
    golden(case, &dispute(max_turns), personas)
}

/// Every dispute at the end: its question, who says yes and who says no, and its division.
pub(super) fn at_the_end(debate: &Debate) -> Vec<String> {
    let shown = |dispute: super::disputes::Dispute<'_>| {
        let [yes, no] = [crate::vocabulary::Side::Yes, crate::vocabulary::Side::No].map(|side| {
            let speakers = dispute.speakers(side);
            speakers.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>().join(" ")
        });
        format!("{} yes: {yes}; no: {no}; {:?}", dispute.node.text, dispute.division())
    };
    disputes(debate.graph()).into_iter().map(shown).collect()
}

#[test]
fn a_whole_debate() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Converged);
    assert_eq!(debate.snapshots().len(), 5, "one for each update of the graph");
    let expected = [
        "Will the shops lose custom? yes: ben; no: ada; Live",
        "Will the air get much cleaner? yes: ada ben; no: ; Agreed(Yes)",
        "Will the buses run more often? yes: ada; no: ; Pending",
    ];
    assert_eq!(at_the_end(&debate), expected);
    assert_eq!(debate.cruxes(), ["Will the shops lose custom?"], "on air ben conceded");
    assert_eq!(debate.outcome().cruxes[0].found, FoundBy::Load);
    assert_eq!(debate.outcome().regime, Regime::Partial);
    assert_eq!(debate.reported::<DcgUpdate>().len(), 5, "one event for each update of the graph");
}

#[test]
fn dispute_rule_12_three_personas() {
    let debate = debate("three", 30, &[ADA, BEN, CLEO]);
    let expected = [
        "Will the shops lose custom? yes: ben cleo; no: ada; Live",
        "Will the air get much cleaner? yes: ada cleo; no: ben; Live",
    ];
    assert_eq!(at_the_end(&debate), expected);
    assert_eq!(debate.outcome().stop.reason, StopReason::NoMoves);
    assert_eq!(debate.cruxes().len(), 2);
    assert_eq!(debate.conceded(), [ConcessionKind::ScopeNarrowing]);
}

#[test]
fn dispute_rule_12_four_personas() {
    let debate = debate("four", 13, &[ADA, BEN, CLEO, DAN]);
    let live = disputes(debate.graph());
    assert!(live.iter().all(|dispute| dispute.division() == Division::Live));
    let stances: Vec<usize> = live.iter().map(|dispute| dispute.stances.len()).collect();
    assert_eq!(stances, [4, 4], "every persona takes a side, in a turn or in its thesis");
}
