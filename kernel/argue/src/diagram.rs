use super::bits::BitSet;
use super::{Accepted, Count, Extension};

/// Holds all extensions of a framework as a graph of alternatives and parts.
///
/// A node stands for what is left of a component after some decisions. Its branches are alternatives: each says which
/// arguments it accepts and rejects, and which nodes, bearing on nothing in common, are left then. An extension takes
/// one branch at a node and goes on at all of that branch's parts. Every branch leads to at least one extension, and
/// no two to the same; so counting, acceptance and the best extension take one pass over the branches, however many
/// extensions there are.
///
/// # Source
/// Dechter and Mateescu 2007, AND/OR search spaces, doi:10.1016/j.artint.2006.11.003; Darwiche 2001, decomposable
/// negation normal form, doi:10.1145/502090.502091.
#[derive(Debug, Clone)]
pub(super) struct Diagram {
    pub(super) arguments: usize,
    /// Parts before those that they are parts of; the last is the whole. Without branches it has no extension.
    pub(super) nodes: Vec<Node>,
}

pub(super) type Node = Vec<Branch>;

#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) accepted: Box<[usize]>,
    /// Arguments decided not to be accepted.
    pub(super) rejected: Box<[usize]>,
    pub(super) parts: Box<[usize]>,
}

impl Diagram {
    fn root(&self) -> &Node {
        self.nodes.last().expect("the whole is a node")
    }

    pub(super) fn count(&self) -> Count {
        let mut counts: Vec<Count> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut sum = Count::zero();
            for branch in node {
                let parts = branch.parts.iter().map(|&part| &counts[part]);
                sum += &parts.fold(Count::from(1), |product, count| &product * count);
            }
            counts.push(sum);
        }
        counts.pop().expect("the whole is a node")
    }

    pub(super) fn accepted(&self) -> Accepted {
        Accepted { credulous: self.credulous(), skeptical: self.skeptical() }
    }

    /// Lists the arguments of some extension, ascending.
    fn credulous(&self) -> Extension {
        self.gather(|branch| &branch.accepted).iter().collect()
    }

    /// Lists the arguments of all extensions, ascending: all arguments where there is none.
    fn skeptical(&self) -> Extension {
        let rejected = self.gather(|branch| &branch.rejected);
        (0..self.arguments).filter(|&a| !rejected.contains(a)).collect()
    }

    /// Unites what the branches reached from the whole say.
    fn gather(&self, of: impl Fn(&Branch) -> &[usize]) -> BitSet {
        let mut is_reached = vec![false; self.nodes.len()];
        is_reached[self.nodes.len() - 1] = true;
        let mut gathered = BitSet::empty(self.arguments);
        for (node, branches) in self.nodes.iter().enumerate().rev() {
            if !is_reached[node] {
                continue;
            }
            for branch in branches {
                for &a in of(branch) {
                    gathered.insert(a);
                }
                for &part in &branch.parts {
                    is_reached[part] = true;
                }
            }
        }
        gathered
    }

    /// Finds the extension of greatest weight; among equals the one that has the smallest argument they differ on.
    pub(super) fn best(&self, weight: impl Fn(usize) -> u64) -> Option<Extension> {
        let mut best: Vec<(u128, usize)> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let weigh = |branch: &Branch| {
                let own = branch.accepted.iter().map(|&a| u128::from(weight(a))).sum::<u128>();
                own + branch.parts.iter().map(|&part| best[part].0).sum::<u128>()
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

    /// Collects what a branch accepts, with the branch chosen at each part.
    fn follow(&self, branch: &Branch, chosen: &[(u128, usize)]) -> BitSet {
        let mut set = BitSet::empty(self.arguments);
        let mut branches = vec![branch];
        while let Some(branch) = branches.pop() {
            branch.accepted.iter().for_each(|&a| set.insert(a));
            branches.extend(branch.parts.iter().map(|&part| &self.nodes[part][chosen[part].1]));
        }
        set
    }
}
