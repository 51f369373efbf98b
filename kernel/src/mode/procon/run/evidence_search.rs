//! Finds passages for a claim in the evidence that the project holds on the topic.

use crate::mode::procon::detail::Passage;
use crate::mode::procon::questions::claims::Claim;
use crate::mode::procon::questions::fact_check::FoundPassage;
use crate::text::{Index, Lexicon};
use crate::vocabulary::{Evidence, EvidenceItem};

/// The number of passages for one claim.
const MOST_PASSAGES: usize = 4;

/// The passages for each claim: first the items that it cites, then those that match it best.
///
/// # Source
/// BM25, as in [`Index`]. An item that shares no word with a claim is not found.
pub(in crate::mode::procon) fn search(
    evidence: &Evidence,
    claims: &[Claim],
) -> Vec<Vec<FoundPassage>> {
    let texts: Vec<String> = evidence.items.iter().map(searched).collect();
    let lexicon = Lexicon::new(texts.iter().map(String::as_str));
    let bags: Vec<_> = texts.iter().map(|text| lexicon.bag(text)).collect();
    let index = Index::new(bags.iter().map(AsRef::as_ref));
    let of_claim = |claim: &Claim| {
        let reasons = claim.reasons.texts.iter().map(String::as_str);
        let words: Vec<&str> = std::iter::once(claim.text.as_str()).chain(reasons).collect();
        let scores = index.scores(&lexicon.joined(&words));
        let cites = |item: &EvidenceItem| {
            claim.evidence.iter().any(|cited| cited.evidence.as_ref() == Some(&item.id))
        };
        let mut found: Vec<(bool, f64, &EvidenceItem)> = evidence
            .items
            .iter()
            .zip(scores)
            .map(|(item, score)| (cites(item), score, item))
            .filter(|(is_cited, score, _)| *is_cited || *score > 0.0)
            .collect();
        found.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
        found.truncate(MOST_PASSAGES);
        found.into_iter().map(|(_, _, item)| passage(item)).collect()
    };
    claims.iter().map(of_claim).collect()
}

fn searched(item: &EvidenceItem) -> String {
    let EvidenceItem { text, caveats, source, .. } = item;
    [text, source].into_iter().chain(caveats).cloned().collect::<Vec<_>>().join(" ")
}

fn passage(item: &EvidenceItem) -> FoundPassage {
    let passage = Passage {
        id: item.id.to_string(),
        text: item.text.clone(),
        source: format!("{}, {}", item.source, item.date),
        caveats: item.caveats.clone(),
        evidence: Some(item.id.clone()),
        page: None,
    };
    FoundPassage { passage, verdict: Some(item.verdict) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::procon::detail::ClaimKind;
    use crate::mode::shared::questions::thesis::Reasons;
    use crate::mode::tests::scripted::evidence;
    use crate::vocabulary::Citation;

    #[test]
    fn procon_rule_7_what_shares_no_word_with_a_claim_is_found_only_where_it_is_cited() {
        let found = |text: &str, cited: Option<&str>| {
            let cited = cited.map(|id| Citation {
                text: "What I read.".into(),
                evidence: Some(id.parse().unwrap()),
            });
            let claim = Claim {
                again: None,
                text: text.into(),
                kind: ClaimKind::General,
                reasons: Reasons { texts: vec![], asserts: vec![] },
                axis: None,
                side: None,
                evidence: cited.into_iter().collect(),
                excerpts: vec![],
                answers: vec![],
            };
            let found = search(&evidence(), &[claim]).remove(0);
            found.into_iter().map(|found| found.passage.id).collect::<Vec<_>>()
        };
        assert_eq!(found("Cabbages boil.", None), [""; 0]);
        assert_eq!(found("Cabbages boil.", Some("rumour")), ["rumour"]);
        assert_eq!(found("Half of the shops closed.", None), ["rumour", "count"]);
    }
}
