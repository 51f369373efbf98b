//! The probability that each sentence is about each axis, found for all sentences together.
//!
//! # Source
//! Expectation maximization over unigram models ([`WordModel`]) from some sentences of known axis
//! and many of unknown axis (Nigam et al. 2000, doi:10.1023/A:1007692713085), with the other
//! sentences of a persona as priors in the mean-field approximation (Jordan et al. 1999, *An
//! Introduction to Variational Methods for Graphical Models*, doi:10.1023/A:1007665907178).

use super::sentences::{Sentence, Sentences};
use crate::text::{Bag, Lexicon, WordModel};
use crate::vocabulary::{Axis, Topic};

/// The maximum number of revisions of the probabilities. They rarely change after the tenth; a
/// limit is needed because the approximation may alternate between two states.
const MOST_REVISIONS: usize = 20;
/// A revision that changes no probability by more is the last one: no decision depends on such a
/// difference.
const LEAST_CHANGE: f64 = 1e-3;
/// The least cosine between a word of a reason and one of an axis for the reason to be about the
/// axis: a faint likeness of many words may be about anything.
const LEAST_LIKENESS: f64 = 0.5;

/// How probable it is that sentences are about axes.
#[derive(Debug)]
pub(super) struct Probabilities {
    /// For each sentence the probability of each axis, in the order of the topic. The rest is the
    /// probability of none.
    pub(super) of: Vec<Vec<f64>>,
}

/// The probabilities for all sentences.
pub(super) fn probabilities(topic: &Topic, sentences: &Sentences<'_>) -> Probabilities {
    let mut model = word_model(topic, &sentences.all);
    let axes = topic.axes.len();
    let mut state = State {
        sentences: &sentences.all,
        axes,
        known: sentences.all.iter().map(|sentence| stated(sentence, axes)).collect(),
        tagging: Vec::new(),
        said: Vec::new(),
    };
    state.know(state.known.clone());
    for _ in 0..MOST_REVISIONS {
        model.learn(state.known.clone());
        let revise = |number: usize| state.revised(number, &model.evidence(number));
        let revised: Vec<Vec<f64>> = (0..sentences.all.len()).map(revise).collect();
        let differences =
            revised.iter().flatten().zip(state.known.iter().flatten()).map(|(a, b)| (a - b).abs());
        let change = differences.fold(0.0, f64::max);
        state.know(revised);
        if change <= LEAST_CHANGE {
            break;
        }
    }
    state.forget_what_is_not_alike(&model);
    Probabilities { of: state.known }
}

/// The words of each axis: its keywords, and its own sentences, what would settle it included. The
/// sentences about it are learned. An axis is named by all of its texts except what would settle
/// it: methods are described in words that fit anything.
fn word_model(topic: &Topic, sentences: &[Sentence<'_>]) -> WordModel {
    let sources = |axis: &Axis| {
        let own = format!("{} {} {}", axis.question, axis.yes, axis.no);
        [axis.keywords.join(" "), format!("{own} {}", axis.settles), own]
    };
    let sources: Vec<[String; 3]> = topic.axes.iter().map(sources).collect();
    let texts = sentences.iter().map(|sentence| sentence.text);
    let lexicon = Lexicon::new(sources.iter().flatten().map(String::as_str).chain(texts.clone()));
    let bag = |text: &str| lexicon.bag(text).into_owned();
    let names = sources.iter().map(|[keywords, _, own]| lexicon.joined(&[keywords, own]));
    let given = |[keywords, own, _]: &[String; 3]| vec![bag(keywords), bag(own)];
    let given: Vec<Vec<Bag>> = sources.iter().map(given).collect();
    WordModel::new(&lexicon, &given, names.collect(), texts.map(bag).collect())
}

/// What tags and known sentences say, before any words are read: each of several tags is equally
/// probable.
fn stated(sentence: &Sentence<'_>, axes: usize) -> Vec<f64> {
    let (mut probabilities, stated) = (vec![0.0; axes], sentence.stated());
    for &axis in &stated {
        probabilities[axis] += 1.0 / stated.len() as f64;
    }
    probabilities
}

/// The probabilities between two revisions.
struct State<'s, 'c> {
    sentences: &'s [Sentence<'c>],
    axes: usize,
    known: Vec<Vec<f64>>,
    /// For each persona the probability that it tags a reason that asserts an axis.
    tagging: Vec<f64>,
    /// For each persona and axis the probability that the persona makes a statement about the axis.
    said: Vec<Vec<f64>>,
}

impl State<'_, '_> {
    /// A reason or an assumption is about an axis only if a word of it is like one of the axis
    /// itself or of a statement about it. What reasons alone have in common may be about anything.
    fn forget_what_is_not_alike(&mut self, model: &WordModel) {
        for (number, sentence) in self.sentences.iter().enumerate() {
            if sentence.is_statement || sentence.is_stated() {
                continue;
            }
            for axis in 0..self.axes {
                let is_statement_about = |other: usize| {
                    self.sentences[other].is_statement && self.known[other][axis] > 0.5
                };
                let is_link = self.known[number][axis] > 0.5;
                if is_link && model.likeness(number, axis, is_statement_about) < LEAST_LIKENESS {
                    self.known[number][axis] = 0.0;
                }
            }
        }
    }

    /// Replaces the probabilities of all sentences, and computes what follows from them for each
    /// persona.
    fn know(&mut self, known: Vec<Vec<f64>>) {
        self.known = known;
        self.tagging = self.tagging_rates();
        self.said = (0..self.tagging.len()).map(|persona| self.says_something(persona)).collect();
    }

    /// For each persona the share of its reasons and assumptions about axes that have a tag. One
    /// without a tag is added, so that few tags are never taken for all. An author who tags nearly
    /// all of them means no axis where there is no tag.
    fn tagging_rates(&self) -> Vec<f64> {
        let personas = self.sentences.iter().map(|sentence| sentence.persona + 1).max();
        let mut counts = vec![(0.0, 1.0); personas.unwrap_or_default()];
        let clauses = self.sentences.iter().zip(&self.known);
        for (sentence, known) in clauses.filter(|(sentence, _)| !sentence.is_statement) {
            let (tagged, all) = &mut counts[sentence.persona];
            *tagged += if sentence.tags.is_empty() { 0.0 } else { 1.0 };
            *all += if sentence.tags.is_empty() { known.iter().sum() } else { 1.0 };
        }
        counts.into_iter().map(|(tagged, all)| tagged / all).collect()
    }

    /// The probability of each axis for a sentence, by Bayes' rule.
    fn revised(&self, number: usize, evidence: &[f64]) -> Vec<f64> {
        let sentence = &self.sentences[number];
        if sentence.is_stated() {
            return stated(sentence, self.axes);
        }
        let (mut axes, none) = if sentence.is_statement {
            (vec![0.0; self.axes], 0.0)
        } else {
            let (mut axes, none) = self.prior_of_clause(sentence, evidence);
            let untagged = (1.0 - self.tagging[sentence.persona]).ln();
            for logarithm in &mut axes {
                *logarithm += untagged;
            }
            (axes, none)
        };
        for (axis, prior) in axes.iter_mut().enumerate() {
            *prior += evidence[axis];
        }
        let all = logarithm_of_sum(axes.iter().copied().chain([none]));
        axes.into_iter().map(|logarithm| (logarithm - all).exp()).collect()
    }

    /// The logarithms of the prior weights of each axis and of none, for a sentence that is only a
    /// reason or an assumption.
    ///
    /// In a case in short each axis and none are equally probable. Elsewhere the axis of the
    /// statement itself, another axis and none are; the first of these asserts nothing new and
    /// counts as none. An axis about which the persona says nothing is less probable: all axes
    /// together that are like it have the weight of one.
    fn prior_of_clause(&self, sentence: &Sentence<'_>, evidence: &[f64]) -> (Vec<f64>, f64) {
        let in_case = sentence.supports.contains(&None);
        let count = self.axes as f64;
        let each = if in_case { 1.0 } else { 1.0 / (count - 1.0).max(1.0) };
        let own = |axis: usize| {
            let supported = sentence.supports.iter().flatten();
            supported.map(move |&statement| self.known[statement][axis])
        };
        let weight = |axis: usize| {
            let said = self.said[sentence.persona][axis].max(1.0 / count);
            let elsewhere: f64 = own(axis).map(|own| 1.0 - own).product();
            (each * said * elsewhere).ln()
        };
        let nothing_new = |axis: usize| own(axis).product::<f64>().ln() + evidence[axis];
        let axes = if in_case { 0 } else { self.axes };
        let none = logarithm_of_sum(std::iter::once(0.0).chain((0..axes).map(nothing_new)));
        ((0..self.axes).map(weight).collect(), none)
    }

    /// For each axis the probability that a persona makes a statement about it.
    fn says_something(&self, persona: usize) -> Vec<f64> {
        let mut silent = vec![1.0; self.axes];
        for (sentence, known) in self.sentences.iter().zip(&self.known) {
            if sentence.is_statement && sentence.persona == persona {
                for (silent, known) in silent.iter_mut().zip(known) {
                    *silent *= 1.0 - known;
                }
            }
        }
        silent.into_iter().map(|silent| 1.0 - silent).collect()
    }
}

/// The logarithm of the sum of the exponentials of some numbers. The largest is taken out before
/// the sum, so that none overflows.
fn logarithm_of_sum(logarithms: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logarithms.map(|logarithm| (logarithm - largest).exp()).sum();
    largest + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::samples::topic;

    /// A sentence without a tag: a statement of a persona, or else a reason.
    fn sentence(persona: usize, text: &str, is_statement: bool) -> Sentence<'_> {
        Sentence {
            persona,
            text,
            tags: vec![],
            repeats: None,
            known: None,
            is_off_axes: false,
            is_statement,
            supports: vec![],
        }
    }

    fn state<'s, 'c>(sentences: &'s [Sentence<'c>], known: &[[f64; 2]]) -> State<'s, 'c> {
        let known = known.iter().map(|known| known.to_vec()).collect();
        State { sentences, axes: 2, known, tagging: vec![], said: vec![] }
    }

    #[test]
    fn a_persona_says_something_about_an_axis_by_its_own_statements_alone() {
        let said = [(0, true), (0, true), (0, false), (1, true)];
        let sentences = said.map(|(persona, is_statement)| sentence(persona, "", is_statement));
        let state = state(&sentences, &[[0.5, 0.0], [0.5, 0.0], [0.0, 1.0], [0.25, 0.0]]);
        assert_eq!(state.says_something(0), [0.75, 0.0], "a reason is no statement");
        assert_eq!(state.says_something(1), [0.25, 0.0]);
    }

    #[test]
    fn a_reason_is_about_an_axis_by_a_word_of_the_axis_or_of_a_statement_about_it() {
        let is_left = |first: Sentence<'static>, other: Option<(bool, f64)>| {
            let mut sentences = vec![first];
            let mut known = vec![[0.0, 0.9]];
            if let Some((is_statement, probability)) = other {
                sentences.push(sentence(0, "Lamps glow.", is_statement));
                known.push([0.0, probability]);
            }
            let mut state = state(&sentences, &known);
            let mut model = word_model(&topic(), &sentences);
            model.learn(state.known.clone());
            state.forget_what_is_not_alike(&model);
            state.known[0][1] > 0.5
        };
        let reason = |text| sentence(0, text, false);
        assert!(is_left(reason("The air shines."), None));
        let lamps = || reason("Lamps shine.");
        assert!(!is_left(lamps(), None), "it has no such word");
        assert!(is_left(lamps(), Some((true, 0.9))));
        assert!(!is_left(lamps(), Some((true, 0.5))), "the statement may be about anything");
        assert!(!is_left(lamps(), Some((false, 0.9))), "the other is only a reason");
        let tagged = Sentence { tags: vec![1], ..lamps() };
        assert!(is_left(tagged, None), "its author says so");
        let statement = Sentence { is_statement: true, ..lamps() };
        assert!(is_left(statement, None), "only reasons are meant");
    }
}
