//! What the outcome of this mode records besides what all modes record.

use serde::{Deserialize, Serialize};

use crate::record::{DetailFault, Outcome};
use crate::vocabulary::{NodeId, Probability};

/// Why a dispute is no longer discussed.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Why {
    /// Three updates in a row did not touch it.
    Untouched,
    /// Those who take a side call it settled.
    Settled,
}

/// That a dispute was retired.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Retired {
    pub(super) round: u32,
    pub(super) why: Why,
}

/// What is known of a dispute beside its node.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct DisputeDetail {
    pub(super) node: NodeId,
    /// By when its answer will be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) horizon: Option<String>,
    /// The observations that would settle it.
    pub(super) criteria: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) retired: Option<Retired>,
    /// How evenly the exchange about it is divided.
    pub(super) score: Probability,
}

/// What only mode `dispute` records.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct OutcomeDetail {
    /// The disputes, in the order in which they were opened.
    pub(super) disputes: Vec<DisputeDetail>,
    /// The number of disputes that were left out because an update may open two.
    pub(super) beyond_limit: usize,
}

/// The detail of an outcome; none for a debate that failed.
pub(super) fn outcome_detail(outcome: &Outcome) -> Result<Option<OutcomeDetail>, DetailFault> {
    outcome.read_detail()
}
