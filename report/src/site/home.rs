//! The front page of an experiment.

use faultline::view::number;
use faultline::vocabulary::{PersonaId, Topic};

use super::comparison::{self, Answer, Column};
use super::frame::Frame;
use super::glossary::{self, Term};
use super::input::{Absent, Debate, Experiment};
use super::persona_tag::{PersonaTags, Tag};
use super::route::{Link, Route};
use super::sentence::{full_stop, paragraphs};
use super::{Fault, Page, cost, escape};

/// One debate in the matrix.
#[derive(Debug, Clone)]
struct Cell {
    link: Link,
    replicate: Option<u32>,
    /// Regime and number of cruxes, or why there are none.
    outcome: Result<(Term, String), Absent>,
}

/// One group of personas in the matrix.
#[derive(Debug, Clone)]
struct Row {
    personas: Vec<Tag>,
    /// One entry for each column.
    cells: Vec<Vec<Cell>>,
}

#[derive(Debug, Clone)]
struct Question {
    title: String,
    text: String,
    link: Link,
    answer: Answer,
    columns: Vec<Column>,
    rows: Vec<Row>,
}

#[derive(Debug, Clone)]
struct Member {
    tag: Tag,
    summary: String,
}

#[derive(Debug)]
struct View {
    /// Whether the experiment has a single question, which is then the page's heading.
    single: bool,
    heading: String,
    description: Vec<String>,
    questions: Vec<Question>,
    members: Vec<Member>,
    modes: Vec<(Column, Vec<String>)>,
    command: String,
    command_block: String,
    hash: String,
    about: Link,
    debates: usize,
    excluded: usize,
    usage: cost::Total,
}

templates!(View, "pages/home.html", "pages/home.md");

/// Builds the front page and its twin.
pub(super) fn pages(experiment: &Experiment, personas: &PersonaTags) -> Result<Vec<Page>, Fault> {
    let view = view(experiment, personas);
    let frame = Frame::new(experiment, &Route::Home, experiment.title.clone(), &[]);
    render(&Route::Home, &frame, &view)
}

fn view(experiment: &Experiment, personas: &PersonaTags) -> View {
    let here = &Route::Home;
    let all: Vec<&Debate> = experiment.debates.iter().collect();
    let protocol = |column: &Column| {
        let debate = all.iter().find(|debate| debate.label == column.label);
        debate.map(|debate| paragraphs(debate.mode.about().protocol)).unwrap_or_default()
    };
    View {
        single: experiment.topics.len() == 1,
        heading: match experiment.topics.as_slice() {
            [topic] => topic.question.clone(),
            _ => experiment.title.clone(),
        },
        description: experiment.description.as_deref().map(paragraphs).unwrap_or_default(),
        questions: experiment
            .topics
            .iter()
            .map(|topic| question(experiment, personas, topic))
            .collect(),
        members: experiment
            .personas
            .iter()
            .map(|persona| Member {
                tag: personas.tag(&persona.id, here),
                summary: full_stop(&persona.contract.summary),
            })
            .collect(),
        modes: comparison::columns(&all, here)
            .into_iter()
            .map(|column| {
                let protocol = protocol(&column);
                (column, protocol)
            })
            .collect(),
        command: experiment.command.clone(),
        command_block: escape::code_block(&experiment.command),
        hash: experiment.run.hash.clone(),
        about: Route::About.link(here),
        debates: all.len(),
        excluded: experiment.excluded,
        usage: cost::total(experiment),
    }
}

fn question(experiment: &Experiment, personas: &PersonaTags, topic: &Topic) -> Question {
    let here = &Route::Home;
    let debates: Vec<&Debate> =
        experiment.debates.iter().filter(|debate| debate.topic == topic.id).collect();
    let columns = comparison::columns(&debates, here);
    let groups = comparison::groups(&debates);
    Question {
        title: topic.title.clone(),
        text: topic.question.clone(),
        link: Route::Topic(topic.id.clone()).link(here),
        answer: comparison::answer(topic, &debates, here),
        rows: groups.iter().map(|group| row(personas, &debates, &columns, group)).collect(),
        columns,
    }
}

fn row(
    personas: &PersonaTags,
    debates: &[&Debate],
    columns: &[Column],
    group: &[PersonaId],
) -> Row {
    let cells = |column: &Column| {
        let own: Vec<&&Debate> = debates
            .iter()
            .filter(|debate| debate.label == column.label && debate.personas == group)
            .collect();
        own.iter().map(|debate| cell(debate, own.len() > 1)).collect()
    };
    Row { personas: personas.tags(group, &Route::Home), cells: columns.iter().map(cells).collect() }
}

fn cell(debate: &Debate, has_siblings: bool) -> Cell {
    Cell {
        link: Route::of_debate(debate).link(&Route::Home),
        replicate: has_siblings.then_some(debate.replicate),
        outcome: debate.result.as_ref().map_err(Clone::clone).map(|finished| {
            let cruxes = finished.outcome.cruxes.len();
            (glossary::regime(finished.outcome.regime), number::count(cruxes, "crux", "cruxes"))
        }),
    }
}
