use std::collections::BTreeMap;

use super::Framework;
use super::bits::BitSet;
use super::diagram::{Branch, Diagram, Node};
use super::domains::{Domains, IN, Labels, OUT, UNDEC};
use super::residual::{Key, members, pivot, take_apart};
use super::search::Goal;

impl Diagram {
    /// Draws the diagram of all extensions of `framework`, of which `goal` says the kind.
    ///
    /// Components are taken apart anew after each decision, and one that comes again is not searched again. So the
    /// work is bounded by the number of different components met: for complete and stable extensions it is linear in
    /// the number of arguments where frameworks of bounded treewidth are concerned, exponential in general. Memory
    /// grows with the work, not with the number of extensions.
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        let n = framework.len();
        let domains = Domains::new(framework, BitSet::full(n));
        let mut compiler =
            Compiler { framework, goal, domains, nodes: Vec::new(), known: BTreeMap::new() };
        compiler.run();
        Self { arguments: n, nodes: compiler.nodes }
    }
}

struct Compiler<'a> {
    framework: &'a Framework,
    goal: Goal,
    domains: Domains,
    nodes: Vec<Node>,
    /// The node of each component met, under a hash so that long keys are seldom compared.
    known: BTreeMap<(u64, Key), usize>,
}

/// A component being searched.
struct Frame {
    key: (u64, Key),
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
    left: Vec<(u64, Key)>,
    parts: Vec<usize>,
}

impl Compiler<'_> {
    fn run(&mut self) {
        let everything: Vec<usize> = (0..self.framework.len()).collect();
        let struck = if self.goal == Goal::Stable { UNDEC } else { 0 };
        let holds = self.domains.start(self.framework, struck);
        let left = if holds { self.take_apart(&everything) } else { None };
        let trial = left.map(|left| Trial { mark: 0, left, parts: Vec::new() });
        let key = (0, Key::default());
        let whole =
            Frame { key, members: everything, pivot: 0, labels: 0, branches: Vec::new(), trial };
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
                self.known.insert(frame.key, self.nodes.len());
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
                    let needed = self.open(key.clone());
                    trial.left.push(key);
                    frame.trial = Some(trial);
                    return Some(needed);
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

    fn open(&self, key: (u64, Key)) -> Frame {
        let members: Vec<usize> = members(&key.1).collect();
        let pivot = pivot(self.framework, &self.domains, &members);
        let labels = self.domains.open(pivot);
        Frame { key, pivot, labels, members, branches: Vec::new(), trial: None }
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
    fn take_apart(&mut self, members: &[usize]) -> Option<Vec<(u64, Key)>> {
        let keys = take_apart(self.framework, &mut self.domains, self.goal, members)?;
        let mut keys: Vec<(u64, Key)> = keys.into_iter().map(|key| (hash(&key), key)).collect();
        keys.sort_by_key(|(_, key)| std::cmp::Reverse(key.len()));
        Some(keys)
    }
}

/// Mixes a key into one word (Fowler, Noll and Vo, FNV-1a, word by word).
fn hash(key: &Key) -> u64 {
    key.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, &entry| {
        (hash ^ entry as u64).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
