//! The frame of every page: title, breadcrumbs, provider, footer.

use super::input::{Experiment, ProviderInfo};
use super::route::{Link, Route};

/// A breadcrumb.
#[derive(Debug, Clone)]
pub(super) struct Crumb {
    pub(super) text: String,
    pub(super) link: Link,
}

/// The frame of a page.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// The page's own title.
    pub(super) title: String,
    /// The last breadcrumb: the name of the page itself.
    pub(super) step: String,
    /// The experiment's title.
    pub(super) site: String,
    /// The pages above this one, the front page first; empty there.
    pub(super) crumbs: Vec<Crumb>,
    pub(super) twin: String,
    pub(super) style: String,
    pub(super) script: String,
    pub(super) provider: ProviderInfo,
    pub(super) about: Link,
    pub(super) search: Link,
    pub(super) home: Link,
}

impl Frame {
    pub(super) fn new(
        experiment: &Experiment,
        here: &Route,
        title: impl Into<String>,
        above: &[(String, Route)],
    ) -> Self {
        let title = title.into();
        let home = Route::Home.link(here);
        let first = Crumb { text: experiment.title.clone(), link: home.clone() };
        let between =
            above.iter().map(|(text, route)| Crumb { text: text.clone(), link: route.link(here) });
        let crumbs = match here {
            Route::Home => Vec::new(),
            Route::Topic(_)
            | Route::Debate { .. }
            | Route::Log { .. }
            | Route::Persona(_)
            | Route::Mode { .. }
            | Route::Notebook { .. }
            | Route::About
            | Route::Search
            | Route::SearchIndex { .. }
            | Route::SearchScript
            | Route::Style
            | Route::Views
            | Route::NotebookStyle
            | Route::Script => std::iter::once(first).chain(between).collect(),
        };
        Self {
            step: title.clone(),
            title,
            site: experiment.title.clone(),
            crumbs,
            twin: here.twin_name(),
            style: Route::Style.asset(here),
            script: Route::Script.asset(here),
            provider: experiment.provider.clone(),
            about: Route::About.link(here),
            search: Route::Search.link(here),
            home,
        }
    }
}
