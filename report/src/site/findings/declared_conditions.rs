//! The conditions that the personas declare, in their contracts or in a debate, and that no card
//! shows.

use faultline::record;
use faultline::vocabulary::{self, Persona, PersonaId, Reach, Topic};

use super::card::Card;
use super::source::{Extent, Source};
use super::thesis::Thesis;
use crate::site::input::Experiment;
use crate::site::persona_tag::Tag;
use crate::site::stance::{is_nearly, is_said_by};
use faultline::view::Flip;

/// A declared condition with the persona that declares it.
#[derive(Debug)]
pub(in crate::site) struct DeclaredCondition {
    pub(in crate::site) persona: Tag,
    /// The title of the axis that it is about, if any.
    pub(in crate::site) axis: Option<String>,
    /// The question of this axis.
    pub(in crate::site) question: Option<String>,
    pub(in crate::site) flip: Flip,
}

impl DeclaredCondition {
    pub(in crate::site) fn changes_answer(&self) -> bool {
        self.flip.changes == Reach::Answer
    }

    /// Whether it is this condition of this persona.
    pub(in crate::site) fn is(&self, persona: &Tag, flip: Option<&Flip>) -> bool {
        self.persona == *persona && flip.is_some_and(|flip| flip.when == self.flip.when)
    }
}

/// Every declared condition about the topic, those that change an answer to the whole question
/// first.
pub(super) fn declared(source: &Source<'_>, theses: &[Thesis]) -> Vec<DeclaredCondition> {
    let personas = theses.iter().map(|thesis| (&thesis.id, thesis.persona.clone()));
    let said = source.finished.iter().flat_map(|(_, summary)| &summary.outcome.theses);
    let said: Vec<&record::Thesis> = said.collect();
    conditions(source.index.experiment, source.topic, personas, &said)
}

/// The declared conditions that no card shows; in short form only those that change an answer to
/// the whole question.
pub(super) fn without_shown(
    mut declared: Vec<DeclaredCondition>,
    cards: &[Card],
    extent: Extent,
) -> Vec<DeclaredCondition> {
    declared.retain(|declared| {
        let mut shown = cards.iter().flat_map(|card| &card.stances);
        let is_shown = shown.any(|held| {
            let says_it = || held.unless.iter().any(|text| is_said_by(&declared.flip, text));
            declared.is(&held.persona, held.of.flip.as_ref())
                || (held.persona == declared.persona && says_it())
        });
        !is_shown && (extent == Extent::Full || declared.changes_answer())
    });
    declared
}

/// Every condition that these personas declare about the topic in their contracts, and those beside
/// their theses that say anything else; those that change an answer to the whole question first.
pub(in crate::site) fn conditions<'p>(
    experiment: &Experiment,
    topic: &Topic,
    personas: impl Iterator<Item = (&'p PersonaId, Tag)>,
    theses: &[&'p record::Thesis],
) -> Vec<DeclaredCondition> {
    let mut declared: Vec<DeclaredCondition> = Vec::new();
    for (id, tag) in personas {
        let Some(persona) = experiment.persona(id) else {
            continue;
        };
        let declares = |flip: &vocabulary::Flip| {
            let axis = flip.axis.as_ref().and_then(|id| topic.axis(id));
            DeclaredCondition {
                persona: tag.clone(),
                axis: axis.map(|axis| axis.title.clone()),
                question: axis.map(|axis| axis.question.clone()),
                flip: Flip::declared(flip),
            }
        };
        let written = persona.contract.flips.iter().filter(|flip| is_about(topic, persona, flip));
        let mut own: Vec<DeclaredCondition> = written.map(declares).collect();
        let theses = theses.iter().filter(|thesis| thesis.persona == *id);
        for said in theses.flat_map(|thesis| &thesis.flips).map(declares) {
            let says_it = |known: &DeclaredCondition| {
                known.axis == said.axis && is_nearly(&known.flip, &said.flip.when)
            };
            if !own.iter().any(says_it) {
                own.push(said);
            }
        }
        declared.extend(own);
    }
    declared.sort_by_key(|declared| declared.flip.changes);
    declared
}

/// Whether the condition is about the topic. One without an axis is about every topic of the
/// persona.
fn is_about(topic: &Topic, persona: &Persona, flip: &vocabulary::Flip) -> bool {
    match &flip.axis {
        Some(axis) => topic.axis(axis).is_some(),
        None => persona.corpora.contains_key(&topic.id),
    }
}
