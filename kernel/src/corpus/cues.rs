//! Rule 8: by which texts a statement is found, and what a match counts.

use std::mem::discriminant;

use super::aims::Aim;
use super::heard::Traced;
use super::{Heard, Untagged, Voice};
use crate::vocabulary::{AxisId, Component, PersonaId, Side, Statement};

/// A reply with a lower score is not retrieved.
pub(super) const COMES_TO_MIND: f64 = 0.25;
/// The factor of a match if the statement is about another axis than what it answers.
const OTHER_AXIS: f64 = 0.7;
/// The factor of a match if a statement merely takes the other side of the axis.
const OTHER_SIDE: f64 = 0.6;

/// How a statement is connected with what was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Connection {
    /// It was written to answer such a claim.
    Answers,
    /// It takes the other side of the axis.
    Opposes,
    /// It concedes such a claim.
    Concedes,
    /// It names such an observation as one that would change the persona's mind.
    Unless,
}

/// One component of each kind.
pub(super) const KINDS: [Component; 4] =
    [Component::Claim, Component::Premise(0), Component::Assumption(0), Component::Inference];

/// A text by which a statement is found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cue<'a> {
    pub(super) statement: &'a Statement,
    /// The kind of component on hearing which it is found.
    pub(super) kind: Component,
    pub(super) text: &'a str,
    pub(super) link: Connection,
}

/// The texts by which a statement is found on hearing a component of a kind.
pub(super) fn cues(statement: &Statement, kind: Component, untagged: Untagged) -> Vec<Cue<'_>> {
    let cue = |link| move |text| Cue { statement, kind, text, link };
    let answers = statement.answers.iter().filter(|answer| is_for(answer.component, kind));
    let mut cues: Vec<Cue<'_>> =
        answers.map(|answer| answer.text.as_str()).map(cue(Connection::Answers)).collect();
    if kind == Component::Claim && opposes_by_side(statement, untagged) {
        cues.push(cue(Connection::Opposes)(&statement.text));
    }
    if matches!(kind, Component::Claim | Component::Premise(_)) {
        cues.extend(statement.concedes.iter().map(String::as_str).map(cue(Connection::Concedes)));
        cues.extend(statement.unless.iter().map(String::as_str).map(cue(Connection::Unless)));
    }
    cues
}

/// Whether a reply that was written for one component may be aimed at another: only at one of the same kind.
pub(super) fn is_for(written: Component, aimed: Component) -> bool {
    discriminant(&written) == discriminant(&aimed)
}

/// Whether a statement may oppose claims on the other side of its axis.
pub(super) fn opposes_by_side(statement: &Statement, untagged: Untagged) -> bool {
    let is_untagged = statement.inferred.is_some() && untagged == Untagged::BySide;
    statement.answers.is_empty() || is_untagged
}

impl Voice<'_> {
    /// What a match of a text counts, given what connects its statement with what was heard.
    pub(super) fn weighted(
        &self,
        heard: &Traced<'_, '_>,
        cue: Cue<'_>,
        score: f64,
        untagged: Untagged,
    ) -> f64 {
        let Cue { statement, link, .. } = cue;
        if score <= 0.0 && link != Connection::Opposes {
            return 0.0;
        }
        let on_axis = heard.is_on_axis_of(statement);
        match link {
            Connection::Answers if !self.contradicts(cue, heard) => 0.0,
            Connection::Answers | Connection::Concedes | Connection::Unless if on_axis => score,
            Connection::Answers => OTHER_AXIS * score,
            Connection::Opposes if heard.is_opposed_by(statement) => {
                let by_side = statement.inferred.is_some() && untagged == Untagged::BySide;
                (OTHER_SIDE * score).max(if by_side { COMES_TO_MIND } else { 0.0 })
            }
            Connection::Opposes | Connection::Concedes | Connection::Unless => 0.0,
        }
    }

    /// Whether an `answers` of a statement speaks against what was heard. What its author wrote it against it contradicts, whatever side
    /// that takes.
    fn contradicts(&self, answer: Cue<'_>, heard: &Traced<'_, '_>) -> bool {
        match self.aim(answer, heard) {
            Aim::Here => true,
            Aim::Elsewhere => false,
            Aim::Unknown => !self.agree(heard, answer.statement),
        }
    }

    /// Whether a statement contradicts nothing that was heard, whatever words they share: both take one side of an axis; or they are
    /// about different ones, and the speaker takes the side of the statement or the persona that of what was heard.
    fn agree(&self, heard: &Traced<'_, '_>, statement: &Statement) -> bool {
        if heard.is_on_axis_of(statement) && heard.heard.side.is_some() {
            return heard.is_joined_by(statement);
        }
        let takes = |persona: &PersonaId, axis: Option<&AxisId>, side: Option<Side>| {
            let own = axis.and_then(|axis| self.voices.side(persona, axis));
            own.is_some() && own == side
        };
        let Heard { author, axis, side, .. } = heard.heard;
        takes(author, statement.axis.as_ref(), statement.side) || takes(self.persona, axis, side)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::answer;
    use crate::vocabulary::{Persona, Seed};

    const QUOTED: &str = "drivers will not walk from a car park";
    const OWN_WORDS: &str = "a car is of no use to whoever shops on foot";

    /// The keeper and the walker, whose answer to the assumption says this, is on this axis and takes this side.
    fn answering(text: &str, axis: &str, side: Side) -> Vec<Persona> {
        personas_with(1, |statements| {
            statements[2].answers = vec![answer(Component::Assumption(0), text)];
            statements[2].axis = AxisId::new(axis).ok();
            statements[2].side = Some(side);
        })
    }

    /// Whether the walker's statement “park” with this answer contradicts the keeper's “takings”.
    fn contradicts(personas: &[Persona], answer: &str) -> bool {
        let corpora = everything(personas);
        let voices = corpora.voices(Seed(1));
        let walker = voices.voice(&personas[1].id).unwrap();
        let sample = heard(personas, 0, "takings", None);
        let park = walker.statements().iter().find(|own| own.id.as_str() == "park").unwrap();
        let kind = park.answers[0].component;
        let cue = Cue { statement: park, kind, text: answer, link: Connection::Answers };
        walker.contradicts(cue, &voices.trace(&sample.heard()))
    }

    #[test]
    fn an_answer_contradicts_what_it_was_written_against_and_otherwise_nothing_on_its_own_side() {
        let of = |text, axis, side| contradicts(&answering(text, axis, side), text);
        let same = heard_side();
        assert!(!of(OWN_WORDS, "trade", same), "both take one side of one axis");
        assert!(of(OWN_WORDS, "trade", same.opposite()));
        assert!(!of(OWN_WORDS, "air", Side::No), "the keeper takes this side itself");
        assert!(of(OWN_WORDS, "air", Side::Yes));
        assert!(of(QUOTED, "trade", same) && of(QUOTED, "air", Side::No));
    }

    #[test]
    fn an_answer_in_words_of_its_own_does_not_contradict_what_its_persona_holds() {
        let holding = |side: Side| {
            personas_with(1, |statements| {
                for own in statements.iter_mut() {
                    (own.axis, own.side) = (AxisId::new("trade").ok(), Some(side));
                }
                statements[2].answers = vec![answer(Component::Claim, OWN_WORDS)];
                (statements[2].axis, statements[2].side) = (AxisId::new("noise").ok(), None);
            })
        };
        assert!(!contradicts(&holding(heard_side()), OWN_WORDS));
        assert!(contradicts(&holding(heard_side().opposite()), OWN_WORDS));
    }

    /// The side of the statement that is heard.
    fn heard_side() -> Side {
        let personas = pair();
        let corpus = personas[0].corpora.values().next().unwrap();
        corpus.statement(&"takings".parse().unwrap()).unwrap().side.unwrap()
    }
}
