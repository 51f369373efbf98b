//! `report bench cruxes`: runs planted debates, whose true cruxes are known, and scores what each mode finds.

mod labelled;
mod results;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::benchmark::{Scored, score_baselines, score_modes, write_project};
use faultline::format;
use faultline::mode::{Control, ModeName};
use faultline::pipeline::{self, Cancel, Offline, Options, RetryFailed, Summary};
use faultline::planted::{self, Level, PlantedDebate, PlantedMode};
use faultline::store::Store;

use self::results::Results;
use crate::cli::check::manifests;
use crate::cli::diagnose::plural;
use crate::cli::project::{ExperimentArguments, Project, this_process};
use crate::cli::run_debates::{count, jobs};
use crate::cli::terminal::warn;
use crate::cli::{CommandError, Exit, ctrl_c};

/// Run debates whose true cruxes are known, and score the cruxes that each mode finds
///
/// Generates topics and personas with known cruxes, runs them with the provider `corpus` in a temporary project and compares
/// the cruxes found with the true ones. A level says what noise the texts have. Prints a table for each level, and writes
/// `cruxes.csv` (every measure with its interval) and `debates.csv` (what each debate named, and the role of every question).
///
/// With --controls, each mode in which personas see each other is run twice more: in `isolated` debates no persona sees the
/// others, in `shuffled` debates every persona sees contributions of a debate on another topic. `gains.csv` says by how much F1
/// of each mode is higher than that of its controls and of the baselines.
///
/// With --labelled, runs the manifest of each project in a folder and compares the cruxes found with statements that were held
/// back and labelled. A manifest with a paid provider is not run: run it with `report run` first.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct Arguments {
    /// Score the debates of the projects in this folder instead, which have real data with labels
    #[arg(long, value_name = "DIR", conflicts_with_all = ["debates", "level", "modes", "controls", "keep"])]
    labelled: Option<PathBuf>,
    /// With --labelled: the provider that judges by meaning which questions a held-back statement is about
    #[arg(long, value_name = "KIND[:…]", requires = "labelled")]
    judge: Option<String>,
    /// Pay for the judgements
    #[arg(long, requires = "judge")]
    yes: bool,
    /// The number of debates of each level
    #[arg(long, value_name = "N", default_value = "200", value_parser = count)]
    debates: NonZeroUsize,
    /// The seed of the debates; the same seed makes the same debates
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Run only these levels [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    level: Vec<String>,
    /// Run only these modes [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    modes: Vec<String>,
    /// Run each mode also under its controls, which show what its protocol is worth
    #[arg(long)]
    controls: bool,
    /// Run at most N debates in parallel [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = count)]
    jobs: Option<NonZeroUsize>,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "site/bench")]
    out: PathBuf,
    /// Keep the generated project of each level in a folder DIR/LEVEL
    #[arg(long)]
    keep: bool,
    /// Print the measures as JSON
    #[arg(long)]
    json: bool,
}

/// What all levels have in common.
struct Run<'a> {
    arguments: &'a Arguments,
    modes: Vec<PlantedMode>,
    debates: Vec<PlantedDebate>,
    cancel: Cancel,
}

/// The scores of a level.
struct LevelScores {
    scored: Vec<Scored>,
    /// The errors of debates that failed.
    failed: Vec<String>,
    is_cancelled: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Exit, CommandError> {
    if let Some(folder) = &arguments.labelled {
        return labelled::run(arguments, folder);
    }
    let levels = levels(&arguments.level)?;
    let mut modes = modes(&arguments.modes)?;
    if arguments.controls {
        modes.extend(controls(&modes));
    }
    let debates = planted::debates(arguments.seed, arguments.debates.get());
    warn_of_single_debates(&debates, &modes);
    let mut results = Results::create(arguments)?;
    let run = Run { arguments, modes, debates, cancel: ctrl_c::cancel_on_signal()? };
    for level in &levels {
        let scores = run.level(level)?;
        if scores.is_cancelled {
            warn("stopped: this level and those after it are not in the results");
            return Ok(Exit::Retry);
        }
        if let Some(error) = scores.failed.first() {
            let failed = plural(scores.failed.len(), "debate");
            warn(&format!("level {}: {failed} failed, the first with: {error}", level.name));
        }
        results.add(level, &scores.scored)?;
    }
    results.finish()?;
    Ok(Exit::Done)
}

/// The levels of these names; all without names.
fn levels(names: &[String]) -> Result<Vec<Level>, CommandError> {
    if names.is_empty() {
        return Ok(Level::ALL.into());
    }
    let known: Vec<&str> = Level::ALL.iter().map(|level| level.name).collect();
    let level = |name: &String| {
        Level::from_name(name).ok_or_else(|| unknown("level", name, "levels", &known))
    };
    names.iter().map(level).collect()
}

/// The modes of these names; without names all.
fn modes(names: &[String]) -> Result<Vec<PlantedMode>, CommandError> {
    let known: Vec<&str> = ModeName::ALL.into_iter().map(ModeName::name).collect();
    if names.is_empty() {
        return Ok(known.into_iter().map(PlantedMode::new).collect());
    }
    let mode = |name: &String| match known.iter().find(|known| *known == name) {
        Some(known) => Ok(PlantedMode::new(known)),
        None => Err(unknown("modes", name, "modes", &known)),
    };
    names.iter().map(mode).collect()
}

/// These modes under each of their controls.
fn controls(modes: &[PlantedMode]) -> Vec<PlantedMode> {
    let under = |mode: &PlantedMode| {
        let about = ModeName::from_name(mode.name).map(ModeName::about);
        let controls = about.map_or(&[][..], |about| about.controls).iter();
        let mode = *mode;
        controls.map(move |effect| PlantedMode {
            control: Some(effect.control.name()),
            // A shuffled debate shows a debate on another topic.
            least_topics: if effect.control == Control::Shuffled { 2 } else { 1 },
            ..mode
        })
    };
    modes.iter().flat_map(under).collect()
}

/// Warns where a group of personas has too few debates for a control.
fn warn_of_single_debates(debates: &[PlantedDebate], modes: &[PlantedMode]) {
    let Some(least) = modes.iter().map(|mode| mode.least_topics).max() else { return };
    for personas in 2..=planted::PERSONAS.len() {
        let count = debates.iter().filter(|debate| debate.personas() == personas).count();
        if (1..least).contains(&count) {
            warn(&format!(
                "there is one debate of {personas} personas, so it is not run shuffled: a shuffled debate needs another one of \
                 the same personas; run more debates"
            ));
        }
    }
}

fn unknown(option: &str, name: &str, kinds: &str, known: &[&str]) -> CommandError {
    let message = format!("`--{option}`: there is no `{name}`");
    CommandError::usage(message, format::remedy(name, kinds, known))
}

/// Runs the debates of one manifest. Nothing is paid: a provider that costs money answers only what is stored.
fn experiment(
    path: PathBuf,
    arguments: &Arguments,
    cancel: &Cancel,
) -> Result<(Project, Store, Summary), CommandError> {
    let experiment = ExperimentArguments { experiment: path, provider: None };
    let project = Project::open(None, &experiment)?;
    let store = project.open_or_create_store()?;
    let options = Options {
        offline: Offline::Yes,
        retry_failed: RetryFailed::No,
        only: Vec::new(),
        jobs: jobs(arguments.jobs),
        tariff: project.tariff()?,
        cancel: cancel.clone(),
    };
    let summary = pipeline::run(&project.plan, &store, &options, &this_process(), &mut |_| {})?;
    Ok((project, store, summary))
}

impl Run<'_> {
    /// Runs the debates of a level in a project of its own.
    fn level(&self, level: &Level) -> Result<LevelScores, CommandError> {
        let temporary = tempfile::tempdir().map_err(CommandError::Temporary)?;
        let folder = if self.arguments.keep {
            self.arguments.out.join(level.name)
        } else {
            temporary.path().join("project")
        };
        write_project(&folder, &planted::project(&self.debates, level, &self.modes))?;
        let mut scores =
            LevelScores { scored: Vec::new(), failed: Vec::new(), is_cancelled: false };
        let folder = folder.canonicalize()?;
        for manifest in manifests(&folder, Path::new("experiments"))? {
            self.manifest(folder.join(manifest), &mut scores)?;
        }
        Ok(scores)
    }

    /// Runs the debates of one manifest, and scores them and the baselines.
    fn manifest(&self, path: PathBuf, scores: &mut LevelScores) -> Result<(), CommandError> {
        let (project, store, summary) = experiment(path, self.arguments, &self.cancel)?;
        scores.is_cancelled |= summary.cancelled > 0;
        scores.failed.extend(summary.missed.into_iter().map(|missed| missed.error));
        let seed = self.arguments.seed;
        scores.scored.extend(score_baselines(&self.debates, &project.library, seed));
        scores.scored.extend(score_modes(&self.debates, &project.plan, &store)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::check::Checked;

    #[test]
    fn projects_of_every_level_pass_the_check() {
        let debates = planted::debates(11, 4);
        for level in &Level::ALL {
            let folder = tempfile::tempdir().unwrap();
            let mut modes = modes(&[]).unwrap();
            modes.extend(controls(&modes));
            write_project(folder.path(), &planted::project(&debates, level, &modes)).unwrap();
            let faults = Checked::of(folder.path(), &[]).faults;
            // Noise is warned of: a wrong tag contradicts its sentence.
            assert!(!faults.has_errors(), "{}: {faults}", level.name);
            assert!(level.name != "none" || faults.is_empty(), "{faults}");
        }
    }
}
