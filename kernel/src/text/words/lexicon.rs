//! Texts as bags of words, each text of a fixed collection stemmed once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use rust_stemmers::{Algorithm, Stemmer};

use super::stems::{normalised, stem, stems, words};

/// A word of a [`Lexicon`], numbered in alphabetical order.
pub(super) type Word = u32;

/// A text as a bag of words: its content stems and how often each occurs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bag {
    /// The words that the lexicon knows, in its order, each with its number of occurrences.
    pub(super) counts: Vec<(Word, usize)>,
    /// How many different words the lexicon does not know.
    pub(super) unknown: usize,
    /// How many words the text has, repetitions and unknown words included.
    pub(super) length: usize,
}

impl Bag {
    /// How many different words the text has.
    pub fn distinct(&self) -> usize {
        self.counts.len() + self.unknown
    }

    /// The overlap coefficient |A ∩ B| / min(|A|, |B|) of two texts. A word that the lexicon does
    /// not know is not shared.
    ///
    /// *Range*: [0, 1]; 0 where a text has no content words.
    ///
    /// # Source
    /// Szymkiewicz 1934; Simpson 1960.
    pub fn overlap(&self, other: &Self) -> f64 {
        let smaller = self.distinct().min(other.distinct());
        if smaller == 0 { 0.0 } else { self.common(other) as f64 / smaller as f64 }
    }

    /// Whether this text nearly repeats another: it has nearly all of its words, see
    /// [`near_share`].
    pub fn nearly_repeats(&self, other: &Self) -> bool {
        near_share(self.common(other), other.distinct()).is_some()
    }

    /// The number of different words that both texts have.
    pub fn common(&self, other: &Self) -> usize {
        let is_common = |word: &Word| other.counts.binary_search_by_key(word, |&(w, _)| w).is_ok();
        self.counts.iter().filter(|(word, _)| is_common(word)).count()
    }
}

/// The fewest content words of a text that can nearly repeat another one: fewer are a phrase and
/// not a sentence.
const NEAR_WORDS: usize = 3;
/// The least share of a text's content words that another text must have for the one to nearly
/// repeat the other: one word in five may differ.
const NEAR_SHARE: f64 = 0.8;

/// The share of the different content words of a text that another one has in common with it;
/// `None` if that is too little for one to repeat the other.
///
/// *Range*: [0.8, 1].
pub fn near_share(common: usize, words: usize) -> Option<f64> {
    let share = common as f64 / words.max(1) as f64;
    (words >= NEAR_WORDS && share >= NEAR_SHARE).then_some(share)
}

/// A word of more texts than one in this many is about their common subject, and does not show
/// which point a text makes.
const ONE_TEXT_IN: usize = 10;
/// A word of so few texts always shows it: a small collection has a tenth of hardly any.
const FEWEST_TEXTS: usize = 5;

/// The words of a collection of texts.
#[derive(Debug, Clone, Default)]
pub struct Lexicon {
    words: BTreeMap<String, Word>,
    bags: BTreeMap<String, Bag>,
    /// In how many texts each word occurs.
    texts_with: Vec<usize>,
}

impl Lexicon {
    /// Reads every text of a collection, and stems every word once.
    pub fn new<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let mut stems: BTreeMap<String, String> = BTreeMap::new();
        let mut stem_once = |word: &str| {
            if let Some(known) = stems.get(word) {
                return known.clone();
            }
            let stem = stem(&stemmer, word);
            stems.insert(word.to_owned(), stem.clone());
            stem
        };
        let mut stemmed: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for text in texts {
            let text = text.into();
            let stems = words(&normalised(&text)).map(&mut stem_once).collect();
            stemmed.insert(text, stems);
        }
        let words: BTreeSet<&String> = stemmed.values().flatten().collect();
        let words = words.into_iter().cloned().zip(0..).collect();
        let mut lexicon = Self { words, ..Self::default() };
        lexicon.bags =
            stemmed.into_iter().map(|(text, stems)| (text, lexicon.count(&stems))).collect();
        lexicon.texts_with = vec![0; lexicon.words.len()];
        for (word, _) in lexicon.bags.values().flat_map(|bag| &bag.counts) {
            lexicon.texts_with[*word as usize] += 1;
        }
        lexicon
    }

    /// The stems, in the order of their numbers.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.words.keys().map(String::as_str)
    }

    /// The bag of a text: looked up where the collection has the text, computed otherwise.
    pub fn bag(&self, text: &str) -> Cow<'_, Bag> {
        self.bags.get(text).map_or_else(|| Cow::Owned(self.count(&stems(text))), Cow::Borrowed)
    }

    /// The bag of several texts read as one.
    pub fn joined(&self, texts: &[&str]) -> Bag {
        let known: Option<Vec<&Bag>> = texts.iter().map(|&text| self.bags.get(text)).collect();
        let Some(known) = known else { return self.count(&stems(&texts.join(" "))) };
        let mut counts: BTreeMap<Word, usize> = BTreeMap::new();
        for &(word, count) in known.iter().flat_map(|bag| &bag.counts) {
            *counts.entry(word).or_default() += count;
        }
        let length = known.iter().map(|bag| bag.length).sum();
        Bag { counts: counts.into_iter().collect(), unknown: 0, length }
    }

    /// The words of a text that distinguish its point from others of the collection: those in
    /// at most a tenth of its texts, or in five.
    pub fn distinctive(&self, bag: &Bag) -> Bag {
        let most = (self.bags.len() / ONE_TEXT_IN).max(FEWEST_TEXTS);
        let is_telling = |word: Word| self.texts_with[word as usize] <= most;
        let counts = bag.counts.iter().copied().filter(|(word, _)| is_telling(*word));
        Bag { counts: counts.collect(), ..*bag }
    }

    fn count(&self, stems: &[String]) -> Bag {
        let mut counts: BTreeMap<Word, usize> = BTreeMap::new();
        let mut unknown: BTreeSet<&String> = BTreeSet::new();
        for stem in stems {
            if let Some(&word) = self.words.get(stem) {
                *counts.entry(word).or_default() += 1;
            } else {
                unknown.insert(stem);
            }
        }
        let counts = counts.into_iter().collect();
        Bag { counts, unknown: unknown.len(), length: stems.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{content_stems, overlap};
    use super::*;

    const TEXTS: [&str; 3] =
        ["Wages fall.", "Output per worker rises while wages fall.", "Robots weld cars."];

    #[test]
    fn bags_overlap_as_their_texts_do() {
        let lexicon = Lexicon::new(TEXTS);
        for one in TEXTS {
            for other in TEXTS.into_iter().chain(["Wages rise in unknown places.", ""]) {
                let expected = overlap(&content_stems(one), &content_stems(other));
                let overlap = lexicon.bag(one).overlap(&lexicon.bag(other));
                assert!((overlap - expected).abs() < 1e-12, "«{one}» and «{other}»: {overlap}");
            }
        }
    }

    #[test]
    fn a_text_outside_the_collection_keeps_the_number_of_its_words() {
        let lexicon = Lexicon::new(TEXTS);
        let bag = lexicon.bag("Wages, wages, little but wages and poems and poems.");
        assert_eq!((bag.distinct(), bag.length, bag.unknown), (3, 6, 2), "{bag:?}");
    }

    #[test]
    fn a_word_of_more_than_a_tenth_of_the_texts_does_not_tell_which_point_is_made() {
        let texts = |count: usize, with: usize| {
            (0..count).map(move |n| format!("point{n} {}", if n < with { "bell" } else { "boat" }))
        };
        let is_telling = |count, with| {
            let lexicon = Lexicon::new(texts(count, with));
            lexicon.distinctive(&lexicon.bag("bell")).distinct() == 1
        };
        assert_eq!((is_telling(60, 6), is_telling(60, 7)), (true, false));
        assert_eq!((is_telling(9, 5), is_telling(9, 6)), (true, false), "five always tell");
        let lexicon = Lexicon::new(texts(9, 4));
        assert_eq!(lexicon.distinctive(&lexicon.bag("unknown bell")).distinct(), 2);
    }

    #[test]
    fn joined_texts_are_read_as_one() {
        let lexicon = Lexicon::new(TEXTS);
        for other in [TEXTS[1], "Poems fall."] {
            let together = format!("{} {other}", TEXTS[0]);
            assert_eq!(lexicon.joined(&[TEXTS[0], other]), *lexicon.bag(&together), "{other}");
        }
    }
}
