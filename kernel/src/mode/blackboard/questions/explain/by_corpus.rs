//! `explain`: the cruxes whose axes have one kind of disagreement lie along one fault line. Its
//! text is the two propositions of the axis, or, where there are several, what divides the answers
//! to all of them, with the titles of the axes. A crux is resolved by what would change a mind
//! about it (rule 12).
//!
//! Left out: fault lines about stakes, which no axis names.

use super::{Explain, ExplainAnswer, FaultKind, FaultLineDraft};
use crate::corpus::{Silence, Voices};
use crate::mode::shared::questions::settle::wordings;
use crate::question::ByCorpus;
use crate::text::listed;
use crate::vocabulary::{Axis, Disagreement};

impl ByCorpus for Explain {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ExplainAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Explain, voices: &Voices<'_>) -> ExplainAnswer {
    let mut lines: Vec<(FaultKind, Vec<&Axis>)> = Vec::new();
    for axis in question.cruxes.iter().filter_map(|crux| question.topic.axis(&crux.issue)) {
        let kind = fault(axis.kind);
        match lines.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, axes)) => axes.push(axis),
            None => lines.push((kind, vec![axis])),
        }
    }
    let line = |(kind, axes): (FaultKind, Vec<&Axis>)| FaultLineDraft {
        kind,
        text: text(kind, &axes),
        cruxes: axes.iter().map(|axis| axis.id.to_string()).collect(),
    };
    let fault_lines = lines.into_iter().map(line).collect();
    ExplainAnswer { fault_lines, questions: wordings(&question.cruxes, voices) }
}

fn fault(kind: Disagreement) -> FaultKind {
    match kind {
        Disagreement::Horizon => FaultKind::TimeHorizon,
        Disagreement::Evidence | Disagreement::Claim => FaultKind::Epistemology,
        Disagreement::Values => FaultKind::IdentityValues,
        Disagreement::Definition | Disagreement::Premise => FaultKind::Assumptions,
    }
}

fn text(kind: FaultKind, axes: &[&Axis]) -> String {
    if let [axis] = axes {
        return format!("One side says: {} The other says: {}", axis.yes, axis.no);
    }
    let divides = match kind {
        FaultKind::TimeHorizon => "They expect different things to happen, or at different times",
        FaultKind::Epistemology => "They judge the facts and the evidence differently",
        FaultKind::IdentityValues => "They weigh what is at stake differently",
        FaultKind::Assumptions | FaultKind::Stakes => "They start from different assumptions",
    };
    let title = |axis: &&Axis| {
        let words = if axis.title.is_empty() { &axis.question } else { &axis.title };
        format!("“{words}”")
    };
    let titles: Vec<String> = axes.iter().map(title).collect();
    format!("{divides} on {}.", listed(&titles))
}
