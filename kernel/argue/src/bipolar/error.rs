//! Errors of bipolar frameworks.

use thiserror::Error;

/// Errors of [`Bipolar::new`](crate::Bipolar::new).
///
/// Scores and weights are in range because [`Strength`](crate::Strength) checks them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BipolarError {
    /// An end of the influence is not an argument.
    #[error("influence {from} -> {to}: the framework has only the arguments 0..{len}")]
    UnknownArgument {
        /// The source as given.
        from: usize,
        /// The target as given.
        to: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// The same attack, or the same support, was given before.
    #[error("influence {from} -> {to} is given twice: remove one of them")]
    Duplicate {
        /// The source.
        from: usize,
        /// The target.
        to: usize,
    },
    /// One argument attacks and supports the same argument.
    #[error("{from} both attacks and supports {to}: remove one of them")]
    Contradictory {
        /// The source.
        from: usize,
        /// The target.
        to: usize,
    },
    /// There are more arguments or influences than 32-bit indices allow.
    #[error("{count} arguments or influences are too many: at most {} are possible", u32::MAX)]
    TooLarge {
        /// How many there are.
        count: usize,
    },
}

/// Reports a cycle of influences.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the influences form a cycle: {}", cycle_path(.cycle))]
pub struct CyclicError {
    /// The arguments of one cycle: each influences the next, and the last the first.
    pub cycle: Vec<usize>,
}

fn cycle_path(cycle: &[usize]) -> String {
    let round = cycle.iter().chain(cycle.first());
    round.map(usize::to_string).collect::<Vec<_>>().join(" -> ")
}
