//! Whatever a provider answers, every mode ends within its maximum of calls, done or with a fault
//! that names the question.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::nonsense::{answer, saying};
use super::scripted::{ADA, BEN, calls, run_with, topic};
use crate::mode::{DebateSize, Finished, Mode, ModeName};
use crate::provider::Request;
use crate::record::StopReason;
use crate::vocabulary::{Passage, PassageId, Topic};

/// What is wrong with the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bad {
    /// A refusal in prose.
    Refusal,
    /// The first half of an answer.
    Half,
    /// Every list is empty.
    Empty,
    /// Attacks are a thousand copies of the first one, and every other list is ten, so that ids
    /// occur more than once.
    Thousandfold,
    /// Every id is unknown.
    Unknown,
    /// Every id of a contribution is one of the persona itself.
    Own,
    /// The answer to the first question of its kind, to all of them.
    Same,
    /// Nobody concedes.
    Stubborn,
    /// Everybody concedes.
    Yielding,
    /// The judge always ties.
    Tie,
    /// The fact checker always fails.
    NoChecker,
}

/// Calls `change` with every value below `value`, the innermost first.
fn each(value: &mut Value, change: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| each(item, change)),
        Value::Object(fields) => fields.values_mut().for_each(|field| each(field, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    change(value);
}

/// Whether a text is an id, such as `n12`.
fn is_id(text: &str) -> bool {
    let digits = text.strip_prefix(['n', 't', 'c', 'a', 'd', 'x']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
}

impl Bad {
    fn spoil(self, request: &Request<'_>) -> String {
        let me = request.persona.as_ref().map_or("", |persona| persona.as_str());
        let ordinal = if self == Self::Same { 0 } else { request.ordinal };
        let mut value = answer(request, 4, ordinal);
        let moves = |value: &mut Value, chosen: &str| {
            let is_turn = ["take_turn", "discuss_passage"].contains(&request.name);
            let replies = value.get("replies_to").is_some_and(|to| !to.is_null());
            if is_turn && replies {
                value["move"] = json!(chosen);
                value["conceded"] = value["text"].clone();
            }
            if request.name == "take_turn" {
                value.as_object_mut().expect("it is one").remove("conceded");
            }
        };
        match self {
            Self::Refusal => return "I am sorry, but I cannot help with that.".to_owned(),
            Self::NoChecker if request.name == "fact_check" => return "No.".to_owned(),
            Self::Half => {
                let text = value.to_string();
                return text.chars().take(text.chars().count() / 2).collect();
            }
            Self::Empty => each(&mut value, &mut |value| {
                if let Value::Array(items) = value {
                    items.clear();
                }
            }),
            Self::Thousandfold => {
                for (key, field) in value.as_object_mut().into_iter().flatten() {
                    if let Value::Array(items) = field
                        && let Some(first) = items.first().cloned()
                    {
                        let copies = if key.contains("attacks") { 1000 } else { 10 };
                        *items = vec![first; copies];
                    }
                }
            }
            Self::Unknown | Self::Own => {
                let own = request.messages.iter().flat_map(|message| message.text.lines());
                let own =
                    own.filter_map(|line| line.trim_start().strip_prefix('[')?.split_once("] "));
                let own = own.filter(|(id, text)| is_id(id) && text.starts_with(me));
                let own = own.map(|(id, _)| id.to_owned()).next();
                let other = own.filter(|_| self == Self::Own).unwrap_or_else(|| "n999".to_owned());
                each(&mut value, &mut |value| {
                    if value.as_str().is_some_and(is_id) {
                        *value = json!(other);
                    }
                });
            }
            Self::Stubborn => moves(&mut value, "challenge"),
            Self::Yielding => moves(&mut value, "concede"),
            Self::Tie if request.name == "judge" => value["winner"] = json!("tie"),
            Self::Same | Self::Tie | Self::NoChecker => {}
        }
        value.to_string()
    }
}

fn run(mode: &Mode, bad: Bad, topic: &Topic) -> Finished {
    run_with(&saying(|request| bad.spoil(request)), mode, &[ADA, BEN], topic)
}

/// Asserts that every mode ends within its calls, done or with what could not be done and why.
fn assert_ends(bad: Bad) {
    let topic = topic();
    for name in ModeName::ALL {
        let mode = name.with_defaults();
        let finished = run(&mode, bad, &topic);
        let (taken, most) = (calls(&finished), mode.calls(DebateSize::new(&topic, 2)).total());
        assert!(taken <= most, "{name}: {taken} calls, at most {most}");
        let stop = &finished.outcome.stop;
        let says_why = stop.rule.contains(": ");
        assert!(stop.reason != StopReason::Failed || says_why, "{name}: {}", stop.rule);
    }
}

#[test]
fn half_an_answer_ends_every_mode_within_its_calls() {
    assert_ends(Bad::Half);
}

#[test]
fn empty_lists_end_every_mode_within_its_calls() {
    assert_ends(Bad::Empty);
}

#[test]
fn a_thousand_equal_attacks_and_repeated_items_end_every_mode_within_its_calls() {
    assert_ends(Bad::Thousandfold);
}

#[test]
fn unknown_ids_and_ids_of_the_persona_itself_end_every_mode_within_its_calls() {
    assert_ends(Bad::Unknown);
    assert_ends(Bad::Own);
}

#[test]
fn the_same_answer_forever_ends_every_mode_within_its_calls() {
    assert_ends(Bad::Same);
}

#[test]
fn personas_that_never_concede_or_concede_all_end_every_mode_within_its_calls() {
    assert_ends(Bad::Stubborn);
    assert_ends(Bad::Yielding);
}

#[test]
fn a_refusal_fails_every_mode_and_its_outcome_quotes_the_fault_of_the_question() {
    for name in ModeName::ALL {
        let finished = run(&name.with_defaults(), Bad::Refusal, &topic());
        let stop = &finished.outcome.stop;
        assert_eq!(stop.reason, StopReason::Failed, "{name}");
        assert!(finished.outcome.cruxes.is_empty(), "{name}");
        let calls = finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
        let faulted: BTreeSet<&str> =
            calls.filter(|call| call.fault.is_some()).map(|call| call.question.as_str()).collect();
        let named = |question: &&str| stop.rule.contains(&format!("`{question}` failed: "));
        assert!(faulted.iter().any(named), "{name}: {} of {faulted:?}", stop.rule);
        assert!(stop.rule.contains("there is no JSON object"), "{name}: {}", stop.rule);
    }
}

#[test]
fn a_debate_of_fewer_than_two_personas_fails_without_a_call() {
    for name in ModeName::ALL {
        for personas in [&[][..], &[ADA]] {
            let refusing = saying(|request| Bad::Refusal.spoil(request));
            let finished = run_with(&refusing, &name.with_defaults(), personas, &topic());
            let stop = &finished.outcome.stop;
            assert_eq!(stop.reason, StopReason::Failed, "{name}");
            assert_eq!(stop.rule, "a debate needs at least two personas", "{name}");
            assert_eq!(finished.outcome.usage.calls, 0, "{name}");
        }
    }
}

#[test]
fn a_judge_that_always_ties_ends_in_a_tie_and_a_checker_that_always_fails_rejects_nothing() {
    let mode = ModeName::Procon.with_defaults();
    let kept = |finished: &Finished| {
        let turns = finished.snapshots.iter().flat_map(|snapshot| &snapshot.turns);
        turns.filter(|turn| turn.speech.is_some() && turn.fate.is_kept()).count()
    };
    let tied = run(&mode, Bad::Tie, &topic());
    assert_ne!(tied.outcome.stop.reason, StopReason::Failed);
    let unchecked = run(&mode, Bad::NoChecker, &topic());
    assert_eq!(kept(&tied), kept(&unchecked), "no speech is rejected for want of a check");
    assert!(kept(&unchecked) > 0);
}

#[test]
fn one_passage_an_empty_one_and_one_twice_are_read_to_the_end() {
    let passage = |id: &str, text: &str| Passage {
        id: PassageId::new(id).expect("a name"),
        title: format!("The {id}"),
        text: text.to_owned(),
        source: None,
    };
    let feet = "The shops on the street followed the feet, and the street was as loud as ever.";
    let mode = ModeName::Dialectic.with_defaults();
    let texts: [&[(&str, &str)]; 3] =
        [&[("feet", feet)], &[("feet", feet), ("none", "")], &[("feet", feet), ("again", feet)]];
    for texts in texts {
        let passages = texts.iter().map(|(id, text)| passage(id, text)).collect();
        let topic = Topic { passages, ..topic() };
        for bad in [Bad::Same, Bad::Stubborn, Bad::Yielding] {
            let finished = run(&mode, bad, &topic);
            let most = mode.calls(DebateSize::new(&topic, 2)).total();
            assert!(calls(&finished) <= most);
            let read = format!("{} passages were read", texts.len());
            let rule = &finished.outcome.stop.rule;
            assert!(texts.len() == 1 || rule.contains(&read), "{bad:?}: {rule}");
        }
    }
}

#[test]
fn what_a_reply_gives_before_its_last_object_is_a_draft_and_no_wrong_part() {
    let drafted = saying(|request| {
        let [draft, last] = [1, 0].map(|later| answer(request, 4, request.ordinal + later));
        format!("{draft} Or rather: {last}")
    });
    let finished = run_with(&drafted, &ModeName::Single.with_defaults(), &[ADA, BEN], &topic());
    let calls = || finished.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    assert!(calls().any(|call| call.question == "cruxes" && call.drafts.len() == 1));
    assert!(calls().all(|call| call.dropped.is_empty() && call.repaired.is_empty()));
    assert_eq!(finished.outcome.usage.dropped, 0);
}
