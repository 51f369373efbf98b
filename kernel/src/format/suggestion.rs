//! Suggestions for misspelled names.

/// Returns the candidate that `word` is probably a misspelling of.
///
/// # Source
/// Optimal string alignment distance (restricted Damerau–Levenshtein; Boytsov 2011,
/// doi:10.1145/1963190.1963191); at most a third of the letters may differ; of equally near
/// candidates the first is returned.
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

/// Returns the help for an unknown name: the nearest name and the known names.
///
/// *Shape*: ``did you mean `two`? numbers: `one`, `two` ``. With a near name, a list of more than
/// six names is left out; without, a list of more than twelve is cut off and its length given.
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

/// Lists names in backticks, separated by commas.
pub(super) fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_differ_by_a_few_letters_are_suggested() {
        let names = ["single", "graph", "max_rounds"];
        assert_eq!(nearest("grpah", names), Some("graph"));
        assert_eq!(nearest("Max-Rounds", names), Some("max_rounds"));
        assert_eq!(nearest("belief", names), None);
        assert_eq!(nearest("x", ["y"]), None);
    }
}
