//! The page about the run: inputs, cells, failures.

use faultline::view::number;

use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::{Absent, RunInfo};
use super::route::{Link, Route};
use super::sentence::{capital, full_stop};
use super::{Fault, Page, comparison, cost};

/// A debate with its cell.
#[derive(Debug)]
struct Entry {
    cell: String,
    title: String,
    link: Link,
    seed: String,
    /// The number of its calls, or why there are none.
    calls: Result<String, Absent>,
}

#[derive(Debug)]
struct View {
    name: String,
    command: String,
    run: RunInfo,
    entries: Vec<Entry>,
    failures: Vec<(String, String, Link)>,
    usage: cost::Total,
}

templates!(View, "pages/about.html", "pages/about.md");

/// Builds the page and its twin.
pub(super) fn pages(index: &Index<'_>) -> Result<Vec<Page>, Fault> {
    let (experiment, here) = (index.experiment, Route::About);
    let entries: Vec<Entry> = index.debates.iter().map(|debate| entry(debate, &here)).collect();
    let failures = entries
        .iter()
        .filter_map(|entry| match &entry.calls {
            Err(Absent::Failed(why)) => {
                let why = full_stop(&capital(why));
                Some((entry.title.clone(), why, entry.link.clone()))
            }
            Err(Absent::NotRun) | Ok(_) => None,
        })
        .collect();
    let view = View {
        name: experiment.name.clone(),
        command: experiment.command.clone(),
        run: experiment.run.clone(),
        entries,
        failures,
        usage: cost::total(index),
    };
    let frame = Frame::new(experiment, &here, "About this run", &[]);
    render(&here, &frame, &view)
}

fn entry(debate: &IndexedDebate, here: &Route) -> Entry {
    Entry {
        cell: debate.cell.clone(),
        title: format!(
            "{}: {}, replicate {}",
            debate.topic,
            comparison::title(debate),
            debate.replicate
        ),
        link: Route::of_debate(debate).link(here),
        seed: debate.seed.0.to_string(),
        calls: (debate.result.as_ref())
            .map(|finished| number::integer(u64::from(finished.outcome.usage.calls)))
            .map_err(Clone::clone),
    }
}
