//! Reads all topics, evidence and personas of a project and checks them against each other.

mod inferred_cases;
mod persona;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::corpus::Tally;
use super::definitions::Definitions;
use super::fault::{Fault, Faults, Severity};
use super::manifest::{Manifest, ProviderChoice};
use super::project_files::{self, ProjectNames, folder_name, stem};
use super::source::Source;
use super::topic::ParsedTopic;
use super::untagged::Guess;
use super::{evidence, passages, suggestion, topic};
use crate::vocabulary::{
    Corpus, Evidence, EvidenceId, Persona, PersonaId, PointId, Topic, TopicId,
};

/// The topics, evidence and personas of a project. If files have errors, it contains what could be
/// read.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// The topics.
    pub topics: BTreeMap<TopicId, Topic>,
    /// The evidence by topic.
    pub evidence: BTreeMap<TopicId, Evidence>,
    /// The personas with their corpora.
    pub personas: BTreeMap<PersonaId, Persona>,
    /// The file of each note of each corpus, in the order of the notes, relative to the root.
    pub note_paths: BTreeMap<(TopicId, PersonaId), Vec<PathBuf>>,
    /// The counts of each corpus and evidence file, by its path relative to the root.
    pub tallies: BTreeMap<PathBuf, Tally>,
    /// The guesses for each corpus file without tags, by its path relative to the root.
    pub guesses: BTreeMap<PathBuf, Vec<Guess>>,
}

impl Library {
    /// Reads the whole project at `root`.
    pub fn open(root: &Path) -> (Self, Faults) {
        let mut loader = Loader::new(root, None);
        let personas: Vec<PersonaId> = loader.names.personas.iter().cloned().collect();
        loader.read_topics();
        loader.warn_of_unread_passages();
        loader.read_evidence();
        loader.report_list_error("personas");
        for path in project_files::non_folders(root, "personas") {
            let fault = Fault::unread(&path, "this is not a persona and is not read");
            let help = "a persona is a folder with the file `persona.toml` and the folder `corpus`";
            loader.faults.push(fault.with_help(help));
        }
        for path in project_files::folders(root, "personas") {
            if let Err(error) = PersonaId::new(folder_name(&path)) {
                let fault = Fault::error(&path, None, error.to_string());
                loader
                    .faults
                    .push(fault.with_help("rename the folder: its name is the persona's id"));
            }
        }
        for id in &personas {
            loader.read_persona(id);
        }
        loader.check_denials();
        (loader.library, loader.faults)
    }

    /// Reads only the topics and personas that a manifest names, and of the personas only their
    /// corpora on these topics. Other files are not checked. They are read only where a statement
    /// denies a point that none of these personas makes.
    pub fn for_manifest(root: &Path, manifest: &Manifest) -> (Self, Faults) {
        let mut loader = Loader::new(root, Some(manifest.topics.iter().cloned().collect()));
        let personas: BTreeSet<&PersonaId> = manifest.personas.iter().flatten().collect();
        loader.read_topics();
        loader.read_evidence();
        for id in &personas {
            loader.read_persona(id);
        }
        loader.check_denials();
        loader.check_corpora(manifest);
        loader.check_passages(manifest);
        (loader.library, loader.faults)
    }

    /// Returns the corpus of a persona on a topic.
    pub fn corpus(&self, persona: &PersonaId, topic: &TopicId) -> Option<&Corpus> {
        self.personas.get(persona)?.corpora.get(topic)
    }

    /// The points that the statements on a topic make.
    fn points(&self, topic: &TopicId) -> BTreeSet<&PointId> {
        let corpora = self.personas.values().filter_map(|persona| persona.corpora.get(topic));
        corpora.flat_map(Corpus::statements).filter_map(|own| own.point.as_ref()).collect()
    }
}

/// Reads a library.
#[derive(Debug)]
struct Loader<'r> {
    root: &'r Path,
    names: ProjectNames,
    /// The topics to read; `None` means all.
    wanted: Option<BTreeSet<TopicId>>,
    library: Library,
    faults: Faults,
    /// The files with passages that topics name.
    passage_files: BTreeSet<PathBuf>,
    /// Whether the evidence has no errors. If it has, references to it are not checked.
    valid_evidence: bool,
    denied: Vec<(TopicId, PointId, Source, Range<usize>)>,
}

impl<'r> Loader<'r> {
    fn new(root: &'r Path, wanted: Option<BTreeSet<TopicId>>) -> Self {
        Self {
            root,
            names: ProjectNames::of(root),
            wanted,
            library: Library::default(),
            faults: Faults::default(),
            passage_files: BTreeSet::new(),
            valid_evidence: true,
            denied: Vec::new(),
        }
    }

    fn wants(&self, topic: &TopicId) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(topic))
    }

    fn report_list_error(&mut self, folder: &str) {
        if let Some(error) = project_files::list_error(self.root, folder) {
            let message = format!("the folder cannot be listed: {error}");
            self.faults.push(Fault::error(Path::new(folder), None, message));
        }
    }

    /// Warns of files that are in a folder of the project but are not read.
    fn warn_of_other_files(&mut self, folder: &str, extension: &str) {
        self.report_list_error(folder);
        for path in project_files::others(self.root, folder, extension) {
            let message = match path.extension() {
                Some(found) if found == extension => "this is not a file and is not read",
                _ if self.root.join(&path).is_dir() => "this folder is not read",
                _ => "this file is not read",
            };
            let fault = Fault::unread(&path, message);
            let help = format!(
                "only files with the extension `.{extension}` are read; a README.md can be in any folder"
            );
            self.faults.push(fault.with_help(help));
        }
    }

    fn read_topics(&mut self) {
        self.warn_of_other_files("data/topics", "toml");
        for path in project_files::files(self.root, "data/topics", "toml") {
            let id = match TopicId::new(stem(&path)) {
                Ok(id) if self.wants(&id) => id,
                Ok(_) => continue,
                Err(error) => {
                    let fault = Fault::error(&path, None, error.to_string());
                    let help = "rename the file: its name is the topic's id";
                    self.faults.push(fault.with_help(help));
                    continue;
                }
            };
            let ParsedTopic { topic, files } = read_topic(self.root, &path, id, &mut self.faults);
            self.passage_files.extend(files);
            self.library.topics.extend(topic.map(|topic| (topic.id.clone(), topic)));
        }
    }

    /// Warns of files in the folder of passages that are not read.
    fn warn_of_unread_passages(&mut self) {
        self.warn_of_other_files(passages::FOLDER, "md");
        for path in project_files::files(self.root, passages::FOLDER, "md") {
            if !self.passage_files.contains(&path) {
                let message = "no topic names this file, so it is not read";
                let fault = Fault::unread(&path, message);
                let help = format!("add `passages = [\"{}\"]` to a topic", path.display());
                self.faults.push(fault.with_help(help));
            }
        }
    }

    fn read_evidence(&mut self) {
        let errors = self.faults.count(Severity::Error);
        self.warn_of_other_files("data/evidence", "md");
        let mut ids: Definitions<(TopicId, EvidenceId)> = Definitions::default();
        for path in project_files::files(self.root, "data/evidence", "md") {
            let source = Source::read(self.root, &path, evidence::NEEDS, &mut self.faults);
            let Some(source) = source else { continue };
            let header = evidence::read_header(&source, &self.names, &mut self.faults);
            let Some(header) = header.filter(|header| self.wants(&header.topic)) else { continue };
            let topic = self.library.topics.get(&header.topic);
            let facts = evidence::read_facts(&source, &header, topic, &mut self.faults);
            let tally = Tally { evidence: facts.len(), ..Tally::default() };
            self.library.tallies.insert(path, tally);
            for (fact, span) in facts {
                let id = (header.topic.clone(), fact.id.clone());
                let name = format!("the evidence `{}`", fact.id);
                if ids.add(id, &name, (&source, span), "rename one of them", &mut self.faults) {
                    self.library.evidence.entry(header.topic.clone()).or_default().items.push(fact);
                }
            }
        }
        self.valid_evidence = self.faults.count(Severity::Error) == errors;
    }

    /// Warns of points that a statement denies and no statement of the project makes: they are
    /// probably misspelled.
    fn check_denials(&mut self) {
        let mut denied = std::mem::take(&mut self.denied);
        denied.retain(|(topic, point, ..)| !self.library.points(topic).contains(point));
        if denied.is_empty() {
            return;
        }
        // A persona that was not wanted may make the point.
        let project = self.wanted.as_ref().map(|_| Library::open(self.root).0);
        let library = project.as_ref().unwrap_or(&self.library);
        for (topic, point, source, span) in denied {
            let made = library.points(&topic);
            if made.contains(&point) {
                continue;
            }
            let made: Vec<&str> = made.into_iter().map(PointId::as_str).collect();
            let message = format!("no statement on `{topic}` makes the point `{point}`");
            let remedy = suggestion::remedy(point.as_str(), "points", &made);
            self.faults.push(source.error(span, message).as_warning().with_help(remedy));
        }
    }

    /// Checks that every persona has a corpus on each topic that it debates, which the provider
    /// `corpus` needs.
    fn check_corpora(&mut self, manifest: &Manifest) {
        let ProviderChoice::Corpus { .. } = manifest.provider else { return };
        let mut debates = manifest.all();
        debates.retain(|debate| manifest.selection.keeps(debate));
        let debaters =
            debates.iter().flat_map(|debate| debate.personas.iter().map(|id| (id, &debate.topic)));
        for (persona, topic) in debaters.collect::<BTreeSet<_>>() {
            let Some(known) = self.library.personas.get(persona) else { continue };
            let folder = Path::new("personas").join(persona.as_str()).join("corpus");
            let has_errors =
                self.faults.sorted().iter().any(|fault| {
                    fault.severity == Severity::Error && fault.path.starts_with(&folder)
                });
            if has_errors {
                continue;
            }
            if let Some(corpus) = known.corpora.get(topic) {
                if corpus.statements().next().is_none() {
                    let key = (topic.clone(), persona.clone());
                    let paths = self.library.note_paths.get(&key).and_then(|paths| paths.first());
                    let message =
                        format!("the persona `{persona}` has no statements on the topic `{topic}`");
                    let help = "write statements as list items: `- A sentence that it says.`, with `- because: …` indented below";
                    let fault = Fault::error(paths.unwrap_or(&folder), None, message);
                    self.faults.push(fault.with_help(help));
                }
                continue;
            }
            let message = format!("the persona `{persona}` has no corpus on the topic `{topic}`");
            let help = format!(
                "add a file with the line `topic: {topic}` to this folder, or choose another persona for this topic, in the \
                 manifest or with `--personas`"
            );
            self.faults.push(Fault::error(&folder, None, message).with_help(help));
        }
    }

    /// Checks that every topic has the passages that the modes of its debates read.
    fn check_passages(&mut self, manifest: &Manifest) {
        let mut debates = manifest.all();
        debates.retain(|debate| manifest.selection.keeps(debate));
        let pairs = debates.iter().map(|debate| (&debate.topic, &debate.label));
        for (topic, label) in pairs.collect::<BTreeSet<_>>() {
            let Some(known) = self.library.topics.get(topic) else { continue };
            if let Err(error) = manifest.modes[label].passages().check(known) {
                let path = Path::new("data/topics").join(format!("{topic}.toml"));
                let message = format!("`{label}` cannot debate this topic: {error}");
                self.faults.push(Fault::error(&path, None, message).with_help(error.help()));
            }
        }
    }
}

fn read_topic(root: &Path, path: &Path, id: TopicId, faults: &mut Faults) -> ParsedTopic {
    let source = Source::read(root, path, topic::NEEDS, faults);
    source.map(|source| topic::read(id, root, &source, faults)).unwrap_or_default()
}
