//! Scores what the modes find in planted debates, whose true cruxes are known.
//!
//! The debates of a level are written into a project of their own and run by the same readers and
//! the same runner as any experiment. The truth is in no file: it stays in memory. [`Measure`] says
//! what is measured; a [`Baseline`] finds cruxes without any debate, for comparison.

mod baseline;
mod interval;
mod measure;
mod named;

use std::path::Path;

use self::named::Named;
use crate::format::Library;
use crate::pipeline::{self, DoneCells, Plan};
use crate::planted::truth::{self, IssueTruth};
use crate::planted::{self, PlantedDebate, Role};
use crate::store::Store;
use crate::vocabulary::TopicId;

pub use self::baseline::Baseline;
pub use self::interval::{Estimate, estimate};
pub use self::measure::{Measure, Ratio};

/// What a mode or a baseline scored in one debate.
#[derive(Debug, Clone)]
pub struct Scored {
    /// The id of the debate's topic.
    pub topic: String,
    /// The mode, or the baseline.
    pub by: String,
    /// The issues that it names as cruxes, the first one first; empty where a crux names no issue.
    pub named: Vec<String>,
    /// The issues of the topic with their roles.
    pub roles: Vec<(&'static str, Role)>,
    /// The measures, in the order of [`Measure::ALL`].
    pub ratios: Vec<Ratio>,
}

impl Scored {
    fn new(debate: &PlantedDebate, truth: &[IssueTruth], by: &str, named: &Named) -> Self {
        let ratios = Measure::ALL.map(|measure| measure.of(truth, named));
        Self {
            topic: debate.topic.clone(),
            by: by.to_owned(),
            named: named.cruxes.iter().map(|crux| crux.axis.clone().unwrap_or_default()).collect(),
            roles: truth.iter().map(|issue| (issue.axis, issue.role)).collect(),
            ratios: ratios.into(),
        }
    }
}

/// Scores the baselines on the debates of a project.
pub fn score_baselines(debates: &[PlantedDebate], library: &Library, seed: u64) -> Vec<Scored> {
    let mut scored = Vec::new();
    for debate in debates {
        let topic = TopicId::new(&debate.topic).expect("the ids of planted topics are names");
        let Some(topic) = library.topics.get(&topic) else { continue };
        let truth = truth::of(debate);
        let names = &planted::PERSONAS[..debate.personas()];
        let corpora: Vec<_> = names
            .iter()
            .filter_map(|name| library.corpus(&name.parse().ok()?, &topic.id))
            .collect();
        for baseline in Baseline::ALL {
            let named = baseline.name_cruxes(topic, &corpora, &truth, seed);
            scored.push(Scored::new(debate, &truth, baseline.name(), &named));
        }
    }
    scored
}

/// Scores the debates that a store holds. A debate that failed has named nothing.
///
/// # Errors
/// The store cannot be read.
pub fn score_modes(
    debates: &[PlantedDebate],
    plan: &Plan,
    store: &Store,
) -> Result<Vec<Scored>, pipeline::RunError> {
    let done = DoneCells::open(plan, store)?;
    let mut scored = Vec::new();
    for cell in &plan.cells {
        let planted = debates.iter().find(|debate| debate.topic == cell.topic.as_str());
        let debate = planted.expect("every topic of the project is planted");
        let named = match done.find(cell)? {
            Some(found) => {
                Named::of_debate(&pipeline::read_debate(store, &found)?, &truth::of(debate))
            }
            None => Named::of_failed_debate(),
        };
        scored.push(Scored::new(debate, &truth::of(debate), &cell.title(), &named));
    }
    Ok(scored)
}

/// Writes the files of a project.
///
/// # Errors
/// The folder cannot be written.
pub fn write_project(root: &Path, files: &[(std::path::PathBuf, String)]) -> std::io::Result<()> {
    for (path, text) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(root))?;
        std::fs::write(path, text)?;
    }
    Ok(())
}
