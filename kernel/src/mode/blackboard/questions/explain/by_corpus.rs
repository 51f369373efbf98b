//! `explain`: the cruxes whose axes have one kind of disagreement lie along one fault line, whose text is the two propositions of the
//! first of them. A crux is resolved by what would change a mind about it (rule 12).
//!
//! Left out: fault lines about stakes, which no axis names.

use super::{Explain, ExplainAnswer, FaultKind, FaultLineDraft};
use crate::corpus::Voices;
use crate::mode::shared::questions::settle::wordings;
use crate::vocabulary::{Axis, Disagreement};

pub(super) fn answer(question: &Explain, voices: &Voices<'_>) -> ExplainAnswer {
    let mut fault_lines: Vec<FaultLineDraft> = Vec::new();
    for crux in &question.cruxes {
        let Some(axis) = question.topic.axis(&crux.issue) else { continue };
        let (kind, id) = (fault(axis.kind), crux.issue.to_string());
        match fault_lines.iter_mut().find(|line| line.kind == kind) {
            Some(line) => line.cruxes.push(id),
            None => {
                fault_lines.push(FaultLineDraft { kind, text: text(axis), cruxes: vec![id] });
            }
        }
    }
    ExplainAnswer { fault_lines, questions: wordings(&question.cruxes, voices) }
}

fn fault(kind: Disagreement) -> FaultKind {
    match kind {
        Disagreement::Horizon => FaultKind::TimeHorizon,
        Disagreement::Evidence => FaultKind::Epistemology,
        Disagreement::Values => FaultKind::IdentityValues,
        Disagreement::Definition | Disagreement::Claim | Disagreement::Premise => {
            FaultKind::Assumptions
        }
    }
}

fn text(axis: &Axis) -> String {
    format!("One side says: {} The other says: {}", axis.yes, axis.no)
}
