//! Edges: how the nodes of a debate relate to each other.

use serde::{Deserialize, Serialize};

use super::Provenance;
use crate::vocabulary::{Component, EdgeId, NodeId, Probability, Strength};

/// How one node attacks, supports or answers another.
///
/// # Source
/// Attack types after Pollock 1987 (doi:10.1207/s15516709cog1104_4) and Prakken 2010, ASPIC+
/// (doi:10.1080/19462160903564592): undermining a premise, undercutting an inference, rebutting a
/// conclusion.
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
    /// It supports the other.
    Support,
    /// It attacks the other as a whole: for modes whose arguments have no components.
    #[cfg_attr(feature = "run", schemars(skip))]
    Attack,
    /// Between readings: it is about a question that the other raised.
    #[cfg_attr(feature = "run", schemars(skip))]
    BranchesFrom,
    /// Between readings: claims that hold after the one exclude claims that hold after the other.
    #[cfg_attr(feature = "run", schemars(skip))]
    Contradicts,
    /// Between readings: it adds to the other.
    #[cfg_attr(feature = "run", schemars(skip))]
    Elaborates,
    /// Between readings: it takes for granted what the other found.
    #[cfg_attr(feature = "run", schemars(skip))]
    Requires,
    /// Between readings: it is a case of the other.
    #[cfg_attr(feature = "run", schemars(skip))]
    AppliesTo,
    /// Between readings: both have the same structure.
    #[cfg_attr(feature = "run", schemars(skip))]
    Analogy,
}

impl Relation {
    /// Whether the relation is an attack.
    pub fn is_attack(self) -> bool {
        match self {
            Self::Rebut | Self::Undermine | Self::Undercut | Self::Attack => true,
            Self::Support
            | Self::BranchesFrom
            | Self::Contradicts
            | Self::Elaborates
            | Self::Requires
            | Self::AppliesTo
            | Self::Analogy => false,
        }
    }

    /// The relation as a verb, as in “n3 rebuts n1”.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Rebut => "rebuts",
            Self::Undermine => "undermines",
            Self::Undercut => "undercuts",
            Self::Support => "supports",
            Self::Attack => "attacks",
            Self::BranchesFrom => "branches from",
            Self::Contradicts => "contradicts",
            Self::Elaborates => "elaborates",
            Self::Requires => "requires",
            Self::AppliesTo => "applies to",
            Self::Analogy => "is analogous to",
        }
    }
}

/// One relation between two nodes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// The id of the edge, unique within the debate.
    pub id: EdgeId,
    /// The source: the node that attacks, supports or answers.
    pub from: NodeId,
    /// The target.
    pub to: NodeId,
    /// The kind of relation.
    pub relation: Relation,
    /// The component of the target that an attack is aimed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component: Option<Component>,
    /// The weight of the relation, if it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<Strength>,
    /// The confidence of its author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Probability>,
    /// The edge that this one mirrors, if it follows from another edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mirrors: Option<EdgeId>,
    /// The turns and calls that created it.
    #[serde(default)]
    pub provenance: Provenance,
}

impl Edge {
    /// Creates an edge that gets its id when it is added to a debate.
    pub fn unnumbered(from: NodeId, to: NodeId, relation: Relation) -> Self {
        Self::new(EdgeId::new(0), from, to, relation)
    }

    /// Creates an edge without weight, confidence or component.
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

    /// The attack that follows from this one in the opposite direction, if it is a rebuttal.
    pub(crate) fn mirror(&self) -> Option<Self> {
        (self.relation == Relation::Rebut).then(|| Self {
            component: Some(Component::Claim),
            weight: self.weight,
            mirrors: Some(self.id),
            provenance: self.provenance.clone(),
            ..Self::unnumbered(self.to, self.from, Relation::Rebut)
        })
    }

    /// Whether both edges have the same source, target, relation and component.
    pub fn says_the_same(&self, other: &Self) -> bool {
        (self.from, self.to, self.relation, self.component)
            == (other.from, other.to, other.relation, other.component)
    }

    /// The weight as a number; 0 if it was not judged.
    pub fn judged(&self) -> f64 {
        self.weight.map_or(0.0, f64::from)
    }

    /// Sets the weight.
    #[must_use]
    pub fn with_weight(mut self, weight: Strength) -> Self {
        self.weight = Some(weight);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rebuttal_has_a_mirror() {
        let attack =
            |relation| Edge::new(EdgeId::new(7), NodeId::new(1), NodeId::new(2), relation).mirror();
        let mirror = attack(Relation::Rebut).unwrap();
        assert_eq!((mirror.from, mirror.to), (NodeId::new(2), NodeId::new(1)));
        assert_eq!((mirror.relation, mirror.mirrors), (Relation::Rebut, Some(EdgeId::new(7))));
        assert_eq!(attack(Relation::Undercut), None);
        assert_eq!(attack(Relation::Support), None);
    }
}
