//! Typed ids: names that people write, and numbers that a debate assigns.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A text is not an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// The text is not a name: it is not made of lower-case letters, digits and single hyphens
    /// between them.
    #[error(
        "`{0}` is not a name: use lower-case letters, digits and single hyphens between them, at most 64 in all"
    )]
    NotAName(String),
    /// The text is not the prefix followed by a number.
    #[error("`{text}` is not an id of the form `{prefix}1`")]
    NotNumbered {
        /// The text.
        text: String,
        /// The letters with which such an id starts.
        prefix: &'static str,
    },
}

/// Two hyphens in a row separate the names in the address of a page, so a name must not contain
/// them.
fn is_name(text: &str) -> bool {
    let legal = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=64).contains(&text.len())
        && text.chars().all(legal)
        && !text.starts_with('-')
        && !text.ends_with('-')
        && !text.contains("--")
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// *Shape*: 1–64 lower-case letters, digits and single hyphens; neither end is a hyphen.
        #[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Makes an id from a name.
            ///
            /// # Errors
            /// [`IdError::NotAName`] if the text has another shape.
            pub fn new(text: impl Into<String>) -> Result<Self, IdError> {
                let text = text.into();
                if is_name(&text) { Ok(Self(text)) } else { Err(IdError::NotAName(text)) }
            }

            /// Returns the name as written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }
    )*};
}

macro_rules! numbered {
    ($($(#[$doc:meta])* $name:ident($prefix:literal);)*) => {$(
        $(#[$doc])*
        ///
        /// *Shape*: written as its letter and a number that counts from 1 within one debate.
        #[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(u32);

        impl $name {
            /// Makes the id with this number.
            pub const fn new(number: u32) -> Self {
                Self(number)
            }

            /// Returns the number without its letter.
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                let number = text.strip_prefix($prefix).and_then(|digits| digits.parse().ok());
                number.map(Self).ok_or_else(|| IdError::NotNumbered { text: text.to_owned(), prefix: $prefix })
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.to_string()
            }
        }
    )*};
}

names! {
    /// Names an experiment: the stem of its manifest in `experiments`.
    ExperimentId;
    /// Names a topic: the stem of its file in `data/topics`.
    TopicId;
    /// Names a persona: its folder in `personas`.
    PersonaId;
    /// Names an axis of a topic.
    AxisId;
    /// Names a statement within one persona's corpora.
    StatementId;
    /// Names an item of the evidence store.
    EvidenceId;
    /// Names a proposition that statements of several personas can assert or deny.
    PointId;
    /// Names a passage of a topic's text.
    PassageId;
    /// Names an observer of a topic's debates.
    ObserverId;
}

numbered! {
    /// Numbers a node of a debate graph.
    NodeId("n");
    /// Numbers an edge of a debate graph.
    EdgeId("e");
    /// Numbers a turn: one act of one participant.
    TurnId("t");
    /// Numbers a call: one question to a provider, including the request to repair its answer.
    CallId("c");
    /// Numbers a crux of an outcome, the strongest first.
    CruxId("crux-");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_leave_a_folder_or_break_a_link_are_refused() {
        for bad in ["", "-a", "a-", "a--b", "A", "a b", "../a", "a/b", "ä", &"a".repeat(65)] {
            assert_eq!(PersonaId::new(bad), Err(IdError::NotAName(bad.to_owned())));
        }
        assert_eq!(PersonaId::new("g7-2024").map(|id| id.to_string()), Ok("g7-2024".to_owned()));
    }

    #[test]
    fn numbered_ids_sort_by_number_and_serialize_as_text() {
        assert!(NodeId::new(9) < NodeId::new(10));
        let json = serde_json::to_string(&NodeId::new(10)).unwrap();
        assert_eq!(json, "\"n10\"");
        assert_eq!(serde_json::from_str::<NodeId>(&json).unwrap(), NodeId::new(10));
        assert!(serde_json::from_str::<NodeId>("\"e10\"").is_err());
    }
}
