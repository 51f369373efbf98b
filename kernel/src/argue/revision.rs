//! Revision: the least change of base scores that gives one argument the strength wanted.

mod cone;
mod descent;
mod polarity;
mod search;
mod start;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::bipolar::{Bipolar, CyclicError, strength};
use super::gradual::{Gradual, strengths};
use crate::vocabulary::Strength;
use cone::Cone;
pub use polarity::Polarity;

/// How far from the target a strength may be that counts as reached.
const TOLERANCE: f64 = 1e-9;

/// Asks for a revision: which argument shall have which strength, and what may be changed for it.
///
/// # Examples
/// ```
/// use faultline::argue::{Bipolar, Gradual, Influence, Reached, Revision, revise};
/// use faultline::vocabulary::Strength;
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
    /// Strengths are not defined by one pass.
    #[error(transparent)]
    Cyclic(#[from] CyclicError),
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
    /// The sum of all changes, each times its cost: what is made small.
    pub l1: f64,
    /// The square root of the sum of the squares of all changes, without costs.
    pub l2: f64,
    /// What was changed, by argument.
    pub moves: Vec<Move>,
    /// Which way each argument bears on the topic.
    pub polarity: Vec<Polarity>,
    /// How close each argument is to the topic: 1 / the number of influences on the shortest path, 2 for the topic itself,
    /// 0 where there is no path. For readers: the search does not use it.
    pub priority: Vec<f64>,
}

/// Looks for the cheapest change of base scores that gives the topic its target strength.
///
/// Frozen arguments do not move, nor do those that do not bear on the topic. The topic's strength is computed anew from
/// the base scores that are returned. A target that is the strength already costs nothing. Where the target cannot be
/// reached, the strength comes as near as was found, and that as cheaply as was found.
///
/// The cost is not convex in what is looked for, so the least is not proven: several ways to a solution are gone, and each
/// is improved until no exchange between two arguments pays. The same request gives the same answer. Takes time linear
/// in what bears on the topic for each strength that is tried.
///
/// # Errors
/// [`RevisionError`] where the framework is cyclic or the revision does not fit it.
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
    bipolar.acyclic()?;
    let topic = bipolar.place(wanted.topic) as usize;
    let cone = Cone::new(bipolar, gradual, wanted);
    let (base, reached) = search::cheapest(&cone, wanted.target.value());
    let mut base_scores: Vec<_> = (0..bipolar.len()).map(|a| bipolar.base_score(a)).collect();
    let before = base_scores.clone();
    for (&argument, score) in cone.arguments.iter().zip(base) {
        base_scores[argument] = strength(score);
    }
    let moves: Vec<Move> = (0..bipolar.len())
        .filter(|&a| before[a] != base_scores[a])
        .map(|a| Move { argument: a, before: before[a], after: base_scores[a] })
        .collect();
    let change = |m: &Move| (m.after.value() - m.before.value()).abs();
    let priority = |distance: Option<u32>| match distance {
        Some(0) => 2.0,
        Some(distance) => 1.0 / f64::from(distance),
        None => 0.0,
    };
    let rows = bipolar.rows();
    let revised = bipolar.clone().with_base_scores(&base_scores);
    Ok(Revised {
        before: strengths(bipolar, gradual)?.strength(wanted.topic),
        after: strengths(&revised, gradual)?.strength(wanted.topic),
        reached,
        l1: moves.iter().map(|m| wanted.cost(m.argument) * change(m)).sum(),
        l2: moves.iter().map(|m| change(m).powi(2)).sum::<f64>().sqrt(),
        polarity: bipolar.by_argument(&polarity::polarities(rows, topic), |polarity| polarity),
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
