//! Numbers with a unit and a range.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::argue::UnitError;

/// How confident a persona is, or how large a share is.
///
/// *Range*: [0, 1].
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Probability(f64);

impl Probability {
    /// Certainty, or everything.
    pub const ONE: Self = Self(1.0);

    /// Checks a number.
    ///
    /// # Errors
    /// [`UnitError`] if the number is outside [0, 1] or NaN.
    pub fn new(value: f64) -> Result<Self, UnitError> {
        if (0.0..=1.0).contains(&value) { Ok(Self(value)) } else { Err(UnitError { value }) }
    }

    /// Makes the share `count / total`, or 0 if the total is 0.
    ///
    /// # Panics
    /// If the count is higher than the total.
    pub fn share(count: usize, total: usize) -> Self {
        assert!(count <= total, "the count of a share is at most its total");
        if total == 0 { Self(0.0) } else { Self(count as f64 / total as f64) }
    }

    /// Returns the number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Probability {
    type Error = UnitError;

    fn try_from(value: f64) -> Result<Self, UnitError> {
        Self::new(value)
    }
}

impl From<Probability> for f64 {
    fn from(probability: Probability) -> Self {
        probability.0
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0)
    }
}

/// A number of model tokens.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tokens(pub u64);

impl Tokens {
    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

impl std::ops::Add for Tokens {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::AddAssign for Tokens {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The only source of randomness in a cell.
///
/// *Shape* in JSON: a number up to 2^53 − 1, beyond that text, because JSON readers round larger
/// numbers.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(extend("type" = ["integer", "string"])))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed(pub u64);

/// The largest integer that JSON readers agree on.
const MAX_JSON_INTEGER: u64 = (1 << 53) - 1;

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= MAX_JSON_INTEGER {
            serializer.serialize_u64(self.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrText;
        impl de::Visitor<'_> for NumberOrText {
            type Value = Seed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer from 0 to 2^64 − 1, as a number or as text")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Seed, E> {
                Ok(Seed(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Seed, E> {
                let refused = |_| E::invalid_value(de::Unexpected::Signed(number), &self);
                u64::try_from(number).map(Seed).map_err(refused)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Seed, E> {
                let refused = |_| E::invalid_value(de::Unexpected::Str(text), &self);
                text.parse().map(Seed).map_err(refused)
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}

impl Seed {
    /// Draws a number in [0, 1) for `key`: the same seed and key always give the same number.
    ///
    /// # Source
    /// FNV-1a over seed and key, finished by SplitMix64's mixer (Steele, Lea, Flood 2014,
    /// doi:10.1145/2714064.2660195).
    pub fn draw(self, key: &str) -> f64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in self.0.to_le_bytes().into_iter().chain(key.bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((hash ^ (hash >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_beyond_2_to_the_53_survive_a_round_trip_through_json() {
        let largest = (1_u64 << 53) - 1;
        for (seed, json) in [
            (7, "7"),
            (largest, "9007199254740991"),
            (largest + 1, "\"9007199254740992\""),
            (u64::MAX, "\"18446744073709551615\""),
        ] {
            assert_eq!(serde_json::to_string(&Seed(seed)).unwrap(), json);
            assert_eq!(serde_json::from_str::<Seed>(json).unwrap(), Seed(seed));
        }
        for json in ["-1", "1.5", "\"one\"", "\"18446744073709551616\"", "null"] {
            assert!(serde_json::from_str::<Seed>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_probability_outside_the_unit_interval_is_refused() {
        for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Probability::new(bad).is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Probability>("1.01").is_err());
        assert_eq!(serde_json::from_str::<Probability>("0.25").ok(), Probability::new(0.25).ok());
    }

    #[test]
    fn draws_repeat_for_the_same_seed_and_are_roughly_uniform() {
        let drawn = |seed: u64| {
            (0..1000).map(|i| Seed(seed).draw(&format!("statement-{i}"))).collect::<Vec<_>>()
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7), drawn(8));
        let below = drawn(7).into_iter().filter(|&x| x < 0.8).count();
        assert!((760..=840).contains(&below), "{below} of 1000 below 0.8");
    }
}
