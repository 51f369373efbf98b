//! Rule 8: at which statements of others each `answers` is aimed.

use std::collections::{BTreeMap, BTreeSet};

use super::components::{ComponentTexts, bag, components, is_for};
use crate::text::{Bag, Lexicon};
use crate::vocabulary::{Component, Corpus, Objection, PersonaId, Statement, StatementId};

/// The least share of the words of an `answers` that a sentence must have for the `answers` to be
/// aimed at it. Below it, the `answers` is in words of its own, and any sentence that it matches
/// may be meant.
const SAYS_IT: f64 = 0.5;

/// For each `answers` of a persona, by its statement and its place there, the statements of others
/// that say it most nearly; an empty set if it is in words of its own.
pub(super) type IntendedTargets = BTreeMap<StatementId, Vec<BTreeSet<(PersonaId, StatementId)>>>;

/// Finds at what each persona's `answers` are aimed.
pub(super) fn intended_targets(
    corpora: &BTreeMap<PersonaId, Corpus>,
    lexicon: &Lexicon,
) -> BTreeMap<PersonaId, IntendedTargets> {
    let sentences: Vec<Sentence<'_>> = corpora
        .iter()
        .flat_map(|(persona, corpus)| corpus.statements().map(move |own| (persona, own)))
        .flat_map(|(persona, own)| Sentence::all(persona, own, lexicon))
        .collect();
    let of = |(persona, corpus): (&PersonaId, &Corpus)| {
        let others = || sentences.iter().filter(|sentence| sentence.persona != persona);
        let targets = |own: &Statement| {
            let aimed = |answer: &Objection| {
                let of_kind = others().filter(|other| is_for(other.component, answer.component));
                nearest(&lexicon.bag(&answer.text), of_kind)
            };
            (own.id.clone(), own.answers.iter().map(aimed).collect())
        };
        (persona.clone(), corpus.statements().map(targets).collect())
    };
    corpora.iter().map(of).collect()
}

/// The statements of the sentences that say most of an `answers`.
fn nearest<'s>(
    answer: &Bag,
    sentences: impl Iterator<Item = &'s Sentence<'s>>,
) -> BTreeSet<(PersonaId, StatementId)> {
    let least = SAYS_IT * answer.distinct() as f64;
    let (mut most, mut nearest) = (0, BTreeSet::new());
    for sentence in sentences {
        let common = answer.common(&sentence.words);
        if common > most {
            (most, nearest) = (common, BTreeSet::new());
        }
        if common == most && most > 0 && most as f64 >= least {
            nearest.insert((sentence.persona.clone(), sentence.statement.clone()));
        }
    }
    nearest
}

/// A sentence that an `answers` of one kind can be aimed at.
struct Sentence<'c> {
    persona: &'c PersonaId,
    statement: &'c StatementId,
    component: Component,
    words: Bag,
}

impl<'c> Sentence<'c> {
    /// The components of a statement. Its reasons and assumptions may be claims of their own in a
    /// debate.
    fn all(persona: &'c PersonaId, own: &'c Statement, lexicon: &Lexicon) -> Vec<Self> {
        let reasons: Vec<&str> = own.all_reasons().iter().map(|own| own.text.as_str()).collect();
        let assumed: Vec<&str> = own.assumptions.iter().map(|own| own.text.as_str()).collect();
        let below = reasons.iter().chain(&assumed);
        let claims =
            below.map(|text| ComponentTexts { component: Component::Claim, texts: vec![*text] });
        let claims: Vec<ComponentTexts<'_>> = claims.collect();
        let sentence = |ComponentTexts { component, texts }: ComponentTexts<'_>| {
            let words = bag(lexicon, &texts).into_owned();
            Self { persona, statement: &own.id, component, words }
        };
        let components = components(&own.text, reasons, assumed);
        components.into_iter().chain(claims).map(sentence).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, personas_with};
    use super::super::{Heard, Untagged};
    use super::*;
    use crate::vocabulary::samples::{answer, reason, statement};
    use crate::vocabulary::{Persona, Seed, Side};

    /// The keeper with one statement that was written to answer `quoted`, and the walker with these
    /// further statements.
    fn personas(quoted: &str, further: &[(&str, &str)]) -> [Persona; 2] {
        let [keeper, _] = <[Persona; 2]>::try_from(personas_with(0, |statements| {
            statements[2].answers = vec![answer(Component::Claim, quoted)];
        }))
        .unwrap();
        let [_, walker] = <[Persona; 2]>::try_from(personas_with(1, |statements| {
            let written = further.iter().map(|(id, text)| statement(id, text, "trade", Side::No));
            statements.extend(written);
        }))
        .unwrap();
        [keeper, walker]
    }

    #[test]
    fn an_answer_is_aimed_at_the_sentence_that_says_it_and_at_no_similar_one() {
        let answered = |further: &[(&str, &str)]| -> Vec<String> {
            let personas = personas("people on foot stop more often and spend more", further);
            let corpora = everything(&personas);
            let voices = corpora.voices(Seed(0));
            let [keeper, walker] = [0, 1].map(|place| voices.voice(&personas[place].id).unwrap());
            let said = walker.statements();
            let heard: Vec<Heard<'_>> =
                said.iter().map(|own| Heard::of_statement(walker.persona(), own)).collect();
            let replies = keeper.replies(&heard, Untagged::ByWords, |_, _| true);
            let written = replies.iter().filter(|reply| reply.is_written());
            written.map(|reply| said[reply.heard].id.to_string()).collect()
        };
        let similar = ("similar", "People on foot stop at every window of a shop.");
        assert_eq!(answered(&[similar]), ["stroll"]);
        let as_near = ("as-near", "More people on foot spend more and stop more often.");
        assert_eq!(answered(&[similar, as_near]), ["stroll", "as-near"]);
    }

    fn statements(of: &mut Persona) -> &mut Vec<Statement> {
        &mut of.corpora.values_mut().next().unwrap().notes[0].statements
    }

    #[test]
    fn answers_to_two_components_in_the_same_words_are_each_aimed_at_its_kind() {
        let quoted = "cyclists linger over tea";
        let [mut keeper, mut walker] =
            personas(quoted, &[("tea", quoted), ("cake", "Cake sells.")]);
        statements(&mut keeper)[2].answers.push(answer(Component::Premise(0), quoted));
        statements(&mut walker).last_mut().unwrap().reasons = vec![reason(quoted)];
        let everything = everything(&[keeper.clone(), walker]);
        let targets = &everything.personas[&keeper.id].targets[&StatementId::new("rain").unwrap()];
        let shown = |targets: &BTreeSet<(PersonaId, StatementId)>| -> Vec<String> {
            targets.iter().map(|(_, statement)| statement.to_string()).collect()
        };
        assert_eq!(
            targets.iter().map(shown).collect::<Vec<_>>(),
            [["cake", "tea"].as_slice(), &["cake"]]
        );
    }

    #[test]
    fn an_answer_of_which_no_sentence_says_half_is_in_words_of_its_own() {
        let aimed = |quoted: &str| -> Vec<String> {
            let personas = personas(quoted, &[("tea", "Cyclists linger over tea.")]);
            let targets = &everything(&personas).personas[&personas[0].id].targets;
            let targets = targets[&StatementId::new("rain").unwrap()][0].iter();
            targets.map(|(_, statement)| statement.to_string()).collect()
        };
        assert_eq!(aimed("cyclists linger over tea, moan, sulk, yawn"), ["tea"]);
        assert_eq!(aimed("cyclists linger over tea, moan, sulk, yawn, sing"), [""; 0]);
        assert_eq!(aimed("it is so"), [""; 0], "it has no telling word");
    }
}
