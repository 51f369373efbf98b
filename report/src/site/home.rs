//! The front page of an experiment.

use askama::Template;
use faultline::view::number;
use faultline::vocabulary::PersonaId;

use super::answer::{self, Answer};
use super::cast::{Cast, Tag};
use super::frame::Frame;
use super::input::{Absent, Debate, Experiment};
use super::route::{Link, Route};
use super::words::{self, Term};
use super::{Fault, Page, cost, escape, prose};

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

/// A mode as the head of a column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) label: String,
    pub(super) title: String,
    pub(super) link: Link,
}

#[derive(Debug, Clone)]
struct Section {
    title: String,
    question: String,
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
    questions: Vec<Section>,
    members: Vec<Member>,
    modes: Vec<(Column, String)>,
    command: String,
    command_block: String,
    hash: String,
    about: Link,
    debates: String,
    usage: String,
}

#[derive(Template)]
#[template(path = "pages/home.html")]
struct Html<'a> {
    frame: &'a Frame,
    view: &'a View,
}

#[derive(Template)]
#[template(path = "pages/home.md")]
struct Markdown<'a> {
    frame: &'a Frame,
    view: &'a View,
}

/// The modes of some debates, in the order of their first appearance.
pub(super) fn columns(debates: &[&Debate], from: &Route) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for debate in debates {
        if columns.iter().all(|column| column.label != debate.label) {
            columns.push(Column {
                label: debate.label.clone(),
                title: title(debate),
                link: Route::of_mode(&debate.label).link(from),
            });
        }
    }
    columns
}

/// The mode's title, with the manifest's label where that says more.
pub(super) fn title(debate: &Debate) -> String {
    if debate.label == debate.mode.name {
        debate.mode.title.clone()
    } else {
        format!("{} ({})", debate.mode.title, debate.label)
    }
}

/// The groups of personas that debate, in the order of their first appearance.
pub(super) fn groups(debates: &[&Debate]) -> Vec<Vec<PersonaId>> {
    let mut groups: Vec<Vec<PersonaId>> = Vec::new();
    for debate in debates {
        if !groups.contains(&debate.personas) {
            groups.push(debate.personas.clone());
        }
    }
    groups
}

/// Builds the front page and its twin.
pub(super) fn pages(experiment: &Experiment, cast: &Cast) -> Result<Vec<Page>, Fault> {
    let view = view(experiment, cast);
    let frame = Frame::new(experiment, &Route::Home, experiment.title.clone(), &[]);
    let html = Html { frame: &frame, view: &view };
    Page::pair(&Route::Home, &html, &Markdown { frame: &frame, view: &view })
}

fn view(experiment: &Experiment, cast: &Cast) -> View {
    let here = &Route::Home;
    let all: Vec<&Debate> = experiment.debates.iter().collect();
    let protocol = |column: &Column| {
        let debate = all.iter().find(|debate| debate.label == column.label);
        debate.map_or_else(String::new, |debate| debate.mode.protocol.clone())
    };
    let single = experiment.topics.len() == 1;
    View {
        single,
        heading: match experiment.topics.as_slice() {
            [topic] => topic.question.clone(),
            _ => experiment.title.clone(),
        },
        description: experiment.description.as_deref().map(prose::paragraphs).unwrap_or_default(),
        questions: questions(experiment, cast),
        members: experiment
            .personas
            .iter()
            .map(|persona| Member {
                tag: cast.tag(&persona.id, here),
                summary: prose::sentence(&persona.contract.summary),
            })
            .collect(),
        modes: columns(&all, here)
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
        usage: cost::in_all(experiment),
        debates: match experiment.excluded {
            0 => number::count(all.len(), "debate", "debates"),
            excluded => format!(
                "{}, {excluded} more excluded by its manifest",
                number::count(all.len(), "debate", "debates")
            ),
        },
    }
}

fn questions(experiment: &Experiment, cast: &Cast) -> Vec<Section> {
    let here = &Route::Home;
    let of_topic = |topic: &faultline::vocabulary::Topic| {
        let debates: Vec<&Debate> =
            experiment.debates.iter().filter(|debate| debate.topic == topic.id).collect();
        let columns = columns(&debates, here);
        let rows =
            groups(&debates).iter().map(|group| row(cast, &debates, &columns, group)).collect();
        Section {
            title: topic.title.clone(),
            question: topic.question.clone(),
            link: Route::Topic(topic.id.clone()).link(here),
            answer: answer::compose(topic, &debates, here),
            columns,
            rows,
        }
    };
    experiment.topics.iter().map(of_topic).collect()
}

fn row(cast: &Cast, debates: &[&Debate], columns: &[Column], group: &[PersonaId]) -> Row {
    let cells = |column: &Column| {
        let own: Vec<&&Debate> = debates
            .iter()
            .filter(|debate| debate.label == column.label && debate.personas == group)
            .collect();
        own.iter().map(|debate| cell(debate, own.len() > 1)).collect()
    };
    Row { personas: cast.tags(group, &Route::Home), cells: columns.iter().map(cells).collect() }
}

fn cell(debate: &Debate, has_siblings: bool) -> Cell {
    Cell {
        link: Route::of_debate(debate).link(&Route::Home),
        replicate: has_siblings.then_some(debate.replicate),
        outcome: debate.result.as_ref().map_err(Clone::clone).map(|finished| {
            let cruxes = finished.outcome.cruxes.len();
            (words::regime(finished.outcome.regime), number::count(cruxes, "crux", "cruxes"))
        }),
    }
}
