//! The content of a valid manifest.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::folders::{FolderError, check_site};
use super::provider::ProviderChoice;
use super::selection::{Combination, Selection};
use crate::mode::Mode;
use crate::provider::Remote;
use crate::question::Models;
use crate::vocabulary::{ExperimentId, PersonaId, Price, Seed, SpendingLimits, TopicId};

/// A valid experiment: every name in it exists, every number is in its range.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Manifest {
    /// The name: the stem of its file.
    pub name: ExperimentId,
    /// The title of its report.
    pub title: String,
    /// The description, if any.
    pub description: Option<String>,
    /// The topics: at least one, each once.
    pub topics: Vec<TopicId>,
    /// The groups of personas that debate: at least one, each with at least two different personas.
    pub personas: Vec<Vec<PersonaId>>,
    /// How often each debate is run. *Range*: 1–1000.
    pub replicates: u32,
    /// The only source of randomness.
    pub seed: Seed,
    /// The folder of the site, relative to the project root. It contains neither the store nor
    /// files that people write.
    pub out: PathBuf,
    /// The folder of the store, relative to the project root.
    pub store: PathBuf,
    /// The executed notebooks that the site shows, relative to the project root. No two have names
    /// that differ only in what file names of pages leave out.
    pub notebooks: Vec<PathBuf>,
    /// The provider.
    pub provider: ProviderChoice,
    /// The service that searches the web, for the modes that do.
    pub search: Remote,
    /// The models that answer.
    pub models: Models,
    /// The modes by label: at least one.
    pub modes: BTreeMap<String, Mode>,
    /// How much the experiment may spend.
    pub budget: SpendingLimits,
    /// Prices of models that take precedence over the price list.
    pub prices: BTreeMap<String, Price>,
    /// Which of the possible debates are run: at least one.
    pub selection: Selection,
}

impl Manifest {
    /// Checks that the folder `out` can replace the folder of the site.
    ///
    /// # Errors
    /// [`FolderError`] if the site would overwrite files that people write, or overlap the store.
    pub fn check_out(&self, root: &Path, out: &Path) -> Result<(), FolderError> {
        check_site(root, out, &self.store)
    }

    /// Returns all combinations of topics, groups, modes and replicates, sorted by topic, group,
    /// label and replicate. [`Manifest::selection`] says which of them are run.
    pub fn all(&self) -> Vec<Combination> {
        let mut all = Vec::new();
        for topic in &self.topics {
            for personas in &self.personas {
                for label in self.modes.keys() {
                    all.extend((1..=self.replicates).map(|replicate| Combination {
                        topic: topic.clone(),
                        personas: personas.clone(),
                        label: label.clone(),
                        replicate,
                    }));
                }
            }
        }
        all
    }
}
