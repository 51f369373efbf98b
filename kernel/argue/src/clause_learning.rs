//! Clauses learned from a set that is not maximal, which also exclude similar sets.
//!
//! # Source
//! Joining: Thimm, Cerutti and Vallati 2021, «Skeptical reasoning with preferred semantics in
//! abstract argumentation without computing preferred extensions», doi:10.24963/ijcai.2021/285. The
//! exchange is an addition.

use std::iter::once;

use super::Framework;
use super::bit_set::BitSet;

/// A learned clause. Every set that contains all of some arguments and none of some others can be
/// enlarged by one more argument, so it is not maximal.
#[derive(Debug)]
pub(super) struct LearnedClause {
    pub(super) holds: Vec<usize>,
    pub(super) lacks: Vec<usize>,
}

/// Returns which admissible sets can be joined with a [`defence`], and so clause its first member:
/// those that do not attack it.
pub(super) fn by_joining(framework: &Framework, defence: &[usize]) -> LearnedClause {
    let attackers = defence.iter().flat_map(|&b| framework.attackers(b));
    LearnedClause {
        holds: Vec::new(),
        lacks: defence.iter().take(1).chain(attackers).copied().collect(),
    }
}

/// Picks from an admissible set the defence of a member: the member, attackers of its attackers,
/// attackers of theirs, and so on.
pub(super) fn defence(framework: &Framework, member: usize, set: &[usize]) -> Vec<usize> {
    let n = framework.len();
    let within = BitSet::from_indices(n, set.iter().copied());
    let mut is_beaten = BitSet::empty(n);
    let mut picked = BitSet::from_indices(n, [member]);
    let mut defence = vec![member];
    let mut next = 0;
    while let Some(&a) = defence.get(next) {
        next += 1;
        for &b in framework.attacked(a) {
            is_beaten.insert(b);
        }
        for &b in framework.attackers(a) {
            if is_beaten.contains(b) {
                continue;
            }
            let mut defenders = framework.attackers(b).iter().copied();
            let beater = defenders.find(|&c| within.contains(c)).expect("the set defends itself");
            if !picked.contains(beater) {
                picked.insert(beater);
                defence.push(beater);
            }
        }
    }
    defence
}

/// Which property an enlarged set must keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    ConflictFree,
    Admissible,
}

/// Returns which sets can clause `gained` for their range, in the way in which `larger` has more
/// range than `set`: some members of `larger` are added, and all members in conflict with these are
/// removed.
///
/// Members are added until the range contains `gained` and the range of all removed members; the
/// remaining members contribute to this, and some of them are needed. Another set that contains the
/// needed members does not have `gained` in its range if it lacks it and its attackers. And each
/// conflicting member of that other set is either excluded by the clause or has its range covered.
///
/// The result is admissible if the attackers of the added members are in its range, too. The
/// attackers of the remaining members are, because they were in the range before.
pub(super) fn by_exchange(
    framework: &Framework,
    property: Property,
    gained: usize,
    set: &[usize],
    larger: &[usize],
) -> LearnedClause {
    let n = framework.len();
    let larger = BitSet::from_indices(n, larger.iter().copied());
    let mut staying = BitSet::from_indices(n, set.iter().copied());
    let mut leaving = BitSet::empty(n);
    let mut covered = BitSet::empty(n);
    let mut needed = vec![gained];
    let mut next = 0;
    while let Some(&a) = needed.get(next) {
        next += 1;
        if covered.contains(a) || coverer(framework, a, &staying).is_some() {
            continue;
        }
        let b =
            coverer(framework, a, &larger).expect("the larger range contains the range of the set");
        range(framework, b).for_each(|c| covered.insert(c));
        for &c in framework.attackers(b).iter().chain(framework.attacked(b)) {
            leaving.insert(c);
            if staying.contains(c) {
                staying.remove(c);
                needed.extend(range(framework, c));
            }
        }
        if property == Property::Admissible {
            needed.extend(framework.attackers(b));
        }
    }
    let mut holds = Vec::new();
    for a in needed {
        if !covered.contains(a) {
            let b = coverer(framework, a, &staying).expect("a remaining member covers it");
            range(framework, b).for_each(|c| covered.insert(c));
            holds.push(b);
        }
    }
    let is_missed = |&a: &usize| range(framework, a).any(|b| !covered.contains(b));
    let attackers = framework.attackers(gained).iter().copied();
    let lacks = leaving.iter().filter(is_missed).chain([gained]).chain(attackers).collect();
    LearnedClause { holds, lacks }
}

/// The range that the argument contributes as a member: itself and the arguments that it attacks.
fn range(framework: &Framework, a: usize) -> impl Iterator<Item = usize> {
    once(a).chain(framework.attacked(a).iter().copied())
}

/// Finds a member of the set that is the argument or attacks it.
fn coverer(framework: &Framework, a: usize, set: &BitSet) -> Option<usize> {
    once(a).chain(framework.attackers(a).iter().copied()).find(|&b| set.contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Semantics;
    use crate::oracle::{Dice, Oracle, members};

    fn is_excluded(clause: &LearnedClause, set: u32) -> bool {
        let is_held = |&a: &usize| set >> a & 1 == 1;
        clause.holds.iter().all(is_held) && !clause.lacks.iter().any(is_held)
    }

    /// Checks a clause that was learned for `a` from `set`: for each set that it excludes, there is
    /// one at least as large that also has `a`. Returns the number of excluded sets.
    fn check(
        clause: &LearnedClause,
        a: usize,
        set: u32,
        sets: &[u32],
        size: impl Fn(u32) -> u32,
    ) -> usize {
        assert!(
            is_excluded(clause, set),
            "the clause does not exclude the set it was learned from: {set:b}"
        );
        let covered = sets.iter().filter(|&&set| is_excluded(clause, set));
        covered
            .inspect(|&&set| {
                assert!(size(set) >> a & 1 == 0, "{set:b} has {a} already");
                let wanted = size(set) | 1 << a;
                assert!(
                    sets.iter().any(|&set| wanted & !size(set) == 0),
                    "{set:b} cannot clause {a}"
                );
            })
            .count()
    }

    #[test]
    fn every_set_that_a_learned_clause_excludes_can_be_enlarged() {
        let mut dice = Dice::new(27);
        let mut covered = 0;
        for _ in 0..3000 {
            let framework = dice.framework(7);
            let (property, semantics) = [
                (Property::ConflictFree, Semantics::ConflictFree),
                (Property::Admissible, Semantics::Admissible),
            ][dice.below(2)];
            let sets = Oracle::new(&framework).extensions(semantics);
            let reach =
                |set| members(set).flat_map(|a| range(&framework, a)).fold(0, |r, a| r | 1 << a);
            let [set, larger] = [(); 2].map(|()| sets[dice.below(sets.len())]);
            let [from, to] = [set, larger].map(|set| members(set).collect::<Vec<_>>());
            for a in members(reach(larger) & !reach(set)) {
                if reach(set) & !reach(larger) == 0 {
                    let clause = by_exchange(&framework, property, a, &from, &to);
                    covered += check(&clause, a, set, &sets, reach);
                }
                if property == Property::Admissible && set & !larger == 0 && larger >> a & 1 == 1 {
                    let clause = by_joining(&framework, &defence(&framework, a, &to));
                    covered += check(&clause, a, set, &sets, |set| set);
                }
            }
        }
        assert!(covered > 10_000, "{covered}");
    }

    #[test]
    fn a_defence_contains_the_attackers_of_attackers() {
        // 0 and 1 attack each other. Each attacks a self-attacker, 4 and 2, that attacks one more
        // argument, 5 and 3.
        let attacks = [(0, 1), (1, 0), (0, 4), (4, 4), (4, 5), (1, 2), (2, 2), (2, 3)];
        let framework = Framework::new(6, attacks).unwrap();
        let clause = by_exchange(&framework, Property::Admissible, 3, &[], &[1, 3]);
        assert!(
            is_excluded(&clause, 0) && !is_excluded(&clause, 0b10_0001),
            "{clause:?}: {{0, 5}} is semi-stable"
        );
        let clause = by_exchange(&framework, Property::ConflictFree, 3, &[], &[1, 3]);
        assert!(is_excluded(&clause, 0b10_0001), "{clause:?}: {{0, 5}} is not stage");
    }
}
