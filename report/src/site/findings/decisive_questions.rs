//! What it comes down to: the questions over which the personas would change their main answers, by
//! their own account.

use std::collections::BTreeSet;

use faultline::view::load::Load;
use faultline::vocabulary::Reach;

use super::card::Card;
use super::declared_conditions::DeclaredCondition;
use super::thesis::Thesis;
use crate::site::persona_tag::Tag;
use crate::site::sentence::in_words;
use crate::site::stance::Stance;
use crate::unique::unique;

/// A crux over which a persona would change its main answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DecisiveQuestion {
    /// In quotation marks.
    pub(super) question: String,
    /// In a list: the title of its axis where there are more than two personas.
    pub(super) name: String,
    /// The id of its card on the page.
    pub(super) card: String,
}

/// What would change the main answer of a persona, by its own account.
#[derive(Debug, Clone)]
pub(super) struct Decider {
    pub(super) persona: Tag,
    side: &'static str,
    pub(super) questions: Vec<DecisiveQuestion>,
    /// The conditions that belong to no crux, as sentences.
    pub(super) conditions: Vec<String>,
    /// The questions of the topic that these are about.
    others: BTreeSet<String>,
}

impl Decider {
    /// Whether its line ends with the mark of a question or of a condition.
    pub(super) fn has_end(&self) -> bool {
        let is_question = self.questions.last().is_some_and(|last| last.name == last.question);
        is_question || !self.conditions.is_empty()
    }

    fn names_any(&self) -> bool {
        !self.questions.is_empty() || !self.conditions.is_empty()
    }
}

/// How far the personas name the same cruxes.
#[derive(Debug)]
pub(super) enum Overlap {
    /// Only this persona says what would change its main answer.
    One(Tag),
    /// They share cruxes. It says who would change their main answers over these, as a clause.
    Cruxes(&'static str),
    /// They share no crux.
    Nothing {
        /// Those whose main answers no crux would change.
        whom: &'static str,
        /// Whether there are two personas, and their conditions are about different questions.
        is_apart: bool,
    },
}

/// What it comes down to.
#[derive(Debug)]
pub(super) struct DecisiveQuestions {
    /// The cruxes over which both sides would change their main answer; where all personas give the
    /// same one, at least two of them.
    pub(super) shared: Vec<DecisiveQuestion>,
    pub(super) overlap: Overlap,
    /// What is to be said of each persona: of two of them what they do not share, of more of them
    /// everything.
    pub(super) deciders: Vec<Decider>,
    /// Whether the lines of the personas only add to what both share.
    pub(super) adds: bool,
}

impl DecisiveQuestions {
    /// Whether the line of a persona says this condition.
    pub(super) fn says(&self, condition: &DeclaredCondition) -> bool {
        let mut own = self.deciders.iter().filter(|own| own.persona == condition.persona);
        own.any(|own| own.conditions.contains(&condition.flip.when))
    }

    /// The number of shared cruxes in words: «one question».
    pub(super) fn number(&self) -> String {
        let noun = if self.shared.len() == 1 { "question" } else { "questions" };
        format!("{} {noun}", in_words(self.shared.len()))
    }
}

/// What the personas say would change their main answers, in `declared` and on the cards; `None` if
/// they say nothing of the kind, or if there is only one of them.
pub(super) fn decisive_questions(
    theses: &[Thesis],
    cards: &[Card],
    declared: &[DeclaredCondition],
) -> Option<DecisiveQuestions> {
    let is_pair = theses.len() == 2;
    let mut deciders: Vec<Decider> =
        theses.iter().map(|thesis| decider(thesis, cards, declared, is_pair)).collect();
    let named: Vec<&Decider> = deciders.iter().filter(|own| own.names_any()).collect();
    if theses.len() < 2 || named.is_empty() {
        return None;
    }
    let only = (named.len() == 1).then(|| named[0].persona.clone());
    let is_contested = deciders.iter().any(|own| own.side != deciders[0].side);
    let is_shared = |question: &DecisiveQuestion| {
        let named = deciders.iter().filter(|own| own.questions.contains(question));
        let sides: Vec<&str> = named.map(|own| own.side).collect();
        if is_contested { unique(sides).len() > 1 } else { sides.len() > 1 }
    };
    let mut shared: Vec<DecisiveQuestion> =
        unique(deciders.iter().flat_map(|own| &own.questions)).into_iter().cloned().collect();
    shared.retain(is_shared);
    shared.sort_by_key(|own| cards.iter().position(|card| card.id == own.card));
    let others: Vec<&String> = deciders.iter().flat_map(|own| &own.others).collect();
    let (who, whom) = match (is_pair, is_contested) {
        (true, _) => ("both would change their main answer", "both"),
        (false, true) => (
            "at least one persona on each side would change its main answer",
            "personas on both sides",
        ),
        (false, false) => ("two or more of them would change their main answer", "two of them"),
    };
    let is_apart = is_pair && unique(others.iter()).len() == others.len();
    let adds = is_pair && !shared.is_empty();
    let overlap = match only {
        Some(persona) => Overlap::One(persona),
        None if shared.is_empty() => Overlap::Nothing { whom, is_apart },
        None => Overlap::Cruxes(who),
    };
    if is_pair {
        for own in &mut deciders {
            own.questions.retain(|question| !shared.contains(question));
        }
    }
    if adds || matches!(overlap, Overlap::One(_)) {
        deciders.retain(Decider::names_any);
    }
    Some(DecisiveQuestions { shared, overlap, deciders, adds })
}

fn decider(
    thesis: &Thesis,
    cards: &[Card],
    declared: &[DeclaredCondition],
    is_pair: bool,
) -> Decider {
    let is_own = |own: &&DeclaredCondition| own.persona == thesis.persona && own.changes_answer();
    let own: Vec<&DeclaredCondition> = declared.iter().filter(is_own).collect();
    let stance =
        |card: &'_ Card| card.stances.iter().position(|held| held.persona == thesis.persona);
    let belongs = |condition: &DeclaredCondition, card: &Card| {
        let shown = stance(card).and_then(|at| card.stances[at].of.flip.as_ref());
        condition.question.as_ref() == Some(&card.question) || condition.is(&thesis.persona, shown)
    };
    let is_decisive = |card: &&Card| {
        stance(card).is_some_and(|at| decides(&card.stances[at]))
            || own.iter().any(|condition| belongs(condition, card))
    };
    let question = |card: &Card| {
        let question = format!("“{}”", card.question);
        let title = card.axis.clone().filter(|_| !is_pair);
        DecisiveQuestion {
            name: title.unwrap_or_else(|| question.clone()),
            question,
            card: card.id.clone(),
        }
    };
    let is_free =
        |condition: &&&DeclaredCondition| !cards.iter().any(|card| belongs(condition, card));
    Decider {
        persona: thesis.persona.clone(),
        side: thesis.side,
        questions: cards.iter().filter(is_decisive).map(question).collect(),
        conditions: unique(own.iter().filter(is_free).map(|own| own.flip.when.clone())),
        others: own.iter().filter(is_free).filter_map(|own| own.question.clone()).collect(),
    }
}

/// Whether a persona says on a card that its main answer depends on the question.
fn decides(held: &Stance) -> bool {
    let flip = held.of.flip.as_ref();
    held.of.load == Some(Load::Decisive) || flip.is_some_and(|flip| flip.changes == Reach::Answer)
}
