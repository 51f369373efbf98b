//! Reads `[budget]` and `[prices]` of a manifest: spending limits, and prices of models.

use std::collections::BTreeMap;

use toml::Spanned;

use super::provider::ProviderChoice;
use crate::format::fault::Faults;
use crate::format::toml_table::Table;
use crate::format::{price_list::read_models, suggestion};
use crate::question::Models;
use crate::vocabulary::{Price, SpendingLimit, SpendingLimits, Tokens, Usd, covers_model};

/// The largest limit on tokens. A larger one would limit nothing.
const MOST_TOKENS: u64 = 1_000_000_000_000;

/// Reads the budget. Without a table nothing is limited.
pub(super) fn read(table: &mut Table<'_>, faults: &mut Faults) -> SpendingLimits {
    let Some(mut table) = table.optional_table("budget", faults) else {
        return SpendingLimits::default();
    };
    let keys = ["run_usd", "cell_usd", "run_tokens", "cell_tokens"];
    if table.is_empty() && !table.has_syntax_errors() {
        let fault = table.error("`[budget]` limits nothing");
        faults
            .push(fault.with_help(format!("write at least one of {}", suggestion::listed(&keys))));
    }
    let [run_usd, cell_usd, run_tokens, cell_tokens] = keys;
    let usd = Pair {
        keys: (run_usd, cell_usd),
        run: dollars(&mut table, run_usd, faults),
        cell: dollars(&mut table, cell_usd, faults),
    };
    let tokens = Pair {
        keys: (run_tokens, cell_tokens),
        run: table.optional_number(run_tokens, 1..=MOST_TOKENS, faults),
        cell: table.optional_number(cell_tokens, 1..=MOST_TOKENS, faults),
    };
    usd.check(&table, faults);
    tokens.check(&table, faults);
    table.finish("in [budget]", faults);
    let limits = |usd: Option<Spanned<Usd>>, tokens: Option<Spanned<u64>>| SpendingLimit {
        usd: usd.map(Spanned::into_inner),
        tokens: tokens.map(|tokens| Tokens(tokens.into_inner())),
    };
    SpendingLimits { run: limits(usd.run, tokens.run), cell: limits(usd.cell, tokens.cell) }
}

/// The limits of one unit: for all debates together and for each debate.
struct Pair<T> {
    keys: (&'static str, &'static str),
    run: Option<Spanned<T>>,
    cell: Option<Spanned<T>>,
}

impl<T: PartialOrd> Pair<T> {
    /// Reports a limit for each debate that is higher than the limit for all debates.
    fn check(&self, table: &Table<'_>, faults: &mut Faults) {
        let (Some(run), Some(cell)) = (&self.run, &self.cell) else { return };
        if cell.get_ref() > run.get_ref() {
            let (run_key, cell_key) = self.keys;
            let message =
                format!("`{cell_key}` allows one debate more than `{run_key}` allows all debates");
            let fault = table.source().error(cell.span(), message);
            let help = format!("lower `{cell_key}` or raise `{run_key}`");
            let limit = table.source().related(run.span(), "the limit for all debates");
            faults.push(fault.with_related(limit).with_help(help));
        }
    }
}

fn dollars(table: &mut Table<'_>, key: &'static str, faults: &mut Faults) -> Option<Spanned<Usd>> {
    let amount = table.optional_dollars(key, faults)?;
    if *amount.get_ref() == Usd::ZERO {
        let fault = table.source().error(amount.span(), format!("`{key}` allows nothing"));
        let help = "raise it, or run with `--offline`, which asks no provider";
        faults.push(fault.with_help(help));
        return None;
    }
    Some(amount)
}

/// Reads prices that take precedence over the price list.
pub(super) fn prices(
    table: &mut Table<'_>,
    provider: Option<&ProviderChoice>,
    models: &Models,
    faults: &mut Faults,
) -> BTreeMap<String, Price> {
    let Some(table) = table.optional_table("prices", faults) else { return BTreeMap::new() };
    if let Some(ProviderChoice::Corpus { .. }) = provider {
        let fault = table.error("`[prices]` is given, but the provider asks no model");
        faults.push(fault.with_help("remove the table: the provider `corpus` is free"));
    }
    let prices = read_models(&table, faults);
    for (name, _) in &prices {
        let asked: Vec<&str> = models.names().into_iter().collect();
        if !asked.iter().any(|model| covers_model(name.get_ref(), model)) {
            let message = format!("`{}` is not a model of this experiment", name.get_ref());
            let help = suggestion::remedy(name.get_ref(), "models", &asked);
            let fault = table.source().error(name.span(), message).as_warning();
            faults.push(fault.with_help(help));
        }
    }
    prices.into_iter().map(|(name, price)| (name.into_inner(), price)).collect()
}
