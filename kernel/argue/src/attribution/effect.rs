//! Contributions of arguments and influences.

use crate::bipolar::Influence;
use crate::gradual::Diagnosis;
use crate::unit::Strength;

/// A contribution to the topic's strength. *Unit*: strength; for a gradient, strength per base
/// score.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The contribution was computed exactly.
    Exact(f64),
    /// The contribution was estimated by sampling.
    Estimated {
        /// The mean of the samples.
        value: f64,
        /// The standard error of the mean.
        error: f64,
    },
    /// The topic's contribution to itself, which is not defined for this measure.
    Topic,
    /// A strength to compare with does not exist because the iteration did not converge; for a
    /// gradient, the strength may jump where the base score changes.
    Undefined(Diagnosis),
}

impl Effect {
    /// Returns the contribution, if there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Exact(value) | Self::Estimated { value, .. } => Some(*value),
            Self::Topic | Self::Undefined(_) => None,
        }
    }
}

/// How much the arguments and the influences of a framework contribute to the strength of one
/// argument.
///
/// An argument or influence without a path to the topic contributes exactly 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribution {
    /// The argument whose strength is explained.
    pub topic: usize,
    /// Its strength.
    pub strength: Strength,
    /// Its base score.
    pub base_score: Strength,
    /// The contributions of the arguments.
    pub arguments: ArgumentEffects,
    /// The contributions of the influences.
    pub edges: EdgeEffects,
}

/// The contribution of each argument, in the order of the arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct ArgumentEffects {
    /// The topic's strength less what it is without the argument.
    pub removal: Vec<Effect>,
    /// The topic's strength when all attackers and supporters of the argument are removed, less the
    /// strength without the argument.
    pub intrinsic_removal: Vec<Effect>,
    /// The Shapley value of the argument, where the value of a set of arguments is the topic's
    /// strength with only these. The values of all arguments except the topic add up to the topic's
    /// strength less its base score.
    pub shapley: Vec<Effect>,
    /// How fast the topic's strength grows with the argument's base score.
    pub gradient: Vec<Effect>,
}

/// The contribution of each influence.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeEffects {
    /// The influences, as [`Bipolar::influences`](crate::Bipolar::influences) lists them.
    pub influences: Vec<Influence>,
    /// The topic's strength less what it is without the influence.
    pub removal: Vec<Effect>,
    /// The Shapley value of the influence. The values of all influences add up to the topic's
    /// strength less its base score.
    pub shapley: Vec<Effect>,
}
