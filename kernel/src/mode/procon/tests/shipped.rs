//! The corpus provider checks what the shipped personas say against the shipped evidence.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::path::Path;

use crate::corpus::Corpora;
use crate::format::Library;
use crate::mode::procon::detail::{ClaimKind, Finding};
use crate::mode::procon::questions::claims::Claim;
use crate::mode::procon::questions::fact_check::{FactCheck, ShownClaim};
use crate::mode::procon::run::evidence_search::search;
use crate::mode::shared::questions::thesis::Reasons;
use crate::question::ByCorpus as _;
use crate::vocabulary::{
    Evidence, EvidenceId, MOST_CITATIONS, Probability, Seed, Statement, Topic, Verdict,
};

fn shipped() -> Library {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Library::open(&root).0
}

/// What a speech claims that says a statement with all its reasons and assumptions.
fn spoken(own: &Statement) -> Claim {
    let reasons = own.all_reasons().into_iter().map(|reason| &reason.text);
    let assumed = own.assumptions.iter().map(|assumption| &assumption.text);
    Claim {
        again: None,
        text: own.text.clone(),
        kind: ClaimKind::General,
        reasons: Reasons { texts: reasons.chain(assumed).cloned().collect(), asserts: vec![] },
        axis: own.axis.clone(),
        side: own.side,
        evidence: own.citations().take(MOST_CITATIONS).cloned().collect(),
        excerpts: vec![own.id.clone()],
        answers: vec![],
    }
}

/// The sentences of a statement with what is found about each, and the items on which it rests.
fn checked(
    own: &Statement,
    topic: &Topic,
    evidence: &Evidence,
) -> Vec<(String, Finding, Vec<String>)> {
    let claim = spoken(own);
    let found = search(evidence, std::slice::from_ref(&claim)).remove(0);
    let shown = ShownClaim::of(&claim, 1, found);
    let question = FactCheck { topic: topic.clone(), claims: vec![shown], is_web: false };
    let corpora = Corpora::new(topic, &[], Probability::ONE).unwrap();
    let verdicts = question.by_corpus(&corpora.voices(Seed(1))).unwrap().verdicts;
    let texts = std::iter::once(claim.text.as_str()).chain(claim.own_reasons());
    let sentences = texts.zip(verdicts);
    sentences.map(|(text, found)| (text.to_owned(), found.verdict, found.passages)).collect()
}

/// The items of the evidence files that are called wrong and that a persona cites.
const WRONG: [(&str, &str, &str); 4] = [
    ("robots-034", "displacement-bear", "0.34 point"),
    ("wef-97m", "institutional-macro", "97 million new roles"),
    ("fees-main", "bitcoin-maximalist", "the main income of miners"),
    ("nasdaq-036", "macro-trader", "to 0.36 in 2020 and 2021"),
];

#[test]
fn procon_rule_7_every_wrong_figure_of_the_shipped_personas_is_found_false_where_it_is_spoken() {
    let library = shipped();
    let mut caught: Vec<(String, String, String)> = Vec::new();
    for_each_citing(&library, Verdict::False, |persona, own, topic, evidence| {
        for (text, finding, items) in checked(own, topic, evidence) {
            if finding == Finding::False {
                caught.push((items.join(" "), persona.to_owned(), text));
            }
        }
    });
    for (item, persona, words) in WRONG {
        let of_item: Vec<_> = caught.iter().filter(|(found, ..)| found == item).collect();
        let [(_, by, text)] = of_item.as_slice() else { panic!("{item}: {of_item:?}") };
        assert!(by == persona && text.contains(words), "{item}: {by}, {text}");
    }
    assert_eq!(caught.len(), WRONG.len(), "nothing else is false: {caught:?}");
}

#[test]
fn procon_rule_7_a_figure_is_true_where_the_evidence_that_its_statement_cites_confirms_it() {
    let library = shipped();
    let mut found: Vec<(String, Finding)> = Vec::new();
    for_each_citing(&library, Verdict::True, |_, own, topic, evidence| {
        if ["canaries", "plans-end", "fails-in-panic"].contains(&own.id.as_str()) {
            let sentences = checked(own, topic, evidence);
            found.extend(sentences.into_iter().map(|(text, finding, _)| (text, finding)));
        }
    });
    let finding = |begins: &str| {
        let begins = crate::text::folded(begins);
        let is_it = |(text, _): &&(String, Finding)| crate::text::folded(text).starts_with(&begins);
        found.iter().find(is_it).unwrap_or_else(|| panic!("{begins}: {found:?}")).1
    };
    for (begins, expected) in [
        ("employment of 22- to 25-year-olds in the most exposed", Finding::True),
        ("a loss of 77% needs a gain of 335%", Finding::True),
        ("a second study of that crisis found gold", Finding::True),
        // It names a number of the item that its statement cites, and says something else.
        ("most holders of a falling fund sell long before 39 months", Finding::Unverifiable),
        // It is a conclusion from two facts that are true.
        ("in a panic bitcoin falls with shares", Finding::Unverifiable),
    ] {
        assert_eq!(finding(begins), expected, "{begins}");
    }
}

/// Every statement that cites an item with this verdict.
fn for_each_citing(
    library: &Library,
    verdict: Verdict,
    mut act: impl FnMut(&str, &Statement, &Topic, &Evidence),
) {
    for (persona, topic, corpus) in library.personas.values().flat_map(|persona| {
        persona.corpora.iter().map(|(topic, corpus)| (persona.id.as_str(), topic, corpus))
    }) {
        let Some(evidence) = library.evidence.get(topic) else { continue };
        let judged = |id: &EvidenceId| evidence.item(id).map(|item| item.verdict);
        for own in corpus.notes.iter().flat_map(|note| &note.statements) {
            let mut cited = own.citations().filter_map(|citation| citation.evidence.as_ref());
            if cited.any(|id| judged(id) == Some(verdict)) {
                act(persona, own, &library.topics[topic], evidence);
            }
        }
    }
}
