//! A tree decomposition, and the decision order that its balanced separators give.

use std::collections::BTreeSet;

use super::Framework;

/// Arguments with more neighbours than this are not decomposed further, because separators would be
/// too large.
///
/// The answers do not depend on this number.
const WIDEST: usize = 48;

/// Returns a decision level for each argument of a connected framework: the arguments of level 0
/// separate the rest into pieces of at most half the size, those of level 1 do the same with each
/// piece, and so on.
///
/// Two arguments are neighbours if one attacks the other or if both attack the same argument,
/// because the label of that argument depends on both. Arguments are eliminated in order of their
/// number of neighbours, fewest first. The neighbours of an eliminated argument become neighbours
/// of each other; together with it they form a bag. The bags form a tree, and each bag separates
/// the arguments in the subtrees around it. The levels are the bags at the centroids of this tree.
///
/// # Source
/// For the elimination: Rose 1972, «A graph-theoretic study of the numerical solution of sparse
/// positive definite systems of linear equations». For counting in an order that a tree
/// decomposition gives: Korhonen and Järvisalo 2021, «Integrating tree decompositions into decision
/// heuristics of propositional model counters», CP 2021.
pub(super) fn decision_levels(framework: &Framework) -> Vec<usize> {
    let tree = Tree::of(framework);
    let mut levels = vec![usize::MAX; framework.len()];
    let whole: Vec<usize> = (0..tree.bags.len()).collect();
    let mut pieces = vec![(whole, 0)];
    while let Some((piece, level)) = pieces.pop() {
        let centroid = tree.centroid(&piece);
        for &a in &tree.bags[centroid] {
            levels[a] = levels[a].min(level);
        }
        let pieces_left = tree.split(&piece, centroid).into_iter();
        pieces.extend(pieces_left.map(|piece_left| (piece_left, level + 1)));
    }
    levels
}

/// A tree of bags of arguments. Bags come before their parents, also in each piece of the tree,
/// which lists its bags in ascending order.
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

    /// Returns the position in a piece of the parent of a bag, if the parent is in the piece.
    fn parent_in(&self, piece: &[usize], bag: usize) -> Option<usize> {
        piece.binary_search(&self.parents[bag]?).ok()
    }

    /// Finds a bag whose removal leaves pieces with at most half of the bags.
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

    /// Lists the pieces that remain of a piece without one bag.
    fn split(&self, piece: &[usize], without: usize) -> Vec<Vec<usize>> {
        let mut piece_of = vec![None; piece.len()];
        let mut pieces_left: Vec<Vec<usize>> = Vec::new();
        for (place, &bag) in piece.iter().enumerate().rev().filter(|(_, bag)| **bag != without) {
            let above = self.parent_in(piece, bag).and_then(|parent| piece_of[parent]);
            let piece_left = above.unwrap_or(pieces_left.len());
            if piece_left == pieces_left.len() {
                pieces_left.push(Vec::new());
            }
            piece_of[place] = Some(piece_left);
            pieces_left[piece_left].push(bag);
        }
        for piece_left in &mut pieces_left {
            piece_left.reverse();
        }
        pieces_left
    }
}

/// Returns the sorted union of sets, except for two arguments.
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
    fn a_path_is_bisected() {
        let path = Framework::new(31, (1..31).map(|b| (b - 1, b))).unwrap();
        let levels = decision_levels(&path);
        assert!(levels.iter().all(|&level| level < 5), "{levels:?}");
        assert!((14..17).any(|a| levels[a] == 0), "{levels:?}");
    }

    #[test]
    fn each_level_leaves_pieces_of_at_most_half_the_size() {
        let mut dice = Dice::new(16);
        for _ in 0..300 {
            let framework = dice.framework(20);
            for members in connected(&framework) {
                let framework = framework.restricted(&members);
                let levels = decision_levels(&framework);
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
