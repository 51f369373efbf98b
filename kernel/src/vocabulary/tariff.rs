//! The prices of an experiment: a dated price list and the prices that a manifest sets instead.

use std::collections::BTreeMap;

use super::date::Date;
use super::money::{Price, Usd, Volume};

/// A price list, valid on a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    /// When the prices were valid.
    pub date: Date,
    /// The source of the prices, as a noun phrase.
    pub source: String,
    /// The price of each model, by the name of the model.
    pub models: BTreeMap<String, Price>,
}

/// The prices of the models of an experiment.
///
/// A name in a price list covers the model with this name and its dated versions: `gpt-5` covers
/// `gpt-5-2025-08-07`. It does not cover `gpt-5-mini`, which is another model with its own price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tariff {
    /// The prices that the manifest sets. They take precedence over the price list.
    pub own: BTreeMap<String, Price>,
    /// The price list, if one was needed.
    pub list: Option<Prices>,
    /// The price of a model that neither the manifest nor the list covers.
    pub unlisted: Unlisted,
}

/// The price of a model that no list covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unlisted {
    /// Free, because the provider asks no model.
    Free,
    /// Unknown.
    Unknown,
}

impl Tariff {
    /// Returns the price of a model, or `None` if it is not known.
    pub fn price(&self, model: &str) -> Option<Price> {
        let listed = || self.list.as_ref().and_then(|list| find(&list.models, model));
        find(&self.own, model).or_else(listed).or(match self.unlisted {
            Unlisted::Free => Some(Price::FREE),
            Unlisted::Unknown => None,
        })
    }

    /// Returns the cost of these tokens, or `None` if the price of the model is not known.
    pub fn cost(&self, model: &str, volume: Volume) -> Option<Usd> {
        Some(self.price(model)?.of(volume))
    }

    /// Returns the source of the prices as a noun phrase with their date.
    pub fn origin(&self) -> String {
        match &self.list {
            Some(list) => format!("{} of {}", list.source, list.date),
            None => "the prices in the manifest".to_owned(),
        }
    }

    /// Whether all these models are known to charge nothing.
    pub fn is_free<'a>(&self, models: impl IntoIterator<Item = &'a str>) -> bool {
        models.into_iter().all(|model| self.price(model) == Some(Price::FREE))
    }
}

/// Whether a name in a price list covers a model: it is the name of the model, or the model is a
/// dated version of it.
pub fn covers_model(name: &str, model: &str) -> bool {
    model.strip_prefix(name).is_some_and(|rest| rest.is_empty() || is_version(rest))
}

/// Finds the price of a model under the longest name that covers it.
fn find(models: &BTreeMap<String, Price>, model: &str) -> Option<Price> {
    let named = models.iter().filter(|(name, _)| covers_model(name, model));
    named.max_by_key(|(name, _)| name.len()).map(|(_, price)| *price)
}

/// Whether the rest of a name is only a version: `-20250929`, `-2025-08-07` or `-latest`.
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
    fn a_name_covers_its_dated_versions_and_no_other_model() {
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
    fn the_manifest_takes_precedence_over_the_list_and_unlisted_models_have_no_price() {
        let list = Prices {
            date: "2025-10".parse().unwrap(),
            source: "a list".to_owned(),
            models: prices(&[("a", "1"), ("b", "2")]),
        };
        let own = prices(&[("a", "5"), ("local", "0")]);
        let tariff = Tariff { own, list: Some(list), unlisted: Unlisted::Unknown };
        assert_eq!(tariff.price("a"), Some(flat("5")));
        assert_eq!(tariff.price("b"), Some(flat("2")));
        assert_eq!(tariff.cost("c", Volume::default()), None, "an unknown price is not 0");
        assert!(tariff.is_free(["local"]));
        assert!(!tariff.is_free(["local", "a"]) && !tariff.is_free(["c"]));
        let free = Tariff { unlisted: Unlisted::Free, ..tariff };
        assert_eq!(free.price("c"), Some(Price::FREE));
    }
}
