//! What a cell's outcome depends on: all of it, and nothing that is only shown.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::plan::{Cell, PlanError};
use crate::format::{Library, Manifest, ProviderChoice};
use crate::mode::Mode;
use crate::prompt;
use crate::provider::corpus;
use crate::store::{Hash, Name, canonical};
use crate::task::{self, Kind, Models, Parameters};
use crate::vocabulary::{Axis, Corpus, Note, Persona, PersonaId, Seed, Topic, TopicId};

/// The inputs of all cells of an experiment, without titles and prose that no provider reads.
#[derive(Debug, Clone)]
pub(super) struct Inputs {
    topics: BTreeMap<TopicId, Topic>,
    personas: BTreeMap<PersonaId, Persona>,
    models: Models,
    provider: String,
    corpora_needed: bool,
}

/// What a cell's id is the hash of.
#[derive(Serialize)]
struct Decisive<'a> {
    topic: Hash,
    personas: Vec<Hash>,
    mode: &'a Mode,
    version: u32,
    tasks: Vec<Hash>,
    provider: &'a str,
    models: &'a Models,
    seed: Seed,
    replicate: u32,
}

/// The hashes of inputs, each made once however many cells share it.
#[derive(Debug, Default)]
pub(super) struct Digests {
    topics: BTreeMap<TopicId, Hash>,
    personas: BTreeMap<(PersonaId, TopicId), Hash>,
    tasks: BTreeMap<Kind, Hash>,
}

/// The words, the schema and the parameters of a task.
type Question = (Kind, Vec<&'static str>, serde_json::Value, Parameters);

impl Inputs {
    pub(super) fn new(manifest: &Manifest, library: &Library, script: Option<&str>) -> Self {
        let topics = library.topics.iter().map(|(id, topic)| (id.clone(), bare_topic(topic)));
        let personas =
            library.personas.iter().map(|(id, persona)| (id.clone(), bare_persona(persona)));
        Self {
            topics: topics.collect(),
            personas: personas.collect(),
            models: manifest.models.clone(),
            provider: identity(&manifest.provider, script),
            corpora_needed: matches!(manifest.provider, ProviderChoice::Corpus { .. }),
        }
    }

    pub(super) fn topic(&self, id: &TopicId) -> &Topic {
        &self.topics[id]
    }

    /// The personas of a cell, each with what it has said on the topic and on nothing else.
    pub(super) fn personas(&self, cell: &Cell) -> Vec<Persona> {
        cell.personas.iter().map(|id| self.on_topic(id, &cell.topic)).collect()
    }

    fn on_topic(&self, id: &PersonaId, topic: &TopicId) -> Persona {
        let mut persona = self.personas[id].clone();
        persona.corpora.retain(|other, _| other == topic);
        persona
    }

    /// The id of a cell: the first 24 digits of the hash of what decides its outcome.
    pub(super) fn id(&self, cell: &Cell, digests: &mut Digests) -> Result<Name, PlanError> {
        let Cell { topic, personas, .. } = cell;
        let is_silent = |id: &&PersonaId| !self.personas[*id].corpora.contains_key(topic);
        if let Some(persona) = personas.iter().find(is_silent).filter(|_| self.corpora_needed) {
            return Err(PlanError::NoCorpus { persona: persona.clone(), topic: topic.clone() });
        }
        let personas = personas.iter().map(|id| {
            once(&mut digests.personas, (id.clone(), topic.clone()), || self.on_topic(id, topic))
        });
        let personas = personas.collect::<Result<_, _>>()?;
        let tasks = cell.mode.tasks().iter();
        let tasks = tasks.map(|&kind| once(&mut digests.tasks, kind, || question(kind)));
        let decisive = Decisive {
            topic: once(&mut digests.topics, topic.clone(), || self.topic(topic))?,
            personas,
            mode: &cell.mode,
            version: cell.mode.version(),
            tasks: tasks.collect::<Result<_, _>>()?,
            provider: &self.provider,
            models: &self.models.among(&cell.personas),
            seed: cell.seed,
            replicate: cell.replicate,
        };
        let digits = Hash::of_value(&decisive)?.to_string();
        Ok(digits[..24].parse().expect("digits are a file name"))
    }

    /// The hash of each input of the cells, by a name such as `persona displacement-bear`.
    pub(super) fn hashes(
        &self,
        cells: &[Cell],
    ) -> Result<BTreeMap<String, Hash>, canonical::Error> {
        let mut hashes = BTreeMap::new();
        for topic in cells.iter().map(|cell| &cell.topic).collect::<BTreeSet<_>>() {
            hashes.insert(format!("topic {topic}"), Hash::of_value(&self.topics[topic])?);
        }
        for persona in cells.iter().flat_map(|cell| &cell.personas).collect::<BTreeSet<_>>() {
            hashes.insert(format!("persona {persona}"), Hash::of_value(&self.personas[persona])?);
        }
        for &kind in cells.iter().flat_map(|cell| cell.mode.tasks()).collect::<BTreeSet<_>>() {
            hashes.insert(format!("task {kind}"), Hash::of_value(&question(kind))?);
        }
        Ok(hashes)
    }
}

/// The hash of an input, made from it where it is not known yet.
fn once<K: Ord, V: Serialize>(
    known: &mut BTreeMap<K, Hash>,
    key: K,
    input: impl FnOnce() -> V,
) -> Result<Hash, canonical::Error> {
    Ok(match known.entry(key) {
        Entry::Occupied(known) => *known.get(),
        Entry::Vacant(unknown) => *unknown.insert(Hash::of_value(&input())?),
    })
}

fn question(kind: Kind) -> Question {
    let (schema, parameters) = task::demands(kind);
    (kind, prompt::sources(kind), schema, parameters)
}

/// What of the provider decides its replies, besides what the cell says anyway.
fn identity(provider: &ProviderChoice, script: Option<&str>) -> String {
    match provider {
        ProviderChoice::Corpus { recall } => format!("corpus:{}:{}", corpus::RULES, recall.value()),
        ProviderChoice::Script { .. } => {
            format!("script:{}", Hash::of(script.unwrap_or_default().as_bytes()))
        }
    }
}

fn bare_topic(topic: &Topic) -> Topic {
    let bare = |axis: &Axis| Axis { title: String::new(), ..axis.clone() };
    Topic { title: String::new(), axes: topic.axes.iter().map(bare).collect(), ..topic.clone() }
}

fn bare_persona(persona: &Persona) -> Persona {
    let bare = |note: &Note| Note {
        title: String::new(),
        date: None,
        prose: Vec::new(),
        statements: note.statements.clone(),
    };
    let corpora = persona.corpora.iter().map(|(topic, corpus)| {
        let notes = corpus.notes.iter().map(bare).collect();
        (topic.clone(), Corpus { notes, ..corpus.clone() })
    });
    Persona { corpora: corpora.collect(), ..persona.clone() }
}
