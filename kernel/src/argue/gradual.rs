//! Gradual semantics: how strong an argument is, given its base score and what bears on it.

mod aggregation;
mod derivative;
mod dfquad;

use std::fmt;

use serde::{Deserialize, Serialize};

use super::bipolar::{Bipolar, CyclicError, Rows, strength};
use crate::vocabulary::Strength;
use aggregation::Aggregation;

pub(super) use derivative::backward;
pub use derivative::gradient;

/// Names a gradual semantics.
///
/// All of them are modular: the strengths of attackers and supporters, each times the weight of its influence, are
/// aggregated into one number, which then moves the argument away from its base score. In all of them a strength rises
/// or stays when a base score, a supporter or a weight of a support rises, and falls or stays when an attacker or a
/// weight of an attack does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gradual {
    /// DF-QuAD: products, moved linearly.
    #[serde(rename = "dfquad")]
    DfQuad,
}

impl Gradual {
    /// Every gradual semantics, in the order in which pages list them.
    pub const ALL: [Self; 1] = [Self::DfQuad];

    /// The name as manifests and files write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::DfQuad => "dfquad",
        }
    }

    /// The name as headings write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::DfQuad => "DF-QuAD",
        }
    }

    /// The semantics that manifests write as `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gradual| gradual.name() == name)
    }
}

impl fmt::Display for Gradual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Gives each argument of a bipolar framework its strength.
#[derive(Debug, Clone, PartialEq)]
pub struct Strengths {
    values: Vec<Strength>,
}

impl Strengths {
    /// Tells the strength of argument `a`.
    pub fn strength(&self, a: usize) -> Strength {
        self.values[a]
    }

    /// Lists the strengths in the order of the arguments.
    pub fn values(&self) -> &[Strength] {
        &self.values
    }
}

/// Computes the strength of every argument, in one pass from what nothing bears on to what bears on nothing.
///
/// Takes time and memory linear in arguments plus influences, without recursion.
///
/// # Errors
/// [`CyclicError`] where an argument bears on itself directly or through others: there a strength is the limit of an
/// iteration, which need not exist.
///
/// # Examples
/// ```
/// use faultline::argue::{Bipolar, Gradual, Influence, strengths};
/// use faultline::vocabulary::Strength;
///
/// let scores = [0.5, 0.8, 0.25].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0), Influence::support(2, 0)])?;
/// let strengths = strengths(&bipolar, Gradual::DfQuad)?;
/// // Aggregate (1 - 0.8) - (1 - 0.25) = -0.55, so 0.5 - 0.55 * 0.5.
/// assert!((strengths.strength(0).value() - 0.225).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn strengths(bipolar: &Bipolar, gradual: Gradual) -> Result<Strengths, CyclicError> {
    bipolar.acyclic()?;
    let mut values = vec![0.0; bipolar.len()];
    forward(bipolar.rows(), gradual, bipolar.base(), &mut values);
    Ok(Strengths { values: bipolar.by_argument(&values, strength) })
}

/// Computes strengths where sources stand before targets.
pub(super) fn forward(rows: &Rows, gradual: Gradual, base: &[f64], strengths: &mut [f64]) {
    match gradual {
        Gradual::DfQuad => forward_by::<dfquad::DfQuad>(rows, base, strengths),
    }
}

fn forward_by<S: Semantics>(rows: &Rows, base: &[f64], strengths: &mut [f64]) {
    for (a, &base) in base.iter().enumerate() {
        let (attacks, supports) = rows.contributions(a, strengths);
        strengths[a] = S::strength(base, S::Aggregation::aggregate(attacks, supports));
    }
}

/// A modular semantics: what an aggregate does to a base score.
trait Semantics {
    type Aggregation: Aggregation;

    /// The strength: within [0, 1] for a base score in [0, 1], and the base score itself for the aggregate 0.
    fn strength(base: f64, aggregate: f64) -> f64;

    /// How fast the strength grows with the base score and with the aggregate; neither is negative. At a kink, to the
    /// side of larger aggregates.
    fn slopes(base: f64, aggregate: f64) -> Slopes;
}

/// The partial derivatives of a strength.
struct Slopes {
    by_base: f64,
    by_aggregate: f64,
}
