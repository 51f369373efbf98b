//! `report compare`: the modes of an experiment side by side.

use std::io::{self, Write as _};
use std::path::Path;

use clap::Args;
use faultline::analysis::{Figure, FigureTests, ModeComparison, ModeFigures, Naming, Resampled};
use faultline::view::number;
use faultline::vocabulary::PersonaId;

use super::columns::align_numbers;
use super::project::{ExperimentArguments, Project};
use super::render::experiment::experiment;
use super::render::stored_debates::{Damage, StoredDebates};
use super::terminal::warn;
use super::{CommandError, Exit};
use crate::site::Site;
use crate::site::comparison::csv::csv;

/// Compare the modes of an experiment: their cruxes, figures with intervals, and tests
///
/// Reads finished debates and matched cruxes from the store; calls no provider and writes nothing.
/// Intervals are 95% bootstrap intervals; tests are exact paired sign-flip tests with Holm's
/// correction.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// Compare only this topic; may be repeated
    #[arg(long, value_name = "TOPIC")]
    topic: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV, one value per line
    #[arg(long)]
    csv: bool,
}

/// Prints the comparison to standard output.
///
/// # Errors
/// [`CommandError`] where the experiment or its store cannot be read, or it has no such topic.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.experiment)?;
    let store = project.open_store()?;
    let debates = StoredDebates::open(&project, &store)?;
    let experiment = experiment(&project, &debates)?;
    let known: Vec<&str> = experiment.topics.iter().map(|topic| topic.id.as_str()).collect();
    if let Some(topic) = arguments.topic.iter().find(|topic| !known.contains(&topic.as_str())) {
        return Err(CommandError::usage(
            format!("the experiment has no topic `{topic}`"),
            format!("its topics are {}", known.join(", ")),
        ));
    }
    let is_chosen =
        |topic: &str| arguments.topic.is_empty() || arguments.topic.iter().any(|it| it == topic);
    let mut damage = Damage::default();
    let mut site = Site::new(&experiment);
    for cell in &project.plan.cells {
        site.add(debates.debate(cell, &mut damage).0);
    }
    let comparison = site.compared(|topic| is_chosen(topic.as_str()));
    for (cell, error) in &damage.debates {
        warn(&format!("warning: debate {cell} is left out: {error}"));
    }
    for topic in &comparison.unmatched {
        let run = project.arguments().unwrap_or_default();
        warn(&format!(
            "warning: the cruxes of the topic {topic} are not matched, so it has no crux table\n  help: run `report run {run}`"
        ));
    }
    let text = if arguments.json {
        serde_json::to_string_pretty(&comparison).map_err(io::Error::other)? + "\n"
    } else if arguments.csv {
        csv(&comparison)
    } else {
        text(&comparison)
    };
    write!(io::stdout(), "{text}")?;
    Ok(if damage.debates.is_empty() { Exit::Done } else { Exit::Failed })
}

fn text(comparison: &ModeComparison) -> String {
    if comparison.modes.is_empty() {
        return "no debate has finished yet\n".to_owned();
    }
    let mut lines = cruxes(comparison);
    if comparison.modes.len() == 1 {
        lines.push("only one mode: there is nothing to compare it with".to_owned());
    }
    lines.extend(figures(comparison));
    lines.extend(comparison.tests.iter().flat_map(tests));
    lines.join("\n") + "\n"
}

fn tests(tests: &FigureTests) -> impl Iterator<Item = String> {
    let title = tests.figure.title();
    tests.verdicts().into_iter().map(move |verdict| format!("{title}: {verdict}"))
}

/// The heads of the columns: each mode, with what it is if it is not a protocol.
fn heads(comparison: &ModeComparison, first: &str) -> Vec<String> {
    let modes = comparison.modes.iter().map(ModeFigures::title);
    std::iter::once(first.to_owned()).chain(modes).collect()
}

fn cruxes(comparison: &ModeComparison) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rows = comparison.cruxes.as_slice();
    while let [first, ..] = rows {
        let end = rows
            .iter()
            .position(|row| (&row.topic, &row.personas) != (&first.topic, &first.personas))
            .unwrap_or(rows.len());
        let personas: Vec<&str> = first.personas.iter().map(PersonaId::as_str).collect();
        lines.push(format!("{}: {}", first.topic, personas.join(", ")));
        let naming = |naming: &Naming| match naming.debates {
            0 => "–".to_owned(),
            debates => format!("{}/{debates}", naming.named),
        };
        let mut block = vec![heads(comparison, "debates that name")];
        for row in &rows[..end] {
            let namings = row.namings.iter().map(naming);
            block.push(std::iter::once(row.question.clone()).chain(namings).collect());
        }
        lines.extend(align_numbers(&block));
        lines.push(String::new());
        rows = &rows[end..];
    }
    lines
}

fn figures(comparison: &ModeComparison) -> Vec<String> {
    let row = |title: &str, write: &dyn Fn(&ModeFigures) -> String| -> Vec<String> {
        std::iter::once(title.to_owned()).chain(comparison.modes.iter().map(write)).collect()
    };
    let mut rows = vec![
        heads(comparison, "figure"),
        row("Debates", &|mode| number::integer(mode.debates as u64)),
    ];
    if !comparison.has_same_blocks() {
        rows.push(row("Blocks", &|mode| number::integer(mode.blocks as u64)));
    }
    rows.extend(Figure::ALL.map(|figure| row(figure.title(), &|mode| mode.mean(figure))));
    let mut lines = align_numbers(&rows);
    lines.push(String::new());
    lines.extend(comparison.resampled().map(|resampled| {
        let sampled = match resampled {
            Resampled::Blocks => format!(
                "whole blocks (a topic with a group of personas), {} in all",
                number::integer(comparison.blocks as u64)
            ),
            Resampled::Replicates => {
                "the replicates of the only block, so they say nothing about other personas"
                    .to_owned()
            }
        };
        format!(
            "Means with 95% bootstrap intervals that sample {sampled}. Where nothing varies there is no interval."
        )
    }));
    if !comparison.has_same_blocks() {
        let sentence = "Not every mode has a finished debate in every block, so the means cover different debates.";
        let advice =
            " Compare the modes by the tests, which use only blocks that two modes have in common.";
        let advice = if comparison.tests.is_empty() { "" } else { advice };
        lines.push(format!("{sentence}{advice}"));
    }
    lines
}
