//! Preferred semantics, for several queries about one framework.

use std::sync::OnceLock;

use super::and_or_graph::AndOrGraph;
use super::backtracking::Goal;
use super::encoding::Encoding;
use super::sat::Kind;
use super::{Accepted, Count, Extension, Framework, sat_queries};

/// All preferred extensions of a framework: its maximal admissible sets.
///
/// There is always at least one, possibly the empty set. The extensions are not listed: acceptance
/// is decided by a SAT solver, and only [`best`](Self::best) keeps an AND/OR graph, in which
/// independent parts are alternatives side by side. To list the extensions use
/// [`extensions`](super::extensions).
///
/// # Source
/// Dung 1995, Definition 7, doi:10.1016/0004-3702(94)00041-X. Decomposition along attacks: Baroni,
/// Giacomin and Guida 2005, Definition 20, doi:10.1016/j.artint.2005.05.006. The graph: Dechter and
/// Mateescu 2007, doi:10.1016/j.artint.2006.11.003.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Preferred};
///
/// // The Nixon diamond, and an argument both sides attack: 0 <-> 1, 0 -> 2, 1 -> 2, 2 -> 3.
/// let framework = Framework::new(4, [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3)])?;
/// let preferred = Preferred::of(&framework);
/// assert_eq!(preferred.count(), 2);
/// assert_eq!(preferred.accepted().skeptical, [3]);
/// assert_eq!(preferred.accepted().disputed(), [0, 1]);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Preferred {
    framework: Framework,
    /// Compiled for the first call of [`best`](Self::best).
    graph: OnceLock<AndOrGraph>,
}

impl Preferred {
    /// Prepares queries about the preferred extensions of a framework.
    pub fn of(framework: &Framework) -> Self {
        Self { framework: framework.clone(), graph: OnceLock::new() }
    }

    /// Returns the number of extensions, at least one.
    ///
    /// Arguments that change nothing for the others are left out. Time and memory then grow with
    /// the number of different components met when the rest is decided argument by argument: in the
    /// worst case exponentially in the number of arguments, and there is no limit.
    pub fn count(&self) -> Count {
        Encoding::preferred(&self.framework).count()
    }

    /// Lists the credulously and the skeptically accepted arguments, like
    /// [`accepted`](super::accepted).
    pub fn accepted(&self) -> Accepted {
        sat_queries::accepted(&self.framework, Kind::Preferred)
    }

    /// Finds the extension of greatest total weight.
    ///
    /// Among equals it is the lexicographically first: of two, the one with the smallest argument
    /// on which they differ. The first call compiles a graph of all extensions. It is as large as
    /// that for [`count`](Self::count) or larger, because no argument is left out. Then each call
    /// takes one pass; ties are compared argument by argument.
    ///
    /// # Examples
    /// ```
    /// use faultline_argue::{Framework, Preferred};
    ///
    /// let preferred = Preferred::of(&Framework::new(4, [(0, 1), (1, 0), (2, 3), (3, 2)])?);
    /// let own = [1];
    /// assert_eq!(preferred.best(|a| u64::from(own.contains(&a))), [1, 2]);
    /// # Ok::<(), faultline_argue::FrameworkError>(())
    /// ```
    pub fn best(&self, weight: impl Fn(usize) -> u64) -> Extension {
        self.graph
            .get_or_init(|| AndOrGraph::new(&self.framework, Goal::Preferred))
            .best(weight)
            .expect("the empty set is admissible, so a maximal admissible set exists")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::oracle::{Dice, Oracle, masks, members};
    use crate::{Extensions, Label, Semantics, grounded, is_admissible, is_complete};

    fn extensions(framework: &Framework) -> Extensions {
        crate::extensions(framework, Semantics::Preferred)
    }

    fn listed(n: usize, attacks: &[(usize, usize)]) -> BTreeSet<Vec<usize>> {
        let framework = Framework::new(n, attacks.iter().copied()).unwrap();
        extensions(&framework).collect()
    }

    fn sets<const N: usize>(expected: [&[usize]; N]) -> BTreeSet<Vec<usize>> {
        expected.map(<[usize]>::to_vec).into()
    }

    #[test]
    fn published_examples() {
        assert_eq!(listed(0, &[]), sets([&[]]), "no argument");
        assert_eq!(listed(1, &[(0, 0)]), sets([&[]]), "a self-attacker");
        assert_eq!(
            listed(2, &[(0, 1), (1, 0)]),
            sets([&[0], &[1]]),
            "Dung 1995, Example 9: Nixon diamond"
        );
        assert_eq!(
            listed(3, &[(0, 1), (1, 0), (1, 2)]),
            sets([&[0, 2], &[1]]),
            "Dung 1995, Example 8"
        );
        assert_eq!(listed(3, &[(0, 1), (1, 2), (2, 0)]), sets([&[]]), "an odd cycle");
        assert_eq!(listed(4, &[(0, 1), (1, 2), (2, 3)]), sets([&[0, 2]]), "a chain");
        let floating = [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3)];
        assert_eq!(listed(4, &floating), sets([&[0, 3], &[1, 3]]), "floating acceptance");
        let odd_with_a_way_out = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 4), (4, 2)];
        assert_eq!(
            listed(5, &odd_with_a_way_out),
            sets([&[0], &[1, 3]]),
            "preferred but not stable: {{0}}"
        );
    }

    #[test]
    fn preferred_extensions_are_not_the_naive_ones() {
        // 0 attacks 1 attacks 2: {1} is a maximal conflict-free set, but it is not admissible.
        let chain = Framework::new(3, [(0, 1), (1, 2)]).unwrap();
        assert_eq!(Oracle::new(&chain).naive(), [0b010, 0b101]);
        assert_eq!(masks(extensions(&chain)), [0b101]);
        let odd = Framework::new(3, [(0, 1), (1, 2), (2, 0)]).unwrap();
        assert_eq!(Oracle::new(&odd).naive(), [0b001, 0b010, 0b100]);
        assert_eq!(masks(extensions(&odd)), [0]);
    }

    #[test]
    fn agrees_with_the_definitions() {
        let mut dice = Dice::new(7);
        for _ in 0..4000 {
            let framework = dice.framework(10);
            let oracle = Oracle::new(&framework);
            let expected = oracle.preferred();
            let preferred = Preferred::of(&framework);
            assert_eq!(masks(extensions(&framework)), expected, "{framework:?}");
            assert_eq!(preferred.count(), expected.len() as u64, "{framework:?}");
            let (union, intersection) =
                expected.iter().fold((0, !0), |(u, i), set| (u | set, i & set));
            let list = |set: u32| members(set).collect::<Vec<_>>();
            assert_eq!(preferred.accepted().credulous, list(union), "{framework:?}");
            assert_eq!(preferred.accepted().skeptical, list(intersection & union), "{framework:?}");
            let pairs = expected.iter().flat_map(|a| expected.iter().map(move |b| a ^ b));
            assert_eq!(
                preferred.accepted().disputed(),
                list(pairs.fold(0, |all, pair| all | pair)),
                "{framework:?}"
            );
        }
    }

    #[test]
    fn best_has_the_greatest_weight_and_is_lexicographically_first() {
        let mut dice = Dice::new(8);
        for _ in 0..3000 {
            let framework = dice.framework(10);
            let weights: Vec<u64> = (0..framework.len()).map(|_| dice.below(3) as u64).collect();
            let oracle = Oracle::new(&framework);
            let all = oracle.preferred().iter().map(|&set| members(set).collect::<Vec<_>>());
            let weigh = |set: &Vec<usize>| set.iter().map(|&a| weights[a]).sum::<u64>();
            let expected = all.min_by_key(|set| (std::cmp::Reverse(weigh(set)), set.clone()));
            assert_eq!(
                Some(Preferred::of(&framework).best(|a| weights[a])),
                expected,
                "{framework:?} {weights:?}"
            );
        }
    }

    #[test]
    fn sums_of_weights_do_not_overflow() {
        // {0, 2, 3} outweighs {1} only if the sum does not overflow.
        let attacks = [(0, 1), (1, 0), (2, 1), (1, 2), (3, 1), (1, 3)];
        let preferred = Preferred::of(&Framework::new(4, attacks).unwrap());
        assert_eq!(preferred.best(|a| if a == 1 { u64::MAX } else { u64::MAX / 2 + 1 }), [0, 2, 3]);
    }

    #[test]
    fn laws_hold_for_larger_frameworks() {
        let mut dice = Dice::new(9);
        for _ in 0..300 {
            let framework = dice.framework(24);
            let certain = grounded(&framework).labelled(Label::In);
            let preferred: BTreeSet<Vec<usize>> = extensions(&framework).collect();
            for extension in &preferred {
                assert!(is_complete(&framework, extension) && is_admissible(&framework, extension));
                assert!(
                    certain.iter().all(|a| extension.binary_search(a).is_ok()),
                    "grounded is in every one"
                );
            }
            let mut stable = crate::extensions(&framework, Semantics::Stable);
            assert!(
                stable.all(|extension| preferred.contains(&extension)),
                "stable ones are preferred"
            );
        }
    }

    #[test]
    fn renaming_arguments_changes_nothing() {
        let mut dice = Dice::new(10);
        for _ in 0..300 {
            let framework = dice.framework(20);
            let name = dice.shuffle(framework.len());
            let renamed = framework.attacks().map(|(a, b)| (name[a], name[b]));
            let renamed = Framework::new(framework.len(), renamed).unwrap();
            let rename = |extension: Vec<usize>| {
                let mut extension: Vec<usize> = extension.into_iter().map(|a| name[a]).collect();
                extension.sort_unstable();
                extension
            };
            let expected: BTreeSet<_> = extensions(&framework).map(rename).collect();
            assert_eq!(extensions(&renamed).collect::<BTreeSet<_>>(), expected);
        }
    }

    #[test]
    fn counts_of_disjoint_frameworks_multiply() {
        let mut dice = Dice::new(11);
        for _ in 0..300 {
            let (one, other) = (dice.framework(9), dice.framework(9));
            let moved = other.attacks().map(|(a, b)| (a + one.len(), b + one.len()));
            let both = Framework::new(one.len() + other.len(), one.attacks().chain(moved)).unwrap();
            let expected = &Preferred::of(&one).count() * &Preferred::of(&other).count();
            assert_eq!(Preferred::of(&both).count(), expected);
            assert_eq!(extensions(&both).count() as u64, expected.to_u64().unwrap());
        }
    }

    #[test]
    fn counting_does_not_list_the_product() {
        let mutual = (0..40).flat_map(|i| [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i)]);
        let cycles = (0..160).map(|a| (a, if a % 4 == 3 { a - 3 } else { a + 1 }));
        for framework in [Framework::new(80, mutual), Framework::new(160, cycles)] {
            let framework = framework.unwrap();
            let preferred = Preferred::of(&framework);
            assert_eq!(preferred.count(), 1 << 40);
            assert_eq!(preferred.accepted().disputed(), (0..framework.len()).collect::<Vec<_>>());
            let few: BTreeSet<_> = extensions(&framework).take(1000).collect();
            assert_eq!(few.len(), 1000);
            assert!(few.iter().all(|extension| is_admissible(&framework, extension)));
        }
    }

    #[test]
    fn deep_frameworks_do_not_overflow_the_stack() {
        // A self-attacker at the start of a long chain leaves the whole chain undecided.
        let n = 20_000;
        let chain = Framework::new(n, (1..n).map(|b| (b - 1, b)).chain([(0, 0)])).unwrap();
        assert_eq!(Preferred::of(&chain).count(), 1);
        assert_eq!(extensions(&chain).collect::<Vec<_>>(), [Vec::<usize>::new()]);
        // A long even cycle is one strongly connected component.
        let ring = Framework::new(n, (0..n).map(|a| (a, (a + 1) % n))).unwrap();
        let preferred = Preferred::of(&ring);
        assert_eq!(preferred.count(), 2);
        assert_eq!(preferred.best(|a| u64::from(a == 7)), (1..n).step_by(2).collect::<Vec<_>>());
    }
}
