//! One persona: its contract and its corpus files, which must fit each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use super::{Loader, read_topic};
use crate::format::corpus::{self, Context};
use crate::format::fault::{Fault, Faults};
use crate::format::source::Source;
use crate::format::{persona, project_files, suggestion};
use crate::vocabulary::{
    AxisId, Corpus, Evidence, Persona, PersonaId, StatementId, Topic, TopicId,
};

type Heads = Vec<(Source, corpus::Head)>;

impl Loader<'_> {
    pub(super) fn read_persona(&mut self, id: &PersonaId) {
        let folder = format!("personas/{id}");
        let path = Path::new(&folder).join("persona.toml");
        let source = Source::read(self.root, &path, persona::NEEDS, &mut self.faults);
        let reading = source.as_ref().map(|source| persona::read(source, &mut self.faults));
        let heads = self.heads(&folder);
        if let (Some(source), Some(reading)) = (&source, &reading) {
            let topics: BTreeSet<&TopicId> = heads.iter().map(|(_, head)| &head.topic).collect();
            // Whoever has said nothing is told so; nothing says which axes the flips may name.
            if !topics.is_empty() {
                self.check_flips(source, &reading.axes, &topics);
            }
        }
        let corpora = self.corpora(heads);
        if let Some(contract) = reading.and_then(|reading| reading.contract) {
            let persona = Persona { id: id.clone(), contract, corpora };
            self.library.personas.insert(id.clone(), persona);
        }
    }

    /// The front matter of every corpus file, also of topics that are not wanted: flips may name their axes.
    fn heads(&mut self, folder: &str) -> Heads {
        let folder = format!("{folder}/corpus");
        self.tell_others(&folder, "md");
        let mut heads = Vec::new();
        let paths = project_files::files(self.root, &folder, "md");
        if paths.is_empty() {
            let fault = Fault::error(Path::new(&folder), None, "the persona has said nothing");
            let help = "without a corpus it can only speak through a model; add files `*.md` to this folder";
            self.faults.push(fault.as_warning().with_help(help));
        }
        for path in &paths {
            let source = Source::read(self.root, path, corpus::NEEDS, &mut self.faults);
            let Some(source) = source else { continue };
            if let Some(head) = corpus::head(&source, &self.listing, &mut self.faults) {
                heads.push((source, head));
            }
        }
        heads
    }

    fn check_flips(
        &mut self,
        source: &Source,
        axes: &[(AxisId, Range<usize>)],
        spoken_to: &BTreeSet<&TopicId>,
    ) {
        let mut topics: Vec<Topic> = Vec::new();
        for id in spoken_to {
            let path = Path::new("data/topics").join(format!("{id}.toml"));
            let known = self.library.topics.get(*id).cloned().or_else(|| {
                // A topic that is not wanted may have faults of its own; they are told where it is.
                read_topic(self.root, &path, (*id).clone(), &mut Faults::default())
            });
            let Some(topic) = known else { return };
            topics.push(topic);
        }
        let names: Vec<&str> =
            topics.iter().flat_map(|topic| &topic.axes).map(|axis| axis.id.as_str()).collect();
        for (axis, span) in axes.iter().filter(|(axis, _)| !names.contains(&axis.as_str())) {
            let message = format!("no topic that the persona speaks to has an axis `{axis}`");
            let remedy = suggestion::remedy(axis.as_str(), "axes", &names);
            self.faults.push(source.error(span.clone(), message).with_help(remedy));
        }
    }

    fn corpora(&mut self, heads: Heads) -> BTreeMap<TopicId, Corpus> {
        let mut corpora: BTreeMap<TopicId, Corpus> = BTreeMap::new();
        let mut stances: BTreeMap<TopicId, (Source, Range<usize>)> = BTreeMap::new();
        let mut ids: BTreeMap<StatementId, (Source, Range<usize>)> = BTreeMap::new();
        for (source, head) in heads {
            if !self.wants(&head.topic) {
                continue;
            }
            let nothing = Evidence::default();
            let store = self.library.evidence.get(&head.topic).unwrap_or(&nothing);
            let context = Context {
                topic: self.library.topics.get(&head.topic),
                evidence: self.sound_evidence.then_some(store),
            };
            let (topic, stance) = (head.topic.clone(), head.stance);
            let stance_span = head.stance_span.clone();
            let reading = corpus::body(&source, &head, context, &mut self.faults);
            let known = corpora.entry(topic.clone()).or_insert_with(|| {
                stances.insert(topic.clone(), (source.clone(), stance_span.clone()));
                Corpus { topic: topic.clone(), stance, notes: Vec::new() }
            });
            if let Some((first, place)) = stances.get(&topic).filter(|_| known.stance != stance) {
                let message = format!("another file on `{topic}` takes the other stance");
                let first = first.place(place.clone(), "here");
                let fault = source.error(stance_span, message).with_related(first);
                self.faults.push(fault.with_help("a persona has one stance on a topic"));
            }
            known.notes.push(reading.note);
            self.check_ids(&source, reading.ids, &mut ids);
            let denied = reading.denied.into_iter();
            self.denied
                .extend(denied.map(|(point, at)| (topic.clone(), point, source.clone(), at)));
            if !reading.guesses.is_empty() {
                self.library.guesses.insert(source.path.clone(), reading.guesses);
            }
            self.library.tallies.insert(source.path, reading.tally);
        }
        corpora
    }

    fn check_ids(
        &mut self,
        source: &Source,
        ids: Vec<(StatementId, Range<usize>)>,
        known: &mut BTreeMap<StatementId, (Source, Range<usize>)>,
    ) {
        for (id, span) in ids {
            if let Some((first, place)) = known.get(&id) {
                let fault = source.error(span, format!("the statement `{id}` is there twice"));
                let fault = fault.with_related(first.place(place.clone(), "first here"));
                self.faults.push(fault.with_help(
                    "ids are unique within a persona: rename one, or take out what is said twice",
                ));
            } else {
                known.insert(id, (source.clone(), span));
            }
        }
    }
}
