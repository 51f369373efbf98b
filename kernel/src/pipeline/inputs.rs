//! What a cell's outcome depends on: all of it, and nothing that is only shown.

use std::collections::BTreeMap;

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
    topic: &'a Topic,
    personas: Vec<&'a Persona>,
    mode: &'a Mode,
    version: u32,
    tasks: Vec<Question>,
    provider: &'a str,
    models: &'a Models,
    seed: Seed,
    replicate: u32,
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
        let on_topic = |id: &PersonaId| {
            let mut persona = self.personas[id].clone();
            persona.corpora.retain(|topic, _| *topic == cell.topic);
            persona
        };
        cell.personas.iter().map(on_topic).collect()
    }

    /// The id of a cell: the first 24 digits of the hash of what decides its outcome.
    pub(super) fn id(&self, cell: &Cell) -> Result<Name, PlanError> {
        let personas = self.personas(cell);
        let silent = personas.iter().find(|persona| persona.corpora.is_empty());
        if let Some(persona) = silent.filter(|_| self.corpora_needed) {
            return Err(PlanError::NoCorpus {
                persona: persona.id.clone(),
                topic: cell.topic.clone(),
            });
        }
        let decisive = Decisive {
            topic: self.topic(&cell.topic),
            personas: personas.iter().collect(),
            mode: &cell.mode,
            version: cell.mode.version(),
            tasks: cell.mode.tasks().iter().map(|&kind| question(kind)).collect(),
            provider: &self.provider,
            models: &self.models,
            seed: cell.seed,
            replicate: cell.replicate,
        };
        let digits = Hash::of_value(&decisive)?.to_string();
        Ok(digits[..24].parse().expect("digits are a file name"))
    }

    /// The hash of each input that the manifest names, by a name such as `persona displacement-bear`.
    pub(super) fn hashes(
        &self,
        manifest: &Manifest,
    ) -> Result<BTreeMap<String, Hash>, canonical::Error> {
        let mut hashes = BTreeMap::new();
        for topic in &manifest.topics {
            hashes.insert(format!("topic {topic}"), Hash::of_value(&self.topics[topic])?);
        }
        for persona in manifest.personas.iter().flatten() {
            hashes.insert(format!("persona {persona}"), Hash::of_value(&self.personas[persona])?);
        }
        for &kind in manifest.modes.values().flat_map(Mode::tasks) {
            hashes.insert(format!("task {kind}"), Hash::of_value(&question(kind))?);
        }
        Ok(hashes)
    }
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
    let bare = |axis: &Axis| Axis { title: String::new(), favours: None, ..axis.clone() };
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
