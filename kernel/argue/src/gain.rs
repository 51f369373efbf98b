//! Why a set is not as large as can be, told so that it goes for all sets that are alike where it matters.
//!
//! # Source
//! Joining: Thimm, Cerutti and Vallati 2021, «Skeptical reasoning with preferred semantics in abstract argumentation
//! without computing preferred extensions», doi:10.24963/ijcai.2021/285. The exchange is added here.

use std::iter::once;

use super::Framework;
use super::bits::BitSet;

/// Says which sets can be enlarged by one more argument: those that hold some arguments and lack some others.
#[derive(Debug)]
pub(super) struct Gain {
    pub(super) holds: Vec<usize>,
    pub(super) lacks: Vec<usize>,
}

/// Says which admissible sets can be joined with a [defence], whose first member they gain: those that do not attack it.
pub(super) fn by_joining(framework: &Framework, defence: &[usize]) -> Gain {
    let attackers = defence.iter().flat_map(|&b| framework.attackers(b));
    Gain { holds: Vec::new(), lacks: defence.iter().take(1).chain(attackers).copied().collect() }
}

/// Picks from an admissible set a member's defence: the member, what beats its attackers, what beats theirs.
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
            let mut beaters = framework.attackers(b).iter().copied();
            let beater = beaters.find(|&c| within.contains(c)).expect("the set defends itself");
            if !picked.contains(beater) {
                picked.insert(beater);
                defence.push(beater);
            }
        }
    }
    defence
}

/// Says what the sets are that are compared by their range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    ConflictFree,
    Admissible,
}

/// Says which sets gain `gained` for their range, as from `set` to `larger`, when a few members of `larger` come in and
/// all in conflict with these leave.
///
/// Members come in until they and those who stay have in range what is gained and all that those who leave had. For
/// this some who stay are needed. Another set that holds these has no `gained` yet where it lacks it and what attacks
/// it; and whoever has to leave that other set is lacked, or nothing in its range will be missed.
///
/// The outcome is admissible if what attacks those who come in is in its range too. What attacks those who stay is,
/// for it was in the range before.
pub(super) fn by_exchange(
    framework: &Framework,
    keep: Keep,
    gained: usize,
    set: &[usize],
    larger: &[usize],
) -> Gain {
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
        let b = coverer(framework, a, &larger).expect("its range holds that of the set");
        range(framework, b).for_each(|c| covered.insert(c));
        for &c in framework.attackers(b).iter().chain(framework.attacked(b)) {
            leaving.insert(c);
            if staying.contains(c) {
                staying.remove(c);
                needed.extend(range(framework, c));
            }
        }
        if keep == Keep::Admissible {
            needed.extend(framework.attackers(b));
        }
    }
    let mut holds = Vec::new();
    for a in needed {
        if !covered.contains(a) {
            let b = coverer(framework, a, &staying).expect("nobody came in for it");
            range(framework, b).for_each(|c| covered.insert(c));
            holds.push(b);
        }
    }
    let is_missed = |&a: &usize| range(framework, a).any(|b| !covered.contains(b));
    let attackers = framework.attackers(gained).iter().copied();
    let lacks = leaving.iter().filter(is_missed).chain([gained]).chain(attackers).collect();
    Gain { holds, lacks }
}

/// What the argument holds or attacks if it is a member.
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

    fn is_told(gain: &Gain, set: u32) -> bool {
        let is_held = |&a: &usize| set >> a & 1 == 1;
        gain.holds.iter().all(is_held) && !gain.lacks.iter().any(is_held)
    }

    /// Holds a gain of `a` that was found from `set` to what it promises: of all sets that it tells of there is one
    /// as large and larger by `a`. Gives the number of these sets.
    fn check(gain: &Gain, a: usize, set: u32, sets: &[u32], size: impl Fn(u32) -> u32) -> usize {
        assert!(is_told(gain, set), "not what it was found from: {set:b}");
        let told = sets.iter().filter(|&&set| is_told(gain, set));
        told.inspect(|&&set| {
            assert!(size(set) >> a & 1 == 0, "{set:b} has {a} already");
            let wanted = size(set) | 1 << a;
            assert!(sets.iter().any(|&set| wanted & !size(set) == 0), "{set:b} cannot gain {a}");
        })
        .count()
    }

    #[test]
    fn every_set_told_of_can_be_enlarged() {
        let mut dice = Dice::new(27);
        let mut told = 0;
        for _ in 0..3000 {
            let framework = dice.framework(7);
            let (keep, semantics) = [
                (Keep::ConflictFree, Semantics::ConflictFree),
                (Keep::Admissible, Semantics::Admissible),
            ][dice.below(2)];
            let sets = Oracle::new(&framework).extensions(semantics);
            let reach =
                |set| members(set).flat_map(|a| range(&framework, a)).fold(0, |r, a| r | 1 << a);
            let [set, larger] = [(); 2].map(|()| sets[dice.below(sets.len())]);
            let [from, to] = [set, larger].map(|set| members(set).collect::<Vec<_>>());
            for a in members(reach(larger) & !reach(set)) {
                if reach(set) & !reach(larger) == 0 {
                    let gain = by_exchange(&framework, keep, a, &from, &to);
                    told += check(&gain, a, set, &sets, reach);
                }
                if keep == Keep::Admissible && set & !larger == 0 && larger >> a & 1 == 1 {
                    let gain = by_joining(&framework, &defence(&framework, a, &to));
                    told += check(&gain, a, set, &sets, |set| set);
                }
            }
        }
        assert!(told > 10_000, "{told}");
    }

    #[test]
    fn a_defence_comes_in_with_what_it_defends() {
        // 0 and 1 attack each other. Each beats a self-attacker, 4 and 2, that attacks one argument more, 5 and 3.
        let attacks = [(0, 1), (1, 0), (0, 4), (4, 4), (4, 5), (1, 2), (2, 2), (2, 3)];
        let framework = Framework::new(6, attacks).unwrap();
        let gain = by_exchange(&framework, Keep::Admissible, 3, &[], &[1, 3]);
        assert!(
            is_told(&gain, 0) && !is_told(&gain, 0b10_0001),
            "{gain:?}: {{0, 5}} is semi-stable"
        );
        let gain = by_exchange(&framework, Keep::ConflictFree, 3, &[], &[1, 3]);
        assert!(is_told(&gain, 0b10_0001), "{gain:?}: {{0, 5}} is not stage");
    }
}
