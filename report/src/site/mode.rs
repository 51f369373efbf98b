//! The pages of a mode: protocol, parameters, metrics, and all of its debates.

use std::collections::BTreeMap;

use faultline::mode::{Control, Mode};

use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::input::NoOutcome;
use super::persona_tag::Tag;
use super::route::{Link, Route};
use super::sentence::{paragraphs, sentence};
use super::{Fault, Page, comparison};
use faultline::view::glossary::{self, Term};

/// A debate in this mode.
#[derive(Debug)]
struct Entry {
    question: String,
    personas: Vec<Tag>,
    replicate: u32,
    link: Link,
    regime: Result<Term, NoOutcome>,
    cruxes: String,
}

#[derive(Debug)]
struct View {
    title: String,
    name: String,
    protocol: Vec<String>,
    /// What was done to the debates, if the mode is run under a control.
    control: Option<&'static str>,
    /// What the control changes in this mode and what stays.
    effect: Option<&'static str>,
    /// What each parameter is called, its value, and what it sets.
    parameters: Vec<(String, String, &'static str)>,
    metrics: Vec<(String, String)>,
    entries: Vec<Entry>,
    /// The number of all debates in this mode.
    debates: usize,
    /// The pages of the mode, this one without a link.
    pages: Vec<Option<Link>>,
}

/// How many debates one page lists. An entry has about a kilobyte.
const ENTRIES: usize = 500;

impl View {
    /// Whether this is the first page, which describes the mode.
    fn is_first(&self) -> bool {
        self.pages.first().is_none_or(Option::is_none)
    }
}

templates!(View, "pages/mode.html", "pages/mode.md");

/// Builds the pages of all modes and their twins.
pub(super) fn pages(index: &Index<'_>) -> Result<Vec<Page>, Fault> {
    let mut labels: BTreeMap<&str, Vec<&IndexedDebate>> = BTreeMap::new();
    for debate in &index.debates {
        labels.entry(&debate.label).or_default().push(debate);
    }
    let mut pages = Vec::new();
    for (label, debates) in labels {
        let count = debates.chunks(ENTRIES).len();
        for (page, listed) in debates.chunks(ENTRIES).enumerate() {
            let here = Route::of_mode_page(label, page);
            let link =
                |other| (other != page).then(|| Route::of_mode_page(label, other).link(&here));
            let view = View {
                debates: debates.len(),
                pages: (0..count).map(link).collect(),
                ..view(index, listed, &here)
            };
            let more = format!("Debates in mode {}", view.title);
            let view = if page == 0 { view } else { View { title: more, ..view } };
            let frame = Frame::new(index.experiment, &here, view.title.clone(), &[]);
            pages.extend(render(&here, &frame, &view)?);
        }
    }
    Ok(pages)
}

fn view(index: &Index<'_>, debates: &[&IndexedDebate], here: &Route) -> View {
    let first = debates[0];
    let control = first.mode.control();
    View {
        title: comparison::title(first),
        name: first.mode.name().to_string(),
        protocol: paragraphs(first.mode.about().protocol),
        control: control.map(Control::sentence),
        effect: control.and_then(|control| first.mode.about().effect(control)),
        parameters: parameters(&first.mode),
        metrics: first
            .mode
            .about()
            .measures
            .iter()
            .map(|measure| (measure.name.to_owned(), sentence(measure.meaning)))
            .collect(),
        entries: debates.iter().map(|debate| entry(index, debate, here)).collect(),
        debates: debates.len(),
        pages: vec![None],
    }
}

fn parameters(mode: &Mode) -> Vec<(String, String, &'static str)> {
    let about = mode.about();
    let meaning = |title: &str| about.parameters.iter().find(|own| own.title == title);
    let with_meaning = |(title, value): (String, String)| {
        let meaning = meaning(&title).map_or("", |own| own.meaning);
        (title, value, meaning)
    };
    mode.parameters().into_iter().map(with_meaning).collect()
}

fn entry(index: &Index<'_>, debate: &IndexedDebate, here: &Route) -> Entry {
    let topic = index.experiment.topic(&debate.topic);
    let outcome = debate.result.as_ref().map(|finished| &finished.outcome);
    Entry {
        question: topic.map_or_else(|| debate.topic.to_string(), |topic| topic.question.clone()),
        personas: index.personas.tags(&debate.personas, here),
        replicate: debate.replicate,
        link: Route::of_debate(debate).link(here),
        regime: outcome.map(|outcome| glossary::regime(outcome.regime)).map_err(Clone::clone),
        cruxes: outcome
            .map_or_else(|_| String::new(), |outcome| index.counted_cruxes(debate, outcome)),
    }
}
