//! How personas talk to each other.

use serde::Serialize;

/// The tone of a conversation.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ConversationTone {
    /// They weigh what the others say.
    Open,
    /// They argue to win, in one or two sentences.
    Adversarial,
}

impl ConversationTone {
    /// The maximum number of sentences in a turn, where turns are checked for it.
    pub(crate) fn most_sentences(self) -> Option<usize> {
        match self {
            Self::Open => None,
            Self::Adversarial => Some(2),
        }
    }

    /// Whether a hint asks what follows after a concession.
    pub(crate) fn follows_concessions_up(self) -> bool {
        match self {
            Self::Open => true,
            Self::Adversarial => false,
        }
    }
}
