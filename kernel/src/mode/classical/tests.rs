//! Mode `classical`. Its rules are those of mode `blitz` with turns instead of rounds:
//!
//! 3. Before a turn every persona gives a plan. The most urgent one speaks; of equally urgent ones
//!    one that interrupts; then the one with the fewest turns; then the one that the manifest names
//!    first. Where none wants to speak, the turn is silent.
//! 5. It has converged, or is divided over two turns for each persona; three silent turns in a row
//!    end it.
//! 6. A debate takes one call for each plan and each message, and those for the opening, the
//!    comparisons and the explanation.

use crate::mode::blackboard::events::FloorGiven;
use crate::mode::blackboard::{ActionPlan, PlannedAction};
use crate::mode::classical::run::next_speaker::next_speaker;
use crate::mode::tests::scripted::{ADA, BEN, CLEO, DAN, Debate, golden};
use crate::mode::{Classical, Control, DebateSize, Mode};
use crate::record::{Fate, Regime, StopReason};
use crate::vocabulary::{PersonaId, Probability};

fn classical(max_turns: u32) -> Mode {
    Mode::Classical(Classical { max_turns, ..Classical::default() })
}

fn debate(case: &str, max_turns: u32, personas: &[&str]) -> Debate {
    golden(case, &classical(max_turns), personas)
}

/// Who spoke in each turn; `-` for silence.
fn speakers(debate: &Debate) -> Vec<&str> {
    let given = debate.reported::<FloorGiven>().into_iter().map(|given| given.persona);
    let name = |persona: Option<PersonaId>| match persona.as_ref().map(PersonaId::as_str) {
        Some(ADA) => ADA,
        Some(BEN) => BEN,
        Some(CLEO) => CLEO,
        Some(DAN) => DAN,
        _ => "-",
    };
    given.map(name).collect()
}

#[test]
fn classical_rule_3_the_most_urgent_speaks_and_ties_prefer_to_interrupt_then_fewest_turns_then_the_first_seat()
 {
    use PlannedAction::{Interrupt, Listen, Speak};
    let plan = |persona: &str, action, urgency: f64| ActionPlan {
        persona: PersonaId::new(persona).expect("a name"),
        action,
        urgency: Probability::new(urgency).expect("a share"),
        intent: String::new(),
    };
    for (plans, speaks) in [
        (&["speak 0.2", "speak 0.9", "speak 0.5"][..], Some(1)),
        (&["speak 0.5", "interrupt 0.5"], Some(1)),
        (&["interrupt 0.5", "speak 0.5"], Some(0)),
        (&["speak 0.51", "interrupt 0.5"], Some(0)),
        (&["speak 0.5", "speak 0.5"], Some(0)),
        (&["interrupt 0.5", "interrupt 0.5"], Some(0)),
        (&["listen 1", "speak 0"], Some(1)),
        (&["listen 1", "listen 0.9"], None),
        (&[], None),
    ] {
        let plan = |written: &&str| {
            let (action, urgency) = written.split_once(' ').expect("an action and an urgency");
            let action = match action {
                "speak" => Speak,
                "interrupt" => Interrupt,
                _ => Listen,
            };
            plan(ADA, action, urgency.parse().expect("a number"))
        };
        let given: Vec<ActionPlan> = plans.iter().map(plan).collect();
        assert_eq!(next_speaker(&given, |_| 0), speaks, "{plans:?}");
    }
    // Ada has had two turns and Ben one.
    let turns = |persona: &PersonaId| if persona.as_str() == ADA { 2 } else { 1 };
    let next =
        |ada, ben, urgency| next_speaker(&[plan(ADA, ada, urgency), plan(BEN, ben, 0.5)], turns);
    assert_eq!(next(Speak, Speak, 0.5), Some(1));
    assert_eq!(next(Interrupt, Speak, 0.5), Some(0), "to interrupt counts first");
    assert_eq!(next(Speak, Speak, 0.6), Some(0), "urgency counts first");
}

#[test]
fn classical_rule_5_three_silent_turns_in_a_row_end_it() {
    let debate = debate("debate", 15, &[ADA, BEN]);
    assert_eq!(speakers(&debate), [BEN, ADA, "-", ADA, "-", "-", "-"]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 7));
    assert_eq!(debate.outcome().cruxes.len(), 1);
    assert_eq!(debate.outcome().regime, Regime::Polarized);
}

#[test]
fn classical_rule_5_it_ends_when_the_personas_stay_divided_over_two_turns_for_each() {
    let debate = debate("divided", 15, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 4));
}

#[test]
fn classical_rule_5_it_converges_when_every_claim_is_settled() {
    let debate = debate("converges", 15, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Converged, 1));
    assert_eq!(debate.outcome().cruxes, []);
}

#[test]
fn classical_rule_3_a_persona_without_a_plan_listens_and_a_speaker_without_an_answer_is_silent() {
    let debate = debate("silent-speaker", 15, &[ADA, BEN]);
    assert_eq!(speakers(&debate), [ADA, "-", "-", "-"]);
    assert_eq!(debate.stop(), (StopReason::NoMoves, 4));
    assert_eq!(debate.turns().filter(|turn| matches!(turn.fate, Fate::Failed(_))).count(), 2);
    assert_eq!(debate.outcome().cruxes.len(), 1);
}

#[test]
fn a_debate_in_which_no_plan_is_usable_fails() {
    let debate = debate("no-plans", 15, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::Failed, 0));
}

#[test]
fn classical_rule_3_wrong_parts_are_repaired_or_dropped() {
    let debate = debate("wrong-parts", 1, &[ADA, BEN]);
    assert_eq!(debate.stop(), (StopReason::MaxRounds, 1));
    assert_eq!(debate.outcome().usage.repairs, 1, "an urgency of 3");
    assert_eq!(debate.dropped().len(), 2, "its own message, and a second one on a claim");
}

#[test]
fn three_and_four_personas_take_turns() {
    for (case, personas, speaker) in
        [("three", &[ADA, BEN, CLEO][..], CLEO), ("four", &[ADA, BEN, CLEO, DAN], DAN)]
    {
        let debate = debate(case, 1, personas);
        assert_eq!(speakers(&debate), [speaker]);
        assert_eq!(debate.outcome().cruxes[0].positions.len(), personas.len());
    }
}

#[test]
fn classical_rule_6_calls_are_plans_and_one_message_for_each_turn() {
    let calls = classical(15).calls(DebateSize { personas: 2, axes: 8, ..DebateSize::default() });
    assert_eq!(
        calls.to_string(),
        "2 stances + 1 comparison + 15 turns × (2 plans + 1 message + 1 comparison of crux candidates) + 1 comparison + 1 explanation"
    );
    let isolated = classical(15).under(Some(Control::Isolated));
    assert_eq!(
        isolated.calls(DebateSize { personas: 2, axes: 8, ..DebateSize::default() }).total(),
        4
    );
}
