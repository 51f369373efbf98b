//! Gradual semantics: the strength of an argument from its base score, attackers and supporters.

mod aggregation;
mod derivative;
mod equilibrium;
mod incremental;
mod modular;

mod dfquad;
mod eb;
mod ebt;
mod mlp;
mod qe;
mod sd_dfquad;

#[cfg(test)]
pub(super) mod oracle;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::bipolar::{Bipolar, CyclicError, Rows};
use crate::unit::{Strength, strength};
use aggregation::Aggregation;
use dfquad::DfQuad;
use eb::EulerBased;
use ebt::TopEulerBased;
use mlp::Mlp;
use modular::Semantics;
use qe::QuadraticEnergy;
use sd_dfquad::SdDfQuad;

pub use derivative::gradient;
pub use equilibrium::{
    Diagnosis, Dynamics, Equilibrium, NotConverged, Solution, Solver, Uniqueness, equilibrium,
};
pub(super) use incremental::IncrementalStrengths;
pub(super) use modular::Side;

/// A gradual semantics.
///
/// All of them are modular: the strengths of attackers and supporters, each times the weight of its
/// influence, are aggregated into one number, which then moves the argument away from its base
/// score. In all of them a strength rises or stays the same when a base score, a supporter or the
/// weight of a support rises, and falls or stays the same when an attacker or the weight of an
/// attack rises. With w the base score, A and S the contributions of attackers and supporters, each
/// strength times weight, an empty product equal to 1, and an empty sum or maximum equal to 0:
///
/// | semantics | aggregate a | strength |
/// | --- | --- | --- |
/// | DF-QuAD | ∏(1 − A) − ∏(1 − S) | w + a·(1 − w) for a > 0, else w + a·w |
/// | quadratic energy | ΣS − ΣA | the same with a²/(1 + a²) for \|a\| |
/// | Euler-based | ΣS − ΣA | 1 − (1 − w²)/(1 + w·eᵃ) |
/// | Euler-based, top | max S − max A | the same |
/// | SD-DF-QuAD | as DF-QuAD | as DF-QuAD with a/(1 + \|a\|) for a |
/// | MLP-based | ΣS − ΣA | logistic(logit w + a); 0 and 1 stay |
///
/// *Range*: base scores, weights and strengths are from 0 to 1. [`strengths`] has an example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gradual {
    /// DF-QuAD: one attacker or supporter of strength 1 determines the result.
    ///
    /// # Source
    /// Rago, Toni, Aurisicchio and Baroni 2016, «Discontinuity-free decision support with
    /// quantitative argumentation debates», KR 2016.
    #[serde(rename = "dfquad")]
    DfQuad,
    /// Quadratic energy: attacks and supports of equal sum cancel out, small differences hardly
    /// matter.
    ///
    /// # Source
    /// Potyka 2018, «Continuous dynamical systems for weighted bipolar argumentation», KR 2018.
    Qe,
    /// Euler-based: base scores of 0 and 1 never change.
    ///
    /// # Source
    /// Amgoud and Ben-Naim 2017, «Evaluation of arguments in weighted bipolar graphs», ECSQARU
    /// 2017.
    Eb,
    /// Euler-based, top: only the strongest attacker and the strongest supporter matter.
    ///
    /// # Source
    /// Mossakowski and Neuhaus 2018, «Modular semantics and characteristics for bipolar weighted
    /// argumentation graphs», arXiv:1807.06685.
    Ebt,
    /// SD-DF-QuAD: a damped DF-QuAD.
    ///
    /// # Source
    /// Kampik, Potyka, Yin, Čyras and Toni 2024, «Contribution functions for quantitative bipolar
    /// argumentation graphs: a principle-based analysis», arXiv:2401.08879.
    #[serde(rename = "sd_dfquad")]
    SdDfQuad,
    /// MLP-based: strengths as in a multilayer perceptron.
    ///
    /// # Source
    /// Potyka 2021, «Interpreting neural networks as quantitative argumentation frameworks»,
    /// doi:10.1609/aaai.v35i7.16801.
    Mlp,
}

impl Gradual {
    /// Every gradual semantics, in the order for display.
    pub const ALL: [Self; 6] =
        [Self::DfQuad, Self::Qe, Self::Eb, Self::Ebt, Self::SdDfQuad, Self::Mlp];

    /// Returns the name for manifests and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::DfQuad => "dfquad",
            Self::Qe => "qe",
            Self::Eb => "eb",
            Self::Ebt => "ebt",
            Self::SdDfQuad => "sd_dfquad",
            Self::Mlp => "mlp",
        }
    }

    /// Returns the name for headings.
    pub fn title(self) -> &'static str {
        match self {
            Self::DfQuad => "DF-QuAD",
            Self::Qe => "Quadratic energy",
            Self::Eb => "Euler-based",
            Self::Ebt => "Euler-based, top",
            Self::SdDfQuad => "SD-DF-QuAD",
            Self::Mlp => "MLP-based",
        }
    }

    /// Returns the semantics with this [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gradual| gradual.name() == name)
    }
}

impl fmt::Display for Gradual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The strength of each argument of a bipolar framework.
#[derive(Debug, Clone)]
pub struct Strengths {
    /// Strengths by position in the framework's order.
    strengths: Vec<Strength>,
    /// The position of each argument, shared with the framework.
    positions: Arc<[u32]>,
}

/// Compares by argument, independently of the internal order.
impl PartialEq for Strengths {
    fn eq(&self, other: &Self) -> bool {
        self.values().eq(other.values())
    }
}

impl Strengths {
    fn new(bipolar: &Bipolar, values: Vec<f64>) -> Self {
        let strengths = values.into_iter().map(strength).collect();
        Self { strengths, positions: bipolar.positions() }
    }

    /// Returns the strength of argument `a`.
    pub fn strength(&self, a: usize) -> Strength {
        self.strengths[self.positions[a] as usize]
    }

    /// Lists the strengths in the order of the arguments.
    pub fn values(&self) -> impl ExactSizeIterator<Item = Strength> {
        self.positions.iter().map(|&position| self.strengths[position as usize])
    }
}

/// Computes the strength of every argument of a framework without cycles, in one pass from sources
/// to targets. For frameworks with cycles see [`equilibrium`].
///
/// Takes time and memory linear in arguments plus influences, without recursion.
///
/// # Errors
/// [`CyclicError`] if the influences form a cycle: there a strength is the limit of an iteration,
/// which need not exist.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Strength, strengths};
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
    Ok(Strengths::new(bipolar, values))
}

/// Evaluates an expression with a type alias for the type of a semantics.
macro_rules! by_semantics {
    ($gradual:expr, $semantics:ident => $made:expr) => {
        match $gradual {
            $crate::gradual::Gradual::DfQuad => {
                type $semantics = $crate::gradual::DfQuad;
                $made
            }
            $crate::gradual::Gradual::Qe => {
                type $semantics = $crate::gradual::QuadraticEnergy;
                $made
            }
            $crate::gradual::Gradual::Eb => {
                type $semantics = $crate::gradual::EulerBased;
                $made
            }
            $crate::gradual::Gradual::Ebt => {
                type $semantics = $crate::gradual::TopEulerBased;
                $made
            }
            $crate::gradual::Gradual::SdDfQuad => {
                type $semantics = $crate::gradual::SdDfQuad;
                $made
            }
            $crate::gradual::Gradual::Mlp => {
                type $semantics = $crate::gradual::Mlp;
                $made
            }
        }
    };
}
use by_semantics;

/// Computes strengths of arguments in topological order.
pub(super) fn forward(rows: &Rows, gradual: Gradual, base: &[f64], strengths: &mut [f64]) {
    by_semantics!(gradual, S => forward_by::<S>(rows, base, strengths));
}

fn forward_by<S: Semantics>(rows: &Rows, base: &[f64], strengths: &mut [f64]) {
    for (a, &base) in base.iter().enumerate() {
        let aggregate = S::Aggregation::gathered(rows.all_contributions(a, strengths));
        strengths[a] = S::strength(base, aggregate);
    }
}

/// Computes the strength of one argument from its position, its base score, the strengths of
/// attackers and the strengths of supporters.
pub(super) type Rule = fn(&Rows, usize, f64, &[f64], &[f64]) -> f64;

impl Gradual {
    pub(super) fn rule(self) -> Rule {
        by_semantics!(self, S => single::<S>)
    }
}

fn single<S: Semantics>(
    rows: &Rows,
    a: usize,
    base: f64,
    attackers: &[f64],
    supporters: &[f64],
) -> f64 {
    let (attacks, supports) = rows.contributions_of(a, attackers, supporters);
    S::strength(base, S::Aggregation::aggregate(attacks, supports))
}

#[cfg(test)]
mod tests {
    use super::oracle::OracleInput;
    use super::*;
    use crate::bipolar::{Influence, InfluenceKind};
    use crate::oracle::Dice;

    #[test]
    fn names_of_gradual_semantics_are_unique() {
        for gradual in Gradual::ALL {
            assert_eq!(Gradual::from_name(gradual.name()), Some(gradual));
            let written = serde_json::to_string(&gradual).unwrap();
            assert_eq!(written, format!("\"{gradual}\""));
        }
        assert_eq!(Gradual::from_name("DF-QuAD"), None);
    }

    #[test]
    fn strengths_agree_with_the_definitions_for_every_argument_order() {
        let mut dice = Dice::new(1);
        for _ in 0..400 {
            let mut given = OracleInput::draw(&mut dice, 8);
            let bipolar = given.build();
            let order = dice.shuffle(given.influences.len());
            given.influences = order.into_iter().map(|index| given.influences[index]).collect();
            let shuffled = given.build();
            for gradual in Gradual::ALL {
                let found = strengths(&bipolar, gradual).unwrap();
                assert_eq!(found, strengths(&shuffled, gradual).unwrap());
                for a in 0..bipolar.len() {
                    let expected = given.strength(gradual, &given.scores, a);
                    let found = found.strength(a).value();
                    assert!(
                        (found - expected).abs() < 1e-12,
                        "{gradual} of {a}: {found} {given:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn without_influences_or_in_balance_the_strength_is_the_base_score() {
        let scores: Vec<_> = [0.0, 0.3, 0.7, 1.0, 0.6, 0.6].map(strength).to_vec();
        let balance = (0..4).flat_map(|a| [Influence::attack(4, a), Influence::support(5, a)]);
        for influences in [vec![], balance.collect()] {
            let bipolar = Bipolar::new(&scores, influences).unwrap();
            for gradual in Gradual::ALL {
                for (found, score) in strengths(&bipolar, gradual).unwrap().values().zip(&scores) {
                    assert_eq!(found, *score, "{gradual}");
                }
            }
        }
    }

    #[test]
    fn a_higher_supporter_never_weakens_and_a_higher_attacker_never_strengthens() {
        let mut dice = Dice::new(2);
        let (mut rose, mut fell) = (0, 0);
        for _ in 0..400 {
            let given = OracleInput::draw(&mut dice, 6);
            for influence in &given.influences {
                // Over other paths the source may influence the target in the other direction.
                if given.influences.iter().any(|i| i.target == influence.source) {
                    continue;
                }
                let mut raised = given.clone();
                raised.influences.retain(|i| i.source != influence.source || i == influence);
                let before = raised.build();
                raised.scores[influence.source] = 1.0;
                let after = raised.build();
                for gradual in Gradual::ALL {
                    let at =
                        |bipolar| strengths(bipolar, gradual).unwrap().strength(influence.target);
                    let change = at(&after).value() - at(&before).value();
                    match influence.kind {
                        InfluenceKind::Attack => {
                            assert!(change <= 1e-15, "{gradual} {given:?}");
                            fell += usize::from(change < 0.0);
                        }
                        InfluenceKind::Support => {
                            assert!(change >= -1e-15, "{gradual} {given:?}");
                            rose += usize::from(change > 0.0);
                        }
                    }
                }
            }
        }
        assert!(rose > 100 && fell > 100, "{rose} {fell}");
    }

    #[test]
    fn long_chains_and_wide_fans_are_supported() {
        let n = 200_000;
        let half = vec![strength(0.5); n];
        let chain = Bipolar::new(&half, (1..n).map(|a| Influence::attack(a, a - 1))).unwrap();
        let fan = Bipolar::new(&half, (1..n).map(|a| Influence::support(a, 0))).unwrap();
        for gradual in Gradual::ALL {
            assert_eq!(strengths(&chain, gradual).unwrap().strength(n - 1), half[0]);
            assert!(strengths(&fan, gradual).unwrap().strength(0).value() > 0.5, "{gradual}");
        }
        // Each argument is attacked only by its neighbour, so the strengths converge to s = (1 - s)
        // / 2.
        let found = strengths(&chain, Gradual::DfQuad).unwrap().strength(0).value();
        assert!((found - 1.0 / 3.0).abs() < 1e-15, "{found}");
    }

    #[test]
    fn strengths_refuses_cycles() {
        let round = [Influence::attack(0, 1), Influence::attack(1, 0)];
        let bipolar = Bipolar::new(&[strength(1.0); 3], round).unwrap();
        let refused = strengths(&bipolar, Gradual::DfQuad).unwrap_err();
        assert_eq!(refused.cycle, [0, 1]);
    }
}
