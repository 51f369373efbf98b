//! Revision: the least change of base scores that gives one argument the strength wanted.

mod cone;
mod descent;
mod polarity;
mod search;
mod start;

#[cfg(test)]
mod oracle;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::bipolar::{Bipolar, held, strength};
use super::gradual::{Diagnosis, Gradual};
use crate::unit::Strength;
use cone::{Cone, Probe};
pub use polarity::Polarity;

/// How far from the target a strength may be that counts as reached.
const TOLERANCE: f64 = 1e-9;

/// Asks for a revision: which argument shall have which strength, and what may be changed for it.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Gradual, Influence, Reached, Revision, revise};
/// use faultline_argue::Strength;
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
    /// The argument that is to have another strength.
    pub topic: usize,
    /// The strength it is to have.
    pub target: Strength,
    /// Arguments whose base scores stay as they are.
    pub frozen: BTreeSet<usize>,
    /// What changing a base score by one costs; 1 for an argument that is not here. *Range*: positive and finite.
    pub costs: BTreeMap<usize, f64>,
    /// The least and the greatest base score that an argument may have; 0 and 1 for one that is not here.
    pub bounds: BTreeMap<usize, (Strength, Strength)>,
}

impl Revision {
    /// Asks for `target` as the strength of `topic`, by whatever means.
    pub fn new(topic: usize, target: Strength) -> Self {
        Self {
            topic,
            target,
            frozen: BTreeSet::new(),
            costs: BTreeMap::new(),
            bounds: BTreeMap::new(),
        }
    }

    /// Forbids to change the base scores of `arguments`.
    #[must_use]
    pub fn freeze(mut self, arguments: impl IntoIterator<Item = usize>) -> Self {
        self.frozen.extend(arguments);
        self
    }
}

/// Names what makes a revision impossible to look for.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RevisionError {
    /// The framework has cycles that do not come to rest: there is no strength to begin with.
    #[error("there is no strength to revise: {0}")]
    Open(Diagnosis),
    /// The revision names an argument that the framework does not have.
    #[error("the revision names argument {argument}, which is outside 0..{len}")]
    UnknownArgument {
        /// The argument as given.
        argument: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// A cost is zero, negative or not finite.
    #[error("changing argument {argument} costs {cost}, which is not positive and finite")]
    Cost {
        /// The argument.
        argument: usize,
        /// Its cost as given.
        cost: f64,
    },
    /// The base score as it is does not lie within its bounds.
    #[error(
        "argument {argument} has base score {score}, which is not within its bounds {least} to {greatest}"
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

/// Says how close a revision comes to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reached {
    /// The strength is the target within 10⁻⁹.
    Exact,
    /// No way to the target was found; the strength is the nearest that was.
    Nearest {
        /// What stands in the way.
        why: Obstacle,
    },
}

/// Says why a target is not reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// Nothing that bears on the topic may move. Nothing nearer exists.
    Immovable,
    /// Everything that may move stands where it helps most. Nothing nearer exists, since every one of these arguments
    /// moves the topic one way only.
    Bounds,
    /// The search ended: some arguments bear on the topic both ways, and something nearer may exist.
    Search,
}

impl Obstacle {
    /// Tells whether it is proven that no allowed base scores bring the topic nearer to its target.
    pub fn is_proven(self) -> bool {
        match self {
            Self::Immovable | Self::Bounds => true,
            Self::Search => false,
        }
    }
}

/// Is the change of one argument's base score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// The argument.
    pub argument: usize,
    /// Its base score before.
    pub before: Strength,
    /// Its base score after.
    pub after: Strength,
}

/// Is a least change of base scores, as far as one was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Revised {
    /// All base scores after the change, in the order of the arguments.
    pub base_scores: Vec<Strength>,
    /// The topic's strength before.
    pub before: Strength,
    /// The topic's strength after.
    pub after: Strength,
    /// Whether that is the target.
    pub reached: Reached,
    /// The sum of all changes, each times its cost: what is made small. *Unit*: base score times cost.
    pub l1: f64,
    /// The square root of the sum of the squares of all changes, without costs.
    pub l2: f64,
    /// What was changed, by argument.
    pub moves: Vec<Move>,
    /// Which way each argument bears on the topic, which itself is called positive.
    pub polarity: Vec<Polarity>,
    /// How close each argument is to the topic: 1 / the number of influences on the shortest path, for the topic itself 2, or
    /// 3 where the framework has cycles; 0 where there is no path. For readers: the search does not use it.
    pub priority: Vec<f64>,
}

/// Looks for the cheapest change of base scores that gives the topic its target strength.
///
/// Of all base scores τ′ within the bounds under which the topic has that strength, it looks for those of the least
/// Σ cost(a)·|τ′(a) − τ(a)|. [`Revision`] has an example.
///
/// Frozen arguments do not move, nor do those that do not bear on the topic. The topic's strength is computed anew from
/// the base scores that are returned. A target that is the strength already costs nothing. Where the target cannot be
/// reached, the strength comes as near as was found, and that as cheaply as was found.
///
/// The cost is not convex in what is looked for, so the least is not proven: several ways to a solution are gone, and each
/// is improved until no exchange between two arguments pays. The same request gives the same answer. Each strength that is
/// tried takes time linear in what a change is felt by.
///
/// Where there are cycles, a strength is that of [`equilibrium`](super::equilibrium()) by [`Solver::continuous`](
/// super::Solver::continuous). Base scores for which that does not come to rest lead nowhere, and a strength may leap over
/// its target: then it is not reached, and whether anything nearer exists is left open.
///
/// # Errors
/// [`RevisionError`] where the revision does not fit the framework, or where there is no strength to begin with.
///
/// # Source
/// The question is that of Yin, Potyka and Toni 2024, CE-QArg, arXiv:2407.08497. Their algorithm moves all arguments at
/// once by small steps until the target is passed; this one meets the target and changes less.
pub fn revise(
    bipolar: &Bipolar,
    gradual: Gradual,
    wanted: &Revision,
) -> Result<Revised, RevisionError> {
    check(bipolar, wanted)?;
    let topic = bipolar.place(wanted.topic) as usize;
    let cone = Cone::new(bipolar, gradual, wanted);
    let mut probe = Probe::new(&cone);
    let (base, reached) =
        search::cheapest(&mut probe, wanted.target.value()).map_err(RevisionError::Open)?;
    let mut base_scores: Vec<_> = (0..bipolar.len()).map(|a| bipolar.base_score(a)).collect();
    let before = base_scores.clone();
    for (&argument, &score) in cone.part.arguments.iter().zip(&base) {
        base_scores[argument] = strength(score);
    }
    let moves: Vec<Move> = (0..bipolar.len())
        .filter(|&a| before[a] != base_scores[a])
        .map(|a| Move { argument: a, before: before[a], after: base_scores[a] })
        .collect();
    let change = |m: &Move| (m.after.value() - m.before.value()).abs();
    let own = if bipolar.acyclic().is_ok() { 2.0 } else { 3.0 };
    let priority = |distance: Option<u32>| match distance {
        Some(0) => own,
        Some(distance) => 1.0 / f64::from(distance),
        None => 0.0,
    };
    let rows = bipolar.rows();
    // As CE-QArg has it, even where the topic bears on itself both ways.
    let mut polarity = bipolar.by_argument(&polarity::polarities(rows, topic), |polarity| polarity);
    polarity[wanted.topic] = Polarity::Positive;
    let mut told = |scores: &[f64]| probe.strength(scores).map(held).map_err(RevisionError::Open);
    Ok(Revised {
        before: told(cone.initial())?,
        after: told(&base)?,
        reached,
        // Not `sum`, by which nothing comes to -0.
        l1: moves
            .iter()
            .map(|m| wanted.cost(m.argument) * change(m))
            .fold(0.0, |l1, cost| l1 + cost),
        l2: moves.iter().map(|m| change(m).powi(2)).sum::<f64>().sqrt(),
        polarity,
        priority: bipolar.by_argument(&polarity::distances(rows, topic), priority),
        base_scores,
        moves,
    })
}

impl Revision {
    fn cost(&self, argument: usize) -> f64 {
        self.costs.get(&argument).copied().unwrap_or(1.0)
    }

    /// The range of the argument's base score, which is `score` now.
    fn range(&self, argument: usize, score: f64) -> (f64, f64) {
        if self.frozen.contains(&argument) {
            return (score, score);
        }
        let bounds = self.bounds.get(&argument);
        bounds.map_or((0.0, 1.0), |(least, greatest)| (least.value(), greatest.value()))
    }
}

fn check(bipolar: &Bipolar, wanted: &Revision) -> Result<(), RevisionError> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bipolar::Influence;
    use crate::gradual::oracle::Given;
    use crate::gradual::strengths;
    use crate::oracle::Dice;

    /// A request within what `given` has, with costs and frozen arguments.
    fn request(dice: &mut Dice, given: &Given) -> Revision {
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
    fn nothing_cheaper_is_found_by_looking_everywhere() {
        let mut dice = Dice::new(7);
        let (mut reached, mut several) = (0, 0);
        for round in 0..240 {
            let gradual = Gradual::ALL[round % 6];
            let given = Given::draw(&mut dice, 4);
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
            several += usize::from(revised.moves.len() > 1);
        }
        assert!(reached >= 20 && several >= 2, "{reached} {several}");
    }

    #[test]
    fn what_is_told_is_so() {
        let mut dice = Dice::new(8);
        for round in 0..600 {
            let gradual = Gradual::ALL[round % 6];
            let given = Given::draw(&mut dice, 7);
            let wanted = request(&mut dice, &given);
            let revised = revise(&given.build(), gradual, &wanted).unwrap();
            let told = format!("{gradual} {wanted:?} {given:?} {revised:?}");
            let after: Vec<f64> = revised.base_scores.iter().map(|score| score.value()).collect();
            let strength = given.strength(gradual, &after, wanted.topic);
            assert!((strength - revised.after.value()).abs() < 1e-12, "{told}");
            let miss = (strength - wanted.target.value()).abs();
            assert_eq!(miss <= TOLERANCE, revised.reached == Reached::Exact, "{told}");
            assert!(
                miss <= (revised.before.value() - wanted.target.value()).abs() + TOLERANCE,
                "{told}"
            );
            let changes =
                after.iter().zip(&given.scores).map(|(after, before)| (after - before).abs());
            let changes: Vec<f64> = changes.collect();
            let l1: f64 =
                changes.iter().enumerate().map(|(a, change)| wanted.cost(a) * change).sum();
            let l2: f64 = changes.iter().map(|change| change * change).sum::<f64>().sqrt();
            assert!((l1 - revised.l1).abs() < 1e-12 && (l2 - revised.l2).abs() < 1e-12, "{told}");
            let moved: Vec<usize> = (0..changes.len()).filter(|&a| changes[a] > 0.0).collect();
            assert_eq!(revised.moves.iter().map(|m| m.argument).collect::<Vec<_>>(), moved);
            for a in moved {
                assert!(!wanted.frozen.contains(&a), "{told}");
                assert!(revised.polarity[a] != Polarity::Neutral, "{told}");
            }
        }
    }

    #[test]
    fn the_strength_it_has_costs_nothing() {
        let mut dice = Dice::new(9);
        for round in 0..100 {
            let gradual = Gradual::ALL[round % 6];
            let given = Given::draw(&mut dice, 6);
            let bipolar = given.build();
            let topic = dice.below(bipolar.len());
            let now = strengths(&bipolar, gradual).unwrap().strength(topic);
            let revised = revise(&bipolar, gradual, &Revision::new(topic, now)).unwrap();
            assert_eq!((revised.reached, revised.moves), (Reached::Exact, vec![]));
        }
    }

    #[test]
    fn what_is_out_of_reach_is_approached_and_told() {
        // 1 attacks 0 and cannot be weakened; 2 supports 0 a little.
        let edges = [Influence::attack(1, 0), Influence::support(2, 0).weighted(strength(0.2))];
        let bipolar = halves(3, edges);
        let wanted = Revision::new(0, strength(0.9)).freeze([0, 1]);
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Bounds });
        // 0.5 + (0.5 - 0.8) 0.5 at the most.
        assert!((revised.after.value() - 0.35).abs() < 1e-9, "{revised:?}");
        let wanted = wanted.freeze([2]);
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Immovable });
        assert!(revised.moves.is_empty());
        // 2 attacks 0 and attacks its attacker 1: it bears both ways.
        let bipolar = halves(3, [(1, 0), (2, 1), (2, 0)].map(|(a, b)| Influence::attack(a, b)));
        let wanted = Revision::new(0, strength(0.99)).freeze([0, 1]);
        let revised = revise(&bipolar, Gradual::DfQuad, &wanted).unwrap();
        assert_eq!(revised.polarity[2], Polarity::Unknown);
        assert_eq!(revised.reached, Reached::Nearest { why: Obstacle::Search });
        assert!(!Obstacle::Search.is_proven() && Obstacle::Bounds.is_proven());
    }

    #[test]
    fn saturated_siblings_are_moved_together() {
        // Each of ten supporters of strength 1 hides all others: no single change is felt.
        let scores: Vec<_> = [0.3].into_iter().chain([1.0; 11]).map(strength).collect();
        let supports = (2..12).map(|a| Influence::support(a, 1));
        let edges = [Influence::attack(1, 0)].into_iter().chain(supports);
        let bipolar = Bipolar::new(&scores, edges).unwrap();
        let revised = revise(&bipolar, Gradual::DfQuad, &Revision::new(0, strength(0.9))).unwrap();
        assert_eq!(revised.reached, Reached::Exact);
        // Far from all to nothing, which costs 0.7 and 11.
        assert!(revised.moves.len() == 12 && revised.l1 < 11.6, "{revised:?}");
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
    fn a_request_that_does_not_fit_is_refused() {
        let bipolar = halves(2, [Influence::attack(1, 0)]);
        let told =
            |wanted: &Revision| revise(&bipolar, Gradual::DfQuad, wanted).unwrap_err().to_string();
        let wanted = Revision::new(0, strength(0.4));
        let far = "the revision names argument 2, which is outside 0..2";
        assert_eq!(told(&wanted.clone().freeze([2])), far);
        assert_eq!(told(&Revision::new(2, strength(0.4))), far);
        for cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut wanted = wanted.clone();
            wanted.costs.insert(1, cost);
            assert!(told(&wanted).starts_with("changing argument 1 costs "), "{cost}");
        }
        let mut wanted = wanted;
        wanted.bounds.insert(0, (strength(0.6), strength(1.0)));
        let expected = "argument 0 has base score 0.5, which is not within its bounds 0.6 to 1";
        assert_eq!(told(&wanted), expected);
    }

    #[test]
    fn what_leaps_is_not_reached() {
        // Whatever supports itself is 1 in the end, unless it is 0 from the start.
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
    fn a_long_chain_is_no_trouble() {
        let n = 10_000;
        let bipolar = halves(n, (1..n).map(|a| Influence::attack(a, a - 1)));
        let revised = revise(&bipolar, Gradual::DfQuad, &Revision::new(0, strength(0.5))).unwrap();
        assert_eq!(revised.reached, Reached::Exact);
        assert_eq!(revised.polarity[n - 1], Polarity::Negative);
    }
}
