//! Short names of personas, for places without room for a name.

/// The initials of each name: the first letters of its words, at most three, and a number where an
/// earlier name has the same letters.
pub fn initials<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let short = first_letters(name);
        let numbered = (2..).map(|number| format!("{short}{number}"));
        let free = std::iter::once(short.clone()).chain(numbered).find(|it| !all.contains(it));
        all.extend(free);
    }
    all
}

fn first_letters(name: &str) -> String {
    let letters: String = name
        .split(|c: char| !c.is_alphanumeric())
        .filter_map(|word| word.chars().next())
        .take(3)
        .flat_map(char::to_uppercase)
        .collect();
    if letters.is_empty() { "?".to_owned() } else { letters }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_come_from_words_in_any_script_and_no_two_names_have_the_same() {
        let names = ["Displacement bear", "écologiste du-nord", "…", "Dove, bold", "…"];
        assert_eq!(initials(names), ["DB", "ÉDN", "?", "DB2", "?2"]);
    }
}
