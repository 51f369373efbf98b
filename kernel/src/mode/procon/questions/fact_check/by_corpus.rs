//! `fact_check`: the verdict of the evidence file on what the claim cites. Words decide nothing.
//!
//! 1. A claim that reports facts (it is statistical, historical or scientific) is false if an item of evidence that it or one of its
//!    reasons cites refutes what cites it.
//! 2. Otherwise it is true if such an item confirms what cites it.
//! 3. Otherwise it is unverifiable, which is as sure as not. So is every general claim and every one about a definition: it draws a
//!    conclusion from what it cites, and that is for readers to judge.
//!
//! A verdict on an item without a caveat is certain, and one on an item with caveats is half as far from 0.5.

use super::{FactCheck, FactCheckAnswer, Finding, FoundPassage, ShownClaim, VerdictDraft};
use crate::mode::procon::detail::ClaimKind;
use crate::vocabulary::Verdict;

pub(super) fn answer(question: &FactCheck) -> FactCheckAnswer {
    FactCheckAnswer { verdicts: question.claims.iter().map(verdict).collect() }
}

const NOT_AS_CITED: &str = "The evidence file says that what it cites is not as cited.";
const AS_CITED: &str = "The evidence file says that what it cites is as cited.";
const CONCLUDES: &str = "What it cites is as cited, but the claim is a conclusion that the evidence file does not judge.";
const CONCLUDES_FALSELY: &str = "What it cites is not as cited. The claim itself is a conclusion that the evidence file does not judge.";
const CITES_NOTHING: &str = "It names no item of the evidence file.";

/// Whether claims of a kind report facts.
fn reports_facts(kind: ClaimKind) -> bool {
    match kind {
        ClaimKind::Statistical | ClaimKind::Historical | ClaimKind::Scientific => true,
        ClaimKind::Definitional | ClaimKind::General => false,
    }
}

fn verdict(claim: &ShownClaim) -> VerdictDraft {
    let cites = |found: &&FoundPassage| {
        let evidence = found.passage.evidence.as_ref();
        evidence.is_some_and(|id| claim.cited.iter().any(|c| c.evidence.as_ref() == Some(id)))
    };
    let saying = |verdict| {
        let cited = claim.passages.iter().filter(cites);
        cited.filter(|found| found.verdict == Some(verdict)).collect::<Vec<&FoundPassage>>()
    };
    let (refuting, confirming) = (saying(Verdict::False), saying(Verdict::True));
    let (finding, decisive, reason) =
        match (refuting.is_empty(), confirming.is_empty(), reports_facts(claim.kind)) {
            (false, _, true) => (Finding::False, refuting, NOT_AS_CITED),
            (false, _, false) => (Finding::Unverifiable, refuting, CONCLUDES_FALSELY),
            (true, false, true) => (Finding::True, confirming, AS_CITED),
            (true, false, false) => (Finding::Unverifiable, confirming, CONCLUDES),
            (true, true, _) => (Finding::Unverifiable, vec![], CITES_NOTHING),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::procon::detail::Passage;
    use crate::vocabulary::{Citation, EvidenceId};

    /// The verdict on a claim that cites one item of the evidence file, which the file judges so.
    fn judged(kind: ClaimKind, found: Option<Verdict>) -> (Finding, String) {
        let evidence = found.map(|_| "counted".parse::<EvidenceId>().unwrap());
        let passage = Passage {
            id: "p1".into(),
            text: "They were counted.".into(),
            source: "The office, 2024".into(),
            caveats: vec![],
            evidence: evidence.clone(),
        };
        let cited = evidence
            .into_iter()
            .map(|id| Citation { text: "They were counted.".into(), evidence: Some(id) });
        let claim = ShownClaim {
            id: "c1".into(),
            text: "So it will come here.".into(),
            kind,
            cited: cited.collect(),
            passages: vec![FoundPassage { passage, verdict: found }],
        };
        let verdict = verdict(&claim);
        (verdict.verdict, verdict.reason)
    }

    #[test]
    fn only_a_claim_that_reports_facts_is_true_or_false() {
        use Finding::{False, True, Unverifiable};
        use Verdict::{False as Refutes, True as Confirms};
        for (kind, found, finding, reason) in [
            (ClaimKind::Statistical, Some(Confirms), True, AS_CITED),
            (ClaimKind::Historical, Some(Refutes), False, NOT_AS_CITED),
            (ClaimKind::General, Some(Confirms), Unverifiable, CONCLUDES),
            (ClaimKind::General, Some(Refutes), Unverifiable, CONCLUDES_FALSELY),
            (ClaimKind::Definitional, Some(Refutes), Unverifiable, CONCLUDES_FALSELY),
            (ClaimKind::Statistical, None, Unverifiable, CITES_NOTHING),
        ] {
            assert_eq!(judged(kind, found), (finding, reason.to_owned()), "{kind:?} {found:?}");
        }
    }
}
