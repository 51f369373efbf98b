//! An answer to a listed question on which a thesis does not rest: what the openings of several
//! modes ask for.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::thesis::{ReasonDraft, Reasons, most_reasons};
use crate::graph::{Node, NodeKind};
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Cited, Narrowing};
use crate::vocabulary::{
    AxisId, AxisSide, Citation, NodeId, PersonaId, Side, StatementId, Tokens, Topic,
};

/// The length of one position, estimated generously.
pub(crate) const LENGTH: Tokens = Tokens(200);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "Your answer to a listed question on which your thesis does not rest.")]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionDraft {
    #[schemars(description = "The answer, as one sentence.")]
    pub(crate) text: String,
    #[schemars(description = "The id of the question.")]
    pub(crate) axis: String,
    #[schemars(description = "The answer that the sentence gives.")]
    pub(crate) side: Side,
    #[schemars(
        description = "The reasons without which you would give this answer up, including every reason that answers another listed question."
    )]
    pub(crate) rests_on: Vec<ReasonDraft>,
    /// What a corpus cites for it. No model is asked for this: it cites for the nodes of its graph.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that support it.")]
    pub(crate) excerpts: Vec<String>,
}

/// An answer to an axis on which the thesis does not rest.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Position {
    pub(crate) text: String,
    pub(crate) answers: AxisSide,
    pub(crate) reasons: Reasons,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
}

/// Narrows the schema of positions to the topic.
pub(crate) fn narrow(schema: &mut Narrowing, topic: &Topic) {
    schema.count::<PositionDraft>("rests_on", 0..=most_reasons(topic));
}

/// Parses positions; those beyond `most` on one question are dropped and counted.
pub(crate) fn accept_all(
    drafts: Vec<PositionDraft>,
    most: usize,
    brief: &Brief,
    topic: &Topic,
    accept: &mut Accept,
) -> Vec<Position> {
    let mut on_axis: BTreeMap<AxisId, usize> = BTreeMap::new();
    let mut position = |draft: PositionDraft, accept: &mut Accept| {
        let position = accept.item(|accept| draft.accept(brief, topic, accept))?;
        let axis = &position.answers.axis;
        let earlier = on_axis.entry(axis.clone()).or_default();
        *earlier += 1;
        accept
            .keep(*earlier <= most, || {
                let wanted = if most == 1 { "one".to_owned() } else { format!("at most {most}") };
                format!("positions on {axis}: {wanted} wanted")
            })
            .then_some(position)
    };
    drafts.into_iter().filter_map(|draft| position(draft, accept)).collect()
}

impl PositionDraft {
    fn accept(self, brief: &Brief, topic: &Topic, accept: &mut Accept) -> Option<Position> {
        let of = |what: &str| format!("position “{}”: {what}", self.text);
        accept.text("position", &self.text);
        let reasons = accept.at_most(&of("reasons"), most_reasons(topic), self.rests_on);
        let reasons = Reasons::accept(reasons, of, topic, accept);
        let evidence = accept.evidence(of, self.evidence, brief);
        let excerpts = accept.excerpts(of, &self.excerpts, brief);
        let axis = accept.known_axis(of, &self.axis, topic)?;
        let answers = AxisSide { axis, side: self.side };
        Some(Position { text: self.text, answers, reasons, evidence, excerpts })
    }
}

impl Position {
    /// The node of the position.
    pub(crate) fn into_node(self, id: NodeId, author: &PersonaId) -> Node {
        let AxisSide { axis, side } = self.answers;
        let node = Node::new(id, NodeKind::Position, self.text).by(author, Some(axis), Some(side));
        Node { detail: self.reasons.detail(self.evidence, self.excerpts), ..node }
    }
}

/// Two positions on each question that make no sense.
#[cfg(test)]
pub(crate) fn nonsense(nonsense: &Nonsense<'_>) -> Value {
    let axes = nonsense.axes();
    nonsense.many(2 * axes.len() as u64, |n| {
        json!({
            "text": nonsense.text("Position", n), "axis": axes[n as usize / 2], "side": nonsense.side, "rests_on": [],
            "excerpts": [],
        })
    })
}
