//! What a provider says about labelled pairs, and what that takes.

use std::path::{Path, PathBuf};

use faultline::format::{self, Faults, ProviderChoice};
use faultline::pipeline::{self, Judge};
use faultline::question::Models;
use faultline::record::Usage;
use faultline::store::Store;
use faultline::vocabulary::{Tariff, Unlisted, Usd, Volumes};

use super::arguments::Arguments;
use crate::bench::compare::Measured;
use crate::cli::CommandError;
use crate::cli::bench::result_files::create_results;
use crate::cli::diagnose::{self, plural};
use crate::cli::terminal::confirm;

/// The pairs that one call judges.
pub(super) const PAIRS_IN_A_CALL: usize = 30;

/// The files of results.
pub(super) const FILES: [&str; 3] = ["compare.csv", "pairs.csv", "compare.html"];

/// What the judgements took.
pub(super) struct Judged {
    pub(super) provider: String,
    pub(super) usage: Usage,
    /// `None` where the price of the model is not known.
    pub(super) cost: Option<Usd>,
}

/// Lets the provider `named` judge the pairs.
pub(super) fn judge(
    root: &Path,
    store: Option<PathBuf>,
    named: &str,
    arguments: &Arguments,
    measured: &mut Measured,
) -> Result<Judged, CommandError> {
    let (provider, models) = ProviderChoice::named(root, named)
        .map_err(|error| CommandError::option("--provider", named, &error, error.help()))?;
    let tariff = tariff(root, &provider)?;
    if provider.asks_models() && !arguments.yes {
        ask(measured.pairs.len(), &models)?;
    }
    create_results(&arguments.out, &FILES)?;
    let store = store.filter(|_| provider.asks_models()).map(Store::open_or_create).transpose()?;
    let judge = Judge { root, provider: &provider, models: &models, store: store.as_ref() };
    let usage = measured.judge(&judge)?;
    let model = models.of(faultline::question::Tier::Fast, None);
    let volumes: Volumes = [(model.to_owned(), usage.volume())].into_iter().collect();
    Ok(Judged { provider: named.to_owned(), usage, cost: pipeline::cost(&tariff, &volumes) })
}

/// Asks whether the judgements may be paid.
fn ask(pairs: usize, models: &Models) -> Result<(), CommandError> {
    let model = models.of(faultline::question::Tier::Fast, None);
    let calls = plural(pairs.div_ceil(PAIRS_IN_A_CALL), "call");
    let pairs = plural(pairs, "pair");
    let sentence = format!("to judge {pairs} takes about {calls} to {model}, which may cost money");
    match confirm(&format!("{sentence}; continue?"))? {
        Some(true) => Ok(()),
        Some(false) => Err(CommandError::Declined),
        None => Err(CommandError::usage(
            format!("nothing was run: {sentence}"),
            "add `--yes` to pay whatever it costs",
        )),
    }
}

fn tariff(root: &Path, provider: &ProviderChoice) -> Result<Tariff, CommandError> {
    let own = [].into();
    if !provider.asks_models() {
        return Ok(Tariff { own, list: None, unlisted: Unlisted::Free });
    }
    let mut faults = Faults::default();
    let has_list = root.join(format::PRICES).exists();
    let list = if has_list { format::prices(root, &mut faults) } else { None };
    if has_list && list.is_none() {
        diagnose::show(&faults, Path::new(""));
        return Err(CommandError::InvalidInput);
    }
    Ok(Tariff { own, list, unlisted: Unlisted::Unknown })
}
