//! Revision requests.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use crate::bipolar::Bipolar;
use crate::gradual::Diagnosis;
use crate::unit::Strength;

/// A revision request: which argument should have which strength, and what may change.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Reached, Revision, Strength, revise};
///
/// let scores = [0.5, 0.5].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0)])?;
/// let wanted = Revision::new(0, Strength::new(0.45)?).freeze([0]);
/// let revised = revise(&bipolar, Gradual::DfQuad, &wanted)?;
/// // 0.5 (1 - b1) = 0.45 for b1 = 0.1.
/// assert_eq!(revised.reached, Reached::Exact);
/// assert!((revised.l1 - 0.4).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// The argument whose strength should change.
    pub topic: usize,
    /// The wanted strength.
    pub target: Strength,
    /// Arguments whose base scores must not change.
    pub frozen: BTreeSet<usize>,
    /// The cost of changing a base score by one; 1 for arguments that are not listed. *Range*:
    /// positive and finite.
    pub costs: BTreeMap<usize, f64>,
    /// The least and the greatest base score of an argument; 0 and 1 for arguments that are not
    /// listed.
    pub bounds: BTreeMap<usize, (Strength, Strength)>,
}

impl Revision {
    /// Requests `target` as the strength of `topic`, without restrictions.
    pub fn new(topic: usize, target: Strength) -> Self {
        Self {
            topic,
            target,
            frozen: BTreeSet::new(),
            costs: BTreeMap::new(),
            bounds: BTreeMap::new(),
        }
    }

    /// Adds arguments whose base scores must not change.
    #[must_use]
    pub fn freeze(mut self, arguments: impl IntoIterator<Item = usize>) -> Self {
        self.frozen.extend(arguments);
        self
    }
}

impl Revision {
    pub(super) fn cost(&self, argument: usize) -> f64 {
        self.costs.get(&argument).copied().unwrap_or(1.0)
    }

    /// The range of the argument's base score, which is currently `score`.
    pub(super) fn range(&self, argument: usize, score: f64) -> (f64, f64) {
        if self.frozen.contains(&argument) {
            return (score, score);
        }
        let bounds = self.bounds.get(&argument);
        bounds.map_or((0.0, 1.0), |(least, greatest)| (least.value(), greatest.value()))
    }
}

/// Errors of [`revise`](crate::revise).
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RevisionError {
    /// The strengths of the framework did not converge, so there is no strength to start from.
    #[error("there is no strength to revise: {0}")]
    NotConverged(Diagnosis),
    /// The request names an argument that the framework does not have.
    #[error(
        "the request names argument {argument}, but the framework has only the arguments 0..{len}"
    )]
    UnknownArgument {
        /// The argument as given.
        argument: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// A cost is zero, negative or not finite.
    #[error("the cost of argument {argument} is {cost}, but costs must be positive and finite")]
    Cost {
        /// The argument.
        argument: usize,
        /// Its cost as given.
        cost: f64,
    },
    /// The current base score is outside its bounds.
    #[error(
        "the base score {score} of argument {argument} is outside its bounds {least} to {greatest}"
    )]
    OutOfBounds {
        /// The argument.
        argument: usize,
        /// Its base score.
        score: f64,
        /// The lower bound as given.
        least: f64,
        /// The upper bound as given.
        greatest: f64,
    },
}

/// Checks that a request fits a framework.
pub(super) fn check(bipolar: &Bipolar, wanted: &Revision) -> Result<(), RevisionError> {
    let len = bipolar.len();
    let named = [wanted.topic].into_iter().chain(wanted.frozen.iter().copied());
    let named = named.chain(wanted.costs.keys().copied()).chain(wanted.bounds.keys().copied());
    if let Some(argument) = named.into_iter().find(|&argument| argument >= len) {
        return Err(RevisionError::UnknownArgument { argument, len });
    }
    if let Some((&argument, &cost)) =
        wanted.costs.iter().find(|&(_, &cost)| !cost.is_finite() || cost <= 0.0)
    {
        return Err(RevisionError::Cost { argument, cost });
    }
    for (&argument, (least, greatest)) in &wanted.bounds {
        let (score, least, greatest) =
            (bipolar.base_score(argument).value(), least.value(), greatest.value());
        if !(least..=greatest).contains(&score) {
            return Err(RevisionError::OutOfBounds { argument, score, least, greatest });
        }
    }
    Ok(())
}
