//! Enumeration of labellings by backtracking.

use std::cmp::Reverse;

use super::Framework;
use super::bit_set::BitSet;
use super::coherence::UndecidableGroups;
use super::components::strong;
use super::propagation::{Domains, IN, Labels, OUT, UNDEC};
use super::reduct::reduct;

/// Which complete labellings are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// All: the complete extensions.
    Complete,
    /// Those with a maximal set of in arguments: the preferred extensions.
    Preferred,
    /// Those without undecided arguments: the stable extensions.
    Stable,
}

/// Enumerates labellings by backtracking. Yields the set of in arguments of each, once.
///
/// The search tries `in` first, then `out`, then undecided, one strongly connected component after
/// another, attackers first. It prefers arguments that can attack one that must be out. It
/// propagates each decision; if an argument has no label left, it undoes the latest decision and
/// removes its label. Arguments outside `allowed` have an undecided attacker outside the framework,
/// so they are never in. For preferred extensions, a branch ends as soon as some of its undecided
/// arguments could be accepted together in addition, and no argument stays undecided where
/// [coherence](super::coherence) excludes it.
///
/// In the worst case, time is exponential in the number of arguments, even for one extension;
/// memory is linear in the framework. Results are not stored, so they can be streamed.
///
/// # Source
/// Modgil and Caminada 2009, doi:10.1007/978-0-387-98197-0_6, and Nofal, Atkinson and Dunne 2014,
/// doi:10.1016/j.artint.2013.11.001: enumeration by labelling with look-ahead. Deviations: it
/// branches on three labels, and tests maximality by the reduct instead of comparing with sets
/// found earlier. An admissible set is preferred exactly if the only admissible set of its reduct
/// is the empty one (Dvořák, König, Ulbricht and Woltran 2022, «Rediscovering argumentation
/// principles utilizing collective attacks», arXiv:2205.03151).
#[derive(Debug)]
pub(super) struct Search {
    framework: Framework,
    goal: Goal,
    /// The labels that each argument may have.
    labels: Vec<Labels>,
    domains: Domains,
    /// The arguments: attacking strongly connected components first, within each by descending
    /// number of attacks.
    order: Vec<usize>,
    /// The start of the component, for each position in the order.
    starts: Vec<usize>,
    /// The position up to which whole components are decided and, for preferred extensions, found
    /// to be maximal.
    settled: usize,
    decisions: Vec<Decision>,
    is_started: bool,
}

#[derive(Debug)]
struct Decision {
    argument: usize,
    label: Labels,
    /// The length of the trail and the value of `settled` before the decision.
    mark: usize,
    settled: usize,
}

impl Search {
    pub(super) fn new(framework: Framework, allowed: BitSet, goal: Goal) -> Self {
        let any = vec![IN | OUT | UNDEC; framework.len()];
        Self::among(framework, allowed, goal, any)
    }

    /// Searches labellings with a restricted set of labels for each argument.
    pub(super) fn among(
        framework: Framework,
        allowed: BitSet,
        goal: Goal,
        labels: Vec<Labels>,
    ) -> Self {
        let mut order = Vec::with_capacity(framework.len());
        let mut starts = Vec::with_capacity(framework.len());
        for mut component in strong(&framework) {
            component.sort_by_key(|&a| Reverse(degree(&framework, a)));
            starts.resize(order.len() + component.len(), order.len());
            order.append(&mut component);
        }
        let domains = Domains::new(&framework, allowed);
        let (decisions, settled, is_started) = (Vec::new(), 0, false);
        Self { framework, goal, labels, domains, order, starts, settled, decisions, is_started }
    }

    /// Moves to the next complete labelling; `false` after the last.
    fn advance(&mut self) -> bool {
        let mut holds = if self.is_started {
            self.backtrack()
        } else {
            self.is_started = true;
            self.start()
        };
        while holds {
            if self.goal == Goal::Preferred && self.can_accept_more() {
                holds = self.backtrack();
            } else if let Some(argument) = self.next_argument() {
                holds = self.decide(argument) || self.backtrack();
            } else {
                return true;
            }
        }
        false
    }

    fn start(&mut self) -> bool {
        let Self { framework, goal, labels, domains, .. } = self;
        let removed = if *goal == Goal::Stable { UNDEC } else { 0 };
        let everything: Vec<usize> = (0..framework.len()).collect();
        domains.start(framework, removed)
            && everything.iter().all(|&a| domains.exclude(framework, a, !labels[a]))
            && (*goal != Goal::Preferred
                || UndecidableGroups::new(framework.len())
                    .apply_coherence(framework, domains, &everything))
    }

    /// Returns whether undecided arguments of components that are not settled could be accepted in
    /// addition.
    ///
    /// Settled components need no test: no admissible set starts in one of them (see
    /// [`split`](super::residual_components::Residual::split)).
    fn can_accept_more(&self) -> bool {
        let unsettled = self.order[self.settled..].iter().copied();
        let mut undecided: Vec<usize> =
            unsettled.filter(|&a| self.domains.open(a) == UNDEC).collect();
        undecided.sort_unstable();
        can_accept_more(&self.framework, &self.domains, &undecided)
    }

    /// Picks the argument to decide next; `None` if all are decided.
    ///
    /// If some arguments must be out and have no attacker that is in yet: a possible attacker of
    /// the one with the fewest possible attackers. Otherwise the open argument with most attacks in
    /// the first component that has one.
    fn next_argument(&mut self) -> Option<usize> {
        let domains = &self.domains;
        let unsettled = &self.order[self.settled..];
        let open = self.settled + unsettled.iter().position(|&a| !domains.is_decided(a))?;
        self.settled = self.starts[open];
        // The attackers of a settled argument are settled and explain its label, so it is not
        // unbeaten.
        let unsettled = self.order[self.settled..].iter().copied();
        let unbeaten = unsettled.filter(|&a| domains.lacks_in_attacker(a));
        let Some(tightest) = unbeaten.min_by_key(|&a| (domains.possible_in_attackers(a), a)) else {
            return Some(self.order[open]);
        };
        let attackers = self.framework.attackers(tightest).iter().copied();
        attackers
            .filter(|&b| domains.open(b) & IN != 0)
            .max_by_key(|&b| (degree(&self.framework, b), Reverse(b)))
    }

    fn decide(&mut self, argument: usize) -> bool {
        let label = if self.domains.open(argument) & IN != 0 { IN } else { OUT };
        let (mark, settled) = (self.domains.mark(), self.settled);
        self.decisions.push(Decision { argument, label, mark, settled });
        self.domains.exclude(&self.framework, argument, !label)
    }

    /// Undoes decisions until the label of one can be removed instead; `false` if there is none.
    fn backtrack(&mut self) -> bool {
        while let Some(Decision { argument, label, mark, settled }) = self.decisions.pop() {
            self.domains.undo(&self.framework, mark);
            self.settled = settled;
            if self.domains.exclude(&self.framework, argument, label) {
                return true;
            }
        }
        false
    }
}

/// Returns whether some of `undecided`, all of which stay undecided, could be accepted together in
/// addition to the accepted arguments, whatever becomes of the open arguments. If so, the labelling
/// is not preferred. `undecided` ascends.
pub(super) fn can_accept_more(
    framework: &Framework,
    domains: &Domains,
    undecided: &[usize],
) -> bool {
    !undecided.is_empty()
        && reduct(framework, domains, undecided).is_some_and(|(reduct, candidates)| {
            Search::new(reduct, candidates, Goal::Complete).any(|accepted| !accepted.is_empty())
        })
}

fn degree(framework: &Framework, a: usize) -> usize {
    framework.attackers(a).len() + framework.attacked(a).len()
}

impl Iterator for Search {
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
    use crate::oracle::{Dice, Oracle};

    /// Lists the results of a search over the whole framework, as masks, and checks that there are
    /// no duplicates.
    fn found(framework: &Framework, goal: Goal) -> Vec<u32> {
        let everything = BitSet::full(framework.len());
        let sets = Search::new(framework.clone(), everything, goal);
        let mut found: Vec<u32> = sets.map(|set| set.iter().map(|a| 1 << a).sum()).collect();
        let yielded = found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), yielded, "a set was found twice in {framework:?}");
        found
    }

    #[test]
    fn search_agrees_with_the_definitions() {
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
    fn an_open_attacker_prevents_acceptance() {
        // 0 attacks its self-attacking attackers 1 and 2, but not the self-attacker 3, which 4
        // attacks; 4 and 5 exclude each other. With 0 to 2 undecided, {0} can be accepted in
        // addition only if 4 is accepted.
        let attacks = [(0, 1), (0, 2), (1, 1), (2, 2), (1, 0), (2, 0), (3, 3), (3, 0), (4, 3)];
        let rivals = [(4, 5), (5, 4)];
        let framework = Framework::new(6, attacks.into_iter().chain(rivals)).unwrap();
        assert_eq!(found(&framework, Goal::Preferred), [0b01_0001, 0b10_0000]);
    }

    #[test]
    fn disallowed_arguments_act_as_if_attacked_by_a_self_attacker() {
        let mut dice = Dice::new(2);
        for _ in 0..1000 {
            let framework = dice.framework(8);
            let n = framework.len();
            let excluded: Vec<usize> = (0..n).filter(|_| dice.below(3) == 0).collect();
            let allowed = BitSet::from_indices(n, (0..n).filter(|a| !excluded.contains(a)));
            let doubts = excluded.iter().map(|&a| (n, a)).chain([(n, n)]);
            let larger = Framework::new(n + 1, framework.attacks().chain(doubts)).unwrap();
            for goal in [Goal::Complete, Goal::Preferred] {
                let sets = Search::new(framework.clone(), allowed.clone(), goal);
                let mut sets: Vec<u32> = sets.map(|set| set.iter().map(|a| 1 << a).sum()).collect();
                sets.sort_unstable();
                assert_eq!(sets, found(&larger, goal), "{framework:?} without {excluded:?}");
            }
        }
    }
}
