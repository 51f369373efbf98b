//! What comes of looking for strengths at rest, and how it is told.

use std::fmt;

use super::dynamics::STARTS;
use crate::gradual::Strengths;
use crate::unit::Strength;

/// Is what a solver comes to. Only what converged has strengths.
#[derive(Debug, Clone, PartialEq)]
pub enum Solved {
    /// The strengths came to rest.
    Converged(Equilibrium),
    /// They did not.
    Open(Open),
}

/// Gives each argument a strength that the semantics makes of all strengths again.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// The strengths.
    pub strengths: Strengths,
    /// How many rounds the slowest part of the framework took; 1 where there is no cycle.
    pub iterations: u32,
    /// The most by which the semantics would change a strength once more.
    pub residual: f64,
    /// Whether other strengths would be at rest, too.
    pub uniqueness: Uniqueness,
}

/// Says whether strengths at rest are the only ones.
#[derive(Debug, Clone, PartialEq)]
pub enum Uniqueness {
    /// There are no others, as far as rounding goes, and both dynamics lead there from wherever they start.
    Proven,
    /// There may be others: none was reached from four other starts.
    Unrefuted,
    /// The framework has these, too, and there may be more; which is reached depends on the start.
    Refuted {
        /// Those that were reached from four other starts.
        others: Vec<Strengths>,
    },
}

/// Tells how far a solver came that did not come to rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Open {
    /// How many rounds were made.
    pub iterations: u32,
    /// The most by which the semantics would still change a strength.
    pub residual: f64,
    /// What happens instead of rest.
    pub diagnosis: Diagnosis,
    /// Between what each argument's strength lies in any strengths at rest: a single number where the cycles that do not
    /// come to rest have no say.
    pub bounds: Vec<(Strength, Strength)>,
}

/// Says what strengths do that do not come to rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Diagnosis {
    /// The same strengths come again and again.
    Oscillates {
        /// After how many rounds.
        period: u32,
        /// Whose strengths change meanwhile, ascending.
        arguments: Vec<usize>,
    },
    /// The rounds were used up.
    Unfinished {
        /// Whose strengths still change, ascending.
        arguments: Vec<usize>,
    },
    /// The strengths are at rest, but how fast they change with base scores was not found: they may leap.
    Slopeless {
        /// Whose strengths these are, ascending.
        arguments: Vec<usize>,
    },
}

impl Diagnosis {
    /// Calls its arguments by other names.
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
            Self::Slopeless { arguments } => Self::Slopeless { arguments: renamed(arguments) },
        }
    }

    /// Says it in half a sentence; `listed` says which arguments are meant.
    pub fn told(&self, listed: impl Fn(&[usize]) -> String) -> String {
        match self {
            Self::Oscillates { period, arguments } => {
                format!("oscillates with period {period}: {}", listed(arguments))
            }
            Self::Unfinished { arguments } => {
                format!("does not converge within the limit: {}", listed(arguments))
            }
            Self::Slopeless { arguments } => {
                format!("may leap where a base score changes: {}", listed(arguments))
            }
        }
    }
}

impl Solved {
    /// The strengths, where they came to rest.
    pub fn strengths(&self) -> Option<&Strengths> {
        match self {
            Self::Converged(equilibrium) => Some(&equilibrium.strengths),
            Self::Open(_) => None,
        }
    }

    /// How many rounds the slowest part of the framework took.
    pub fn iterations(&self) -> u32 {
        match self {
            Self::Converged(equilibrium) => equilibrium.iterations,
            Self::Open(open) => open.iterations,
        }
    }

    /// Says in half a sentence how it ended; `listed` says which arguments are meant.
    pub fn told(&self, listed: impl Fn(&[usize]) -> String) -> String {
        match self {
            Self::Converged(equilibrium) => format!("converged{}", equilibrium.uniqueness),
            Self::Open(open) => open.diagnosis.told(listed),
        }
    }
}

fn by_number(arguments: &[usize]) -> String {
    arguments.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// Says it with arguments called by their numbers: «oscillates with period 2: 0, 1».
impl fmt::Display for Solved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(by_number))
    }
}

/// Says it with arguments called by their numbers.
impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(by_number))
    }
}

/// Says it behind «converged».
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
