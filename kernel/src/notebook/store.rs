//! The debates of a store.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::path::Path;

use serde::Deserialize;

use super::debate::{Debate, Planned};
use super::display::{escaped, is_named, name, shown};
use super::error::NotebookError;
use super::grid::{Cell, Grid};
use super::read_debates::ReadDebates;
use crate::mode::Mode;
use crate::record::Matches;
use crate::store::{self, RunId};
use crate::view::number;

/// A store of debates, opened for reading.
#[derive(Debug, Clone)]
pub struct Store {
    store: store::Store,
}

/// Opens a store, such as `data/store`.
///
/// # Errors
/// [`NotebookError::NoStore`] where the folder holds no store, and [`NotebookError::Store`] where it
/// holds none that this version can read.
pub fn open(folder: impl AsRef<Path>) -> Result<Store, NotebookError> {
    match store::Store::open(folder.as_ref()) {
        Ok(store) => Ok(Store { store }),
        Err(store::Error::NoFolder { path } | store::Error::NotAStore { path }) => {
            Err(NotebookError::NoStore { path })
        }
        Err(error) => Err(error.into()),
    }
}

/// What the frozen manifest of a run says of its cells and modes.
#[derive(Default, Deserialize)]
struct Frozen {
    cells: Vec<Planned>,
    modes: BTreeMap<String, Mode>,
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.runs() {
            Ok(runs) => runs.fmt(f),
            Err(error) => writeln!(f, "{error}"),
        }
    }
}

impl Store {
    #[cfg(feature = "run")]
    pub(super) fn of(store: store::Store) -> Self {
        Self { store }
    }

    pub(super) fn html(&self) -> String {
        self.runs().map_or_else(|error| escaped(&error.to_string()), |runs| runs.html())
    }

    /// The runs, with the number of their debates and of those that are done.
    ///
    /// # Errors
    /// [`NotebookError::Store`] where a run cannot be read.
    pub fn runs(&self) -> Result<Grid, NotebookError> {
        let mut grid = Grid::new(["run", "#debates", "#done"]);
        for id in self.store.runs()? {
            let run = self.store.run(&id);
            let cells = run.manifest::<Frozen>()?.map_or(0, |frozen| frozen.cells.len());
            let counts = [cells, run.cells()?.len()].map(|count| Cell::count(count as u64));
            grid.push(std::iter::once(id.to_string().into()).chain(counts));
        }
        Ok(grid)
    }

    /// The finished debates of the run whose name starts like this, such as `ai-jobs`. Of several
    /// runs of one experiment it is the one that was started last, and the table says so: an
    /// experiment has a new run whenever something changes that its debates depend on.
    ///
    /// # Errors
    /// Where no run or runs of several experiments have such a name, or where the store cannot be
    /// read.
    pub fn debates(&self, run: &str) -> Result<Debates, NotebookError> {
        let (id, others) = self.last_run(run)?;
        ReadDebates::of(&self.store, &id)?.announce();
        let mut debates = self.read(&id)?;
        if others > 0 {
            let of = number::count(others + 1, "run", "runs");
            debates.source = format!("{}, the last of {of} of {}", debates.source, id.experiment());
        }
        Ok(debates)
    }

    /// The finished debates of a run.
    pub(super) fn read(&self, id: &RunId) -> Result<Debates, NotebookError> {
        let run = self.store.run(id);
        let Frozen { cells, modes } = run.manifest::<Frozen>()?.unwrap_or_default();
        let (mut debates, mut outcomes, mut missing) = (Vec::new(), BTreeMap::new(), Vec::new());
        for planned in cells {
            let Some(done) = run.done(&planned.cell)? else {
                missing.push(planned);
                continue;
            };
            let outcome = self.store.object(&done.outcome)?;
            let snapshots = done.snapshots.iter().map(|hash| self.store.object(hash));
            let snapshots = snapshots.collect::<store::Result<Vec<_>>>()?;
            let mode = modes.get(&planned.label).cloned();
            outcomes.insert(planned.cell.to_string(), done.outcome.to_string());
            debates.push(Debate { planned, mode, outcome, snapshots });
        }
        let mut matches = run.all_matches::<Matches>()?;
        // Others matched the cruxes of debates that have been run again since.
        matches.retain(|matches| {
            matches.debates.iter().all(|(cell, outcome)| outcomes.get(cell) == Some(outcome))
        });
        let source = format!("Run {id}");
        Ok(Debates { source, all: debates, missing, matches, emptied: None })
    }

    /// The last run of the experiment of this name, or whose name begins like this, and how many
    /// others it has.
    fn last_run(&self, wanted: &str) -> Result<(RunId, usize), NotebookError> {
        let all = self.store.runs()?;
        let names = |runs: &[&RunId]| runs.iter().map(ToString::to_string).collect();
        let is_wanted = |run: &&RunId| run.experiment().to_string() == wanted;
        let mut found: Vec<&RunId> = all.iter().filter(is_wanted).collect();
        if found.is_empty() {
            found = all.iter().filter(|run| run.to_string().starts_with(wanted)).collect();
        }
        let Some(last) = found.iter().max_by_key(|id| self.store.run(id).started()) else {
            let known = names(&all.iter().collect::<Vec<_>>());
            return Err(NotebookError::NoRun { wanted: wanted.to_owned(), known });
        };
        if found.iter().any(|id| id.experiment() != last.experiment()) {
            return Err(NotebookError::SeveralRuns {
                wanted: wanted.to_owned(),
                found: names(&found),
            });
        }
        Ok(((*last).clone(), found.len() - 1))
    }
}

/// Debates of a run.
#[derive(Debug, Clone)]
pub struct Debates {
    /// Where they come from, as the beginning of a sentence.
    source: String,
    all: Vec<Debate>,
    /// The debates that are not done.
    missing: Vec<Planned>,
    /// The matched cruxes of each topic.
    matches: Vec<Matches>,
    /// The choice that left no debate.
    emptied: Option<Choice>,
}

/// What debates were chosen by.
#[derive(Debug, Clone)]
struct Choice {
    kind: &'static str,
    wanted: String,
    /// What there was to choose from.
    known: Vec<String>,
}

impl Debates {
    /// Debates that are in no store.
    #[cfg(feature = "run")]
    pub(super) fn not_stored(source: String, all: Vec<Debate>) -> Self {
        Self { source, all, missing: Vec::new(), matches: Vec::new(), emptied: None }
    }

    /// The debates of several runs that belong together.
    #[cfg(feature = "run")]
    pub(super) fn joined(source: String, runs: Vec<Self>) -> Self {
        let empty = Self::not_stored(source, Vec::new());
        runs.into_iter().fold(empty, Self::extended)
    }

    /// Only the debates of a mode, or of the manifest's variant of one.
    #[must_use]
    pub fn mode(&self, label: &str) -> Self {
        self.kept("mode", label, |planned| vec![planned.label.clone()])
    }

    /// Only the debates on a topic.
    #[must_use]
    pub fn topic(&self, topic: &str) -> Self {
        self.kept("topic", topic, |planned| vec![planned.topic.clone()])
    }

    /// Only the debates in which a persona takes part, by its id or the name that tables show.
    #[must_use]
    pub fn persona(&self, persona: &str) -> Self {
        self.kept("persona", persona, |planned| planned.personas.clone())
    }

    /// Only the debates with this number among their replicates, from 1.
    #[must_use]
    pub fn replicate(&self, replicate: u32) -> Self {
        self.kept("replicate", &replicate.to_string(), |planned| {
            vec![planned.replicate.to_string()]
        })
    }

    /// Only the debates with so many rounds after the opening, such as `2..` for at least two. How
    /// many rounds a debate that is not done will have is not known: it is still counted as
    /// missing.
    #[must_use]
    pub fn rounds(&self, rounds: impl RangeBounds<u32>) -> Self {
        let of = |debate: &&Debate| debate.outcome.stop.rounds;
        let all: Vec<Debate> =
            self.all.iter().filter(|debate| rounds.contains(&of(debate))).cloned().collect();
        let known: BTreeSet<u32> = self.all.iter().map(|debate| of(&debate)).collect();
        let known = known.iter().map(ToString::to_string).collect();
        let choice = Choice { kind: "number of rounds", wanted: in_words(&rounds), known };
        self.chosen(all, self.missing.clone(), choice)
    }

    /// These debates and others, such as those by a protocol of the notebook, in one table.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        let source = format!("{}; {}", self.source, others.source);
        Self { source, ..self.clone() }.extended(others.clone())
    }

    fn extended(mut self, others: Self) -> Self {
        self.all.extend(others.all);
        self.matches.extend(others.matches);
        self.missing.extend(others.missing);
        self
    }

    /// The matched cruxes of each topic.
    pub(super) fn matches(&self) -> &[Matches] {
        &self.matches
    }

    /// The debates with one of whose values the wanted one agrees.
    fn kept(
        &self,
        kind: &'static str,
        wanted: &str,
        values: impl Fn(&Planned) -> Vec<String>,
    ) -> Self {
        let keep = |planned: &Planned| {
            let is_wanted = |value: &String| match kind {
                "persona" => is_named(value, wanted),
                _ => value == wanted,
            };
            values(planned).iter().any(is_wanted)
        };
        let all = self.all.iter().filter(|debate| keep(&debate.planned)).cloned().collect();
        let missing = self.missing.iter().filter(|planned| keep(planned)).cloned().collect();
        let mut known = Vec::new();
        for value in self.all.iter().flat_map(|debate| values(&debate.planned)) {
            if !known.contains(&value) {
                known.push(value);
            }
        }
        self.chosen(all, missing, Choice { kind, wanted: wanted.to_owned(), known })
    }

    fn chosen(&self, all: Vec<Debate>, missing: Vec<Planned>, choice: Choice) -> Self {
        let emptied = (all.is_empty() && !self.all.is_empty()).then_some(choice);
        let emptied = emptied.or_else(|| self.emptied.clone());
        let (source, matches) = (self.source.clone(), self.matches.clone());
        Self { source, all, missing, matches, emptied }
    }

    /// The only debate that is left.
    ///
    /// # Errors
    /// [`NotebookError::NotOne`] where several are left, [`NotebookError::NoDebate`] where none is.
    pub fn one(mut self) -> Result<Debate, NotebookError> {
        if self.all.is_empty() {
            return Err(self.none());
        }
        match (self.all.pop(), self.all.is_empty()) {
            (Some(debate), true) => Ok(debate),
            (last, _) => {
                self.all.extend(last);
                let left: Vec<String> = self.all.iter().map(Debate::title).collect();
                Err(NotebookError::NotOne { found: left.len(), left })
            }
        }
    }

    /// Why there is no debate.
    fn none(self) -> NotebookError {
        let missing = self.missing.len();
        match self.emptied {
            Some(Choice { kind, wanted, known }) if missing == 0 => {
                NotebookError::NoDebate { kind, wanted, known }
            }
            Some(_) | None => NotebookError::NoneDone { missing },
        }
    }

    /// The debates.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Debate> {
        self.all.iter()
    }

    /// The debates as a table: how each ended.
    pub fn table(&self) -> Grid {
        let mut grid = Grid::new([
            "topic", "personas", "mode", "#replicate", "#rounds", "regime", "#cruxes", "#agreed",
            "#calls",
        ]);
        for debate in &self.all {
            let outcome = debate.outcome();
            let personas: Vec<String> = debate.planned.personas.iter().map(|id| name(id)).collect();
            grid.push([
                debate.planned.topic.as_str().into(),
                personas.join(", ").into(),
                debate.planned.label.as_str().into(),
                Cell::count(debate.planned.replicate.into()),
                Cell::count(outcome.stop.rounds.into()),
                debate.regime().into(),
                Cell::count(outcome.cruxes.len() as u64),
                Cell::count(outcome.common_ground.agreements() as u64),
                Cell::count(outcome.usage.calls.into()),
            ]);
        }
        let count = number::count(self.missing.len(), "debate", "debates");
        let missing =
            if self.missing.is_empty() { String::new() } else { format!("; {count} not done") };
        grid.noted(format!("{}{missing}.", self.source))
    }

    /// The cruxes of all these debates: a row for each question, a column for each debate, with the
    /// score that the debate gives the crux. Questions that most debates name come first.
    pub fn cruxes(&self) -> Grid {
        let mut questions: Vec<&str> = Vec::new();
        let named = |question: &str| {
            let names = |debate: &&Debate| debate.score_of(question).is_some();
            self.all.iter().filter(names).count()
        };
        for crux in self.all.iter().flat_map(|debate| &debate.outcome().cruxes) {
            if !questions.contains(&crux.question.as_str()) {
                questions.push(&crux.question);
            }
        }
        questions.sort_by_cached_key(|question| std::cmp::Reverse(named(question)));
        let mut grid = self.beside("crux");
        for question in questions {
            let score = |debate: &Debate| debate.score_of(question).unwrap_or("–".into());
            let scores = self.all.iter().map(score);
            grid.push(std::iter::once(question.into()).chain(scores));
        }
        grid.noted(
            "A score is the share of the support of a thesis that depends on the question: the mean over the personas that answer it. In \
             brackets: the estimate of an answer that names the crux, or, where several answers were asked for, the share of those that name it.",
        )
    }

    /// The numbers that these debates report: a row for each, a column for each debate.
    pub fn metrics(&self) -> Grid {
        let mut names: Vec<&str> = Vec::new();
        for metric in self.all.iter().flat_map(|debate| &debate.outcome().metrics) {
            if !names.contains(&metric.name.as_str()) {
                names.push(&metric.name);
            }
        }
        let mut grid = self.beside("number");
        for name in names {
            let value = |debate: &Debate| {
                let mut metrics = debate.outcome().metrics.iter();
                let metric = metrics.find(|metric| metric.name == name);
                let value = metric.and_then(|metric| metric.value);
                value.map_or("–".into(), |value| Cell::number(value, number::measure))
            };
            grid.push(std::iter::once(name.into()).chain(self.all.iter().map(value)));
        }
        grid
    }

    /// A table with a column for each debate, named by what distinguishes it from the others.
    fn beside(&self, first: &str) -> Grid {
        let several = |of: fn(&Debate) -> String| {
            self.all.windows(2).any(|pair| of(&pair[0]) != of(&pair[1]))
        };
        let (topics, groups) =
            (several(|d| d.planned.topic.clone()), several(|d| d.planned.personas.join(" ")));
        let replicates = several(|d| d.planned.replicate.to_string());
        let title = |debate: &Debate| {
            let parts = [
                Some(format!("#{}", debate.planned.label)),
                topics.then(|| debate.planned.topic.clone()),
                groups.then(|| debate.planned.personas.join(" and ")),
                replicates.then(|| format!("replicate {}", debate.planned.replicate)),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        };
        let titles: Vec<String> =
            std::iter::once(first.to_owned()).chain(self.all.iter().map(title)).collect();
        Grid::new(titles.iter().map(String::as_str))
    }

    pub(super) fn html(&self) -> String {
        self.table().html()
    }
}

/// A range as it is written in Rust.
fn in_words(range: &impl RangeBounds<u32>) -> String {
    let start = match range.start_bound() {
        Bound::Included(start) => start.to_string(),
        Bound::Excluded(start) => (start + 1).to_string(),
        Bound::Unbounded => String::new(),
    };
    match range.end_bound() {
        Bound::Included(end) => format!("{start}..={end}"),
        Bound::Excluded(end) => format!("{start}..{end}"),
        Bound::Unbounded => format!("{start}.."),
    }
}

impl std::fmt::Display for Debates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.table().fmt(f)
    }
}

shown!(Debates, Store);
