//! Crux cards, and the disputes that are not cruxes.

use faultline::record::{self, Crux, IdleDispute, Position};
use faultline::view::{Subject, glossary};

use crate::site::Fault;
use crate::site::blocks::{self, Fact, Section};
use crate::site::findings::DeclaredCondition;
use crate::site::persona_tag::Tag;
use crate::site::references::References;
use crate::site::route::{Anchor, Link, Route, slug};
use crate::site::sentence::full_stop;
use crate::site::stance::Stance;

/// A question that is disputed, but that does not carry load on both sides.
#[derive(Debug)]
pub(super) struct OtherDisagreement {
    pub(super) question: String,
    pub(super) answers: Vec<Answer>,
    /// What is not known of it, as a clause.
    pub(super) note: Option<&'static str>,
}

/// A persona's answer to such a question.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) persona: Tag,
    /// The answer as a word, and what depends on it.
    pub(super) side: &'static str,
    pub(super) text: String,
    pub(super) is_guessed: bool,
}

/// A question that the debate settled.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) question: String,
    pub(super) side: &'static str,
}

/// A crux as a card.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) id: String,
    pub(super) number: u32,
    pub(super) link: Link,
    /// The card of the same question over all debates of the topic.
    pub(super) compared: Link,
    /// The short title of its axis, where it has one.
    pub(super) axis: Option<String>,
    pub(super) question: String,
    pub(super) is_declared: bool,
    pub(super) is_load_unknown: bool,
    pub(super) stances: Vec<Stance>,
    pub(super) settles: Option<String>,
    pub(super) facts: Vec<Fact>,
    /// What only the mode shows.
    pub(super) details: Vec<Section>,
}

impl Card {
    pub(in crate::site) fn named_as(&self) -> &'static str {
        glossary::named_as(self.is_load_unknown)
    }
}

/// Marks where a card shows this condition how far it reaches; whether any card does.
pub(super) fn mark_declared(cards: &mut [Card], declared: &DeclaredCondition) -> bool {
    let stances = cards.iter_mut().flat_map(|card| &mut card.stances);
    let mut is_shown = false;
    for stance in stances.filter(|held| declared.is(&held.persona, held.of.flip.as_ref())) {
        stance.of.flip = Some(declared.flip.clone());
        is_shown = true;
    }
    is_shown
}

pub(super) fn card(references: &References<'_>, crux: &Crux) -> Result<Card, Fault> {
    let axis = crux.axis.as_ref().and_then(|id| references.topic.axis(id));
    let (history, axes) = (&references.history, &references.topic.axes);
    let card = references.inferred().card(history, axes, crux);
    let stances = card.stances.into_iter().map(|held| Stance::of_debate(references, held));
    Ok(Card {
        id: crux.id.to_string(),
        number: crux.id.number(),
        link: references.place(&Anchor::Crux(crux.id)),
        compared: compared(references, crux),
        axis: axis.map(|axis| axis.title.clone()),
        question: card.question,
        is_declared: card.is_declared,
        is_load_unknown: card.is_load_unknown,
        stances: stances.collect(),
        settles: card.settles,
        facts: card.facts.iter().map(|fact| Fact::new(references, fact)).collect(),
        details: blocks::sections(references, Subject::Crux(crux.id))?,
    })
}

/// A crux without an axis of the topic has no card that can be named, so it leads to the top of the
/// page.
fn compared(references: &References<'_>, crux: &Crux) -> Link {
    let (topic, page) = (references.topic, Route::Topic(references.topic.id.clone()));
    match crux.axis.as_ref().filter(|id| topic.axis(id).is_some()) {
        Some(axis) => {
            page.link_to(&references.here, &Anchor::Question(topic.id.clone(), slug(axis.as_str())))
        }
        None => page.link(&references.here),
    }
}

pub(super) fn idle(references: &References<'_>, dispute: &IdleDispute) -> OtherDisagreement {
    let (axis, inferred) = (references.topic.axis(&dispute.axis), references.inferred());
    let answer = |held: &Position| Answer {
        persona: references.tag(&held.persona),
        side: glossary::answer_with_load(held).unwrap_or_default(),
        text: full_stop(&held.text),
        is_guessed: inferred.is_guessed_in(&references.history, axis, &held.persona, held.node),
    };
    OtherDisagreement {
        question: dispute.question.clone(),
        answers: dispute.positions.iter().map(answer).collect(),
        note: glossary::note(dispute),
    }
}

pub(super) fn settled(settled: &record::Settled) -> Settled {
    Settled { question: settled.question.clone(), side: glossary::side(settled.side) }
}
