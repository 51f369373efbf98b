//! `report check`: reads manifests, personas, corpora, topics, evidence and prices and tells every fault.

mod inferred;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{self, DEFAULT_CONFIDENCE, Fault, Faults, Guess, Library, Manifest, Tally};
use faultline::vocabulary::{PersonaId, Prices, TopicId};

use super::diagnose::{self, plural};
use super::project_root::{Root, absolute, here};
use super::{Exit, Failure, script};

/// Check manifests, personas, corpora, topics, evidence and prices
///
/// Tells every fault at once, each with its line and a remedy. Ends with code 2 where there are errors; warnings do
/// not count as errors.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// Files or folders of the project, or manifests anywhere [default: the whole project]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Show what was made of every sentence of texts without tags, with its score
    #[arg(long)]
    pub inferred: bool,
}

/// Checks what was asked for and prints faults to standard error, a summary to standard output.
///
/// # Errors
/// [`Failure`] where there is no project or the output cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let here = here()?;
    let start = arguments.paths.first().map_or(Path::new(""), PathBuf::as_path);
    let root = Root::find(root, start, &here)?;
    let paths: Vec<PathBuf> =
        arguments.paths.iter().map(|path| root.path_from(&here.join(path))).collect();
    let checked = Checked::of(&root.folder, &paths);
    diagnose::show(&checked.faults, &root.prefix);
    write!(io::stdout(), "{}", checked.summary())?;
    if arguments.inferred {
        write!(io::stdout(), "{}", checked.inferred())?;
    }
    Ok(if checked.faults.has_errors() { Exit::Usage } else { Exit::Done })
}

/// What a check read and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// What is wrong.
    pub faults: Faults,
    /// Faults in files that were not asked for.
    elsewhere: usize,
    manifests: usize,
    /// The manifest of each site's folder.
    sites: BTreeMap<PathBuf, PathBuf>,
    topics: BTreeSet<TopicId>,
    personas: BTreeSet<PersonaId>,
    /// The price list.
    prices: Option<Prices>,
    /// Corpus and evidence files.
    tallies: BTreeMap<PathBuf, Tally>,
    /// What was worked out in files without tags.
    guesses: BTreeMap<PathBuf, Vec<Guess>>,
}

impl Checked {
    /// Checks the files at `paths`, which start at `root`; no path means the whole project.
    pub fn of(root: &Path, paths: &[PathBuf]) -> Self {
        let mut checked = Self::default();
        let whole = paths.is_empty() || paths.iter().any(|path| path.as_os_str().is_empty());
        let (manifests, others): (Vec<PathBuf>, Vec<PathBuf>) = if whole {
            (manifests(root, Path::new("experiments")), vec![PathBuf::new()])
        } else {
            let folders =
                |path: &PathBuf| !path.starts_with("data") && !path.starts_with("personas");
            let (manifests_at, others) = paths.iter().cloned().partition(folders);
            (checked.manifests_at(root, manifests_at), others)
        };
        for path in &manifests {
            checked.manifest(root, path);
        }
        checked.manifests = manifests.iter().filter(|path| root.join(path).is_file()).count();
        if !others.is_empty() {
            checked.library(root, &others);
        }
        checked
    }

    fn manifests_at(&mut self, root: &Path, paths: Vec<PathBuf>) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for path in paths {
            let within =
                if root.join(&path).is_dir() { manifests(root, &path) } else { Vec::new() };
            if !within.is_empty() {
                found.extend(within);
            } else if !root.join(&path).is_dir()
                && path.extension().is_some_and(|extension| extension == "toml")
            {
                found.push(path);
            } else {
                let fault = Fault::error(&path, None, "no file of a kind that can be checked");
                let help = "name a manifest `*.toml`, or a file or folder in `personas` or `data`";
                self.faults.push(fault.with_help(help));
            }
        }
        found
    }

    /// A manifest is checked with all that it names.
    fn manifest(&mut self, root: &Path, path: &Path) {
        let (manifest, faults) = Manifest::read(root, path);
        self.faults.extend(faults);
        let Some(manifest) = manifest else { return };
        let (library, faults) = Library::for_manifest(root, &manifest);
        self.faults.extend(faults);
        self.faults.extend(script::check(root, &manifest));
        format::tariff(root, &manifest, &mut self.faults);
        self.share(root, path, &manifest);
        self.topics.extend(library.topics.into_keys());
        self.personas.extend(library.personas.into_keys());
        self.tallies.extend(library.tallies);
        self.guesses.extend(library.guesses);
    }

    /// Two manifests may not share the folder of their sites.
    fn share(&mut self, root: &Path, path: &Path, manifest: &Manifest) {
        let folder = absolute(&root.join(&manifest.out));
        let first = self.sites.entry(folder).or_insert_with(|| path.to_owned());
        if first != path {
            let (out, first) = (manifest.out.display(), first.display());
            let message = format!("its site goes to `{out}`, as that of `{first}` does");
            let help = "give one of them another `out`: each build sweeps away the other's pages";
            self.faults.push(Fault::error(path, None, message).as_warning().with_help(help));
        }
    }

    fn library(&mut self, root: &Path, paths: &[PathBuf]) {
        let asked = |path: &Path| paths.iter().any(|asked| path.starts_with(asked));
        for path in paths.iter().filter(|path| !root.join(path).exists()) {
            let fault = Fault::error(path, None, "there is no such file or folder");
            self.faults.push(fault.with_help("paths start at the current folder"));
        }
        let (library, mut faults) = Library::open(root);
        if root.join(format::PRICES).exists() {
            let list = format::prices(root, &mut faults);
            self.prices = list.filter(|_| asked(Path::new(format::PRICES)));
        }
        let all = faults.sorted().len();
        faults.retain(|fault| {
            asked(&fault.path) || fault.related.iter().any(|place| asked(&place.path))
        });
        self.elsewhere += all - faults.sorted().len();
        self.faults.extend(faults);
        self.tallies.extend(library.tallies.into_iter().filter(|(path, _)| asked(path)));
        self.guesses.extend(library.guesses.into_iter().filter(|(path, _)| asked(path)));
        let topic = |id: &TopicId| asked(&Path::new("data/topics").join(format!("{id}.toml")));
        let persona =
            |id: &PersonaId| asked(&Path::new("personas").join(format!("{id}/persona.toml")));
        self.topics.extend(library.topics.into_keys().filter(topic));
        self.personas.extend(library.personas.into_keys().filter(persona));
    }

    /// What was read, in a few lines.
    pub fn summary(&self) -> String {
        let facts: usize = self.tallies.values().map(|tally| tally.evidence).sum();
        let statements: usize = self.tallies.values().map(|tally| tally.statements).sum();
        let counts = [
            (self.manifests, "manifest"),
            (self.topics.len(), "topic"),
            (self.personas.len(), "persona"),
            (statements, "statement"),
            (facts, "fact"),
            (self.prices.as_ref().map_or(0, |list| list.models.len()), "price"),
        ];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, noun)| plural(number, noun))
            .collect();
        let read = if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") };
        let mut lines = vec![format!("read {read}")];
        lines.extend(self.table());
        lines.extend(self.guesses.iter().flat_map(|(path, found)| inferred::brief(path, found)));
        if !self.guesses.is_empty() {
            lines.push("`report check --inferred` shows every sentence of these files".to_owned());
        }
        if self.faults.is_empty() {
            lines.push("nothing is wrong".to_owned());
        }
        if self.elsewhere > 0 {
            let faults = plural(self.elsewhere, "fault");
            lines.push(format!("{faults} in other files: `report check` shows all"));
        }
        lines.join("\n") + "\n"
    }

    /// What was read of corpora, without a word on other files.
    pub(super) fn corpora(&self) -> String {
        self.table().join("\n") + "\n"
    }

    /// What was made of every sentence of files without tags, a line a part.
    pub fn inferred(&self) -> String {
        let files = self.guesses.iter();
        let lines = files.flat_map(|(path, found)| inferred::table(path, found));
        lines.map(|line| line + "\n").collect()
    }

    /// A line a persona with what the reader had to fill in.
    fn table(&self) -> Vec<String> {
        let mut personas: BTreeMap<String, Tally> = BTreeMap::new();
        for (path, tally) in self.tallies.iter().filter(|(path, _)| path.starts_with("personas")) {
            let name = path.components().nth(1).map(|name| name.as_os_str().to_string_lossy());
            *personas.entry(name.unwrap_or_default().into_owned()).or_default() += *tally;
        }
        if personas.is_empty() {
            return Vec::new();
        }
        let width = personas.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(7);
        let guessed = format!("conf taken as {DEFAULT_CONFIDENCE}");
        let heads = ["statements", "without id", &guessed, "without reasons", "without axis"];
        let mut lines = vec![format!("{:width$}  {}", "persona", heads.join("  "))];
        for (name, tally) in personas {
            let numbers = [
                tally.statements,
                tally.without_id,
                tally.without_confidence,
                tally.without_reasons,
                tally.without_axis,
            ];
            let cells = heads
                .iter()
                .zip(numbers)
                .map(|(head, number)| format!("{number:>width$}", width = head.len()));
            lines.push(format!("{name:width$}  {}", cells.collect::<Vec<_>>().join("  ")));
        }
        lines
    }
}

pub(super) fn manifests(root: &Path, folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let paths = entries.map(|entry| folder.join(entry.file_name()));
    let toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut paths: Vec<PathBuf> = paths.filter(toml).collect();
    paths.sort();
    paths
}
