//! Nodes of belief graphs: as personas see them, and as they write them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Brief, Cited, Faults};
use crate::graph::Relation;
use crate::vocabulary::{AxisId, NodeId, PersonaId, Side, StatementId, Strength, Topic};

/// How a node bears on another.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Bearing {
    /// It speaks for the other.
    Support,
    /// It speaks against the other.
    Attack,
}

impl From<Bearing> for Relation {
    fn from(bearing: Bearing) -> Self {
        match bearing {
            Bearing::Support => Self::Support,
            Bearing::Attack => Self::Attack,
        }
    }
}

/// What a node bears on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bond {
    /// The node borne upon.
    pub target: NodeId,
    /// How.
    pub bearing: Bearing,
    /// How much, in [0, 1]; fully where nobody judged it.
    pub weight: Option<Strength>,
}

/// A node of somebody's belief graph as everybody sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Believed {
    /// Its id.
    pub id: NodeId,
    /// Who wrote it.
    pub author: PersonaId,
    /// Whose thesis it bears on in the end.
    pub tree: PersonaId,
    /// What it bears on; nothing for a thesis.
    pub on: Option<Bond>,
    /// How many bonds lead from it to the thesis.
    pub depth: usize,
    /// What it says.
    pub claim: String,
    /// Its base score, where it has one.
    pub base_score: Option<Strength>,
    /// Its strength, where it was computed.
    pub strength: Option<Strength>,
    /// The axis it speaks to, where known.
    pub axis: Option<AxisId>,
    /// The side it takes there.
    pub side: Option<Side>,
    /// The statements of its author's corpus that it rests on.
    pub excerpts: Vec<StatementId>,
}

/// A new node as a model writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// The id of the node it bears on, such as `n3`.
    pub target: String,
    /// How it bears on it.
    pub bearing: Bearing,
    /// How much it bears on it, in [0, 1].
    pub weight: f64,
    /// What it says, as one or two sentences.
    pub claim: String,
    /// At most two pieces of evidence.
    pub evidence: Vec<Cited>,
    /// The ids of the excerpts it rests on.
    pub excerpts: Vec<String>,
    /// The id of the topic's axis it speaks to, or null.
    pub axis: Option<String>,
    /// The answer it gives to that axis' question, or null.
    pub side: Option<Side>,
}

impl Leaf {
    /// Adds what is wrong with the node; whether its target is there is for others to say.
    pub(super) fn check(&self, brief: &Brief, topic: &Topic, faults: &mut Faults) {
        let of = |what: &str| format!("«{}»: {what}", self.claim);
        faults.text("claim", &self.claim);
        faults.unit(&of("weight"), self.weight);
        faults.count(&of("evidence"), self.evidence.len(), 0..=2);
        for cited in &self.evidence {
            cited.check(of, brief, faults);
        }
        grounded(&self.excerpts, brief, of, faults);
        if let Some(axis) = &self.axis {
            let known = topic.axes.iter().any(|known| known.id.as_str() == axis);
            faults.unless(known, || of(&format!("the topic has no axis `{axis}`")));
        }
    }
}

/// Adds a fault for each excerpt that the persona does not have.
pub(super) fn grounded(
    excerpts: &[String],
    brief: &Brief,
    of: impl Fn(&str) -> String,
    faults: &mut Faults,
) {
    for excerpt in excerpts {
        faults.unless(brief.excerpt(excerpt).is_some(), || {
            of(&format!("there is no excerpt `{excerpt}`"))
        });
    }
}

/// Where a persona's thesis should stand in the light of what it received.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The strength the thesis should have, in [0, 1].
    pub strength: f64,
    /// Why, as a sentence.
    pub reason: String,
    /// The id of the condition of the persona's own that is met, or null.
    pub flip: Option<String>,
}

impl Target {
    pub(super) fn check(&self, brief: &Brief, faults: &mut Faults) {
        faults.unit("target strength", self.strength);
        faults.text("reason of the target", &self.reason);
        if let Some(flip) = &self.flip {
            let known = brief.contract.flips.iter().any(|known| known.id == *flip);
            faults.unless(known, || format!("no condition of yours is named `{flip}`"));
        }
    }
}
