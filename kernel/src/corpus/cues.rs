//! Rule 8: by which texts a statement is found, and what a match counts.

use super::components::is_for;
use super::heard::Traced;
use super::{Heard, Untagged, Voice, Voices};
use crate::vocabulary::{AxisId, Component, Objection, PersonaId, Side, Statement, StatementId};

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

/// Whether a statement may oppose claims on the other side of its axis.
pub(super) fn opposes_by_side(statement: &Statement, untagged: Untagged) -> bool {
    let is_untagged = statement.inferred.is_some() && untagged == Untagged::BySide;
    statement.answers.is_empty() || is_untagged
}

impl Voices<'_> {
    /// Whether one of those `answers` of a persona's statement that `is_meant` is true of is aimed
    /// at this statement of another persona.
    pub(super) fn is_aimed_at(
        &self,
        (author, said): (&PersonaId, &Statement),
        is_meant: impl Fn(&Objection) -> bool,
        (other, own): (&PersonaId, &Statement),
    ) -> bool {
        let targets =
            self.corpora.personas.get(author).and_then(|author| author.targets.get(&said.id));
        let is_this =
            |(whose, which): &(PersonaId, StatementId)| whose == other && *which == own.id;
        let mut answers = said.answers.iter().zip(targets.into_iter().flatten());
        answers.any(|(answer, targets)| is_meant(answer) && targets.iter().any(is_this))
    }
}

/// At what an `answers` is aimed, as seen from something heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Intended {
    /// At a statement that what was heard rests on.
    Here,
    /// At another statement.
    Elsewhere,
    /// At no statement that is known: the `answers` is in words of its own, or what was heard rests
    /// on no statement.
    Unknown,
}

impl Voice<'_> {
    /// At what an `answers` of one of the persona's statements is aimed.
    fn intended(&self, answer: Cue<'_>, at: &Traced<'_, '_>) -> Intended {
        let Cue { statement, kind, text, .. } = answer;
        let is_this = |own: &Objection| own.text == text && is_for(own.component, kind);
        let place = statement.answers.iter().position(is_this);
        let targets =
            self.indexed.targets.get(&statement.id).zip(place).map(|(targets, at)| &targets[at]);
        let excerpts = at.heard.excerpts;
        match targets.filter(|targets| !targets.is_empty() && !excerpts.is_empty()) {
            None => Intended::Unknown,
            Some(targets) => {
                let author = at.heard.author;
                let says = |id: &StatementId| targets.contains(&(author.clone(), id.clone()));
                if excerpts.iter().any(says) { Intended::Here } else { Intended::Elsewhere }
            }
        }
    }
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

    /// Whether an `answers` of a statement speaks against what was heard. What its author wrote it
    /// against it contradicts, whatever side that takes.
    fn contradicts(&self, answer: Cue<'_>, heard: &Traced<'_, '_>) -> bool {
        match self.intended(answer, heard) {
            Intended::Here => true,
            Intended::Elsewhere => false,
            Intended::Unknown => !self.agree(heard, answer.statement),
        }
    }

    /// Whether a statement contradicts nothing that was heard, whatever words they share: both take
    /// one side of an axis; or they are about different ones, and the speaker takes the side of the
    /// statement or the persona that of what was heard.
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

    /// The keeper and the walker, whose answer to the assumption says this, is on this axis and
    /// takes this side.
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
        let mut twice = answering(OWN_WORDS, "trade", same);
        let walker = twice[1].corpora.values_mut().next().unwrap();
        let answers = &mut walker.notes[0].statements[2].answers;
        answers.push(answer(Component::Assumption(0), QUOTED));
        assert!(contradicts(&twice, QUOTED), "it quotes the claim beside an answer that does not");
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

    #[test]
    fn an_answer_is_aimed_at_the_statement_that_it_quotes_and_at_no_other() {
        let personas = answering(QUOTED, "trade", Side::No);
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let own = |by: usize, id: &str| {
            let voice = voices.voice(&personas[by].id).unwrap();
            voice.statement(&id.parse().unwrap()).unwrap()
        };
        let is_aimed_at = |by: usize, id: &str| {
            let said = (&personas[1].id, own(1, "park"));
            voices.is_aimed_at(said, |_| true, (&personas[by].id, own(by, id)))
        };
        assert!(is_aimed_at(0, "takings"));
        assert!(!is_aimed_at(0, "rain"), "of the same persona");
        assert!(!is_aimed_at(1, "stroll"));
    }
}
