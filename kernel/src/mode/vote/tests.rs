//! Mode `vote`.

mod rules;

use crate::mode::tests::scripted::{ADA, BEN, CLEO, Debate, golden, run_edited};
use crate::mode::vote::detail::Votes;
use crate::mode::{Mode, Vote};
use crate::record::{Regime, StopReason};

fn vote(calls: u32) -> Mode {
    Mode::Vote(Vote { calls, ..Vote::default() })
}

fn debate(case: &str, calls: u32) -> Debate {
    golden(case, &vote(calls), &[ADA, BEN, CLEO])
}

fn votes(debate: &Debate) -> Votes {
    debate.outcome().read_detail().expect("the record has the form of the mode").expect("it ended")
}

#[test]
fn what_a_majority_names_becomes_the_outcome() {
    let debate = debate("majority", 5);
    let outcome = debate.outcome();
    assert_eq!(debate.cruxes(), ["Will the shops lose custom?", "Is quiet worth a detour?"]);
    assert_eq!(outcome.idle_disputes.len(), 1);
    assert_eq!(outcome.common_ground.agreed.len(), 1);
    assert_eq!((outcome.stop.reason, outcome.regime), (StopReason::Converged, Regime::Partial));
    assert_eq!(outcome.usage.calls, 7, "five calls and two comparisons");
}

/// The words of the section with the votes.
fn shown(debate: &Debate, calls: u32) -> String {
    format!("{:?}", debate.sections(&vote(calls))[0])
}

#[test]
fn the_view_shows_every_vote_and_says_when_all_answers_name_the_same() {
    let divided = shown(&debate("majority", 5), 5);
    for expected in ["5", "no majority", "dispute, not a crux", "point of agreement"] {
        assert!(divided.contains(expected), "{expected} is not in {divided}");
    }
    let unanimous = "With the provider corpus this is always so";
    assert!(!divided.contains(unanimous));
    let same = run_edited("majority", &vote(3), &[ADA, BEN, CLEO], |lines| {
        lines.truncate(1);
        *lines = [0; 3].map(|place| lines[place].clone()).into();
    });
    assert!(shown(&same, 3).contains(unanimous));
    let failed = debate("fails", 3);
    assert_eq!(failed.sections(&vote(3)), []);
}

#[test]
fn without_any_answer_it_fails() {
    let debate = debate("fails", 3);
    assert_eq!(debate.outcome().stop.reason, StopReason::Failed);
    assert_eq!(debate.outcome().usage.failed, 3);
}
