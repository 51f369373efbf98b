//! A file of the site, and why a site cannot be made.

use askama::Template;
use faultline::vocabulary::TopicId;

use super::route::Route;

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

impl Fault {
    /// What to do about it, where the message does not say it.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Detail { source, .. } => Some(source.help()),
            Self::UnknownTopic { .. } | Self::Drawing { .. } | Self::Template(_) => None,
        }
    }
}

impl Page {
    /// Renders a page and its twin.
    pub(super) fn pair(
        route: &Route,
        html: &impl Template,
        markdown: &impl Template,
    ) -> Result<Vec<Self>, Fault> {
        let html = Self { path: route.path(), bytes: html.render()?.into_bytes() };
        let markdown = Self { path: route.twin(), bytes: tidy(&markdown.render()?).into_bytes() };
        Ok(vec![html, markdown])
    }
}

/// Collapses several empty lines into one, and removes spaces at the end of lines and empty lines
/// at the end of the page.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_has_no_repeated_empty_lines() {
        assert_eq!(tidy("\n\n# a  \n\n\n\n- b\n    c\n\n"), "# a\n\n- b\n    c\n");
    }
}
