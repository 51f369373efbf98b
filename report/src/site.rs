//! The site: an [`Experiment`] and its debates become pages as values; nothing here reads or writes
//! files.
//!
//! Debates come one after the other. The page of each is made and handed on before the next debate
//! comes, and of the debate only what other pages show of it stays in memory, in an `index`.
//!
//! Each page is built in two steps: a view struct holds names, numbers and links; a template holds
//! the sentences. Every page has a Markdown twin made from the same view. [`route`] alone makes
//! file names and links, `blocks` renders what only a mode shows, `glossary` holds the words for
//! the kernel's enums.

/// Declares the two templates of a page, which show the same frame and view, and the function
/// `render`, which makes the page and its twin.
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
pub(crate) mod inferred;
mod persona_tag;
pub(crate) mod sentence;

mod blocks;
pub(crate) mod comparison;
mod contradictions;
mod cost;
mod findings;
mod frame;
mod index;
mod interval;
mod log_pages;
mod overview;
mod page;
mod references;
mod replicates;

mod about;
pub(crate) mod assets;
mod debate;
mod home;
mod mode;
mod notebook;
mod persona;
mod search;
mod stance;
mod topic;

use faultline::analysis::ModeComparison;
use faultline::vocabulary::TopicId;

pub use input::{
    Cost, Debate, Exchange, Experiment, Failure, Finished, Message, NoOutcome, NotebookFile,
    ProviderInfo, RoundTranscript, RunInfo, Unmatched, Utterance,
};
pub(crate) use page::tidy;
pub use page::{Fault, Page};

use index::Index;
use persona_tag::PersonaTags;

/// The site of an experiment, made debate by debate.
#[derive(Debug)]
pub struct Site<'e>(Index<'e>);

impl<'e> Site<'e> {
    /// The site of an experiment, without any debate yet.
    pub fn new(experiment: &'e Experiment) -> Self {
        let personas = PersonaTags::new(&experiment.personas);
        Self(Index { experiment, personas, debates: Vec::new() })
    }

    /// Makes the pages of a debate.
    ///
    /// # Errors
    /// [`Fault`] where the debate contradicts the experiment or a page cannot be made.
    pub fn debate(&self, debate: &Debate) -> Result<Vec<Page>, Fault> {
        debate::pages(&self.0, debate)
    }

    /// Adds a debate to the pages about several debates. Debates are added in the order of the
    /// plan.
    pub fn add(&mut self, debate: Debate) {
        self.0.debates.push(debate.into_indexed());
    }

    /// Compares the modes of the finished debates on some topics.
    pub(crate) fn compared(&self, is_chosen: impl Fn(&TopicId) -> bool) -> ModeComparison {
        comparison::compared(&self.0, is_chosen)
    }

    /// Makes all other files: those about several debates, once all are added, and those that pages
    /// share.
    ///
    /// # Errors
    /// [`Fault`] where a page cannot be made, or an error of `publish`.
    pub fn others<E: From<Fault>>(
        &self,
        mut publish: impl FnMut(Page) -> Result<(), E>,
    ) -> Result<(), E> {
        let index = &self.0;
        let mut publish = |pages: Vec<Page>| pages.into_iter().try_for_each(&mut publish);
        publish(assets::pages())?;
        publish(notebook::style(index.experiment).into_iter().collect())?;
        publish(home::pages(index)?)?;
        publish(about::pages(index)?)?;
        publish(search::pages(index)?)?;
        let everything = comparison::compared(index, |_| true);
        for topic in &index.experiment.topics {
            publish(topic::pages(index, topic, &everything)?)?;
        }
        let read = persona::corpora_by_topic(index.experiment);
        for persona in &index.experiment.personas {
            publish(persona::pages(index, &read, persona)?)?;
        }
        for file in &index.experiment.notebooks {
            publish(notebook::pages(index.experiment, file)?)?;
        }
        publish(mode::pages(index)?)
    }
}
