//! What a statement gets if its author does not write it: an id made from its words, and a
//! confidence.

use crate::vocabulary::{Probability, StatementId};

/// The confidence of a statement whose author gives none.
pub const DEFAULT_CONFIDENCE: f64 = 0.6;

/// Returns [`DEFAULT_CONFIDENCE`].
pub(super) fn default_confidence() -> Probability {
    Probability::new(DEFAULT_CONFIDENCE).expect("the default is between 0 and 1")
}

/// Makes the id of a statement from its text: its first five words and four digits of a hash of the
/// whole text. The id depends neither on the position of the statement nor on other statements.
pub(super) fn derived_id(text: &str) -> StatementId {
    let plain: String = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || c.is_whitespace() || *c == '-')
        .collect();
    let words =
        plain.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words.take(5).filter(|word| word.len() <= 24) {
        if slug.len() + word.len() < 56 {
            slug.push_str(word);
            slug.push('-');
        }
    }
    if slug.is_empty() {
        slug.push_str("statement-");
    }
    let hash = blake3::hash(text.as_bytes()).to_hex();
    StatementId::new(format!("{slug}{}", &hash[..4]))
        .expect("the id is made of lower-case words and hyphens")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_ids_depend_on_the_text_only() {
        let one = derived_id("Robots — so-called — won't replace (all) people.");
        assert_eq!(one, derived_id("Robots — so-called — won't replace (all) people."));
        assert!(one.as_str().starts_with("robots-so-called-wont-replace-"), "{one}");
        assert_ne!(one, derived_id("Robots — so-called — won't replace (all) people!"));
        assert!(derived_id("日本語").as_str().starts_with("statement-"));
        assert!(derived_id(&"long ".repeat(100)).as_str().len() <= 64);
        assert!(derived_id(&"x".repeat(100)).as_str().starts_with("statement-"));
    }
}
