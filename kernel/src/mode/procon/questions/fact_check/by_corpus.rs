//! `fact_check`: what the evidence file says of what a speech asserts, sentence by sentence.
//!
//! 1. A claim and each reason that the speech gives for it are checked by themselves, against the
//!    evidence that the claim cites and the evidence that was found by their words.
//! 2. A sentence is false if it says no less than an item that the evidence file calls wrong: it
//!    names every figure of the item and enough of its words.
//! 3. A sentence is true if it says no more than items that the evidence file confirms: they name
//!    every number of it and enough of its words. A forecast, and a sentence that gives its own
//!    reason, say more than any item.
//! 4. Otherwise a sentence is unverifiable, which is as sure as not: that is for readers to judge.
//! 5. Half of the words are enough where the claim cites the item and figures agree. Elsewhere only
//!    words show that both are about the same, and four of five have to agree, and at least three.
//!    A sentence that negates where the item does not says something else.
//!
//! A figure is a number in digits that is not a date, and words are content words. A verdict on an
//! item without a caveat is certain, and one on an item with caveats is half as far from 0.5.

use crate::corpus::{Silence, Voices};
use crate::question::ByCorpus;
use std::collections::BTreeSet;

use super::{
    FactCheck, FactCheckAnswer, Finding, FoundPassage, Sentence, ShownClaim, VerdictDraft,
};
use crate::mode::procon::questions::figures::{is_conclusion, is_forecast, numbers};
use crate::text::{content_stems, near_share, negates};
use crate::vocabulary::Verdict;

impl ByCorpus for FactCheck {
    fn by_corpus(&self, _: &Voices<'_>) -> Result<FactCheckAnswer, Silence> {
        Ok(answer(self))
    }
}

fn answer(question: &FactCheck) -> FactCheckAnswer {
    let of_claim = |claim: &ShownClaim| -> Vec<VerdictDraft> {
        let items: Vec<Item<'_>> =
            claim.passages.iter().map(|found| Item::of(found, claim)).collect();
        claim.sentences().map(|sentence| verdict(sentence, &items)).collect()
    };
    FactCheckAnswer { verdicts: question.claims.iter().flat_map(of_claim).collect() }
}

const WRONG: &str = "The evidence file says that this is not as cited.";
const CONFIRMED: &str = "The evidence file says that this is as cited.";
const CONCLUDES: &str = "It is a forecast or a conclusion, which the evidence file does not judge.";
const UNDECIDED: &str = "The evidence file neither confirms nor refutes it.";
const NOTHING: &str = "Nothing in the evidence file is about it.";

/// What a text says, as far as words and numbers show it.
struct Content {
    words: BTreeSet<String>,
    /// Every number in digits.
    numbers: BTreeSet<String>,
    /// The numbers that are not dates.
    figures: BTreeSet<String>,
    negates: bool,
}

impl Content {
    fn of(text: &str) -> Self {
        let numbers = numbers(text);
        let figures = numbers.iter().filter(|number| !number.is_date);
        let figures = figures.map(|number| number.digits.clone()).collect();
        let numbers = numbers.into_iter().map(|number| number.digits).collect();
        Self { words: content_stems(text), numbers, figures, negates: negates(text) }
    }

    /// Whether another text has enough of its words.
    fn has_words_in(&self, other: &Self, is_cited: bool) -> bool {
        let common = self.words.intersection(&other.words).count();
        if is_cited && !self.figures.is_empty() {
            return 2 * common >= self.words.len();
        }
        near_share(common, self.words.len()).is_some()
    }
}

/// An item of evidence that was found for a claim.
struct Item<'f> {
    found: &'f FoundPassage,
    is_cited: bool,
    content: Content,
}

impl<'f> Item<'f> {
    fn of(found: &'f FoundPassage, claim: &ShownClaim) -> Self {
        let id = found.passage.evidence.as_ref();
        let is_cited =
            id.is_some_and(|id| claim.cited.iter().any(|c| c.evidence.as_ref() == Some(id)));
        Self { found, is_cited, content: Content::of(&found.passage.text) }
    }

    /// Whether a sentence says no less than the item.
    fn is_said_by(&self, sentence: &Content) -> bool {
        let Content { figures, .. } = &self.content;
        let may_agree = figures.is_subset(&sentence.numbers) && !self.is_denied_by(sentence);
        may_agree && self.content.has_words_in(sentence, self.is_cited)
    }

    /// Whether only the sentence negates, so that the same words say the opposite.
    fn is_denied_by(&self, sentence: &Content) -> bool {
        sentence.negates && !self.content.negates
    }

    /// Whether the item says the words of a sentence, and one of its figures if it has any.
    fn bears_out(&self, sentence: &Content) -> bool {
        let Content { figures, .. } = sentence;
        let names_figure = figures.is_empty() || !figures.is_disjoint(&self.content.numbers);
        let may_agree = names_figure && !self.is_denied_by(sentence);
        may_agree && sentence.has_words_in(&self.content, self.is_cited)
    }
}

fn verdict(sentence: &Sentence, items: &[Item<'_>]) -> VerdictDraft {
    let said = Content::of(&sentence.text);
    let judged = |verdict| items.iter().filter(move |item| item.found.verdict == Some(verdict));
    let wrong: Vec<&Item<'_>> =
        judged(Verdict::False).filter(|item| item.is_said_by(&said)).collect();
    let confirming: Vec<&Item<'_>> =
        judged(Verdict::True).filter(|item| item.bears_out(&said)).collect();
    let named: BTreeSet<&String> =
        confirming.iter().flat_map(|item| &item.content.numbers).collect();
    let is_borne_out =
        !confirming.is_empty() && said.numbers.iter().all(|number| named.contains(number));
    let concludes = is_forecast(&sentence.text) || is_conclusion(&sentence.text);
    let (finding, decisive, reason) = if !wrong.is_empty() {
        (Finding::False, wrong, WRONG)
    } else if concludes {
        (Finding::Unverifiable, vec![], CONCLUDES)
    } else if is_borne_out {
        (Finding::True, confirming, CONFIRMED)
    } else {
        let reason = if items.is_empty() { NOTHING } else { UNDECIDED };
        (Finding::Unverifiable, vec![], reason)
    };
    let is_certain = decisive.iter().any(|item| item.found.passage.caveats.is_empty());
    let confidence = match finding {
        Finding::Unverifiable => 0.5,
        Finding::True | Finding::False if is_certain => 1.0,
        Finding::True | Finding::False => 0.75,
    };
    VerdictDraft {
        claim: sentence.id.clone(),
        verdict: finding,
        confidence,
        passages: decisive.iter().map(|item| item.found.passage.id.clone()).collect(),
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::procon::detail::{ClaimKind, Passage};
    use crate::vocabulary::{Citation, EvidenceId};

    const MILLS: &str = "In 2019 the mills of the valley employed 126,200 people, 24.5% more than in the year before.";
    const TRAMS: &str = "Trams have become the main income of the city.";

    /// The verdict on a sentence beside one item, which the file judges so.
    fn found(sentence: &str, item: (&str, Verdict), is_cited: bool) -> Finding {
        let evidence = "item".parse::<EvidenceId>().unwrap();
        let passage = Passage {
            id: "item".into(),
            text: item.0.into(),
            source: "The office, 2024".into(),
            caveats: vec![],
            evidence: Some(evidence.clone()),
            page: None,
        };
        let cited = is_cited
            .then(|| Citation { text: "They were counted.".into(), evidence: Some(evidence) });
        let claim = ShownClaim {
            claim: Sentence { id: "c1".into(), text: sentence.into() },
            kind: ClaimKind::General,
            reasons: vec![],
            cited: cited.into_iter().collect(),
            passages: vec![FoundPassage { passage, verdict: Some(item.1) }],
        };
        let items: Vec<Item<'_>> =
            claim.passages.iter().map(|found| Item::of(found, &claim)).collect();
        verdict(&claim.claim, &items).verdict
    }

    #[test]
    fn fact_check_rule_2_a_sentence_is_false_if_it_says_no_less_than_a_wrong_item() {
        use Finding::{False, Unverifiable};
        for (sentence, item, is_cited, expected) in [
            ("The mills employ 126200 people, 24.5% more than a year ago.", MILLS, true, False),
            ("The mills employ 126,200 people.", MILLS, true, Unverifiable),
            ("The trams have become the city's main income in good months.", TRAMS, true, False),
            ("The trams have not become the city's main income.", TRAMS, true, Unverifiable),
            ("The trams are an income of the city.", TRAMS, true, Unverifiable),
        ] {
            assert_eq!(found(sentence, (item, Verdict::False), is_cited), expected, "{sentence}");
        }
    }

    #[test]
    fn fact_check_rule_3_a_sentence_is_true_if_it_says_no_more_than_the_item() {
        use Finding::{True, Unverifiable};
        for (sentence, item, expected) in [
            ("In 2019 the mills employed 126200 people.", MILLS, True),
            ("In 2020 the mills employed 126,200 people.", MILLS, Unverifiable),
            ("The mills employed 25% more people.", MILLS, Unverifiable),
            ("The mills never employed 126,200 people.", MILLS, Unverifiable),
            ("Since 126,200 voters came, bread and circuses sell tickets.", MILLS, Unverifiable),
            ("Trams are the main income of the city.", TRAMS, True),
        ] {
            assert_eq!(found(sentence, (item, Verdict::True), true), expected, "{sentence}");
        }
    }

    #[test]
    fn fact_check_rule_3_a_forecast_and_a_conclusion_are_unverifiable() {
        for sentence in [
            "The mills will employ 126,200 people.",
            "The mills employed 126,200 people, so the valley is rich.",
        ] {
            let finding = found(sentence, (MILLS, Verdict::True), true);
            assert_eq!(finding, Finding::Unverifiable, "{sentence}");
        }
    }

    #[test]
    fn fact_check_rule_5_a_figure_alone_is_not_enough_where_nothing_is_cited() {
        let loosely = "In 2019 the mills and farms and shops there employed 126,200 people.";
        let closely = "The mills of the valley employed 126,200 people in 2019.";
        for (sentence, uncited) in [(loosely, Finding::Unverifiable), (closely, Finding::True)] {
            assert_eq!(found(sentence, (MILLS, Verdict::True), true), Finding::True);
            assert_eq!(found(sentence, (MILLS, Verdict::True), false), uncited, "{sentence}");
        }
    }

    #[test]
    fn fact_check_rule_5_half_of_the_words_are_enough_where_the_claim_cites_the_item() {
        let known = "The mills employed 126,200 people";
        let others = ["wolf", "bear", "fox", "hare", "goose", "stork", "trout", "toad"];
        let half = Content::of(known).words.len();
        for (count, expected) in [(half, Finding::True), (half + 1, Finding::Unverifiable)] {
            let sentence = format!("{known}, {}.", others[..count].join(", "));
            assert_eq!(found(&sentence, (MILLS, Verdict::True), true), expected, "{sentence}");
        }
    }
}
