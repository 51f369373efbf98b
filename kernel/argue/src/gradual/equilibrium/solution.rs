//! The result of a solver: an equilibrium, or a diagnosis.

use std::fmt;

use crate::gradual::Strengths;
use crate::unit::Strength;

/// The number of starts from which other fixed points are searched.
pub(super) const STARTS: usize = 4;

/// The result of [`equilibrium`](super::equilibrium()). Only a converged one has strengths.
#[derive(Debug, Clone, PartialEq)]
pub enum Solution {
    /// The strengths converged.
    Converged(Equilibrium),
    /// They did not converge.
    NotConverged(NotConverged),
}

/// A fixed point: strengths that the semantics maps to themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// The strengths.
    pub strengths: Strengths,
    /// The number of iterations of the slowest component; 1 without cycles.
    pub iterations: u32,
    /// The largest difference between a strength and its recomputed value.
    pub residual: f64,
    /// Whether there are other fixed points.
    pub uniqueness: Uniqueness,
}

/// Whether a fixed point is the only one.
#[derive(Debug, Clone, PartialEq)]
pub enum Uniqueness {
    /// There are no others, up to rounding, and both dynamics converge to it from any start.
    Proven,
    /// There may be others: four other starts found none.
    Unrefuted,
    /// There are others, and there may be more. The result depends on the start.
    Refuted {
        /// The fixed points that four other starts found.
        others: Vec<Strengths>,
    },
}

/// The state of a solver that did not converge.
#[derive(Debug, Clone, PartialEq)]
pub struct NotConverged {
    /// The number of iterations.
    pub iterations: u32,
    /// The largest difference between a strength and its recomputed value.
    pub residual: f64,
    /// Why there is no result.
    pub diagnosis: Diagnosis,
    /// Bounds of each argument's strength in any fixed point: equal if the cycles that did not
    /// converge do not influence it.
    pub bounds: Vec<(Strength, Strength)>,
}

/// Why strengths or their derivatives are not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnosis {
    /// The same strengths repeat.
    Oscillates {
        /// The period, in iterations.
        period: u32,
        /// The arguments whose strengths change, ascending.
        arguments: Vec<usize>,
    },
    /// The limit on iterations was reached.
    Unfinished {
        /// The arguments whose strengths still change, ascending.
        arguments: Vec<usize>,
    },
    /// The strengths converged, but their derivatives by base scores were not found: the strengths
    /// may jump.
    GradientUndefined {
        /// The arguments concerned, ascending.
        arguments: Vec<usize>,
    },
}

impl Diagnosis {
    /// Renames the arguments.
    pub(crate) fn renamed(self, name: impl Fn(usize) -> usize) -> Self {
        let renamed = |arguments: Vec<usize>| {
            let mut arguments: Vec<usize> = arguments.into_iter().map(name).collect();
            arguments.sort_unstable();
            arguments
        };
        match self {
            Self::Oscillates { period, arguments } => {
                Self::Oscillates { period, arguments: renamed(arguments) }
            }
            Self::Unfinished { arguments } => Self::Unfinished { arguments: renamed(arguments) },
            Self::GradientUndefined { arguments } => {
                Self::GradientUndefined { arguments: renamed(arguments) }
            }
        }
    }

    /// Describes the diagnosis in half a sentence; `list` writes the arguments.
    pub fn describe(&self, list: impl Fn(&[usize]) -> String) -> String {
        match self {
            Self::Oscillates { period, arguments } => {
                format!("oscillates with period {period}: {}", list(arguments))
            }
            Self::Unfinished { arguments } => {
                format!("did not converge within the limit: {}", list(arguments))
            }
            Self::GradientUndefined { arguments } => {
                format!("may jump where a base score changes: {}", list(arguments))
            }
        }
    }
}

impl Solution {
    /// Returns the strengths, if they converged.
    pub fn strengths(&self) -> Option<&Strengths> {
        match self {
            Self::Converged(equilibrium) => Some(&equilibrium.strengths),
            Self::NotConverged(_) => None,
        }
    }

    /// Returns the number of iterations of the slowest component.
    pub fn iterations(&self) -> u32 {
        match self {
            Self::Converged(equilibrium) => equilibrium.iterations,
            Self::NotConverged(state) => state.iterations,
        }
    }

    /// Describes the result in half a sentence; `list` writes the arguments.
    pub fn describe(&self, list: impl Fn(&[usize]) -> String) -> String {
        match self {
            Self::Converged(equilibrium) => format!("converged{}", equilibrium.uniqueness),
            Self::NotConverged(state) => state.diagnosis.describe(list),
        }
    }
}

fn by_number(arguments: &[usize]) -> String {
    arguments.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// Names arguments by their numbers: «oscillates with period 2: 0, 1».
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(by_number))
    }
}

/// Names arguments by their numbers.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(by_number))
    }
}

/// Continues a sentence that starts with «converged».
impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Proven => f.write_str("; no other fixed point exists"),
            Self::Unrefuted => write!(
                f,
                "; {STARTS} other starts led to no other fixed point, which does not prove that there is none"
            ),
            Self::Refuted { others } => {
                let number = others.len();
                write!(f, "; other fixed points exist: {number} found from {STARTS} other starts")
            }
        }
    }
}
