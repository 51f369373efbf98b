//! The cells of an experiment, each with an id made from its inputs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::inputs::{Digests, Inputs};
use crate::format::{Combination, Condition, Library, Manifest, ProviderChoice};
use crate::mode::{Calls, Mode};
use crate::store::{Hash, Name, RunId, canonical};
use crate::task::Models;
use crate::vocabulary::{Persona, PersonaId, Seed, Topic, TopicId};

/// Says why an experiment cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A persona has nothing to say on a topic.
    #[error(
        "{persona} has no corpus on the topic {topic}, and the provider `corpus` argues with nothing else: write \
         personas/{persona}/corpus/*.md with `topic: {topic}` in front, or take the persona out of the manifest"
    )]
    NoCorpus {
        /// The persona.
        persona: PersonaId,
        /// The topic.
        topic: TopicId,
    },
    /// A file that the provider needs cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
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
    /// The id: the first 24 digits of the hash of what decides its outcome.
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

impl Cell {
    /// What tells it from the other cells of its experiment.
    pub fn combination(&self) -> Combination {
        Combination {
            topic: self.topic.clone(),
            personas: self.personas.clone(),
            label: self.label.clone(),
            replicate: self.replicate,
        }
    }

    /// The most calls that its debate takes, without repairs: the number and the formula.
    pub fn calls(&self) -> Calls {
        self.mode.calls(u32::try_from(self.personas.len()).expect("a group has few personas"))
    }
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
    pub hashes: BTreeMap<String, Hash>,
    /// The text of the script, where the provider is one.
    pub(super) script: Option<String>,
    pub(super) inputs: Inputs,
}

/// What a run keeps of its manifest: everything but places and what is only shown.
#[derive(Debug, Serialize)]
pub(super) struct Frozen<'a> {
    provider: &'a ProviderChoice,
    models: &'a Models,
    seed: Seed,
    modes: BTreeMap<&'a str, &'a Mode>,
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
    pub fn new(root: &Path, manifest: Manifest, library: &Library) -> Result<Self, PlanError> {
        let script = script(root, &manifest.provider)?;
        let inputs = Inputs::new(&manifest, library, script.as_deref());
        let mut cells = unnamed(&manifest);
        let mut digests = Digests::default();
        for cell in &mut cells {
            cell.id = inputs.id(cell, &mut digests)?;
        }
        let hashes = inputs.hashes(&cells)?;
        let run = RunId::new(
            experiment(&manifest),
            &Hash::of_value(&frozen(&manifest, &hashes, &cells))?,
        );
        Ok(Self { manifest, run, cells, hashes, script, inputs })
    }

    /// The cells that match one of the conditions, each with its place in the plan; without a condition all.
    pub fn chosen(&self, only: &[Condition]) -> Vec<(usize, &Cell)> {
        let chosen = |cell: &Cell| {
            only.is_empty() || {
                let debate = cell.combination();
                only.iter().any(|condition| condition.matches(&debate))
            }
        };
        self.cells.iter().enumerate().filter(|(_, cell)| chosen(cell)).collect()
    }

    /// How many debates the manifest excludes, of all that its topics, groups, modes and replicates make.
    pub fn excluded(&self) -> usize {
        self.manifest.all().len() - self.cells.len()
    }

    /// The topic of a cell as its debate sees it: without titles.
    pub fn topic(&self, cell: &Cell) -> &Topic {
        self.inputs.topic(&cell.topic)
    }

    /// The personas of a cell as its debate sees them, in seat order: each with its corpus on the topic.
    pub fn personas(&self, cell: &Cell) -> Vec<Persona> {
        self.inputs.personas(cell)
    }

    pub(super) fn frozen(&self) -> Frozen<'_> {
        frozen(&self.manifest, &self.hashes, &self.cells)
    }
}

fn frozen<'a>(
    manifest: &'a Manifest,
    inputs: &'a BTreeMap<String, Hash>,
    cells: &'a [Cell],
) -> Frozen<'a> {
    let Manifest { provider, models, seed, .. } = manifest;
    let modes = cells.iter().map(|cell| (cell.label.as_str(), &cell.mode)).collect();
    let cells = cells.iter().map(FrozenCell::of).collect();
    Frozen { provider, models, seed: *seed, modes, inputs, cells }
}

fn unnamed(manifest: &Manifest) -> Vec<Cell> {
    let kept = manifest.all().into_iter().filter(|debate| manifest.selection.keeps(debate));
    kept.map(|Combination { topic, personas, label, replicate }| Cell {
        id: Name::nearest("unnamed"),
        mode: manifest.modes[&label].clone(),
        label,
        topic,
        personas,
        replicate,
        seed: seed(manifest.seed, replicate),
    })
    .collect()
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

fn script(root: &Path, provider: &ProviderChoice) -> Result<Option<String>, PlanError> {
    let ProviderChoice::Script { path } = provider else { return Ok(None) };
    let path = root.join(path);
    std::fs::read_to_string(&path)
        .map(Some)
        .map_err(|source| PlanError::Unreadable { path, source })
}
