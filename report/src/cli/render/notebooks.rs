//! Reads the notebooks of an experiment and compares their outputs with the store. Nothing is run.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use faultline::notebook::ReadDebates;
use faultline::store::{RunId, Store};
use faultline::view::number;

use crate::cli::project::Project;
use crate::notebook::{self, Change, Key, Notebook, Now, State, Unreadable};
use crate::site::NotebookFile;

/// The largest file that is read. *Units*: bytes.
const LARGEST: u64 = 64 << 20;

/// Reads the notebooks of an experiment.
pub(super) fn notebooks(project: &Project, store: &Store) -> Vec<NotebookFile> {
    let today = Today { run: &project.plan.run, store };
    let file = |path: &PathBuf| {
        let content = read(&project.root.folder, path).map(|notebook| {
            let state = State::of(&notebook, Some(&today));
            (notebook, state)
        });
        NotebookFile { path: shown(path), content }
    };
    project.plan.manifest.notebooks.iter().map(file).collect()
}

/// Reads a notebook.
///
/// # Errors
/// Why it has no cells to show.
pub(in crate::cli) fn read(root: &Path, path: &Path) -> Result<Notebook, Unreadable> {
    let mut text = String::new();
    let file = File::open(root.join(path));
    // One byte more than is allowed shows that there is more.
    let length = file.and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    match length {
        Ok(length) if length as u64 > LARGEST => Err(Unreadable {
            reason: format!("it has more than {} MB", LARGEST >> 20),
            help: "let its cells show less, and run it again".to_owned(),
        }),
        Ok(_) => notebook::read(&text),
        Err(error) => Err(Unreadable {
            reason: format!("it cannot be read: {error}"),
            help: "check that the file contains text and that you may read it".to_owned(),
        }),
    }
}

/// The path with `/` between folders, the same on every machine.
fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// What outputs would be computed from today.
struct Today<'t> {
    run: &'t RunId,
    store: &'t Store,
}

impl Now for Today<'_> {
    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    fn rules(&self) -> String {
        Key::of_rules()
    }

    fn run(&self, read: &str) -> String {
        let run = read.parse::<RunId>().ok();
        let is_own = run.is_some_and(|run| run.experiment() == self.run.experiment());
        if is_own { self.run.to_string() } else { read.to_owned() }
    }

    fn debates(&self, run: &str) -> Result<Option<String>, String> {
        let run: RunId = run.parse().map_err(|error| format!("{error}"))?;
        if !self.store.runs().map_err(|error| error.to_string())?.contains(&run) {
            return Ok(None);
        }
        let reading = ReadDebates::of(self.store, &run).map_err(|error| error.to_string())?;
        Ok(Some(Key::of_debates(&reading)))
    }
}

/// How many notebooks are in which state, for the summary; empty if there are none.
pub(super) fn summary(files: &[NotebookFile]) -> String {
    let count = |is: fn(&NotebookFile) -> bool| files.iter().filter(|file| is(file)).count();
    let state = |file: &NotebookFile| file.content.as_ref().ok().map(|(_, state)| state.clone());
    let of = |is: fn(&State) -> bool| files.iter().filter_map(state).filter(is).count();
    let counts = [
        (of(|state| *state == State::Current), "current"),
        (of(|state| matches!(state, State::Outdated(_))), "out of date"),
        (of(|state| *state == State::Unrecorded), "of unknown date"),
        (of(|state| *state == State::NotRun), "not run"),
        (of(|state| matches!(state, State::Failed { .. })), "failed"),
        (count(|file| file.content.is_err()), "not readable"),
    ];
    let counts = counts.into_iter().filter(|(number, _)| *number > 0);
    let counts: Vec<String> = counts.map(|(number, what)| format!("{number} {what}")).collect();
    counts.join(", ")
}

/// What is wrong with a notebook and what to do, in two lines; nothing if its outputs are current.
pub(super) fn warning(file: &NotebookFile) -> Option<String> {
    let run = || format!("run `{}`, then build again; its page says the same", file.execute());
    let (what, help) = match &file.content {
        Ok((_, state)) => (problem(state)?, run()),
        Err(Unreadable { reason, help }) => (reason.clone(), help.replace("FILE", &file.path)),
    };
    Some(format!("warning: the notebook {}: {what}\n  help: {help}", file.path))
}

/// What is wrong with the outputs of a notebook, as a clause about it; nothing if they are current.
pub(in crate::cli) fn problem(state: &State) -> Option<String> {
    Some(match state {
        State::Current => return None,
        State::Outdated(changes) => {
            let changes: Vec<String> = changes.iter().map(clause).collect();
            format!("its outputs are out of date: {}", changes.join("; "))
        }
        State::Unrecorded => "it does not say what its outputs were computed from".to_owned(),
        State::NotRun => "no cell of it has been run".to_owned(),
        State::Failed { cell, error } => {
            format!("its code cell {cell} failed: {}", error.lines().next().unwrap_or_default())
        }
    })
}

/// How the outputs of a notebook differ from what running it would give.
fn clause(change: &Change) -> String {
    match change {
        Change::Cells => "code cells were edited".to_owned(),
        Change::NotRun(number) => {
            number::count(*number, "code cell has not been run", "code cells have not been run")
        }
        Change::Version { then, now } => format!("they are of Faultline {then} and not {now}"),
        Change::Rules => "it runs debates, whose rules have changed since".to_owned(),
        Change::Run { then, now } => format!("they show the debates of {then} and not of {now}"),
        Change::Debates(run) => format!("the run {run} has other debates now"),
        Change::NoRun { run, why } if why.is_empty() => {
            format!("the run {run} is not in the store")
        }
        Change::NoRun { run, why } => format!("the run {run} cannot be read: {why}"),
    }
}
