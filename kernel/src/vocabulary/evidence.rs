//! What is known from sources that belong to no persona.

use serde::{Deserialize, Serialize};

use super::{AxisId, Date, EvidenceId};

/// How a statement that cites an item stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The item bears the statement out.
    True,
    /// The item refutes it.
    False,
}

/// One fact with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceItem {
    /// Its name.
    pub id: EvidenceId,
    /// The fact in one or two sentences.
    pub text: String,
    /// The axis it bears on, if one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// When it was published.
    pub date: Date,
    /// How a statement that cites it stands.
    pub verdict: Verdict,
    /// Where it was published.
    pub source: String,
    /// What limits it.
    pub caveats: Vec<String>,
}

/// The evidence store of a topic.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Its items, in the order of files and lines.
    pub items: Vec<EvidenceItem>,
}

impl Evidence {
    /// The item of that name.
    pub fn item(&self, id: &EvidenceId) -> Option<&EvidenceItem> {
        self.items.iter().find(|item| item.id == *id)
    }
}
