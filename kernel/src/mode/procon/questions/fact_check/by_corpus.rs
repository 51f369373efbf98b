//! `fact_check`: the verdict of the evidence file on what the claim cites. Words decide nothing.
//!
//! 1. A claim that reports facts (it is statistical, historical or scientific) is false if an item of evidence that it or one of its
//!    reasons cites refutes what cites it.
//! 2. Otherwise it is true if such an item confirms what cites it, and these items name every number of the claim.
//! 3. Otherwise it is unverifiable, which is as sure as not. So is every general claim and every one about a definition: it draws a
//!    conclusion from what it cites, and that is for readers to judge.
//!
//! A verdict on an item without a caveat is certain, and one on an item with caveats is half as far from 0.5.

use std::collections::BTreeSet;

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
const OTHER_NUMBERS: &str =
    "What it cites is as cited, but does not name every number of the claim.";
const CITES_NOTHING: &str = "It cites no evidence that is on file.";

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
            (true, false, true) if has_every_number(&confirming, &claim.text) => {
                (Finding::True, confirming, AS_CITED)
            }
            (true, false, true) => (Finding::Unverifiable, confirming, OTHER_NUMBERS),
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

/// Whether some passages together name every number in digits of a claim.
fn has_every_number(passages: &[&FoundPassage], claim: &str) -> bool {
    let named: BTreeSet<String> =
        passages.iter().flat_map(|found| numbers(&found.passage.text)).collect();
    numbers(claim).all(|number| named.contains(&number))
}

/// The numbers in digits of a text: “126,200” and “126200” are one.
fn numbers(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || ".,".contains(letter)));
    let numbers = words.map(|word| word.trim_matches(['.', ',']).replace(',', ""));
    numbers.filter(|number| !number.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::procon::detail::Passage;
    use crate::vocabulary::{Citation, EvidenceId};

    /// The verdict on a claim that cites one item of the evidence file, which the file judges so.
    fn judged(kind: ClaimKind, found: Option<Verdict>) -> (Finding, String) {
        verdict_on("So it will come here.", kind, found)
    }

    fn verdict_on(text: &str, kind: ClaimKind, found: Option<Verdict>) -> (Finding, String) {
        let evidence = found.map(|_| "counted".parse::<EvidenceId>().unwrap());
        let passage = Passage {
            id: "p1".into(),
            text: "In 2019 there were 126,200 of them, 24.5% more than before.".into(),
            source: "The office, 2024".into(),
            caveats: vec![],
            evidence: evidence.clone(),
        };
        let cited = evidence
            .into_iter()
            .map(|id| Citation { text: "They were counted.".into(), evidence: Some(id) });
        let claim = ShownClaim {
            id: "c1".into(),
            text: text.into(),
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

    #[test]
    fn a_claim_is_true_only_if_what_it_cites_names_every_number_of_it() {
        for (text, finding) in [
            ("In 2019 they were 126200.", Finding::True),
            ("They grew by 24.5%, to 126,200.", Finding::True),
            ("They grew by 25%, to 126,200.", Finding::Unverifiable),
            ("In 2020 they were 126,200.", Finding::Unverifiable),
        ] {
            let (found, reason) = verdict_on(text, ClaimKind::Statistical, Some(Verdict::True));
            assert_eq!(found, finding, "{text}");
            assert_eq!(reason == OTHER_NUMBERS, finding == Finding::Unverifiable);
        }
    }
}
