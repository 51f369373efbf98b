//! What this mode stores beyond what all modes store: the revision of a turn, and the graphs behind
//! an outcome.

use serde::{Deserialize, Serialize};

use crate::graph::Graph;
use crate::record::{DetailFault, ModeDetail, Turn};
use crate::vocabulary::{CruxId, EdgeId, NodeId, PersonaId, Probability, Side, Strength};

/// The revision that a turn records.
pub(super) fn revision(turn: &Turn) -> Result<Revision, DetailFault> {
    ModeDetail::read(turn.detail.as_ref(), format!("turn {}", turn.id))
}

/// The smallest difference between two strengths that is shown as a change.
pub(super) const LEAST_CHANGE: f64 = 0.05;

/// Whether a strength changes by enough to be shown as a change.
pub(super) fn moves(before: Strength, after: Strength) -> bool {
    (before.value() - after.value()).abs() >= LEAST_CHANGE
}

/// Which way a node moves a thesis.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Polarity {
    /// A higher base score strengthens it.
    Positive,
    /// A higher base score weakens it.
    Negative,
    /// It does both, by different paths.
    Unknown,
    /// It has no effect on the thesis.
    Neutral,
}

/// A base score that a revision changed.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shift {
    /// The node.
    pub(super) node: NodeId,
    /// Its base score before.
    pub(super) before: Strength,
    /// Its base score after.
    pub(super) after: Strength,
    /// Which way the node moves the thesis.
    pub(super) polarity: Polarity,
    /// How close it is to the thesis: 1 / the number of edges between them, 2 for the thesis
    /// itself.
    pub(super) priority: f64,
}

/// The smallest change of a persona's own base scores that reaches an aim, with its causes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Revision {
    /// The thesis.
    pub(super) root: NodeId,
    /// The nodes that others added to the graph since the persona's last answer.
    pub(super) received: Vec<NodeId>,
    /// The strength of the thesis before.
    pub(super) before: Strength,
    /// The strength that the persona states as its target.
    pub(super) target: Strength,
    /// The share of the way to the target that the persona does not move.
    pub(super) resistance: Probability,
    /// The condition under which it would change its mind that it says is met, in its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) flip: Option<String>,
    /// The aim: the target reduced by resistance and by the limit on one step.
    pub(super) aim: Strength,
    /// The strength of the thesis after the change.
    pub(super) after: Strength,
    /// Why the aim was not reached, if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) short: Option<String>,
    /// The sum of all changes of base scores.
    pub(super) cost: f64,
    /// The changed base scores.
    pub(super) shifts: Vec<Shift>,
}

/// A persona's thesis and how strong it was.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Root {
    /// The persona.
    pub(super) persona: PersonaId,
    /// The node.
    pub(super) node: NodeId,
    /// The answer it gives to the topic's question.
    pub(super) side: Side,
    /// Its strength at the end of each snapshot, by the persona's own graph.
    pub(super) strengths: Vec<Strength>,
}

/// How one persona sees a node of the merged graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct View {
    /// The persona.
    pub(super) persona: PersonaId,
    /// Its base score of the node.
    pub(super) base_score: Strength,
    /// The node's strength by the persona's base scores and edges.
    pub(super) strength: Strength,
}

/// A node of the merged graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shared {
    /// Its id: that of its first member.
    pub(super) node: NodeId,
    /// The nodes of the personas' graphs that were merged into it.
    pub(super) members: Vec<NodeId>,
    /// How each persona sees it, in seat order.
    pub(super) views: Vec<View>,
    /// The difference between the largest and the smallest base score.
    pub(super) spread: Probability,
}

/// An edge of the merged graph with the personas whose graphs contain it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tagged {
    /// The edge in the merged graph.
    pub(super) edge: EdgeId,
    /// The edges of the personas' graphs that were merged into it.
    pub(super) members: Vec<EdgeId>,
    /// The personas whose graphs contain it.
    pub(super) held_by: Vec<PersonaId>,
    /// Whether another persona's graph has the opposite relation between the same nodes.
    pub(super) contested_relation: bool,
}

/// The graphs of all personas merged into one.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Community {
    /// Nodes with mean base scores and the strength that these and the uncontested edges give;
    /// edges with mean weights.
    pub(super) graph: Graph,
    /// Its nodes, in the graph's order.
    pub(super) nodes: Vec<Shared>,
    /// Its edges, in the graph's order.
    pub(super) edges: Vec<Tagged>,
    /// Pairs that were judged the same and not merged, since merging would have closed a cycle or
    /// not all members were judged the same.
    pub(super) unmerged: Vec<(NodeId, NodeId)>,
    /// Edges that merging left out, since they contradict an earlier edge of the same graph.
    pub(super) refused: Vec<EdgeId>,
}

/// How a thesis would move if its author held what another persona holds on an issue.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Counterfactual {
    /// The author of the thesis.
    pub(super) persona: PersonaId,
    /// The persona whose position it would take.
    pub(super) accepted: PersonaId,
    /// The strength of the thesis in its author's own graph.
    pub(super) before: Strength,
    /// Its strength without its author's nodes on the issue and without what rests on them.
    pub(super) after: Strength,
}

/// The details of a crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct CruxDetail {
    /// The crux.
    pub(super) crux: CruxId,
    /// How each thesis would move.
    pub(super) counterfactuals: Vec<Counterfactual>,
}

/// A fact that personas accept and from which they conclude opposite answers to the topic's
/// question.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Inference {
    /// The node of the merged graph.
    pub(super) node: NodeId,
    /// The personas for which it counts for a yes.
    pub(super) yes: Vec<PersonaId>,
    /// The personas for which it counts for a no.
    pub(super) no: Vec<PersonaId>,
}

/// What only mode `belief` records.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct OutcomeDetail {
    /// The name of the gradual semantics.
    pub(super) semantics: String,
    /// The thesis of each persona, in seat order.
    pub(super) roots: Vec<Root>,
    /// The graphs of all personas merged into one.
    pub(super) community: Community,
    /// The facts from which personas draw opposite conclusions.
    pub(super) inferences: Vec<Inference>,
    /// The details of each crux, in the order of the cruxes.
    pub(super) cruxes: Vec<CruxDetail>,
}
