//! Nodes of belief graphs: as prompts show them, and as models write them.

mod by_corpus;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::graph::{NodeKind, Relation};
use crate::mode::shared::questions::thesis::{ReasonDraft, Reasons, most_reasons};
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Cited};
use crate::vocabulary::{AxisId, Citation, NodeId, PersonaId, Side, StatementId, Strength, Topic};

/// Whether a node supports or attacks another.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[schemars(rename = "Bearing", description = "Whether the node supports or attacks its target.")]
#[serde(rename_all = "lowercase")]
pub(crate) enum InfluenceKind {
    #[schemars(description = "The node is a reason for the target.")]
    Support,
    #[schemars(description = "The node is a reason against the target.")]
    Attack,
}

impl From<InfluenceKind> for Relation {
    fn from(bearing: InfluenceKind) -> Self {
        match bearing {
            InfluenceKind::Support => Self::Support,
            InfluenceKind::Attack => Self::Attack,
        }
    }
}

/// The link from a node to the node that it supports or attacks.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ParentLink {
    /// The node supported or attacked.
    pub(crate) target: NodeId,
    /// Whether it supports or attacks.
    pub(crate) bearing: InfluenceKind,
    /// Its weight; 1 where there is none.
    pub(crate) weight: Option<Strength>,
}

/// A node of a belief graph as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownNode {
    /// Its id.
    pub(crate) id: NodeId,
    /// A thesis, a granted point, a position beside the thesis, or an argument.
    pub(crate) kind: NodeKind,
    /// Its author.
    pub(crate) author: PersonaId,
    /// The persona whose graph it belongs to.
    pub(crate) tree: PersonaId,
    /// Its link to the node above; none for a thesis and for what lies beside it.
    pub(crate) on: Option<ParentLink>,
    /// The number of links from it to the thesis.
    pub(crate) depth: usize,
    /// Its text.
    pub(crate) claim: String,
    /// What it rests on.
    pub(crate) premises: Vec<String>,
    /// The other personas that say the same.
    pub(crate) endorsed_by: BTreeSet<PersonaId>,
    /// Its base score, where it has one.
    pub(crate) base_score: Option<Strength>,
    /// Its strength, where it was computed.
    pub(crate) strength: Option<Strength>,
    /// The axis it is about, where known.
    pub(crate) axis: Option<AxisId>,
    /// The side it takes there.
    pub(crate) side: Option<Side>,
    /// The statements of its author's corpus that support it.
    pub(crate) excerpts: Vec<StatementId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A new node.")]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeDraft {
    #[schemars(description = "The id of the node that it supports or attacks, such as `n3`.")]
    pub(crate) target: String,
    pub(crate) bearing: InfluenceKind,
    #[schemars(
        description = "How strongly it supports or attacks the target, from 0 to 1.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) weight: f64,
    #[schemars(description = "What the node says, as one or two sentences.")]
    pub(crate) claim: String,
    #[schemars(
        description = "The reasons for it that assert an answer to another listed question: one for each question."
    )]
    pub(crate) rests_on: Vec<ReasonDraft>,
    #[schemars(description = "At most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
    #[schemars(description = "The id of the listed question that it is about, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that it gives to that question, or null.")]
    pub(crate) side: Option<Side>,
}

/// A new node, whose target has not been checked yet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewNode {
    /// The target as the model wrote it.
    pub(crate) target: String,
    pub(crate) bearing: InfluenceKind,
    pub(crate) weight: Strength,
    pub(crate) claim: String,
    pub(crate) reasons: Reasons,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
    pub(crate) axis: Option<AxisId>,
    pub(crate) side: Option<Side>,
}

impl NodeDraft {
    /// Parses everything but the target.
    pub(super) fn accept(
        self,
        brief: &Brief,
        topic: &Topic,
        accept: &mut Accept,
    ) -> Option<NewNode> {
        let claim = self.claim;
        let of = |what: &str| format!("“{claim}”: {what}");
        accept.text("claim", &claim);
        let weight = accept.strength(&of("weight"), self.weight);
        let reasons = accept.at_most(&of("reasons"), most_reasons(topic), self.rests_on);
        let reasons = Reasons::accept(reasons, of, topic, accept);
        let evidence = accept.evidence(of, self.evidence, brief);
        let excerpts = accept.excerpts(of, &self.excerpts, brief);
        let axis = accept.axis(of, self.axis.as_deref(), topic);
        let Self { target, bearing, side, .. } = self;
        let weight = weight?;
        Some(NewNode { target, bearing, weight, claim, reasons, evidence, excerpts, axis, side })
    }
}

/// A node that makes no sense.
#[cfg(test)]
pub(crate) fn nonsense(nonsense: &Nonsense<'_>, target: &str, bearing: &str, number: u64) -> Value {
    json!({
        "target": target, "bearing": bearing, "weight": 0.5, "claim": nonsense.text("Node", number), "rests_on": [],
        "evidence": [], "excerpts": [], "axis": null, "side": null,
    })
}
