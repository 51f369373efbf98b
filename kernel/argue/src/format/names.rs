//! Names of arguments.

use std::borrow::Cow;
use std::fmt::Write as _;

use faultline_characters::is_hidden;

/// The table from the index of an argument to its name.
///
/// If the names are the numbers 1, 2, 3 … or 0, 1, 2 … in this order, they take no memory.
///
/// # Examples
/// ```
/// use faultline_argue::format::Names;
///
/// let names = Names::listed(["rain", "sun"]);
/// assert_eq!((names.name(1).as_ref(), names.index("rain")), ("sun", Some(0)));
/// assert_eq!(Names::listed(["1", "2"]), Names::numbered(1, 2));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names(Table);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Table {
    Numbered {
        first: usize,
        len: usize,
    },
    /// Name `i` is `text[ends[i - 1]..ends[i]]`.
    Listed {
        text: String,
        ends: Vec<usize>,
    },
}

impl Names {
    /// Names `len` arguments by consecutive numbers, starting with `first`.
    pub fn numbered(first: usize, len: usize) -> Self {
        // An empty table equals any other empty table.
        Self(Table::Numbered { first: if len == 0 { 0 } else { first }, len })
    }

    /// Uses the given names, which must be distinct.
    pub fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let (mut text, mut ends) = (String::new(), Vec::new());
        for name in names {
            text.push_str(name);
            ends.push(text.len());
        }
        let listed = Self(Table::Listed { text, ends });
        let len = listed.len();
        let numbered = [0, 1].map(|first| Self::numbered(first, len));
        let same = |other: &Self| (0..len).all(|a| listed.name(a) == other.name(a));
        numbered.into_iter().find(same).unwrap_or(listed)
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        match &self.0 {
            Table::Numbered { len, .. } => *len,
            Table::Listed { ends, .. } => ends.len(),
        }
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the name of argument `a`. Panics if there is no such argument.
    pub fn name(&self, a: usize) -> Cow<'_, str> {
        assert!(a < self.len(), "argument {a} of {}", self.len());
        match &self.0 {
            Table::Numbered { first, .. } => Cow::Owned((first + a).to_string()),
            Table::Listed { text, ends } => {
                Cow::Borrowed(&text[a.checked_sub(1).map_or(0, |before| ends[before])..ends[a]])
            }
        }
    }

    /// Lists all names in the order of the arguments.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len()).map(|a| self.name(a))
    }

    /// Finds the argument with this name, in linear time.
    pub fn index(&self, name: &str) -> Option<usize> {
        match &self.0 {
            Table::Numbered { first, len } => {
                let index = digits(name)?.checked_sub(*first as u64)?;
                usize::try_from(index).ok().filter(|index| index < len)
            }
            Table::Listed { .. } => self.iter().position(|other| other == name),
        }
    }

    /// Finds the name most similar to `name`, if any is similar enough to be a misspelling.
    pub fn nearest(&self, name: &str) -> Option<String> {
        match &self.0 {
            Table::Numbered { .. } => None,
            Table::Listed { .. } => nearest(name, self.iter()).map(Cow::into_owned),
        }
    }

    /// Returns the first number if the names are consecutive numbers.
    pub(super) fn first_number(&self) -> Option<usize> {
        match &self.0 {
            Table::Numbered { first, .. } => Some(*first),
            Table::Listed { .. } => None,
        }
    }

    /// Appends the name of argument `a` to a text without allocating.
    pub(super) fn push(&self, text: &mut String, a: usize) {
        match &self.0 {
            Table::Numbered { first, .. } => {
                write!(text, "{}", first + a).expect("writing to a string succeeds");
            }
            Table::Listed { .. } => text.push_str(&self.name(a)),
        }
    }
}

/// Parses a number that consists of digits only and fits into 64 bits.
pub(super) fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Returns whether a character is allowed in a name: it is neither white space nor hidden.
pub(super) fn is_nameable(character: char) -> bool {
    !is_hidden(character) && !character.is_whitespace()
}

/// Finds the candidate with the smallest edit distance to a word, if the distance is at most a
/// third of its length.
pub(super) fn nearest<N: AsRef<str>>(
    word: &str,
    candidates: impl IntoIterator<Item = N>,
) -> Option<N> {
    /// Longer names are not compared.
    const LONGEST: usize = 64;
    let word: Vec<char> = word.chars().take(LONGEST + 1).collect();
    let allowed = word.len().div_ceil(3).min(3);
    if word.len() > LONGEST {
        return None;
    }
    let distances = candidates.into_iter().filter_map(|candidate| {
        let other: Vec<char> = candidate.as_ref().chars().take(LONGEST + 1).collect();
        let is_close = other.len().abs_diff(word.len()) <= allowed && other.len() <= LONGEST;
        let distance = is_close.then(|| distance(&word, &other))?;
        (distance <= allowed && distance < other.len()).then_some((distance, candidate))
    });
    distances.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// Counts insertions, deletions and replacements of characters between two words (Levenshtein
/// distance).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_are_inverse() {
        for names in [
            Names::listed(["a", "é", "a1"]),
            Names::listed(["1", "02", "3"]),
            Names::numbered(0, 3),
            Names::numbered(1, 3),
        ] {
            let found: Vec<_> = names.iter().map(|name| names.index(&name)).collect();
            assert_eq!(found, [Some(0), Some(1), Some(2)], "{names:?}");
            assert_eq!(names.index("4"), None);
            let listed: Vec<_> = names.iter().collect();
            assert_eq!(Names::listed(listed.iter().map(AsRef::as_ref)), names);
        }
        let numbered = Names::numbered(1, 3);
        let strange = ["0", "+1", "", "1 ", "99999999999999999999"];
        assert!(strange.iter().all(|name| numbered.index(name).is_none()));
        assert_eq!(Names::numbered(1, 0), Names::listed([]));
    }

    #[test]
    fn nearest_finds_misspellings_only() {
        let names = Names::listed(["alpha", "beta", "b"]);
        assert_eq!(names.nearest("alhpa").as_deref(), Some("alpha"));
        assert_eq!(names.nearest("bet").as_deref(), Some("beta"));
        for far in ["gamma", "", "x", &"alpha".repeat(99)] {
            assert_eq!(names.nearest(far), None, "{far}");
        }
        let count = |a: &str, b: &str| {
            distance(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        assert_eq!(
            [count("kitten", "sitting"), count("", "abc"), count("flaw", "lawn")],
            [3, 3, 2]
        );
    }
}
