//! Mode `blitz`.

mod rules;

use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden};
use crate::mode::{Blitz, Mode};
use crate::record::{Act, Fate, Regime, StopReason, Turn};
use crate::vocabulary::AxisId;

fn blitz(max_rounds: u32) -> Mode {
    Mode::Blitz(Blitz { max_rounds, ..Blitz::default() })
}

fn debate(case: &str, max_rounds: u32, personas: &[&str]) -> Debate {
    golden(case, &blitz(max_rounds), personas)
}

fn turns<'d>(debate: &'d Debate, by: &'d str, act: Act) -> Vec<&'d Turn> {
    let turns = debate.turns();
    let is_by = |turn: &&Turn| turn.speaker.as_ref().is_some_and(|id| id.as_str() == by);
    turns.filter(is_by).filter(|turn| turn.act == act).collect()
}

#[test]
fn a_whole_debate() {
    let debate = debate("debate", 2, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 2));
    assert_eq!(debate.asked("respond"), 4, "two personas in two rounds");
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
    assert_eq!(crux.settling_question, "What do the tills show after a year?");
    assert_eq!(
        crux.axis.as_ref().map(AxisId::as_str),
        Some("trade"),
        "he no longer knows about the air"
    );
    assert!(debate.outcome().fake_consensus.is_empty());
}

#[test]
fn three_and_four_personas_take_one_call_each_in_a_round() {
    for (case, personas) in [("three", &[ADA, BEN, CLEO][..]), ("four", &[ADA, BEN, CLEO, DAN])] {
        let debate = debate(case, 1, personas);
        assert_eq!(debate.stop(), (StopReason::MaxRounds, 1));
        assert_eq!([debate.asked("stances"), debate.asked("respond")], [personas.len(); 2]);
        let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
        assert_eq!(crux.positions.len(), personas.len());
        assert_eq!(debate.outcome().regime, Regime::Polarized);
    }
}

#[test]
fn a_debate_without_any_stance_or_without_any_answer_fails() {
    for (case, round) in [("no-stances", 0), ("nobody-answers", 0)] {
        let debate = debate(case, 3, &[ADA, BEN]);
        assert_eq!(debate.stop(), (StopReason::Failed, round), "{case}");
        assert_eq!(debate.outcome().regime, Regime::Undetermined);
    }
}

#[test]
fn without_the_explanation_the_cruxes_are_the_same() {
    let debate = debate("explanation-fails", 1, &[ADA, BEN]);
    assert_eq!(debate.outcome().usage.failed, 1);
    let [crux] = debate.outcome().cruxes.as_slice() else { panic!("one crux") };
    assert_eq!(crux.settling_question, crux.question);
}
