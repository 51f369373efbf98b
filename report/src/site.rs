//! The site: an [`Experiment`] becomes pages as values; nothing here reads or writes files.
//!
//! Each page is built in two steps: a view struct holds ready words and links, a template sets them. Every page has a
//! Markdown twin made from the same view. [`route`] alone makes file names and links, `view::number` alone makes text of
//! numbers, `words` alone names what the kernel names by enums.

pub mod input;
pub mod route;

mod escape;
mod evidence;
pub(crate) mod prose;
pub(crate) mod words;

mod cast;
mod frame;

mod about;
mod answer;
mod assets;
mod cost;
mod debate;
mod diagram;
mod home;
mod mode;
mod persona;
mod topic;

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use faultline::vocabulary::TopicId;

pub use input::{
    Absent, Cost, Debate, Exchange, Experiment, Finished, Message, ModeInfo, ProviderInfo, RunInfo,
};

use cast::Cast;
use route::Route;

/// A file of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its path from the site's folder, with `/` between folders.
    pub path: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// Says why an experiment makes no site.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A debate names a topic that the experiment does not hold.
    #[error("debate {cell} is about `{topic}`, which the experiment does not hold")]
    UnknownTopic {
        /// The debate's cell.
        cell: String,
        /// The topic it names.
        topic: TopicId,
    },
    /// Two pages would have one path.
    #[error("two pages would be written to `{0}`")]
    SamePath(String),
    /// A graph cannot be drawn.
    #[error("the graph of debate {cell} cannot be drawn: {fault}")]
    Drawing {
        /// The debate's cell.
        cell: String,
        /// Why.
        fault: faultline::draw::DiagramError,
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

/// Leaves one empty line where a template left several, and none at the end of lines or the page.
fn tidy(markdown: &str) -> String {
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
    let cast = Cast::new(&experiment.personas);
    let topics: BTreeMap<_, _> = experiment.topics.iter().map(|topic| (&topic.id, topic)).collect();
    let mut pages = assets::pages();
    pages.extend(home::pages(experiment, &cast)?);
    pages.extend(about::pages(experiment)?);
    for topic in &experiment.topics {
        pages.extend(topic::pages(experiment, &cast, topic)?);
    }
    for persona in &experiment.personas {
        pages.extend(persona::pages(experiment, &cast, persona)?);
    }
    pages.extend(mode::pages(experiment, &cast)?);
    for debate in &experiment.debates {
        let topic = topics.get(&debate.topic).ok_or_else(|| Fault::UnknownTopic {
            cell: debate.cell.clone(),
            topic: debate.topic.clone(),
        })?;
        pages.extend(debate::pages(experiment, &cast, topic, debate)?);
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
    fn markdown_keeps_its_words_and_loses_idle_lines() {
        assert_eq!(tidy("\n\n# a  \n\n\n\n- b\n    c\n\n"), "# a\n\n- b\n    c\n");
    }
}
