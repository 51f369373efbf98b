//! Revision: the least change of base scores that gives one argument a wanted strength.

mod cone_of_influence;
mod exchange;
mod initial_solutions;
mod polarity;
mod request;
mod result;
mod search;

#[cfg(test)]
mod oracle;

use super::bipolar::Bipolar;
use super::gradual::Gradual;
use crate::unit::{clamped, strength};
use cone_of_influence::{Cone, Probe};
pub use polarity::Polarity;
use request::check;
pub use request::{Revision, RevisionError};
pub use result::{Obstacle, Reached, Revised, ScoreChange};

/// Searches for the cheapest change of base scores that gives the topic its target strength.
///
/// Of all base scores τ′ within the bounds for which the topic has that strength, it minimises Σ
/// cost(a)·|τ′(a) − τ(a)|. [`Revision`] has an example.
///
/// Frozen arguments do not change, nor do arguments without a path to the topic. The returned
/// strength is recomputed from the returned base scores. If the target is the current strength, the
/// cost is 0. If the target cannot be reached, the result is the nearest strength that was found,
/// at the lowest cost that was found.
///
/// The cost is not convex, so the minimum is not proven: the search starts from several solutions,
/// and improves each until no exchange between two arguments reduces the cost. The same request
/// gives the same answer. Each strength that is evaluated takes time linear in the arguments that a
/// change affects.
///
/// With cycles, a strength is that of [`equilibrium`](super::equilibrium()) by
/// [`Solver::continuous`](super::Solver::continuous). Base scores for which the strengths do not
/// converge are discarded, and a strength may jump over its target: then the target is not reached,
/// and it is unknown whether anything nearer exists.
///
/// # Errors
/// [`RevisionError`] if the request does not fit the framework, or if there is no strength to start
/// from.
///
/// # Source
/// The problem is that of Yin, Potyka and Toni 2024, CE-QArg, arXiv:2407.08497. Their algorithm
/// changes all arguments simultaneously by small steps until the target is passed; this one hits
/// the target and changes less.
pub fn revise(
    bipolar: &Bipolar,
    gradual: Gradual,
    wanted: &Revision,
) -> Result<Revised, RevisionError> {
    check(bipolar, wanted)?;
    let topic = bipolar.position(wanted.topic) as usize;
    let cone = Cone::new(bipolar, gradual, wanted);
    let mut probe = Probe::new(&cone);
    let (base, reached) =
        search::cheapest(&mut probe, wanted.target.value()).map_err(RevisionError::NotConverged)?;
    let mut base_scores: Vec<_> = (0..bipolar.len()).map(|a| bipolar.base_score(a)).collect();
    let before = base_scores.clone();
    for (&argument, &score) in cone.subgraph.arguments.iter().zip(&base) {
        base_scores[argument] = strength(score);
    }
    let changes: Vec<ScoreChange> = (0..bipolar.len())
        .filter(|&a| before[a] != base_scores[a])
        .map(|a| ScoreChange { argument: a, before: before[a], after: base_scores[a] })
        .collect();
    let change = |m: &ScoreChange| (m.after.value() - m.before.value()).abs();
    let own = if bipolar.acyclic().is_ok() { 2.0 } else { 3.0 };
    let priority = |distance: Option<u32>| match distance {
        Some(0) => own,
        Some(distance) => 1.0 / f64::from(distance),
        None => 0.0,
    };
    let rows = bipolar.rows();
    // As in CE-QArg, even if the topic influences itself in both directions.
    let mut polarity = bipolar.by_argument(&polarity::polarities(rows, topic), |polarity| polarity);
    polarity[wanted.topic] = Polarity::Positive;
    let mut message =
        |scores: &[f64]| probe.strength(scores).map(clamped).map_err(RevisionError::NotConverged);
    Ok(Revised {
        before: message(cone.initial())?,
        after: message(&base)?,
        reached,
        // Not `sum`, whose result for no elements is -0.
        l1: changes
            .iter()
            .map(|m| wanted.cost(m.argument) * change(m))
            .fold(0.0, |l1, cost| l1 + cost),
        l2: changes.iter().map(|m| change(m).powi(2)).sum::<f64>().sqrt(),
        polarity,
        priority: bipolar.by_argument(&polarity::distances(rows, topic), priority),
        base_scores,
        changes,
    })
}

#[cfg(test)]
mod tests {
    use super::result::TOLERANCE;
    use super::*;
    use crate::bipolar::Influence;
    use crate::gradual::oracle::OracleInput;
    use crate::gradual::strengths;
    use crate::oracle::Dice;

    /// Draws a request for `given`, with costs and frozen arguments.
    fn request(dice: &mut Dice, given: &OracleInput) -> Revision {
        let len = given.scores.len();
        let target = strength(dice.below(101) as f64 / 100.0);
        let mut wanted = Revision::new(dice.below(len), target);
        for a in 0..len {
            if dice.below(3) == 0 {
                wanted.costs.insert(a, [0.5, 2.0, 3.0][dice.below(3)]);
            }
            if dice.below(8) == 0 {
                wanted.frozen.insert(a);
            }
        }
        wanted
    }

    fn halves(n: usize, influences: impl IntoIterator<Item = Influence>) -> Bipolar {
        Bipolar::new(&vec![strength(0.5); n], influences).unwrap()
    }

    #[test]
    fn exhaustive_search_finds_nothing_cheaper() {
        let mut dice = Dice::new(7);
        let (mut reached, mut several) = (0, 0);
        for round in 0..240 {
            let gradual = Gradual::ALL[round % 6];
            let given = OracleInput::draw(&mut dice, 4);
            let wanted = request(&mut dice, &given);
            let revised = revise(&given.build(), gradual, &wanted).unwrap();
            let bears = |a: &usize| revised.polarity[*a] != Polarity::Neutral;
            if (0..given.scores.len()).filter(bears).count() < 3 {
                continue;
            }
            let Some(least) = oracle::cheapest(&given, gradual, &wanted) else { continue };
            assert_eq!(revised.reached, Reached::Exact, "{gradual} {wanted:?} {given:?}");
            assert!(
                revised.l1 <= least + 1e-6,
                "{gradual} {} > {least} {wanted:?} {given:?}",
                revised.l1
            );
            reached += 1;
            several += usize::from(revised.changes.len() > 1);
        }
        assert!(reached >= 20 && several >= 2, "{reached} {several}");
    }

    #[test]
    fn the_result_is_consistent() {
        let mut dice = Dice::new(8);
        for round in 0..600 {
            let gradual = Gradual::ALL[round % 6];
            let given = OracleInput::draw(&mut dice, 7);
            let wanted = request(&mut dice, &given);
            let revised = revise(&given.build(), gradual, &wanted).unwrap();
            let message = format!("{gradual} {wanted:?} {given:?} {revised:?}");
            let after: Vec<f64> = revised.base_scores.iter().map(|score| score.value()).collect();
            let strength = given.strength(gradual, &after, wanted.topic);
            assert!((strength - revised.after.value()).abs() < 1e-12, "{message}");
            let miss = (strength - wanted.target.value()).abs();
            assert_eq!(miss <= TOLERANCE, revised.reached == Reached::Exact, "{message}");
            assert!(
                miss <= (revised.before.value() - wanted.target.value()).abs() + TOLERANCE,
                "{message}"
            );
            let changes =
                after.iter().zip(&given.scores).map(|(after, before)| (after - before).abs());
            let changes: Vec<f64> = changes.collect();
            let l1: f64 =
                changes.iter().enumerate().map(|(a, change)| wanted.cost(a) * change).sum();
            let l2: f64 = changes.iter().map(|change| change * change).sum::<f64>().sqrt();
            assert!(
                (l1 - revised.l1).abs() < 1e-12 && (l2 - revised.l2).abs() < 1e-12,
                "{message}"
            );
            let moved: Vec<usize> = (0..changes.len()).filter(|&a| changes[a] > 0.0).collect();
            assert_eq!(revised.changes.iter().map(|m| m.argument).collect::<Vec<_>>(), moved);
            for a in moved {
                assert!(!wanted.frozen.contains(&a), "{message}");
                assert!(revised.polarity[a] != Polarity::Neutral, "{message}");
            }
        }
    }

    #[test]
    fn the_current_strength_costs_nothing() {
        let mut dice = Dice::new(9);
        for round in 0..100 {
            let gradual = Gradual::ALL[round % 6];
            let given = OracleInput::draw(&mut dice, 6);
            let bipolar = given.build();
            let topic = dice.below(bipolar.len());
            let now = strengths(&bipolar, gradual).unwrap().strength(topic);
            let revised = revise(&bipolar, gradual, &Revision::new(topic, now)).unwrap();
            assert_eq!((revised.reached, revised.changes), (Reached::Exact, vec![]));
        }
    }

    #[test]
    fn unreachable_targets_are_approached_and_explained() {
        // 1 attacks 0 and cannot be weakened; 2 supports 0 slightly.
        let edges = [Influence::attack(1, 0), Influence::support(2, 0).weighted(strength(0.2))];
        let bipolar = halves(3, edges);
        let wanted = Revision::new(0, strength(0.9)).freeze([0, 1]);
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Bounds });
        // At most 0.5 + (0.5 - 0.8) 0.5.
        assert!((revised.after.value() - 0.35).abs() < 1e-9, "{revised:?}");
        let wanted = wanted.freeze([2]);
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Immovable });
        assert!(revised.changes.is_empty());
        // 2 attacks 0 and attacks its attacker 1: it influences 0 in both directions.
        let bipolar = halves(3, [(1, 0), (2, 1), (2, 0)].map(|(a, b)| Influence::attack(a, b)));
        let wanted = Revision::new(0, strength(0.99)).freeze([0, 1]);
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.polarity[2], Polarity::Unknown);
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Search });
        assert!(!Obstacle::Search.is_proven() && Obstacle::Bounds.is_proven());
    }

    #[test]
    fn saturated_supporters_are_moved_together() {
        // Ten supporters of strength 1 hide each other: no single change has an effect.
        let scores: Vec<_> = [0.3].into_iter().chain([1.0; 11]).map(strength).collect();
        let supports = (2..12).map(|a| Influence::support(a, 1));
        let edges = [Influence::attack(1, 0)].into_iter().chain(supports);
        let bipolar = Bipolar::new(&scores, edges).unwrap();
        let revised = revise(&bipolar, Gradual::DfQuad, &Revision::new(0, strength(0.9))).unwrap();
        assert_eq!(revised.reached, Reached::Exact);
        // A proportional change of all would cost much more than 0.7.
        assert!(revised.changes.len() == 12 && revised.l1 < 11.6, "{revised:?}");
    }

    #[test]
    fn bounds_are_kept() {
        let bipolar = halves(3, [Influence::attack(1, 0), Influence::attack(2, 0)]);
        let mut wanted = Revision::new(0, strength(0.4));
        wanted.bounds.insert(0, (strength(0.5), strength(0.6)));
        wanted.bounds.insert(1, (strength(0.25), strength(0.5)));
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.reached, Reached::Exact);
        for (&a, (least, greatest)) in &wanted.bounds {
            assert!((*least..=*greatest).contains(&revised.base_scores[a]), "{revised:?}");
        }
    }

    #[test]
    fn requests_that_do_not_fit_are_errors() {
        let bipolar = halves(2, [Influence::attack(1, 0)]);
        let message =
            |wanted: &Revision| revise(&bipolar, Gradual::DfQuad, wanted).unwrap_err().to_string();
        let wanted = Revision::new(0, strength(0.4));
        let far = "the request names argument 2, but the framework has only the arguments 0..2";
        assert_eq!(message(&wanted.clone().freeze([2])), far);
        assert_eq!(message(&Revision::new(2, strength(0.4))), far);
        for cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut wanted = wanted.clone();
            wanted.costs.insert(1, cost);
            assert!(message(&wanted).starts_with("the cost of argument 1 is "), "{cost}");
        }
        let mut wanted = wanted;
        wanted.bounds.insert(0, (strength(0.6), strength(1.0)));
        let expected = "the base score 0.5 of argument 0 is outside its bounds 0.6 to 1";
        assert_eq!(message(&wanted), expected);
    }

    #[test]
    fn targets_within_a_jump_are_not_reached() {
        // An argument that supports itself converges to 1, unless it starts at 0.
        let own = halves(1, [Influence::support(0, 0)]);
        let revised = revise(&own, Gradual::DfQuad, &Revision::new(0, strength(0.9))).unwrap();
        assert!((revised.before.value() - 1.0).abs() < 1e-9);
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Search });
        assert!((revised.after.value() - 0.9).abs() < 0.1 + 1e-9, "{revised:?}");
    }

    #[test]
    fn a_cycle_is_revised_to_its_target() {
        let mutual = [(0, 1), (1, 0), (2, 1)].map(|(a, b)| Influence::attack(a, b));
        let bipolar = halves(3, mutual);
        for gradual in Gradual::ALL {
            let wanted = Revision::new(0, strength(0.45)).freeze([0]);
            let revised = revise(&bipolar, gradual, &wanted).unwrap();
            assert_eq!(revised.reached, Reached::Exact, "{gradual} {revised:?}");
            assert_eq!(
                revised.polarity,
                [Polarity::Positive, Polarity::Negative, Polarity::Positive]
            );
            assert_eq!(revised.priority, [3.0, 1.0, 0.5]);
        }
    }

    #[test]
    fn long_chains_are_revised() {
        let n = 10_000;
        let bipolar = halves(n, (1..n).map(|a| Influence::attack(a, a - 1)));
        let revised = revise(&bipolar, Gradual::DfQuad, &Revision::new(0, strength(0.5))).unwrap();
        assert_eq!(revised.reached, Reached::Exact);
        assert_eq!(revised.polarity[n - 1], Polarity::Negative);
    }
}
