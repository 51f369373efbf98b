//! Single extensions, single arguments, and what is accepted at all, asked of a SAT solver part by part.

use super::bits::BitSet;
use super::parts::Parts;
use super::sat::{Kind, Sat, Wish};
use super::{Accepted, Extension, Framework};

/// Finds one extension; `None` where there is none.
pub(super) fn extension(framework: &Framework, kind: Kind) -> Option<Extension> {
    find(&cut(framework, kind), kind, None)
}

/// Finds an extension that holds `argument`.
pub(super) fn credulous(framework: &Framework, kind: Kind, argument: usize) -> Option<Extension> {
    let parts = cut(framework, kind);
    match parts.place(argument) {
        Some((part, i)) => find(&parts, kind, Some((part, Wish::SomeOf(&[i])))),
        None if parts.certain.contains(&argument) => find(&parts, kind, None),
        None => None,
    }
}

/// Finds an extension that lacks `argument`: a counterexample to its being in all.
pub(super) fn skeptical(framework: &Framework, kind: Kind, argument: usize) -> Option<Extension> {
    let parts = cut(framework, kind);
    match parts.place(argument) {
        Some((part, i)) => find(&parts, kind, Some((part, Wish::NotAllOf(&[i])))),
        None if parts.certain.contains(&argument) => None,
        None => find(&parts, kind, None),
    }
}

/// Finds the arguments of some extension and those of every extension.
///
/// Each set found is asked to hold something not seen in one before, then to lack something held by all before, so
/// there are at most as many of them as there are arguments, and commonly few.
pub(super) fn accepted(framework: &Framework, kind: Kind) -> Accepted {
    let parts = cut(framework, kind);
    let (mut credulous, mut skeptical) = (Vec::new(), Vec::new());
    for part in &parts.parts {
        let Some(accepted) = accepted_in(&part.framework, kind) else {
            return Accepted { credulous: Vec::new(), skeptical: (0..framework.len()).collect() };
        };
        credulous.push(accepted.credulous);
        skeptical.push(accepted.skeptical);
    }
    Accepted { credulous: parts.join(&credulous), skeptical: parts.join(&skeptical) }
}

/// Tells whether no set of the base of the kind is larger than `set`, which is one of them.
pub(super) fn is_maximal(framework: &Framework, kind: Kind, set: &[usize]) -> bool {
    let held = BitSet::from_indices(framework.len(), set.iter().copied());
    cut(framework, kind).parts.iter().all(|part| {
        let inside = (0..part.members.len()).filter(|&i| held.contains(part.members[i]));
        !Sat::new(&part.framework, kind).exceeds(inside.collect())
    })
}

/// Cuts the framework as far as the kind allows.
pub(super) fn cut(framework: &Framework, kind: Kind) -> Parts {
    match kind {
        Kind::Admissible | Kind::Preferred | Kind::Stable | Kind::SemiStable => {
            Parts::undecided(framework)
        }
        Kind::Stage => Parts::whole(framework),
    }
}

/// Makes the solver for one part. A range that is everything is the only maximal one: where there is a stable set,
/// the stable ones are the semi-stable ones and the stage ones.
pub(super) fn solver(framework: &Framework, kind: Kind) -> Sat {
    match kind {
        Kind::Admissible | Kind::Preferred | Kind::Stable => Sat::new(framework, kind),
        Kind::SemiStable | Kind::Stage => {
            let mut stable = Sat::new(framework, Kind::Stable);
            let goal = stable.goal(Wish::Any, None);
            if stable.find(&goal).is_some() { stable } else { Sat::new(framework, kind) }
        }
    }
}

/// Finds a set in each part, the one asked about first: it is there that the answer is most likely to be no.
fn find(parts: &Parts, kind: Kind, asked: Option<(usize, Wish<'_>)>) -> Option<Extension> {
    let mut sets = vec![Extension::new(); parts.parts.len()];
    let others = (0..sets.len()).filter(|&i| asked.is_none_or(|(part, _)| part != i));
    for (i, wish) in asked.into_iter().chain(others.map(|i| (i, Wish::Any))) {
        let mut sat = solver(&parts.parts[i].framework, kind);
        let goal = sat.goal(wish, None);
        sets[i] = sat.find(&goal)?;
    }
    Some(parts.join(&sets))
}

/// Finds what is accepted within one part; `None` where there is no extension.
fn accepted_in(framework: &Framework, kind: Kind) -> Option<Accepted> {
    let mut sat = solver(framework, kind);
    let anything = sat.goal(Wish::Any, None);
    let first = sat.find(&anything)?;
    let mut seen = BitSet::from_indices(framework.len(), first.iter().copied());
    let mut common = first;
    let mut next = anything.clone();
    loop {
        let unseen: Vec<usize> = (0..framework.len()).filter(|&a| !seen.contains(a)).collect();
        next = sat.goal(Wish::SomeOf(&unseen), Some(&next));
        let Some(set) = sat.find(&next) else { break };
        for &a in &set {
            seen.insert(a);
        }
        common.retain(|a| set.binary_search(a).is_ok());
    }
    next = anything;
    loop {
        next = sat.goal(Wish::NotAllOf(&common), Some(&next));
        let Some(set) = sat.find(&next) else { break };
        common.retain(|a| set.binary_search(a).is_ok());
    }
    Some(Accepted { credulous: seen.iter().collect(), skeptical: common })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::oracle::{Dice, Oracle, masks, members};
    use crate::argue::{
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

    /// Reads the definitions out over all subsets.
    fn defined(framework: &Framework, semantics: Semantics) -> Vec<u32> {
        let oracle = Oracle::new(framework);
        let range = |set: u32| {
            members(set).flat_map(|a| framework.attacked(a)).fold(set, |range, &b| range | 1 << b)
        };
        let of_maximal_range = |sets: Vec<u32>| -> Vec<u32> {
            let is_larger =
                |a: u32, b: u32| range(a) != range(b) && range(a) & range(b) == range(b);
            let is_maximal = |&set: &u32| !sets.iter().any(|&other| is_larger(other, set));
            sets.iter().copied().filter(is_maximal).collect()
        };
        let greatest_admissible = |sets: Vec<u32>| {
            let common = sets.into_iter().fold(!0, |common, set| common & set);
            let within = oracle.admissible().into_iter().filter(|set| set & !common == 0);
            vec![within.max_by_key(|set| set.count_ones()).unwrap()]
        };
        match semantics {
            Semantics::ConflictFree => oracle.conflict_free(),
            Semantics::Naive => oracle.naive(),
            Semantics::Admissible => oracle.admissible(),
            Semantics::Complete => oracle.complete(),
            Semantics::Grounded => vec![oracle.grounded()],
            Semantics::Preferred => oracle.preferred(),
            Semantics::Stable => oracle.stable(),
            Semantics::SemiStable => of_maximal_range(oracle.admissible()),
            Semantics::Stage => of_maximal_range(oracle.conflict_free()),
            Semantics::Ideal => greatest_admissible(oracle.preferred()),
            Semantics::Eager => greatest_admissible(defined(framework, Semantics::SemiStable)),
        }
    }

    #[test]
    fn agrees_with_the_definitions() {
        let mut dice = Dice::new(21);
        for _ in 0..1500 {
            let framework = dice.framework(8);
            for semantics in DECIDED {
                let sets = defined(&framework, semantics);
                let told = format!("{semantics} of {framework:?}");
                let found = extension(&framework, semantics);
                assert_eq!(found.is_some(), !sets.is_empty(), "{told}");
                let is_listed = |set: &Extension| sets.contains(&masks([set.clone()])[0]);
                assert!(found.iter().all(is_listed), "{told}: {found:?}");
                let all = (1 << framework.len()) - 1;
                let union = sets.iter().fold(0, |union, set| union | set);
                let common = sets.iter().fold(all, |common, set| common & set);
                let list = |set: u32| members(set).collect::<Vec<_>>();
                let expected = Accepted { credulous: list(union), skeptical: list(common) };
                assert_eq!(crate::argue::accepted(&framework, semantics), expected, "{told}");
                for a in 0..framework.len() {
                    let witness = credulous(&framework, semantics, a);
                    assert_eq!(witness.is_some(), union >> a & 1 == 1, "{told}: {a}");
                    assert!(witness.iter().all(|set| is_listed(set) && set.contains(&a)), "{told}");
                    match skeptical(&framework, semantics, a) {
                        Skeptical::Holds => assert!(common >> a & 1 == 1, "{told}: {a}"),
                        Skeptical::Fails { counterexample: set } => {
                            assert!(is_listed(&set) && !set.contains(&a), "{told}: {a}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_set_is_told_from_what_is_no_extension() {
        let mut dice = Dice::new(22);
        for _ in 0..300 {
            let framework = dice.framework(7);
            for semantics in DECIDED {
                let sets = 0..1_u32 << framework.len();
                let is_one = |&set: &u32| {
                    is_extension(&framework, semantics, &members(set).collect::<Vec<_>>())
                };
                let told = sets.filter(is_one).collect::<Vec<_>>();
                assert_eq!(told, defined(&framework, semantics), "{semantics} of {framework:?}");
            }
        }
    }

    #[test]
    fn lists_and_counts_by_range() {
        let mut dice = Dice::new(23);
        for _ in 0..1500 {
            let framework = dice.framework(9);
            for semantics in [Semantics::SemiStable, Semantics::Stage] {
                let sets = defined(&framework, semantics);
                let told = format!("{semantics} of {framework:?}");
                assert_eq!(masks(extensions(&framework, semantics)), sets, "{told}");
                assert_eq!(count(&framework, semantics), sets.len() as u64, "{told}");
            }
        }
    }
}
