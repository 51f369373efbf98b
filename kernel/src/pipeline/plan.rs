//! The cells of an experiment, each with an id derived from its inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Serialize;

use super::cell::Cell;
use super::error::PlanError;
use super::inputs::{Digests, Inputs};
use crate::format::{Combination, Condition, Library, Manifest, ProviderChoice};
use crate::mode::{DebateSize, Mode, ModeName};
use crate::question::Models;
use crate::store::{Hash, Name, RunId};
use crate::vocabulary::{Evidence, Persona, PersonaId, Seed, Topic, TopicId};

/// An experiment, ready to run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The manifest.
    pub manifest: Manifest,
    /// The run it belongs to.
    pub run: RunId,
    /// The cells: by topic, then group, then label, then replicate.
    pub cells: Vec<Cell>,
    /// The hash of each input, by a name such as `persona displacement-bear`.
    pub hashes: BTreeMap<String, Hash>,
    /// The text of the script, if the provider is `script`.
    pub(super) script: Option<String>,
    pub(super) inputs: Inputs,
}

/// What a run freezes of its manifest: everything except folders and what is only displayed.
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
    /// Plans an experiment; `root` is the project folder, `library` holds the topics and personas
    /// that the manifest names.
    ///
    /// # Errors
    /// [`PlanError`] if a mode cannot be run as the manifest says, a persona has no corpus that the
    /// provider needs, or an input cannot be read.
    pub fn new(root: &Path, manifest: Manifest, library: &Library) -> Result<Self, PlanError> {
        for (label, mode) in &manifest.modes {
            let refused = |error| PlanError::Mode { label: label.clone(), error };
            manifest.check_mode(mode).map_err(refused)?;
        }
        let script = script(root, &manifest.provider)?;
        let inputs = Inputs::new(&manifest, library, script.as_deref());
        let mut cells = without_ids(&manifest, library);
        let mut digests = Digests::default();
        for cell in &mut cells {
            cell.id = inputs.id(cell, &mut digests)?;
        }
        add_sources(&manifest, &inputs, &mut cells, &mut digests)?;
        let hashes = inputs.hashes(&cells)?;
        let run = RunId::new(
            experiment(&manifest),
            &Hash::of_value(&frozen(&manifest, &hashes, &cells))?,
        );
        Ok(Self { manifest, run, cells, hashes, script, inputs })
    }

    /// The cells that match one of the conditions and the sources of those that are shuffled, each
    /// with its place in the plan; all if there are no conditions.
    pub fn chosen(&self, only: &[Condition]) -> Vec<(usize, &Cell)> {
        let matches = |cell: &Cell| {
            only.is_empty() || {
                let debate = cell.combination();
                only.iter().any(|condition| condition.matches(&debate))
            }
        };
        let sources = self.cells.iter().filter(|cell| matches(cell));
        let sources: BTreeSet<&Name> = sources.filter_map(|cell| cell.source.as_ref()).collect();
        let chosen = |cell: &Cell| matches(cell) || sources.contains(&cell.id);
        self.cells.iter().enumerate().filter(|(_, cell)| chosen(cell)).collect()
    }

    /// The cell whose contributions the personas of a shuffled cell see instead of each other's.
    pub(super) fn source(&self, cell: &Cell) -> Option<&Cell> {
        let source = cell.source.as_ref()?;
        self.cells.iter().find(|other| other.id == *source)
    }

    /// How many of all combinations of topics, groups, modes and replicates the manifest excludes.
    pub fn excluded(&self) -> usize {
        self.manifest.all().len() - self.cells.len()
    }

    /// The topic of a cell as its debate sees it: without titles.
    pub fn topic(&self, cell: &Cell) -> &Topic {
        self.inputs.topic(&cell.topic)
    }

    /// The personas of a cell as its debate sees them, in seat order: each with its corpus on the
    /// topic.
    pub fn personas(&self, cell: &Cell) -> &[Persona] {
        self.inputs.personas(cell)
    }

    /// The evidence that the debate of a cell can look facts up in: none in a mode that does not.
    pub(super) fn evidence(&self, cell: &Cell) -> &Evidence {
        self.inputs.evidence(cell)
    }

    /// Whether replies can be computed again at any time: the provider is deterministic and needs
    /// only its inputs.
    pub fn is_computed(&self) -> bool {
        match self.manifest.provider {
            ProviderChoice::Corpus { .. } | ProviderChoice::Script { .. } => true,
            ProviderChoice::Remote(_) => false,
        }
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

/// The cells of a manifest, before their ids are known.
fn without_ids(manifest: &Manifest, library: &Library) -> Vec<Cell> {
    let kept = manifest.all().into_iter().filter(|debate| manifest.selection.keeps(debate));
    kept.map(|Combination { topic, personas, label, replicate }| {
        let mode = manifest.modes[&label].clone();
        Cell {
            id: Name::nearest("unknown"),
            seed: seed(manifest.seed, mode.name(), replicate),
            mode,
            label,
            size: DebateSize::new(&library.topics[&topic], personas.len()),
            topic,
            personas,
            replicate,
            source: None,
        }
    })
    .collect()
}

/// Names the source of every shuffled cell, on which its id depends.
fn add_sources(
    manifest: &Manifest,
    inputs: &Inputs,
    cells: &mut [Cell],
    digests: &mut Digests,
) -> Result<(), PlanError> {
    let ids: BTreeMap<Combination, &Name> =
        cells.iter().map(|cell| (cell.combination(), &cell.id)).collect();
    let sources = cells.iter().map(|cell| {
        let shown = manifest.shown_instead(&cell.combination())?;
        let id = |shown| *ids.get(&shown).expect("a source is a debate that the manifest keeps");
        Ok(shown.map(id).cloned())
    });
    let sources: Vec<Option<Name>> = sources.collect::<Result<_, PlanError>>()?;
    for (cell, source) in cells.iter_mut().zip(sources).filter(|(_, source)| source.is_some()) {
        cell.source = source;
        cell.id = inputs.id(cell, digests)?;
    }
    Ok(())
}

fn experiment(manifest: &Manifest) -> Name {
    manifest.name.as_str().parse().expect("an experiment's name is a file name")
}

/// Each replicate of each mode has its own seed, which depends only on the seed of the manifest.
/// The modes draw independently, so that their agreement is not one draw seen several times.
fn seed(seed: Seed, mode: ModeName, replicate: u32) -> Seed {
    let hash = Hash::of(format!("{}/{mode}/{replicate}", seed.0).as_bytes());
    let (first, _) = hash.as_bytes().split_first_chunk::<8>().expect("a hash has 32 bytes");
    // 53 bits, so that every JSON reader sees the same number.
    Seed(u64::from_le_bytes(*first) >> 11)
}

fn script(root: &Path, provider: &ProviderChoice) -> Result<Option<String>, PlanError> {
    let ProviderChoice::Script { path } = provider else { return Ok(None) };
    let path = root.join(path);
    std::fs::read_to_string(&path)
        .map(Some)
        .map_err(|source| PlanError::Unreadable { path, source })
}
