//! The conditions that the personas declare and that no card shows.

use faultline::vocabulary::{self, Persona, Reach};

use super::card::Card;
use super::thesis::Thesis;
use super::{Form, Source};
use crate::site::flip::Flip;
use crate::site::persona_tag::Tag;

/// A declared condition with the persona that declares it.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) persona: Tag,
    /// The title of the axis that it is about, if any.
    pub(super) axis: Option<String>,
    pub(super) flip: Flip,
}

impl Declared {
    pub(super) fn changes_answer(&self) -> bool {
        self.flip.changes == Reach::Answer
    }
}

/// Every declared condition about the topic that no card shows, those that change an answer to the whole question first; in short
/// form only these.
pub(super) fn declared(
    source: &Source<'_>,
    theses: &[Thesis],
    cards: &[Card],
    form: Form,
) -> Vec<Declared> {
    let mut declared: Vec<Declared> = Vec::new();
    for thesis in theses {
        let mut personas = source.index.experiment.personas.iter();
        let Some(persona) = personas.find(|known| known.id == thesis.id) else { continue };
        let own = persona.contract.flips.iter().filter(|flip| is_about(source, persona, flip));
        let own = own.map(|flip| Declared {
            persona: thesis.persona.clone(),
            axis: flip.axis.as_ref().and_then(|id| source.topic.axis(id)).map(|a| a.title.clone()),
            flip: Flip::declared(flip),
        });
        declared.extend(own.filter(|declared| !is_shown(declared, cards)));
    }
    declared.retain(|declared| form == Form::Full || declared.changes_answer());
    declared.sort_by_key(|declared| declared.flip.changes);
    declared
}

/// Whether the condition is about the topic. One without an axis is about every topic of the persona.
fn is_about(source: &Source<'_>, persona: &Persona, flip: &vocabulary::Flip) -> bool {
    match &flip.axis {
        Some(axis) => source.topic.axis(axis).is_some(),
        None => persona.corpora.contains_key(&source.topic.id),
    }
}

fn is_shown(declared: &Declared, cards: &[Card]) -> bool {
    cards.iter().flat_map(|card| &card.stances).any(|held| {
        held.persona == declared.persona
            && held.flips.as_ref().is_some_and(|flip| flip.when == declared.flip.when)
    })
}
