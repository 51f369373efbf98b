//! Between nodes of belief graphs and what voices hear and say.

use super::{InfluenceKind, NodeDraft, ShownNode};
use crate::corpus::{self, Heard, HeardForm, Remark, Voice};
use crate::graph::NodeKind;
use crate::mode::belief::questions::thesis;
use crate::mode::shared::questions::thesis::ReasonDraft;
use crate::question::Cited;
use crate::vocabulary::MOST_CITATIONS;

/// How much a node weighs on another of its author's: corpora do not say, so each weighs half.
const OWN_WEIGHT: f64 = 0.5;

impl ShownNode {
    /// The node as a voice hears it: a thesis or a single sentence.
    pub(crate) fn heard(&self) -> Heard<'_> {
        Heard {
            author: &self.author,
            text: &self.claim,
            axis: self.axis.as_ref(),
            side: self.side,
            excerpts: &self.excerpts,
            form: if self.kind == NodeKind::Thesis {
                HeardForm::Thesis
            } else {
                HeardForm::Sentence
            },
        }
    }
}

impl NodeDraft {
    /// A remark as a node below another, with at most two of its citations.
    pub(crate) fn from_remark(voice: &Voice<'_>, target: &str, remark: &Remark<'_>) -> Self {
        let is_statement = remark.text == remark.statement.text;
        Self {
            target: target.to_owned(),
            bearing: match remark.influence {
                corpus::InfluenceKind::Support => InfluenceKind::Support,
                corpus::InfluenceKind::Attack => InfluenceKind::Attack,
            },
            weight: OWN_WEIGHT,
            claim: remark.text.to_owned(),
            rests_on: if is_statement {
                ReasonDraft::of(voice, remark.statement)
            } else {
                thesis::linked_below(voice, remark.statement, remark.text)
            },
            evidence: remark.evidence.iter().take(MOST_CITATIONS).map(Cited::from).collect(),
            excerpts: vec![remark.statement.id.to_string()],
            axis: remark.axis.map(ToString::to_string),
            side: remark.side,
        }
    }
}
