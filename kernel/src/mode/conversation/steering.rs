//! The hints that the protocol gives to the next speaker.

use super::convergence::{Updated, goes_in_circles};
use super::manner::Manner;
use super::moves::{has_words, is_substantive};
use super::proposals::{has_proposed, open_for, proposed};
use crate::record::{Act, Phase, Turn};
use crate::vocabulary::{PersonaId, TurnId};

/// How much of a proposal a hint quotes, in characters.
const QUOTED: usize = 150;
/// A point is unanswered if this many turns passed without an answer to it.
const UNANSWERED_FOR: usize = 3;
/// The exchange needs another subject if the graph has not changed for this many turns.
const UNCHANGED_FOR: usize = 8;
/// After this many challenges in a row a hint asks for what is right in the other case.
const CHALLENGES: usize = 4;

/// A hint to a speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hint {
    /// No crux was proposed yet.
    NameTheCrux,
    /// Another persona proposed a crux; the hint quotes it.
    DoYouAgree(String),
    /// Another persona conceded a point.
    WhatFollows,
    /// Another persona reframed the question.
    IsItTheRightQuestion,
    /// The turns repeat each other.
    WhatWouldChangeYourMind,
    /// The last turns were all challenges.
    WhatIsRightInIt,
    /// A point of another persona was not answered.
    Answer {
        /// The turn that makes it.
        turn: TurnId,
        /// Its text.
        text: String,
    },
    /// The graph has not changed for some time.
    NextDisagreement,
}

impl Hint {
    /// The hint as the speaker reads it.
    pub(crate) fn sentence(&self) -> String {
        match self {
            Self::NameTheCrux => {
                "Name the core of this disagreement in one sentence.".to_owned()
            }
            Self::DoYouAgree(crux) => format!("The crux was said to be: “{crux}” Do you agree?"),
            Self::WhatFollows => {
                "A point was conceded. What follows from it for your position?".to_owned()
            }
            Self::IsItTheRightQuestion => {
                "The question was reframed. Is that the right question?".to_owned()
            }
            Self::WhatWouldChangeYourMind => {
                "The turns repeat each other. What evidence would change your mind?".to_owned()
            }
            Self::WhatIsRightInIt => {
                "The last turns were all challenges. What is convincing in the other case?".to_owned()
            }
            Self::Answer { turn, text } => {
                format!("A point is not answered yet. Answer {turn}: “{text}”")
            }
            Self::NextDisagreement => {
                "The arguments have not changed for a while. Turn to the next most important disagreement.".to_owned()
            }
        }
    }
}

/// The hint to the next speaker: the first that fits. `heard` are the turns as that persona heard them.
pub(crate) fn hint(
    phase: Phase,
    manner: Manner,
    heard: &[Turn],
    updates: &[Updated],
    speaker: &PersonaId,
) -> Option<Hint> {
    match phase {
        Phase::Opening | Phase::Resolution => None,
        Phase::CruxSeeking => in_search(heard, speaker),
        Phase::Exchange => in_exchange(manner, heard, updates, speaker),
    }
}

fn in_search(heard: &[Turn], speaker: &PersonaId) -> Option<Hint> {
    if proposed(heard).is_empty() {
        return Some(Hint::NameTheCrux);
    }
    let open = open_for(heard, speaker).filter(|_| !has_proposed(heard, speaker))?;
    Some(Hint::DoYouAgree(quoted(&open.text)))
}

fn in_exchange(
    manner: Manner,
    heard: &[Turn],
    updates: &[Updated],
    speaker: &PersonaId,
) -> Option<Hint> {
    let spoken: Vec<&Turn> = heard.iter().filter(|turn| has_words(turn)).collect();
    let latest = spoken.last().filter(|turn| turn.speaker.as_ref() != Some(speaker));
    match latest.map(|turn| turn.act) {
        Some(Act::Concede) if manner.follows_concessions_up() => return Some(Hint::WhatFollows),
        Some(Act::Reframe) => return Some(Hint::IsItTheRightQuestion),
        _ => {}
    }
    if goes_in_circles(heard) {
        return Some(Hint::WhatWouldChangeYourMind);
    }
    let last = spoken.last_chunk::<CHALLENGES>();
    if last.is_some_and(|last| last.iter().all(|turn| turn.act == Act::Challenge)) {
        return Some(Hint::WhatIsRightInIt);
    }
    if let Some(turn) = unanswered(&spoken, speaker) {
        return Some(Hint::Answer { turn: turn.id, text: quoted(&turn.text) });
    }
    let changed = updates.iter().rev().find(|update| update.has_changed);
    let since = heard.len() - changed.map_or(0, |update| update.turns.min(heard.len()));
    (since >= UNCHANGED_FOR).then_some(Hint::NextDisagreement)
}

/// The latest point of another persona, after the opening, that was made at least three turns before the next one and that no
/// turn answers.
fn unanswered<'t>(spoken: &[&'t Turn], speaker: &PersonaId) -> Option<&'t Turn> {
    let old = spoken.len().checked_sub(UNANSWERED_FOR)?;
    let is_point = |turn: &&&Turn| {
        let phase = turn.speech.as_ref().map(|speech| speech.phase);
        turn.speaker.as_ref() != Some(speaker)
            && is_substantive(turn)
            && matches!(turn.act, Act::Assert | Act::Challenge)
            && phase != Some(Phase::Opening)
    };
    let is_answered = |turn: &Turn| {
        let mut answers = spoken.iter().filter_map(|other| other.speech.as_ref()?.replies_to);
        answers.any(|answered| answered == turn.id)
    };
    spoken[..old].iter().filter(is_point).rev().find(|turn| !is_answered(turn)).copied()
}

/// At most 150 characters of a text.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        None => text.to_owned(),
        Some((end, _)) => {
            let cut = &text[..end];
            let words = cut.rsplit_once(' ').map_or(cut, |(words, _)| words);
            format!("{words} …")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{persona, turns, updates};
    use super::*;

    fn to_ada(phase: Phase, said: &[&str]) -> Option<Hint> {
        hint(phase, Manner::Open, &turns(said), &[], &persona("ada"))
    }

    #[test]
    fn dialogue_rule_10_the_first_hint_of_the_table_that_fits_is_given() {
        use Hint::{
            IsItTheRightQuestion, NextDisagreement, WhatFollows, WhatIsRightInIt,
            WhatWouldChangeYourMind,
        };
        let answer = |turn, text: &str| Hint::Answer { turn: TurnId::new(turn), text: text.into() };
        let cases: &[(&[&str], Option<Hint>)] = &[
            (&["ada open", "ben open"], None),
            (&["ada claim", "ben concede"], Some(WhatFollows)),
            (&["ada claim", "ben concede", "ben fails"], Some(WhatFollows)),
            (&["ben claim", "ada concede"], None),
            (&["ada claim", "ben reframe"], Some(IsItTheRightQuestion)),
            (
                &["ben challenge 9", "ada challenge 1", "ben challenge 2", "ada challenge 3"],
                Some(WhatIsRightInIt),
            ),
            (
                &["ben claim", "ada claim", "ben challenge 2", "ada challenge 3"],
                Some(answer(1, "Text 1.")),
            ),
            (&["ben claim", "ada challenge 1", "ben clarify", "ada claim"], None),
            (&["ben open", "ada claim", "ben clarify", "ada claim"], None),
        ];
        for (said, expected) in cases {
            assert_eq!(to_ada(Phase::Exchange, said), *expected, "{said:?}");
        }
        let mut circling = turns(&["ada claim"; 8]);
        for turn in &mut circling {
            "The same words.".clone_into(&mut turn.text);
        }
        let given = hint(Phase::Exchange, Manner::Open, &circling, &[], &persona("ada"));
        assert_eq!(given, Some(WhatWouldChangeYourMind));
        let quiet = turns(&["ada clarify"; 8]);
        let ada = persona("ada");
        let after =
            |updates: &[Updated]| hint(Phase::Exchange, Manner::Open, &quiet, updates, &ada);
        assert_eq!(after(&[]), Some(NextDisagreement));
        assert_eq!(after(&updates(&[(&[1], true)])), None, "it changed after turn 2");
    }

    #[test]
    fn dispute_rule_9_an_adversarial_debate_has_no_hint_after_a_concession() {
        let said = turns(&["ada claim", "ben concede"]);
        let to_ada = |manner| hint(Phase::Exchange, manner, &said, &[], &persona("ada"));
        assert_eq!(to_ada(Manner::Open), Some(Hint::WhatFollows));
        assert_eq!(to_ada(Manner::Adversarial), None);
        let reframed = turns(&["ada claim", "ben reframe"]);
        let hint = hint(Phase::Exchange, Manner::Adversarial, &reframed, &[], &persona("ada"));
        assert_eq!(hint, Some(Hint::IsItTheRightQuestion), "the other hints stay");
    }

    #[test]
    fn dialogue_rule_10_in_the_search_a_hint_asks_for_the_crux_or_quotes_the_one_that_was_proposed()
    {
        let said = |said: &[&str]| to_ada(Phase::CruxSeeking, said);
        assert_eq!(said(&["ben claim"]), Some(Hint::NameTheCrux));
        assert_eq!(said(&["ben propose"]), Some(Hint::DoYouAgree("Text 1.".into())));
        assert_eq!(said(&["ada propose"]), None, "it is her own");
        assert_eq!(said(&["ben propose", "ada claim ack 1"]), None);
    }

    #[test]
    fn dialogue_rule_10_no_hint_is_given_in_the_opening_and_in_the_resolution() {
        for phase in [Phase::Opening, Phase::Resolution] {
            assert_eq!(to_ada(phase, &["ada claim", "ben concede"]), None);
        }
    }

    #[test]
    fn dialogue_rule_10_a_hint_quotes_at_most_a_hundred_and_fifty_characters() {
        let long = "word ".repeat(60);
        assert!(quoted(&long).chars().count() <= QUOTED + 2);
        assert!(quoted(&long).ends_with("word …"));
        assert_eq!(quoted("A short text."), "A short text.");
        assert!(quoted(&"ü".repeat(200)).chars().count() <= QUOTED + 2, "one long word");
    }

    #[test]
    fn every_hint_is_a_sentence() {
        let hints = [
            Hint::NameTheCrux,
            Hint::DoYouAgree("It.".into()),
            Hint::WhatFollows,
            Hint::IsItTheRightQuestion,
            Hint::WhatWouldChangeYourMind,
            Hint::WhatIsRightInIt,
            Hint::Answer { turn: TurnId::new(1), text: "It.".into() },
            Hint::NextDisagreement,
        ];
        let sentences: std::collections::BTreeSet<String> =
            hints.iter().map(Hint::sentence).collect();
        assert_eq!(sentences.len(), hints.len(), "no two hints say the same");
    }
}
