//! `report check`: reads manifests, personas, corpora, topics, evidence and prices, prints every
//! error in them, and says what the debates of an experiment will be about.

mod case_warnings;
mod cases;
mod groups;
mod importance;
mod inferred;
mod json;
mod notebooks;
mod pairs;
mod personas;
mod untagged_texts;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{
    self, DEFAULT_CONFIDENCE, Fault, Faults, Guess, Library, Manifest, ProviderChoice, Tally,
};
use faultline::vocabulary::{AxisId, PersonaId, Prices, Topic, TopicId};

use self::cases::{Case, Cases};
use self::groups::Group;
use self::json::Json;
use self::pairs::{Extent, Pair};
use super::columns::align_numbers;
use super::diagnose::{self, plural};
use super::project_root::{ProjectRoot, absolute, current_folder};
use super::{CommandError, Exit, example, script, terminal};
use crate::csv_file::InvalidFile;

/// Check manifests, personas, corpora, topics, evidence and prices, and show what the debates will
/// be about
///
/// Prints all errors and warnings, each with its line and a way to fix it. For each pair of
/// personas of an experiment it lists the cruxes to expect, the other disputes, the shared points,
/// and the `answers` that find nothing to answer, and for each larger group who is on which side of
/// each disputed question. Exits with code 2 if there are errors.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub struct Arguments {
    /// Experiments by name, files or folders of the project, or manifests anywhere [default: the
    /// whole project]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Show how every sentence of untagged texts was classified, with its score
    #[arg(long)]
    pub inferred: bool,
    /// Show every reason of a statement that asserts another axis, with the side and how it is
    /// known
    #[arg(long)]
    pub links: bool,
    /// Show every `answers` of the personas of an experiment, with the sentence that it finds, and
    /// every remark
    #[arg(long)]
    pub pairs: bool,
    /// Print everything as JSON
    #[arg(long, conflicts_with_all = ["inferred", "links", "pairs"])]
    pub json: bool,
}

/// Checks the named files; prints errors to standard error and a summary to standard output.
///
/// # Errors
/// [`CommandError`] where there is no project or the output cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let current = current_folder()?;
    let start = arguments.paths.first().map_or(Path::new(""), PathBuf::as_path);
    let root = ProjectRoot::find(root, start, &current)?;
    let path = |path: &PathBuf| {
        let named = (!current.join(path).exists()).then(|| root.existing_manifest(path)).flatten();
        named.unwrap_or_else(|| root.path_from(&current.join(path)))
    };
    let paths: Vec<PathBuf> = arguments.paths.iter().map(path).collect();
    let checked = Checked::of(&root.folder, &paths);
    let exit = if checked.faults.has_errors() { Exit::Usage } else { Exit::Done };
    if arguments.json {
        terminal::print_json(&Json::of(&checked.faults, &checked.pairs, &checked.groups))?;
        return Ok(exit);
    }
    diagnose::show(&checked.faults, &root.prefix);
    let extent = if arguments.pairs { Extent::Full } else { Extent::Short };
    write!(io::stdout(), "{}", checked.overview(extent))?;
    if arguments.inferred {
        write!(io::stdout(), "{}", checked.inferred())?;
    }
    if arguments.links {
        write!(io::stdout(), "{}", checked.links())?;
    }
    Ok(exit)
}

/// What was read, and what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Errors and warnings.
    pub faults: Faults,
    /// How many faults are in files that were not named.
    elsewhere: usize,
    manifests: usize,
    /// The first manifest that writes its site to each folder.
    sites: BTreeMap<PathBuf, PathBuf>,
    topics: BTreeSet<TopicId>,
    personas: BTreeSet<PersonaId>,
    /// The price list.
    prices: Option<Prices>,
    /// Counts of corpus and evidence files.
    tallies: BTreeMap<PathBuf, Tally>,
    /// How the sentences of untagged files were classified.
    guesses: BTreeMap<PathBuf, Vec<Guess>>,
    /// What the answer of each persona to each topic rests on.
    cases: Cases,
    /// What each pair of personas of an experiment will debate.
    pairs: Vec<Pair>,
    /// What each larger group of an experiment will debate.
    groups: Vec<Group>,
    /// How many pairs cannot be described because files have errors.
    pairs_left_out: usize,
}

impl Checked {
    /// Checks the files at `paths`, relative to `root`; without paths, the whole project.
    pub fn of(root: &Path, paths: &[PathBuf]) -> Self {
        let mut checked = Self::default();
        let whole = paths.is_empty() || paths.iter().any(|path| path.as_os_str().is_empty());
        let (manifests, others): (Vec<PathBuf>, Vec<PathBuf>) = if whole {
            (checked.manifests_in(root, Path::new("experiments")), vec![PathBuf::new()])
        } else {
            let folders =
                |path: &PathBuf| !path.starts_with("data") && !path.starts_with("personas");
            let (manifests_at, others) = paths.iter().cloned().partition(folders);
            (checked.manifests_at(root, manifests_at), others)
        };
        if !manifests.is_empty() {
            // Each manifest reports the faults of the files that it names.
            let (project, _) = Library::open(root);
            for path in &manifests {
                checked.manifest(root, path, &project);
            }
        }
        checked.manifests = manifests.iter().filter(|path| root.join(path).is_file()).count();
        if !others.is_empty() {
            checked.library(root, &others);
        }
        checked
    }

    /// The manifests in a folder. If it cannot be read, that is a fault.
    fn manifests_in(&mut self, root: &Path, folder: &Path) -> Vec<PathBuf> {
        manifests(root, folder).unwrap_or_else(|InvalidFile { cause, help, .. }| {
            self.faults.push(Fault::error(folder, None, cause).with_help(help));
            Vec::new()
        })
    }

    fn manifests_at(&mut self, root: &Path, paths: Vec<PathBuf>) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for path in paths {
            let within =
                if root.join(&path).is_dir() { self.manifests_in(root, &path) } else { Vec::new() };
            if !within.is_empty() {
                found.extend(within);
            } else if !root.join(&path).is_dir()
                && path.extension().is_some_and(|extension| extension == "toml")
            {
                found.push(path);
            } else {
                let fault = Fault::error(&path, None, "neither an experiment nor a file to check");
                let help = "name an experiment, a manifest `*.toml`, or a file or folder in `personas` or `data`";
                self.faults.push(fault.with_help(help));
            }
        }
        found
    }

    /// Checks a manifest together with the files that it names.
    fn manifest(&mut self, root: &Path, path: &Path, project: &Library) {
        let (manifest, faults) = Manifest::read(root, path);
        self.faults.extend(faults);
        let Some(manifest) = manifest else { return };
        let (library, faults) = Library::for_manifest(root, &manifest);
        let cases = cases::cases(&library, &faults);
        self.faults.extend(faults);
        self.faults.extend(script::check(root, &manifest));
        format::tariff(root, &manifest, &mut self.faults);
        self.warn_of_shared_site(root, path, &manifest);
        let mut warnings = personas::same_names(&library);
        let notebooks = manifest.notebooks.iter();
        warnings.extend(notebooks.filter_map(|path| notebooks::warning(root, path)));
        if manifest.provider.asks_models() {
            warnings.extend(library.personas.values().filter_map(personas::incomplete_contract));
        }
        for warning in warnings {
            self.faults.push(warning);
        }
        for topic in library.topics.values() {
            self.warn_of_example(topic);
            if matches!(manifest.provider, ProviderChoice::Corpus { .. }) {
                self.warn_of_axes(topic, &cases);
            }
        }
        let (pairs, left_out) = pairs::pairs(&library, project, &manifest, &cases);
        self.pairs_left_out += left_out;
        add_new(&mut self.pairs, pairs);
        add_new(&mut self.groups, groups::groups(&library, &manifest, &cases));
        self.add_cases(cases);
        self.topics.extend(library.topics.into_keys());
        self.personas.extend(library.personas.into_keys());
        self.tallies.extend(library.tallies);
        self.guesses.extend(library.guesses);
    }

    /// Adds cases in short, and what is doubtful about them.
    fn add_cases(&mut self, cases: Cases) {
        for warning in cases.values().flat_map(|case| &case.warnings) {
            self.faults.push(warning.clone());
        }
        self.cases.extend(cases);
    }

    /// Warns of a topic with a question of its own and the answers of the example.
    fn warn_of_example(&mut self, topic: &Topic) {
        let Some((left, all)) = example::left_in_topic(topic) else { return };
        let message = format!(
            "{left} of the {all} sentences of this topic belong to the example of `report new debate`, not to the question “{}”",
            topic.question
        );
        let help = "replace what is marked EXAMPLE; until then the debate is about closing a main street to cars";
        let fault = Fault::error(&topic_path(&topic.id), None, message);
        self.faults.push(fault.as_warning().with_help(help));
    }

    /// Warns of a topic that the provider `corpus` cannot debate, and of axes that no persona
    /// writes about.
    fn warn_of_axes(&mut self, topic: &Topic, cases: &Cases) {
        let path = topic_path(&topic.id);
        let mut warn = |message: String, help: &str| {
            self.faults.push(Fault::error(&path, None, message).as_warning().with_help(help));
        };
        if topic.axes.is_empty() {
            warn(
                "the topic lists no axes, so the provider `corpus` cannot debate it".to_owned(),
                "add `[[axes]]`: a yes-or-no question and a sentence for each answer; `report new topic` writes an example. A \
                 language model needs no axes",
            );
        }
        let cases = cases.iter().filter(|((on, _), _)| *on == topic.id).map(|(_, case)| case);
        let cases: Vec<&Case> = cases.collect();
        let is_known = cases.len() > 1 && !cases.iter().any(|case| case.has_errors);
        let is_written_about =
            |axis: &AxisId| !is_known || cases.iter().any(|case| case.axes.contains(axis));
        let silent = topic.axes.iter().filter(|axis| !is_written_about(&axis.id));
        let silent: Vec<String> = silent.map(|axis| format!("`{}`", axis.id)).collect();
        if !silent.is_empty() {
            warn(
                format!("axes on which no persona has a statement: {}", silent.join(", ")),
                "add statements on them to the corpora, or remove the axes",
            );
        }
    }

    /// Warns if another manifest writes its site to the same folder.
    fn warn_of_shared_site(&mut self, root: &Path, path: &Path, manifest: &Manifest) {
        let folder = absolute(&root.join(&manifest.out));
        let first = self.sites.entry(folder).or_insert_with(|| path.to_owned());
        if first != path {
            let (out, first) = (manifest.out.display(), first.display());
            let message = format!("writes its site to `{out}`, like `{first}`");
            let help = "give one of them another `out`; otherwise the second build is refused";
            self.faults.push(Fault::error(path, None, message).as_warning().with_help(help));
        }
    }

    fn library(&mut self, root: &Path, paths: &[PathBuf]) {
        let is_named = |path: &Path| paths.iter().any(|named| path.starts_with(named));
        for path in paths.iter().filter(|path| !root.join(path).exists()) {
            let fault = Fault::error(path, None, "this file or folder does not exist");
            self.faults.push(fault.with_help("write the path relative to the current folder"));
        }
        let (library, mut faults) = Library::open(root);
        let mut cases = cases::cases(&library, &faults);
        if root.join(format::PRICES).exists() {
            let list = format::prices(root, &mut faults);
            self.prices = list.filter(|_| is_named(Path::new(format::PRICES)));
        }
        let all = faults.sorted().len();
        faults.retain(|fault| {
            is_named(&fault.path) || fault.related.iter().any(|place| is_named(&place.path))
        });
        self.elsewhere += all - faults.sorted().len();
        self.faults.extend(faults);
        let corpus = |id: &PersonaId| Path::new("personas").join(format!("{id}/corpus"));
        for topic in library.topics.values().filter(|topic| is_named(&topic_path(&topic.id))) {
            self.warn_of_example(topic);
        }
        let debated = |topic: &&Topic| cases.keys().any(|(debated, _)| *debated == topic.id);
        let is_shown = |topic: &&Topic| is_named(&topic_path(&topic.id)) && debated(topic);
        for topic in library.topics.values().filter(is_shown) {
            self.warn_of_axes(topic, &cases);
        }
        cases.retain(|(_, persona), _| {
            is_named(&corpus(persona)) || paths.iter().any(|path| path.starts_with(corpus(persona)))
        });
        self.add_cases(cases);
        self.tallies.extend(library.tallies.into_iter().filter(|(path, _)| is_named(path)));
        self.guesses.extend(library.guesses.into_iter().filter(|(path, _)| is_named(path)));
        let topic = |id: &TopicId| is_named(&topic_path(id));
        let persona =
            |id: &PersonaId| is_named(&Path::new("personas").join(format!("{id}/persona.toml")));
        self.topics.extend(library.topics.into_keys().filter(topic));
        self.personas.extend(library.personas.into_keys().filter(persona));
    }

    /// What was read, and what the debates will be about, in a few lines.
    pub fn summary(&self) -> String {
        self.overview(Extent::Short)
    }

    fn overview(&self, extent: Extent) -> String {
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
        for pair in &self.pairs {
            lines.push(String::new());
            lines.extend(pair.lines(extent));
        }
        for group in &self.groups {
            lines.push(String::new());
            lines.extend(group.lines());
        }
        lines.extend((!self.pairs.is_empty()).then(String::new));
        lines.extend(self.table());
        lines.extend(self.guesses.iter().flat_map(|(path, found)| inferred::brief(path, found)));
        if !self.guesses.is_empty() {
            lines.push("`report check --inferred` shows every sentence of these files; what it infers serves the provider `corpus` only".to_owned());
        }
        let of_pairs = self.pairs.iter().flat_map(Pair::unknown);
        let unknown = of_pairs.chain(self.groups.iter().flat_map(Group::unknown)).collect();
        lines.extend(cases::brief(&self.cases, &unknown, self.pairs.is_empty()));
        let prose: usize = self.tallies.values().map(|tally| tally.prose).sum();
        if prose > 0 {
            lines.push(about_prose(prose));
        }
        if self.pairs_left_out > 0 && self.faults.has_errors() {
            lines.push("fix the errors to see what the debates will be about".to_owned());
        }
        if self.faults.is_empty() {
            lines.push("no errors".to_owned());
        }
        if self.elsewhere > 0 {
            let faults = plural(self.elsewhere, "fault");
            lines.push(format!(
                "{faults} in other files; run `report check` without a path to see them"
            ));
        }
        lines.join("\n") + "\n"
    }

    /// The table of personas alone.
    pub(super) fn corpora(&self) -> String {
        self.table().join("\n") + "\n"
    }

    /// How every sentence of untagged files was classified, one line each.
    pub fn inferred(&self) -> String {
        let files = self.guesses.iter();
        let lines = files.flat_map(|(path, found)| inferred::table(path, found));
        lines.map(|line| line + "\n").collect()
    }

    /// Every reason of a statement that asserts another axis, one line each.
    pub fn links(&self) -> String {
        cases::links(&self.cases).into_iter().map(|line| line + "\n").collect()
    }

    /// A line for each persona: how many statements it has, and what the reader had to assume.
    fn table(&self) -> Vec<String> {
        let mut personas: BTreeMap<String, Tally> = BTreeMap::new();
        for (path, tally) in self.tallies.iter().filter(|(path, _)| path.starts_with("personas")) {
            let name = path.components().nth(1).map(|name| name.as_os_str().to_string_lossy());
            *personas.entry(name.unwrap_or_default().into_owned()).or_default() += *tally;
        }
        if personas.is_empty() {
            return Vec::new();
        }
        let assumed = format!("conf assumed {DEFAULT_CONFIDENCE}");
        let heads = ["persona", "statements", "no id", &assumed, "no reasons", "no axis"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        for (name, tally) in personas {
            let numbers = [
                tally.statements, tally.without_id, tally.without_confidence,
                tally.without_reasons, tally.without_axis,
            ];
            rows.push([name].into_iter().chain(numbers.map(|number| number.to_string())).collect());
        }
        align_numbers(&rows)
    }
}

/// Adds what is not yet among those found: several manifests can have the same debates.
fn add_new<T: PartialEq>(found: &mut Vec<T>, more: Vec<T>) {
    for one in more {
        if !found.contains(&one) {
            found.push(one);
        }
    }
}

/// The file of a topic.
fn topic_path(id: &TopicId) -> PathBuf {
    Path::new("data/topics").join(format!("{id}.toml"))
}

/// The manifests in a folder; empty if the folder does not exist.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn manifests(root: &Path, folder: &Path) -> Result<Vec<PathBuf>, InvalidFile> {
    let entries = match std::fs::read_dir(root.join(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.and_then(Iterator::collect::<io::Result<Vec<_>>>),
    };
    let entries = entries.map_err(|error| {
        let cause = format!("the folder cannot be listed: {error}");
        InvalidFile::new(folder, None, cause, "check its permissions")
    })?;
    let paths = entries.into_iter().map(|entry| folder.join(entry.file_name()));
    let toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut paths: Vec<PathBuf> = paths.filter(toml).collect();
    paths.sort();
    Ok(paths)
}

/// How many paragraphs of tagged files no persona says, and how one becomes a statement.
fn about_prose(paragraphs: usize) -> String {
    if paragraphs == 1 {
        return "1 paragraph outside the lists of tagged files is not a statement, so the provider `corpus` never uses it; start it with `- ` to \
                make it one"
            .to_owned();
    }
    format!(
        "{} outside the lists of tagged files are not statements, so the provider `corpus` never uses them; start a paragraph with `- ` \
         to make it one",
        plural(paragraphs, "paragraph")
    )
}
