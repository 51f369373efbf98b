//! The page of a mode as the manifest labels it: protocol, parameters, metrics, debates.

use faultline::view::number;
use std::collections::BTreeMap;

use askama::Template;

use super::cast::{Cast, Tag};
use super::frame::Frame;
use super::home;
use super::input::{Absent, Debate, Experiment};
use super::route::{Link, Route};
use super::words::{self, Term};
use super::{Fault, Page, prose};

/// A debate led in this mode.
#[derive(Debug)]
struct Entry {
    question: String,
    personas: Vec<Tag>,
    replicate: u32,
    link: Link,
    regime: Result<Term, Absent>,
    cruxes: String,
}

#[derive(Debug)]
struct View {
    title: String,
    name: String,
    protocol: Vec<String>,
    parameters: Vec<(String, String)>,
    metrics: Vec<(String, String)>,
    entries: Vec<Entry>,
}

#[derive(Template)]
#[template(path = "pages/mode.html")]
struct Html<'a> {
    frame: &'a Frame,
    view: &'a View,
}

#[derive(Template)]
#[template(path = "pages/mode.md")]
struct Markdown<'a> {
    frame: &'a Frame,
    view: &'a View,
}

/// Builds the pages of all modes and their twins.
pub(super) fn pages(experiment: &Experiment, cast: &Cast) -> Result<Vec<Page>, Fault> {
    let mut labels: BTreeMap<&str, Vec<&Debate>> = BTreeMap::new();
    for debate in &experiment.debates {
        labels.entry(&debate.label).or_default().push(debate);
    }
    let mut pages = Vec::new();
    for (label, debates) in labels {
        let here = Route::of_mode(label);
        let view = view(experiment, cast, &debates, &here);
        let frame = Frame::new(experiment, &here, view.title.clone(), &[]);
        let html = Html { frame: &frame, view: &view };
        pages.extend(Page::pair(&here, &html, &Markdown { frame: &frame, view: &view })?);
    }
    Ok(pages)
}

fn view(experiment: &Experiment, cast: &Cast, debates: &[&Debate], here: &Route) -> View {
    let first = debates[0];
    let mut metrics: Vec<(String, String)> = Vec::new();
    let finished = debates.iter().filter_map(|debate| debate.result.as_ref().ok());
    for metric in finished.flat_map(|finished| &finished.outcome.metrics) {
        if metrics.iter().all(|(name, _)| *name != metric.name) {
            metrics.push((metric.name.clone(), prose::sentence(&prose::capital(&metric.meaning))));
        }
    }
    View {
        title: home::title(first),
        name: first.mode.name.clone(),
        protocol: prose::paragraphs(&first.mode.protocol),
        parameters: first.mode.parameters.clone(),
        metrics,
        entries: debates.iter().map(|debate| entry(experiment, cast, debate, here)).collect(),
    }
}

fn entry(experiment: &Experiment, cast: &Cast, debate: &Debate, here: &Route) -> Entry {
    let topic = experiment.topics.iter().find(|topic| topic.id == debate.topic);
    let outcome = debate.result.as_ref().map(|finished| &finished.outcome);
    Entry {
        question: topic.map_or_else(|| debate.topic.to_string(), |topic| topic.question.clone()),
        personas: cast.tags(&debate.personas, here),
        replicate: debate.replicate,
        link: Route::of_debate(debate).link(here),
        regime: outcome.map(|outcome| words::regime(outcome.regime)).map_err(Clone::clone),
        cruxes: outcome.map_or_else(
            |_| String::new(),
            |outcome| number::count(outcome.cruxes.len(), "crux", "cruxes"),
        ),
    }
}
