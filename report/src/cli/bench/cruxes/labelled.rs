//! `report bench cruxes --labelled`: scores debates on real data.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use faultline::pipeline::Cancel;
use serde::Serialize;

use super::results::{heading, line};
use super::{Arguments, experiment};
use crate::bench::cruxes::{Estimate, Measure, Scored, estimate};
use crate::bench::labelled::{self, LabelledTopic, MEASURES, is_picked};
use crate::cli::check::manifests;
use crate::cli::columns::{Alignment, align};
use crate::cli::diagnose::plural;
use crate::cli::terminal::warn;
use crate::cli::{CommandError, Exit, ctrl_c};
use crate::csv_file::InvalidFile;

/// A measure of a mode or of the baseline, with its interval.
#[derive(Debug, Serialize)]
struct Row {
    by: String,
    measure: &'static str,
    value: f64,
    low: f64,
    high: f64,
    topics: usize,
}

/// Runs and scores every debate of the projects in a folder.
pub(super) fn run(arguments: &Arguments, folder: &Path) -> Result<Exit, CommandError> {
    let topics = labelled::read(folder)?;
    let cancel = ctrl_c::cancel_on_signal()?;
    let mut scored = Vec::new();
    for topic in &topics {
        let Some(found) = score(arguments, &cancel, topic)? else {
            warn("stopped: there are no results");
            return Ok(Exit::Retry);
        };
        scored.extend(found.into_iter().map(|scored| (topic, scored)));
    }
    let out = arguments.out.display();
    let write = || write(arguments, topics.len(), &scored);
    write().map_err(|error| {
        CommandError::usage(
            format!("`--out {out}`: {error}"),
            "name a folder that you may write to",
        )
    })?;
    Ok(Exit::Done)
}

/// Scores the debates of one project; `None` if they were cancelled.
fn score(
    arguments: &Arguments,
    cancel: &Cancel,
    labelled: &LabelledTopic,
) -> Result<Option<Vec<Scored>>, CommandError> {
    let refuse = |count, noun, help| {
        let cause = format!("has {}", plural(count, noun));
        Err(InvalidFile::new(&labelled.folder, None, cause, help).into())
    };
    let folder = labelled.folder.canonicalize()?;
    let manifests = manifests(&folder, Path::new("experiments"));
    let [manifest] = manifests.as_slice() else {
        return refuse(manifests.len(), "manifest", "keep one manifest in `experiments`");
    };
    let (project, store, summary) = experiment(folder.join(manifest), arguments, cancel)?;
    let topics = &project.plan.manifest.topics;
    let [topic] = topics.as_slice() else {
        return refuse(topics.len(), "topic", "name one topic in the manifest");
    };
    if let Some(missed) = summary.missed.first() {
        let failed = plural(summary.missed.len(), "debate");
        warn(&format!("{topic}: {failed} failed, the first with: {}", missed.error));
    }
    let topic = &project.library.topics[topic];
    let scored = labelled::score(labelled, topic, &project.plan, &store)?;
    Ok((summary.cancelled == 0).then_some(scored))
}

/// Prints the table, and writes `labelled.csv` and `statements.csv`.
fn write(
    arguments: &Arguments,
    topics: usize,
    scored: &[(&LabelledTopic, Scored)],
) -> io::Result<()> {
    let mut order: Vec<&str> = Vec::new();
    for (_, scored) in scored {
        if !order.contains(&scored.by.as_str()) {
            order.push(&scored.by);
        }
    }
    let mut table = vec![heading("labelled", &MEASURES)];
    let mut rows = Vec::new();
    for by in order {
        let own: Vec<&Scored> =
            scored.iter().map(|(_, scored)| scored).filter(|scored| scored.by == by).collect();
        let estimates = MEASURES.map(|measure| (measure, estimate(&own, measure, arguments.seed)));
        table.push(line(by, &estimates));
        let known = estimates.into_iter().filter_map(|(measure, found)| Some((measure, found?)));
        let row = |(measure, Estimate { value, low, high }): (Measure, Estimate)| Row {
            by: by.to_owned(),
            measure: measure.name(),
            value,
            low,
            high,
            topics,
        };
        rows.extend(known.map(row));
    }
    fs::create_dir_all(&arguments.out)?;
    let files = ["labelled.csv", "statements.csv"].map(|name| arguments.out.join(name));
    let mut measures = BufWriter::new(File::create(&files[0])?);
    writeln!(measures, "by,measure,value,low,high,topics")?;
    for Row { by, measure, value, low, high, topics } in &rows {
        writeln!(measures, "{by},{measure},{value:.4},{low:.4},{high:.4},{topics}")?;
    }
    measures.flush()?;
    let mut statements = csv::Writer::from_path(&files[1])?;
    statements.write_record(["topic", "by", "statement", "label", "axis", "picked"])?;
    for (topic, scored) in scored {
        for one in &topic.statements {
            let axis = one.axis.as_deref().unwrap_or_default();
            let picked = if is_picked(one, &scored.named) { "yes" } else { "no" };
            let row = [&scored.topic, &scored.by, &one.text, one.label.name(), axis, picked];
            statements.write_record(row)?;
        }
    }
    statements.flush()?;
    if arguments.json {
        let json = serde_json::to_string(&rows).map_err(io::Error::other)?;
        return writeln!(io::stdout(), "{json}");
    }
    let mut alignment = [Alignment::Right; MEASURES.len() + 1];
    alignment[0] = Alignment::Left;
    writeln!(io::stdout(), "{}\n", align(&table, &alignment).join("\n"))?;
    let count = scored.iter().map(|(topic, _)| (&topic.folder, topic.statements.len()));
    let count: BTreeMap<_, _> = count.collect();
    let statements = plural(count.values().sum(), "held-back statement");
    let topics = plural(topics, "topic");
    warn(&format!(
        "{topics} with {statements}, seed {}; F1 with its 95 % interval",
        arguments.seed
    ));
    writeln!(io::stdout(), "written: {} and {}", files[0].display(), files[1].display())
}
