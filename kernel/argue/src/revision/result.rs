//! Results of a revision.

use super::polarity::Polarity;
use crate::unit::Strength;

/// The largest distance to the target that counts as reached.
pub(super) const TOLERANCE: f64 = 1e-9;

/// How close a revision comes to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    /// The strength is the target within 10⁻⁹.
    Exact,
    /// No solution was found; the strength is the nearest that was found.
    Nearest {
        /// Why the target is not reached.
        why: Obstacle,
    },
}

/// Why a target is not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// No argument with influence on the topic may change. Nothing nearer exists.
    Immovable,
    /// All arguments that may change are at the end of their range that helps most. Nothing nearer
    /// exists, because each of them changes the topic in one direction only.
    Bounds,
    /// The search ended without a solution: some arguments influence the topic in both directions,
    /// and something nearer may exist.
    Search,
}

impl Obstacle {
    /// Returns whether it is proven that no allowed base scores bring the topic nearer to its
    /// target.
    pub fn is_proven(self) -> bool {
        match self {
            Self::Immovable | Self::Bounds => true,
            Self::Search => false,
        }
    }
}

/// The change of one argument's base score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreChange {
    /// The argument.
    pub argument: usize,
    /// Its base score before.
    pub before: Strength,
    /// Its base score after.
    pub after: Strength,
}

/// The least change of base scores that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Revised {
    /// All base scores after the change, in the order of the arguments.
    pub base_scores: Vec<Strength>,
    /// The topic's strength before.
    pub before: Strength,
    /// The topic's strength after.
    pub after: Strength,
    /// Whether the target is reached.
    pub reached: Reached,
    /// The sum of all changes, each times its cost, which the search minimises. *Unit*: base score
    /// times cost.
    pub l1: f64,
    /// The square root of the sum of the squares of all changes, without costs.
    pub l2: f64,
    /// The changes, by argument.
    pub changes: Vec<ScoreChange>,
    /// In which direction each argument influences the topic; the topic itself counts as positive.
    pub polarity: Vec<Polarity>,
    /// How close each argument is to the topic: 1 divided by the number of influences on the
    /// shortest path; 2 for the topic itself, or 3 if the framework has cycles; 0 without a path.
    /// For display: the search does not use it.
    pub priority: Vec<f64>,
}
