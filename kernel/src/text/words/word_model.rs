//! Which class each text of a collection belongs to, by its words.

use std::collections::{BTreeMap, BTreeSet};

use faultline_words::Related;

use super::lexicon::{Bag, Lexicon};

/// The share of a class's words that are drawn from all texts and not from its own: equal weights,
/// because nothing is known about the class.
const FROM_ALL: f64 = 0.5;

/// A distribution of words for each class.
///
/// Half of the words of a class are drawn from its sources, each with equal weight, so that much
/// text in one of them does not drown the others. The other half are drawn from the words of all
/// texts. One source is learned: the texts that belong to the class, each with the probability that
/// it does. Every word counts for the words like it too ([`Related`]), so that a text may belong to
/// a class in other words.
///
/// # Source
/// Unigram models with fixed linear interpolation: Jelinek and Mercer 1980; Zhai and Lafferty 2004,
/// *A study of smoothing methods for language models applied to information retrieval*
/// (doi:10.1145/984321.984322). Learning from texts of unknown class: Nigam, McCallum, Thrun and
/// Mitchell 2000, *Text Classification from Labeled and Unlabeled Documents using EM*
/// (doi:10.1023/A:1007692713085). What differs: a class is a mixture of sources, words of a text
/// that are like each other count as one, a text is never evidence for its own class, and a word
/// like none of another text is evidence for nothing.
#[derive(Debug, Clone)]
pub struct WordModel {
    related: Related,
    /// For each class its given sources.
    classes: Vec<ClassSources>,
    /// For each class the words that name it.
    names: Vec<Bag>,
    texts: Vec<Text>,
    /// For each text the probability of each class, as learned from.
    members: Vec<Vec<f64>>,
    /// For each class what words count in the texts that belong to it, and the number of their
    /// words.
    learned: Vec<(Vec<f64>, f64)>,
}

/// The given sources of a class that have words.
#[derive(Debug, Clone)]
struct ClassSources {
    /// For each word what it counts among the words of a source, as a share of them, summed over
    /// the sources.
    shares: Vec<f64>,
    /// How many sources there are.
    count: usize,
}

/// A text whose class is asked for.
#[derive(Debug, Clone)]
struct Text {
    /// Its words that are like words of another source or text.
    words: Vec<Counted>,
    bag: Bag,
}

/// What a word of a text counts.
#[derive(Debug, Clone)]
struct Counted {
    word: usize,
    /// In the text itself, however often each word occurs there. *Range*: at least 1.
    here: f64,
    /// Among the different words of the text. *Range*: at least 1.
    alike: f64,
    /// In all other sources and texts, as a share of their words.
    elsewhere: f64,
}

impl WordModel {
    /// Reads the given sources of every class, the words that name it, and the texts, which belong
    /// to no class yet. All bags come from the lexicon.
    pub fn new(lexicon: &Lexicon, sources: &[Vec<Bag>], names: Vec<Bag>, texts: Vec<Bag>) -> Self {
        let related = Related::new(lexicon.stems());
        let words = related.words();
        // A text that is there twice is one text.
        let different: BTreeMap<&[_], &Bag> =
            texts.iter().map(|bag| (bag.counts.as_slice(), bag)).collect();
        let bags = sources.iter().flatten().chain(different.into_values());
        let all = counts(words, bags.map(|bag| (bag, 1.0)));
        let length: f64 = all.iter().sum();
        let everywhere = related.smoothed(&all);
        let text = |bag: Bag| {
            let counted = |&(word, _): &(u32, usize)| {
                let word = word as usize;
                let weight = |other: u32| related.weight(word, other as usize);
                let own = bag.counts.iter().map(|&(other, count)| weight(other) * count as f64);
                let here: f64 = own.sum();
                let alike = bag.counts.iter().map(|&(other, _)| weight(other)).sum();
                let elsewhere = (everywhere[word] - here) / (length - bag.length as f64);
                Counted { word, here, alike, elsewhere }
            };
            let words = bag.counts.iter().map(counted);
            // Differences of sums are exact to nine decimals.
            let words = words.filter(|counted| counted.elsewhere > 1e-9).collect();
            Text { words, bag }
        };
        let texts: Vec<Text> = texts.into_iter().map(text).collect();
        let classes = sources.iter().map(|bags| ClassSources::new(bags, &related, words)).collect();
        let members = vec![vec![0.0; sources.len()]; texts.len()];
        let learned = vec![(vec![0.0; words], 0.0); sources.len()];
        Self { related, classes, names, texts, members, learned }
    }

    /// Learns the words of every class from the texts. `members` has the probability of each class
    /// for each text.
    pub fn learn(&mut self, members: Vec<Vec<f64>>) {
        for (class, (learned, length)) in self.learned.iter_mut().enumerate() {
            let bags = || self.texts.iter().map(|text| &text.bag).zip(&members);
            let weighted = bags().map(|(bag, member)| (bag, member[class]));
            *learned = self.related.smoothed(&counts(learned.len(), weighted));
            *length = bags().map(|(bag, member)| member[class] * bag.length as f64).sum();
        }
        self.members = members;
    }

    /// How many times as probable the words of a text are in each class as in all texts, as a
    /// natural logarithm. The text itself is left out of what was learned.
    ///
    /// *Shape*: one number a class. A text without content words is as probable everywhere: 0.
    pub fn evidence(&self, text: usize) -> Vec<f64> {
        (0..self.classes.len()).map(|class| self.evidence_for(class, text)).collect()
    }

    /// How much a word of a text is like one of those that name a class, or of the other texts that
    /// are of it: the greatest cosine of all pairs.
    ///
    /// *Range*: 0 to 1; 1 where a word is the same, 0 where no pair is alike.
    pub fn likeness(&self, text: usize, class: usize, is_of_class: impl Fn(usize) -> bool) -> f64 {
        let others = (0..self.texts.len()).filter(|&other| other != text && is_of_class(other));
        let others = others.map(|other| &self.texts[other].bag);
        let words = others.chain([&self.names[class]]).flat_map(|bag| &bag.counts);
        let words: BTreeSet<usize> = words.map(|&(word, _)| word as usize).collect();
        let own = self.texts[text].bag.counts.iter().map(|&(word, _)| word as usize);
        let pairs = own.flat_map(|own| words.iter().map(move |&word| (own, word)));
        pairs.map(|(own, word)| self.related.cosine(own, word)).fold(0.0, f64::max)
    }

    fn evidence_for(&self, class: usize, text: usize) -> f64 {
        let (Text { bag, words }, member) = (&self.texts[text], self.members[text][class]);
        let (learned, length) = &self.learned[class];
        // What is left of the learned source without this text. Sums of many probabilities are
        // exact to nine decimals.
        let others = length - member * bag.length as f64;
        let has_learned = others > 1e-9;
        let given = &self.classes[class];
        let sources = (given.count + usize::from(has_learned)).max(1) as f64;
        let evidence = |&Counted { word, here, alike, elsewhere }: &Counted| {
            let left = learned[word] - member * here;
            let learned = if has_learned { left.max(0.0) / others } else { 0.0 };
            let share = (given.shares[word] + learned) / sources;
            let ratio = (1.0 - FROM_ALL) * share / elsewhere + FROM_ALL;
            ratio.ln() / alike
        };
        words.iter().map(evidence).sum()
    }
}

impl ClassSources {
    fn new(sources: &[Bag], related: &Related, words: usize) -> Self {
        let with_words = || sources.iter().filter(|bag| bag.length > 0);
        let shares = counts(words, with_words().map(|bag| (bag, 1.0 / bag.length as f64)));
        Self { shares: related.smoothed(&shares), count: with_words().count() }
    }
}

/// How often each word occurs in some texts, each with its weight.
fn counts<'b>(words: usize, bags: impl Iterator<Item = (&'b Bag, f64)>) -> Vec<f64> {
    let mut counts = vec![0.0; words];
    for (bag, weight) in bags {
        for &(word, count) in &bag.counts {
            counts[word as usize] += weight * count as f64;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::Lexicon;
    use super::*;

    /// The evidence of the first text for each class, where the other texts belong to these
    /// classes.
    fn evidence(classes: &[&[&str]], text: &str, others: &[(&str, Option<usize>)]) -> Vec<f64> {
        let texts = std::iter::once(text).chain(others.iter().map(|(text, _)| *text));
        let lexicon = Lexicon::new(classes.iter().copied().flatten().copied().chain(texts.clone()));
        let bag = |text: &str| lexicon.bag(text).into_owned();
        let sources = classes.iter().map(|texts| texts.iter().map(|text| bag(text)).collect());
        let sources: Vec<Vec<Bag>> = sources.collect();
        let mut model = WordModel::new(&lexicon, &sources, vec![], texts.map(bag).collect());
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
        let none = evidence(JOBS, "poems and xyzzy", &[("poems", None)]);
        assert_eq!(none, [0.5_f64.ln(); 2], "neither class has poems, and no other text has xyzzy");
        let same = evidence(JOBS, "poems and xyzzy", &[("poems and xyzzy", None)]);
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
        let mut model = WordModel::new(&lexicon, &sources, vec![], texts);
        let before = model.evidence(0);
        model.learn(vec![vec![1.0, 0.0], vec![0.0, 0.0]]);
        assert_eq!(model.evidence(0), before);
    }
}
