//! `report bench cruxes`: runs planted debates, whose true cruxes are known, and scores what each
//! mode finds.

mod arguments;
mod experiment;
mod labelled;
mod results;

use std::path::{Path, PathBuf};

use faultline::benchmark::{Scored, score_baselines, score_modes, write_project};
use faultline::format;
use faultline::mode::{Control, ModeName};
use faultline::pipeline::Cancel;
use faultline::planted::{self, Level, PlantedDebate, PlantedMode};

pub(super) use self::arguments::Arguments;
use self::experiment::run_experiment;
use self::results::{FILES, Results};
use crate::cli::bench::result_files::create_results;
use crate::cli::check::manifests;
use crate::cli::diagnose::plural;
use crate::cli::terminal::warn;
use crate::cli::{CommandError, Exit, ctrl_c};

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
    create_results(&arguments.out, &FILES)?;
    let mut results = Results::new(arguments);
    let run = Run { arguments, modes, debates, cancel: ctrl_c::cancel_on_signal()? };
    for level in &levels {
        let scores = run.level(level)?;
        if scores.is_cancelled {
            warn("stopped: no results were written");
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
        let (project, store, summary) = run_experiment(path, self.arguments, &self.cancel)?;
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
