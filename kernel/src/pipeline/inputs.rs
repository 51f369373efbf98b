//! Everything that a cell's outcome depends on, and nothing that is only displayed.

#[cfg(test)]
mod tests;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::cell::Cell;
use super::error::PlanError;
use crate::format::{Library, Manifest, ProviderChoice};
use crate::mode::{MATCHING_QUESTIONS, Mode, ModeName, Passages};
use crate::question::{Models, Parameters, QuestionInfo, Spec};
use crate::store::{Hash, Name, canonical};
use crate::vocabulary::{
    Corpus, Evidence, Note, Persona, PersonaId, Seed, Sentence, Topic, TopicId,
};

/// How the names of inputs begin that only the provider `corpus` has: its rules.
pub(super) const CORPUS_RULE: &str = "corpus rule ";

/// The version of the records in the store. Raised with every change of their form, so that debates
/// with records of the old form are run again instead of read.
const RECORDS: u32 = 3;

/// The inputs of all cells of an experiment, without titles and prose that no provider reads.
#[derive(Debug, Clone)]
pub(super) struct Inputs {
    topics: BTreeMap<TopicId, Topic>,
    evidence: BTreeMap<TopicId, Evidence>,
    personas: BTreeMap<PersonaId, Persona>,
    /// The personas of each topic and group, in seat order, each with its corpus on the topic and
    /// no other.
    groups: BTreeMap<TopicId, BTreeMap<Vec<PersonaId>, Vec<Persona>>>,
    questions: BTreeMap<ModeName, Vec<Decisions>>,
    /// The questions that match the cruxes of several debates.
    matching: Vec<Decisions>,
    /// The version of each protocol.
    versions: BTreeMap<ModeName, u32>,
    models: Models,
    provider: String,
    /// That of the service that searches the web.
    search: String,
    corpora_needed: bool,
}

/// What a cell's id is the hash of.
#[derive(Serialize)]
struct CellIdInputs<'a> {
    records: u32,
    topic: Hash,
    /// In a mode that looks facts up.
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<Hash>,
    personas: &'a [Hash],
    mode: &'a Mode,
    version: u32,
    questions: Hash,
    provider: &'a str,
    /// In a mode that searches the web.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<&'a str>,
    models: &'a Models,
    seed: Seed,
    replicate: u32,
    /// Of a shuffled cell: the cell whose contributions it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a Name>,
}

/// What the replicates of a debate have in common.
#[derive(Debug)]
struct Shared {
    of: (TopicId, Vec<PersonaId>, Mode),
    topic: Hash,
    evidence: Option<Hash>,
    personas: Vec<Hash>,
    questions: Hash,
    models: Models,
}

/// The hashes of inputs, each computed once for all cells that share it.
#[derive(Debug, Default)]
pub(super) struct Digests {
    evidence: BTreeMap<TopicId, Hash>,
    /// By topic and number of passages that are read.
    topics: BTreeMap<(TopicId, usize), Hash>,
    personas: BTreeMap<(PersonaId, TopicId), Hash>,
    questions: BTreeMap<ModeName, Hash>,
    /// That of the last cell, whose replicates follow it.
    shared: Option<Shared>,
}

impl Shared {
    fn is_of(&self, cell: &Cell) -> bool {
        let (topic, personas, mode) = &self.of;
        (topic, personas, mode) == (&cell.topic, &cell.personas, &cell.mode)
    }
}

/// Everything that the answers to a question depend on, besides its inputs.
#[derive(Debug, Clone, Serialize)]
struct Decisions {
    name: &'static str,
    /// The version of the rule by which the provider `corpus` answers; `None` with other providers,
    /// which do not use it.
    version: Option<u32>,
    prompt: Vec<&'static str>,
    schema: serde_json::Value,
    parameters: Parameters,
}

/// A persona with its corpus on the topic and no other.
fn on_topic(persona: &Persona, topic: &TopicId) -> Persona {
    let Persona { id, contract, corpora } = persona;
    let corpora = corpora.get_key_value(topic).into_iter();
    let corpora = corpora.map(|(topic, corpus)| (topic.clone(), corpus.clone())).collect();
    Persona { id: id.clone(), contract: contract.clone(), corpora }
}

impl Inputs {
    pub(super) fn new(manifest: &Manifest, library: &Library, script: Option<&str>) -> Self {
        let corpora_needed = matches!(manifest.provider, ProviderChoice::Corpus { .. });
        let topics = library.topics.iter().map(|(id, topic)| (id.clone(), topic.without_titles()));
        let personas =
            library.personas.iter().map(|(id, persona)| (id.clone(), bare_persona(persona)));
        let personas: BTreeMap<PersonaId, Persona> = personas.collect();
        let groups = |topic: &TopicId| {
            let group = |ids: &Vec<PersonaId>| {
                (ids.clone(), ids.iter().map(|id| on_topic(&personas[id], topic)).collect())
            };
            (topic.clone(), manifest.personas.iter().map(group).collect())
        };
        Self {
            topics: topics.collect(),
            evidence: library.evidence.clone(),
            groups: manifest.topics.iter().map(groups).collect(),
            personas,
            questions: ModeName::ALL
                .map(|mode| (mode, decisions(mode.questions(), corpora_needed)))
                .into(),
            matching: decisions(MATCHING_QUESTIONS, corpora_needed),
            versions: ModeName::ALL.map(|mode| (mode, mode.about().version)).into(),
            models: manifest.models.clone(),
            provider: identity(&manifest.provider, script),
            search: manifest.search.identity_hash(),
            corpora_needed,
        }
    }

    /// Everything that the answers to the questions for matching cruxes depend on.
    pub(super) fn matching(&self) -> impl Serialize {
        &self.matching
    }

    pub(super) fn topic(&self, id: &TopicId) -> &Topic {
        &self.topics[id]
    }

    /// What a cell can look facts up in: nothing in a mode that does not.
    pub(super) fn evidence(&self, cell: &Cell) -> &Evidence {
        let known = self.evidence.get(&cell.topic).filter(|_| cell.mode.reads_evidence());
        known.unwrap_or(Evidence::none())
    }

    /// The personas of a cell, each with its corpus on the topic and no other.
    pub(super) fn personas(&self, cell: &Cell) -> &[Persona] {
        &self.groups[&cell.topic][&cell.personas]
    }

    /// The id of a cell: the first 24 digits of the hash of everything its outcome depends on.
    pub(super) fn id(&self, cell: &Cell, digests: &mut Digests) -> Result<Name, PlanError> {
        let shared = match digests.shared.take() {
            Some(shared) if shared.is_of(cell) => shared,
            Some(_) | None => self.shared(cell, digests)?,
        };
        let id_inputs = CellIdInputs {
            records: RECORDS,
            topic: shared.topic,
            evidence: shared.evidence,
            personas: &shared.personas,
            mode: &cell.mode,
            version: self.versions[&cell.mode.name()],
            questions: shared.questions,
            provider: &self.provider,
            search: cell.mode.searches_web().then_some(&*self.search),
            models: &shared.models,
            seed: cell.seed,
            replicate: cell.replicate,
            source: cell.source.as_ref(),
        };
        let digits = Hash::of_value(&id_inputs)?.to_string();
        digests.shared = Some(shared);
        Ok(digits[..24].parse().expect("digits are a file name"))
    }

    fn shared(&self, cell: &Cell, digests: &mut Digests) -> Result<Shared, PlanError> {
        let Cell { topic, personas, mode, .. } = cell;
        mode.passages().check(self.topic(topic)).map_err(|error| PlanError::Passages {
            topic: topic.clone(),
            label: cell.label.clone(),
            error,
        })?;
        let has_no_corpus = |id: &&PersonaId| !self.personas[*id].corpora.contains_key(topic);
        if let Some(persona) = personas.iter().find(has_no_corpus).filter(|_| self.corpora_needed) {
            return Err(PlanError::NoCorpus { persona: persona.clone(), topic: topic.clone() });
        }
        // A mode that reads passages finds its questions in them.
        let needs_axes = self.corpora_needed && mode.passages() == Passages::None;
        if needs_axes && self.topic(topic).axes.is_empty() {
            return Err(PlanError::NoAxes { topic: topic.clone() });
        }
        let read = mode.passages().count(self.topic(topic));
        let hashes = personas.iter().map(|id| {
            once(&mut digests.personas, (id.clone(), topic.clone()), || {
                on_topic(&self.personas[id], topic)
            })
        });
        let hashes: Vec<Hash> = hashes.collect::<Result<_, _>>()?;
        let evidence = mode
            .reads_evidence()
            .then(|| once(&mut digests.evidence, topic.clone(), || self.evidence(cell)));
        Ok(Shared {
            evidence: evidence.transpose()?,
            topic: once(&mut digests.topics, (topic.clone(), read), || {
                self.topic(topic).reading(read)
            })?,
            personas: hashes,
            questions: once(&mut digests.questions, mode.name(), || &self.questions[&mode.name()])?,
            models: self.models.among(personas),
            of: (topic.clone(), personas.clone(), mode.clone()),
        })
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
        let reading = cells.iter().filter(|cell| cell.mode.reads_evidence());
        let by_topic: BTreeMap<_, _> = reading.map(|cell| (&cell.topic, cell)).collect();
        for (topic, cell) in by_topic {
            let evidence = Hash::of_value(self.evidence(cell))?;
            hashes.insert(format!("evidence {topic}"), evidence);
        }
        for persona in cells.iter().flat_map(|cell| &cell.personas).collect::<BTreeSet<_>>() {
            hashes.insert(format!("persona {persona}"), Hash::of_value(&self.personas[persona])?);
        }
        for mode in cells.iter().map(|cell| cell.mode.name()).collect::<BTreeSet<_>>() {
            for question in &self.questions[&mode] {
                let name = format!("{mode}/{}", question.name);
                if let Some(version) = question.version {
                    hashes.insert(format!("{CORPUS_RULE}{name}"), Hash::of_value(&version)?);
                }
                let question = Decisions { version: None, ..question.clone() };
                hashes.insert(format!("question {name}"), Hash::of_value(&question)?);
            }
        }
        Ok(hashes)
    }
}

/// The hash of an input, computed only the first time.
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

fn decisions(questions: &[QuestionInfo], by_corpus: bool) -> Vec<Decisions> {
    let decisions = |question: &QuestionInfo| {
        let Spec { name, version, parameters, form } = question.spec;
        let schema: &serde_json::Value = question.schema();
        Decisions {
            name,
            version: by_corpus.then_some(version),
            prompt: form.template().sources(),
            schema: schema.clone(),
            parameters,
        }
    };
    questions.iter().map(decisions).collect()
}

/// The properties of the provider that its replies depend on, besides models and seeds.
fn identity(provider: &ProviderChoice, script: Option<&str>) -> String {
    match provider {
        ProviderChoice::Corpus { recall } => format!("corpus:{}", recall.value()),
        ProviderChoice::Script { .. } => {
            format!("script:{}", Hash::of(script.unwrap_or_default().as_bytes()))
        }
        ProviderChoice::Remote(remote) => remote.identity_hash(),
    }
}

/// A sentence without what only pages show.
fn bare_sentence(sentence: &Sentence) -> Sentence {
    Sentence { about: None, ..sentence.clone() }
}

fn bare_persona(persona: &Persona) -> Persona {
    let bare = |note: &Note| Note {
        title: String::new(),
        date: None,
        paragraphs: note.paragraphs.clone(),
        sentences: note.sentences.iter().map(bare_sentence).collect(),
        statements: note.statements.clone(),
        idle: note.idle.clone(),
    };
    let corpora = persona.corpora.iter().map(|(topic, corpus)| {
        let notes = corpus.notes.iter().map(bare).collect();
        (topic.clone(), Corpus { notes, ..corpus.clone() })
    });
    Persona { corpora: corpora.collect(), ..persona.clone() }
}
