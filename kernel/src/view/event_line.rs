//! What a transcript shows of an event while a debate runs.

use super::Text;

/// A line that a transcript shows of an event, or what separates it from other lines.
#[derive(Debug, Clone, PartialEq)]
pub enum EventLine {
    /// The heading of a section. A transcript leaves it out where it is that of the current
    /// section.
    Heading(String),
    /// The heading of a round, from 0.
    Round(u32),
    /// An empty line.
    Gap,
    /// A sentence about the round or the debate, between turns.
    Sentence(Text),
    /// What a persona does, or what it holds; begins with its name.
    Persona(Text),
    /// A detail that readers may skip, below what it is about.
    Detail(Level, Text),
    /// An item of a numbered list.
    Item(usize, String),
    /// The labels of all arguments, and the number of preferred extensions in decimal digits.
    Labels {
        /// The number of preferred extensions.
        preferred: String,
    },
}

/// What a detail is about, which decides how far it is indented.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The round or the debate.
    Round,
    /// A turn, in the column of the ids of nodes.
    Node,
    /// What a turn says, in the column of the texts of nodes.
    Text,
    /// A detail of the text itself, such as a reason.
    Detail,
}
