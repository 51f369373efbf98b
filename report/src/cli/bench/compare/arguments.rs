//! The command line of `report bench compare`.

use std::path::PathBuf;

use clap::Args;

/// Measure the comparison by meaning on pairs of statements that people have labelled
///
/// Each line of the file is `{"first", "second", "label": same|opposed|related|different,
/// "source"?, "topic"?}`. Prints how many of the pairs the candidate filter lets through and, with
/// --provider, how the provider judges them: confusion matrix, precision, recall and F1 with 95%
/// bootstrap intervals, by source, with calls and cost. Writes `compare.csv` (every figure),
/// `pairs.csv` (every pair) and a page `compare.html`.
#[derive(Debug, Clone, Args)]
pub(in crate::cli::bench) struct Arguments {
    /// The file of labelled pairs
    #[arg(value_name = "FILE.jsonl")]
    pub(super) file: PathBuf,
    /// The provider that judges the pairs: corpus, anthropic:MODEL, openai:MODEL, openrouter:MODEL,
    /// ollama:MODEL, llamacpp, vllm:MODEL, lmstudio:MODEL or script:FILE [default: none]
    #[arg(long, value_name = "KIND[:…]")]
    pub(super) provider: Option<String>,
    /// Pay for the judgements without asking
    #[arg(long)]
    pub(super) yes: bool,
    /// The seed of the bootstrap
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "site/bench")]
    pub(super) out: PathBuf,
    /// Print the figures as JSON
    #[arg(long)]
    pub(super) json: bool,
}
