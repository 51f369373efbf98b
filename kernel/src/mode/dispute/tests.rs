//! Mode `dispute`.

mod rules;

use super::disputes::{Division, disputes};
use crate::mode::dispute::events::DcgUpdate;
use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden, run_edited};
use crate::mode::{Dispute, Mode};
use crate::record::{ConcessionKind, FoundBy, Regime, StopReason};
use crate::view::{Arrangement, Block};
use crate::vocabulary::NodeId;

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

#[test]
fn the_view_shows_each_dispute_with_its_own_criteria_and_its_stances_before_its_reasons() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let sections = debate.sections(&dispute(10));
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let panels = blocks
        .filter_map(|block| if let Block::Panels(panels) = block { Some(panels) } else { None });
    let expected = [
        (vec![5, 6, 9, 13, 10], vec![5, 9, 13], "The takings of a year."),
        (vec![7, 8, 15], vec![], "A year of measurements."),
        (vec![12], vec![], "It is counted."),
    ];
    let panels: Vec<_> = panels.flatten().collect();
    assert_eq!(panels.len(), expected.len());
    for (panel, (nodes, no, criterion)) in panels.into_iter().zip(expected) {
        let numbers = |nodes: &mut dyn Iterator<Item = NodeId>| -> Vec<u32> {
            nodes.map(NodeId::number).collect()
        };
        assert_eq!(numbers(&mut panel.diagram.nodes.iter().map(|node| node.id)), nodes);
        let Arrangement::Answers { no: found } = &panel.arrangement else { panic!("{criterion}") };
        assert_eq!(numbers(&mut found.iter().copied()), no, "{criterion}");
        assert!(format!("{:?}", panel.notes).contains(criterion), "{criterion}");
        let mut marks = panel.marks.iter();
        let is_crux = marks.any(|mark| mark.meaning.starts_with("both sides rest"));
        assert_eq!(is_crux, nodes.contains(&5), "{criterion}");
    }
}

#[test]
fn the_view_shows_a_dispute_that_asks_the_question_of_a_crux_on_its_card_also_without_its_axis() {
    let none = "The debate opened no dispute on this question.";
    let says_none = |question: &str| {
        let debate = run_edited("debate", &dispute(10), &[ADA, BEN], |lines| {
            let opened = &mut lines[2]["answer"]["new_disputes"][0];
            (opened["question"], opened["axis"]) = (question.into(), serde_json::Value::Null);
        });
        format!("{:?}", debate.sections(&dispute(10))).contains(none)
    };
    assert!(!says_none("Will the shops lose custom?"));
    assert!(says_none("Do shops lose?"));
}

#[test]
fn the_view_counts_what_each_update_adds() {
    let debate = debate("debate", 10, &[ADA, BEN]);
    let sections = debate.sections(&dispute(10));
    let shown = format!("{sections:?}");
    let counts = |now: [u32; 3], before: [u32; 3]| {
        let of = |at: usize, what: &str| {
            format!("Integer({}), Plain(\" {what} (\"), Integer({})", now[at], before[at])
        };
        [of(0, "disputes"), of(1, "stances"), of(2, "reasons")]
    };
    for [now, before] in [[[2, 4, 2], [0, 0, 0]], [[3, 5, 5], [2, 4, 2]]] {
        for expected in counts(now, before) {
            assert!(shown.contains(&expected), "{expected}");
        }
    }
}
