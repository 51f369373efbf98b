//! `report bench compare`: the comparison by meaning, measured on labelled pairs.

mod results;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::format::{self, Faults, Library, ProviderChoice};
use faultline::pipeline::{self, Judge};
use faultline::question::Models;
use faultline::record::Usage;
use faultline::store::Store;
use faultline::vocabulary::{Tariff, Unlisted, Usd, Volumes};

use self::results::Results;
use super::create_results;
use crate::bench::compare::{Measured, read};
use crate::cli::diagnose::{self, plural};
use crate::cli::project_root::{ProjectRoot, current_folder};
use crate::cli::terminal::confirm;
use crate::cli::{CommandError, Exit};

/// The pairs that one call judges.
const PAIRS_IN_A_CALL: usize = 30;

/// The store of a project whose manifests name no other.
const STORE: &str = "data/store";

/// Measure the comparison by meaning on pairs of statements that people have labelled
///
/// Each line of the file is `{"first", "second", "label": same|opposed|related|different, "source"?, "topic"?}`. Prints how many
/// of the pairs the candidate filter lets through and, with --provider, how the provider judges them: confusion matrix,
/// precision, recall and F1 with 95% bootstrap intervals, by source, with calls and cost. Writes `compare.csv` (every figure),
/// `pairs.csv` (every pair) and a page `compare.html`.
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// The file of labelled pairs
    #[arg(value_name = "FILE.jsonl")]
    file: PathBuf,
    /// The provider that judges the pairs: corpus, anthropic:MODEL, openai:MODEL, openrouter:MODEL, ollama:MODEL, llamacpp, vllm:MODEL, lmstudio:MODEL or script:FILE [default: none]
    #[arg(long, value_name = "KIND[:…]")]
    provider: Option<String>,
    /// Pay for the judgements without asking
    #[arg(long)]
    yes: bool,
    /// The seed of the bootstrap
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "site/bench")]
    out: PathBuf,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// What the judgements took.
struct Judged {
    provider: String,
    usage: Usage,
    /// `None` where the price of the model is not known.
    cost: Option<Usd>,
}

pub(super) fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let text = fs::read_to_string(&arguments.file).map_err(|error| {
        let message = format!("`{}` cannot be read: {error}", arguments.file.display());
        CommandError::usage(message, "name a file of UTF-8 text with one labelled pair per line")
    })?;
    let pairs = read(&arguments.file, &text).map_err(|faults| {
        diagnose::show(&faults, Path::new(""));
        CommandError::InvalidInput
    })?;
    let current = current_folder()?;
    // Without a project no statement has a known author or axis.
    let folder = ProjectRoot::find(root, Path::new(""), &current).map(|root| root.folder);
    let folder = match root {
        Some(_) => Some(folder?),
        None => folder.ok(),
    };
    let library = folder.as_deref().map(|folder| Library::open(folder).0).unwrap_or_default();
    let mut measured = Measured::new(pairs, &library);
    let judged = match &arguments.provider {
        Some(named) => {
            // Without a project there is no store.
            let store = folder.as_ref().map(|folder| folder.join(STORE));
            let folder = folder.unwrap_or(current);
            Some(judge(&folder, store, named, arguments, &mut measured)?)
        }
        None => None,
    };
    let results = Results::new(arguments, &measured, judged.as_ref());
    results.write()?;
    results.print()?;
    Ok(Exit::Done)
}

fn judge(
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
    create_results(&arguments.out, &results::FILES)?;
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
