//! Mode `dispute`.

mod rules;

use super::disputes::{Division, disputes};
use crate::mode::tests::stage::{ADA, BEN, CLEO, DAN, Debate, golden, topic};
use crate::mode::{DebateSize, Dispute, Mode};
use crate::record::{ConcessionKind, Event, Fate, Found, Regime, StopReason, Turn};

pub(super) fn dispute(max_turns: u32) -> Mode {
    Mode::Dispute(Dispute { max_turns, ..Dispute::default() })
}

/// Runs a case. No debate takes more calls than announced, not counting questions that are repeated.
fn debate(case: &str, max_turns: u32, personas: &[&str]) -> Debate {
    let debate = golden(case, &dispute(max_turns), personas);
    let most = dispute(max_turns).calls(DebateSize::new(&topic(), personas.len())).total();
    let usage = &debate.outcome().usage;
    let calls = debate.finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    let replaced: usize = calls.map(|call| call.replaced.len()).sum();
    let replaced = u32::try_from(replaced).expect("few calls are replaced");
    assert!(usage.calls - usage.repairs - replaced <= most, "{case}: {} calls", usage.calls);
    debate
}

pub(super) fn turns(debate: &Debate) -> Vec<&Turn> {
    debate.finished.snapshots.iter().flat_map(|snapshot| &snapshot.turns).collect()
}

/// Every dispute at the end: its question, who says yes and who says no, and its division.
pub(super) fn at_the_end(debate: &Debate) -> Vec<String> {
    let last = debate.finished.snapshots.last().expect("a snapshot");
    let shown = |dispute: super::disputes::Dispute<'_>| {
        let [yes, no] = [crate::vocabulary::Side::Yes, crate::vocabulary::Side::No].map(|side| {
            let speakers = dispute.speakers(side);
            speakers.iter().map(|id| id.as_str().to_owned()).collect::<Vec<_>>().join(" ")
        });
        format!("{} yes: {yes}; no: {no}; {:?}", dispute.node.text, dispute.division())
    };
    disputes(&last.graph).into_iter().map(shown).collect()
}

fn cruxes(debate: &Debate) -> Vec<&str> {
    debate.outcome().cruxes.iter().map(|crux| crux.question.as_str()).collect()
}

#[test]
fn a_whole_debate() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Converged);
    assert_eq!(debate.finished.snapshots.len(), 5, "one for each update of the graph");
    let expected = [
        "Will the shops lose custom? yes: ben; no: ada; Live",
        "Will the air get much cleaner? yes: ada ben; no: ; Agreed(Yes)",
        "Will the buses run more often? yes: ada; no: ; Pending",
    ];
    assert_eq!(at_the_end(&debate), expected);
    assert_eq!(cruxes(&debate), ["Will the shops lose custom?"], "on air ben conceded");
    assert_eq!(debate.outcome().cruxes[0].found, Found::Load);
    assert_eq!(debate.outcome().regime, Regime::Partial);
    let updates = debate.events.iter().filter(|event| matches!(event, Event::DcgUpdate { .. }));
    assert_eq!(updates.count(), 5, "one event for each update of the graph");
}

#[test]
fn it_fails_when_no_persona_opens() {
    let debate = debate("no-opening", 10, &[ADA, BEN]);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
}

#[test]
fn turns_whose_update_failed_enter_the_graph_with_later_ones() {
    let debate = debate("update-fails", 30, &[ADA, BEN]);
    let disputes = debate.finished.snapshots.iter().map(|snapshot| disputes(&snapshot.graph).len());
    assert_eq!(disputes.collect::<Vec<_>>(), [0, 2, 2]);
    let failed = debate.finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    assert_eq!(failed.filter(|call| call.fault.is_some()).count(), 1);
    assert!(turns(&debate).iter().all(|turn| !matches!(turn.fate, Fate::Failed(_))));
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
    assert_eq!(cruxes(&debate).len(), 2);
    let kinds = debate.outcome().concessions.iter();
    let kinds: Vec<_> = kinds.filter_map(|c| Some(c.effect.as_ref()?.kind)).collect();
    assert_eq!(kinds, [ConcessionKind::ScopeNarrowing]);
}

#[test]
fn dispute_rule_12_four_personas() {
    let debate = debate("four", 13, &[ADA, BEN, CLEO, DAN]);
    let last = debate.finished.snapshots.last().expect("a snapshot");
    let live = disputes(&last.graph);
    assert!(live.iter().all(|dispute| dispute.division() == Division::Live));
    let stances: Vec<usize> = live.iter().map(|dispute| dispute.stances.len()).collect();
    assert_eq!(stances, [4, 4], "every persona takes a side, in a turn or in its thesis");
}
