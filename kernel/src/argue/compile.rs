use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Framework;
use super::bits::BitSet;
use super::components::strong;
use super::diagram::{Branch, Diagram, Node};
use super::domains::{Domains, IN, Labels, OUT, UNDEC};
use super::residual::{Key, pivot, take_apart};
use super::search::Goal;

/// A component with more attacks an argument seldom comes apart before most of it is decided.
///
/// The answers do not depend on it.
const DENSE: usize = 5;

impl Diagram {
    /// Draws the diagram of all extensions of `framework`, of which `goal` says the kind.
    ///
    /// Components are taken apart anew after each decision, and one that comes again is not searched again. So the
    /// work is bounded by the number of different components met: for complete and stable extensions it is linear in
    /// the number of arguments where frameworks of bounded treewidth are concerned, exponential in general. Memory
    /// grows with the work, not with the number of extensions.
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        Self::with(framework, goal, DENSE)
    }

    fn with(framework: &Framework, goal: Goal, dense: usize) -> Self {
        let n = framework.len();
        let mut rank = vec![0; n];
        if goal == Goal::Preferred {
            for (place, part) in strong(framework).into_iter().enumerate() {
                part.into_iter().for_each(|a| rank[a] = place);
            }
        }
        let domains = Domains::new(framework, BitSet::full(n));
        let mut compiler = Compiler {
            framework,
            goal,
            rank,
            dense,
            domains,
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
    /// What to decide before what. Whether a labelling is preferred shows attackers first, one strongly connected
    /// component after another; the others are decided wherever that parts most.
    rank: Vec<usize>,
    /// More attacks an argument than this, and a component is searched whole.
    dense: usize,
    domains: Domains,
    nodes: Vec<Node>,
    /// The node of each component met.
    known: BTreeMap<Key, usize>,
}

/// A component being searched.
struct Frame {
    /// None for the whole.
    key: Option<Key>,
    members: Vec<usize>,
    pivot: usize,
    /// The labels of the pivot still to try.
    labels: Labels,
    branches: Node,
    trial: Option<Trial>,
}

/// A label being tried for the pivot.
struct Trial {
    /// Where the trail stood before.
    mark: usize,
    /// Components left to look up or search, the next last.
    left: Vec<Key>,
    parts: Vec<usize>,
}

impl Compiler<'_> {
    fn run(&mut self) {
        let everything: Vec<usize> = (0..self.framework.len()).collect();
        let struck = if self.goal == Goal::Stable { UNDEC } else { 0 };
        let holds = self.domains.start(self.framework, struck);
        let left = if holds { self.take_apart(&everything) } else { None };
        let trial = left.map(|left| Trial { mark: 0, left, parts: Vec::new() });
        let whole = Frame {
            key: None,
            members: everything,
            pivot: 0,
            labels: 0,
            branches: Vec::new(),
            trial,
        };
        // No stack of calls: a chain of decisions may be as long as the framework.
        let mut frames = vec![whole];
        while let Some(mut frame) = frames.pop() {
            if let Some(trial) = frame.trial.take() {
                let needed = self.go_on(&mut frame, trial);
                frames.push(frame);
                frames.extend(needed);
            } else if frame.labels != 0 {
                self.try_next(&mut frame);
                frames.push(frame);
            } else {
                if let Some(key) = frame.key {
                    self.known.insert(key, self.nodes.len());
                }
                self.nodes.push(frame.branches);
            }
        }
    }

    /// Looks up the next component that the trial leaves, or gives it to be searched first; makes a branch once all are
    /// known.
    fn go_on(&mut self, frame: &mut Frame, mut trial: Trial) -> Option<Frame> {
        while let Some(key) = trial.left.pop() {
            match self.known.get(&key) {
                Some(&node) if self.nodes[node].is_empty() => {
                    self.domains.undo(self.framework, trial.mark);
                    return None;
                }
                Some(&node) => trial.parts.push(node),
                None => {
                    let needed = self.open(&key);
                    trial.left.push(key);
                    if needed.is_some() {
                        frame.trial = Some(trial);
                        return needed;
                    }
                }
            }
        }
        let decided = frame.members.iter().copied().filter(|&a| self.domains.is_decided(a));
        let (accepted, rejected): (Vec<usize>, Vec<usize>) =
            decided.partition(|&a| self.domains.open(a) == IN);
        frame.branches.push(Branch {
            accepted: accepted.into(),
            rejected: rejected.into(),
            parts: trial.parts.into(),
        });
        self.domains.undo(self.framework, trial.mark);
        None
    }

    /// Begins to search a component; one that will hardly come apart is searched at once and whole.
    fn open(&mut self, key: &Key) -> Option<Frame> {
        let members: Vec<usize> = key.members().collect();
        let rest = self.framework.restricted(&members);
        if rest.attacks().count() > self.dense * members.len() {
            let labellings = key.search(self.framework, self.goal);
            let to_branch = |accepted: BitSet| {
                let places = 0..members.len();
                let (accepted, rejected): (Vec<usize>, Vec<usize>) =
                    places.partition(|&i| accepted.contains(i));
                let named = |places: Vec<usize>| places.into_iter().map(|i| members[i]).collect();
                Branch {
                    accepted: named(accepted),
                    rejected: named(rejected),
                    parts: Box::default(),
                }
            };
            self.known.insert(key.clone(), self.nodes.len());
            self.nodes.push(labellings.map(to_branch).collect());
            return None;
        }
        let pivot = self.pivot(&rest, &members);
        let labels = self.domains.open(pivot);
        let (branches, trial) = (Vec::new(), None);
        Some(Frame { key: Some(key.clone()), pivot, labels, members, branches, trial })
    }

    /// Picks the argument to decide first, of those of least rank that are open.
    fn pivot(&self, rest: &Framework, members: &[usize]) -> usize {
        let rank = |i: usize| self.rank[members[i]];
        let open = (0..members.len()).filter(|&i| !self.domains.is_decided(members[i]));
        let least = open.map(rank).min();
        let first: Vec<usize> = (0..members.len()).filter(|&i| Some(rank(i)) == least).collect();
        let named: Vec<usize> = first.iter().map(|&i| members[i]).collect();
        pivot(&rest.restricted(&first), &self.domains, &named)
    }

    /// Gives the pivot its next label, in first, and takes apart what is left.
    fn try_next(&mut self, frame: &mut Frame) {
        let mark = self.domains.mark();
        let label = [IN, OUT, UNDEC].into_iter().find(|label| frame.labels & label != 0);
        let label = label.expect("a label is left");
        frame.labels &= !label;
        let holds = self.domains.exclude(self.framework, frame.pivot, !label);
        let left = if holds { self.take_apart(&frame.members) } else { None };
        match left {
            Some(left) => frame.trial = Some(Trial { mark, left, parts: Vec::new() }),
            None => self.domains.undo(self.framework, mark),
        }
    }

    /// Takes apart what is left of `members`; the smallest component comes last, so that failing costs little.
    fn take_apart(&mut self, members: &[usize]) -> Option<Vec<Key>> {
        let mut keys = take_apart(self.framework, &mut self.domains, self.goal, members)?;
        keys.sort_by_key(|key| Reverse(key.len()));
        Some(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::oracle::{Dice, Oracle, members};
    use crate::argue::stream::Stream;

    const GOALS: [Goal; 3] = [Goal::Complete, Goal::Preferred, Goal::Stable];

    /// Compares the diagram with a listing, components searched whole or not.
    fn check(framework: &Framework, goal: Goal, expected: &[Vec<usize>]) {
        let is_in = |a: usize| move |set: &&Vec<usize>| set.contains(&a);
        let arguments = 0..framework.len();
        let some = |&a: &usize| expected.iter().any(|set| set.contains(&a));
        let all = |&a: &usize| expected.iter().filter(is_in(a)).count() == expected.len();
        let credulous: Vec<usize> = arguments.clone().filter(some).collect();
        let skeptical: Vec<usize> = arguments.filter(all).collect();
        for dense in [0, 1, usize::MAX] {
            let diagram = Diagram::with(framework, goal, dense);
            let accepted = diagram.accepted();
            assert_eq!(diagram.count(), expected.len() as u64, "{goal:?}, {dense}: {framework:?}");
            assert_eq!(accepted.credulous, credulous, "{goal:?}, {dense}: {framework:?}");
            assert_eq!(accepted.skeptical, skeptical, "{goal:?}, {dense}: {framework:?}");
        }
    }

    #[test]
    fn agrees_with_the_definitions() {
        let mut dice = Dice::new(5);
        for _ in 0..1500 {
            let framework = dice.framework(9);
            let oracle = Oracle::new(&framework);
            for (goal, sets) in
                GOALS.into_iter().zip([oracle.complete(), oracle.preferred(), oracle.stable()])
            {
                let sets: Vec<Vec<usize>> =
                    sets.into_iter().map(|set| members(set).collect()).collect();
                check(&framework, goal, &sets);
            }
        }
    }

    #[test]
    fn agrees_with_the_listing_where_much_comes_apart() {
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
                let listed: Vec<Vec<usize>> = Stream::new(&framework, goal).collect();
                large += usize::from(goal == Goal::Preferred && listed.len() > 3);
                check(&framework, goal, &listed);
            }
        }
        assert!(large > 50, "{large} have more than three preferred extensions");
    }

    #[test]
    fn a_component_met_again_is_not_searched_again() {
        // Along a path of mutual attacks, stable sets are maximal independent ones: Padovan numbers.
        let path = |n: usize| (1..n).flat_map(|b| [(b - 1, b), (b, b - 1)]);
        let mut padovan = vec![1_u64, 2, 2];
        while padovan.len() < 80 {
            padovan.push(padovan[padovan.len() - 2] + padovan[padovan.len() - 3]);
        }
        let framework = Framework::new(80, path(80)).unwrap();
        for goal in [Goal::Preferred, Goal::Stable] {
            let diagram = Diagram::new(&framework, goal);
            assert_eq!(diagram.count(), padovan[79], "{goal:?}");
            assert!(diagram.nodes.len() < 500, "{} nodes", diagram.nodes.len());
        }
    }

    #[test]
    fn a_debate_stays_narrow() {
        // Two hundred mutual attacks, each pair with an attack on an earlier one, as replies have.
        let mut dice = Dice::new(15);
        let mut attacks = vec![(0, 1), (1, 0)];
        for i in 1..200 {
            let (reply, target) = (2 * i + dice.below(2), 2 * dice.below(i) + dice.below(2));
            attacks.extend([(2 * i, 2 * i + 1), (2 * i + 1, 2 * i), (reply, target)]);
        }
        let framework = Framework::new(400, attacks).unwrap();
        let diagram = Diagram::new(&framework, Goal::Preferred);
        assert!(diagram.nodes.len() < 5000, "{} nodes", diagram.nodes.len());
        assert!(diagram.count().to_string().len() > 30);
    }
}
