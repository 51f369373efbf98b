//! All topics, evidence and personas of a project, read and checked against each other.

mod persona;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::corpus::Tally;
use super::fault::{Fault, Faults, Severity};
use super::manifest::{Manifest, ProviderChoice};
use super::project_files::{self, ProjectNames, stem};
use super::source::Source;
use super::untagged::Guess;
use super::{evidence, suggestion, topic};
use crate::vocabulary::{
    Corpus, Evidence, EvidenceId, Persona, PersonaId, PointId, Topic, TopicId,
};

/// What a project knows. Where its faults have errors it holds only what could be read.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// The topics.
    pub topics: BTreeMap<TopicId, Topic>,
    /// The evidence stores, one for each topic that has facts.
    pub evidence: BTreeMap<TopicId, Evidence>,
    /// The personas with their corpora.
    pub personas: BTreeMap<PersonaId, Persona>,
    /// What each corpus and evidence file holds, by its path from the root.
    pub tallies: BTreeMap<PathBuf, Tally>,
    /// What was worked out in each corpus file without tags, by its path from the root.
    pub guesses: BTreeMap<PathBuf, Vec<Guess>>,
}

impl Library {
    /// Reads the whole project at `root`.
    pub fn open(root: &Path) -> (Self, Faults) {
        let mut loader = Loader::new(root, None);
        let personas: Vec<PersonaId> = loader.listing.personas.iter().cloned().collect();
        loader.read_topics();
        loader.read_evidence();
        loader.tell_trouble("personas");
        for path in project_files::strays(root, "personas") {
            let fault = Fault::error(&path, None, "this is no persona, and is not read");
            let help = "a persona is a folder with the file `persona.toml` and the folder `corpus`";
            loader.faults.push(fault.as_warning().with_help(help));
        }
        for path in project_files::folders(root, "personas") {
            if let Err(error) = PersonaId::new(stem_of_folder(&path)) {
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

    /// Reads only the topics and personas that a manifest names, and of the personas only what they say on those
    /// topics: faults elsewhere do not matter to it.
    pub fn for_manifest(root: &Path, manifest: &Manifest) -> (Self, Faults) {
        let mut loader = Loader::new(root, Some(manifest.topics.iter().cloned().collect()));
        let personas: BTreeSet<&PersonaId> = manifest.personas.iter().flatten().collect();
        loader.read_topics();
        loader.read_evidence();
        for id in &personas {
            loader.read_persona(id);
        }
        loader.check_corpora(manifest);
        (loader.library, loader.faults)
    }

    /// What a persona has said on a topic.
    pub fn corpus(&self, persona: &PersonaId, topic: &TopicId) -> Option<&Corpus> {
        self.personas.get(persona)?.corpora.get(topic)
    }
}

/// A library in the making.
#[derive(Debug)]
struct Loader<'r> {
    root: &'r Path,
    listing: ProjectNames,
    /// The topics to read; none means all.
    wanted: Option<BTreeSet<TopicId>>,
    library: Library,
    faults: Faults,
    /// Where the evidence has faults, references to it cannot be judged.
    sound_evidence: bool,
    denied: Vec<(TopicId, PointId, Source, Range<usize>)>,
}

impl<'r> Loader<'r> {
    fn new(root: &'r Path, wanted: Option<BTreeSet<TopicId>>) -> Self {
        Self {
            root,
            listing: ProjectNames::of(root),
            wanted,
            library: Library::default(),
            faults: Faults::default(),
            sound_evidence: true,
            denied: Vec::new(),
        }
    }

    fn wants(&self, topic: &TopicId) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(topic))
    }

    fn tell_trouble(&mut self, folder: &str) {
        if let Some(error) = project_files::trouble(self.root, folder) {
            let message = format!("cannot be listed: {error}");
            self.faults.push(Fault::error(Path::new(folder), None, message));
        }
    }

    /// Tells files that lie where they are not read.
    fn tell_others(&mut self, folder: &str, extension: &str) {
        self.tell_trouble(folder);
        for path in project_files::others(self.root, folder, extension) {
            let message = match path.extension() {
                Some(found) if found == extension => "this is no file, and is not read",
                _ => "this file is not read",
            };
            let fault = Fault::error(&path, None, message).as_warning();
            let help =
                format!("only files that end in `.{extension}` are; README.md may stand anywhere");
            self.faults.push(fault.with_help(help));
        }
    }

    fn read_topics(&mut self) {
        self.tell_others("data/topics", "toml");
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
            let topic = read_topic(self.root, &path, id, &mut self.faults);
            self.library.topics.extend(topic.map(|topic| (topic.id.clone(), topic)));
        }
    }

    fn read_evidence(&mut self) {
        let errors = self.faults.count(Severity::Error);
        self.tell_others("data/evidence", "md");
        let mut places: BTreeMap<(TopicId, EvidenceId), (Source, Range<usize>)> = BTreeMap::new();
        for path in project_files::files(self.root, "data/evidence", "md") {
            let source = Source::read(self.root, &path, evidence::NEEDS, &mut self.faults);
            let Some(source) = source else { continue };
            let head = evidence::head(&source, &self.listing, &mut self.faults);
            let Some(head) = head.filter(|head| self.wants(&head.topic)) else { continue };
            let topic = self.library.topics.get(&head.topic);
            let facts = evidence::body(&source, &head, topic, &mut self.faults);
            let tally = Tally { evidence: facts.len(), ..Tally::default() };
            self.library.tallies.insert(path, tally);
            for (fact, span) in facts {
                let key = (head.topic.clone(), fact.id.clone());
                if let Some((first, place)) = places.get(&key) {
                    let message = format!("the evidence `{}` is there twice", fact.id);
                    let first = first.place(place.clone(), "first here");
                    self.faults.push(source.error(span, message).with_related(first));
                    continue;
                }
                places.insert(key, (source.clone(), span));
                self.library.evidence.entry(head.topic.clone()).or_default().items.push(fact);
            }
        }
        self.sound_evidence = self.faults.count(Severity::Error) == errors;
    }

    /// A denied point that nobody makes is probably misspelt.
    fn check_denials(&mut self) {
        for (topic, point, source, span) in &self.denied {
            let corpora = self.library.personas.values().filter_map(|p| p.corpora.get(topic));
            let made: BTreeSet<&str> = corpora
                .flat_map(Corpus::statements)
                .filter_map(|statement| Some(statement.point.as_ref()?.as_str()))
                .collect();
            if made.contains(point.as_str()) {
                continue;
            }
            let made: Vec<&str> = made.into_iter().collect();
            let message = format!("no statement on `{topic}` makes the point `{point}`");
            let remedy = suggestion::remedy(point.as_str(), "points", &made);
            self.faults.push(source.error(span.clone(), message).as_warning().with_help(remedy));
        }
    }

    /// Without a model a persona can only say what its corpus says.
    fn check_corpora(&mut self, manifest: &Manifest) {
        let ProviderChoice::Corpus { .. } = manifest.provider else { return };
        let mut debates = manifest.all();
        debates.retain(|debate| manifest.selection.keeps(debate));
        let seats =
            debates.iter().flat_map(|debate| debate.personas.iter().map(|id| (id, &debate.topic)));
        for (persona, topic) in seats.collect::<BTreeSet<_>>() {
            let Some(known) = self.library.personas.get(persona) else { continue };
            let folder = Path::new("personas").join(persona.as_str()).join("corpus");
            let broken =
                self.faults.sorted().iter().any(|fault| {
                    fault.severity == Severity::Error && fault.path.starts_with(&folder)
                });
            if known.corpora.contains_key(topic) || broken {
                continue;
            }
            let message = format!("`{persona}` has said nothing on the topic `{topic}`");
            let help = format!(
                "add a file with the line `topic: {topic}` to this folder, or take the persona out of the manifest `{}`, or \
                 exclude its debates on this topic",
                manifest.name
            );
            self.faults.push(Fault::error(&folder, None, message).with_help(help));
        }
    }
}

fn read_topic(root: &Path, path: &Path, id: TopicId, faults: &mut Faults) -> Option<Topic> {
    let source = Source::read(root, path, topic::NEEDS, faults)?;
    topic::read(id, &source, faults)
}

fn stem_of_folder(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
