//! The site: an [`Experiment`] becomes pages as values; nothing here reads or writes files.
//!
//! Each page is built in two steps: a view struct holds names, numbers and links; a template holds the sentences. Every page
//! has a Markdown twin made from the same view. [`route`] alone makes file names and links, `blocks` renders what only a
//! mode shows, `glossary` holds the words for the kernel's enums.

/// Declares the two templates of a page, which show the same frame and view, and the function `render`, which makes the page
/// and its twin.
macro_rules! templates {
    ($view:ty, $html:literal, $markdown:literal) => {
        #[derive(askama::Template)]
        #[template(path = $html)]
        struct Html<'a> {
            frame: &'a Frame,
            view: &'a $view,
        }

        #[derive(askama::Template)]
        #[template(path = $markdown)]
        struct Markdown<'a> {
            frame: &'a Frame,
            view: &'a $view,
        }

        fn render(route: &Route, frame: &Frame, view: &$view) -> Result<Vec<Page>, Fault> {
            Page::pair(route, &Html { frame, view }, &Markdown { frame, view })
        }
    };
}

pub mod input;
pub mod route;

pub(crate) mod escape;
mod evidence;
pub(crate) mod glossary;
pub(crate) mod load;
mod persona_tag;
pub(crate) mod sentence;

mod blocks;
pub(crate) mod comparison;
mod contradictions;
mod cost;
mod findings;
pub(crate) mod flip;
mod frame;
mod interval;
mod overview;
mod page;
mod references;

mod about;
pub(crate) mod assets;
mod debate;
mod home;
mod mode;
mod persona;
mod topic;

use std::collections::{BTreeMap, BTreeSet};

pub use input::{
    Absent, Cost, Debate, Exchange, Experiment, Finished, Message, ProviderInfo, RunInfo, Unmatched,
};
pub(crate) use page::tidy;
pub use page::{Fault, Page};

use persona_tag::PersonaTags;

/// Makes all files of the site, sorted by path; the same experiment gives the same bytes.
///
/// # Errors
/// [`Fault`] where the experiment contradicts itself or a page cannot be made.
pub fn pages(experiment: &Experiment) -> Result<Vec<Page>, Fault> {
    let personas = PersonaTags::new(&experiment.personas);
    let topics: BTreeMap<_, _> = experiment.topics.iter().map(|topic| (&topic.id, topic)).collect();
    let mut pages = assets::pages();
    pages.extend(home::pages(experiment, &personas)?);
    pages.extend(about::pages(experiment)?);
    let everything = comparison::compared(experiment, |_| true);
    for topic in &experiment.topics {
        pages.extend(topic::pages(experiment, &personas, topic, &everything)?);
    }
    for persona in &experiment.personas {
        pages.extend(persona::pages(experiment, &personas, persona)?);
    }
    pages.extend(mode::pages(experiment, &personas)?);
    for debate in &experiment.debates {
        let topic = topics.get(&debate.topic).ok_or_else(|| Fault::UnknownTopic {
            cell: debate.cell.clone(),
            topic: debate.topic.clone(),
        })?;
        pages.extend(debate::pages(experiment, &personas, topic, debate)?);
    }
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    let mut seen = BTreeSet::new();
    match pages.iter().find(|page| !seen.insert(page.path.as_str())) {
        Some(twice) => Err(Fault::SamePath(twice.path.clone())),
        None => Ok(pages),
    }
}
