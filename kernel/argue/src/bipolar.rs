//! Quantitative bipolar argumentation frameworks: arguments with base scores that attack and support each other.

mod order;
mod part;
mod rows;

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use crate::unit::Strength;

use order::Order;
pub(super) use part::Part;
pub(super) use rows::{Contribution, Rows};

/// How an argument bears on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// It weakens the other.
    Attack,
    /// It strengthens the other.
    Support,
}

/// Is an edge of a [`Bipolar`] framework: `source` bears on `target`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Influence {
    /// The argument that bears.
    pub source: usize,
    /// The argument that is borne upon.
    pub target: usize,
    /// Whether it attacks or supports.
    pub bearing: Bearing,
    /// What the source's strength is multiplied by before it bears; 1 where nobody judged it.
    pub weight: Strength,
}

impl Influence {
    /// Makes the attack of `source` on `target`.
    pub fn attack(source: usize, target: usize) -> Self {
        Self { source, target, bearing: Bearing::Attack, weight: strength(1.0) }
    }

    /// Makes the support that `source` gives to `target`.
    pub fn support(source: usize, target: usize) -> Self {
        Self { source, target, bearing: Bearing::Support, weight: strength(1.0) }
    }

    /// Gives it a weight.
    #[must_use]
    pub fn weighted(self, weight: Strength) -> Self {
        Self { weight, ..self }
    }
}

/// Is a quantitative bipolar framework (QBAF): arguments with base scores, attacks and supports.
///
/// It consists of arguments A = `0..len()`, a base score τ: A → \[0, 1\], attacks and supports, which are disjoint subsets
/// of A × A, and a weight from 0 to 1 for each of these.
///
/// Arguments are plain indices; whoever builds a framework keeps the table from index to meaning. A pair of arguments
/// carries at most one influence in each direction. Cycles can be stored, an argument on itself included. Inside, the
/// arguments stand in an order in which whatever bears comes before what it bears upon, but for what lies on a cycle
/// together, so that strengths take one pass through memory.
///
/// # Source
/// Baroni, Rago and Toni 2019, «From fine-grained properties to broad principles for gradual argumentation»,
/// doi:10.1016/j.ijar.2018.11.019; weights on edges as in Potyka 2021, doi:10.1609/aaai.v35i7.16801.
///
/// # Examples
/// ```
/// use faultline_argue::{Bipolar, Influence};
/// use faultline_argue::Strength;
///
/// let scores = [0.5, 0.8, 0.3].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
/// let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0), Influence::support(2, 0)])?;
/// assert_eq!(bipolar.len(), 3);
/// assert!(bipolar.closes_cycle(0, 2));
/// assert!(!bipolar.closes_cycle(2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Bipolar {
    /// The argument at each place.
    arguments: Vec<u32>,
    /// The place of each argument.
    places: Arc<[u32]>,
    /// Base scores by place.
    base: Vec<f64>,
    /// Who bears on whom, by place.
    rows: Rows,
    /// The places of strongly connected components that are cycles.
    cyclic: Vec<Range<u32>>,
    /// The first cycle that was met, by argument.
    cycle: Option<CyclicError>,
}

/// Names what makes scores and influences no bipolar framework.
///
/// Scores and weights out of range cannot come this far: [`Strength`] refuses them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BipolarError {
    /// An end of the influence is not an argument.
    #[error("influence {from} -> {to} names an argument outside 0..{len}")]
    UnknownArgument {
        /// The bearing end as given.
        from: usize,
        /// The borne-upon end as given.
        to: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// The same attack, or the same support, was given before.
    #[error("influence {from} -> {to} is given twice")]
    Duplicate {
        /// The bearing argument.
        from: usize,
        /// The argument borne upon.
        to: usize,
    },
    /// One argument both attacks and supports another.
    #[error("{from} both attacks and supports {to}")]
    Contradictory {
        /// The bearing argument.
        from: usize,
        /// The argument borne upon.
        to: usize,
    },
    /// There are more arguments or influences than 32 bits count.
    #[error("{count} arguments or influences are more than {} can be told apart", u32::MAX)]
    TooLarge {
        /// How many there are.
        count: usize,
    },
}

/// Says that arguments bear on each other in a circle.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("arguments bear on each other in a circle: {}", circle(.cycle))]
pub struct CyclicError {
    /// The arguments of one cycle, each bearing on the next and the last on the first.
    pub cycle: Vec<usize>,
}

fn circle(cycle: &[usize]) -> String {
    let round = cycle.iter().chain(cycle.first());
    round.map(usize::to_string).collect::<Vec<_>>().join(" -> ")
}

impl Bipolar {
    /// Builds the framework whose argument `a` has the base score `scores[a]`.
    ///
    /// The order of the influences changes nothing. Takes time linear in arguments plus influences.
    ///
    /// # Errors
    /// [`BipolarError::UnknownArgument`] for the first influence given that has an end outside the framework, else
    /// [`BipolarError::Duplicate`] or [`BipolarError::Contradictory`] for the first pair, by target and then by source,
    /// given more than once; [`BipolarError::TooLarge`] where there are 2³² arguments or influences.
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
        let Order { arguments, cyclic, cycle } = order::sources_first(&rows);
        let mut places = vec![0; len];
        for (place, &argument) in (0..).zip(&arguments) {
            places[argument as usize] = place;
        }
        let rows = rows.arranged(&arguments, &places);
        let base = arguments.iter().map(|&a| scores[a as usize].value()).collect();
        let cycle = cycle.map(|cycle| CyclicError { cycle });
        let places = places.into();
        Ok(Self { arguments, places, base, rows, cyclic, cycle })
    }

    /// Tells the number of arguments.
    pub fn len(&self) -> usize {
        self.arguments.len()
    }

    /// Tells whether there are no arguments at all.
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// Tells the base score of argument `a`.
    pub fn base_score(&self, a: usize) -> Strength {
        strength(self.base[self.places[a] as usize])
    }

    /// Iterates over all influences, by target, then by bearing, then by source.
    pub fn influences(&self) -> impl Iterator<Item = Influence> {
        (0..self.len()).flat_map(move |target| {
            let row = self.rows.influences(self.places[target] as usize);
            row.map(move |influence| Influence {
                source: self.arguments[influence.source] as usize,
                target,
                ..influence
            })
        })
    }

    /// Gives the same framework with other base scores, `scores[a]` for argument `a`.
    ///
    /// Panics where their number is another.
    #[must_use]
    pub fn with_base_scores(mut self, scores: &[Strength]) -> Self {
        assert_eq!(scores.len(), self.len(), "each argument has a base score");
        for (base, &argument) in self.base.iter_mut().zip(&self.arguments) {
            *base = scores[argument as usize].value();
        }
        self
    }

    /// Checks that no argument bears on itself through others or directly.
    ///
    /// # Errors
    /// [`CyclicError`] with one cycle.
    pub fn acyclic(&self) -> Result<(), CyclicError> {
        self.cycle.clone().map_or(Ok(()), Err)
    }

    /// Tells whether an influence of `source` on `target` would close a cycle, in time linear in what bears on `source`.
    pub fn closes_cycle(&self, source: usize, target: usize) -> bool {
        let target = self.places[target];
        self.rows.ancestors(vec![self.places[source]]).contains(&target)
    }

    /// Counts the arguments that bear on `a`, through others or directly, `a` itself where it is on a cycle left out.
    pub fn ancestors(&self, a: usize) -> usize {
        self.rows.ancestors(vec![self.places[a]]).len() - 1
    }

    pub(super) fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Base scores by place.
    pub(super) fn base(&self) -> &[f64] {
        &self.base
    }

    /// The places of strongly connected components that are cycles, ascending.
    pub(super) fn cyclic(&self) -> &[Range<u32>] {
        &self.cyclic
    }

    pub(super) fn places(&self) -> Arc<[u32]> {
        Arc::clone(&self.places)
    }

    pub(super) fn place(&self, argument: usize) -> u32 {
        self.places[argument]
    }

    pub(super) fn argument(&self, place: u32) -> usize {
        self.arguments[place as usize] as usize
    }

    /// Brings values by place into the order of the arguments.
    pub(super) fn by_argument<T: Copy, U>(&self, values: &[T], make: impl Fn(T) -> U) -> Vec<U> {
        self.places.iter().map(|&place| make(values[place as usize])).collect()
    }
}

/// A number that is known to lie in the unit interval, as a strength.
pub(super) fn strength(value: f64) -> Strength {
    Strength::new(value).expect("strengths are computed within the unit interval")
}

/// A strength that rounding may have carried past its end.
pub(super) fn held(value: f64) -> Strength {
    strength(value.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halves(n: usize) -> Vec<Strength> {
        vec![strength(0.5); n]
    }

    fn told(n: usize, influences: &[Influence]) -> String {
        Bipolar::new(&halves(n), influences.to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn refuses_what_is_no_framework() {
        let (attack, support) = (Influence::attack, Influence::support);
        let far = told(2, &[attack(0, 1), support(1, 2), attack(9, 0)]);
        assert_eq!(far, "influence 1 -> 2 names an argument outside 0..2");
        let heavy = attack(0, 1).weighted(strength(0.5));
        let twice = told(3, &[heavy, support(2, 1), attack(0, 1)]);
        assert_eq!(twice, "influence 0 -> 1 is given twice");
        let both = told(3, &[support(0, 1), attack(2, 1), attack(0, 1)]);
        assert_eq!(both, "0 both attacks and supports 1");
        assert!(Bipolar::new(&[], []).unwrap().is_empty());
    }

    #[test]
    fn opposite_directions_are_two_influences_and_a_cycle() {
        let both = [Influence::attack(2, 1), Influence::support(1, 2)];
        let told = Bipolar::new(&halves(3), both).unwrap().acyclic().unwrap_err();
        assert_eq!(told.to_string(), "arguments bear on each other in a circle: 1 -> 2 -> 1");
        let round = [(3, 0), (0, 2), (2, 1), (1, 0)].map(|(a, b)| Influence::attack(a, b));
        let told = Bipolar::new(&halves(4), round).unwrap().acyclic();
        assert_eq!(told, Err(CyclicError { cycle: vec![0, 2, 1] }));
        let own = Bipolar::new(&halves(1), [Influence::support(0, 0)]).unwrap();
        assert_eq!(own.acyclic(), Err(CyclicError { cycle: vec![0] }));
    }

    #[test]
    fn what_goes_in_comes_out_whatever_the_order() {
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
    fn an_influence_against_the_way_closes_a_cycle() {
        // 3 -> 2 -> 0, 1 -> 0, and 4 alone.
        let edges = [(3, 2), (2, 0), (1, 0)].map(|(a, b)| Influence::attack(a, b));
        let bipolar = Bipolar::new(&halves(5), edges).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(|a| bipolar.ancestors(a)), [3, 0, 1, 0, 0]);
        for source in 0..5 {
            for target in 0..5 {
                let added = edges.into_iter().chain([Influence::support(source, target)]);
                let Ok(added) = Bipolar::new(&halves(5), added) else { continue };
                assert_eq!(
                    bipolar.closes_cycle(source, target),
                    added.acyclic().is_err(),
                    "{source} -> {target}"
                );
            }
        }
    }
}
