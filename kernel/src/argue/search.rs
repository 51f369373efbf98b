use std::cmp::Reverse;

use super::Framework;
use super::bits::BitSet;
use super::domains::{Domains, IN, Labels, OUT, UNDEC};

/// Says which complete labellings a search looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// All of them: the complete extensions.
    Complete,
    /// Those whose accepted set is maximal: the preferred extensions.
    Preferred,
    /// Those without undecided arguments: the stable extensions.
    Stable,
}

/// Enumerates labellings by backtracking; yields the accepted set of each, once.
///
/// The search decides `in` first, then `out`, then undecided, preferring arguments that could beat one that must be
/// beaten; it propagates what the decision forces and, where some argument has no label left, takes back the latest
/// decision and strikes its label out. Arguments outside `allowed` are attacked by somebody undecided outside the
/// framework, so they are never in. For preferred extensions a branch is given up as soon as some of the arguments it
/// leaves undecided could be accepted together on top of all that it accepts.
///
/// Time is exponential in the number of arguments in the worst case, even for one extension; memory is linear in the
/// framework. Nothing found is kept, so the sets can be streamed.
///
/// # Source
/// Modgil and Caminada 2009, doi:10.1007/978-0-387-98197-0_6, and Nofal, Atkinson and Dunne 2014,
/// doi:10.1016/j.artint.2013.11.001: enumeration by labelling with look-ahead. It deviates in branching on three
/// labels, and in testing maximality by the reduct (an admissible set is preferred just if its reduct has no
/// admissible set but the empty one: Dvořák, König, Ulbricht and Woltran 2022, arXiv:2205.03151) rather than against
/// sets found earlier.
#[derive(Debug)]
pub(super) struct Search<'a> {
    framework: &'a Framework,
    allowed: &'a BitSet,
    goal: Goal,
    domains: Domains<'a>,
    /// The arguments by falling number of attacks.
    order: Vec<usize>,
    decisions: Vec<Decision>,
    is_started: bool,
}

#[derive(Debug)]
struct Decision {
    argument: usize,
    label: Labels,
    /// Where the trail stood before.
    mark: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(framework: &'a Framework, allowed: &'a BitSet, goal: Goal) -> Self {
        let mut order: Vec<usize> = (0..framework.len()).collect();
        order.sort_by_key(|&a| Reverse(degree(framework, a)));
        let domains = Domains::new(framework, allowed);
        Self { framework, allowed, goal, domains, order, decisions: Vec::new(), is_started: false }
    }

    /// Goes to the next whole labelling; `false` once all were seen.
    fn advance(&mut self) -> bool {
        let mut holds = if self.is_started {
            self.take_back()
        } else {
            self.is_started = true;
            self.domains.start(if self.goal == Goal::Stable { UNDEC } else { 0 })
        };
        while holds {
            if self.goal == Goal::Preferred && self.leaves_something_acceptable() {
                holds = self.take_back();
            } else if let Some(argument) = self.next_argument() {
                holds = self.decide(argument) || self.take_back();
            } else {
                return true;
            }
        }
        false
    }

    /// Picks the argument to decide next.
    ///
    /// Where an argument must be out and nothing in attacks it yet, one that could; of such arguments, for the one that
    /// fewest could attack. Else one with two labels left, else any open one. Of several, that with most attacks.
    fn next_argument(&self) -> Option<usize> {
        let domains = &self.domains;
        let attackers = |a: usize| self.framework.attackers(a).iter().copied();
        let is_unbeaten =
            |&a: &usize| domains.open(a) == OUT && !attackers(a).any(|b| domains.open(b) == IN);
        let beaters = |a: usize| attackers(a).filter(|&b| domains.open(b) & IN != 0);
        let tightest =
            (0..self.framework.len()).filter(is_unbeaten).min_by_key(|&a| beaters(a).count());
        if let Some(a) = tightest {
            return beaters(a).max_by_key(|&b| (degree(self.framework, b), Reverse(b)));
        }
        let mut open = self.order.iter().copied().filter(|&a| !domains.is_decided(a));
        let first = open.clone().next();
        open.find(|&a| domains.open(a).count_ones() == 2).or(first)
    }

    fn decide(&mut self, argument: usize) -> bool {
        let label = if self.domains.open(argument) & IN != 0 { IN } else { OUT };
        self.decisions.push(Decision { argument, label, mark: self.domains.mark() });
        self.domains.exclude(argument, !label)
    }

    /// Undoes decisions from the latest back to one whose label can be struck out instead; `false` if there is none.
    fn take_back(&mut self) -> bool {
        while let Some(Decision { argument, label, mark }) = self.decisions.pop() {
            self.domains.undo(mark);
            if self.domains.exclude(argument, label) {
                return true;
            }
        }
        false
    }

    /// Tells whether some of the arguments decided to be undecided could all be in, whatever the open ones become.
    fn leaves_something_acceptable(&self) -> bool {
        let n = self.framework.len();
        let undecided: Vec<usize> = (0..n).filter(|&a| self.domains.open(a) == UNDEC).collect();
        if undecided.is_empty() {
            return false;
        }
        let hopeful = self.hopeful(&undecided);
        if hopeful.is_empty() {
            return false;
        }
        let rest = self.framework.restricted(&undecided);
        let places = (0..undecided.len()).filter(|&i| hopeful.contains(undecided[i]));
        let allowed = BitSet::from_indices(undecided.len(), places);
        Search::new(&rest, &allowed, Goal::Complete).any(|set| !set.is_empty())
    }

    /// Keeps of the undecided arguments those that may belong to an admissible set among themselves, conflicts ignored.
    ///
    /// An attacker that is out will have been attacked; any other must be undecided for good and have a hopeful
    /// attacker.
    fn hopeful(&self, undecided: &[usize]) -> BitSet {
        let n = self.framework.len();
        let is_harmless = |a: usize| self.domains.open(a) == OUT;
        let is_settled = |&a: &usize| is_harmless(a) || self.domains.open(a) == UNDEC;
        let can_be_in = |a| self.allowed.contains(a) && !self.framework.has_attack(a, a);
        let mut hopeful = BitSet::empty(n);
        let mut hopeful_attackers = vec![0_usize; n];
        for &a in undecided {
            if can_be_in(a) && self.framework.attackers(a).iter().all(is_settled) {
                hopeful.insert(a);
                self.framework.attacked(a).iter().for_each(|&b| hopeful_attackers[b] += 1);
            }
        }
        let is_attackable = |&a: &usize| hopeful_attackers[a] > 0;
        let mut invincible: Vec<usize> =
            undecided.iter().copied().filter(|a| !is_attackable(a)).collect();
        while let Some(a) = invincible.pop() {
            for &b in self.framework.attacked(a) {
                if !hopeful.contains(b) {
                    continue;
                }
                hopeful.remove(b);
                for &c in self.framework.attacked(b) {
                    hopeful_attackers[c] -= 1;
                    if hopeful_attackers[c] == 0 && self.domains.open(c) == UNDEC {
                        invincible.push(c);
                    }
                }
            }
        }
        hopeful
    }
}

fn degree(framework: &Framework, a: usize) -> usize {
    framework.attackers(a).len() + framework.attacked(a).len()
}

impl Iterator for Search<'_> {
    type Item = BitSet;

    fn next(&mut self) -> Option<BitSet> {
        let n = self.framework.len();
        self.advance().then(|| {
            let accepted = (0..n).filter(|&a| self.domains.open(a) == IN);
            BitSet::from_indices(n, accepted)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::oracle::{Dice, Oracle};

    /// Lists what a search over the whole framework finds, undivided, as masks, and checks that it finds nothing twice.
    fn found(framework: &Framework, goal: Goal) -> Vec<u32> {
        let everything = BitSet::full(framework.len());
        let sets = Search::new(framework, &everything, goal);
        let mut found: Vec<u32> = sets.map(|set| set.iter().map(|a| 1 << a).sum()).collect();
        let yielded = found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), yielded, "a set was found twice in {framework:?}");
        found
    }

    #[test]
    fn finds_what_the_definitions_say() {
        let mut dice = Dice::new(1);
        for _ in 0..2000 {
            let framework = dice.framework(9);
            let oracle = Oracle::new(&framework);
            assert_eq!(found(&framework, Goal::Complete), oracle.complete(), "{framework:?}");
            assert_eq!(found(&framework, Goal::Preferred), oracle.preferred(), "{framework:?}");
            assert_eq!(found(&framework, Goal::Stable), oracle.stable(), "{framework:?}");
        }
    }

    #[test]
    fn an_open_attacker_may_yet_stand_in_the_way() {
        // 0 beats its self-attacking attackers 1 and 2, but not the self-attacker 3, which 4 beats; 4 and 5 exclude
        // each other. With 0 to 2 decided undecided, {0} is acceptable on top only if 4 is accepted.
        let attacks = [(0, 1), (0, 2), (1, 1), (2, 2), (1, 0), (2, 0), (3, 3), (3, 0), (4, 3)];
        let rivals = [(4, 5), (5, 4)];
        let framework = Framework::new(6, attacks.into_iter().chain(rivals)).unwrap();
        assert_eq!(found(&framework, Goal::Preferred), [0b01_0001, 0b10_0000]);
    }

    #[test]
    fn what_is_not_allowed_is_as_if_a_self_attacker_attacked_it() {
        let mut dice = Dice::new(2);
        for _ in 0..1000 {
            let framework = dice.framework(8);
            let n = framework.len();
            let barred: Vec<usize> = (0..n).filter(|_| dice.below(3) == 0).collect();
            let allowed = BitSet::from_indices(n, (0..n).filter(|a| !barred.contains(a)));
            let doubts = barred.iter().map(|&a| (n, a)).chain([(n, n)]);
            let larger = Framework::new(n + 1, framework.attacks().chain(doubts)).unwrap();
            for goal in [Goal::Complete, Goal::Preferred] {
                let sets = Search::new(&framework, &allowed, goal);
                let mut sets: Vec<u32> = sets.map(|set| set.iter().map(|a| 1 << a).sum()).collect();
                sets.sort_unstable();
                assert_eq!(sets, found(&larger, goal), "{framework:?} without {barred:?}");
            }
        }
    }
}
