//! Which class each text of a collection belongs to, by its words.

use std::collections::{BTreeMap, BTreeSet};

use super::lexicon::{Bag, Word};

/// The share of a class's words that are drawn from all texts and not from its own: equal weights, because nothing is known
/// about the class.
const FROM_ALL: f64 = 0.5;

/// A distribution of words for each class. All bags come from one [`Lexicon`](super::Lexicon).
///
/// Half of the words of a class are drawn from the words of all texts, and half from its sources: those given, the texts of
/// the same author that belong to the class, and those of other authors. Each word is drawn from the source in which it is most
/// frequent, so that much text in one source does not drown the others: a word that an author uses for one class alone says as
/// much as a word that defines the class. Texts belong to classes with a probability, which is learned.
///
/// # Source
/// Unigram models with fixed linear interpolation: Jelinek and Mercer 1980; Zhai and Lafferty 2004, *A study of smoothing
/// methods for language models applied to information retrieval* (doi:10.1145/984321.984322). Learning from texts of unknown
/// class: Nigam, McCallum, Thrun and Mitchell 2000, *Text Classification from Labeled and Unlabeled Documents using EM*
/// (doi:10.1023/A:1007692713085). What differs: a class has several sources, and the one that fits
/// best counts for each word (the weights of a class therefore sum to more than 1, which favours no class over another); a text is never evidence for its own class, and a word that occurs in no other text is evidence for nothing.
#[derive(Debug, Clone)]
pub struct WordModel {
    /// For each class its given sources that have words.
    sources: Vec<Vec<Bag>>,
    texts: Vec<Bag>,
    /// The author of each text.
    authors: Vec<usize>,
    /// How often each word occurs in all sources and texts.
    all: BTreeMap<Word, usize>,
    /// How many words all sources and texts have.
    length: usize,
    /// In how many different sources and texts each word occurs.
    spread: BTreeMap<Word, usize>,
    /// For each text the probability of each class, as learned from.
    members: Vec<Vec<f64>>,
    /// For each class and author the words of the texts that belong to them.
    learned: Vec<Vec<Learned>>,
}

/// The words of the texts of one author that belong to a class.
#[derive(Debug, Clone, Default)]
struct Learned {
    words: BTreeMap<Word, f64>,
    length: f64,
}

impl Learned {
    fn count(&self, word: Word) -> f64 {
        self.words.get(&word).copied().unwrap_or_default()
    }
}

impl WordModel {
    /// Reads the given sources of every class and the texts, each with its author; they belong to no class yet.
    pub fn new(sources: Vec<Vec<Bag>>, texts: Vec<(Bag, usize)>) -> Self {
        let (texts, authors): (Vec<Bag>, Vec<usize>) = texts.into_iter().unzip();
        let has_words = |bag: &Bag| bag.length > 0;
        let sources: Vec<Vec<Bag>> =
            sources.into_iter().map(|bags| bags.into_iter().filter(has_words).collect()).collect();
        let mut all: BTreeMap<Word, usize> = BTreeMap::new();
        for &(word, count) in sources.iter().flatten().chain(&texts).flat_map(|bag| &bag.counts) {
            *all.entry(word).or_default() += count;
        }
        let mut spread: BTreeMap<Word, usize> = BTreeMap::new();
        let different: BTreeSet<&Vec<(Word, usize)>> =
            texts.iter().map(|bag| &bag.counts).collect();
        let given = sources.iter().flatten().map(|bag| &bag.counts);
        for &(word, _) in different.into_iter().chain(given).flatten() {
            *spread.entry(word).or_default() += 1;
        }
        let length = all.values().sum();
        let members = vec![vec![0.0; sources.len()]; texts.len()];
        let learned = Vec::new();
        let mut model = Self { sources, texts, authors, all, length, spread, members, learned };
        model.learn(model.members.clone());
        model
    }

    /// Learns the words of every class from the texts. `members` has the probability of each class for each text.
    pub fn learn(&mut self, members: Vec<Vec<f64>>) {
        let authors = self.authors.iter().max().map_or(0, |last| last + 1);
        self.learned = vec![vec![Learned::default(); authors]; self.sources.len()];
        for ((text, &author), member) in self.texts.iter().zip(&self.authors).zip(&members) {
            for (class, &probability) in member.iter().enumerate() {
                let learned = &mut self.learned[class][author];
                for &(word, count) in &text.counts {
                    *learned.words.entry(word).or_default() += probability * count as f64;
                }
                learned.length += probability * text.length as f64;
            }
        }
        self.members = members;
    }

    /// How many times as probable the words of a text are in each class as in all texts, as a natural logarithm. The text
    /// itself is left out of what was learned.
    ///
    /// *Shape*: one number a class. A text without content words is as probable everywhere: 0.
    pub fn evidence(&self, text: usize) -> Vec<f64> {
        let classes = 0..self.sources.len();
        classes.map(|class| self.word_evidence(class, text).into_iter().sum()).collect()
    }

    /// How many words of a text are more probable in one class than in another.
    pub fn words_for(&self, text: usize, class: usize, other: usize) -> usize {
        let words = self.word_evidence(class, text).into_iter();
        words.zip(self.word_evidence(other, text)).filter(|(one, other)| one > other).count()
    }

    /// What each word of a text that another text has says for a class, as a natural logarithm.
    fn word_evidence(&self, class: usize, text: usize) -> Vec<f64> {
        let (bag, member) = (&self.texts[text], self.members[text][class]);
        let author = self.authors[text];
        let own = &self.learned[class][author];
        // What is left of the learned words without this text. Sums of many probabilities are exact to nine decimals.
        let own_length = own.length - member * bag.length as f64;
        let others: Vec<&Learned> = self.learned[class]
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != author)
            .map(|(_, learned)| learned)
            .collect();
        let others_length: f64 = others.iter().map(|learned| learned.length).sum();
        let sources = &self.sources[class];
        let share = |word: Word, occurrences: usize| {
            let given = sources.iter().map(|bag| bag.count(word) as f64 / bag.length as f64);
            let by_others = (others_length > 1e-9).then(|| {
                others.iter().map(|learned| learned.count(word)).sum::<f64>() / others_length
            });
            let left = own.count(word) - member * occurrences as f64;
            let by_author = (own_length > 1e-9).then(|| left.max(0.0) / own_length);
            given.chain(by_others).chain(by_author).fold(0.0, f64::max)
        };
        let ratio = |&(word, occurrences): &(Word, usize)| {
            let all = self.all[&word] as f64 / self.length as f64;
            (1.0 - FROM_ALL) * share(word, occurrences) / all + FROM_ALL
        };
        let repeated = bag.counts.iter().filter(|(word, _)| self.spread[word] > 1);
        repeated.map(|word| ratio(word).ln()).collect()
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
        let texts = texts.map(|text| (bag(text), 0)).collect();
        let mut model = WordModel::new(sources.collect(), texts);
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
        let with = |texts: &str| evidence(&[&["tellers", texts], &["robots"]], "tellers", &[])[0];
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
        let mut model =
            WordModel::new(sources, vec![(bag("cashiers"), 0), (bag("cashiers left"), 0)]);
        let before = model.evidence(0);
        model.learn(vec![vec![1.0, 0.0], vec![0.0, 0.0]]);
        assert_eq!(model.evidence(0), before);
    }
}
