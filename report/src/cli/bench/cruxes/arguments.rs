//! The command line of `report bench cruxes`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use crate::cli::run_debates::count;

/// Run debates whose true cruxes are known, and score the cruxes that each mode finds
///
/// Generates topics and personas with known cruxes, runs them with the provider `corpus` in a
/// temporary project and compares the cruxes found with the true ones. A level says what noise the
/// texts have. Prints a table for each level, and writes `cruxes.csv` (every measure with its
/// interval) and `debates.csv` (what each debate named, and the role of every question).
///
/// With --controls, each mode in which personas see each other is run twice more: in `isolated`
/// debates no persona sees the others, in `shuffled` debates every persona sees contributions of a
/// debate on another topic. `gains.csv` says by how much F1 of each mode is higher than that of its
/// controls and of the baselines.
///
/// With --labelled, runs the manifest of each project in a folder and compares the cruxes found
/// with statements that were held back and labelled. A manifest with a paid provider is not run:
/// run it with `report run` first.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(in crate::cli::bench) struct Arguments {
    /// Score the debates of the projects in this folder instead, which have real data with labels
    #[arg(long, value_name = "DIR", conflicts_with_all = ["debates", "level", "modes", "controls", "keep"])]
    pub(super) labelled: Option<PathBuf>,
    /// With --labelled: the provider that judges by meaning which questions a held-back statement
    /// is about
    #[arg(long, value_name = "KIND[:…]", requires = "labelled")]
    pub(super) judge: Option<String>,
    /// Pay for the judgements
    #[arg(long, requires = "judge")]
    pub(super) yes: bool,
    /// The number of debates of each level
    #[arg(long, value_name = "N", default_value = "200", value_parser = count)]
    pub(super) debates: NonZeroUsize,
    /// The seed of the debates; the same seed makes the same debates
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// Run only these levels [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(super) level: Vec<String>,
    /// Run only these modes [default: all]
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(super) modes: Vec<String>,
    /// Run each mode also under its controls, which show what its protocol is worth
    #[arg(long)]
    pub(super) controls: bool,
    /// Run at most N debates in parallel [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(super) jobs: Option<NonZeroUsize>,
    /// The folder for the results
    #[arg(long, value_name = "DIR", default_value = "site/bench")]
    pub(super) out: PathBuf,
    /// Keep the generated project of each level in a folder DIR/LEVEL
    #[arg(long)]
    pub(super) keep: bool,
    /// Print the measures as JSON
    #[arg(long)]
    pub(super) json: bool,
}
