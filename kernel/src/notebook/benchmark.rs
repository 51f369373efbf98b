//! The benchmark of planted debates in a notebook.

#[cfg(feature = "chart")]
mod chart;
mod tables;

use std::path::{Path, PathBuf};

use super::display::shown;
use super::error::NotebookError;
use super::experiment::{Ran, ran};
use super::progress::RunProgress;
use super::store::{Debates, Store};
use crate::benchmark::{Scored, score_baselines, score_modes, write_project};
use crate::format;
use crate::mode::ModeName;
use crate::planted::{self, Level, PERSONAS, PlantedDebate, PlantedMode};

/// What modes find in planted debates, which are generated so that their true cruxes are known.
#[derive(Debug, Clone)]
pub struct Benchmark {
    seed: u64,
    modes: Vec<&'static str>,
    debates: Vec<PlantedDebate>,
    levels: Vec<LevelRun>,
}

/// What was written, run and scored at one level of noise.
#[derive(Debug, Clone)]
struct LevelRun {
    level: Level,
    files: Vec<(PathBuf, String)>,
    scored: Vec<Scored>,
    debates: Debates,
}

/// Generates debates whose true cruxes are known, runs them with the provider `corpus`, and scores
/// the cruxes that each mode finds. `report bench cruxes` gives the same scores for the same modes,
/// levels, number of debates and seed.
///
/// A level says what noise the texts have, such as `none` or `mixed-0.4`; [`Level::ALL`] lists the
/// levels. The same seed makes the same debates. The project of each level is in a temporary
/// folder, of which nothing is left. The cell shows the progress, as with [`run`](super::run).
///
/// # Errors
/// Where there is no mode, level or debate, or none of such a name, or the temporary folder cannot
/// be used.
pub fn benchmark(
    modes: &[&str],
    levels: &[&str],
    debates: usize,
    seed: u64,
) -> Result<Benchmark, NotebookError> {
    if modes.is_empty() || levels.is_empty() || debates == 0 {
        let needs = "a benchmark needs at least one mode, one level and one debate";
        return Err(NotebookError::Run(needs.to_owned()));
    }
    let known: Vec<&'static str> = ModeName::ALL.into_iter().map(ModeName::name).collect();
    let modes: Vec<&str> =
        modes.iter().map(|name| one_of("mode", "modes", name, &known)).collect::<Result<_, _>>()?;
    let debates = planted::debates(seed, debates);
    let all = Level::ALL.map(|level| level.name);
    let level = |name: &&str| {
        let name = one_of("level", "levels", name, &all)?;
        Ok(Level::from_name(name).expect("it is listed"))
    };
    let levels: Vec<Level> = levels.iter().map(level).collect::<Result<_, NotebookError>>()?;
    let mut progress = RunProgress::new("Planted debates");
    let run = |level| run_level(level, &debates, &modes, seed, &mut progress);
    let levels = levels.into_iter().map(run).collect::<Result<_, _>>();
    progress.finish();
    let levels = levels?;
    Ok(Benchmark { seed, modes, debates, levels })
}

/// The name if it is a known one.
fn one_of<'n>(
    kind: &'static str,
    kinds: &str,
    wanted: &str,
    known: &[&'n str],
) -> Result<&'n str, NotebookError> {
    let found = known.iter().find(|name| **name == wanted);
    found.copied().ok_or_else(|| NotebookError::NotInBenchmark {
        kind,
        wanted: wanted.to_owned(),
        remedy: format::remedy(wanted, kinds, known),
    })
}

fn run_level(
    level: Level,
    debates: &[PlantedDebate],
    modes: &[&'static str],
    seed: u64,
    progress: &mut RunProgress,
) -> Result<LevelRun, NotebookError> {
    progress.begin_part(format!("level {}", level.name));
    let failed = |error: &dyn std::fmt::Display| NotebookError::Run(error.to_string());
    let folder = tempfile::tempdir().map_err(|error| failed(&error))?;
    let modes: Vec<PlantedMode> = modes.iter().copied().map(PlantedMode::new).collect();
    let files = planted::project(debates, &level, &modes);
    write_project(folder.path(), &files).map_err(|error| failed(&error))?;
    let (mut scored, mut runs) = (Vec::new(), Vec::new());
    for (manifest, _) in files.iter().filter(|(path, _)| path.starts_with("experiments")) {
        let Ran { library, plan, store, .. } = ran(folder.path(), manifest, progress)?;
        scored.extend(score_baselines(debates, &library, seed));
        let modes = score_modes(debates, &plan, &store);
        scored.extend(modes.map_err(|error| failed(&error.report()))?);
        runs.push(Store::of(store).read(&plan.run)?);
    }
    let source = format!("Planted debates at the level {}", level.name);
    Ok(LevelRun { level, files, scored, debates: Debates::joined(source, runs) })
}

impl Benchmark {
    /// The debates of a level, in every mode and replicate.
    ///
    /// # Errors
    /// [`NotebookError::NotInBenchmark`] where the level was not run.
    pub fn debates(&self, level: &str) -> Result<Debates, NotebookError> {
        Ok(self.level(level)?.debates.clone())
    }

    /// What a persona has written on a topic at a level: its corpus as a file, in Markdown.
    ///
    /// # Errors
    /// [`NotebookError::NotInBenchmark`] where the level was not run, or there is no such topic or
    /// persona.
    pub fn text(&self, level: &str, topic: &str, persona: &str) -> Result<String, NotebookError> {
        let (level, debate) = (self.level(level)?, self.debate(topic)?);
        let seated = &PERSONAS[..debate.personas()];
        let persona = one_of("persona", "the personas of the debate", persona, seated)?;
        let wanted = format!("personas/{persona}/corpus/{topic}.md");
        let file = level.files.iter().find(|(path, _)| path == Path::new(&wanted));
        Ok(file.expect("every seated persona writes on the topic").1.clone())
    }

    fn level(&self, wanted: &str) -> Result<&LevelRun, NotebookError> {
        let known: Vec<&str> = self.levels.iter().map(|run| run.level.name).collect();
        let name = one_of("level", "the levels that were run", wanted, &known)?;
        Ok(self.levels.iter().find(|run| run.level.name == name).expect("it is listed"))
    }

    fn debate(&self, wanted: &str) -> Result<&PlantedDebate, NotebookError> {
        let known: Vec<&str> = self.debates.iter().map(|debate| debate.topic.as_str()).collect();
        let topic = one_of("topic", "topics", wanted, &known)?;
        Ok(self.debates.iter().find(|debate| debate.topic == topic).expect("it is listed"))
    }

    pub(super) fn html(&self) -> String {
        self.table().html()
    }
}

impl std::fmt::Display for Benchmark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.table().fmt(f)
    }
}

shown!(Benchmark);
