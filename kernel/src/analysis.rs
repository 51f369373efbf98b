//! Findings over stored debates and stored matches: modes side by side, with intervals and tests.
//!
//! Nothing here asks a provider or reads a file: the caller has read outcomes and
//! [`Matches`](crate::record::Matches) from a store.

mod bootstrap;
mod compared;
mod figure;
mod holm;
mod interval;
mod mode_comparison;
mod sign_flip;

pub use bootstrap::{Estimate, Mean, Resampled, SAMPLES, bootstrap, nested_mean};
pub use compared::{ComparedDebate, CruxRow, Naming, Role};
pub use figure::Figure;
pub use holm::holm;
pub use interval::wilson;
pub use mode_comparison::{
    DifferenceVerdict, FigureTests, ModeComparison, ModeFigures, PairTest, compare,
};
pub use sign_flip::{MOST_BLOCKS, sign_flip};
