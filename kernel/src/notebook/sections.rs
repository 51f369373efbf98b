//! What a mode shows of a debate: the blocks of its page, in a notebook.

mod chart;
mod figure;
mod piece;

use std::fmt;

pub(super) use self::piece::{Piece, Pieces};
use super::debate::Debate;
use super::display::{escaped, shown};
use super::error::NotebookError;
use super::grid::Grid;
use crate::view::{History, Section, Subject};

/// Sections of a debate: what only its mode shows. They have the content of the debate's page.
#[derive(Debug, Clone)]
pub struct Sections {
    sections: Vec<Titled>,
}

/// A section with the words of its heading.
#[derive(Debug, Clone)]
struct Titled {
    id: &'static str,
    title: String,
    pieces: Vec<Piece>,
}

impl Debate {
    /// What only the mode of the debate shows, such as labels after each round, strengths, or who
    /// spoke when: the sections of its page, in words, tables and drawings.
    ///
    /// # Errors
    /// [`NotebookError::NoMode`] where the run does not name the mode of the debate, and
    /// [`NotebookError::Detail`] where a record lacks data.
    pub fn sections(&self) -> Result<Sections, NotebookError> {
        self.shown(|_| true)
    }

    /// The sections with this id, such as `drawing`; [`Sections::table`] lists the ids. What a mode
    /// shows of each round, or of each crux, has one id.
    ///
    /// # Errors
    /// [`NotebookError::NoSection`] where the debate has no such section, and those of
    /// [`sections`](Self::sections).
    pub fn section(&self, id: &str) -> Result<Sections, NotebookError> {
        let found = self.shown(|known| known == id)?;
        if found.sections.is_empty() {
            let mut known: Vec<&str> = Vec::new();
            for Titled { id, .. } in &self.sections()?.sections {
                if !known.contains(id) {
                    known.push(id);
                }
            }
            let known = known.into_iter().map(str::to_owned).collect();
            return Err(NotebookError::NoSection { wanted: id.to_owned(), known });
        }
        Ok(found)
    }

    fn shown(&self, is_wanted: impl Fn(&str) -> bool) -> Result<Sections, NotebookError> {
        let history = self.history();
        let mode = self.mode.as_ref().ok_or(NotebookError::NoMode)?;
        let mut sections = mode.view(&history)?;
        sections.sort_by_key(|section| section.subject);
        let numbered = sections.iter().enumerate();
        let wanted: Vec<_> = numbered.filter(|(_, section)| is_wanted(section.id)).collect();
        let mut pieces = Pieces::of(&history, &self.planned.personas, self.cell());
        pieces.place_drawings(&wanted);
        let titled = |(number, section): (usize, &Section)| Titled {
            id: section.id,
            title: title(&history, section),
            pieces: pieces.section(number, section),
        };
        Ok(Sections { sections: wanted.into_iter().map(titled).collect() })
    }
}

/// The heading of a section: its own, or that of its subject.
fn title(history: &History<'_>, section: &Section) -> String {
    if !section.title.is_empty() {
        return section.title.clone();
    }
    match section.subject {
        Subject::Summary => "Key figures".to_owned(),
        Subject::Debate => String::new(),
        Subject::Round(round) => history.round_title(round),
        Subject::Crux(id) => {
            let crux = history.outcome().cruxes.iter().find(|crux| crux.id == id);
            crux.map_or_else(|| id.to_string(), |crux| crux.question.clone())
        }
    }
}

impl Sections {
    /// The sections as a table: the id of each, and its heading.
    pub fn table(&self) -> Grid {
        let mut grid = Grid::new(["section", "heading"]);
        for section in &self.sections {
            grid.push([section.id.to_owned(), section.title.clone()]);
        }
        grid
    }

    pub(super) fn html(&self) -> String {
        let section = |Titled { title, pieces, .. }: &Titled| {
            let pieces: String = pieces.iter().map(Piece::html).collect();
            format!(
                "<p style=\"margin:1.2em 0 .3em;font-size:1.15em\"><b>{}</b></p>\n{pieces}",
                escaped(title)
            )
        };
        self.sections.iter().map(section).collect()
    }
}

impl fmt::Display for Sections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Titled { title, pieces, .. }) in self.sections.iter().enumerate() {
            writeln!(f, "{}{title}", if at == 0 { "" } else { "\n" })?;
            pieces.iter().try_for_each(|piece| write!(f, "{piece}"))?;
        }
        Ok(())
    }
}

shown!(Sections);

#[cfg(test)]
#[cfg(feature = "run")]
mod tests;
