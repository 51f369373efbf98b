//! Whether the outputs of a notebook are those of its cells and of the debates of today.

use faultline::vocabulary::is_hidden;

use super::content::{Code, Notebook, Output};
use super::terminal_text::plain;

/// The most characters of a message of an error.
const LONGEST_LINE: usize = 300;

/// What the outputs of a notebook are worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// They were computed from these cells and these debates.
    Current,
    /// They were computed from something else: in these respects, of which there is at least one.
    Outdated(Vec<Change>),
    /// The file does not say what they were computed from.
    Unrecorded,
    /// There are none, because no cell has been run.
    NotRun,
    /// The run ended with an error.
    Failed {
        /// The number of the cell among the code cells, from 1.
        cell: usize,
        /// The kind and the message of the error.
        error: String,
    },
}

/// What differs from what the outputs were computed from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Code cells were edited, added or removed.
    Cells,
    /// So many code cells have not been run.
    NotRun(usize),
    /// The outputs are of another version of the program.
    Version {
        /// That of the outputs.
        then: String,
        /// That of today.
        now: String,
    },
    /// The notebook runs debates, and these are computed by other rules now.
    Rules,
    /// The experiment has another run than the one that was read.
    Run {
        /// The run that was read.
        then: String,
        /// The run of the experiment.
        now: String,
    },
    /// The store has other debates of a run than those that were read.
    Debates(String),
    /// A run is not in the store, or cannot be read.
    NoRun {
        /// The run that was read.
        run: String,
        /// Why it cannot be read; empty if it does not exist.
        why: String,
    },
}

/// What outputs would be computed from today.
pub trait Now {
    /// The version of the program.
    fn version(&self) -> &str;

    /// The hash of what debates are computed by.
    fn rules(&self) -> String;

    /// The run of the experiment that has read this run: another one if both are of the same
    /// experiment and the manifest has changed.
    fn run(&self, read: &str) -> String;

    /// The hash of the debates of a run; `None` if there is no such run.
    ///
    /// # Errors
    /// Why the run cannot be read.
    fn debates(&self, run: &str) -> Result<Option<String>, String>;
}

impl State {
    /// Compares the outputs of a notebook with its cells, and with what they would be computed from
    /// now, where that is known.
    pub fn of(notebook: &Notebook, now: Option<&dyn Now>) -> Self {
        if let Some(failed) = failed(notebook) {
            return failed;
        }
        let is_run = |code: &&Code| code.number.is_some() || !code.outputs.is_empty();
        let (all, run) = (notebook.code().count(), notebook.code().filter(is_run).count());
        if all == 0 {
            return Self::Current;
        }
        if run == 0 {
            return Self::NotRun;
        }
        let Some(key) = &notebook.key else { return Self::Unrecorded };
        let mut changes = Vec::new();
        if key.cells != notebook.hash_of_cells() {
            changes.push(Change::Cells);
        } else if run < all {
            changes.push(Change::NotRun(all - run));
        }
        if let Some(now) = now {
            if key.version != now.version() {
                let (then, now) = (key.version.clone(), now.version().to_owned());
                changes.push(Change::Version { then, now });
            }
            if key.rules.as_ref().is_some_and(|rules| *rules != now.rules()) {
                changes.push(Change::Rules);
            }
            changes.extend(key.runs.iter().filter_map(|(run, debates)| changed(run, debates, now)));
        }
        if changes.is_empty() { Self::Current } else { Self::Outdated(changes) }
    }
}

/// What has changed of a run that was read.
fn changed(then: &str, debates: &str, now: &dyn Now) -> Option<Change> {
    let run = now.run(then);
    if run != then {
        return Some(Change::Run { then: then.to_owned(), now: run });
    }
    match now.debates(&run) {
        Ok(Some(found)) => (found != debates).then_some(Change::Debates(run)),
        Ok(None) => Some(Change::NoRun { run, why: String::new() }),
        Err(why) => Some(Change::NoRun { run, why }),
    }
}

/// The first cell that ended with an error and is not one that may.
fn failed(notebook: &Notebook) -> Option<State> {
    (1..).zip(notebook.code()).filter(|(_, code)| !code.may_fail).find_map(|(cell, code)| {
        let error = code.outputs.iter().find_map(|output| match output {
            Output::Error { name, value, .. } => Some(line(&format!("{name}: {value}"))),
            Output::Stream { .. } | Output::Value(_) | Output::Unknown(_) => None,
        })?;
        Some(State::Failed { cell, error })
    })
}

/// The first line of a message, of a very long one the beginning.
fn line(message: &str) -> String {
    let message = plain(message);
    let visible = message.trim().lines().next().unwrap_or_default().chars();
    let mut visible = visible.filter(|c| !is_hidden(*c));
    let mut line: String = visible.by_ref().take(LONGEST_LINE).collect();
    if visible.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::content::{Cell, Language};
    use super::super::key::Key;
    use super::*;

    /// A store with one run of the experiment `a`.
    struct Today(&'static str, Result<Option<String>, String>);

    impl Now for Today {
        fn version(&self) -> &'static str {
            "0.1.0"
        }

        fn rules(&self) -> String {
            "rules".to_owned()
        }

        fn run(&self, read: &str) -> String {
            if read.starts_with("a-") { self.0.to_owned() } else { read.to_owned() }
        }

        fn debates(&self, _: &str) -> Result<Option<String>, String> {
            self.1.clone()
        }
    }

    fn notebook(codes: Vec<Code>) -> Notebook {
        let cells = codes.into_iter().map(Cell::Code).collect();
        let mut notebook = Notebook { cells, language: Language::Rust, key: None };
        let runs = BTreeMap::from([("a-1".to_owned(), "debates".to_owned())]);
        let cells = notebook.hash_of_cells();
        notebook.key = Some(Key { cells, runs, version: "0.1.0".to_owned(), rules: None });
        notebook
    }

    fn code(number: Option<u64>, outputs: Vec<Output>) -> Code {
        Code { number, source: "x".to_owned(), outputs, may_fail: false }
    }

    fn today() -> Today {
        Today("a-1", Ok(Some("debates".to_owned())))
    }

    #[test]
    fn outputs_of_the_same_cells_program_and_debates_are_current() {
        let ran = notebook(vec![code(Some(1), Vec::new())]);
        assert_eq!(State::of(&ran, Some(&today())), State::Current);
        let later = Today("a-2", Ok(None));
        assert_eq!(State::of(&ran, None), State::Current, "what is not known does not differ");
        assert_ne!(State::of(&ran, Some(&later)), State::Current);
        let prose = Notebook { cells: vec![Cell::Raw(String::new())], key: None, ..ran };
        assert_eq!(State::of(&prose, Some(&today())), State::Current, "there is nothing to run");
    }

    #[test]
    fn everything_that_differs_is_named() {
        let ran = || notebook(vec![code(Some(1), Vec::new())]);
        let changes = |notebook: &Notebook, now: &Today| match State::of(notebook, Some(now)) {
            State::Outdated(changes) => changes,
            State::Current | State::Unrecorded | State::NotRun | State::Failed { .. } => {
                panic!("nothing has changed")
            }
        };
        let mut edited = ran();
        edited.cells.push(Cell::Code(code(Some(2), Vec::new())));
        edited.key.as_mut().unwrap().version = "0.0.9".to_owned();
        let version = Change::Version { then: "0.0.9".to_owned(), now: "0.1.0".to_owned() };
        assert_eq!(changes(&edited, &today()), [Change::Cells, version]);
        let mut other_rules = ran();
        other_rules.key.as_mut().unwrap().rules = Some("of then".to_owned());
        assert_eq!(changes(&other_rules, &today()), [Change::Rules]);
        let half = notebook(vec![code(Some(1), Vec::new()), code(None, Vec::new())]);
        assert_eq!(changes(&half, &today()), [Change::NotRun(1)]);
        let run = || "a-1".to_owned();
        for (now, change) in [
            (Today("a-2", Ok(None)), Change::Run { then: run(), now: "a-2".to_owned() }),
            (Today("a-1", Ok(Some("others".to_owned()))), Change::Debates(run())),
            (Today("a-1", Ok(None)), Change::NoRun { run: run(), why: String::new() }),
            (
                Today("a-1", Err("no".to_owned())),
                Change::NoRun { run: run(), why: "no".to_owned() },
            ),
        ] {
            assert_eq!(changes(&ran(), &now), [change]);
        }
    }

    #[test]
    fn an_error_is_named_in_a_line() {
        assert_eq!(line("\u{1b}[31mPanic\u{1b}[0m: no\u{202e}\nat 1"), "Panic: no");
        assert_eq!(line(&"é".repeat(1_000)).chars().count(), LONGEST_LINE + 1);
    }

    #[test]
    fn a_notebook_without_a_complete_run_is_never_current() {
        let mut unrecorded = notebook(vec![code(Some(1), Vec::new())]);
        unrecorded.key = None;
        assert_eq!(State::of(&unrecorded, Some(&today())), State::Unrecorded);
        assert_eq!(
            State::of(&notebook(vec![code(None, Vec::new())]), Some(&today())),
            State::NotRun
        );
        let error = || Output::Error {
            name: "Panic".to_owned(),
            value: "no".to_owned(),
            traceback: String::new(),
        };
        let failing = code(Some(2), vec![error()]);
        let failed = notebook(vec![code(Some(1), Vec::new()), failing.clone()]);
        let failure = State::Failed { cell: 2, error: "Panic: no".to_owned() };
        assert_eq!(State::of(&failed, Some(&today())), failure);
        let allowed = notebook(vec![Code { may_fail: true, ..failing }]);
        assert_eq!(State::of(&allowed, Some(&today())), State::Current);
    }
}
