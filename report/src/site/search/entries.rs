//! What a reader can find. What several debates say in the same words is one entry, which leads to
//! the first of them.

use std::collections::BTreeMap;

use faultline::record::{Outcome, Position};
use faultline::view::number;
use faultline::vocabulary::{Topic, TopicId};

use crate::site::comparison;
use crate::site::index::{Index, IndexedDebate};
use crate::site::notebook;
use crate::site::route::{Anchor, Route};
use crate::site::sentence::full_stop;
use faultline::view::glossary;

/// Something to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) text: String,
    /// What it is and whose.
    pub(super) note: String,
    /// Its address from the page of the search.
    pub(super) href: String,
}

/// The entries of one kind.
#[derive(Debug)]
pub(super) struct Group {
    /// As files are named.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) entries: Vec<Entry>,
}

/// All kinds that have entries.
pub(super) fn groups(index: &Index<'_>) -> Vec<Group> {
    let group = |name, title, entries| Group { name, title, entries };
    let groups = vec![
        group("questions", "Questions", questions(index)),
        group("cruxes", "Cruxes", cruxes(index)),
        group("theses", "Theses", theses(index)),
        group("arguments", "Arguments on disputed questions", arguments(index)),
        group("statements", "Statements of the personas", statements(index)),
        group("pages", "Pages", pages(index)),
    ];
    groups.into_iter().filter(|group| !group.entries.is_empty()).collect()
}

/// Entries of debates, each once for each topic, with the number of debates that say it.
#[derive(Default)]
struct Repeated {
    entries: Vec<(Entry, usize)>,
    /// Where an entry is, by topic, note and text.
    places: BTreeMap<(TopicId, String, String), usize>,
}

impl Repeated {
    fn add(&mut self, topic: &TopicId, text: &str, note: String, href: impl FnOnce() -> String) {
        let text = full_stop(text);
        let key = (topic.clone(), note.clone(), text.clone());
        let place = *self.places.entry(key).or_insert(self.entries.len());
        match self.entries.get_mut(place) {
            Some((_, debates)) => *debates += 1,
            None => self.entries.push((Entry { text, note, href: href() }, 1)),
        }
    }

    fn entries(self) -> Vec<Entry> {
        let counted = |(entry, debates): (Entry, usize)| {
            let debates = number::count(debates, "debate", "debates");
            Entry { note: format!("{}; in {debates}", entry.note), ..entry }
        };
        self.entries.into_iter().map(counted).collect()
    }
}

fn finished<'i>(index: &'i Index<'_>) -> impl Iterator<Item = (&'i IndexedDebate, &'i Outcome)> {
    index.debates.iter().filter_map(|debate| Some((debate, &debate.result.as_ref().ok()?.outcome)))
}

fn topic_title(index: &Index<'_>, id: &TopicId) -> String {
    index.experiment.topic(id).map_or_else(|| id.to_string(), |topic| topic.title.clone())
}

fn questions(index: &Index<'_>) -> Vec<Entry> {
    let of_topic = |topic: &Topic| {
        let route = Route::Topic(topic.id.clone());
        let own = Entry {
            text: topic.question.clone(),
            note: "question that is debated".to_owned(),
            href: route.link(&Route::Search).html(),
        };
        let axes = topic.axes.iter().map(move |axis| Entry {
            text: axis.question.clone(),
            note: format!("question on {}", topic.title),
            href: route.link_to(&Route::Search, &Anchor::Axis(axis.id.clone())).html(),
        });
        std::iter::once(own).chain(axes).collect::<Vec<_>>()
    };
    index.experiment.topics.iter().flat_map(of_topic).collect()
}

fn cruxes(index: &Index<'_>) -> Vec<Entry> {
    let mut found = Repeated::default();
    for (debate, outcome) in finished(index) {
        for crux in &outcome.cruxes {
            let note = format!("crux, {}", topic_title(index, &debate.topic));
            let href = || Route::crux(debate, crux.id, &Route::Search).html();
            found.add(&debate.topic, &crux.question, note, href);
        }
    }
    found.entries()
}

fn theses(index: &Index<'_>) -> Vec<Entry> {
    let mut found = Repeated::default();
    for (debate, outcome) in finished(index) {
        for thesis in &outcome.theses {
            let name = index.personas.tag(&thesis.persona, &Route::Search).name;
            let note = format!("thesis of {name}: {}", glossary::side(thesis.side).to_lowercase());
            let href = || Route::of_debate(debate).link(&Route::Search).html();
            found.add(&debate.topic, &thesis.text, note, href);
        }
    }
    found.entries()
}

/// The strongest argument of each persona on each disputed question.
fn arguments(index: &Index<'_>) -> Vec<Entry> {
    let mut found = Repeated::default();
    for (debate, outcome) in finished(index) {
        let mut add = |held: &Position, anchor: &Anchor| {
            let name = index.personas.tag(&held.persona, &Route::Search).name;
            let href = || Route::of_debate(debate).link_to(&Route::Search, anchor).html();
            found.add(&debate.topic, &held.text, format!("argument of {name}"), href);
        };
        let of_cruxes = outcome
            .cruxes
            .iter()
            .flat_map(|crux| crux.positions.iter().map(|held| (held, Anchor::Crux(crux.id))));
        let idle = outcome.idle_disputes.iter().flat_map(|idle| &idle.positions);
        let of_others = idle.map(|held| (held, Anchor::Section("idle")));
        let said = of_cruxes.chain(of_others).filter(|(held, _)| !held.text.is_empty());
        said.for_each(|(held, anchor)| add(held, &anchor));
    }
    found.entries()
}

fn statements(index: &Index<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for persona in &index.experiment.personas {
        let route = Route::Persona(persona.id.clone());
        for corpus in persona.corpora.values() {
            let title = topic_title(index, &corpus.topic);
            // A text without tags is shown as it is written, and has no place of its own.
            let tagged = corpus.statements().filter(|statement| statement.inferred.is_none());
            entries.extend(tagged.map(|statement| {
                let anchor = Anchor::Statement(corpus.topic.clone(), statement.id.clone());
                Entry {
                    text: full_stop(&statement.text),
                    note: format!("statement of {} on {title}", persona.contract.name),
                    href: route.link_to(&Route::Search, &anchor).html(),
                }
            }));
        }
    }
    entries
}

fn pages(index: &Index<'_>) -> Vec<Entry> {
    let experiment = index.experiment;
    let page = |text: String, note: &str, route: &Route| Entry {
        text,
        note: note.to_owned(),
        href: route.link(&Route::Search).html(),
    };
    let mut entries = vec![
        page(experiment.title.clone(), "front page", &Route::Home),
        page("About this run".to_owned(), "inputs, cells, failures", &Route::About),
    ];
    entries.extend(experiment.topics.iter().map(|topic| {
        page(topic.title.clone(), "all modes on one question", &Route::Topic(topic.id.clone()))
    }));
    entries.extend(experiment.personas.iter().map(|persona| {
        let name = persona.contract.name.clone();
        page(name, "persona", &Route::Persona(persona.id.clone()))
    }));
    let debates: Vec<&IndexedDebate> = index.debates.iter().collect();
    entries.extend(comparison::columns(&debates, &Route::Search).into_iter().map(|mode| Entry {
        text: mode.title,
        note: "mode".to_owned(),
        href: mode.link.html(),
    }));
    entries.extend(index.debates.iter().map(|debate| {
        let personas = index.personas.tags(&debate.personas, &Route::Search);
        let names: Vec<String> = personas.into_iter().map(|tag| tag.name).collect();
        let title = topic_title(index, &debate.topic);
        let mode = comparison::title_with_replicate(debate);
        let text = format!("{title}: {}, {mode}", names.join(", "));
        page(text, "debate", &Route::of_debate(debate))
    }));
    entries.extend(notebook::entries(experiment, &Route::Search).into_iter().map(|entry| Entry {
        text: entry.title,
        note: "notebook".to_owned(),
        href: entry.link.html(),
    }));
    entries
}
