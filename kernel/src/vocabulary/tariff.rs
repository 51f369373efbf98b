//! Who charges what: a dated price list, and what a manifest sets against it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Date, Price, Tokens, Usd, Volume};

/// Prices as a list gave them on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    /// When they were charged.
    pub date: Date,
    /// Where they are from, as a noun phrase.
    pub source: String,
    /// The price of each model by its name.
    pub models: BTreeMap<String, Price>,
}

/// What the models of an experiment charge.
///
/// A name stands for the model of this name and for its dated versions: `gpt-5` for `gpt-5-2025-08-07` and not for
/// `gpt-5-mini`, which has a price of its own, known or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tariff {
    /// Prices that the manifest sets; they go before the list's.
    pub own: BTreeMap<String, Price>,
    /// The price list, where one was needed.
    pub list: Option<Prices>,
    /// What a model that neither names costs.
    pub unlisted: Unlisted,
}

/// What a model without a price costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlisted {
    /// Nothing, for no model is asked.
    Free,
    /// Nobody knows.
    Unknown,
}

impl Tariff {
    /// What a model charges; nothing where that is not known.
    pub fn price(&self, model: &str) -> Option<Price> {
        let listed = || self.list.as_ref().and_then(|list| find(&list.models, model));
        find(&self.own, model).or_else(listed).or(match self.unlisted {
            Unlisted::Free => Some(Price::FREE),
            Unlisted::Unknown => None,
        })
    }

    /// What so many tokens of a model cost; nothing where its price is not known.
    pub fn cost(&self, model: &str, volume: Volume) -> Option<Usd> {
        Some(self.price(model)?.of(volume))
    }

    /// Whether asking these models costs nothing, as far as is known for sure.
    pub fn is_free<'a>(&self, models: impl IntoIterator<Item = &'a str>) -> bool {
        models.into_iter().all(|model| self.price(model) == Some(Price::FREE))
    }
}

/// Whether a name in a price list stands for a model: it is its name, or names what it is a dated version of.
pub fn stands_for(name: &str, model: &str) -> bool {
    model.strip_prefix(name).is_some_and(|rest| rest.is_empty() || is_version(rest))
}

/// Finds the price of a model under the longest name that stands for it.
fn find(models: &BTreeMap<String, Price>, model: &str) -> Option<Price> {
    let named = models.iter().filter(|(name, _)| stands_for(name, model));
    named.max_by_key(|(name, _)| name.len()).map(|(_, price)| *price)
}

/// Whether the rest of a name only says which version it is: `-20250929`, `-2025-08-07` or `-latest`.
fn is_version(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix('-') else { return false };
    let shape = |shape: &str| {
        let fits = |(letter, wanted): (u8, u8)| match wanted {
            b'0' => letter.is_ascii_digit(),
            _ => letter == wanted,
        };
        rest.len() == shape.len() && rest.bytes().zip(shape.bytes()).all(fits)
    };
    rest == "latest" || shape("00000000") || shape("0000-00-00")
}

/// How much may be spent on something. What is not there is not limited.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// In money.
    pub usd: Option<Usd>,
    /// In tokens read and written.
    pub tokens: Option<Tokens>,
}

/// How much an experiment may spend. It decides when debates wait, never what they come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Allowance {
    /// In all its debates.
    pub run: Limits,
    /// In each debate.
    pub cell: Limits,
}

impl Allowance {
    /// Whether it limits money.
    pub fn limits_money(&self) -> bool {
        self.run.usd.is_some() || self.cell.usd.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(usd: &str) -> Price {
        let usd = usd.parse().unwrap();
        Price { input: usd, output: usd, cached_read: usd, cache_write: usd }
    }

    fn prices(listed: &[(&str, &str)]) -> BTreeMap<String, Price> {
        listed.iter().map(|(name, usd)| ((*name).to_owned(), flat(usd))).collect()
    }

    #[test]
    fn a_name_stands_for_its_dated_versions_and_for_no_other_model() {
        let listed = prices(&[("gpt-5", "1"), ("gpt-5-mini", "2"), ("gpt-5-2026-01-01", "3")]);
        for (model, price) in [
            ("gpt-5", Some("1")),
            ("gpt-5-2025-08-07", Some("1")),
            ("gpt-5-20250807", Some("1")),
            ("gpt-5-latest", Some("1")),
            ("gpt-5-2026-01-01", Some("3")),
            ("gpt-5-mini-2025-08-07", Some("2")),
            ("gpt-5-nano", None),
            ("gpt-5-pro-2025-10-06", None),
            ("gpt-5.1", None),
            ("gpt-50", None),
            ("gpt", None),
            ("openai/gpt-5", None),
        ] {
            assert_eq!(find(&listed, model), price.map(flat), "{model}");
        }
    }

    #[test]
    fn the_manifest_goes_before_the_list_and_the_unknown_stays_unknown() {
        let list = Prices {
            date: "2025-10".parse().unwrap(),
            source: "a list".to_owned(),
            models: prices(&[("a", "1"), ("b", "2")]),
        };
        let own = prices(&[("a", "5"), ("local", "0")]);
        let tariff = Tariff { own, list: Some(list), unlisted: Unlisted::Unknown };
        assert_eq!(tariff.price("a"), Some(flat("5")));
        assert_eq!(tariff.price("b"), Some(flat("2")));
        assert_eq!(tariff.cost("c", Volume::default()), None, "not even nothing");
        assert!(tariff.is_free(["local"]));
        assert!(!tariff.is_free(["local", "a"]) && !tariff.is_free(["c"]));
        let nobody = Tariff { unlisted: Unlisted::Free, ..tariff };
        assert_eq!(nobody.price("c"), Some(Price::FREE));
    }
}
