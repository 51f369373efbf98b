//! A persona's statements on a topic, by axis, with reasons, sources and dates.

use std::collections::{BTreeMap, BTreeSet};

use faultline::corpus::{Corpora, points_named_by_several};
use faultline::view::number;
use faultline::vocabulary::{
    AxisId, Citation, Component, Corpus, Evidence, Inferred, Note, Persona, PersonaId, PointId,
    Reason, Statement, StatementId, Topic, TopicId,
};

use crate::site::evidence::{self, Fact};
use crate::site::input::Experiment;
use crate::site::route::{Anchor, Link, Route};
use crate::site::sentence::full_stop;
use faultline::view::glossary;

/// A reason, source or exception of a statement.
#[derive(Debug)]
pub(super) struct Clause {
    pub(super) word: String,
    pub(super) text: String,
    /// Its depth: 0 for those of the statement itself.
    pub(super) depth: usize,
    pub(super) indent: String,
    /// The item of the topic's evidence that it cites.
    pub(super) fact: Option<Fact>,
}

/// A statement with its clauses.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) text: String,
    /// `None` where the author stated none.
    pub(super) confidence: Option<String>,
    pub(super) side: &'static str,
    pub(super) date: String,
    pub(super) source: String,
    pub(super) clauses: Vec<Clause>,
    /// How its axis was inferred, where it has no tag.
    pub(super) inferred: String,
    /// Whether it cites something that the evidence store refutes.
    pub(super) is_refuted: bool,
    /// Whether it repeats a statement that the page lists under its question.
    pub(super) is_repeated: bool,
}

/// The statements on one axis.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) title: String,
    pub(super) question: String,
    /// Whether it is a text without tags, whose sentences are not statements with a confidence.
    pub(super) is_text: bool,
    pub(super) statements: Vec<Entry>,
}

/// A corpus on one topic.
#[derive(Debug)]
pub(super) struct CorpusView {
    pub(super) title: String,
    pub(super) link: Option<Link>,
    pub(super) stance: &'static str,
    pub(super) size: String,
    pub(super) groups: Vec<Group>,
}

/// The corpora on each topic with the axes and sides that the provider reads in statements without
/// tags, if it reads them by rule.
pub(in crate::site) fn corpora_by_topic(experiment: &Experiment) -> BTreeMap<TopicId, Corpora> {
    if !experiment.provider.infers_sides {
        return BTreeMap::new();
    }
    let read = |topic: &Topic| (topic.id.clone(), Corpora::of_authors(topic, &experiment.personas));
    experiment.topics.iter().map(read).collect()
}

/// The corpora of a persona; `read` has them as the provider reads them.
pub(super) fn corpora(
    experiment: &Experiment,
    read: &BTreeMap<TopicId, Corpora>,
    persona: &Persona,
    here: &Route,
) -> Vec<CorpusView> {
    let shown = |corpus: &Corpus| {
        let topic = experiment.topic(&corpus.topic);
        let store = experiment.evidence.get(&corpus.topic);
        let (tagged, infers_sides) = (corpus.as_written(), experiment.provider.infers_sides);
        let shown = if infers_sides { corpus } else { &tagged };
        let statements = match shown.statements().count() {
            0 => "Text without tags".to_owned(),
            count => number::count(count, "statement", "statements"),
        };
        let notes = number::count(corpus.notes.len(), "note", "notes");
        let inferred = |corpus: &Corpus| {
            corpus.statements().filter(|statement| statement.inferred.is_some()).count()
        };
        let of_untagged_texts = inferred(corpus);
        let read: Vec<(&PersonaId, &Corpus)> =
            read.get(&corpus.topic).into_iter().flat_map(Corpora::by_persona).collect();
        let written = experiment.personas.iter().filter_map(|own| own.corpora.get(&corpus.topic));
        let shared = if read.is_empty() {
            points_named_by_several(written)
        } else {
            points_named_by_several(read.iter().map(|(_, corpus)| *corpus))
        };
        let own = read.iter().find(|(id, _)| **id == persona.id);
        let corpus = own.map_or(corpus, |(_, corpus)| corpus);
        let without_tag = inferred(corpus).saturating_sub(of_untagged_texts);
        let inferred = match (of_untagged_texts, without_tag) {
            _ if !infers_sides => String::new(),
            (0, 0) => String::new(),
            (0, count) => format!(", the question of {count} of them inferred"),
            (count, 0) => format!(", {count} of them inferred from texts without tags"),
            (count, others) => format!(
                ", {count} of them inferred from texts without tags, and the question of {}",
                number::count(others, "other", "others")
            ),
        };
        CorpusView {
            title: topic.map_or_else(|| corpus.topic.to_string(), |topic| topic.title.clone()),
            link: topic.map(|topic| Route::Topic(topic.id.clone()).link(here)),
            stance: glossary::side(corpus.stance),
            size: format!("{statements} in {notes}{inferred}"),
            groups: {
                let shown = if infers_sides { corpus } else { &tagged };
                let of_questions = groups(shown, topic, store, &shared);
                of_questions.into_iter().chain(as_written(corpus, shown)).collect()
            },
        }
    };
    persona.corpora.values().map(shown).collect()
}

/// The texts without tags, and the prose beside tagged statements, sentence by sentence: one group
/// for each file. `listed` has the statements that the page also lists by question.
fn as_written(corpus: &Corpus, listed: &Corpus) -> impl Iterator<Item = Group> {
    let entry = |(id, text): (&StatementId, String)| Entry {
        id: Anchor::Statement(corpus.topic.clone(), id.clone()).id(),
        name: id.to_string(),
        text,
        confidence: None,
        side: "",
        date: String::new(),
        source: String::new(),
        clauses: Vec::new(),
        inferred: String::new(),
        is_refuted: false,
        is_repeated: listed.statement(id).is_some(),
    };
    let group = move |note: &Note| {
        let marked = note.paragraphs.iter().flat_map(|paragraph| sentences(note, paragraph));
        Group {
            title: note.title.clone(),
            question: "As written, without tags.".to_owned(),
            is_text: true,
            statements: marked.map(entry).collect(),
        }
    };
    corpus.notes.iter().filter(|note| !note.paragraphs.is_empty()).map(group)
}

/// The sentences of a paragraph that have an id. What is between two marks belongs to the first of
/// them; several marks before a sentence are of statements that it contains.
fn sentences<'n>(note: &'n Note, paragraph: &str) -> Vec<(&'n StatementId, String)> {
    let statements = note.statements.iter().map(|own| &own.id);
    let ids = statements.chain(note.sentences.iter().map(|own| &own.id));
    let place = |id: &'n StatementId| paragraph.find(&Note::mark(id)).map(|at| (at, id));
    let mut places: Vec<(usize, &StatementId)> = ids.filter_map(place).collect();
    places.sort_unstable();
    let mut end = paragraph.len();
    let mut text = String::new();
    let mut found: Vec<(&StatementId, String)> = Vec::new();
    for (at, id) in places.into_iter().rev() {
        let own = paragraph[at + Note::mark(id).len()..end].trim_end_matches(['-', ' ', '\n']);
        if !own.is_empty() {
            own.clone_into(&mut text);
        }
        found.push((id, text.clone()));
        end = at;
    }
    found.reverse();
    found
}

/// The case in short, the axes in the topic's order, then axes that the topic does not list, then
/// what others say too, then the other statements without an axis.
fn groups(
    corpus: &Corpus,
    topic: Option<&Topic>,
    store: Option<&Evidence>,
    shared: &BTreeSet<PointId>,
) -> Vec<Group> {
    // Without a tag of its author, a point that another makes as well is not an answer to any
    // question.
    let is_common = |own: &Statement| {
        let is_shared = own.point.as_ref().is_some_and(|point| shared.contains(point));
        is_shared && !own.is_case() && (own.inferred.is_some() || own.axis.is_none())
    };
    let mut order: Vec<Option<&AxisId>> =
        topic.into_iter().flat_map(|topic| &topic.axes).map(|axis| Some(&axis.id)).collect();
    for statement in corpus.statements() {
        let axis = statement.axis.as_ref();
        if axis.is_some() && !order.contains(&axis) {
            order.push(axis);
        }
    }
    let entries = |is_in: &dyn Fn(&Statement) -> bool| -> Vec<Entry> {
        let statements = corpus.statements().filter(|statement| is_in(statement));
        statements.map(|statement| entry(corpus, statement, store)).collect()
    };
    let titled = |title: &str, question: &str, statements| Group {
        title: title.to_owned(),
        question: question.to_owned(),
        is_text: false,
        statements,
    };
    let group = |axis: Option<&AxisId>| {
        let known = axis.and_then(|id| topic?.axis(id));
        let title = known.map(|known| known.title.as_str()).or(axis.map(AxisId::as_str));
        titled(
            title.unwrap_or("Other statements"),
            known.map_or("", |known| &known.question),
            entries(&|own| !own.is_case() && !is_common(own) && own.axis.as_ref() == axis),
        )
    };
    let mut common = entries(&is_common);
    for entry in &mut common {
        (entry.side, entry.inferred) = ("", String::new());
    }
    let about = "Another persona makes each of these points too, and no tag makes them an answer to a question.";
    let case = titled("The case in short", "", entries(&Statement::is_case));
    std::iter::once(case)
        .chain(order.into_iter().map(&group))
        .chain([titled("Points that others make too", about, common), group(None)])
        .filter(|group| !group.statements.is_empty())
        .collect()
}

fn entry(corpus: &Corpus, statement: &Statement, store: Option<&Evidence>) -> Entry {
    let clauses = clauses(statement, store);
    let is_refuted = clauses.iter().filter_map(|h| h.fact.as_ref()).any(|fact| fact.refutes);
    Entry {
        id: Anchor::Statement(corpus.topic.clone(), statement.id.clone()).id(),
        name: statement.id.to_string(),
        text: full_stop(&statement.text),
        confidence: (!statement.is_confidence_assumed)
            .then(|| number::score(statement.confidence.value())),
        side: statement.side.map_or("", glossary::side),
        date: statement.date.as_ref().map_or_else(String::new, ToString::to_string),
        source: statement.source.clone().unwrap_or_default(),
        inferred: statement.inferred.as_ref().map_or_else(String::new, inferred),
        clauses,
        is_refuted,
        is_repeated: false,
    }
}

fn inferred(found: &Inferred) -> String {
    let next = found.runner_up.as_ref();
    let next = next.map_or_else(String::new, |(axis, score)| {
        format!(", next {axis} {}", number::score(score.value()))
    });
    format!("inferred, {}{next}", number::score(found.score.value()))
}

fn clause(word: impl Into<String>, text: &str, depth: usize) -> Clause {
    let indent = "  ".repeat(depth);
    Clause { word: word.into(), text: full_stop(text), depth, indent, fact: None }
}

fn clauses(statement: &Statement, store: Option<&Evidence>) -> Vec<Clause> {
    let mut all = Vec::new();
    reasons(&statement.reasons, 0, store, &mut all);
    all.extend(statement.assumptions.iter().map(|a| clause("assuming", &a.text, 0)));
    all.extend(statement.evidence.iter().map(|cited| citation(cited, 0, store)));
    all.extend(statement.unless.iter().map(|text| clause("unless", text, 0)));
    all.extend(statement.concedes.iter().map(|text| clause("conceding", text, 0)));
    all.extend(statement.answers.iter().map(|answer| {
        let component = match answer.component {
            Component::Claim => "claim",
            Component::Premise(_) => "premise",
            Component::Assumption(_) => "assumption",
            Component::Inference => "inference",
        };
        clause(format!("against the {component}"), &answer.text, 0)
    }));
    all
}

fn reasons(reasons_of: &[Reason], depth: usize, store: Option<&Evidence>, all: &mut Vec<Clause>) {
    for reason in reasons_of {
        all.push(clause("because", &reason.text, depth));
        reasons(&reason.reasons, depth + 1, store, all);
        all.extend(reason.evidence.iter().map(|cited| citation(cited, depth + 1, store)));
    }
}

fn citation(cited: &Citation, depth: usize, store: Option<&Evidence>) -> Clause {
    let evidence = cited.evidence.as_ref();
    let word = evidence.map_or_else(|| "citing".to_owned(), |id| format!("citing {id}"));
    Clause { fact: evidence::fact(store, cited), ..clause(word, &cited.text, depth) }
}

#[cfg(test)]
mod tests {
    use faultline::vocabulary::Sentence;

    use super::*;

    #[test]
    fn a_text_is_shown_sentence_by_sentence_with_what_is_between() {
        let id = |id: &str| StatementId::new(id).unwrap();
        let sentence = |name: &str| Sentence { id: id(name), text: String::new(), about: None };
        let note = Note {
            title: String::new(),
            date: None,
            paragraphs: Vec::new(),
            sentences: ["a", "b", "c", "d"].map(sentence).into(),
            statements: Vec::new(),
            idle: Vec::new(),
        };
        let paragraph = "[a] I came. No. [b] [c] I saw, and I won.\n  - [d] It rained";
        let found = sentences(&note, paragraph);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(id, text)| (id.as_str(), text.as_str())).collect();
        let won = "I saw, and I won.";
        assert_eq!(found, [("a", "I came. No."), ("b", won), ("c", won), ("d", "It rained")]);
    }
}
