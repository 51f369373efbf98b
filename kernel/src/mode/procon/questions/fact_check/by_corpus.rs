//! `fact_check`: the verdict of the evidence file on what the claim cites. Words decide nothing.
//!
//! 1. A claim is false if an item of evidence that it or one of its reasons cites refutes what cites it.
//! 2. Otherwise it is true if such an item confirms what cites it.
//! 3. Otherwise it is unverifiable: it cites nothing that the evidence file has. That is as sure as not.
//!
//! A verdict on an item without a caveat is certain, and one on an item with caveats is half as far from 0.5.

use super::{FactCheck, FactCheckAnswer, Finding, Found, ShownClaim, VerdictDraft};
use crate::vocabulary::Verdict;

pub(super) fn answer(question: &FactCheck) -> FactCheckAnswer {
    FactCheckAnswer { verdicts: question.claims.iter().map(verdict).collect() }
}

fn verdict(claim: &ShownClaim) -> VerdictDraft {
    let cites = |found: &&Found| {
        let evidence = found.passage.evidence.as_ref();
        evidence.is_some_and(|id| claim.cited.iter().any(|c| c.evidence.as_ref() == Some(id)))
    };
    let saying = |verdict| {
        let cited = claim.passages.iter().filter(cites);
        cited.filter(|found| found.verdict == Some(verdict)).collect::<Vec<&Found>>()
    };
    let (refuting, confirming) = (saying(Verdict::False), saying(Verdict::True));
    let (finding, decisive, reason) = match (refuting.is_empty(), confirming.is_empty()) {
        (false, _) => {
            (Finding::False, refuting, "The evidence file says that what it cites is not as cited.")
        }
        (true, false) => {
            (Finding::True, confirming, "The evidence file says that what it cites is as cited.")
        }
        (true, true) => {
            (Finding::Unverifiable, vec![], "It cites nothing that the evidence file has.")
        }
    };
    let is_certain = decisive.iter().any(|found| found.passage.caveats.is_empty());
    let confidence = match finding {
        Finding::Unverifiable => 0.5,
        Finding::True | Finding::False if is_certain => 1.0,
        Finding::True | Finding::False => 0.75,
    };
    VerdictDraft {
        claim: claim.id.clone(),
        verdict: finding,
        confidence,
        passages: decisive.iter().map(|found| found.passage.id.clone()).collect(),
        reason: reason.to_owned(),
    }
}
