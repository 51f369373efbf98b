//! Which class of texts a text belongs to, by its words.

use std::collections::BTreeMap;

use super::lexicon::{Bag, Word};

/// The share of a class's words that are drawn from all texts and not from its own: equal weights, because nothing is known
/// about the class.
const FROM_ALL: f64 = 0.5;

/// For each class a distribution of words. All bags come from one [`Lexicon`](super::Lexicon).
///
/// A class has several sources. Half of its words are drawn from its sources, each source with equal weight, so that much
/// text in one of them does not drown the others. The other half are drawn from the words of all texts.
///
/// # Source
/// Unigram models with fixed linear interpolation: Jelinek and Mercer 1980; Zhai and Lafferty 2004, *A study of smoothing
/// methods for language models applied to information retrieval* (doi:10.1145/984321.984322). What differs: a class is a
/// mixture of sources, and a text counts each of its words once.
#[derive(Debug, Clone)]
pub struct WordModel {
    /// For each class its sources that have words.
    classes: Vec<Vec<Bag>>,
    /// How often each word occurs in all texts.
    all: BTreeMap<Word, usize>,
    /// How many words all texts have.
    length: usize,
}

impl WordModel {
    /// Reads the sources of every class, and `others`: texts that belong to no class or to an unknown one.
    pub fn new(classes: Vec<Vec<Bag>>, others: &[Bag]) -> Self {
        let has_words = |bag: &Bag| bag.length > 0;
        let classes: Vec<Vec<Bag>> =
            classes.into_iter().map(|bags| bags.into_iter().filter(has_words).collect()).collect();
        let mut all: BTreeMap<Word, usize> = BTreeMap::new();
        for &(word, count) in classes.iter().flatten().chain(others).flat_map(|bag| &bag.counts) {
            *all.entry(word).or_default() += count;
        }
        let length = all.values().sum();
        Self { classes, all, length }
    }

    /// How many times as probable the words of a text are in each class as in all texts, as a natural logarithm.
    ///
    /// *Shape*: one number a class. A text without content words is as probable everywhere: 0.
    pub fn evidence(&self, text: &Bag) -> Vec<f64> {
        self.classes.iter().map(|sources| self.evidence_for(sources, text)).collect()
    }

    fn evidence_for(&self, sources: &[Bag], text: &Bag) -> f64 {
        let ratio = |word: Word| {
            let share = |bag: &Bag| bag.count(word) as f64 / bag.length as f64;
            let own = sources.iter().map(share).sum::<f64>() / sources.len().max(1) as f64;
            let all = self.all.get(&word).copied().unwrap_or_default() as f64 / self.length as f64;
            if own > 0.0 { (1.0 - FROM_ALL) * own / all + FROM_ALL } else { FROM_ALL }
        };
        let known: f64 = text.counts.iter().map(|&(word, _)| ratio(word).ln()).sum();
        known + text.unknown as f64 * FROM_ALL.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lexicon;
    use super::*;

    /// The evidence of a text for each class.
    fn evidence(classes: &[&[&str]], others: &[&str], text: &str) -> Vec<f64> {
        let lexicon = Lexicon::new(classes.iter().copied().flatten().chain(others).copied());
        let bag = |text: &&str| lexicon.bag(text).into_owned();
        let others: Vec<Bag> = others.iter().map(bag).collect();
        let classes = classes.iter().map(|sources| sources.iter().map(bag).collect()).collect();
        WordModel::new(classes, &others).evidence(&bag(&text))
    }

    const JOBS: &[&[&str]] = &[&["tellers and branches"], &["robots and factories"]];

    #[test]
    fn words_of_a_class_speak_for_it_and_words_of_none_against_all() {
        let [branches, robots] = evidence(JOBS, &[], "tellers in branches")[..] else { panic!() };
        assert!(branches > 0.0 && robots < 0.0, "{branches} {robots}");
        assert_eq!(evidence(JOBS, &[], "of the"), [0.0, 0.0]);
        let none = evidence(JOBS, &["poems"], "poems and rhymes");
        assert_eq!(none, [2.0 * 0.5_f64.ln(); 2], "neither class has the two words");
    }

    #[test]
    fn a_word_that_is_rare_elsewhere_says_more() {
        let first = |others: &[&str]| evidence(JOBS, others, "tellers")[0];
        let often = ["tellers stayed", "tellers left", "tellers came back"];
        let never = ["people stayed", "people left", "people came back"];
        assert!(first(&never) > first(&often));
    }

    #[test]
    fn repetition_in_one_source_does_not_drown_another_one() {
        let with = |said: &str| evidence(&[&["tellers", said], &["robots"]], &[], "tellers")[0];
        let (once, often) = (with("banks close"), with(&"banks close ".repeat(50)));
        assert!(often > once, "the word is rarer among all words: {once} {often}");
    }

    #[test]
    fn a_class_without_texts_is_never_likely() {
        let [empty, robots] = evidence(&[&[], &["robots weld"]], &["people"], "robots")[..] else {
            panic!()
        };
        assert!(empty < 0.0 && robots > 0.0, "{empty} {robots}");
    }
}
