//! The page of a persona: contract, corpus, positions over the debates.

mod corpus;

use std::collections::BTreeMap;

use faultline::corpus::Corpora;
use faultline::view::{glossary, number};
use faultline::vocabulary::{Leaning, Persona, Reach, TopicId};

pub(super) use self::corpus::corpora_by_topic;

use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::{Experiment, NoOutcome};
use super::persona_tag::Tag;
use super::replicates::{self, UnlistedReplicates};
use super::route::{Link, Route};
use super::sentence::{full_stop, paragraphs};
use super::{Fault, Page, comparison};

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
    /// Whether its answer to the whole question would change.
    changes_answer: bool,
}

/// A debate, or a crux in it.
#[derive(Debug)]
struct Where {
    title: String,
    link: Link,
    /// Why the debate shows no position of the persona's own.
    note: Option<&'static str>,
}

/// A position on a crux, and the debates in which the persona takes it in these words.
#[derive(Debug)]
struct Position {
    question: String,
    side: &'static str,
    text: String,
    debates: Vec<Where>,
}

/// The debates of the persona with the same others on one topic.
#[derive(Debug)]
struct Meeting {
    against: Vec<Tag>,
    question: String,
    debates: Vec<Where>,
    positions: Vec<Position>,
    /// Why there are none, where a debate of its own has finished.
    without: Option<&'static str>,
}

#[derive(Debug)]
struct View {
    tag: Tag,
    summary: String,
    traits: Vec<Trait>,
    flips: Vec<Flip>,
    corpora: Vec<corpus::CorpusView>,
    meetings: Vec<Meeting>,
    rest: Vec<UnlistedReplicates>,
}

templates!(View, "pages/persona.html", "pages/persona.md");

/// Builds the page of a persona and its twin. `read` has the corpora as the provider reads them.
pub(super) fn pages(
    index: &Index<'_>,
    read: &BTreeMap<TopicId, Corpora>,
    persona: &Persona,
) -> Result<Vec<Page>, Fault> {
    let (experiment, here) = (index.experiment, Route::Persona(persona.id.clone()));
    let own = index.debates.iter().filter(|debate| debate.personas.contains(&persona.id));
    let (listed, rest) = replicates::listed(own, &here);
    let view = View {
        tag: index.personas.tag(&persona.id, &here),
        summary: full_stop(&persona.contract.summary),
        traits: traits(persona),
        flips: flips(experiment, persona),
        corpora: corpus::corpora(experiment, read, persona, &here),
        rest,
        meetings: meetings(index, persona, &listed, &here),
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
        changes_answer: flip.changes == Reach::Answer,
    };
    let mut declared: Vec<&faultline::vocabulary::Flip> = persona.contract.flips.iter().collect();
    declared.sort_by_key(|flip| flip.changes);
    declared.into_iter().map(flip).collect()
}

/// The debates of a persona by topic and by the others, in the order in which they first meet.
fn meetings(
    index: &Index<'_>,
    persona: &Persona,
    debates: &[&IndexedDebate],
    here: &Route,
) -> Vec<Meeting> {
    let mut groups: Vec<Vec<&IndexedDebate>> = Vec::new();
    for &debate in debates {
        let is_same = |group: &&mut Vec<&IndexedDebate>| {
            (&group[0].topic, &group[0].personas) == (&debate.topic, &debate.personas)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(debate),
            None => groups.push(vec![debate]),
        }
    }
    let meeting = |group: &Vec<&IndexedDebate>| {
        let (topic, personas) = (&group[0].topic, &group[0].personas);
        let known = index.experiment.topic(topic);
        let plays = |debate: &IndexedDebate| index.parts(debate).contains(&persona.id);
        let own: Vec<&IndexedDebate> =
            group.iter().copied().filter(|debate| !plays(debate)).collect();
        let others: Vec<_> = personas.iter().filter(|id| **id != persona.id).cloned().collect();
        Meeting {
            against: index.personas.tags(&others, here),
            question: known.map_or_else(|| topic.to_string(), |topic| topic.question.clone()),
            debates: group
                .iter()
                .map(|debate| Where {
                    title: title(group, debate),
                    link: Route::of_debate(debate).link(here),
                    note: match &debate.result {
                        Err(NoOutcome::Failed(_)) => Some("failed"),
                        Err(NoOutcome::NotRun) => Some("not run"),
                        Ok(_) => plays(debate).then_some("plays the other side"),
                    },
                })
                .collect(),
            positions: positions(persona, group, &own, here),
            without: without(&own),
        }
    };
    groups.iter().map(meeting).collect()
}

/// Why a persona takes no position on a crux of these debates; `None` if none has finished.
fn without(debates: &[&IndexedDebate]) -> Option<&'static str> {
    let mut finished = debates.iter().filter_map(|debate| debate.result.as_ref().ok()).peekable();
    finished.peek()?;
    Some(if finished.all(|summary| summary.outcome.cruxes.is_empty()) {
        "None of these debates found a crux."
    } else {
        "It takes no position of its own on the cruxes of these debates."
    })
}

/// The title of a debate among others, with its replicate where there are several.
fn title(group: &[&IndexedDebate], debate: &IndexedDebate) -> String {
    let title = comparison::title(debate);
    let replicates = group.iter().filter(|other| other.label == debate.label).count();
    if replicates == 1 { title } else { format!("{title} {}", debate.replicate) }
}

/// The positions of a persona in its `own` debates of a group: those in which it plays no part.
fn positions(
    persona: &Persona,
    group: &[&IndexedDebate],
    own: &[&IndexedDebate],
    here: &Route,
) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::new();
    for debate in own {
        for crux in debate.result.iter().flat_map(|finished| &finished.outcome.cruxes) {
            for held in crux.positions.iter().filter(|held| held.persona == persona.id) {
                let position = Position {
                    question: full_stop(&crux.question),
                    side: held.side.map_or("", glossary::side),
                    text: full_stop(&held.text),
                    debates: Vec::new(),
                };
                let taken = Where {
                    title: title(group, debate),
                    link: Route::crux(debate, crux.id, here),
                    note: None,
                };
                let is_same = |other: &&mut Position| {
                    (&other.question, other.side, &other.text)
                        == (&position.question, position.side, &position.text)
                };
                match positions.iter_mut().find(is_same) {
                    Some(known) => known.debates.push(taken),
                    None => positions.push(Position { debates: vec![taken], ..position }),
                }
            }
        }
    }
    // What is said of one question stands together, in the order in which the questions first come
    // up.
    let order: Vec<String> = positions.iter().map(|position| position.question.clone()).collect();
    positions.sort_by_key(|position| order.iter().position(|known| *known == position.question));
    positions
}
