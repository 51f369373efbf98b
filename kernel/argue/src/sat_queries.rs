//! Queries that a SAT solver answers component by component: one extension, an extension with or
//! without an argument, the accepted arguments.
//!
//! The table in the [crate documentation](crate) shows the complexity of each query. Arguments that
//! the grounded labelling decides are answered in linear time. A query in NP or coNP takes one call
//! of the solver. A query one level above takes one call for each larger set that is found, and
//! there may be exponentially many.
//!
//! # Source
//! Dvořák and Woltran 2010, «Complexity of semi-stable and stage semantics in argumentation
//! frameworks», doi:10.1016/j.ipl.2010.04.005; for the other semantics see the crate documentation.

use super::bit_set::BitSet;
use super::coherence::is_coherent;
use super::decomposition::Decomposition;
use super::sat::{Condition, Kind, Sat};
use super::{Accepted, Extension, Framework};

/// Finds one extension; `None` if there is none.
pub(super) fn extension(framework: &Framework, kind: Kind) -> Option<Extension> {
    find(&decompose(framework, kind), kind, None)
}

/// Finds an extension that contains `argument`.
pub(super) fn credulous(framework: &Framework, kind: Kind, argument: usize) -> Option<Extension> {
    let decomposition = decompose(framework, kind);
    match decomposition.place(argument) {
        Some((component, i)) => {
            find(&decomposition, kind, Some((component, Condition::SomeOf(&[i]))))
        }
        None if decomposition.certain.contains(&argument) => find(&decomposition, kind, None),
        None => None,
    }
}

/// Finds an extension without `argument`: a counterexample to skeptical acceptance.
pub(super) fn skeptical(framework: &Framework, kind: Kind, argument: usize) -> Option<Extension> {
    let decomposition = decompose(framework, kind);
    match decomposition.place(argument) {
        Some((component, i)) => {
            find(&decomposition, kind, Some((component, Condition::NotAllOf(&[i]))))
        }
        None if decomposition.certain.contains(&argument) => None,
        None => find(&decomposition, kind, None),
    }
}

/// Finds the arguments of some extension and those of every extension.
///
/// Each query asks for a set with an argument that no earlier set contained, and later for a set
/// without an argument that all earlier sets contained. So there are at most as many queries as
/// arguments, and usually few.
pub(super) fn accepted(framework: &Framework, kind: Kind) -> Accepted {
    let decomposition = decompose(framework, kind);
    let (mut credulous, mut skeptical) = (Vec::new(), Vec::new());
    for component in &decomposition.components {
        let Some(accepted) = accepted_in(&component.framework, kind) else {
            return Accepted { credulous: Vec::new(), skeptical: (0..framework.len()).collect() };
        };
        credulous.push(accepted.credulous);
        skeptical.push(accepted.skeptical);
    }
    Accepted {
        credulous: decomposition.join(&credulous),
        skeptical: decomposition.join(&skeptical),
    }
}

/// Returns whether no set is larger than `set`, which is conflict-free, and complete unless the
/// kind is stage.
pub(super) fn is_maximal(framework: &Framework, kind: Kind, set: &[usize]) -> bool {
    let held = BitSet::from_indices(framework.len(), set.iter().copied());
    decompose(framework, kind).components.iter().all(|component| {
        let inside = (0..component.members.len()).filter(|&i| held.contains(component.members[i]));
        !Sat::new(&component.framework, kind).exceeds(inside.collect())
    })
}

/// Splits the framework as far as the kind allows.
pub(super) fn decompose(framework: &Framework, kind: Kind) -> Decomposition {
    match kind {
        Kind::Admissible | Kind::Preferred | Kind::Stable | Kind::SemiStable => {
            Decomposition::undecided(framework)
        }
        Kind::Stage => Decomposition::whole(framework),
    }
}

/// Creates the solver for one component. It looks for stable sets where these are the extensions. A
/// range that contains all arguments is the only maximal range: if a stable set exists, the stable
/// sets are the semi-stable and the stage sets.
pub(super) fn solver(framework: &Framework, kind: Kind) -> Sat {
    match kind {
        Kind::Preferred if is_coherent(framework) => Sat::new(framework, Kind::Stable),
        Kind::Admissible | Kind::Preferred | Kind::Stable => Sat::new(framework, kind),
        Kind::SemiStable | Kind::Stage => {
            let mut stable = Sat::new(framework, Kind::Stable);
            let query = stable.query(Condition::Any, None);
            if stable.find(&query).is_some() { stable } else { Sat::new(framework, kind) }
        }
    }
}

/// Finds a set in each component, starting with the one that has a condition, because that one is
/// most likely to have none.
fn find(
    decomposition: &Decomposition,
    kind: Kind,
    asked: Option<(usize, Condition<'_>)>,
) -> Option<Extension> {
    let mut sets = vec![Extension::new(); decomposition.components.len()];
    let others = (0..sets.len()).filter(|&i| asked.is_none_or(|(component, _)| component != i));
    for (i, condition) in asked.into_iter().chain(others.map(|i| (i, Condition::Any))) {
        let mut sat = solver(&decomposition.components[i].framework, kind);
        let query = sat.query(condition, None);
        sets[i] = sat.find(&query)?;
    }
    Some(decomposition.join(&sets))
}

/// Finds the accepted arguments of one component; `None` if there is no extension.
fn accepted_in(framework: &Framework, kind: Kind) -> Option<Accepted> {
    let mut sat = solver(framework, kind);
    let anything = sat.query(Condition::Any, None);
    let first = sat.find(&anything)?;
    let mut seen = BitSet::from_indices(framework.len(), first.iter().copied());
    let mut common = first;
    let mut next = anything.clone();
    loop {
        let unseen: Vec<usize> = (0..framework.len()).filter(|&a| !seen.contains(a)).collect();
        next = sat.query(Condition::SomeOf(&unseen), Some(&next));
        let Some(set) = sat.find(&next) else { break };
        for &a in &set {
            seen.insert(a);
        }
        common.retain(|a| set.binary_search(a).is_ok());
    }
    next = anything;
    loop {
        next = sat.query(Condition::NotAllOf(&common), Some(&next));
        let Some(set) = sat.find(&next) else { break };
        common.retain(|a| set.binary_search(a).is_ok());
    }
    Some(Accepted { credulous: seen.iter().collect(), skeptical: common })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::oracle::{Dice, Oracle, masks, members};
    use crate::{
        Semantics, Skeptical, count, credulous, extension, extensions, is_extension, skeptical,
    };

    const DECIDED: [Semantics; 7] = [
        Semantics::Complete,
        Semantics::Preferred,
        Semantics::Stable,
        Semantics::SemiStable,
        Semantics::Stage,
        Semantics::Ideal,
        Semantics::Eager,
    ];

    #[test]
    fn agrees_with_the_definitions() {
        // The tests of the whole engine try many more frameworks, of all kinds.
        let mut dice = Dice::new(21);
        for _ in 0..200 {
            let framework = dice.framework(8);
            let oracle = Oracle::new(&framework);
            for semantics in DECIDED {
                let sets = oracle.extensions(semantics);
                let message = format!("{semantics} of {framework:?}");
                let found = extension(&framework, semantics);
                assert_eq!(found.is_some(), !sets.is_empty(), "{message}");
                let is_listed = |set: &Extension| sets.contains(&masks([set.clone()])[0]);
                assert!(found.iter().all(is_listed), "{message}: {found:?}");
                let all = (1 << framework.len()) - 1;
                let union = sets.iter().fold(0, |union, set| union | set);
                let common = sets.iter().fold(all, |common, set| common & set);
                let list = |set: u32| members(set).collect::<Vec<_>>();
                let expected = Accepted { credulous: list(union), skeptical: list(common) };
                assert_eq!(crate::accepted(&framework, semantics), expected, "{message}");
                for a in 0..framework.len() {
                    let witness = credulous(&framework, semantics, a);
                    assert_eq!(witness.is_some(), union >> a & 1 == 1, "{message}: {a}");
                    assert!(
                        witness.iter().all(|set| is_listed(set) && set.contains(&a)),
                        "{message}"
                    );
                    match skeptical(&framework, semantics, a) {
                        Skeptical::Holds => assert!(common >> a & 1 == 1, "{message}: {a}"),
                        Skeptical::Fails { counterexample: set } => {
                            assert!(is_listed(&set) && !set.contains(&a), "{message}: {a}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn is_extension_agrees_with_the_definitions() {
        let mut dice = Dice::new(22);
        for _ in 0..300 {
            let framework = dice.framework(7);
            for semantics in DECIDED {
                let sets = 0..1_u32 << framework.len();
                let is_one = |&set: &u32| {
                    is_extension(&framework, semantics, &members(set).collect::<Vec<_>>())
                };
                let message = sets.filter(is_one).collect::<Vec<_>>();
                assert_eq!(
                    message,
                    Oracle::new(&framework).extensions(semantics),
                    "{semantics} of {framework:?}"
                );
            }
        }
    }

    #[test]
    fn lists_and_counts_by_range() {
        let mut dice = Dice::new(23);
        for _ in 0..1500 {
            let framework = dice.framework(9);
            for semantics in [Semantics::SemiStable, Semantics::Stage] {
                let sets = Oracle::new(&framework).extensions(semantics);
                let message = format!("{semantics} of {framework:?}");
                assert_eq!(masks(extensions(&framework, semantics)), sets, "{message}");
                assert_eq!(count(&framework, semantics), sets.len() as u64, "{message}");
            }
        }
    }

    #[test]
    fn agrees_with_enumeration_on_larger_frameworks() {
        let mut dice = Dice::new(24);
        for _ in 0..150 {
            let framework = dice.framework(24);
            for semantics in [Semantics::Complete, Semantics::Preferred, Semantics::Stable] {
                let (mut credulous, mut skeptical) = (BTreeSet::new(), None::<Vec<usize>>);
                for set in extensions(&framework, semantics) {
                    credulous.extend(set.iter().copied());
                    skeptical.get_or_insert_with(|| set.clone()).retain(|a| set.contains(a));
                }
                let skeptical = skeptical.unwrap_or_else(|| (0..framework.len()).collect());
                let expected = Accepted { credulous: credulous.into_iter().collect(), skeptical };
                let found = crate::accepted(&framework, semantics);
                assert_eq!(found, expected, "{semantics} of {framework:?}");
            }
        }
    }

    #[test]
    fn known_relations_between_semantics_hold() {
        let mut dice = Dice::new(25);
        for _ in 0..150 {
            let framework = dice.framework(18);
            let all = |semantics| extensions(&framework, semantics).collect::<BTreeSet<_>>();
            let stable = all(Semantics::Stable);
            let (semi_stable, stage) = (all(Semantics::SemiStable), all(Semantics::Stage));
            assert!(semi_stable.is_subset(&all(Semantics::Preferred)), "{framework:?}");
            assert!(stage.is_subset(&all(Semantics::Naive)), "{framework:?}");
            assert!(!semi_stable.is_empty() && !stage.is_empty(), "{framework:?}");
            if !stable.is_empty() {
                assert_eq!((&semi_stable, &stage), (&stable, &stable), "{framework:?}");
            }
            let [grounded, ideal, eager] =
                [Semantics::Grounded, Semantics::Ideal, Semantics::Eager]
                    .map(|semantics| extension(&framework, semantics).unwrap());
            let is_within = |a: &Extension, b: &Extension| a.iter().all(|i| b.contains(i));
            assert!(is_within(&grounded, &ideal) && is_within(&ideal, &eager), "{framework:?}");
            assert!(semi_stable.iter().all(|set| is_within(&eager, set)), "{framework:?}");
        }
    }

    #[test]
    fn joining_is_learned_once_for_exponentially_many_sets() {
        // Each side of each of forty cycles of four attacks one attacker of the last argument: 2^40
        // preferred sets, and all contain that argument.
        let cycle = |i: usize| {
            let at = move |k: usize| 4 * i + k % 4;
            (0..4).map(move |k| (at(k), at(k + 1))).chain([(at(0), 160 + i), (at(1), 160 + i)])
        };
        let attacks = (0..40).flat_map(cycle).chain((0..40).map(|i| (160 + i, 200)));
        let framework = Framework::new(201, attacks).unwrap();
        assert_eq!(skeptical(&framework, Semantics::Preferred, 200), Skeptical::Holds);
        assert_eq!(crate::accepted(&framework, Semantics::Preferred).skeptical, [200]);
    }
    #[test]
    fn an_exchange_is_learned_once_for_exponentially_many_ranges() {
        // Forty cycles of three leave one argument each out of a range: 3^40 maximal ranges. In all
        // of them, 121 reaches more than the argument 122 that it attacks: 123, which attacks
        // itself. 120 connects all cycles.
        let cycle = |i: usize| (0..3).map(move |k| (3 * i + k, 3 * i + (k + 1) % 3));
        let attacks = (0..40).flat_map(|i| cycle(i).chain([(3 * i, 120)]));
        let attacks = attacks.chain([(121, 120), (121, 122), (121, 123), (123, 123)]);
        let framework = Framework::new(124, attacks).unwrap();
        assert_eq!(credulous(&framework, Semantics::Stage, 122), None);
        let accepted = crate::accepted(&framework, Semantics::Stage);
        assert_eq!(accepted.credulous, (0..120).chain([121]).collect::<Vec<_>>());
        assert_eq!(accepted.skeptical, [121]);
    }
}
