//! `report bench cruxes --labelled`: scores debates on real data.

use std::io::{self, Write as _};
use std::path::Path;

use faultline::benchmark::{Estimate, Measure, Scored, estimate};
use faultline::mode::MOST_PAIRS_PER_CALL;
use faultline::pipeline::{Cancel, Judge};
use faultline::store::Store;
use faultline::vocabulary::Persona;
use serde::Serialize;

use super::arguments::Arguments;
use super::experiment::run_experiment;
use super::results::{covered, heading, line};
use crate::bench::labelled::{self, LabelledTopic, MEASURES, is_picked};
use crate::cli::bench::judging_provider::JudgingProvider;
use crate::cli::bench::result_files::{create_results, write_results};
use crate::cli::check::manifests;
use crate::cli::columns::align_numbers;
use crate::cli::diagnose::plural;
use crate::cli::project::Project;
use crate::cli::project_root::current_folder;
use crate::cli::terminal::{print_json, warn};
use crate::cli::{CommandError, Exit, ctrl_c};
use crate::csv_file::InvalidFile;
use crate::csv_table::CsvTable;
use crate::unique::unique;

/// A measure of a mode or of the baseline, with its interval.
#[derive(Debug, Serialize)]
struct Row {
    level: &'static str,
    by: String,
    measure: &'static str,
    value: f64,
    low: f64,
    high: f64,
    /// The number of topics that it covers.
    topics: usize,
}

/// The files of results.
const FILES: [&str; 2] = ["labelled.csv", "statements.csv"];

/// A topic, with what a debate on it or the baseline scored.
type Score = (LabelledTopic, Scored);

/// Runs and scores every debate of the projects in a folder.
pub(super) fn run(arguments: &Arguments, folder: &Path) -> Result<Exit, CommandError> {
    let topics = labelled::read(folder)?;
    let cancel = ctrl_c::cancel_on_signal()?;
    // Scripts are found in the folder in which the program runs, not in the labelled projects.
    let root = current_folder()?;
    let judge = arguments.judge.as_deref();
    let judge = judge.map(|named| named_judge(&root, named, arguments)).transpose()?;
    create_results(&arguments.out, &FILES)?;
    let (mut by_issue, mut by_meaning, mut calls) = (Vec::new(), Vec::new(), 0);
    for labelled in &topics {
        let Some((project, store)) = debated(arguments, &cancel, labelled)? else {
            warn("stopped: there are no results");
            return Ok(Exit::Retry);
        };
        let topic = project.library.topics.values().next().expect("the project has one topic");
        let score = |labelled: &LabelledTopic| -> Result<Vec<Score>, CommandError> {
            let scored = labelled::score(labelled, topic, &project.plan, &store)?;
            Ok(scored.into_iter().map(|scored| (labelled.clone(), scored)).collect())
        };
        by_issue.extend(score(labelled)?);
        if let Some(JudgingProvider { provider, models, .. }) = &judge {
            let personas: Vec<Persona> = project.library.personas.values().cloned().collect();
            let store = provider.asks_models().then_some(&store);
            let judge = Judge { root: &root, provider, models, store };
            let (judged, usage) = labelled::by_meaning(labelled, topic, &personas, &judge)?;
            by_meaning.extend(score(&judged)?);
            calls += usage.calls;
        }
    }
    let mut levels = vec![("by question", by_issue)];
    if judge.is_some() {
        warn(&format!(
            "{} judged which axes the statements are about",
            plural(calls as usize, "call")
        ));
        levels.push(("by meaning", by_meaning));
    }
    write(arguments, &topics, &levels)?;
    Ok(Exit::Done)
}

/// The provider that judges which axes the statements are about.
fn named_judge(
    root: &Path,
    named: &str,
    arguments: &Arguments,
) -> Result<JudgingProvider, CommandError> {
    let judge = JudgingProvider::named(root, "--judge", named)?;
    if judge.may_cost() && !arguments.yes {
        let message = format!(
            "`--judge {named}` may cost money: each call judges {MOST_PAIRS_PER_CALL} pairs of a statement and a question"
        );
        return Err(CommandError::usage(message, "add `--yes` to pay whatever it costs"));
    }
    Ok(judge)
}

/// Runs the debates of one project; `None` if they were cancelled.
fn debated(
    arguments: &Arguments,
    cancel: &Cancel,
    labelled: &LabelledTopic,
) -> Result<Option<(Project, Store)>, CommandError> {
    let refuse = |count, noun, help| {
        let cause = format!("has {}", plural(count, noun));
        Err(InvalidFile::new(&labelled.folder, None, cause, help).into())
    };
    let folder = labelled.folder.canonicalize()?;
    let manifests = manifests(&folder, Path::new("experiments"))?;
    let [manifest] = manifests.as_slice() else {
        return refuse(manifests.len(), "manifest", "keep one manifest in `experiments`");
    };
    let (project, store, summary) = run_experiment(folder.join(manifest), arguments, cancel)?;
    let topics = &project.plan.manifest.topics;
    let [topic] = topics.as_slice() else {
        return refuse(topics.len(), "topic", "name one topic in the manifest");
    };
    if let Some(missed) = summary.missed.first() {
        let failed = plural(summary.missed.len(), "debate");
        warn(&format!("{topic}: {failed} failed, the first with: {}", missed.error));
    }
    Ok((summary.cancelled == 0).then_some((project, store)))
}

/// Prints a table for each way to find the axes that a statement is about, and writes
/// `labelled.csv` and `statements.csv`.
fn write(
    arguments: &Arguments,
    topics: &[LabelledTopic],
    levels: &[(&'static str, Vec<Score>)],
) -> Result<(), CommandError> {
    let titles = ["level", "topic", "by", "statement", "label", "axes", "picked"];
    let mut statements = CsvTable::new(&titles);
    let (mut rows, mut tables) = (Vec::new(), String::new());
    for (level, scores) in levels {
        for (topic, scored) in scores {
            for one in &topic.statements {
                let axes = one.axes.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
                let picked = if is_picked(one, &scored.named) { "yes" } else { "no" };
                let (topic, by) = (scored.topic.as_str(), scored.by.as_str());
                let (text, label) = (one.text.as_str(), one.label.name());
                statements.push([*level, topic, by, text, label, &axes, picked]);
            }
        }
        let (found, table) = measures(level, scores, arguments.seed);
        rows.extend(found);
        tables += &table;
    }
    let mut measures = CsvTable::new(&["level", "by", "measure", "value", "low", "high", "topics"]);
    for Row { level, by, measure, value, low, high, topics } in &rows {
        let numbers = [value, low, high].map(|number| format!("{number:.4}"));
        let texts = [*level, by, *measure].map(str::to_owned).into_iter();
        measures.push(texts.chain(numbers).chain([topics.to_string()]));
    }
    let files = [measures, statements].map(CsvTable::finish);
    write_results(&arguments.out, FILES.into_iter().zip(files))?;
    if arguments.json {
        return Ok(print_json(&rows)?);
    }
    write!(io::stdout(), "{tables}")?;
    let statements = topics.iter().map(|topic| topic.statements.len()).sum();
    let statements = plural(statements, "held-back statement");
    let topics = plural(topics.len(), "topic");
    warn(&format!("{topics} with {statements}, seed {}; F1 with its 95% interval", arguments.seed));
    let [measures, statements] = FILES.map(|name| arguments.out.join(name).display().to_string());
    Ok(writeln!(io::stdout(), "written: {measures} and {statements}")?)
}

/// Every measure of the baseline and of each mode, and a table of them.
fn measures(level: &'static str, scores: &[Score], seed: u64) -> (Vec<Row>, String) {
    let mut table = vec![heading(level, &MEASURES)];
    let mut rows = Vec::new();
    for by in unique(scores.iter().map(|(_, scored)| scored.by.as_str())) {
        let own: Vec<&Scored> =
            scores.iter().map(|(_, scored)| scored).filter(|scored| scored.by == by).collect();
        let estimates = MEASURES.map(|measure| (measure, estimate(&own, measure, seed)));
        table.push(line(by, &estimates));
        let known = estimates.into_iter().filter_map(|(measure, found)| Some((measure, found?)));
        let row = |(measure, Estimate { value, low, high }): (Measure, Estimate)| Row {
            level,
            by: by.to_owned(),
            measure: measure.name(),
            value,
            low,
            high,
            topics: covered(&own, measure),
        };
        rows.extend(known.map(row));
    }
    (rows, align_numbers(&table).join("\n") + "\n\n")
}
