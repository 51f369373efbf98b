//! Compiles a framework to an AND/OR graph of its extensions.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{AndOrGraph, Branch, Node};
use crate::Framework;
use crate::backtracking::Goal;
use crate::bit_set::{BitSet, Marks};
use crate::components::strong_with_few_open;
use crate::propagation::{Domains, IN, Labels, OUT, UNDEC};
use crate::residual_components::{Key, Residual};
use crate::tree_decomposition::decision_levels;

/// A component with more attacks per argument is first searched whole, because it seldom splits
/// before most of it is decided.
///
/// The answers do not depend on this number, nor on the next one.
const DENSE: usize = 5;

/// A component with more labellings is split all the same: weakly connected dense parts have few
/// labellings each, and together too many to list.
const MOST_LISTED: usize = 128;

impl AndOrGraph {
    /// Compiles the graph of all extensions of `framework` of the kind `goal`.
    ///
    /// After each decision the undecided rest is split into components, and a component that was
    /// met before is not searched again. So the work is bounded by the number of different
    /// components. For complete and stable extensions of frameworks of bounded treewidth this is
    /// linear in the number of arguments; in general it is exponential. Memory grows with the work,
    /// not with the number of extensions. Separators of a tree decomposition are decided first, in
    /// a fixed order, so that different decisions leave the same components.
    pub(crate) fn new(framework: &Framework, goal: Goal) -> Self {
        Self::with(framework, goal, DENSE, MOST_LISTED)
    }

    fn with(framework: &Framework, goal: Goal, dense: usize, most_listed: usize) -> Self {
        let n = framework.len();
        let mut compiler = Compiler {
            framework,
            goal,
            order: vec![(0, 0); n],
            dense,
            most_listed,
            domains: Domains::new(framework, BitSet::full(n)),
            residual: Residual::new(framework, goal),
            inside: Marks::empty(n),
            nodes: Vec::new(),
            known: BTreeMap::new(),
        };
        compiler.run();
        Self { arguments: n, nodes: compiler.nodes }
    }
}

struct Compiler<'a> {
    framework: &'a Framework,
    goal: Goal,
    /// The decision order: the index of the group, and the level of the tree decomposition of the
    /// group.
    order: Vec<(usize, usize)>,
    /// A component with more attacks per argument is first searched whole.
    dense: usize,
    /// A component with more labellings is split.
    most_listed: usize,
    domains: Domains,
    residual: Residual<'a>,
    /// The members of the current component.
    inside: Marks,
    nodes: Vec<Node>,
    /// The node of each component met so far.
    known: BTreeMap<Key, usize>,
}

/// A component whose search is in progress.
struct Frame {
    key: Key,
    members: Vec<usize>,
    pivot: usize,
    /// The labels of the pivot that are left to try.
    labels: Labels,
    branches: Node,
    trial: Option<Trial>,
    /// What is left of this component is searched whole only if it has fewer members: a larger part
    /// would have too many labellings again.
    whole_below: usize,
}

/// A label that is being tried for the pivot.
struct Trial {
    /// The length of the trail before the decision.
    mark: usize,
    /// Components that still have to be looked up or searched; the last one is next.
    left: Vec<Key>,
    children: Vec<usize>,
}

impl Compiler<'_> {
    fn run(&mut self) {
        let everything: Vec<usize> = (0..self.framework.len()).collect();
        let removed = if self.goal == Goal::Stable { UNDEC } else { 0 };
        let holds = self.domains.start(self.framework, removed);
        let left = if holds { self.split(&everything) } else { None };
        for key in left.iter().flatten() {
            self.arrange(&key.members().collect::<Vec<usize>>());
        }
        let whole = Frame {
            key: Key::whole(everything.len()),
            members: everything,
            pivot: 0,
            labels: 0,
            branches: Vec::new(),
            whole_below: usize::MAX,
            trial: left.map(|left| Trial { mark: 0, left, children: Vec::new() }),
        };
        // An explicit stack, because a chain of decisions may be as long as the framework.
        let mut frames = vec![whole];
        while let Some(mut frame) = frames.pop() {
            if let Some(trial) = frame.trial.take() {
                let needed = self.continue_trial(&mut frame, trial);
                frames.push(frame);
                frames.extend(needed);
            } else if frame.labels != 0 {
                self.try_next(&mut frame);
                frames.push(frame);
            } else {
                self.known.insert(frame.key, self.nodes.len());
                self.nodes.push(frame.branches);
            }
        }
    }

    /// Sets the decision order of the members of a component.
    ///
    /// Whether a labelling is preferred is decided component by component, attackers first, if some
    /// members may stay undecided. So the strongly connected components are then decided in that
    /// order; otherwise the tree decomposition alone gives the order.
    fn arrange(&mut self, members: &[usize]) {
        let rest = self.framework.restricted(members);
        let may_be_undecided = members.iter().any(|&a| self.domains.open(a) & UNDEC != 0);
        let groups = if self.goal == Goal::Preferred && may_be_undecided {
            strong_with_few_open(&rest)
        } else {
            vec![(0..rest.len()).collect()]
        };
        for (index, group) in groups.into_iter().enumerate() {
            let levels = decision_levels(&rest.restricted(&group));
            for (i, level) in group.into_iter().zip(levels) {
                self.order[members[i]] = (index, level);
            }
        }
    }

    /// Looks up the components that the trial leaves. Returns a frame for the first one that is
    /// unknown; adds a branch once all are known.
    fn continue_trial(&mut self, frame: &mut Frame, mut trial: Trial) -> Option<Frame> {
        while let Some(key) = trial.left.pop() {
            match self.known.get(&key) {
                Some(&node) if self.nodes[node].is_empty() => {
                    self.domains.undo(self.framework, trial.mark);
                    return None;
                }
                Some(&node) => trial.children.push(node),
                None => {
                    let needed = self.open(&key, frame.whole_below);
                    trial.left.push(key);
                    if needed.is_some() {
                        frame.trial = Some(trial);
                        return needed;
                    }
                }
            }
        }
        let accepted = frame.members.iter().copied().filter(|&a| self.domains.open(a) == IN);
        let (accepted, children) = (accepted.collect(), trial.children.into());
        frame.branches.push(Branch { accepted, children });
        self.domains.undo(self.framework, trial.mark);
        None
    }

    /// Starts the search of a component. If it is dense and has few labellings, it is searched
    /// whole, without a frame.
    fn open(&mut self, key: &Key, mut whole_below: usize) -> Option<Frame> {
        let members: Vec<usize> = key.members().collect();
        if members.len() < whole_below && self.is_dense(&members) {
            if let Some(node) = self.listed(key, &members) {
                self.known.insert(key.clone(), self.nodes.len());
                self.nodes.push(node);
                return None;
            }
            whole_below = members.len() * 3 / 4;
        }
        let pivot = self.pivot(&members);
        let labels = self.domains.open(pivot);
        let (branches, trial) = (Vec::new(), None);
        Some(Frame { key: key.clone(), pivot, labels, members, branches, trial, whole_below })
    }

    /// Lists the labellings of a component; `None` if there are too many.
    fn listed(&self, key: &Key, members: &[usize]) -> Option<Node> {
        let labellings = key.search(self.framework, self.goal).take(self.most_listed + 1);
        let to_branch = |accepted: BitSet| Branch {
            accepted: accepted.iter().map(|i| members[i]).collect(),
            children: Box::default(),
        };
        let node: Node = labellings.map(to_branch).collect();
        (node.len() <= self.most_listed).then_some(node)
    }

    /// Returns whether a component has so many attacks that it seldom splits.
    fn is_dense(&mut self, members: &[usize]) -> bool {
        let most = self.dense.saturating_mul(members.len());
        let attacked = || members.iter().map(|&a| self.framework.attacked(a));
        if attacked().map(<[usize]>::len).sum::<usize>() <= most {
            return false;
        }
        self.inside.fill(members.iter().copied());
        attacked().flatten().filter(|&&b| self.inside.contains(b)).count() > most
    }

    /// Picks the next member to decide. If a member of the first group must be out and no attacker
    /// is in yet: an attacker that can be in. Otherwise a member of the first level.
    fn pivot(&self, members: &[usize]) -> usize {
        let domains = &self.domains;
        let open = || members.iter().copied().filter(|&a| !domains.is_decided(a));
        let first =
            open().map(|a| self.order[a]).min().expect("a residual component has open members");
        let lacks_in_attacker =
            |&a: &usize| domains.lacks_in_attacker(a) && self.order[a].0 == first.0;
        let tightest = members
            .iter()
            .copied()
            .filter(lacks_in_attacker)
            .min_by_key(|&a| domains.possible_in_attackers(a));
        let degree = |a: usize| {
            let neighbours = self.framework.attackers(a).iter().chain(self.framework.attacked(a));
            neighbours.filter(|&&b| !domains.is_decided(b)).count()
        };
        let found = match tightest {
            Some(a) => {
                let attackers = self.framework.attackers(a).iter().copied();
                let possible = attackers.filter(|&b| domains.open(b) & IN != 0);
                possible.min_by_key(|&b| (self.order[b], Reverse(degree(b))))
            }
            None => {
                open().filter(|&a| self.order[a] == first).max_by_key(|&a| (degree(a), Reverse(a)))
            }
        };
        found.expect("such a member has a possible attacker, and some member is first")
    }

    /// Tries the next label of the pivot, `in` first, and splits the rest into components.
    fn try_next(&mut self, frame: &mut Frame) {
        let mark = self.domains.mark();
        let label = [IN, OUT, UNDEC].into_iter().find(|label| frame.labels & label != 0);
        let label = label.expect("a label is left");
        frame.labels &= !label;
        let holds = self.domains.exclude(self.framework, frame.pivot, !label);
        let left = if holds { self.split(&frame.members) } else { None };
        match left {
            Some(left) => frame.trial = Some(Trial { mark, left, children: Vec::new() }),
            None => self.domains.undo(self.framework, mark),
        }
    }

    /// Splits what is left of `members` into components. The smallest comes last and is searched
    /// first, so that a failure costs little.
    fn split(&mut self, members: &[usize]) -> Option<Vec<Key>> {
        let mut keys = self.residual.split(&mut self.domains, members)?;
        keys.sort_by_key(|key| Reverse(key.len()));
        Some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Semantics;
    use crate::enumeration::Enumeration;
    use crate::oracle::{Dice, Oracle, members};

    const GOALS: [Goal; 3] = [Goal::Complete, Goal::Preferred, Goal::Stable];

    /// Compares the graph with a listing: the number of extensions, and for each argument the best
    /// one if it weighs more or less than the others; with all, some and no components searched
    /// whole.
    fn check(framework: &Framework, goal: Goal, expected: &[Vec<usize>]) {
        for (dense, most_listed) in [(0, 1000), (0, 2), (1, 1000), (1, 0), (usize::MAX, 0)] {
            let message = || format!("{goal:?}, {dense}, {most_listed}: {framework:?}");
            let graph = AndOrGraph::with(framework, goal, dense, most_listed);
            assert_eq!(graph.count(), expected.len() as u64, "{}", message());
            for a in 0..framework.len() {
                for wanted in [true, false] {
                    let weight = |b: usize| match b == a {
                        true if wanted => 512,
                        true => 1,
                        false => 8,
                    };
                    let weigh = |set: &Vec<usize>| set.iter().map(|&b| weight(b)).sum::<u64>();
                    let best = expected.iter().min_by_key(|set| (Reverse(weigh(set)), *set));
                    assert_eq!(graph.best(weight).as_ref(), best, "{}", message());
                }
            }
        }
    }

    #[test]
    fn agrees_with_the_definitions() {
        let mut dice = Dice::new(5);
        for _ in 0..1500 {
            let framework = dice.framework(9);
            let oracle = Oracle::new(&framework);
            let kinds = [Semantics::Complete, Semantics::Preferred, Semantics::Stable];
            for (goal, semantics) in GOALS.into_iter().zip(kinds) {
                let sets = oracle.extensions(semantics);
                let sets: Vec<Vec<usize>> =
                    sets.into_iter().map(|set| members(set).collect()).collect();
                check(&framework, goal, &sets);
            }
        }
    }

    #[test]
    fn agrees_with_enumeration_on_frameworks_that_split() {
        let mut dice = Dice::new(6);
        let mut large = 0;
        for _ in 0..400 {
            let n = 12 + dice.below(9);
            let mut attacks = std::collections::BTreeSet::new();
            for _ in 0..n + dice.below(n) {
                attacks.insert((dice.below(n), dice.below(n)));
            }
            for a in (0..n).filter(|_| dice.below(2) == 0).collect::<Vec<_>>() {
                attacks.extend([(a, (a + 1) % n), ((a + 1) % n, a)]);
            }
            let framework = Framework::new(n, attacks).unwrap();
            for goal in GOALS {
                let listed: Vec<Vec<usize>> = Enumeration::new(&framework, goal).collect();
                large += usize::from(goal == Goal::Preferred && listed.len() > 3);
                check(&framework, goal, &listed);
            }
        }
        assert!(large > 50, "{large} have more than three preferred extensions");
    }

    #[test]
    fn cache_keys_distinguish_arguments_attacked_from_outside() {
        // 4 cannot be in while 0, which attacks it, or 2, which it attacks, is undecided. In both
        // cases the component {4, 5, 6} is left with the same labels, but only in the first case
        // may 5 be out and 4 undecided. A second such component, {7, 8, 9}, makes the search decide
        // 0 and 2 first.
        let rivals = [(0, 1), (1, 0), (2, 3), (3, 2)].into_iter();
        let components = [4, 7].map(|a| {
            let (b, c) = (a + 1, a + 2);
            [(0, a), (a, 2), (b, c), (c, b), (b, a)]
        });
        let attacks: Vec<_> = rivals.chain(components.into_iter().flatten()).collect();
        let mut dice = Dice::new(17);
        for _ in 0..40 {
            let name = dice.shuffle(10);
            let renamed = attacks.iter().map(|&(a, b)| (name[a], name[b]));
            let framework = Framework::new(10, renamed).unwrap();
            let sets = Oracle::new(&framework).complete();
            let sets: Vec<Vec<usize>> =
                sets.into_iter().map(|set| members(set).collect()).collect();
            check(&framework, Goal::Complete, &sets);
        }
    }

    #[test]
    fn known_components_are_not_searched_again() {
        // Along a path of mutual attacks, stable sets are the maximal independent sets: Padovan
        // numbers.
        let path = |n: usize| (1..n).flat_map(|b| [(b - 1, b), (b, b - 1)]);
        let mut padovan = vec![1_u64, 2, 2];
        while padovan.len() < 80 {
            padovan.push(padovan[padovan.len() - 2] + padovan[padovan.len() - 3]);
        }
        let framework = Framework::new(80, path(80)).unwrap();
        for goal in [Goal::Preferred, Goal::Stable] {
            let graph = AndOrGraph::new(&framework, goal);
            assert_eq!(graph.count(), padovan[79], "{goal:?}");
            assert!(graph.nodes.len() < 500, "{} nodes", graph.nodes.len());
        }
    }

    /// Questions whose six arguments for yes and six for no all attack each other, and one attack
    /// from each to the next: 2 to the power of 40 labellings.
    #[test]
    fn dense_parts_with_few_attacks_between_them_are_not_listed_together() {
        let rebuttals = |i: usize| {
            let pairs = (0..6).flat_map(move |a| (6..12).map(move |b| (12 * i + a, 12 * i + b)));
            pairs.flat_map(|(a, b)| [(a, b), (b, a)])
        };
        let onward = (1..40).map(|i| (12 * i - 12, 12 * i));
        let back = (1..40).map(|i| (12 * i + 11, 12 * i - 1));
        for both_ways in [false, true] {
            let links = onward.clone().chain(back.clone().filter(|_| both_ways));
            let attacks = (0..40).flat_map(rebuttals).chain(links);
            let framework = Framework::new(480, attacks).unwrap();
            for goal in [Goal::Preferred, Goal::Stable] {
                let graph = AndOrGraph::new(&framework, goal);
                assert_eq!(graph.count(), 1 << 40, "{goal:?}, {both_ways}");
                assert!(graph.nodes.len() < 5000, "{} nodes", graph.nodes.len());
            }
        }
    }

    #[test]
    fn frameworks_like_debates_have_small_graphs() {
        // Two hundred mutual attacks, each pair with an attack on an earlier one, like the replies
        // of a debate.
        let mut dice = Dice::new(15);
        let mut attacks = vec![(0, 1), (1, 0)];
        for i in 1..200 {
            let (reply, target) = (2 * i + dice.below(2), 2 * dice.below(i) + dice.below(2));
            attacks.extend([(2 * i, 2 * i + 1), (2 * i + 1, 2 * i), (reply, target)]);
        }
        let framework = Framework::new(400, attacks).unwrap();
        let graph = AndOrGraph::new(&framework, Goal::Preferred);
        assert!(graph.nodes.len() < 5000, "{} nodes", graph.nodes.len());
        assert!(graph.count().to_string().len() > 30);
    }
}
