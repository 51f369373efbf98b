//! Edges: how what is said bears on what else is said.

use serde::{Deserialize, Serialize};

use super::Provenance;
use crate::vocabulary::{Component, EdgeId, NodeId, Probability, Strength};

/// How one node bears on another.
///
/// # Source
/// Attack types after Pollock 1987 (doi:10.1207/s15516709cog1104_4) and Prakken 2010, ASPIC+
/// (doi:10.1080/19462160903564592): undermining a premise, undercutting an inference, rebutting a conclusion.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    /// Its conclusion excludes the other's conclusion.
    Rebut,
    /// It denies a premise or an assumption of the other.
    Undermine,
    /// It denies that the other's conclusion follows from its premises.
    Undercut,
    /// It speaks for the other.
    Support,
    /// It speaks against the other, and nobody says against which part: for modes whose arguments have none.
    #[cfg_attr(feature = "run", schemars(skip))]
    Attack,
}

impl Relation {
    /// Whether the relation is an attack.
    pub fn is_attack(self) -> bool {
        match self {
            Self::Rebut | Self::Undermine | Self::Undercut | Self::Attack => true,
            Self::Support => false,
        }
    }

    /// The relation as a verb: «a3 rebuts a1».
    pub fn verb(self) -> &'static str {
        match self {
            Self::Rebut => "rebuts",
            Self::Undermine => "undermines",
            Self::Undercut => "undercuts",
            Self::Support => "supports",
            Self::Attack => "attacks",
        }
    }
}

/// One relation between two nodes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// Its number within the debate.
    pub id: EdgeId,
    /// The node that bears.
    pub from: NodeId,
    /// The node that is borne upon.
    pub to: NodeId,
    /// How.
    pub relation: Relation,
    /// The part of the target it is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<Component>,
    /// How much it bears, where somebody judged it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Strength>,
    /// How sure its author is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Probability>,
    /// The edge it mirrors, where it follows from another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirrors: Option<EdgeId>,
    /// What made it.
    #[serde(default)]
    pub provenance: Provenance,
}

impl Edge {
    /// Makes a bare relation.
    pub fn new(id: EdgeId, from: NodeId, to: NodeId, relation: Relation) -> Self {
        Self {
            id,
            from,
            to,
            relation,
            component: None,
            weight: None,
            confidence: None,
            mirrors: None,
            provenance: Provenance::default(),
        }
    }

    /// Whether both join the same nodes by the same relation, aimed at the same part.
    pub fn says_the_same(&self, other: &Self) -> bool {
        (self.from, self.to, self.relation, self.component)
            == (other.from, other.to, other.relation, other.component)
    }

    /// The weight as a number; 0 where nobody judged it.
    pub fn judged(&self) -> f64 {
        self.weight.map_or(0.0, f64::from)
    }

    /// Gives the relation its weight.
    #[must_use]
    pub fn with_weight(mut self, weight: Strength) -> Self {
        self.weight = Some(weight);
        self
    }
}
