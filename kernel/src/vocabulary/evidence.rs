//! Facts from sources that belong to no persona.

use serde::{Deserialize, Serialize};

use super::date::Date;
use super::id::{AxisId, EvidenceId};

/// What an item says about the statements that cite it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The item confirms the statement.
    True,
    /// The item refutes it.
    False,
}

/// One fact with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceItem {
    /// The id.
    pub id: EvidenceId,
    /// The fact in one or two sentences.
    pub text: String,
    /// The axis that the fact is about, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// When the fact was published.
    pub date: Date,
    /// Whether the fact confirms or refutes a statement that cites it.
    pub verdict: Verdict,
    /// Where the fact was published.
    pub source: String,
    /// Limits of the fact.
    pub caveats: Vec<String>,
}

/// The evidence store of a topic.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// The items, in the order of files and lines.
    pub items: Vec<EvidenceItem>,
}

impl Evidence {
    /// The store of a topic about which nothing was collected.
    pub fn none() -> &'static Self {
        const NONE: &Evidence = &Evidence { items: Vec::new() };
        NONE
    }

    /// Returns the item with this id.
    pub fn item(&self, id: &EvidenceId) -> Option<&EvidenceItem> {
        self.items.iter().find(|item| item.id == *id)
    }
}
