//! Strengths of frameworks with cycles: fixed points that an iteration of the semantics converges
//! to.

mod dynamics;
mod enclosure;
mod solution;
mod solver;
mod system;

use super::{Gradual, Strengths};
use crate::bipolar::Bipolar;
use crate::unit::clamped;
use enclosure::Enclosure;

pub(super) use system::System;

pub use solution::{Diagnosis, Equilibrium, NotConverged, Solution, Uniqueness};
pub use solver::{Dynamics, Solver};

/// Computes strengths of a framework that may have cycles.
///
/// Strengths are a fixed point if the semantics maps them to themselves: s = f(s). Without cycles
/// there is exactly one fixed point, and one pass finds it. With cycles there is at least one, but
/// an iteration need not converge to it, and there may be several.
///
/// Every semantics here is monotone: weaker attackers or stronger supporters never weaken an
/// argument. So fixed points can be enclosed: starting with [0, 1] for each argument, the lowest
/// and the highest strength that the bounds of attackers and supporters allow are new bounds.
/// Components are enclosed one after another, sources first. If the bounds meet for all arguments,
/// the fixed point is unique, and both dynamics converge to it from any start within [0, 1]. Then
/// nothing else has to be computed, and arguments outside of cycles cost one pass. If the bounds do
/// not meet, the result depends on the path. So all ancestors of such an argument start from their
/// base scores simultaneously, as the definition requires: a component that starts when its inputs
/// have already converged could converge to another fixed point. Other starts then search for other
/// fixed points. Arguments without such ancestors keep the value of their bounds; arguments that
/// only have such ancestors follow in one pass.
///
/// The bounds meet wherever the semantics is a contraction, that is, where the derivatives by all
/// attackers and supporters of an argument add up to less than 1. So this covers the convergence
/// proofs of Mossakowski and Neuhaus, and of Potyka, which use such sums.
///
/// # Source
/// Synchronous iteration: Mossakowski and Neuhaus 2018, «Modular semantics and characteristics for
/// bipolar weighted argumentation graphs», arXiv:1807.06685. Continuous: Potyka 2018, «Continuous
/// dynamical systems for weighted bipolar argumentation», KR 2018, by the classical Runge-Kutta
/// method. Bounds: Gouzé and Hadeler 1994, «Monotone flows and order intervals», Nonlinear World 1.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Diagnosis, Gradual, Influence, Solution, Solver, Strength, equilibrium};
///
/// let mutual = [Influence::attack(0, 1), Influence::attack(1, 0)];
/// let bipolar = Bipolar::new(&[Strength::new(1.0)?; 2], mutual)?;
/// // (1, 1) -> (0, 0) -> (1, 1) -> …
/// let Solution::NotConverged(open) = equilibrium(&bipolar, Gradual::DfQuad, Solver::synchronous()) else {
///     panic!("it oscillates");
/// };
/// assert_eq!(open.diagnosis, Diagnosis::Oscillates { period: 2, arguments: vec![0, 1] });
///
/// let solved = equilibrium(&bipolar, Gradual::DfQuad, Solver::continuous());
/// let strengths = solved.strengths().expect("it converges");
/// assert!((strengths.strength(0).value() - 0.5).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn equilibrium(bipolar: &Bipolar, gradual: Gradual, solver: Solver) -> Solution {
    let system = System {
        rows: bipolar.rows(),
        base: bipolar.base(),
        rule: gradual.rule(),
        cyclic: bipolar.cyclic(),
    };
    let fixed_point = |values: Vec<f64>| {
        Strengths::new(bipolar, values.into_iter().map(|value| value.clamp(0.0, 1.0)).collect())
    };
    let (found, enclosure) = system.solve(solver);
    let Found { strengths, iterations, residual, diagnosis } = found;
    let Some(diagnosis) = diagnosis else {
        let uniqueness = if enclosure.is_single() {
            Uniqueness::Proven
        } else {
            let others = system.others(&enclosure, &strengths);
            match others.into_iter().map(fixed_point).collect::<Vec<_>>() {
                none if none.is_empty() => Uniqueness::Unrefuted,
                others => Uniqueness::Refuted { others },
            }
        };
        let strengths = fixed_point(strengths);
        return Solution::Converged(Equilibrium { strengths, iterations, residual, uniqueness });
    };
    let diagnosis = diagnosis.renamed(|position| bipolar.argument(position as u32));
    let bounds: Vec<_> = enclosure.low.into_iter().zip(enclosure.high).collect();
    let bounds = bipolar.by_argument(&bounds, |(low, high)| (clamped(low), clamped(high)));
    Solution::NotConverged(NotConverged { iterations, residual, diagnosis, bounds })
}

/// The result of a solver, by position.
pub(crate) struct Found {
    /// The last strengths, which are a fixed point only if there is no diagnosis.
    pub(crate) strengths: Vec<f64>,
    iterations: u32,
    residual: f64,
    pub(crate) diagnosis: Option<Diagnosis>,
}

impl System<'_> {
    /// Searches for strengths, starting from the base scores.
    pub(crate) fn solve(&self, solver: Solver) -> (Found, Enclosure) {
        let enclosure = self.enclose();
        let (strengths, iterations, diagnosis) = if enclosure.is_single() {
            (enclosure.low.clone(), enclosure.rounds, None)
        } else {
            let mut orbit = self.orbit(&self.open(&enclosure), self.base);
            let diagnosis = orbit.run(solver);
            (self.completed(&enclosure, &orbit), orbit.rounds, diagnosis)
        };
        let misses =
            (0..self.rows.len()).map(|a| (self.single(a, &strengths) - strengths[a]).abs());
        let residual = misses.fold(0.0, f64::max);
        (Found { strengths, iterations, residual, diagnosis }, enclosure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bipolar::{Influence, InfluenceKind};
    use crate::gradual::oracle::OracleInput;
    use crate::gradual::strengths;
    use crate::oracle::Dice;
    use crate::unit::Strength;
    use crate::unit::strength;

    /// Draws a framework in which cycles are common.
    fn cyclic(dice: &mut Dice) -> OracleInput {
        let mut given = OracleInput::draw(dice, 7);
        let n = given.scores.len();
        for _ in 0..n {
            let (source, target) = (dice.below(n), dice.below(n));
            if given.influences.iter().all(|i| (i.source, i.target) != (source, target)) {
                let kind = [InfluenceKind::Attack, InfluenceKind::Support][dice.below(2)];
                given.influences.push(Influence { kind, ..Influence::attack(source, target) });
            }
        }
        given
    }

    /// Returns f(strengths) for `a`.
    fn made(given: &OracleInput, gradual: Gradual, strengths: &Strengths, a: usize) -> f64 {
        let mut scores: Vec<f64> = strengths.values().map(Strength::value).collect();
        let on = given.influences.iter().filter(|i| i.target == a);
        let influences = on.map(|&i| Influence { target: scores.len(), ..i }).collect();
        scores.push(given.scores[a]);
        let star = OracleInput { scores, influences };
        star.strength(gradual, &star.scores, star.scores.len() - 1)
    }

    #[test]
    fn converged_strengths_are_fixed_points_and_proven_ones_are_reached_by_both_dynamics() {
        let mut dice = Dice::new(21);
        let (mut proven, mut open, mut others) = (0, 0, 0);
        for _ in 0..60 {
            let given = cyclic(&mut dice);
            let bipolar = given.build();
            for gradual in Gradual::ALL {
                let continuous = equilibrium(&bipolar, gradual, Solver::continuous());
                let synchronous = equilibrium(&bipolar, gradual, Solver::synchronous());
                for solved in [&continuous, &synchronous] {
                    match solved {
                        Solution::Converged(found) => {
                            let mut rest = vec![&found.strengths];
                            if let Uniqueness::Refuted { others: found } = &found.uniqueness {
                                others += found.len();
                                rest.extend(found);
                            }
                            for (strengths, a) in
                                rest.iter().flat_map(|s| (0..bipolar.len()).map(move |a| (s, a)))
                            {
                                let made = made(&given, gradual, strengths, a);
                                let off = (made - strengths.strength(a).value()).abs();
                                assert!(off < 1e-11, "{gradual} {a} {off} {given:?}");
                            }
                            if found.uniqueness == Uniqueness::Proven {
                                proven += 1;
                                assert_eq!(continuous, synchronous);
                            }
                        }
                        Solution::NotConverged(_) => open += 1,
                    }
                }
            }
        }
        assert!(proven > 300 && open > 0 && others > 0, "{proven} {open} {others}");
    }

    #[test]
    fn without_cycles_one_pass_is_exact() {
        let mut dice = Dice::new(22);
        for _ in 0..100 {
            let bipolar = OracleInput::draw(&mut dice, 8).build();
            for gradual in Gradual::ALL {
                let Solution::Converged(found) =
                    equilibrium(&bipolar, gradual, Solver::synchronous())
                else {
                    panic!("one pass is enough");
                };
                assert_eq!((found.iterations, found.uniqueness), (1, Uniqueness::Proven));
                let pass = strengths(&bipolar, gradual).unwrap();
                let pairs = found.strengths.values().zip(pass.values());
                assert!(pairs.into_iter().all(|(a, b)| (a.value() - b.value()).abs() < 1e-15));
            }
        }
    }

    #[test]
    fn oscillating_arguments_are_named_and_others_have_tight_bounds() {
        // 2 supports 1 with full strength, so 3 attacks 1 without effect; 3 and 4 attack each
        // other; 4 attacks 0; 5 has no influences.
        let edges = [(3, 1), (3, 4), (4, 3), (4, 0)].map(|(a, b)| Influence::attack(a, b));
        let edges = edges.into_iter().chain([Influence::support(2, 1)]);
        let bipolar = Bipolar::new(&[strength(1.0); 6], edges).unwrap();
        let solved = equilibrium(&bipolar, Gradual::DfQuad, Solver::synchronous());
        assert_eq!(solved.to_string(), "oscillates with period 2: 3, 4");
        assert_eq!(solved.strengths(), None);
        let Solution::NotConverged(open) = solved else { unreachable!() };
        let bounds = open.bounds.iter().map(|(low, high)| (low.value(), high.value()));
        let undecided = [0, 3, 4];
        for (a, bounds) in bounds.enumerate() {
            let known = if undecided.contains(&a) { (0.0, 1.0) } else { (1.0, 1.0) };
            assert_eq!(bounds, known, "{a}");
        }
    }

    #[test]
    fn the_iteration_limit_is_reported() {
        let mutual = [Influence::attack(0, 1), Influence::attack(1, 0)];
        let bipolar = Bipolar::new(&[strength(1.0); 2], mutual).unwrap();
        let solver = Solver { rounds: 3, ..Solver::continuous() };
        let solved = equilibrium(&bipolar, Gradual::DfQuad, solver);
        assert_eq!(solved.to_string(), "did not converge within the limit: 0, 1");
        assert_eq!((solved.strengths(), solved.iterations()), (None, 3));
    }

    #[test]
    fn other_fixed_points_are_reported() {
        // From 0 neither argument raises the other; but at 1 they would keep each other there.
        let mutual = [Influence::support(0, 1), Influence::support(1, 0)];
        let bipolar = Bipolar::new(&[strength(0.0); 2], mutual).unwrap();
        let solved = equilibrium(&bipolar, Gradual::DfQuad, Solver::continuous());
        assert_eq!(
            solved.to_string(),
            "converged; other fixed points exist: 1 found from 4 other starts"
        );
        let Solution::Converged(Equilibrium { uniqueness: Uniqueness::Refuted { others }, .. }) =
            solved
        else {
            panic!("there is another");
        };
        assert!(others[0].values().all(|strength| strength.value() > 1.0 - 1e-9), "{others:?}");
    }

    #[test]
    fn uniqueness_is_claimed_only_if_proven() {
        // 0.5 is the only fixed point, but the bounds stay [0, 1] because 1 - 0 is 1 and 1 - 1 is
        // 0.
        let own = Bipolar::new(&[strength(1.0)], [Influence::attack(0, 0)]).unwrap();
        assert_eq!(
            equilibrium(&own, Gradual::DfQuad, Solver::continuous()).to_string(),
            "converged; 4 other starts led to no other fixed point, which does not prove that there is none"
        );
    }

    #[test]
    fn a_contraction_is_proven_to_have_one_fixed_point() {
        // The fixed point of a²/(1 + a²), where a² is 1/3.
        let steepest = 27_f64.sqrt() / 8.0;
        let mut dice = Dice::new(23);
        for n in [3, 10] {
            let scores: Vec<_> = (0..n).map(|_| strength(dice.below(101) as f64 / 100.0)).collect();
            let weight = strength(0.9 / (n as f64 * steepest));
            let edges = (0..n * n).map(|pair| {
                let kind = [InfluenceKind::Attack, InfluenceKind::Support][dice.below(2)];
                Influence { kind, weight, ..Influence::attack(pair / n, pair % n) }
            });
            let bipolar = Bipolar::new(&scores, edges).unwrap();
            let solved = equilibrium(&bipolar, Gradual::Qe, Solver::continuous());
            assert_eq!(solved.to_string(), "converged; no other fixed point exists");
        }
    }

    #[test]
    fn a_long_chain_into_a_cycle_takes_one_pass() {
        let n = 200_000;
        let chain = (2..n).map(|a| Influence::attack(a, a - 1));
        let edges = chain.chain([Influence::attack(1, 0), Influence::support(0, 1)]);
        let bipolar = Bipolar::new(&vec![strength(0.5); n], edges).unwrap();
        let solved = equilibrium(&bipolar, Gradual::Qe, Solver::continuous());
        let Solution::Converged(found) = solved else { panic!("{solved}") };
        assert!(found.iterations < 100 && found.residual < 1e-12, "{}", found.iterations);
    }
}
