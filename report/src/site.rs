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
mod frame;
mod interval;
mod overview;
mod references;

mod about;
pub(crate) mod assets;
mod debate;
mod home;
mod mode;
mod persona;
mod topic;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use faultline::vocabulary::TopicId;

pub use input::{
    Absent, Cost, Debate, Exchange, Experiment, Finished, Message, ProviderInfo, RunInfo, Unmatched,
};

use persona_tag::PersonaTags;
use route::Route;

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its path from the site's folder, with `/` between folders.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why an experiment has no site.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A debate names a topic that the experiment does not contain.
    #[error("debate {cell} is about `{topic}`, which the experiment does not contain")]
    UnknownTopic {
        /// The debate's cell.
        cell: String,
        /// The topic it names.
        topic: TopicId,
    },
    /// Two pages have the same path.
    #[error("two pages have the path `{0}`")]
    SamePath(String),
    /// A graph cannot be drawn.
    #[error("the graph of debate {cell} cannot be drawn: {fault}")]
    Drawing {
        /// The debate's cell.
        cell: String,
        /// Why.
        fault: faultline::draw::DiagramError,
    },
    /// A record lacks the data that the debate's mode shows.
    #[error("debate {cell} cannot be shown")]
    Detail {
        /// The debate's cell.
        cell: String,
        /// What is missing.
        source: faultline::record::DetailFault,
    },
    /// A template failed.
    #[error("a template failed")]
    Template(#[from] askama::Error),
}

impl Page {
    /// Renders a page and its twin.
    fn pair(
        route: &Route,
        html: &impl Template,
        markdown: &impl Template,
    ) -> Result<Vec<Self>, Fault> {
        let html = Self { path: route.path(), bytes: html.render()?.into_bytes() };
        let markdown = Self { path: route.twin(), bytes: tidy(&markdown.render()?).into_bytes() };
        Ok(vec![html, markdown])
    }
}

/// Collapses several empty lines into one, and removes spaces at the end of lines and empty lines at the end of the page.
pub(crate) fn tidy(markdown: &str) -> String {
    let mut tidied = String::with_capacity(markdown.len());
    let mut empty = true;
    for line in markdown.lines().map(str::trim_end) {
        if !(line.is_empty() && empty) {
            tidied.push_str(line);
            tidied.push('\n');
        }
        empty = line.is_empty();
    }
    tidied.truncate(tidied.trim_end().len());
    tidied.push('\n');
    tidied
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_has_no_repeated_empty_lines() {
        assert_eq!(tidy("\n\n# a  \n\n\n\n- b\n    c\n\n"), "# a\n\n- b\n    c\n");
    }
}
