//! The page of a topic: its modes side by side, and its axes with each persona's position.

mod axes;
mod figures;
mod recurrence;

use faultline::vocabulary::Topic;

use super::comparison::{self, Column};
use super::findings::{Findings, Form, findings};
use super::frame::Frame;
use super::input::{Debate, Experiment};
use super::persona_tag::{PersonaTags, Tag};
use super::route::Route;
use super::sentence::paragraphs;
use super::{Fault, Page};

/// The comparison for one group of personas.
#[derive(Debug)]
struct Block {
    personas: Vec<Tag>,
    columns: Vec<Column>,
    repetition: recurrence::Repetition,
    /// Whether some mode has more than one debate.
    repeated: bool,
    axes: Vec<recurrence::AxisRow>,
    figures: Vec<figures::FigureRow>,
    endings: Vec<figures::Ending>,
    warnings: Vec<figures::Warning>,
}

#[derive(Debug)]
struct View {
    question: String,
    /// What yes means.
    yes: String,
    /// What no means.
    no: String,
    background: Vec<String>,
    findings: Findings,
    blocks: Vec<Block>,
    /// Whether there is more than one group of personas.
    several: bool,
    axes: Vec<axes::Axis>,
}

templates!(View, "pages/topic.html", "pages/topic.md");

/// Builds the page of a topic and its twin.
pub(super) fn pages(
    experiment: &Experiment,
    personas: &PersonaTags,
    topic: &Topic,
) -> Result<Vec<Page>, Fault> {
    let here = Route::Topic(topic.id.clone());
    let debates: Vec<&Debate> =
        experiment.debates.iter().filter(|debate| debate.topic == topic.id).collect();
    let blocks: Vec<Block> = comparison::groups(&debates)
        .iter()
        .map(|group| {
            let own: Vec<&Debate> =
                debates.iter().copied().filter(|debate| debate.personas == *group).collect();
            let columns = comparison::columns(&own, &here);
            Block {
                personas: personas.tags(group, &here),
                repetition: recurrence::repetition(&own, &columns),
                repeated: own.len() > columns.len(),
                axes: recurrence::axes(topic, &own, &columns, &here),
                figures: figures::figures(&own, &columns),
                endings: figures::endings(&own, &here),
                warnings: figures::warnings(topic, &own, &here),
                columns,
            }
        })
        .collect();
    let view = View {
        question: topic.question.clone(),
        yes: topic.yes.clone(),
        no: topic.no.clone(),
        background: paragraphs(&topic.background),
        findings: findings(experiment, personas, topic, &here, Form::Full, 2),
        several: blocks.len() > 1,
        blocks,
        axes: axes::axes(experiment, personas, topic, &here),
    };
    let frame = Frame::new(experiment, &here, topic.title.clone(), &[]);
    render(&here, &frame, &view)
}
