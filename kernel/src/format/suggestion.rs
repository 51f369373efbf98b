//! The nearest name to one that nothing has.

/// The candidate that `word` was probably meant to be.
///
/// # Source
/// Optimal string alignment distance (restricted Damerau–Levenshtein; Boytsov 2011, doi:10.1145/1963190.1963191);
/// at most a third of the letters may differ, and ties go to the first candidate.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let folded = word.to_lowercase().replace(['_', ' '], "-");
    let distance =
        |candidate: &str| strsim::osa_distance(&folded, &candidate.replace(['_', ' '], "-"));
    let allowed = word.chars().count().div_ceil(3).min(4);
    candidates
        .into_iter()
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, candidate)| *distance <= allowed && *distance < candidate.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A remedy for a name that nothing has: the nearest name, else all of them.
///
/// *Shape*: ``did you mean `graph`? modes: `single`, `graph` ``; a long list is left out beside a near name, else cut off
/// with its number.
pub fn remedy(word: &str, kinds: &str, candidates: &[&str]) -> String {
    let list = match candidates {
        [] => format!("there are no {kinds}"),
        few if few.len() <= 12 => format!("{kinds}: {}", listed(few)),
        many => format!("{kinds}: {} and {} more", listed(&many[..12]), many.len() - 12),
    };
    match nearest(word, candidates.iter().copied()) {
        Some(name) if candidates.len() > 6 => format!("did you mean `{name}`?"),
        Some(name) => format!("did you mean `{name}`? {list}"),
        None => list,
    }
}

/// Names in backticks, parted by commas.
pub(super) fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_slips_of_the_finger_and_nothing_far_fetched() {
        let names = ["single", "graph", "max_rounds"];
        assert_eq!(nearest("grpah", names), Some("graph"));
        assert_eq!(nearest("Max-Rounds", names), Some("max_rounds"));
        assert_eq!(nearest("belief", names), None);
        assert_eq!(nearest("x", ["y"]), None);
    }
}
