//! Quantitative bipolar argumentation frameworks: arguments with base scores that attack and
//! support each other.

mod error;
mod influence;
mod rows;
mod subgraph;
mod topological_order;

use std::ops::Range;
use std::sync::Arc;

use crate::unit::{Strength, strength};

pub use error::{BipolarError, CyclicError};
pub use influence::{Influence, InfluenceKind};
pub(super) use rows::{Contribution, Rows};
pub(super) use subgraph::Subgraph;
use topological_order::Order;

/// A quantitative bipolar argumentation framework (QBAF): arguments with base scores, attacks and
/// supports.
///
/// It consists of arguments A = `0..len()`, a base score τ: A → \[0, 1\], attacks and supports,
/// which are disjoint subsets of A × A, and a weight from 0 to 1 for each of these.
///
/// Arguments are plain indices; the caller keeps the table from index to meaning. There is at most
/// one influence from one argument to another. Cycles are allowed, including influences of an
/// argument on itself. Internally the arguments are stored in topological order, sources before
/// targets except within a cycle, so that strengths take one pass through memory.
///
/// # Source
/// Baroni, Rago and Toni 2019, «From fine-grained properties to broad principles for gradual
/// argumentation», doi:10.1016/j.ijar.2018.11.019; weights on edges as in Potyka 2021,
/// doi:10.1609/aaai.v35i7.16801.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Influence, Strength};
///
/// let scores = [0.5, 0.8, 0.3].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0), Influence::support(2, 0)])?;
/// assert_eq!(bipolar.len(), 3);
/// assert!(bipolar.acyclic().is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bipolar {
    /// The argument at each position of the topological order.
    arguments: Vec<u32>,
    /// The position of each argument.
    positions: Arc<[u32]>,
    /// Base scores by position.
    base: Vec<f64>,
    /// Attackers and supporters by position.
    rows: Rows,
    /// The positions of the strongly connected components that are cycles.
    cyclic: Vec<Range<u32>>,
    /// The first cycle found, as arguments.
    cycle: Option<CyclicError>,
}

impl Bipolar {
    /// Builds the framework whose argument `a` has the base score `scores[a]`.
    ///
    /// The order of the influences does not matter. Takes time linear in arguments plus influences.
    ///
    /// # Errors
    /// [`BipolarError::UnknownArgument`] for the first influence with an end outside the framework;
    /// otherwise [`BipolarError::Duplicate`] or [`BipolarError::Contradictory`] for the first pair,
    /// by target and then by source, that is given more than once; [`BipolarError::TooLarge`] if
    /// there are 2³² arguments or influences.
    pub fn new(
        scores: &[Strength],
        influences: impl IntoIterator<Item = Influence>,
    ) -> Result<Self, BipolarError> {
        let len = scores.len();
        let influences: Vec<Influence> = influences.into_iter().collect();
        let count = len.max(influences.len());
        if u32::try_from(count).is_err() {
            return Err(BipolarError::TooLarge { count });
        }
        if let Some(far) = influences.iter().find(|i| i.source >= len || i.target >= len) {
            return Err(BipolarError::UnknownArgument { from: far.source, to: far.target, len });
        }
        let rows = Rows::new(len, &influences);
        drop(influences);
        if let Some(twice) = (0..len).find_map(|target| rows.repetition(target)) {
            return Err(twice);
        }
        let Order { arguments, cyclic, cycle } = topological_order::sources_first(&rows);
        let mut positions = vec![0; len];
        for (position, &argument) in (0..).zip(&arguments) {
            positions[argument as usize] = position;
        }
        let rows = rows.arranged(&arguments, &positions);
        let base = arguments.iter().map(|&a| scores[a as usize].value()).collect();
        let cycle = cycle.map(|cycle| CyclicError { cycle });
        let positions = positions.into();
        Ok(Self { arguments, positions, base, rows, cyclic, cycle })
    }

    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Returns whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// Returns the base score of argument `a`.
    pub fn base_score(&self, a: usize) -> Strength {
        strength(self.base[self.positions[a] as usize])
    }

    /// Iterates over all influences, by target, then by kind, then by source.
    pub fn influences(&self) -> impl Iterator<Item = Influence> {
        (0..self.len()).flat_map(move |target| {
            let row = self.rows.influences(self.positions[target] as usize);
            row.map(move |influence| Influence {
                source: self.arguments[influence.source] as usize,
                target,
                ..influence
            })
        })
    }

    /// Returns the same framework with other base scores, `scores[a]` for argument `a`.
    ///
    /// Panics if there is not one score for each argument.
    #[cfg(test)]
    pub(crate) fn with_base_scores(mut self, scores: &[Strength]) -> Self {
        assert_eq!(scores.len(), self.len(), "each argument has a base score");
        for (base, &argument) in self.base.iter_mut().zip(&self.arguments) {
            *base = scores[argument as usize].value();
        }
        self
    }

    /// Checks that there is no cycle.
    ///
    /// # Errors
    /// [`CyclicError`] with one cycle.
    pub fn acyclic(&self) -> Result<(), CyclicError> {
        self.cycle.clone().map_or(Ok(()), Err)
    }

    /// Counts the other arguments with a path to `a`.
    pub fn ancestors(&self, a: usize) -> usize {
        self.rows.ancestors(vec![self.positions[a]]).len() - 1
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Base scores by position.
    pub(super) fn base(&self) -> &[f64] {
        &self.base
    }

    /// The positions of the strongly connected components that are cycles, ascending.
    pub(super) fn cyclic(&self) -> &[Range<u32>] {
        &self.cyclic
    }

    pub(super) fn positions(&self) -> Arc<[u32]> {
        Arc::clone(&self.positions)
    }

    pub(super) fn position(&self, argument: usize) -> u32 {
        self.positions[argument]
    }

    pub(super) fn argument(&self, position: u32) -> usize {
        self.arguments[position as usize] as usize
    }

    /// Reorders values from positions to arguments.
    pub(super) fn by_argument<T: Copy, U>(&self, values: &[T], make: impl Fn(T) -> U) -> Vec<U> {
        self.positions.iter().map(|&position| make(values[position as usize])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halves(n: usize) -> Vec<Strength> {
        vec![strength(0.5); n]
    }

    fn message(n: usize, influences: &[Influence]) -> String {
        Bipolar::new(&halves(n), influences.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn invalid_influences_are_errors() {
        let (attack, support) = (Influence::attack, Influence::support);
        let far = message(2, &[attack(0, 1), support(1, 2), attack(9, 0)]);
        assert_eq!(far, "influence 1 -> 2: the framework has only the arguments 0..2");
        let heavy = attack(0, 1).weighted(strength(0.5));
        let twice = message(3, &[heavy, support(2, 1), attack(0, 1)]);
        assert_eq!(twice, "influence 0 -> 1 is given twice: remove one of them");
        let both = message(3, &[support(0, 1), attack(2, 1), attack(0, 1)]);
        assert_eq!(both, "0 both attacks and supports 1: remove one of them");
        assert!(Bipolar::new(&[], []).unwrap().is_empty());
    }

    #[test]
    fn opposite_directions_are_two_influences_and_a_cycle() {
        let both = [Influence::attack(2, 1), Influence::support(1, 2)];
        let message = Bipolar::new(&halves(3), both).unwrap().acyclic().unwrap_err();
        assert_eq!(message.to_string(), "the influences form a cycle: 1 -> 2 -> 1");
        let round = [(3, 0), (0, 2), (2, 1), (1, 0)].map(|(a, b)| Influence::attack(a, b));
        let message = Bipolar::new(&halves(4), round).unwrap().acyclic();
        assert_eq!(message, Err(CyclicError { cycle: vec![0, 2, 1] }));
        let own = Bipolar::new(&halves(1), [Influence::support(0, 0)]).unwrap();
        assert_eq!(own.acyclic(), Err(CyclicError { cycle: vec![0] }));
    }

    #[test]
    fn influences_are_listed_in_a_canonical_order() {
        let weight = strength(0.25);
        let given = [
            Influence::support(3, 0),
            Influence::attack(4, 0),
            Influence::attack(1, 0).weighted(weight),
            Influence::support(0, 2),
        ];
        let scores: Vec<_> = [0.1, 0.2, 0.3, 0.4, 0.5].map(strength).to_vec();
        let bipolar = Bipolar::new(&scores, given).unwrap();
        let backwards = Bipolar::new(&scores, given.into_iter().rev()).unwrap();
        assert_eq!(bipolar, backwards);
        let listed: Vec<_> = bipolar.influences().collect();
        assert_eq!(listed, [given[2], given[1], given[0], given[3]]);
        assert_eq!((0..5).map(|a| bipolar.base_score(a)).collect::<Vec<_>>(), scores);
        let other = bipolar.with_base_scores(&halves(5));
        assert_eq!(other.base_score(4), strength(0.5));
        assert_eq!(other.influences().collect::<Vec<_>>(), listed);
    }

    #[test]
    fn ancestors_are_counted() {
        // 3 -> 2 -> 0 and 1 -> 0; 4 has no influences.
        let edges = [(3, 2), (2, 0), (1, 0)].map(|(a, b)| Influence::attack(a, b));
        let bipolar = Bipolar::new(&halves(5), edges).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(|a| bipolar.ancestors(a)), [3, 0, 1, 0, 0]);
    }
}
