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
    /// There are ways of both kinds.
    Unknown,
    /// It does not bear on it.
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

/// A least change of a persona's own base scores, with what led to it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Revision {
    /// The thesis.
    pub root: NodeId,
    /// What others had added to the graph since the persona was last heard.
    pub received: Vec<NodeId>,
    /// The strength of the thesis before.
    pub before: Strength,
    /// Where the persona says that it should stand.
    pub target: Strength,
    /// How much of the way there the persona does not go.
    pub resistance: Probability,
    /// The condition of its contract that it says is met, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flip: Option<String>,
    /// Where the thesis is to stand after resistance, and after the step is held to its limit.
    pub aim: Strength,
    /// Where it stands after the change.
    pub after: Strength,
    /// Why the aim is not met, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The sum of all changes of base scores.
    pub cost: f64,
    /// What was changed.
    pub shifts: Vec<Shift>,
}

/// A persona's thesis and how strong it was.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Root {
    /// Whose.
    pub persona: PersonaId,
    /// The node.
    pub node: NodeId,
    /// The answer it gives to the topic's question.
    pub side: Side,
    /// Its strength at the end of each snapshot, by the persona's own graph.
    pub strengths: Vec<Strength>,
}

/// What one persona makes of a node of the community.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// Who.
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

/// What a node is to the community.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Somebody's thesis: it is not classed.
    Thesis,
    /// Base scores are more than 0.3 apart, or it was judged opposed to another node, or its bearing is contested.
    Crux,
    /// Base scores are less than 0.1 apart.
    Consensus,
    /// Neither.
    Neutral,
}

/// A node of the community.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shared {
    /// Its id: that of its first member.
    pub node: NodeId,
    /// The nodes of the personas' graphs that say it.
    pub members: Vec<NodeId>,
    /// What each persona makes of it, in seat order.
    pub views: Vec<View>,
    /// Greatest less least base score.
    pub spread: Probability,
    /// What it is.
    pub class: Class,
    /// How much the personas part over it: half the greatest difference of contributions.
    pub score: Probability,
}

/// An edge of the community with whose it is.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tagged {
    /// The edge in the community's graph.
    pub edge: EdgeId,
    /// The edges of the personas' graphs that it stands for.
    pub members: Vec<EdgeId>,
    /// In whose graphs it stands.
    pub held_by: Vec<PersonaId>,
    /// Whether in somebody else's graph the first node bears on the second the other way.
    pub contested_relation: bool,
}

/// Everybody's graphs in one.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Community {
    /// Nodes with mean base scores and the strength that these and the uncontested edges give; edges with mean weights.
    pub graph: Graph,
    /// Its nodes, in the graph's order.
    pub nodes: Vec<Shared>,
    /// Its edges, in the graph's order.
    pub edges: Vec<Tagged>,
    /// Pairs that were judged the same and not merged, since a circle would have closed or not all members were alike.
    pub unmerged: Vec<(NodeId, NodeId)>,
    /// Edges that merging left out, since they contradict an earlier edge of the same graph.
    pub refused: Vec<EdgeId>,
}

/// Where a disagreement lies.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parting {
    /// In how plausible the node is.
    BaseScore,
    /// In what follows from it.
    EdgeStructure,
    /// In both.
    Both,
}

/// What would become of a thesis if its author scored a node as another does.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counterfactual {
    /// Whose thesis.
    pub persona: PersonaId,
    /// The base score that it would accept.
    pub accepted: Strength,
    /// The strength of the thesis by the persona's view of the community.
    pub before: Strength,
    /// Its strength then.
    pub after: Strength,
}

/// What stands behind a crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CruxDetail {
    /// The crux.
    pub crux: CruxId,
    /// Its node in the community.
    pub node: NodeId,
    /// Where the disagreement lies.
    pub parting: Parting,
    /// What would move, for each persona on whose thesis the node bears.
    pub counterfactuals: Vec<Counterfactual>,
}

/// What mode `belief` leaves beyond the rest.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Belief {
    /// The name of the gradual semantics.
    pub semantics: String,
    /// Everybody's thesis, in seat order.
    pub roots: Vec<Root>,
    /// Everybody's graphs in one.
    pub community: Community,
    /// What stands behind each crux, in the order of the cruxes.
    pub cruxes: Vec<CruxDetail>,
}
