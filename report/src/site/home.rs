//! The front page of an experiment.

use faultline::mode::{Control, Kind};
use faultline::view::number;
use faultline::vocabulary::{PersonaId, Topic};

use super::comparison::{self, Column};
use super::findings::{Extent, Findings, findings};
use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::NoOutcome;
use super::persona_tag::Tag;
use super::replicates::LISTED;
use super::route::{Link, Route};
use super::sentence::{full_stop, paragraphs};
use super::{Fault, Page, cost, escape, notebook};
use crate::notebook::State;
use crate::unique::unique;
use faultline::view::glossary::{self, Term};

/// One debate in the table of modes.
#[derive(Debug, Clone)]
struct Cell {
    link: Link,
    replicate: Option<u32>,
    /// Regime and number of cruxes, or why there are none.
    outcome: Result<(Term, String), NoOutcome>,
}

/// One mode in the table of modes.
#[derive(Debug)]
struct Row {
    mode: Column,
    summary: &'static str,
    /// One entry for each group of personas: its first debates, and the number of the others.
    cells: Vec<(Vec<Cell>, usize)>,
}

#[derive(Debug)]
struct Question {
    title: String,
    text: String,
    link: Link,
    findings: Findings,
    groups: Vec<Vec<Tag>>,
    rows: Vec<Row>,
}

impl Question {
    /// How all its debates end, if there are several modes, every debate names every question and
    /// all end in the same way.
    fn unanimous(&self) -> Option<&Term> {
        let cells = self.rows.iter().flat_map(|row| &row.cells).flat_map(|(cells, _)| cells);
        let regimes = cells.map(|cell| cell.outcome.as_ref().ok().map(|(regime, _)| regime));
        match unique(regimes)[..] {
            [Some(regime)] if self.rows.len() > 1 && self.findings.is_unanimous() => Some(regime),
            _ => None,
        }
    }
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
    notebooks: Vec<notebook::Entry>,
    figures: Vec<(&'static str, String)>,
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
pub(super) fn pages(index: &Index<'_>) -> Result<Vec<Page>, Fault> {
    let view = view(index);
    let frame = Frame::new(index.experiment, &Route::Home, index.experiment.title.clone(), &[]);
    render(&Route::Home, &frame, &view)
}

fn view(index: &Index<'_>) -> View {
    let (experiment, here) = (index.experiment, &Route::Home);
    let questions: Vec<Question> =
        experiment.topics.iter().map(|topic| question(index, topic)).collect();
    let usage = cost::total(index);
    View {
        single: experiment.topics.len() == 1,
        heading: match experiment.topics.as_slice() {
            [topic] => topic.question.clone(),
            _ => experiment.title.clone(),
        },
        description: experiment.description.as_deref().map(paragraphs).unwrap_or_default(),
        figures: figures(&questions, index),
        questions,
        members: experiment
            .personas
            .iter()
            .map(|persona| Member {
                tag: index.personas.tag(&persona.id, here),
                summary: full_stop(&persona.contract.summary),
            })
            .collect(),
        notebooks: notebook::entries(experiment, here),
        command: experiment.command.clone(),
        command_block: escape::code_block(&experiment.command),
        hash: experiment.run.hash.clone(),
        about: Route::About.link(here),
        debates: index.debates.len(),
        excluded: experiment.excluded,
        usage,
    }
}

/// What the debates found on all questions, in numbers. What they did not find is not listed.
fn figures(questions: &[Question], index: &Index<'_>) -> Vec<(&'static str, String)> {
    let sum = |of: fn(&Findings) -> usize| questions.iter().map(|q| of(&q.findings)).sum();
    let is_baseline = |debate: &&IndexedDebate| debate.mode.about().kind == Kind::Baseline;
    let baselines = index.debates.iter().filter(is_baseline).count();
    let is_control = |debate: &&IndexedDebate| debate.mode.control().is_some();
    let controls = index.debates.iter().filter(is_control).count();
    let figures = [
        ("cruxes", sum(Findings::cruxes)),
        ("points that both sides grant", sum(Findings::agreed)),
        ("disagreements of unknown importance", sum(Findings::unknown)),
        ("questions on which the answers are not clear", sum(Findings::unclear)),
        ("disagreements about definitions", sum(Findings::definitions)),
        ("other disagreements", sum(Findings::others)),
        ("debates", index.debates.len() - baselines - controls),
        ("controls", controls),
        ("baselines", baselines),
    ];
    let shown = figures.into_iter().filter(|(_, value)| *value > 0);
    shown.map(|(name, value)| (name, number::integer(value as u64))).collect()
}

fn question(index: &Index<'_>, topic: &Topic) -> Question {
    let here = &Route::Home;
    let debates = index.of_topic(topic);
    let groups = comparison::groups(&debates);
    let level = if index.experiment.topics.len() == 1 { 2 } else { 3 };
    let columns = comparison::columns(&debates, here);
    Question {
        title: topic.title.clone(),
        text: topic.question.clone(),
        link: Route::Topic(topic.id.clone()).link(here),
        findings: findings(index, topic, here, Extent::Short, level),
        groups: groups.iter().map(|group| index.personas.tags(group, here)).collect(),
        rows: columns.into_iter().map(|column| row(index, &debates, column, &groups)).collect(),
    }
}

fn row(
    index: &Index<'_>,
    debates: &[&IndexedDebate],
    mode: Column,
    groups: &[Vec<PersonaId>],
) -> Row {
    let own: Vec<&&IndexedDebate> =
        debates.iter().filter(|debate| debate.label == mode.label).collect();
    let cells = |group: &Vec<PersonaId>| {
        let of_group: Vec<&&&IndexedDebate> =
            own.iter().filter(|debate| debate.personas == *group).collect();
        let listed = of_group.iter().take(LISTED);
        let cells = listed.map(|debate| cell(index, debate, of_group.len() > 1)).collect();
        (cells, of_group.len().saturating_sub(LISTED))
    };
    let cells = groups.iter().map(cells).collect();
    let summary = own.first().map_or("", |debate| {
        debate.mode.control().map_or(debate.mode.about().summary, Control::sentence)
    });
    Row { mode, summary, cells }
}

fn cell(index: &Index<'_>, debate: &IndexedDebate, has_siblings: bool) -> Cell {
    Cell {
        link: Route::of_debate(debate).link(&Route::Home),
        replicate: has_siblings.then_some(debate.replicate),
        outcome: debate.result.as_ref().map_err(Clone::clone).map(|finished| {
            let outcome = &finished.outcome;
            (glossary::regime(outcome.regime), index.counted_cruxes(debate, outcome))
        }),
    }
}
