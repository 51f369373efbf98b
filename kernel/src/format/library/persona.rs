//! Reads one persona: its contract and its corpus files, which must match each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use super::{Loader, inferred_cases, read_topic};
use crate::format::corpus::{self, Context};
use crate::format::definitions::Definitions;
use crate::format::fault::{Fault, Faults};
use crate::format::source::Source;
use crate::format::{persona, project_files, suggestion};
use crate::vocabulary::{
    AxisId, Corpus, Evidence, Persona, PersonaId, Statement, StatementId, Topic, TopicId,
};

type Headers = Vec<(Source, corpus::Header)>;

impl Loader<'_> {
    pub(super) fn read_persona(&mut self, id: &PersonaId) {
        let folder = format!("personas/{id}");
        let path = Path::new(&folder).join("persona.toml");
        let source = Source::read(self.root, &path, persona::NEEDS, &mut self.faults);
        let parsed = source.as_ref().map(|source| persona::read(source, &mut self.faults));
        let headers = self.headers(&folder);
        if let (Some(source), Some(parsed)) = (&source, &parsed) {
            let topics: BTreeSet<&TopicId> =
                headers.iter().map(|(_, header)| &header.topic).collect();
            // Without a corpus nothing says which axes the flips can name.
            if !topics.is_empty() {
                self.check_flips(source, &parsed.axes, &topics);
            }
        }
        let corpora = self.corpora(id, headers);
        if let Some(contract) = parsed.and_then(|parsed| parsed.contract) {
            let persona = Persona { id: id.clone(), contract, corpora };
            self.library.personas.insert(id.clone(), persona);
        }
    }

    /// Reads the front matter of every corpus file, also on topics that are not wanted: flips can
    /// name their axes.
    fn headers(&mut self, folder: &str) -> Headers {
        let folder = format!("{folder}/corpus");
        self.warn_of_other_files(&folder, "md");
        let mut headers = Vec::new();
        let paths = project_files::files(self.root, &folder, "md");
        if paths.is_empty() {
            let fault = Fault::error(Path::new(&folder), None, "the persona has no corpus");
            let help = "without a corpus only a language model can speak for it; add files `*.md` to this folder";
            self.faults.push(fault.as_warning().with_help(help));
        }
        for path in &paths {
            let source = Source::read(self.root, path, corpus::NEEDS, &mut self.faults);
            let Some(source) = source else { continue };
            if let Some(header) = corpus::read_header(&source, &self.names, &mut self.faults) {
                headers.push((source, header));
            }
        }
        headers
    }

    fn check_flips(
        &mut self,
        source: &Source,
        axes: &[(AxisId, Range<usize>)],
        debated: &BTreeSet<&TopicId>,
    ) {
        let mut topics: Vec<Topic> = Vec::new();
        for id in debated {
            let path = Path::new("data/topics").join(format!("{id}.toml"));
            let known = self.library.topics.get(*id).cloned().or_else(|| {
                // A topic that is not wanted can have faults of its own; they are reported when it
                // is checked.
                read_topic(self.root, &path, (*id).clone(), &mut Faults::default()).topic
            });
            let Some(topic) = known else { return };
            topics.push(topic);
        }
        let names: Vec<&str> =
            topics.iter().flat_map(|topic| &topic.axes).map(|axis| axis.id.as_str()).collect();
        for (axis, span) in axes.iter().filter(|(axis, _)| !names.contains(&axis.as_str())) {
            let message = format!("no topic of the persona's corpora has an axis `{axis}`");
            let remedy = suggestion::remedy(axis.as_str(), "axes", &names);
            self.faults.push(source.error(span.clone(), message).with_help(remedy));
        }
    }

    fn corpora(&mut self, persona: &PersonaId, headers: Headers) -> BTreeMap<TopicId, Corpus> {
        let mut corpora: BTreeMap<TopicId, Corpus> = BTreeMap::new();
        let mut stances: BTreeMap<TopicId, (Source, Range<usize>)> = BTreeMap::new();
        let mut ids: Definitions<StatementId> = Definitions::default();
        let mut read: BTreeSet<StatementId> = BTreeSet::new();
        for (source, header) in headers {
            if !self.wants(&header.topic) {
                continue;
            }
            let empty = Evidence::default();
            let store = self.library.evidence.get(&header.topic).unwrap_or(&empty);
            let context = Context {
                topic: self.library.topics.get(&header.topic),
                evidence: self.valid_evidence.then_some(store),
            };
            let (topic, stance) = (header.topic.clone(), header.stance);
            let stance_span = header.stance_span.clone();
            let mut parsed = corpus::read_statements(&source, &header, context, &mut self.faults);
            // Ids are unique in what was read, as everything that finds a statement by its id
            // assumes.
            let (statements, repeated): (Vec<Statement>, Vec<Statement>) =
                std::mem::take(&mut parsed.note.statements)
                    .into_iter()
                    .partition(|statement| read.insert(statement.id.clone()));
            parsed.note.statements = statements;
            let known = corpora.entry(topic.clone()).or_insert_with(|| {
                stances.insert(topic.clone(), (source.clone(), stance_span.clone()));
                Corpus { topic: topic.clone(), stance, notes: Vec::new() }
            });
            if let Some((first, first_span)) =
                stances.get(&topic).filter(|_| known.stance != stance)
            {
                let message = format!("another file on `{topic}` takes the other stance");
                let first = first.related(first_span.clone(), "the other stance");
                let fault = source.error(stance_span, message).with_related(first);
                self.faults.push(fault.with_help("a persona has one stance on a topic"));
            }
            known.notes.push(parsed.note);
            let cases =
                repeated.into_iter().filter(|again| again.is_case() && again.inferred.is_some());
            cases.for_each(|again| inferred_cases::add_reasons(known, again));
            let paths = self.library.note_paths.entry((topic.clone(), persona.clone()));
            paths.or_default().push(source.path.clone());
            for (id, span) in parsed.ids {
                let name = format!("the statement `{id}`");
                let help =
                    "ids are unique within a persona: rename one, or remove the repeated statement";
                ids.add(id, &name, (&source, span), help, &mut self.faults);
            }
            let denied = parsed.denied.into_iter();
            self.denied
                .extend(denied.map(|(point, at)| (topic.clone(), point, source.clone(), at)));
            if !parsed.guesses.is_empty() {
                self.library.guesses.insert(source.path.clone(), parsed.guesses);
            }
            self.library.tallies.insert(source.path, parsed.tally);
        }
        corpora.values_mut().for_each(inferred_cases::yield_to_tagged);
        corpora
    }
}
