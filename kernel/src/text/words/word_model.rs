//! Which class each text of a collection belongs to, by its words.

use std::collections::BTreeSet;

use super::lexicon::{Bag, Word};

/// The share of a class's words that are drawn from all texts and not from its own: equal weights, because nothing is known
/// about the class.
const FROM_ALL: f64 = 0.5;

/// A distribution of words for each class. All bags come from one [`Lexicon`](super::Lexicon).
///
/// Half of the words of a class are drawn from its sources, each with equal weight, so that much text in one of them does
/// not drown the others. The other half are drawn from the words of all texts. One source is learned: the texts that belong
/// to the class, each with the probability that it does.
///
/// # Source
/// Unigram models with fixed linear interpolation: Jelinek and Mercer 1980; Zhai and Lafferty 2004, *A study of smoothing
/// methods for language models applied to information retrieval* (doi:10.1145/984321.984322). Learning from texts of unknown
/// class: Nigam, McCallum, Thrun and Mitchell 2000, *Text Classification from Labeled and Unlabeled Documents using EM*
/// (doi:10.1023/A:1007692713085). What differs: a class is a mixture of sources, a text counts each of its words once, a
/// text is never evidence for its own class, and a word that occurs in no other text is evidence for nothing.
#[derive(Debug, Clone)]
pub struct WordModel {
    /// For each class its given sources.
    given: Vec<Given>,
    /// For each class the words that name it.
    names: Vec<Bag>,
    texts: Vec<Text>,
    /// For each word its share of the words of all sources and texts.
    background: Vec<f64>,
    /// For each text the probability of each class, as learned from.
    members: Vec<Vec<f64>>,
    /// For each class how often each word occurs in the texts that belong to it, and the number of their words.
    learned: Vec<(Vec<f64>, f64)>,
}

/// The given sources of a class that have words.
#[derive(Debug, Clone)]
struct Given {
    /// For each word its share of the words of a source, summed over the sources.
    shares: Vec<f64>,
    /// How many sources there are.
    count: usize,
}

/// A text whose class is asked for.
#[derive(Debug, Clone)]
struct Text {
    bag: Bag,
    /// The words that occur in another source or another text too, each with its number of occurrences.
    repeated: Vec<(Word, usize)>,
}

impl WordModel {
    /// Reads the given sources of every class, the words that name it, and the texts, which belong to no class yet.
    pub fn new(sources: &[Vec<Bag>], names: Vec<Bag>, texts: Vec<Bag>) -> Self {
        let counts = || sources.iter().flatten().chain(&texts).flat_map(|bag| &bag.counts);
        let words = counts().map(|(word, _)| *word as usize + 1).max().unwrap_or_default();
        let mut all = vec![0_usize; words];
        for &(word, count) in counts() {
            all[word as usize] += count;
        }
        // In how many different sources and texts each word occurs.
        let mut spread = vec![0_usize; words];
        let given = sources.iter().flatten().map(|bag| &bag.counts);
        let different: BTreeSet<&Vec<(Word, usize)>> =
            texts.iter().map(|bag| &bag.counts).collect();
        for &(word, _) in different.into_iter().chain(given).flatten() {
            spread[word as usize] += 1;
        }
        let length: usize = all.iter().sum();
        let background = all.into_iter().map(|count| count as f64 / length as f64).collect();
        let given = sources.iter().map(|bags| Given::new(bags, words)).collect();
        let text = |bag: Bag| {
            let is_repeated = |(word, _): &&(Word, usize)| spread[*word as usize] > 1;
            Text { repeated: bag.counts.iter().filter(is_repeated).copied().collect(), bag }
        };
        let members = vec![vec![0.0; sources.len()]; texts.len()];
        let learned = vec![(vec![0.0; words], 0.0); sources.len()];
        Self {
            given,
            names,
            texts: texts.into_iter().map(text).collect(),
            background,
            members,
            learned,
        }
    }

    /// Learns the words of every class from the texts. `members` has the probability of each class for each text.
    pub fn learn(&mut self, members: Vec<Vec<f64>>) {
        for (class, (words, length)) in self.learned.iter_mut().enumerate() {
            words.fill(0.0);
            *length = 0.0;
            for (Text { bag, .. }, member) in self.texts.iter().zip(&members) {
                for &(word, count) in &bag.counts {
                    words[word as usize] += member[class] * count as f64;
                }
                *length += member[class] * bag.length as f64;
            }
        }
        self.members = members;
    }

    /// How many times as probable the words of a text are in each class as in all texts, as a natural logarithm. The text
    /// itself is left out of what was learned.
    ///
    /// *Shape*: one number a class. A text without content words is as probable everywhere: 0.
    pub fn evidence(&self, text: usize) -> Vec<f64> {
        (0..self.given.len()).map(|class| self.evidence_for(class, text)).collect()
    }

    /// Whether a text shares a word with those that name a class, or with one of the other texts that are of it.
    pub fn shares_a_word(
        &self,
        text: usize,
        class: usize,
        is_of_class: impl Fn(usize) -> bool,
    ) -> bool {
        let has = |other: usize, word: Word| {
            self.texts[other].bag.counts.iter().any(|(known, _)| *known == word)
        };
        let others: Vec<usize> =
            (0..self.texts.len()).filter(|&other| other != text && is_of_class(other)).collect();
        self.texts[text].bag.counts.iter().any(|&(word, _)| {
            self.names[class].counts.iter().any(|(known, _)| *known == word)
                || others.iter().any(|&other| has(other, word))
        })
    }

    fn evidence_for(&self, class: usize, text: usize) -> f64 {
        let (Text { bag, repeated }, member) = (&self.texts[text], self.members[text][class]);
        let (learned, length) = &self.learned[class];
        // What is left of the learned source without this text. Sums of many probabilities are exact to nine decimals.
        let others = length - member * bag.length as f64;
        let has_learned = others > 1e-9;
        let given = &self.given[class];
        let sources = (given.count + usize::from(has_learned)).max(1) as f64;
        let mut evidence = 0.0;
        for &(word, occurrences) in repeated {
            let word = word as usize;
            let left = learned[word] - member * occurrences as f64;
            let learned = if has_learned { left.max(0.0) / others } else { 0.0 };
            let share = (given.shares[word] + learned) / sources;
            let ratio = (1.0 - FROM_ALL) * share / self.background[word] + FROM_ALL;
            evidence += ratio.ln();
        }
        evidence
    }
}

impl Given {
    fn new(sources: &[Bag], words: usize) -> Self {
        let mut shares = vec![0.0; words];
        for bag in sources {
            for &(word, count) in &bag.counts {
                shares[word as usize] += count as f64 / bag.length as f64;
            }
        }
        Self { shares, count: sources.iter().filter(|bag| bag.length > 0).count() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Lexicon;
    use super::*;

    /// The evidence of the first text for each class, where the other texts belong to these classes.
    fn evidence(classes: &[&[&str]], text: &str, others: &[(&str, Option<usize>)]) -> Vec<f64> {
        let texts = std::iter::once(text).chain(others.iter().map(|(text, _)| *text));
        let lexicon = Lexicon::new(classes.iter().copied().flatten().copied().chain(texts.clone()));
        let bag = |text: &str| lexicon.bag(text).into_owned();
        let sources = classes.iter().map(|texts| texts.iter().map(|text| bag(text)).collect());
        let sources: Vec<Vec<Bag>> = sources.collect();
        let mut model = WordModel::new(&sources, vec![], texts.map(bag).collect());
        let member = |of: Option<usize>| {
            (0..classes.len()).map(|class| f64::from(u8::from(of == Some(class)))).collect()
        };
        let of_others = others.iter().map(|(_, class)| member(*class));
        model.learn(std::iter::once(member(None)).chain(of_others).collect());
        model.evidence(0)
    }

    const JOBS: &[&[&str]] = &[&["tellers and branches"], &["robots and factories"]];

    #[test]
    fn words_of_a_class_are_evidence_for_it_and_against_the_others() {
        let [branches, robots] = evidence(JOBS, "tellers in branches", &[])[..] else { panic!() };
        assert!(branches > 0.0 && robots < 0.0, "{branches} {robots}");
        assert_eq!(evidence(JOBS, "of the", &[]), [0.0, 0.0]);
    }

    #[test]
    fn a_word_of_no_class_is_evidence_against_all_only_if_another_text_has_it() {
        let none = evidence(JOBS, "poems and rhymes", &[("poems", None)]);
        assert_eq!(
            none,
            [0.5_f64.ln(); 2],
            "neither class has poems, and no other text has rhymes"
        );
        let same = evidence(JOBS, "poems and rhymes", &[("poems and rhymes", None)]);
        assert_eq!(same, [0.0; 2], "the same text once more");
    }

    #[test]
    fn a_word_that_is_rare_elsewhere_is_stronger_evidence() {
        let first = |others: &[&str]| {
            let others: Vec<_> = others.iter().map(|text| (*text, None)).collect();
            evidence(JOBS, "tellers", &others)[0]
        };
        let often = ["tellers stayed", "tellers left", "tellers came back"];
        let never = ["people stayed", "people left", "people came back"];
        assert!(first(&never) > first(&often));
    }

    #[test]
    fn repetition_in_one_source_does_not_drown_another_one() {
        let with = |said: &str| evidence(&[&["tellers", said], &["robots"]], "tellers", &[])[0];
        let (once, often) = (with("banks close"), with(&"banks close ".repeat(50)));
        assert!(often > once, "the word is rarer among all words: {once} {often}");
    }

    #[test]
    fn a_class_without_texts_is_never_likely() {
        let classes: &[&[&str]] = &[&[], &["robots weld"]];
        let others = [("people in towns", None), ("towns and people", None)];
        let [empty, robots] = evidence(classes, "robots", &others)[..] else { panic!() };
        assert!(empty < 0.0 && robots > 0.0, "{empty} {robots}");
    }

    #[test]
    fn a_class_has_the_words_of_the_texts_that_belong_to_it_but_not_of_the_text_in_question() {
        let others = [("cashiers in branches", Some(0)), ("people live in towns", None)];
        let [branches, robots] = evidence(JOBS, "cashiers went", &others)[..] else { panic!() };
        assert!(branches > 0.0 && robots < 0.0, "{branches} {robots}");
        let lexicon = Lexicon::new(["tellers", "robots", "cashiers", "cashiers left"]);
        let bag = |text: &str| lexicon.bag(text).into_owned();
        let sources = vec![vec![bag("tellers")], vec![bag("robots")]];
        let texts = vec![bag("cashiers"), bag("cashiers left")];
        let mut model = WordModel::new(&sources, vec![], texts);
        let before = model.evidence(0);
        model.learn(vec![vec![1.0, 0.0], vec![0.0, 0.0]]);
        assert_eq!(model.evidence(0), before);
    }
}
