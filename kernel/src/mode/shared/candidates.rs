//! Which pairs of statements are judged by meaning where there are too many to judge them all.

use std::collections::BTreeSet;

use crate::text::{Index, Lexicon, TfIdf, nearest};
use crate::vocabulary::{Axis, AxisId, Topic};

/// How many of the nearest statements each statement is compared with.
pub(crate) const NEAREST: usize = 8;

/// The pairs of statements that are about one axis, or of which one is among the [`NEAREST`] to the
/// other. Only pairs for which `is_asked` holds are considered. Each pair is given once, the
/// smaller position first.
///
/// Two statements are near if they have common words, by TF-IDF over stems, and if their words
/// point to the same axes of the topic. Both count equally. The second finds statements that say
/// the same in different words, because they share words with the same axis and not with each
/// other. The rank decides, and no threshold: two statements that say the same often share few
/// words.
pub(crate) fn candidates(
    topic: &Topic,
    statements: &[(&str, Option<&AxisId>)],
    is_asked: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let texts = TfIdf::new(statements.iter().map(|(text, _)| *text));
    let profiles = axis_profiles(topic, statements.iter().map(|(text, _)| *text));
    let mut pairs = BTreeSet::new();
    for (one, (_, axis)) in statements.iter().enumerate() {
        let partners = (0..statements.len())
            .filter(|&other| other != one && is_asked(one.min(other), one.max(other)));
        let partners: Vec<usize> = partners.collect();
        let shares_axis = |other: &usize| axis.is_some() && statements[*other].1 == *axis;
        let on_axis = partners.iter().copied().filter(shares_axis);
        let by_axes = profiles.iter().map(|profile| cosine(&profiles[one], profile));
        let by_words = texts.similarities(one).into_iter();
        let similarities: Vec<f64> = by_words.zip(by_axes).map(|(a, b)| a + b).collect();
        let nearest = nearest(&similarities, &partners, NEAREST);
        pairs.extend(on_axis.chain(nearest).map(|other| (one.min(other), one.max(other))));
    }
    pairs.into_iter().collect()
}

/// How well each axis of the topic matches each text, by BM25, as vectors of length 1; 0 where no
/// axis shares a word with the text.
fn axis_profiles<'t>(topic: &Topic, texts: impl Iterator<Item = &'t str>) -> Vec<Vec<f64>> {
    let words: Vec<String> = topic.axes.iter().map(Axis::words).collect();
    let lexicon = Lexicon::new(&words);
    let bags: Vec<_> = words.iter().map(|text| lexicon.bag(text)).collect();
    let index = Index::new(bags.iter().map(AsRef::as_ref));
    let profile = |text| {
        let mut scores = index.scores(&lexicon.bag(text));
        let length = scores.iter().map(|score| score * score).sum::<f64>().sqrt();
        if length > 0.0 {
            for score in &mut scores {
                *score /= length;
            }
        }
        scores
    };
    texts.map(profile).collect()
}

/// The cosine of the angle between two vectors of length 1.
fn cosine(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::samples::topic;

    #[test]
    fn pairs_on_one_axis_and_the_nearest_by_words_are_candidates() {
        let axis = AxisId::new("trade").unwrap();
        // Each statement of the first ten shares a word with the last; the tenth is on the same
        // axis as the last.
        let texts: Vec<String> = (0..10).map(|n| format!("Word{n} opens early.")).collect();
        let mut statements: Vec<(&str, Option<&AxisId>)> =
            texts.iter().map(|text| (text.as_str(), None)).collect();
        statements[9].1 = Some(&axis);
        statements.push(("Tills close early.", Some(&axis)));
        let found = candidates(&topic(), &statements, |one, other| one < 10 && other == 10);
        // Every early statement has only one possible partner, which is therefore among its
        // nearest.
        assert_eq!(found, (0..10).map(|one| (one, 10)).collect::<Vec<_>>());
        let all = candidates(&topic(), &statements, |_, _| true);
        assert!(all.contains(&(9, 10)), "they share an axis");
        assert!(all.len() < 55, "not every pair is a candidate: {}", all.len());
    }

    #[test]
    fn statements_without_a_common_word_are_candidates_where_nothing_is_nearer() {
        let statements = [("It is loud.", None), ("Nobody sleeps.", None)];
        assert_eq!(candidates(&topic(), &statements, |_, _| true), [(0, 1)]);
        assert_eq!(candidates(&topic(), &statements, |_, _| false), []);
    }

    #[test]
    fn statements_that_share_words_with_one_axis_are_candidates_without_a_common_word() {
        let (one, other) = ("Retailers lose turnover.", "Fewer people buy in shops.");
        let others: Vec<String> =
            (0..2 * NEAREST).map(|n| format!("People buy turnover number{n}.")).collect();
        let mut statements = vec![(one, None), (other, None)];
        statements.extend(others.iter().map(|text| (text.as_str(), None)));
        let mut with_axes = topic();
        let without_axes = Topic { axes: Vec::new(), ..with_axes.clone() };
        with_axes.axes[0].keywords = vec!["retailers".to_owned(), "shops".to_owned()];
        assert!(candidates(&with_axes, &statements, |_, _| true).contains(&(0, 1)));
        assert!(!candidates(&without_axes, &statements, |_, _| true).contains(&(0, 1)));
    }

    #[test]
    fn statements_that_share_no_word_with_any_axis_are_candidates_by_their_own_words() {
        let mut texts: Vec<String> = (0..4 * NEAREST).map(|n| format!("Word{n} opens.")).collect();
        let pair = (NEAREST + 2, 2 * NEAREST + 3);
        for place in [pair.0, pair.1] {
            texts[place] = format!("Word{place} ripens.");
        }
        let statements: Vec<_> = texts.iter().map(|text| (text.as_str(), None)).collect();
        assert!(candidates(&topic(), &statements, |_, _| true).contains(&pair));
    }
}
