//! Rule 8: at which statements of others each `answers` is aimed.

use std::collections::{BTreeMap, BTreeSet};

use super::heard::Traced;
use super::replies::is_for;
use super::{Voice, premises};
use crate::text::{Bag, Lexicon};
use crate::vocabulary::{Component, Corpus, Objection, PersonaId, Statement, StatementId};

/// The least share of the words of an `answers` that a sentence says, if the `answers` is aimed at that sentence. Below it, it is in words
/// of its own, and any sentence that it matches may be meant.
const SAYS_IT: f64 = 0.5;

/// For each `answers` of a persona, by statement and text, the statements of others that say it most nearly; none where it is in words of
/// its own.
pub(super) type Aims = BTreeMap<StatementId, BTreeMap<String, BTreeSet<(PersonaId, StatementId)>>>;

/// Finds at what each persona's `answers` are aimed.
pub(super) fn aims(
    corpora: &BTreeMap<PersonaId, Corpus>,
    lexicon: &Lexicon,
) -> BTreeMap<PersonaId, Aims> {
    let sentences: Vec<Sentence<'_>> = corpora
        .iter()
        .flat_map(|(persona, corpus)| corpus.statements().map(move |own| (persona, own)))
        .flat_map(|(persona, own)| Sentence::all(persona, own, lexicon))
        .collect();
    let of = |(persona, corpus): (&PersonaId, &Corpus)| {
        let others = || sentences.iter().filter(|sentence| sentence.persona != persona);
        let aims = |own: &Statement| {
            let aimed = |answer: &Objection| {
                let of_kind = others().filter(|other| is_for(other.component, answer.component));
                (answer.text.clone(), nearest(&lexicon.bag(&answer.text), of_kind))
            };
            (own.id.clone(), own.answers.iter().map(aimed).collect())
        };
        (persona.clone(), corpus.statements().map(aims).collect())
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
    /// The components of a statement. Its reasons and assumptions may be claims of their own in a debate.
    fn all(persona: &'c PersonaId, own: &'c Statement, lexicon: &Lexicon) -> Vec<Self> {
        let sentence =
            |component, words: Bag| Self { persona, statement: &own.id, component, words };
        let bag = |text: &str| lexicon.bag(text).into_owned();
        let inference: Vec<&str> = premises(own).chain([own.text.as_str()]).collect();
        let mut sentences = vec![
            sentence(Component::Claim, bag(&own.text)),
            sentence(Component::Inference, lexicon.joined(&inference)),
        ];
        for reason in own.all_reasons() {
            sentences.push(sentence(Component::Claim, bag(&reason.text)));
            sentences.push(sentence(Component::Premise(0), bag(&reason.text)));
        }
        for assumed in &own.assumptions {
            sentences.push(sentence(Component::Claim, bag(&assumed.text)));
            sentences.push(sentence(Component::Assumption(0), bag(&assumed.text)));
        }
        sentences
    }
}

impl Voice<'_> {
    /// Whether an `answers` of one of the persona's statements may be aimed at something heard: it rests on a statement that says it most
    /// nearly, or on none, or no statement says it.
    pub(super) fn may_aim(&self, statement: &Statement, answer: &str, at: &Traced<'_, '_>) -> bool {
        let aims = self.indexed.aims.get(&statement.id).and_then(|aims| aims.get(answer));
        let Some(aims) = aims.filter(|aims| !aims.is_empty()) else { return true };
        let excerpts = at.heard.excerpts;
        let says = |id: &StatementId| aims.contains(&(at.heard.author.clone(), id.clone()));
        excerpts.is_empty() || excerpts.iter().any(says)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, personas_with};
    use super::super::{Heard, Untagged};
    use super::*;
    use crate::vocabulary::samples::{answer, statement};
    use crate::vocabulary::{Persona, Seed, Side};

    /// The walker's statements that the keeper answers with one that was written to answer `quoted`, with these further statements of
    /// the walker.
    fn answered(quoted: &str, further: &[(&str, &str)]) -> Vec<String> {
        let [keeper, _] = <[Persona; 2]>::try_from(personas_with(0, |statements| {
            statements[2].answers = vec![answer(Component::Claim, quoted)];
        }))
        .unwrap();
        let [_, walker] = <[Persona; 2]>::try_from(personas_with(1, |statements| {
            let written = further.iter().map(|(id, text)| statement(id, text, "trade", Side::No));
            statements.extend(written);
        }))
        .unwrap();
        let personas = [keeper, walker];
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(0));
        let [keeper, walker] = [0, 1].map(|place| voices.voice(&personas[place].id).unwrap());
        let said = walker.statements();
        let heard: Vec<Heard<'_>> =
            said.iter().map(|own| Heard::of_statement(walker.persona(), own)).collect();
        let replies = keeper.replies(&heard, Untagged::ByWords, |_, _| true);
        let written = replies.iter().filter(|reply| reply.is_written());
        written.map(|reply| said[reply.heard].id.to_string()).collect()
    }

    const ON_FOOT: &str = "people on foot stop more often and spend more";

    #[test]
    fn an_answer_is_aimed_at_the_sentence_that_says_it_and_at_no_similar_one() {
        let similar = ("similar", "People on foot stop at every window of a shop.");
        assert_eq!(answered(ON_FOOT, &[similar]), ["stroll"]);
        let as_near = ("as-near", "More people on foot spend more and stop more often.");
        assert_eq!(answered(ON_FOOT, &[similar, as_near]), ["stroll", "as-near"]);
    }

    #[test]
    fn an_answer_in_words_of_its_own_is_aimed_at_whatever_it_matches() {
        let cyclists =
            [("bikes", "Cyclists linger over tea."), ("terrace", "Cyclists linger on terraces.")];
        let own_words = "cyclists linger, moan and sulk eternally";
        assert_eq!(answered(own_words, &cyclists), ["bikes", "terrace"]);
    }
}
