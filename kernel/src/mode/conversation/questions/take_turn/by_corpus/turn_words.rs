//! What of an earlier turn its speaker said.

use crate::corpus::{Heard, Reply, Voices, premises};
use crate::mode::conversation::questions::ShownTurn;
use crate::text::content_stems;
use crate::vocabulary::{Component, Statement};

/// What of an earlier turn is answered and granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answerable {
    /// Only what the turn says. What it takes for granted is named before it is answered.
    Stated,
    /// Also what its speaker means by it, in a mode that records which points were not made.
    Implied,
}

/// What a turn says, and one of the statements that it says.
pub(super) struct TurnWords<'s> {
    pub(super) turn: &'s ShownTurn,
    pub(super) heard: &'s Heard<'s>,
    pub(super) statement: Option<&'s Statement>,
    voices: &'s Voices<'s>,
}

impl<'s> TurnWords<'s> {
    pub(super) fn of(turn: &'s ShownTurn, heard: &'s Heard<'s>, voices: &'s Voices<'s>) -> Self {
        let mut behind = heard.excerpts.iter();
        let statement = behind.find_map(|id| voices.statement(heard.author, id));
        Self { turn, heard, statement, voices }
    }

    /// What counts as said: the turn, or this statement alone of a turn that says several.
    fn words(&self) -> &'s str {
        if self.turn.excerpts.len() == 1 { &self.turn.text } else { self.heard.text }
    }

    fn has_most_of(&self, text: &str) -> bool {
        has_most_words(self.words(), text)
    }

    /// Whether it makes a point that is conceded: it says most of its words, or argues for it.
    pub(super) fn makes(&self, point: &str, answerable: Answerable) -> bool {
        match answerable {
            Answerable::Stated => self.has_most_of(point),
            Answerable::Implied => self.argues_for(point).is_some(),
        }
    }

    /// How many distinctive words of a point it says; `None` if too few to argue for it.
    pub(super) fn argues_for(&self, point: &str) -> Option<usize> {
        self.voices.argues_for(point, self.words())
    }

    /// Whether it says what a reply is aimed at. A statement is heard with all its reasons, of
    /// which a turn says one: most words of the reason are said, or of the words in which the
    /// author of a reply puts the inference.
    pub(super) fn is_answered_by(&self, reply: &Reply<'_>, answerable: Answerable) -> bool {
        match (reply.component, answerable) {
            (Component::Premise(at), _) => {
                let reason = self.statement.and_then(|own| premises(own).nth(at));
                reason.is_some_and(|reason| self.has_most_of(reason))
            }
            (Component::Inference, Answerable::Stated) => {
                reply.answered().any(|answered| self.has_most_of(answered))
            }
            (Component::Assumption(_), Answerable::Stated) => self.says_statement(),
            (Component::Inference | Component::Assumption(_), Answerable::Implied)
            | (Component::Claim, _) => true,
        }
    }

    /// Whether the turn itself says the statement. An opening rests on more than it says, and what
    /// it does not say takes nothing for granted there.
    fn says_statement(&self) -> bool {
        self.statement.is_some_and(|own| has_most_words(&self.turn.text, &own.text))
    }

    /// What the statement takes for granted at a place, which the turn does not say.
    pub(super) fn assumption(&self, component: Component) -> Option<&'s str> {
        let Component::Assumption(at) = component else { return None };
        Some(&self.statement?.assumptions.get(at)?.text)
    }
}

/// Whether most of the words of a text are said.
fn has_most_words(said: &str, text: &str) -> bool {
    let words = content_stems(text);
    2 * words.intersection(&content_stems(said)).count() > words.len()
}
