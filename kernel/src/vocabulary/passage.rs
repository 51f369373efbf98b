//! Texts that personas read together, and the observers who listen to them.

use serde::{Deserialize, Serialize};

use super::id::{ObserverId, PassageId};

/// A part of a text that is read at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The id, unique within the topic.
    pub id: PassageId,
    /// The title.
    pub title: String,
    /// The text: paragraphs, separated by blank lines.
    pub text: String,
    /// Where the text is from, if its author said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// A listener who takes no side and points out tensions between the readings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observer {
    /// The id, unique within the topic.
    pub id: ObserverId,
    /// A display name.
    pub name: String,
    /// What the observer tends to see.
    pub bias: String,
    /// What it listens for.
    pub focus: String,
    /// What it tends to miss.
    pub blind_spots: String,
}
