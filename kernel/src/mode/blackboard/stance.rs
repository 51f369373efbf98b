//! Stances: what each persona says to a claim, and how sure it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::graph::{Graph, Node, NodeKind};
use crate::vocabulary::{AxisId, NodeId, PersonaId, Probability, Side};

/// What a persona says to a claim.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "run",
    schemars(
        description = "Your stance: `pro` answers the question with yes, `con` with no, `uncertain` with neither."
    )
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "run", schemars(rename = "Stance"))]
pub(crate) enum ClaimStance {
    Pro,
    Con,
    Uncertain,
}

impl ClaimStance {
    /// The side of the issue; `None` if it is uncertain.
    pub(crate) fn side(self) -> Option<Side> {
        match self {
            Self::Pro => Some(Side::Yes),
            Self::Con => Some(Side::No),
            Self::Uncertain => None,
        }
    }

    /// The stance that takes this side.
    pub(crate) fn of(side: Option<Side>) -> Self {
        match side {
            Some(Side::Yes) => Self::Pro,
            Some(Side::No) => Self::Con,
            None => Self::Uncertain,
        }
    }

    /// The answer to the question of the claim, as pages write it.
    pub(crate) fn answer(self) -> &'static str {
        match self {
            Self::Pro => "yes",
            Self::Con => "no",
            Self::Uncertain => "uncertain",
        }
    }
}

/// The stance of a persona on a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HeldStance {
    /// The node that states it.
    pub(crate) node: NodeId,
    pub(crate) stance: ClaimStance,
    pub(crate) confidence: Probability,
}

/// The latest stances on each claim, by persona. A persona that has said nothing about a claim has
/// none.
pub(crate) type Stances = BTreeMap<AxisId, BTreeMap<PersonaId, HeldStance>>;

/// Reads the stances off a graph.
pub(crate) fn stances(graph: &Graph) -> Stances {
    let mut stances = Stances::new();
    for node in graph.nodes() {
        if let Some((axis, persona, held)) = stance_of(node) {
            stances.entry(axis.clone()).or_default().insert(persona.clone(), held);
        }
    }
    stances
}

/// The stance that a node states, if it states one.
fn stance_of(node: &Node) -> Option<(&AxisId, &PersonaId, HeldStance)> {
    let states_a_stance = match node.kind {
        NodeKind::Position => true,
        NodeKind::Point => node.side.is_some(),
        NodeKind::Argument | NodeKind::Question | NodeKind::Thesis | NodeKind::Reading => false,
    };
    let confidence = node.detail.confidence.filter(|_| states_a_stance)?;
    let held = HeldStance { node: node.id, stance: ClaimStance::of(node.side), confidence };
    Some((node.axis.as_ref()?, node.author.as_ref()?, held))
}

/// The stances on a claim without those that hold them.
pub(crate) fn held_on<'s>(
    stances: &'s Stances,
    axis: &AxisId,
) -> impl Iterator<Item = &'s HeldStance> {
    stances.get(axis).into_iter().flat_map(BTreeMap::values)
}

/// Whether one persona affirms a claim and another denies it, by their latest stances. Whether the
/// claim is a crux is found in the end, as in every mode.
pub(crate) fn has_opposite_stances(stances: &Stances, axis: &AxisId) -> bool {
    let takes = |stance| held_on(stances, axis).any(|held| held.stance == stance);
    takes(ClaimStance::Pro) && takes(ClaimStance::Con)
}
