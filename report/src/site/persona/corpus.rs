//! Everything a persona has said on a topic, by axis, with reasons, sources and dates.

use faultline::view::number;
use faultline::vocabulary::{
    AxisId, Citation, Component, Corpus, Evidence, Inferred, Persona, Reason, Statement, Topic,
};

use crate::site::evidence::{self, Fact};
use crate::site::input::Experiment;
use crate::site::route::{Anchor, Link, Route};
use crate::site::{prose, words};

/// One thing that hangs on a statement: «because …».
#[derive(Debug)]
pub(super) struct Hanging {
    pub(super) word: String,
    pub(super) text: String,
    /// How deep it hangs: 0 on the statement itself.
    pub(super) depth: usize,
    pub(super) indent: String,
    /// What the evidence store says of it.
    pub(super) fact: Option<Fact>,
}

/// A statement with what hangs on it.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) text: String,
    pub(super) confidence: String,
    pub(super) side: &'static str,
    pub(super) date: String,
    pub(super) source: String,
    pub(super) hangings: Vec<Hanging>,
    /// How its axis was worked out, where nobody tagged it.
    pub(super) inferred: String,
    /// Whether it cites something that the evidence store refutes.
    pub(super) is_refuted: bool,
}

/// The statements on one axis.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) statements: Vec<Said>,
}

/// A corpus on one topic.
#[derive(Debug)]
pub(super) struct Shelf {
    pub(super) title: String,
    pub(super) link: Option<Link>,
    pub(super) stance: &'static str,
    pub(super) size: String,
    pub(super) groups: Vec<Group>,
}

pub(super) fn shelves(experiment: &Experiment, persona: &Persona, here: &Route) -> Vec<Shelf> {
    let shelf = |corpus: &Corpus| {
        let topic = experiment.topics.iter().find(|topic| topic.id == corpus.topic);
        let store = experiment.evidence.get(&corpus.topic);
        let statements = number::count(corpus.statements().count(), "statement", "statements");
        let notes = number::count(corpus.notes.len(), "note", "notes");
        let inferred = corpus.statements().filter(|said| said.inferred.is_some()).count();
        let inferred = if inferred == 0 {
            String::new()
        } else {
            format!(", {inferred} of them inferred from texts without tags")
        };
        Shelf {
            title: topic.map_or_else(|| corpus.topic.to_string(), |topic| topic.title.clone()),
            link: topic.map(|topic| Route::Topic(topic.id.clone()).link(here)),
            stance: words::side(corpus.stance),
            size: prose::capital(&format!("{statements} in {notes}{inferred}")),
            groups: groups(corpus, topic, store),
        }
    };
    persona.corpora.values().map(shelf).collect()
}

/// The axes in the topic's order, then any it does not name, then statements without an axis.
fn groups(corpus: &Corpus, topic: Option<&Topic>, store: Option<&Evidence>) -> Vec<Group> {
    let mut order: Vec<Option<&AxisId>> =
        topic.into_iter().flat_map(|topic| &topic.axes).map(|axis| Some(&axis.id)).collect();
    for statement in corpus.statements() {
        let axis = statement.axis.as_ref();
        if axis.is_some() && !order.contains(&axis) {
            order.push(axis);
        }
    }
    order.push(None);
    let group = |axis: Option<&AxisId>| {
        let known = axis.and_then(|id| topic?.axis(id));
        let statements = corpus.statements().filter(|statement| statement.axis.as_ref() == axis);
        Group {
            title: match (known, axis) {
                (Some(known), _) => known.title.clone(),
                (None, Some(id)) => id.to_string(),
                (None, None) => "Other statements".to_owned(),
            },
            question: known.map_or_else(String::new, |axis| axis.question.clone()),
            statements: statements.map(|statement| said(corpus, statement, store)).collect(),
        }
    };
    order.into_iter().map(group).filter(|group| !group.statements.is_empty()).collect()
}

fn said(corpus: &Corpus, statement: &Statement, store: Option<&Evidence>) -> Said {
    let hangings = hangings(statement, store);
    let is_refuted = hangings.iter().filter_map(|h| h.fact.as_ref()).any(|fact| fact.refutes);
    Said {
        id: Anchor::Statement(corpus.topic.clone(), statement.id.clone()).id(),
        name: statement.id.to_string(),
        text: prose::sentence(&statement.text),
        confidence: number::score(statement.confidence.value()),
        side: statement.side.map_or("", words::side),
        date: statement.date.as_ref().map_or_else(String::new, ToString::to_string),
        source: statement.source.clone().unwrap_or_default(),
        inferred: statement.inferred.as_ref().map_or_else(String::new, inferred),
        hangings,
        is_refuted,
    }
}

fn inferred(found: &Inferred) -> String {
    let next = found.runner_up.as_ref();
    let next = next.map_or_else(String::new, |(axis, score)| {
        format!(", next {axis} {}", number::score(score.value()))
    });
    format!("inferred, {}{next}", number::score(found.score.value()))
}

fn hanging(word: impl Into<String>, text: &str, depth: usize) -> Hanging {
    let indent = "  ".repeat(depth);
    Hanging { word: word.into(), text: prose::sentence(text), depth, indent, fact: None }
}

fn hangings(statement: &Statement, store: Option<&Evidence>) -> Vec<Hanging> {
    let mut all = Vec::new();
    reasons(&statement.reasons, 0, store, &mut all);
    all.extend(statement.assumptions.iter().map(|text| hanging("assuming that", text, 0)));
    all.extend(statement.evidence.iter().map(|cited| citation(cited, 0, store)));
    all.extend(statement.unless.iter().map(|text| hanging("unless", text, 0)));
    all.extend(statement.concedes.iter().map(|text| hanging("granting that", text, 0)));
    all.extend(statement.answers.iter().map(|answer| {
        let part = match answer.component {
            Component::Claim => "claim",
            Component::Premise(_) => "premise",
            Component::Assumption(_) => "assumption",
            Component::Inference => "inference",
        };
        hanging(format!("against the {part} that"), &answer.text, 0)
    }));
    all
}

fn reasons(reasons_of: &[Reason], depth: usize, store: Option<&Evidence>, all: &mut Vec<Hanging>) {
    for reason in reasons_of {
        all.push(hanging("because", &reason.text, depth));
        reasons(&reason.reasons, depth + 1, store, all);
        all.extend(reason.evidence.iter().map(|cited| citation(cited, depth + 1, store)));
    }
}

fn citation(cited: &Citation, depth: usize, store: Option<&Evidence>) -> Hanging {
    let evidence = cited.evidence.as_ref();
    let word = evidence.map_or_else(|| "citing".to_owned(), |id| format!("citing {id}"));
    Hanging { fact: evidence::fact(store, cited), ..hanging(word, &cited.text, depth) }
}
