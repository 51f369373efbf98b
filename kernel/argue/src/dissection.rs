//! In which order to decide arguments so that what is left falls apart.

use std::collections::BTreeSet;

use super::Framework;

/// Neighbours of one argument, more than which hardly part anything; what is this dense is not dissected.
///
/// The answers do not depend on it.
const WIDEST: usize = 48;

/// Tells for each argument of a connected framework how early to decide it: those of level 0 part the others into pieces
/// of at most half, those of level 1 do so with these pieces, and so on.
///
/// Neighbours are who attack each other and who attack somebody together, since his label depends on all of them.
/// Arguments are eliminated, those with fewest neighbours first; the neighbours of one that is eliminated become each
/// other's, and with it they make a bag. The bags make a tree, and what is in one parts what is only in others: taken
/// are the bags at the centroids.
///
/// # Source
/// For the elimination: Rose 1972, «A graph-theoretic study of the numerical solution of sparse positive definite systems
/// of linear equations». For counting in an order that a tree decomposition gives: Korhonen and Järvisalo 2021,
/// «Integrating tree decompositions into decision heuristics of propositional model counters», CP 2021.
pub(super) fn dissected(framework: &Framework) -> Vec<usize> {
    let tree = Tree::of(framework);
    let mut levels = vec![usize::MAX; framework.len()];
    let whole: Vec<usize> = (0..tree.bags.len()).collect();
    let mut pieces = vec![(whole, 0)];
    while let Some((piece, level)) = pieces.pop() {
        let centroid = tree.centroid(&piece);
        for &a in &tree.bags[centroid] {
            levels[a] = levels[a].min(level);
        }
        let parts = tree.parted(&piece, centroid).into_iter();
        pieces.extend(parts.map(|part| (part, level + 1)));
    }
    levels
}

/// A tree of bags of arguments. Bags come before their parents; so do those in a piece of the tree, listed ascending.
struct Tree {
    bags: Vec<Vec<usize>>,
    parents: Vec<Option<usize>>,
}

impl Tree {
    fn of(framework: &Framework) -> Self {
        let n = framework.len();
        let beside = |a: usize| {
            let rivals = framework.attacked(a).iter().map(|&b| framework.attackers(b));
            let rivals = rivals.filter(|rivals| rivals.len() <= WIDEST);
            let around = [framework.attackers(a), framework.attacked(a)];
            united(around.into_iter().chain(rivals), [a, a])
        };
        let mut neighbours: Vec<Vec<usize>> = (0..n).map(beside).collect();
        let by_degree = |a: usize, neighbours: &[Vec<usize>]| (neighbours[a].len(), a);
        let mut queue: BTreeSet<_> = (0..n).map(|a| by_degree(a, &neighbours)).collect();
        let mut bags: Vec<Vec<usize>> = Vec::new();
        let mut bag_of = vec![0; n];
        while let Some((degree, a)) = queue.pop_first() {
            if degree > WIDEST {
                let core: Vec<usize> = queue.iter().map(|&(_, b)| b).chain([a]).collect();
                for &b in &core {
                    bag_of[b] = bags.len();
                }
                bags.push(core);
                break;
            }
            let mut bag = std::mem::take(&mut neighbours[a]);
            for &b in &bag {
                queue.remove(&by_degree(b, &neighbours));
                neighbours[b] = united([neighbours[b].as_slice(), &bag], [a, b]);
                queue.insert(by_degree(b, &neighbours));
            }
            bag_of[a] = bags.len();
            bag.push(a);
            bags.push(bag);
        }
        let parent = |(i, bag): (usize, &Vec<usize>)| {
            bag.iter().map(|&b| bag_of[b]).filter(|&j| j > i).min()
        };
        let parents = bags.iter().enumerate().map(parent).collect();
        Self { bags, parents }
    }

    /// Tells where in a piece the parent of a bag is, if it is there.
    fn parent_in(&self, piece: &[usize], bag: usize) -> Option<usize> {
        piece.binary_search(&self.parents[bag]?).ok()
    }

    /// Finds a bag without which what is left of a piece has at most half of its bags each.
    fn centroid(&self, piece: &[usize]) -> usize {
        let mut below = vec![1; piece.len()];
        for (place, &bag) in piece.iter().enumerate() {
            if 2 * below[place] >= piece.len() {
                return bag;
            }
            if let Some(parent) = self.parent_in(piece, bag) {
                below[parent] += below[place];
            }
        }
        *piece.last().expect("a piece has bags")
    }

    /// Lists the pieces that are left of one without a bag.
    fn parted(&self, piece: &[usize], without: usize) -> Vec<Vec<usize>> {
        let mut part_of = vec![None; piece.len()];
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for (place, &bag) in piece.iter().enumerate().rev().filter(|(_, bag)| **bag != without) {
            let above = self.parent_in(piece, bag).and_then(|parent| part_of[parent]);
            let part = above.unwrap_or(parts.len());
            if part == parts.len() {
                parts.push(Vec::new());
            }
            part_of[place] = Some(part);
            parts[part].push(bag);
        }
        for part in &mut parts {
            part.reverse();
        }
        parts
    }
}

/// Unites sets, but for two arguments, into one that ascends.
fn united<'a>(sets: impl IntoIterator<Item = &'a [usize]>, without: [usize; 2]) -> Vec<usize> {
    let mut united: Vec<usize> = sets.into_iter().flatten().copied().collect();
    united.retain(|a| !without.contains(a));
    united.sort_unstable();
    united.dedup();
    united
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::connected;
    use crate::oracle::Dice;

    #[test]
    fn a_path_is_halved() {
        let path = Framework::new(31, (1..31).map(|b| (b - 1, b))).unwrap();
        let levels = dissected(&path);
        assert!(levels.iter().all(|&level| level < 5), "{levels:?}");
        assert!((14..17).any(|a| levels[a] == 0), "{levels:?}");
    }

    #[test]
    fn each_level_parts_what_is_left_into_halves() {
        let mut dice = Dice::new(16);
        for _ in 0..300 {
            let framework = dice.framework(20);
            for members in connected(&framework) {
                let framework = framework.restricted(&members);
                let levels = dissected(&framework);
                for level in 0..=levels.iter().copied().max().unwrap_or(0) {
                    let later: Vec<usize> =
                        (0..levels.len()).filter(|&a| levels[a] > level).collect();
                    let largest =
                        connected(&framework.restricted(&later)).iter().map(Vec::len).max();
                    let most = levels.len() >> (level + 1);
                    assert!(
                        largest.is_none_or(|largest| largest <= most),
                        "{framework:?}: {levels:?}"
                    );
                }
            }
        }
    }
}
