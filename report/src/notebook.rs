//! Notebooks of Jupyter as pages show them: a file becomes cells with their outputs, or the reason
//! why it has none to show.
//!
//! Nothing here runs a cell. The program `faultline-kernel` runs notebooks and keeps a [`Key`] of
//! what their outputs were computed from; [`State`] compares it with the cells, the program and the
//! debates of today.

mod content;
mod key;
mod read;
mod state;
mod terminal_text;

pub use content::{Cell, Code, Language, Notebook, Output};
pub use key::Key;
pub use read::{Unreadable, read};
pub use state::{Change, Now, State};
pub(crate) use terminal_text::plain;
