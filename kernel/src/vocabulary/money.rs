//! Money: exact amounts of US dollars, numbers of tokens and the prices of models.

use std::collections::{BTreeMap, btree_map};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use super::unit::Tokens;

/// Picodollars in a dollar.
const DOLLAR: u64 = 1_000_000_000_000;

/// Price lists give prices per million tokens.
const MILLION: u64 = 1_000_000;

/// A text is not an amount of dollars.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not an amount of dollars")]
pub struct UsdError(String);

/// An amount of US dollars, in whole picodollars. Sums of the costs of tokens are exact.
///
/// *Range*: 0 to 1,000,000 dollars as written. Sums saturate at 18 million dollars, which is more
/// than any budget.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Usd(u64);

impl Usd {
    /// No dollars.
    pub const ZERO: Self = Self(0);

    /// Returns the amount minus `spent`, or 0 if `spent` is larger.
    #[must_use]
    pub fn less(self, spent: Self) -> Self {
        Self(self.0.saturating_sub(spent.0))
    }

    /// Returns the amount as a number. *Units*: US dollars.
    pub fn dollars(self) -> f64 {
        self.0 as f64 / DOLLAR as f64
    }
}

/// Reads a plain decimal number of dollars with at most six places, such as `2.5`.
impl FromStr for Usd {
    type Err = UsdError;

    fn from_str(text: &str) -> Result<Self, UsdError> {
        let error = || UsdError(text.to_owned());
        let (whole, places) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(places) || places.len() > 6 {
            return Err(error());
        }
        let micro: u64 = format!("{places:0<6}").parse().map_err(|_| error())?;
        let whole: u64 = whole.parse().map_err(|_| error())?;
        let amount = whole.checked_mul(DOLLAR).and_then(|pico| pico.checked_add(micro * MILLION));
        amount.filter(|pico| *pico <= MILLION * DOLLAR).map(Self).ok_or_else(error)
    }
}

/// Displays amounts from one dollar up to the cent and smaller ones to the hundredth of a cent. An
/// amount below that, but above 0, is displayed as `under $0.0001`.
impl fmt::Display for Usd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.dollars() {
            dollars if self.0 >= DOLLAR || self.0 == 0 => write!(f, "${dollars:.2}"),
            _ if (1..DOLLAR / 10_000).contains(&self.0) => f.write_str("under $0.0001"),
            dollars => write!(f, "${dollars:.4}"),
        }
    }
}

/// *Units*: US dollars, as a number.
impl Serialize for Usd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.dollars())
    }
}

impl Add for Usd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Usd {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Usd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// Numbers of tokens that a model reads and writes, separated by price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volume {
    /// Tokens read, without those served by the provider's prompt cache.
    pub input: Tokens,
    /// The tokens of `input` that were written to the provider's prompt cache, at a price of their
    /// own.
    #[serde(default, skip_serializing_if = "Tokens::is_zero")]
    pub stored: Tokens,
    /// Tokens read from the provider's prompt cache.
    pub cached: Tokens,
    /// Tokens written.
    pub output: Tokens,
}

impl Volume {
    /// Applies `change` to each number.
    #[must_use]
    pub fn map(self, change: impl Fn(u64) -> u64) -> Self {
        let change = |Tokens(number)| Tokens(change(number));
        let Self { input, stored, cached, output } = self;
        Self {
            input: change(input),
            stored: change(stored),
            cached: change(cached),
            output: change(output),
        }
    }

    fn combine(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let combine = |Tokens(one), Tokens(other)| Tokens(combine(one, other));
        Self {
            input: combine(self.input, other.input),
            stored: combine(self.stored, other.stored),
            cached: combine(self.cached, other.cached),
            output: combine(self.output, other.output),
        }
    }

    /// Returns the total number of tokens.
    pub fn tokens(self) -> Tokens {
        self.input + self.cached + self.output
    }
}

impl AddAssign for Volume {
    fn add_assign(&mut self, other: Self) {
        self.input += other.input;
        self.stored += other.stored;
        self.cached += other.cached;
        self.output += other.output;
    }
}

/// Tokens by model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Volumes(BTreeMap<String, Volume>);

impl Volumes {
    /// Whether there are no models.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the models, each with its tokens.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Volume)> {
        self.0.iter().map(|(model, volume)| (model.as_str(), *volume))
    }

    /// Returns the tokens of all models together.
    pub fn total(&self) -> Volume {
        let mut total = Volume::default();
        for volume in self.0.values() {
            total += *volume;
        }
        total
    }

    /// Combines each number with the same number of `others`, or with 0.
    fn combine(self, others: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut models = self;
        for model in others.0.keys() {
            models.0.entry(model.clone()).or_default();
        }
        let other = |model: &str| others.0.get(model).copied().unwrap_or_default();
        let models = models.into_iter();
        models
            .map(|(model, volume)| (model.clone(), volume.combine(other(&model), &combine)))
            .collect()
    }

    /// Subtracts `others`; no number falls below 0.
    #[must_use]
    pub fn less(self, others: &Self) -> Self {
        self.combine(others, u64::saturating_sub)
    }

    /// Takes the larger of each pair of numbers.
    #[must_use]
    pub fn max(self, others: &Self) -> Self {
        self.combine(others, u64::max)
    }

    /// Applies `change` to each number.
    #[must_use]
    pub fn map(self, change: impl Fn(u64) -> u64) -> Self {
        self.into_iter().map(|(model, volume)| (model, volume.map(&change))).collect()
    }
}

impl IntoIterator for Volumes {
    type Item = (String, Volume);
    type IntoIter = btree_map::IntoIter<String, Volume>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Adds each volume to the volume of its model.
impl Extend<(String, Volume)> for Volumes {
    fn extend<I: IntoIterator<Item = (String, Volume)>>(&mut self, more: I) {
        for (model, volume) in more {
            *self.0.entry(model).or_default() += volume;
        }
    }
}

/// Sums the volumes of each model.
impl FromIterator<(String, Volume)> for Volumes {
    fn from_iter<I: IntoIterator<Item = (String, Volume)>>(all: I) -> Self {
        let mut volumes = Self::default();
        volumes.extend(all);
        volumes
    }
}

/// The prices of a model. *Units*: US dollars per million tokens, with at most six decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Price {
    /// The price of tokens that the model reads.
    pub input: Usd,
    /// The price of tokens that the model writes.
    pub output: Usd,
    /// The price of tokens that the model reads from its prompt cache.
    pub cached_read: Usd,
    /// The price of tokens that the model reads and writes to its prompt cache.
    pub cache_write: Usd,
}

impl Price {
    /// The price of a model that charges nothing.
    pub const FREE: Self = Self {
        input: Usd::ZERO,
        output: Usd::ZERO,
        cached_read: Usd::ZERO,
        cache_write: Usd::ZERO,
    };

    /// Returns the cost of these tokens.
    pub fn of(&self, volume: Volume) -> Usd {
        let at = |price: Usd, tokens: Tokens| Usd(tokens.0.saturating_mul(price.0 / MILLION));
        let plain = Tokens(volume.input.0.saturating_sub(volume.stored.0));
        at(self.input, plain)
            + at(self.cache_write, volume.stored)
            + at(self.cached_read, volume.cached)
            + at(self.output, volume.output)
    }

    /// Returns the maximum cost of these tokens, whether or not a prompt cache serves or stores
    /// them.
    pub fn most(&self, volume: Volume) -> Usd {
        let read = self.input.max(self.cache_write);
        Self { input: read, cache_write: read, ..*self }.of(volume)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn usd(text: &str) -> Usd {
        text.parse().unwrap()
    }

    #[test]
    fn amounts_are_plain_decimal_numbers_within_the_range() {
        assert_eq!(usd("2.5").dollars().to_bits(), 2.5_f64.to_bits());
        assert_eq!(usd("0.000001"), Usd(MILLION));
        assert_eq!(usd("1000000"), Usd(MILLION * DOLLAR));
        for bad in [
            "", "-1", "+1", ".5", "1.", "nan", "inf", "1e3", "1_0", "0.0000001", "1000000.000001",
            "99999999999999999999",
        ] {
            assert!(bad.parse::<Usd>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_amount_above_zero_is_never_displayed_as_zero() {
        for (amount, shown) in [
            (usd("0"), "$0.00"),
            (usd("0.000099"), "under $0.0001"),
            (usd("0.0001"), "$0.0001"),
            (usd("0.02456"), "$0.0246"),
            (usd("12.345"), "$12.35"),
        ] {
            assert_eq!(amount.to_string(), shown);
        }
    }

    #[test]
    fn sums_of_a_million_small_costs_are_exact() {
        let price = Price {
            input: usd("0.15"),
            output: usd("0.6"),
            cached_read: usd("0.075"),
            cache_write: usd("0.1875"),
        };
        let one =
            Volume { input: Tokens(3), cached: Tokens(2), output: Tokens(1), ..Volume::default() };
        let costs: Usd = (0..MILLION).map(|_| price.of(one)).sum();
        assert_eq!(costs, usd("1.2"), "a million times (3 · 0.15 + 2 · 0.075 + 0.6) / 10^6");
        assert_eq!(
            price.most(one).less(price.of(one)),
            Usd(3 * 37_500),
            "as if written to a cache"
        );
        let stored = Volume { stored: Tokens(3), ..one };
        assert_eq!(price.of(stored), price.most(one), "tokens written to a cache are charged once");
        assert_eq!(stored.tokens(), one.tokens());
    }

    fn any_price() -> impl Strategy<Value = Price> {
        let any = || (0..100 * DOLLAR / MILLION).prop_map(|micro| Usd(micro * MILLION));
        (any(), any(), any(), any()).prop_map(|(input, output, cached_read, cache_write)| Price {
            input,
            output,
            cached_read,
            cache_write,
        })
    }

    fn any_volume() -> impl Strategy<Value = Volume> {
        let any = || 0..1_000_000_u64;
        (any(), any(), any(), any()).prop_map(|(plain, stored, cached, output)| Volume {
            input: Tokens(plain + stored),
            stored: Tokens(stored),
            cached: Tokens(cached),
            output: Tokens(output),
        })
    }

    proptest! {
        #[test]
        fn the_cost_of_a_sum_is_the_sum_of_the_costs(price in any_price(), one in any_volume(), two in any_volume()) {
            let mut both = one;
            both += two;
            prop_assert_eq!(price.of(both), price.of(one) + price.of(two));
            prop_assert_eq!(both.tokens().0, one.tokens().0 + two.tokens().0);
        }

        #[test]
        fn tokens_written_to_a_cache_cost_the_cache_write_price(
            price in any_price(),
            volume in any_volume(),
        ) {
            let Tokens(stored) = volume.stored;
            let none = Volume { stored: Tokens(0), ..volume };
            let at = |price: Usd| Usd(stored * (price.0 / MILLION));
            prop_assert_eq!(price.of(volume) + at(price.input), price.of(none) + at(price.cache_write));
            let same = Price { cache_write: price.input, ..price };
            prop_assert_eq!(same.of(volume), same.of(none), "both prices are equal");
        }

        #[test]
        fn no_cost_exceeds_the_upper_bound(price in any_price(), volume in any_volume()) {
            prop_assert!(price.of(volume) <= price.most(volume));
            let unknown = Volume { stored: Tokens(0), ..volume };
            prop_assert_eq!(price.most(unknown), price.most(volume), "the bound does not depend on the cache");
        }
    }
}
