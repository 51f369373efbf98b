//! What a provider says about labelled pairs, and what that takes.

use std::path::{Path, PathBuf};

use faultline::pipeline::{self, Judge};
use faultline::question::Models;
use faultline::record::Usage;
use faultline::store::Store;
use faultline::vocabulary::{Usd, Volumes};

use super::arguments::Arguments;
use crate::bench::compare::Measured;
use crate::cli::CommandError;
use crate::cli::bench::judging_provider::JudgingProvider;
use crate::cli::bench::result_files::create_results;
use crate::cli::diagnose::plural;
use crate::cli::terminal::confirm;

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
    let judging = JudgingProvider::named(root, "--provider", named)?;
    let may_cost = judging.may_cost();
    let JudgingProvider { provider, models, tariff } = judging;
    if may_cost && !arguments.yes {
        ask(measured, &models)?;
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
fn ask(measured: &Measured, models: &Models) -> Result<(), CommandError> {
    let model = models.of(faultline::question::Tier::Fast, None);
    let calls = plural(measured.calls(), "call");
    let pairs = plural(measured.pairs.len(), "pair");
    let sentence = format!("judging {pairs} needs {calls} to {model} and may cost money");
    match confirm(&format!("{sentence}; continue?"))? {
        Some(true) => Ok(()),
        Some(false) => Err(CommandError::Declined),
        None => Err(CommandError::usage(
            format!("nothing was run: {sentence}"),
            "add `--yes` to pay whatever it costs",
        )),
    }
}
