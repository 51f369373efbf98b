//! The cells of an experiment, each with an id made from its inputs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::format::{Library, Manifest, ProviderChoice};
use crate::mode::Mode;
use crate::prompt;
use crate::provider::corpus;
use crate::store::{Hash, Name, RunId, canonical};
use crate::task::{Kind, Models};
use crate::vocabulary::{Contract, Corpus, Persona, PersonaId, Seed, Topic, TopicId};

/// Says why an experiment cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A persona has nothing to say on a topic.
    #[error(
        "{persona} has no corpus on the topic {topic}, and the provider `corpus` argues with nothing else"
    )]
    NoCorpus {
        /// The persona.
        persona: PersonaId,
        /// The topic.
        topic: TopicId,
    },
    /// A file that the provider needs cannot be read.
    #[error("cannot read {path}")]
    Unreadable {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// An input cannot be put into canonical form.
    #[error("an input of the experiment cannot be hashed")]
    Unhashable(#[from] canonical::Error),
}

/// One debate to be had.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The id: the first 24 digits of the hash of its inputs.
    pub id: Name,
    /// The mode's label in the manifest.
    pub label: String,
    /// The protocol and its parameters.
    pub mode: Mode,
    /// What is debated.
    pub topic: TopicId,
    /// Who debates, in seat order.
    pub personas: Vec<PersonaId>,
    /// Which replicate it is, from 1.
    pub replicate: u32,
    /// Its only source of chance.
    pub seed: Seed,
}

/// Everything that a cell's outcome depends on; its canonical form is what the id hashes.
#[derive(Debug, Serialize)]
pub struct CellInputs<'a> {
    topic: &'a Topic,
    personas: Vec<(&'a PersonaId, &'a Contract, Option<&'a Corpus>)>,
    mode: &'a Mode,
    version: u32,
    prompts: Vec<(Kind, Vec<&'static str>)>,
    provider: &'a str,
    models: &'a Models,
    seed: Seed,
    replicate: u32,
}

/// An experiment, ready to run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The manifest it was made from.
    pub manifest: Manifest,
    /// The run it belongs to.
    pub run: RunId,
    /// The cells: by topic, then group, then label, then replicate.
    pub cells: Vec<Cell>,
    /// The hash of each input, by a name such as `persona displacement-bear`.
    pub inputs: BTreeMap<String, Hash>,
    /// The text of the script, where the provider is one.
    pub(super) script: Option<String>,
    topics: BTreeMap<TopicId, Topic>,
    personas: BTreeMap<PersonaId, Persona>,
}

/// What a run keeps of its manifest: everything but places.
#[derive(Debug, Serialize)]
pub(super) struct Frozen<'a> {
    title: &'a str,
    description: &'a Option<String>,
    provider: &'a ProviderChoice,
    models: &'a Models,
    seed: Seed,
    modes: &'a BTreeMap<String, Mode>,
    inputs: &'a BTreeMap<String, Hash>,
    cells: Vec<FrozenCell<'a>>,
}

#[derive(Debug, Serialize)]
struct FrozenCell<'a> {
    id: &'a Name,
    topic: &'a TopicId,
    personas: &'a [PersonaId],
    label: &'a str,
    replicate: u32,
}

impl<'a> FrozenCell<'a> {
    fn of(cell: &'a Cell) -> Self {
        let Cell { id, topic, personas, label, replicate, .. } = cell;
        Self { id, topic, personas, label, replicate: *replicate }
    }
}

impl Plan {
    /// Plans an experiment; `root` is the project, `library` holds what its manifest names.
    ///
    /// # Errors
    /// [`PlanError`] where a persona has nothing to argue with, or an input cannot be read.
    pub fn new(
        root: &std::path::Path,
        manifest: Manifest,
        library: &Library,
    ) -> Result<Self, PlanError> {
        let script = script(root, &manifest.provider)?;
        let provider = identity(&manifest.provider, script.as_deref());
        let mut cells = Vec::new();
        for topic in &manifest.topics {
            for group in &manifest.personas {
                for (label, mode) in &manifest.modes {
                    for replicate in 1..=manifest.replicates {
                        let seed = seed(manifest.seed, replicate);
                        let parts = Cell {
                            id: Name::nearest("unnamed"),
                            label: label.clone(),
                            mode: mode.clone(),
                            topic: topic.clone(),
                            personas: group.clone(),
                            replicate,
                            seed,
                        };
                        cells.push(named(parts, &manifest, library, &provider)?);
                    }
                }
            }
        }
        let mut plan = Self {
            run: RunId::new(experiment(&manifest), &Hash::of(&[])),
            inputs: inputs(&manifest, library)?,
            cells,
            script,
            topics: library.topics.clone(),
            personas: library.personas.clone(),
            manifest,
        };
        plan.run = RunId::new(experiment(&plan.manifest), &Hash::of_value(&plan.frozen())?);
        Ok(plan)
    }

    /// The topic of a cell.
    pub fn topic(&self, cell: &Cell) -> &Topic {
        &self.topics[&cell.topic]
    }

    /// The personas of a cell, in seat order.
    pub fn personas(&self, cell: &Cell) -> Vec<Persona> {
        cell.personas.iter().map(|persona| self.personas[persona].clone()).collect()
    }

    pub(super) fn frozen(&self) -> Frozen<'_> {
        let Manifest { title, description, provider, models, seed, modes, .. } = &self.manifest;
        Frozen {
            title,
            description,
            provider,
            models,
            seed: *seed,
            modes,
            inputs: &self.inputs,
            cells: self.cells.iter().map(FrozenCell::of).collect(),
        }
    }
}

fn experiment(manifest: &Manifest) -> Name {
    manifest.name.as_str().parse().expect("an experiment's name is a file name")
}

/// Each replicate draws by a seed of its own, whatever else the manifest says.
fn seed(seed: Seed, replicate: u32) -> Seed {
    let hash = Hash::of(format!("{}/{replicate}", seed.0).as_bytes());
    let (first, _) = hash.as_bytes().split_first_chunk::<8>().expect("a hash has 32 bytes");
    // 53 bits, so that every reader of JSON sees the same number.
    Seed(u64::from_le_bytes(*first) >> 11)
}

fn named(
    cell: Cell,
    manifest: &Manifest,
    library: &Library,
    provider: &str,
) -> Result<Cell, PlanError> {
    let corpora = matches!(manifest.provider, ProviderChoice::Corpus { .. });
    let mut personas = Vec::new();
    for persona in &cell.personas {
        let corpus = library.corpus(persona, &cell.topic);
        if corpora && corpus.is_none() {
            return Err(PlanError::NoCorpus {
                persona: persona.clone(),
                topic: cell.topic.clone(),
            });
        }
        personas.push((persona, &library.personas[persona].contract, corpus));
    }
    let inputs = CellInputs {
        topic: &library.topics[&cell.topic],
        personas,
        mode: &cell.mode,
        version: cell.mode.version(),
        prompts: cell.mode.tasks().iter().map(|&kind| (kind, prompt::sources(kind))).collect(),
        provider,
        models: &manifest.models,
        seed: cell.seed,
        replicate: cell.replicate,
    };
    let hash = Hash::of_value(&inputs)?;
    let id = hash.to_string()[..24].parse().expect("digits are a file name");
    Ok(Cell { id, ..cell })
}

fn script(root: &std::path::Path, provider: &ProviderChoice) -> Result<Option<String>, PlanError> {
    let ProviderChoice::Script { path } = provider else { return Ok(None) };
    let path = root.join(path);
    std::fs::read_to_string(&path)
        .map(Some)
        .map_err(|source| PlanError::Unreadable { path, source })
}

/// What of the provider decides its replies, besides what the cell says anyway.
fn identity(provider: &ProviderChoice, script: Option<&str>) -> String {
    match provider {
        ProviderChoice::Corpus { recall } => format!("corpus:{}:{}", corpus::RULES, recall.value()),
        ProviderChoice::Script { .. } => {
            format!("script:{}", Hash::of(script.expect("a script was read").as_bytes()))
        }
    }
}

fn inputs(manifest: &Manifest, library: &Library) -> Result<BTreeMap<String, Hash>, PlanError> {
    let mut inputs = BTreeMap::new();
    for topic in &manifest.topics {
        inputs.insert(format!("topic {topic}"), Hash::of_value(&library.topics[topic])?);
    }
    for persona in manifest.personas.iter().flatten() {
        inputs.insert(format!("persona {persona}"), Hash::of_value(&library.personas[persona])?);
    }
    for kind in manifest.modes.values().flat_map(Mode::tasks) {
        inputs.insert(format!("prompt {kind}"), Hash::of_value(&prompt::sources(*kind))?);
    }
    Ok(inputs)
}
