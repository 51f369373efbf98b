//! The vectors of stems.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The components of a vector.
const DIMENSIONS: usize = 100;

/// The stems, a line each, in the order of their vectors.
static STEMS: &str = include_str!("../stems.txt");
/// Two components a byte, the first in the upper half; each is more by 8.
static VECTORS: &[u8] = include_bytes!("../vectors.bin");

/// The vector of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vector {
    components: [i8; DIMENSIONS],
    length: f64,
}

static ALL: LazyLock<BTreeMap<&str, Vector>> = LazyLock::new(|| {
    let (vectors, _) = VECTORS.as_chunks::<{ DIMENSIONS / 2 }>();
    STEMS.lines().zip(vectors.iter().map(Vector::read)).collect()
});

impl Vector {
    /// The vector of a stem, where it has one.
    pub(crate) fn of(stem: &str) -> Option<&'static Self> {
        ALL.get(stem)
    }

    fn read(bytes: &[u8; DIMENSIONS / 2]) -> Self {
        let mut components = [0; DIMENSIONS];
        for (pair, byte) in components.as_chunks_mut::<2>().0.iter_mut().zip(bytes) {
            *pair = [byte >> 4, byte & 15].map(|digit| digit.cast_signed() - 8);
        }
        let length = f64::from(dot(&components, &components)).sqrt();
        Self { components, length }
    }

    pub(crate) fn cosine(&self, other: &Self) -> f64 {
        f64::from(dot(&self.components, &other.components)) / (self.length * other.length)
    }
}

/// The cosine of the angle between the vectors of two stems.
///
/// *Range*: −1 to 1. About 1 for the same word, about 0 for words that have nothing to do with each
/// other; 0 where a word has no vector. Opposites, such as «cheap» and «expensive», are alike: they
/// are used in the same sentences.
pub fn cosine(one: &str, other: &str) -> f64 {
    Vector::of(one).zip(Vector::of(other)).map_or(0.0, |(one, other)| one.cosine(other))
}

fn dot(one: &[i8; DIMENSIONS], other: &[i8; DIMENSIONS]) -> i32 {
    one.iter().zip(other).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stem_has_a_vector() {
        assert_eq!(VECTORS.len(), ALL.len() * DIMENSIONS / 2);
        assert_eq!(STEMS.lines().count(), ALL.len(), "no stem stands twice");
        assert!(ALL.values().all(|vector| vector.length > 0.0));
    }

    #[test]
    fn words_of_one_subject_are_more_alike_than_others() {
        let groups = [
            ["tenant", "landlord", "rent"],
            ["nurs", "doctor", "hospit"],
            ["wage", "salari", "incom"],
        ];
        for (number, group) in groups.iter().enumerate() {
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let within = cosine(group[one], group[other]);
                let beyond = groups.iter().enumerate().filter(|(at, _)| *at != number);
                let others = beyond.flat_map(|(_, words)| words);
                let nearest = others.map(|word| cosine(group[one], word)).fold(-1.0, f64::max);
                assert!(within > nearest, "{} {}: {within} {nearest}", group[one], group[other]);
            }
        }
    }

    #[test]
    fn a_word_is_like_itself_and_an_unknown_word_like_nothing() {
        assert!((cosine("rent", "rent") - 1.0).abs() < 1e-12);
        assert!(cosine("rent", "xyzzy").abs() < 1e-12);
    }
}
