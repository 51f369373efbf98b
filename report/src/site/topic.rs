//! The page of a topic: its modes side by side, and its axes with everybody's position.

mod axes;
mod compare;
mod recurrence;

use askama::Template;
use faultline::vocabulary::Topic;

use super::answer::{self, Answer};
use super::cast::{Cast, Tag};
use super::frame::Frame;
use super::home;
use super::input::{Debate, Experiment};
use super::route::Route;
use super::{Fault, Page, prose};

/// The comparison for one group of personas.
#[derive(Debug)]
struct Block {
    personas: Vec<Tag>,
    columns: Vec<home::Column>,
    /// What the numbers of debates allow to be said.
    repetition: String,
    /// Whether some mode has more than one debate.
    repeated: bool,
    axes: Vec<recurrence::AxisRow>,
    figures: Vec<compare::FigureRow>,
    lists: Vec<compare::CruxList>,
    warnings: Vec<compare::Warning>,
}

#[derive(Debug)]
struct View {
    question: String,
    yes: String,
    no: String,
    background: Vec<String>,
    answer: Answer,
    blocks: Vec<Block>,
    /// Whether there is more than one group of personas.
    several: bool,
    axes: Vec<axes::Axis>,
}

#[derive(Template)]
#[template(path = "pages/topic.html")]
struct Html<'a> {
    frame: &'a Frame,
    view: &'a View,
}

#[derive(Template)]
#[template(path = "pages/topic.md")]
struct Markdown<'a> {
    frame: &'a Frame,
    view: &'a View,
}

/// Builds the page of a topic and its twin.
pub(super) fn pages(
    experiment: &Experiment,
    cast: &Cast,
    topic: &Topic,
) -> Result<Vec<Page>, Fault> {
    let here = Route::Topic(topic.id.clone());
    let debates: Vec<&Debate> =
        experiment.debates.iter().filter(|debate| debate.topic == topic.id).collect();
    let blocks: Vec<Block> = home::groups(&debates)
        .iter()
        .map(|group| {
            let own: Vec<&Debate> =
                debates.iter().copied().filter(|debate| debate.personas == *group).collect();
            let columns = home::columns(&own, &here);
            Block {
                personas: cast.tags(group, &here),
                repetition: recurrence::sentence(&own, &columns),
                repeated: own.len() > columns.len(),
                axes: recurrence::axes(topic, &own, &columns, &here),
                figures: compare::figures(&own, &columns),
                lists: compare::lists(topic, &own, &here),
                warnings: compare::warnings(topic, &own, &here),
                columns,
            }
        })
        .collect();
    let view = View {
        question: topic.question.clone(),
        yes: topic.yes.clone(),
        no: topic.no.clone(),
        background: prose::paragraphs(&topic.background),
        answer: answer::compose(topic, &debates, &here),
        several: blocks.len() > 1,
        blocks,
        axes: axes::axes(experiment, cast, topic, &here),
    };
    let frame = Frame::new(experiment, &here, topic.title.clone(), &[]);
    let html = Html { frame: &frame, view: &view };
    Page::pair(&here, &html, &Markdown { frame: &frame, view: &view })
}
