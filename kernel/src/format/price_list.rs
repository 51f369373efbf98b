//! Reads `data/prices.toml`: the prices of models on a date.

use std::path::Path;

use toml::Spanned;

use super::attribute_value::parsed;
use super::fault::Faults;
use super::source::Source;
use super::toml_document::TomlDocument;
use super::toml_table::Table;
use crate::vocabulary::{Price, Prices};

/// The path of the price list, relative to the project root.
pub const PRICES: &str = "data/prices.toml";

/// What an empty file should contain.
const NEEDS: &str = "a price list needs `date`, `source` and `[models]`";

/// Reads the price list of the project at `root`. Returns `None` if it has errors.
pub fn prices(root: &Path, faults: &mut Faults) -> Option<Prices> {
    read(&Source::read(root, Path::new(PRICES), NEEDS, faults)?, faults)
}

fn read(source: &Source, faults: &mut Faults) -> Option<Prices> {
    let document = TomlDocument::parse(source);
    let mut found = Faults::default();
    let mut table = document.table();
    let date = table.text("date", &mut found).and_then(|word| parsed(source, &word, &mut found));
    let origin = table.text("source", &mut found).map(Spanned::into_inner);
    let models = table.table("models", &mut found).map(|models| {
        let models = read_models(&models, &mut found);
        models.into_iter().map(|(name, price)| (name.into_inner(), price)).collect()
    });
    table.finish("in the price list", &mut found);
    let mut reported = Faults::default();
    document.report(found, &mut reported);
    let is_valid = !reported.has_errors();
    faults.extend(reported);
    Some(Prices { date: date?, source: origin?, models: models? }).filter(|_| is_valid)
}

/// Reads a table of prices, with the names of models as keys.
pub(super) fn read_models(table: &Table<'_>, faults: &mut Faults) -> Vec<(Spanned<String>, Price)> {
    let mut prices = Vec::new();
    for (name, entry) in table.named_tables_or("free", faults) {
        let price = match entry {
            None => Some(Price::FREE),
            Some(entry) => price(name.get_ref(), entry, faults),
        };
        prices.extend(price.map(|price| (name, price)));
    }
    prices
}

fn price(model: &str, mut table: Table<'_>, faults: &mut Faults) -> Option<Price> {
    let input = table.dollars("input", faults);
    let output = table.dollars("output", faults);
    let cached_read = table.optional_dollars("cached_read", faults);
    let cache_write = table.optional_dollars("cache_write", faults);
    table.finish(&format!("in the price of `{model}`"), faults);
    let input = input?.into_inner();
    let or_input = |price: Option<Spanned<_>>| price.map_or(input, Spanned::into_inner);
    Some(Price {
        input,
        output: output?.into_inner(),
        cached_read: or_input(cached_read),
        cache_write: or_input(cache_write),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{Tariff, Unlisted};

    const LIST: &str = "date = \"2025-10\"\nsource = \"S\"\n[models]\n";

    fn read_text(text: &str) -> (Option<Prices>, String) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("p.toml"), text.as_bytes(), NEEDS, &mut faults)
            .expect("the text has no hidden characters");
        let prices = read(&source, &mut faults);
        (prices, faults.to_string())
    }

    #[test]
    fn missing_cache_prices_default_to_the_input_price() {
        let text = format!("{LIST}\"a\" = {{ input = 1.25, output = 10 }}\n\"b\" = \"free\"\n");
        let (prices, faults) = read_text(&text);
        assert_eq!(faults, "");
        let usd = |text: &str| text.parse().unwrap();
        let a = Price {
            input: usd("1.25"),
            output: usd("10"),
            cached_read: usd("1.25"),
            cache_write: usd("1.25"),
        };
        let models = prices.unwrap().models.into_iter().collect::<Vec<_>>();
        assert_eq!(models, [("a".to_owned(), a), ("b".to_owned(), Price::FREE)]);
    }

    #[test]
    fn a_list_that_is_not_toml_after_its_first_price_is_refused() {
        let (prices, faults) = read_text(&format!("{LIST}\"a\" = \"free\"\n\"b\" = {{ input = \n"));
        assert_eq!(prices, None);
        assert!(faults.contains("error"), "{faults}");
    }

    #[test]
    fn a_list_with_an_invalid_price_is_refused() {
        let text = format!("{LIST}\"a\" = \"free\"\n\"b\" = {{ input = -1, output = 2 }}\n");
        let (prices, faults) = read_text(&text);
        assert_eq!(prices, None);
        assert!(
            faults.contains("p.toml:5:17: error: `input`: -1 is not an amount of dollars"),
            "{faults}"
        );
    }

    #[test]
    fn the_price_list_of_this_project_has_no_faults() {
        let mut faults = Faults::default();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let list = prices(&root, &mut faults);
        assert!(faults.is_empty(), "{faults}");
        let tariff = Tariff { own: [].into(), list, unlisted: Unlisted::Unknown };
        let mini = tariff.price("gpt-5-mini-2025-08-07").unwrap();
        assert_eq!(mini.output, "2".parse().unwrap());
        let sonnet = tariff.price("claude-sonnet-4-5-20250929").unwrap();
        assert_eq!(sonnet.cache_write, "3.75".parse().unwrap());
    }
}
