//! Which pairs of statements are judged by meaning where there are too many to judge them all.

use std::collections::BTreeSet;

use crate::text::TfIdf;
use crate::vocabulary::AxisId;

/// How many of the nearest statements each statement is compared with.
pub(crate) const NEAREST: usize = 8;

/// The pairs of statements that are about one axis, or of which one is among the [`NEAREST`] to the other by TF-IDF over
/// stems. Only pairs for which `is_asked` holds are considered. Each pair is given once, the smaller position first.
///
/// The rank decides, and no threshold: two statements that say the same often share few words.
pub(crate) fn candidates(
    statements: &[(&str, Option<&AxisId>)],
    is_asked: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let texts = TfIdf::new(statements.iter().map(|(text, _)| *text));
    let mut pairs = BTreeSet::new();
    for (one, (_, axis)) in statements.iter().enumerate() {
        let partners = (0..statements.len())
            .filter(|&other| other != one && is_asked(one.min(other), one.max(other)));
        let partners: Vec<usize> = partners.collect();
        let shares_axis = |other: &usize| axis.is_some() && statements[*other].1 == *axis;
        let on_axis = partners.iter().copied().filter(shares_axis);
        let nearest = texts.nearest(one, &partners, NEAREST);
        pairs.extend(on_axis.chain(nearest).map(|other| (one.min(other), one.max(other))));
    }
    pairs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_on_one_axis_and_the_nearest_by_words_are_candidates() {
        let axis = AxisId::new("trade").unwrap();
        // Each statement of the first ten shares a word with the last; the tenth is on the same axis as the last.
        let texts: Vec<String> = (0..10).map(|n| format!("Word{n} opens early.")).collect();
        let mut statements: Vec<(&str, Option<&AxisId>)> =
            texts.iter().map(|text| (text.as_str(), None)).collect();
        statements[9].1 = Some(&axis);
        statements.push(("Tills close early.", Some(&axis)));
        let found = candidates(&statements, |one, other| one < 10 && other == 10);
        // Every early statement has only one possible partner, which is therefore among its nearest.
        assert_eq!(found, (0..10).map(|one| (one, 10)).collect::<Vec<_>>());
        let all = candidates(&statements, |_, _| true);
        assert!(all.contains(&(9, 10)), "they share an axis");
        assert!(all.len() < 55, "not every pair is a candidate: {}", all.len());
    }

    #[test]
    fn statements_without_a_common_word_are_candidates_where_nothing_is_nearer() {
        let statements = [("It is loud.", None), ("Nobody sleeps.", None)];
        assert_eq!(candidates(&statements, |_, _| true), [(0, 1)]);
        assert_eq!(candidates(&statements, |_, _| false), []);
    }
}
