//! `data/prices.toml`: what models charge, as of a day; and the prices that a manifest sets against it.

use std::path::Path;

use toml::Spanned;

use super::document::Document;
use super::fault::Faults;
use super::manifest::Manifest;
use super::source::Source;
use super::table::Table;
use crate::vocabulary::{Date, DateError, Price, Prices, Tariff, Unlisted};

/// Where the price list lies, from the project root.
pub const PRICES: &str = "data/prices.toml";

/// What an empty file ought to hold.
const NEEDS: &str = "a price list needs `date`, `source` and `[models]`";

/// Tells what the models of an experiment charge. The price list of the project at `root` is read only where a model is
/// asked that the manifest gives no price; nothing where it is needed and at fault. A project need not have one: what a
/// model then charges is not known, which is told wherever money matters.
pub fn tariff(root: &Path, manifest: &Manifest, faults: &mut Faults) -> Option<Tariff> {
    let own = manifest.prices.clone();
    if !manifest.provider.asks_models() {
        return Some(Tariff { own, list: None, unlisted: Unlisted::Free });
    }
    let without = Tariff { own, list: None, unlisted: Unlisted::Unknown };
    if manifest.models.names().iter().all(|model| without.price(model).is_some()) {
        return Some(without);
    }
    if !root.join(PRICES).exists() {
        return Some(without);
    }
    let list = prices(root, faults)?;
    Some(Tariff { list: Some(list), ..without })
}

/// Reads the price list of the project at `root`; nothing where it is at fault.
pub fn prices(root: &Path, faults: &mut Faults) -> Option<Prices> {
    read(&Source::read(root, Path::new(PRICES), NEEDS, faults)?, faults)
}

fn read(source: &Source, faults: &mut Faults) -> Option<Prices> {
    let document = Document::parse(source);
    let mut found = Faults::default();
    let mut table = document.table();
    let date = table.text("date", &mut found).and_then(|word| date(source, &word, &mut found));
    let origin = table.text("source", &mut found).map(Spanned::into_inner);
    let models = table.table("models", &mut found).map(|models| {
        let models = read_models(&models, &mut found);
        models.into_iter().map(|(name, price)| (name.into_inner(), price)).collect()
    });
    table.finish("in the price list", &mut found);
    let sound = !found.has_errors();
    document.settle(found, faults);
    Some(Prices { date: date?, source: origin?, models: models? }).filter(|_| sound)
}

fn date(source: &Source, word: &Spanned<String>, faults: &mut Faults) -> Option<Date> {
    let date = word.get_ref().parse();
    date.map_err(|error: DateError| {
        faults.push(source.error(word.span(), error.to_string()));
    })
    .ok()
}

/// Reads a table of prices by model.
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

    const LIST: &str = "date = \"2025-10\"\nsource = \"S\"\n[models]\n";

    fn read_text(text: &str) -> (Option<Prices>, String) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("p.toml"), text.as_bytes(), NEEDS, &mut faults)
            .expect("a clean text");
        let prices = read(&source, &mut faults);
        (prices, faults.to_string())
    }

    #[test]
    fn what_is_left_out_of_a_price_costs_what_reading_costs() {
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
    fn one_bad_price_spoils_the_list() {
        let text = format!("{LIST}\"a\" = \"free\"\n\"b\" = {{ input = -1, output = 2 }}\n");
        let (prices, faults) = read_text(&text);
        assert_eq!(prices, None);
        assert!(
            faults.contains("p.toml:5:17: error: `input`: -1 is not an amount of dollars"),
            "{faults}"
        );
    }

    #[test]
    fn the_list_of_this_project_has_no_fault_and_prices_what_it_names() {
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
