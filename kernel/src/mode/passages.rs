//! Which passages of its topic a debate reads.

use crate::vocabulary::Topic;

/// The passages that a mode reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passages {
    /// None: the mode debates the topic's question alone.
    None,
    /// All passages of the topic.
    All,
    /// The first passages of the topic.
    First(u32),
}

/// A topic does not have the passages that a mode reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PassagesError {
    /// The topic has none.
    #[error("the mode reads passages, and the topic names none")]
    None,
    /// The topic has too few.
    #[error("the mode reads {wanted} passages, and the topic has {known}")]
    TooFew {
        /// The number that the mode reads.
        wanted: u32,
        /// The number that the topic has.
        known: usize,
    },
}

impl PassagesError {
    /// Returns how to fix it.
    pub fn help(self) -> &'static str {
        match self {
            Self::None => {
                "add `passages = [\"data/passages/NAME.md\"]` to the topic, or choose another mode for it, in the manifest or with `--mode`"
            }
            Self::TooFew { .. } => "lower `passages` of the mode, or add passages to the topic",
        }
    }
}

impl Passages {
    /// The number of passages that a debate on this topic reads.
    pub fn count(self, topic: &Topic) -> usize {
        match self {
            Self::None => 0,
            Self::All => topic.passages.len(),
            Self::First(count) => topic.passages.len().min(count as usize),
        }
    }

    /// Checks that a topic has the passages that the mode reads.
    ///
    /// # Errors
    /// [`PassagesError`] if it has none or too few.
    pub fn check(self, topic: &Topic) -> Result<(), PassagesError> {
        let known = topic.passages.len();
        match self {
            Self::All | Self::First(_) if known == 0 => Err(PassagesError::None),
            Self::First(wanted) if known < wanted as usize => {
                Err(PassagesError::TooFew { wanted, known })
            }
            Self::None | Self::All | Self::First(_) => Ok(()),
        }
    }
}
