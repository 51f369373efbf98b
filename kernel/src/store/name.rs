//! Checked names: the only text that becomes part of a path inside the store.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, de};

/// The name of an experiment, a cell, a topic or a host, safe to use as a file name.
///
/// *Shape*: `[a-z0-9][a-z0-9._-]*`, at most [`Name::LONGEST`] bytes. No separator, no leading dot
/// and no upper case: a name cannot leave its folder, is never hidden, and means the same file
/// on file systems that ignore case.
///
/// # Examples
///
/// ```
/// use faultline::store::Name;
///
/// let name: Name = "carbon-tax.v2".parse()?;
/// assert_eq!(name.as_str(), "carbon-tax.v2");
/// assert!("../secrets".parse::<Name>().is_err());
/// # Ok::<(), faultline::store::NotAName>(())
/// ```
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Name(String);

/// A text that cannot be a file name in the store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` cannot name a file of the store: a name is 1 to 100 of a-z, 0-9, `.`, `_`, `-`, and begins with a letter or digit"
)]
pub struct NotAName(String);

impl Name {
    /// The length of the longest name, in bytes.
    pub const LONGEST: usize = 100;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Turns any text into a similar name: lower case, `-` for every other character, cut at
    /// [`Name::LONGEST`], `unnamed` if nothing is left. Meant for host names, not for ids: two
    /// texts may give the same name.
    #[must_use]
    pub fn nearest(text: &str) -> Self {
        let name: String = text
            .chars()
            .map(|c| c.to_ascii_lowercase())
            .map(|c| if allowed(c) { c } else { '-' })
            .collect();
        let name = name.trim_start_matches(['.', '_', '-']);
        Self(if name.is_empty() {
            "unnamed".to_owned()
        } else {
            name.chars().take(Self::LONGEST).collect()
        })
    }
}

const fn allowed(c: char) -> bool {
    matches!(c, 'a'..='z' | '0'..='9' | '.' | '_' | '-')
}

impl FromStr for Name {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Self, NotAName> {
        let begins_well = text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        if begins_well && text.len() <= Self::LONGEST && text.chars().all(allowed) {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotAName(text.to_owned()))
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_could_leave_its_folder_is_refused() {
        let long = "a".repeat(101);
        for text in [
            "", ".", "..", "../x", "a/b", "a\\b", "/etc", "-rf", "_x", "A", "a b", "a\0", "a\n",
            "é", "c:", &long,
        ] {
            assert_eq!(text.parse::<Name>(), Err(NotAName(text.to_owned())));
            assert!(
                serde_json::from_value::<Name>(text.into()).is_err(),
                "{text:?} was accepted through JSON"
            );
        }
    }

    #[test]
    fn ordinary_ids_are_accepted() {
        let long = "a".repeat(100);
        for text in ["x", "0", "carbon-tax", "belief.r1", "a_b", "a..b", &long] {
            assert_eq!(text.parse::<Name>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_nearest_name_is_always_valid() {
        for (text, name) in
            [("Ada's MacBook.local", "ada-s-macbook.local"), ("../..", "unnamed"), ("", "unnamed")]
        {
            assert_eq!(Name::nearest(text).as_str(), name);
        }
        let long = Name::nearest(&"É9".repeat(200));
        assert_eq!(long.as_str().parse(), Ok(long.clone()));
    }
}
