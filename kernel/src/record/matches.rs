//! Which cruxes of the debates of one topic are the same crux.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Call, Usage};
use crate::vocabulary::{AxisId, CruxId, TopicId};

/// A crux of one debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CruxReference {
    /// The cell of the debate.
    pub cell: String,
    /// The crux.
    pub crux: CruxId,
}

/// One crux, as one or several debates name it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchedCrux {
    /// The axis of the topic that it belongs to, if it belongs to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// The question: that of the axis, or the first wording.
    pub question: String,
    /// The other wordings of the question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_wordings: Vec<String>,
    /// The cruxes that are this one, in the order of the debates.
    pub cruxes: Vec<CruxReference>,
}

/// Which cruxes of the debates of one topic are the same crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matches {
    /// The topic.
    pub topic: TopicId,
    /// The debates whose cruxes were matched: the hash of the outcome of each cell.
    pub debates: BTreeMap<String, String>,
    /// Every crux of these debates, once.
    pub cruxes: Vec<MatchedCrux>,
    /// The calls that judged which questions mean the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    /// The tokens and calls that the matching used.
    pub usage: Usage,
}
