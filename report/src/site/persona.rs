//! The page of a persona: contract, corpus, positions over the debates.

mod corpus;

use faultline::view::number;
use faultline::vocabulary::{Leaning, Persona};

use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::{Absent, Experiment};
use super::persona_tag::Tag;
use super::replicates::{self, Rest};
use super::route::{Link, Route};
use super::sentence::{full_stop, paragraphs};
use super::{Fault, Page, comparison, glossary};

/// A section of the contract.
#[derive(Debug)]
struct Trait {
    title: &'static str,
    paragraphs: Vec<String>,
    /// The disposition as a number, where it has one.
    level: Option<String>,
}

#[derive(Debug)]
struct Flip {
    axis: String,
    when: String,
    then: String,
}

/// A position on a crux of a debate.
#[derive(Debug)]
struct Position {
    statement: String,
    side: &'static str,
    text: String,
    link: Link,
}

/// A debate of the persona.
#[derive(Debug)]
struct Participation {
    title: String,
    question: String,
    link: Link,
    against: Vec<Tag>,
    positions: Vec<Position>,
    /// Why the debate has no outcome.
    absent: Option<&'static str>,
}

#[derive(Debug)]
struct View {
    tag: Tag,
    summary: String,
    traits: Vec<Trait>,
    flips: Vec<Flip>,
    corpora: Vec<corpus::CorpusView>,
    participations: Vec<Participation>,
    rest: Vec<Rest>,
}

templates!(View, "pages/persona.html", "pages/persona.md");

/// Builds the page of a persona and its twin.
pub(super) fn pages(index: &Index<'_>, persona: &Persona) -> Result<Vec<Page>, Fault> {
    let (experiment, here) = (index.experiment, Route::Persona(persona.id.clone()));
    let own = index.debates.iter().filter(|debate| debate.personas.contains(&persona.id));
    let (listed, rest) = replicates::listed(own, &here);
    let view = View {
        tag: index.personas.tag(&persona.id, &here),
        summary: full_stop(&persona.contract.summary),
        traits: traits(persona),
        flips: flips(experiment, persona),
        corpora: corpus::corpora(experiment, persona, &here),
        rest,
        participations: listed
            .into_iter()
            .map(|debate| participation(index, persona, debate, &here))
            .collect(),
    };
    let frame = Frame::new(experiment, &here, persona.contract.name.clone(), &[]);
    render(&here, &frame, &view)
}

fn traits(persona: &Persona) -> Vec<Trait> {
    let contract = &persona.contract;
    let words = |title, text: &str| Trait { title, paragraphs: paragraphs(text), level: None };
    let leaning = |title, leaning: &Leaning| Trait {
        level: Some(number::score(leaning.level.value())),
        ..words(title, &leaning.text)
    };
    let traits = vec![
        words("Who this is", &contract.identity),
        words("How it thinks", &contract.thinking),
        words("What counts as knowledge", &contract.epistemology),
        words("Time horizon", &contract.horizon),
        words("What evidence it accepts", &contract.evidence_policy),
        words("How it speaks", &contract.voice),
        leaning("What a change of mind would cost", &contract.stakes),
        leaning("How readily it changes its mind", &contract.openness),
    ];
    traits.into_iter().filter(|section| !section.paragraphs.is_empty()).collect()
}

fn flips(experiment: &Experiment, persona: &Persona) -> Vec<Flip> {
    let title = |id: &faultline::vocabulary::AxisId| {
        let mut axes = experiment.topics.iter().flat_map(|topic| &topic.axes);
        axes.find(|axis| axis.id == *id).map_or_else(|| id.to_string(), |axis| axis.title.clone())
    };
    let flip = |flip: &faultline::vocabulary::Flip| Flip {
        axis: flip.axis.as_ref().map_or_else(String::new, title),
        when: full_stop(&flip.when),
        then: full_stop(&flip.then),
    };
    let mut declared: Vec<&faultline::vocabulary::Flip> = persona.contract.flips.iter().collect();
    declared.sort_by_key(|flip| flip.changes);
    declared.into_iter().map(flip).collect()
}

fn participation(
    index: &Index<'_>,
    persona: &Persona,
    debate: &IndexedDebate,
    here: &Route,
) -> Participation {
    let topic = index.experiment.topics.iter().find(|topic| topic.id == debate.topic);
    let others: Vec<_> = debate.personas.iter().filter(|id| **id != persona.id).cloned().collect();
    let mut positions = Vec::new();
    for crux in debate.result.iter().flat_map(|finished| &finished.outcome.cruxes) {
        for position in crux.positions.iter().filter(|position| position.persona == persona.id) {
            positions.push(Position {
                statement: full_stop(&crux.question),
                side: position.side.map_or("", glossary::side),
                text: full_stop(&position.text),
                link: Route::crux(debate, crux.id, here),
            });
        }
    }
    Participation {
        title: comparison::title(debate),
        question: topic.map_or_else(|| debate.topic.to_string(), |topic| topic.question.clone()),
        link: Route::of_debate(debate).link(here),
        against: index.personas.tags(&others, here),
        positions,
        absent: debate.result.as_ref().err().map(|absent| match absent {
            Absent::Failed(_) => "The debate failed.",
            Absent::NotRun => "The debate has not been run.",
        }),
    }
}
