//! The axes of a topic with each persona's position in its corpus.

use std::collections::BTreeSet;

use faultline::corpus::{Corpora, Voice, points_named_by_several, relevance};
use faultline::view::number;
use faultline::vocabulary::{Persona, PointId, Probability, Seed, Side, Statement, Topic};

use crate::site::evidence::is_refuted;
use crate::site::glossary::{self, Term};
use crate::site::index::Index;
use crate::site::persona_tag::Tag;
use crate::site::route::{Anchor, Link, Route};
use crate::site::sentence::full_stop;

/// A persona's position on an axis, by its own statements.
#[derive(Debug)]
pub(super) struct Stance {
    pub(super) persona: Tag,
    /// The side that its statements take on the whole, by their confidence; empty where they take none.
    pub(super) side: &'static str,
    /// The statement that answers the question best: one that the evidence store does not refute before others, then one that its author
    /// wrote about the question before one that is about it by its words alone.
    pub(super) best: Option<Quote>,
    pub(super) statements: String,
}

/// A statement of a corpus.
#[derive(Debug)]
pub(super) struct Quote {
    pub(super) text: String,
    /// Absent where the author stated none.
    pub(super) confidence: Option<String>,
    /// Whether it cites something that the evidence store refutes.
    pub(super) is_refuted: bool,
    pub(super) link: Link,
}

/// One axis.
#[derive(Debug)]
pub(super) struct Axis {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) question: String,
    pub(super) kind: Term,
    pub(super) settles: String,
    pub(super) stances: Vec<Stance>,
}

/// The axes with what the corpora say about them. A statement without a tag counts where its words say which axis it is about, as in
/// the debates of the provider `corpus`.
pub(super) fn axes(index: &Index<'_>, topic: &Topic, here: &Route) -> Vec<Axis> {
    let speakers = index.experiment.personas.iter().filter(|p| p.corpora.contains_key(&topic.id));
    let speakers: Vec<Persona> = speakers.cloned().collect();
    let shared = points_named_by_several(speakers.iter().map(|known| &known.corpora[&topic.id]));
    let everything = Probability::new(1.0).expect("1 is a probability");
    let corpora = Corpora::new(topic, &speakers, everything).expect("each has a corpus");
    // Everything is recalled, so the seed makes no difference.
    let voices = corpora.voices(Seed(0));
    let voices = speakers.iter().map(|one| voices.voice(&one.id).expect("each has a voice"));
    let voices: Vec<Voice<'_>> = voices.collect();
    let axis = |axis: &faultline::vocabulary::Axis| Axis {
        id: Anchor::Axis(axis.id.clone()).id(),
        title: axis.title.clone(),
        question: axis.question.clone(),
        kind: glossary::kind(axis.kind),
        settles: full_stop(&axis.settles),
        stances: voices
            .iter()
            .map(|voice| stance(index, voice, topic, axis, &shared, here))
            .collect(),
    };
    topic.axes.iter().map(axis).collect()
}

/// The persona's answer to the question of an axis. A shared point is no position, so it is quoted only where there is nothing else.
fn stance(
    index: &Index<'_>,
    voice: &Voice<'_>,
    topic: &Topic,
    axis: &faultline::vocabulary::Axis,
    shared: &BTreeSet<PointId>,
    here: &Route,
) -> Stance {
    let is_shared = |statement: &Statement| {
        statement.point.as_ref().is_some_and(|point| shared.contains(point))
    };
    let statements = voice.statements().iter().copied();
    let on_axis = statements.filter(|statement| statement.axis.as_ref() == Some(&axis.id));
    let side = voice.stance(&axis.id).map(|stance| stance.side);
    let (granted, own): (Vec<&Statement>, Vec<&Statement>) = on_axis
        .filter(|statement| side.is_none() || statement.side == side)
        .partition(|statement| is_shared(statement));
    let on_side = if own.is_empty() { granted } else { own };
    let answers = |statement: &Statement| {
        relevance(axis, statement.side.unwrap_or(Side::Yes), &statement.text)
    };
    let store = index.experiment.evidence.get(&topic.id);
    let is_refuted = |statement: &Statement| is_refuted(store, statement.citations());
    let best = on_side.iter().copied().max_by(|a, b| {
        let by_evidence = is_refuted(b).cmp(&is_refuted(a));
        let by_tag = || a.inferred.is_none().cmp(&b.inferred.is_none());
        let by_confidence = || a.confidence.value().total_cmp(&b.confidence.value());
        let by_answer =
            by_evidence.then_with(by_tag).then_with(|| answers(a).total_cmp(&answers(b)));
        by_answer.then_with(by_confidence).then_with(|| b.id.cmp(&a.id))
    });
    let page = Route::Persona(voice.persona().clone());
    Stance {
        persona: index.personas.tag(voice.persona(), here),
        side: side.map_or("", glossary::side),
        best: best.map(|statement| Quote {
            text: full_stop(&statement.text),
            confidence: (!statement.is_confidence_assumed)
                .then(|| number::score(statement.confidence.value())),
            is_refuted: is_refuted(statement),
            link: page.link_to(here, &Anchor::Statement(topic.id.clone(), statement.id.clone())),
        }),
        statements: number::count(on_side.len(), "statement", "statements"),
    }
}
