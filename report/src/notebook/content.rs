//! What a notebook contains, as far as pages show it.

use std::collections::BTreeMap;

use super::key::Key;

/// A notebook of format 4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notebook {
    /// Its cells, in order.
    pub cells: Vec<Cell>,
    /// The language of its code.
    pub language: Language,
    /// What its outputs were computed from, if the file says so.
    pub key: Option<Key>,
}

/// The language of the code of a notebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Language {
    /// Rust, which `faultline-kernel` runs.
    Rust,
    /// Another one, by its name.
    Other(String),
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Prose in Markdown.
    Markdown {
        /// Its text.
        source: String,
        /// Its images, by name: each in some MIME types, in base 64.
        attachments: BTreeMap<String, BTreeMap<String, String>>,
    },
    /// Code with its outputs.
    Code(Code),
    /// Text for another program.
    Raw(String),
}

/// A code cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The number that it got when it was last run.
    pub number: Option<u64>,
    /// Its code.
    pub source: String,
    /// Its outputs, in order.
    pub outputs: Vec<Output>,
    /// Whether it is marked as a cell that may fail.
    pub may_fail: bool,
}

impl Code {
    /// Whether there is nothing to run in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.source.trim().is_empty()
    }
}

/// An output of a code cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Text that the cell printed.
    Stream {
        /// Whether it was printed to standard error.
        is_stderr: bool,
        /// The text.
        text: String,
    },
    /// A value, by MIME type. JSON is written as text, images in base 64.
    Value(BTreeMap<String, String>),
    /// The error with which the cell ended.
    Error {
        /// Its kind.
        name: String,
        /// Its message.
        value: String,
        /// Where it happened, in lines that can contain escape sequences.
        traceback: String,
    },
    /// Something of a type that format 4 does not have.
    Unknown(String),
}

impl Notebook {
    /// Its code cells that are not blank, in order.
    pub(crate) fn code(&self) -> impl Iterator<Item = &Code> {
        self.cells.iter().filter_map(|cell| match cell {
            Cell::Code(code) if !code.is_blank() => Some(code),
            Cell::Code(_) | Cell::Markdown { .. } | Cell::Raw(_) => None,
        })
    }

    /// The hash of its code cells, as a [`Key`] has it.
    pub fn hash_of_cells(&self) -> String {
        Key::hash_of_cells(self.code().map(|code| code.source.as_str()))
    }
}
