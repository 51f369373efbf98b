//! The page about the run: inputs, cells, failures.

use faultline::view::number;

use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::{NoOutcome, RunInfo};
use super::replicates::{self, UnlistedReplicates};
use super::route::{Link, Route};
use super::sentence::{listed, sentence};
use super::{Fault, Page, comparison, cost};

/// A debate with its cell.
#[derive(Debug)]
struct Entry {
    cell: String,
    title: String,
    link: Link,
    seed: String,
    /// The number of its calls, or why there are none.
    calls: Result<String, NoOutcome>,
}

#[derive(Debug)]
struct View {
    name: String,
    command: String,
    run: RunInfo,
    entries: Vec<Entry>,
    /// The debates that are not listed.
    rest: Vec<UnlistedReplicates>,
    /// The first debates that failed, each with the reason.
    failures: Vec<(String, String, Link)>,
    /// The number of the other debates that failed.
    more_failures: usize,
    usage: cost::Total,
}

/// The number of failures that the page lists.
const FAILURES: usize = 50;

templates!(View, "pages/about.html", "pages/about.md");

/// Builds the page and its twin.
pub(super) fn pages(index: &Index<'_>) -> Result<Vec<Page>, Fault> {
    let (experiment, here) = (index.experiment, Route::About);
    let (listed, rest) = replicates::listed(index.debates.iter(), &here);
    let failed = || index.debates.iter().filter_map(|debate| failure(index, debate, &here));
    let view = View {
        name: experiment.name.clone(),
        command: experiment.command.clone(),
        run: experiment.run.clone(),
        entries: listed.into_iter().map(|debate| entry(index, debate, &here)).collect(),
        rest,
        failures: failed().take(FAILURES).collect(),
        more_failures: failed().skip(FAILURES).count(),
        usage: cost::total(index),
    };
    let frame = Frame::new(experiment, &here, "About this run", &[]);
    render(&here, &frame, &view)
}

fn title(index: &Index<'_>, debate: &IndexedDebate, here: &Route) -> String {
    let (mode, replicate) = (comparison::title(debate), debate.replicate);
    let personas = index.personas.tags(&debate.personas, here).into_iter().map(|tag| tag.name);
    let personas = listed(&personas.collect::<Vec<_>>());
    format!("{}: {mode}, {personas}, replicate {replicate}", debate.topic)
}

/// A debate that failed, with the reason.
fn failure(
    index: &Index<'_>,
    debate: &IndexedDebate,
    here: &Route,
) -> Option<(String, String, Link)> {
    match &debate.result {
        Err(NoOutcome::Failed(failure)) => {
            let link = Route::of_debate(debate).link(here);
            Some((title(index, debate, here), sentence(&failure.why), link))
        }
        Err(NoOutcome::NotRun) | Ok(_) => None,
    }
}

fn entry(index: &Index<'_>, debate: &IndexedDebate, here: &Route) -> Entry {
    Entry {
        cell: debate.cell.clone(),
        title: title(index, debate, here),
        link: Route::of_debate(debate).link(here),
        seed: debate.seed.0.to_string(),
        calls: (debate.result.as_ref())
            .map(|finished| number::integer(u64::from(finished.outcome.usage.calls)))
            .map_err(Clone::clone),
    }
}
