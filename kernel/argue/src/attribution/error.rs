//! Errors of attribution.

use thiserror::Error;

use crate::gradual::Diagnosis;

/// Errors of [`attribute`](crate::attribute()) and [`decisive`](crate::decisive()).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AttributionError {
    /// The framework has no such argument.
    #[error("there is no argument {argument}: the framework has the arguments 0..{len}")]
    UnknownArgument {
        /// The argument as given.
        argument: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// The strengths of the framework did not converge.
    #[error("there is no strength to explain: {0}")]
    NotConverged(Diagnosis),
    /// One sample has no standard error.
    #[error("cannot sample {permutations} permutations: a standard error needs at least 2")]
    TooFew {
        /// How many were asked for.
        permutations: u32,
    },
}
