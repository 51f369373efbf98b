use std::cmp::Reverse;

use super::Framework;
use super::bits::BitSet;
use super::components::strong;
use super::domains::{Domains, IN, Labels, OUT, UNDEC};
use super::doubt::Doubt;
use super::reduct::leaves_something_acceptable;

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
/// The search decides `in` first, then `out`, then undecided, one strongly connected component after another, attackers
/// first, preferring arguments that could beat one that must be beaten; it propagates what the decision forces and,
/// where some argument has no label left, takes back the latest decision and strikes its label out. Arguments outside
/// `allowed` are attacked by somebody undecided outside the framework, so they are never in. For preferred extensions a
/// branch is given up as soon as some of the arguments it leaves undecided could be accepted together on top of all that
/// it accepts, and nobody is left undecided where [coherence](Doubt) rules it out.
///
/// Time is exponential in the number of arguments in the worst case, even for one extension; memory is linear in the
/// framework. Nothing found is kept, so the sets can be streamed.
///
/// # Source
/// Modgil and Caminada 2009, doi:10.1007/978-0-387-98197-0_6, and Nofal, Atkinson and Dunne 2014,
/// doi:10.1016/j.artint.2013.11.001: enumeration by labelling with look-ahead. It deviates in branching on three
/// labels, and in testing maximality by the reduct (an admissible set is preferred just if its reduct has no
/// admissible set but the empty one: Dvořák, König, Ulbricht and Woltran 2022, «Rediscovering argumentation principles
/// utilizing collective attacks», arXiv:2205.03151) rather than against sets found earlier.
#[derive(Debug)]
pub(super) struct Search {
    framework: Framework,
    goal: Goal,
    /// The labels that each argument may have.
    labels: Vec<Labels>,
    domains: Domains,
    /// The arguments, attackers' strongly connected components first, within each by falling number of attacks.
    order: Vec<usize>,
    /// By place in the order, where its component starts.
    starts: Vec<usize>,
    /// The place before which whole components are decided and, for preferred extensions, were found maximal.
    settled: usize,
    decisions: Vec<Decision>,
    is_started: bool,
}

#[derive(Debug)]
struct Decision {
    argument: usize,
    label: Labels,
    /// Where the trail and the settled components stood before.
    mark: usize,
    settled: usize,
}

impl Search {
    pub(super) fn new(framework: Framework, allowed: BitSet, goal: Goal) -> Self {
        let any = vec![IN | OUT | UNDEC; framework.len()];
        Self::among(framework, allowed, goal, any)
    }

    /// Searches the labellings that give each argument one of the labels that are left to it.
    pub(super) fn among(
        framework: Framework,
        allowed: BitSet,
        goal: Goal,
        labels: Vec<Labels>,
    ) -> Self {
        let mut order = Vec::with_capacity(framework.len());
        let mut starts = Vec::with_capacity(framework.len());
        for mut part in strong(&framework) {
            part.sort_by_key(|&a| Reverse(degree(&framework, a)));
            starts.resize(order.len() + part.len(), order.len());
            order.append(&mut part);
        }
        let domains = Domains::new(&framework, allowed);
        let (decisions, settled, is_started) = (Vec::new(), 0, false);
        Self { framework, goal, labels, domains, order, starts, settled, decisions, is_started }
    }

    /// Goes to the next whole labelling; `false` once all were seen.
    fn advance(&mut self) -> bool {
        let mut holds = if self.is_started {
            self.take_back()
        } else {
            self.is_started = true;
            self.start()
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

    fn start(&mut self) -> bool {
        let Self { framework, goal, labels, domains, .. } = self;
        let struck = if *goal == Goal::Stable { UNDEC } else { 0 };
        let everything: Vec<usize> = (0..framework.len()).collect();
        domains.start(framework, struck)
            && everything.iter().all(|&a| domains.exclude(framework, a, !labels[a]))
            && (*goal != Goal::Preferred
                || Doubt::new(framework.len()).strike_by_coherence(framework, domains, &everything))
    }

    /// Tells whether a component not settled yet leaves undecided what could be accepted on top.
    ///
    /// That the settled ones do not is enough: no admissible set then begins in one of them (see
    /// [`take_apart`](super::residual::Residual::take_apart)).
    fn leaves_something_acceptable(&self) -> bool {
        let unsettled = self.order[self.settled..].iter().copied();
        let mut undecided: Vec<usize> =
            unsettled.filter(|&a| self.domains.open(a) == UNDEC).collect();
        undecided.sort_unstable();
        leaves_something_acceptable(&self.framework, &self.domains, &undecided)
    }

    /// Picks the argument to decide next; `None` where all are decided.
    ///
    /// Where an argument must be out and nothing in attacks it yet, one that could; of such arguments, for the one that
    /// fewest could attack. Else the open one with most attacks in the first component with any.
    fn next_argument(&mut self) -> Option<usize> {
        let domains = &self.domains;
        let unsettled = &self.order[self.settled..];
        let open = self.settled + unsettled.iter().position(|&a| !domains.is_decided(a))?;
        self.settled = self.starts[open];
        // What attacks a settled argument is settled and explained, so none of those is unbeaten.
        let unsettled = self.order[self.settled..].iter().copied();
        let unbeaten = unsettled.filter(|&a| domains.is_unbeaten(a));
        let Some(tightest) = unbeaten.min_by_key(|&a| (domains.beaters(a), a)) else {
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

    /// Undoes decisions from the latest back to one whose label can be struck out instead; `false` if there is none.
    fn take_back(&mut self) -> bool {
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

    /// Lists what a search over the whole framework finds, undivided, as masks, and checks that it finds nothing twice.
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
                let sets = Search::new(framework.clone(), allowed.clone(), goal);
                let mut sets: Vec<u32> = sets.map(|set| set.iter().map(|a| 1 << a).sum()).collect();
                sets.sort_unstable();
                assert_eq!(sets, found(&larger, goal), "{framework:?} without {barred:?}");
            }
        }
    }
}
