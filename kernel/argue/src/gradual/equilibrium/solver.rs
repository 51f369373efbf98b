//! Dynamics and limits of a solver.

/// How strengths change from one iteration to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dynamics {
    /// All strengths are recomputed simultaneously: sₖ₊₁ = f(sₖ).
    Synchronous,
    /// Strengths move towards their recomputed values: ds/dt = f(s) − s, in steps of 0.1.
    Continuous,
}

impl Dynamics {
    /// Both dynamics.
    pub const ALL: [Self; 2] = [Self::Synchronous, Self::Continuous];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Synchronous => "synchronous",
            Self::Continuous => "continuous",
        }
    }

    /// Returns the dynamics with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dynamics| dynamics.name() == name)
    }
}

/// How strengths are searched, starting from the base scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Solver {
    /// The dynamics.
    pub dynamics: Dynamics,
    /// The most iterations or steps.
    pub rounds: u32,
}

impl Solver {
    /// At most 20,000 iterations.
    pub fn synchronous() -> Self {
        Self { dynamics: Dynamics::Synchronous, rounds: 20_000 }
    }

    /// Integration up to time 10,000.
    pub fn continuous() -> Self {
        Self { dynamics: Dynamics::Continuous, rounds: 100_000 }
    }
}
