//! What mode `belief` leaves beyond the rest: revisions, and the graph of the community.

use serde::{Deserialize, Serialize};

use crate::graph::Graph;
use crate::vocabulary::{CruxId, EdgeId, NodeId, PersonaId, Probability, Side, Strength};

/// Which way a node moves a thesis.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
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
pub struct Shift {
    /// The node.
    pub node: NodeId,
    /// Its base score before.
    pub before: Strength,
    /// Its base score after.
    pub after: Strength,
    /// Which way the node moves the thesis.
    pub polarity: Polarity,
    /// How close it is to the thesis: 1 / the number of edges between them, 2 for the thesis itself.
    pub priority: f64,
}

/// The smallest change of a persona's own base scores that reaches an aim, with its causes.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Revision {
    /// The thesis.
    pub root: NodeId,
    /// The nodes that others added to the graph since the persona's last answer.
    pub received: Vec<NodeId>,
    /// The strength of the thesis before.
    pub before: Strength,
    /// The strength that the persona states as its target.
    pub target: Strength,
    /// The share of the way to the target that the persona does not move.
    pub resistance: Probability,
    /// The condition of its contract that it says is met, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<String>,
    /// The aim: the target reduced by resistance and by the limit on one step.
    pub aim: Strength,
    /// The strength of the thesis after the change.
    pub after: Strength,
    /// Why the aim was not reached, if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The sum of all changes of base scores.
    pub cost: f64,
    /// The changed base scores.
    pub shifts: Vec<Shift>,
}

/// A persona's thesis and how strong it was.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    /// The persona.
    pub persona: PersonaId,
    /// The node.
    pub node: NodeId,
    /// The answer it gives to the topic's question.
    pub side: Side,
    /// Its strength at the end of each snapshot, by the persona's own graph.
    pub strengths: Vec<Strength>,
}

/// How one persona sees a node of the merged graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The persona.
    pub persona: PersonaId,
    /// Its base score of the node.
    pub base_score: Strength,
    /// The node's strength by the persona's base scores and edges.
    pub strength: Strength,
    /// By how much the persona's thesis would fall if nothing followed from the node. *Range*: [-1, 1].
    pub effect: f64,
    /// Base score times effect, signed by the answer that the thesis gives: what the node does for a YES. *Range*: [-1, 1].
    pub contribution: f64,
}

/// How a node of the merged graph is classified.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// A thesis, which is not classified.
    Thesis,
    /// Base scores are more than 0.3 apart, or it was judged opposed to another node, or its relation is contested.
    Crux,
    /// Base scores are less than 0.1 apart.
    Consensus,
    /// Neither.
    Neutral,
}

/// A node of the merged graph.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shared {
    /// Its id: that of its first member.
    pub node: NodeId,
    /// The nodes of the personas' graphs that were merged into it.
    pub members: Vec<NodeId>,
    /// How each persona sees it, in seat order.
    pub views: Vec<View>,
    /// The difference between the largest and the smallest base score.
    pub spread: Probability,
    /// Its class.
    pub class: Class,
    /// How much the personas disagree about it: half the largest difference of contributions.
    pub score: Probability,
}

/// An edge of the merged graph with the personas whose graphs contain it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tagged {
    /// The edge in the merged graph.
    pub edge: EdgeId,
    /// The edges of the personas' graphs that were merged into it.
    pub members: Vec<EdgeId>,
    /// The personas whose graphs contain it.
    pub held_by: Vec<PersonaId>,
    /// Whether another persona's graph has the opposite relation between the same nodes.
    pub contested_relation: bool,
}

/// The graphs of all personas merged into one.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Community {
    /// Nodes with mean base scores and the strength that these and the uncontested edges give; edges with mean weights.
    pub graph: Graph,
    /// Its nodes, in the graph's order.
    pub nodes: Vec<Shared>,
    /// Its edges, in the graph's order.
    pub edges: Vec<Tagged>,
    /// Pairs that were judged the same and not merged, since merging would have closed a cycle or not all members were judged the same.
    pub unmerged: Vec<(NodeId, NodeId)>,
    /// Edges that merging left out, since they contradict an earlier edge of the same graph.
    pub refused: Vec<EdgeId>,
}

/// What a disagreement is about.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parting {
    /// How plausible the node is.
    BaseScore,
    /// What follows from it.
    EdgeStructure,
    /// Both.
    Both,
}

/// How a thesis would change if its author gave a node the score of another persona.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counterfactual {
    /// The author of the thesis.
    pub persona: PersonaId,
    /// The base score that it would accept.
    pub accepted: Strength,
    /// The strength of the thesis by the persona's view of the merged graph.
    pub before: Strength,
    /// Its strength with that score.
    pub after: Strength,
}

/// The details of a crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CruxDetail {
    /// The crux.
    pub crux: CruxId,
    /// Its node in the merged graph.
    pub node: NodeId,
    /// What the disagreement is about.
    pub parting: Parting,
    /// The effect of other scores on each thesis that the node affects.
    pub counterfactuals: Vec<Counterfactual>,
}

/// What only mode `belief` records.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// The name of the gradual semantics.
    pub semantics: String,
    /// The thesis of each persona, in seat order.
    pub roots: Vec<Root>,
    /// The graphs of all personas merged into one.
    pub community: Community,
    /// The details of each crux, in the order of the cruxes.
    pub cruxes: Vec<CruxDetail>,
}
