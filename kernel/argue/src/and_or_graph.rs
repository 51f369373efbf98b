//! An AND/OR graph that represents all extensions of a framework.

mod compile;

use super::bit_set::BitSet;
use super::{Count, Extension};

/// All extensions of a framework as an AND/OR graph.
///
/// A node represents a component that is left after some decisions. Its branches are alternatives
/// (OR): each lists the arguments that it accepts, and the independent nodes that are left (AND).
/// An extension chooses one branch at a node and continues at all children of that branch. Every
/// branch leads to at least one extension, and no two branches to the same one. So counting and the
/// best extension take one pass over the branches, however many extensions there are.
///
/// # Source
/// Dechter and Mateescu 2007, AND/OR search spaces, doi:10.1016/j.artint.2006.11.003; Darwiche
/// 2001, decomposable negation normal form, doi:10.1145/502090.502091.
#[derive(Debug, Clone)]
pub(super) struct AndOrGraph {
    pub(super) arguments: usize,
    /// Children come before their parents; the last node is the root. If the root has no branches,
    /// there is no extension.
    pub(super) nodes: Vec<Node>,
}

pub(super) type Node = Vec<Branch>;

#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) accepted: Box<[usize]>,
    pub(super) children: Box<[usize]>,
}

impl AndOrGraph {
    fn root(&self) -> &Node {
        self.nodes.last().expect("the whole is a node")
    }

    pub(super) fn count(&self) -> Count {
        let mut counts: Vec<Count> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut sum = Count::zero();
            for branch in node {
                let children = branch.children.iter().map(|&child| &counts[child]);
                sum += &children.fold(Count::from(1), |product, count| &product * count);
            }
            counts.push(sum);
        }
        counts.pop().expect("the whole is a node")
    }

    /// Finds the extension of greatest weight. Among equals it is the one with the smallest
    /// argument on which they differ.
    pub(super) fn best(&self, weight: impl Fn(usize) -> u64) -> Option<Extension> {
        let mut best: Vec<(u128, usize)> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let weigh = |branch: &Branch| {
                let own = branch.accepted.iter().map(|&a| u128::from(weight(a))).sum::<u128>();
                own + branch.children.iter().map(|&child| best[child].0).sum::<u128>()
            };
            let heaviest = node.iter().map(weigh).max().unwrap_or(0);
            let mut equals = (0..node.len()).filter(|&i| weigh(&node[i]) == heaviest);
            let first = equals.next().unwrap_or(0);
            let first = equals.fold(first, |one, other| {
                let [a, b] = [one, other].map(|i| self.follow(&node[i], &best));
                if b.precedes(&a) { other } else { one }
            });
            best.push((heaviest, first));
        }
        let (_, branch) = best.last().expect("the whole is a node");
        self.root().get(*branch).map(|branch| self.follow(branch, &best).iter().collect())
    }

    /// Collects the arguments that a branch accepts, with the chosen branch of each child.
    fn follow(&self, branch: &Branch, chosen: &[(u128, usize)]) -> BitSet {
        let mut set = BitSet::empty(self.arguments);
        let mut branches = vec![branch];
        while let Some(branch) = branches.pop() {
            branch.accepted.iter().for_each(|&a| set.insert(a));
            branches
                .extend(branch.children.iter().map(|&child| &self.nodes[child][chosen[child].1]));
        }
        set
    }
}
