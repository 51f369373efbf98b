//! What this mode stores beyond what all modes store: the revision of a turn, and the graphs behind an outcome.

use serde::{Deserialize, Serialize};

use crate::graph::Graph;
use crate::record::{DetailFault, ModeDetail, Outcome, StopReason, Turn};
use crate::vocabulary::{CruxId, EdgeId, NodeId, PersonaId, Probability, Side, Strength};

/// The revision that a turn records.
pub(super) fn revision(turn: &Turn) -> Result<Revision, DetailFault> {
    ModeDetail::read(turn.detail.as_ref(), format!("turn {}", turn.id))
}

/// The graphs behind an outcome; nothing where the debate failed before they were merged.
pub(super) fn outcome_detail(outcome: &Outcome) -> Result<Option<OutcomeDetail>, DetailFault> {
    match (outcome.stop.reason, &outcome.detail) {
        (StopReason::Failed, None) => Ok(None),
        (_, detail) => ModeDetail::read(detail.as_ref(), "the outcome").map(Some),
    }
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
    /// There are ways of both kinds.
    Unknown,
    /// It does not bear on it.
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
    /// How close it is to the thesis: 1 / the number of edges between them, 2 for the thesis itself.
    pub(super) priority: f64,
}

/// A least change of a persona's own base scores, with what led to it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Revision {
    /// The thesis.
    pub(super) root: NodeId,
    /// What others had added to the graph since the persona was last heard.
    pub(super) received: Vec<NodeId>,
    /// The strength of the thesis before.
    pub(super) before: Strength,
    /// Where the persona says that it should stand.
    pub(super) target: Strength,
    /// How much of the way there the persona does not go.
    pub(super) resistance: Probability,
    /// The condition of its contract that it says is met, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) flip: Option<String>,
    /// Where the thesis is to stand after resistance, and after the step is held to its limit.
    pub(super) aim: Strength,
    /// Where it stands after the change.
    pub(super) after: Strength,
    /// Why the aim is not met, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) short: Option<String>,
    /// The sum of all changes of base scores.
    pub(super) cost: f64,
    /// What was changed.
    pub(super) shifts: Vec<Shift>,
}

/// A persona's thesis and how strong it was.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Root {
    /// Whose.
    pub(super) persona: PersonaId,
    /// The node.
    pub(super) node: NodeId,
    /// The answer it gives to the topic's question.
    pub(super) side: Side,
    /// Its strength at the end of each snapshot, by the persona's own graph.
    pub(super) strengths: Vec<Strength>,
}

/// What one persona makes of a node of the community.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct View {
    /// Who.
    pub(super) persona: PersonaId,
    /// Its base score of the node.
    pub(super) base_score: Strength,
    /// The node's strength by the persona's base scores and edges.
    pub(super) strength: Strength,
    /// By how much the persona's thesis would fall if nothing followed from the node. *Range*: [-1, 1].
    pub(super) effect: f64,
    /// Base score times effect, signed by the answer that the thesis gives: what the node does for a YES. *Range*: [-1, 1].
    pub(super) contribution: f64,
}

/// What a node is to the community.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Class {
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
pub(super) struct Shared {
    /// Its id: that of its first member.
    pub(super) node: NodeId,
    /// The nodes of the personas' graphs that say it.
    pub(super) members: Vec<NodeId>,
    /// What each persona makes of it, in seat order.
    pub(super) views: Vec<View>,
    /// Greatest less least base score.
    pub(super) spread: Probability,
    /// What it is.
    pub(super) class: Class,
    /// How much the personas part over it: half the greatest difference of contributions.
    pub(super) score: Probability,
}

/// An edge of the community with whose it is.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tagged {
    /// The edge in the community's graph.
    pub(super) edge: EdgeId,
    /// The edges of the personas' graphs that it stands for.
    pub(super) members: Vec<EdgeId>,
    /// In whose graphs it stands.
    pub(super) held_by: Vec<PersonaId>,
    /// Whether in somebody else's graph the first node bears on the second the other way.
    pub(super) contested_relation: bool,
}

/// Everybody's graphs in one.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Community {
    /// Nodes with mean base scores and the strength that these and the uncontested edges give; edges with mean weights.
    pub(super) graph: Graph,
    /// Its nodes, in the graph's order.
    pub(super) nodes: Vec<Shared>,
    /// Its edges, in the graph's order.
    pub(super) edges: Vec<Tagged>,
    /// Pairs that were judged the same and not merged, since a circle would have closed or not all members were alike.
    pub(super) unmerged: Vec<(NodeId, NodeId)>,
    /// Edges that merging left out, since they contradict an earlier edge of the same graph.
    pub(super) refused: Vec<EdgeId>,
}

/// Where a disagreement lies.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Parting {
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
pub(super) struct Counterfactual {
    /// Whose thesis.
    pub(super) persona: PersonaId,
    /// The base score that it would accept.
    pub(super) accepted: Strength,
    /// The strength of the thesis by the persona's view of the community.
    pub(super) before: Strength,
    /// Its strength then.
    pub(super) after: Strength,
}

/// What stands behind a crux.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct CruxDetail {
    /// The crux.
    pub(super) crux: CruxId,
    /// Its node in the community.
    pub(super) node: NodeId,
    /// Where the disagreement lies.
    pub(super) parting: Parting,
    /// What would move, for each persona on whose thesis the node bears.
    pub(super) counterfactuals: Vec<Counterfactual>,
}

/// What mode `belief` leaves beyond the rest.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct OutcomeDetail {
    /// The name of the gradual semantics.
    pub(super) semantics: String,
    /// Everybody's thesis, in seat order.
    pub(super) roots: Vec<Root>,
    /// Everybody's graphs in one.
    pub(super) community: Community,
    /// What stands behind each crux, in the order of the cruxes.
    pub(super) cruxes: Vec<CruxDetail>,
}
