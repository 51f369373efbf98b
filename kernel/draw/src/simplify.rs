//! Simplified drawings of large diagrams: a spanning tree with numbered links, or a neighbourhood.

use std::collections::VecDeque;

use super::diagram::{Chip, Diagram, Direction};

/// The most boxes of a diagram that is drawn with all its lines.
const WHOLE: usize = 40;

impl Diagram {
    /// Returns a diagram of up to 40 boxes unchanged, and a larger one
    /// [`reduced`](Diagram::reduced).
    #[must_use]
    pub fn readable(self) -> Self {
        if self.nodes.len() > WHOLE { self.reduced() } else { self }
    }

    /// Draws only a spanning tree, from left to right; every other line becomes a numbered chip in
    /// the boxes at its ends.
    ///
    /// The tree of each component is grown breadth first from its first box that answers nothing,
    /// so that every box is as near to the topic of the debate as its lines allow. A tree is drawn
    /// without crossings.
    #[must_use]
    pub fn reduced(mut self) -> Self {
        let tree = Tree::grow(&self);
        let mut ends = Vec::new();
        let mut edges = Vec::new();
        for (index, edge) in std::mem::take(&mut self.edges).into_iter().enumerate() {
            if tree.keeps[index] {
                ends.push(self.ends[index]);
                edges.push(edge);
            } else {
                let number = self.chips.len() + 1;
                self.chips.push(Chip { number, edge, href: String::new() });
            }
        }
        (self.edges, self.ends) = (edges, ends);
        self.depths = Some(tree.depths);
        self.direction = Direction::Right;
        self
    }

    /// Keeps the boxes with these keys, all boxes up to `steps` lines away from them, and the lines
    /// between them. Unknown keys are ignored. Chips are left out.
    #[must_use]
    pub fn around<'a>(&self, keys: impl IntoIterator<Item = &'a str>, steps: usize) -> Self {
        let near = neighbours(self);
        let mut far = vec![usize::MAX; self.nodes.len()];
        let mut queue = VecDeque::new();
        for key in keys {
            if let Some(v) = self.nodes.iter().position(|node| node.key == key) {
                far[v] = 0;
                queue.push_back(v);
            }
        }
        while let Some(v) = queue.pop_front() {
            if far[v] == steps {
                continue;
            }
            for &(w, _) in &near[v] {
                if far[w] == usize::MAX {
                    far[w] = far[v] + 1;
                    queue.push_back(w);
                }
            }
        }
        let mut place = vec![None; self.nodes.len()];
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|&v| far[v] != usize::MAX).collect();
        for (at, &v) in kept.iter().enumerate() {
            place[v] = Some(at);
        }
        let inside = |&(from, to): &(usize, usize)| Some((place[from]?, place[to]?));
        let lines = self.edges.iter().zip(&self.ends);
        let (edges, ends) =
            lines.filter_map(|(edge, ends)| Some((edge.clone(), inside(ends)?))).unzip();
        Self {
            nodes: kept.iter().map(|&v| self.nodes[v].clone()).collect(),
            edges,
            ends,
            chips: Vec::new(),
            depths: None,
            ..self.clone()
        }
    }
}

/// The neighbours of each box, with the connecting line; boxes that answer it come first.
fn neighbours(diagram: &Diagram) -> Vec<Vec<(usize, usize)>> {
    let mut near = vec![Vec::new(); diagram.nodes.len()];
    for (edge, &(from, to)) in diagram.ends.iter().enumerate() {
        near[to].push((from, edge));
    }
    for (edge, &(from, to)) in diagram.ends.iter().enumerate() {
        near[from].push((to, edge));
    }
    near
}

struct Tree {
    /// For each line, whether it belongs to the tree.
    keeps: Vec<bool>,
    /// The distance of each box from its root.
    depths: Vec<usize>,
}

impl Tree {
    fn grow(diagram: &Diagram) -> Self {
        let near = neighbours(diagram);
        let mut answers = vec![false; diagram.nodes.len()];
        for (from, _) in diagram.ends.iter().filter(|(from, to)| from != to) {
            answers[*from] = true;
        }
        let mut seen = vec![false; diagram.nodes.len()];
        let mut tree =
            Self { keeps: vec![false; diagram.ends.len()], depths: vec![0; diagram.nodes.len()] };
        for root in roots(&near, &answers) {
            seen[root] = true;
            let mut queue = VecDeque::from([root]);
            while let Some(v) = queue.pop_front() {
                for &(w, edge) in &near[v] {
                    if !std::mem::replace(&mut seen[w], true) {
                        tree.keeps[edge] = true;
                        tree.depths[w] = tree.depths[v] + 1;
                        queue.push_back(w);
                    }
                }
            }
        }
        tree
    }
}

/// One box of each component: the first that answers nothing, otherwise the first.
fn roots(near: &[Vec<(usize, usize)>], answers: &[bool]) -> Vec<usize> {
    let mut seen = vec![false; near.len()];
    let mut roots = Vec::new();
    for first in 0..near.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut members = vec![first];
        let mut next = 0;
        while let Some(&v) = members.get(next) {
            next += 1;
            for &(w, _) in &near[v] {
                if !std::mem::replace(&mut seen[w], true) {
                    members.push(w);
                }
            }
        }
        roots.push(members.into_iter().filter(|&v| !answers[v]).min().unwrap_or(first));
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, Node, Relation, layout};

    fn tangle(n: usize) -> Diagram {
        let key = |v: usize| format!("n{v}");
        let nodes = (0..n)
            .map(|v| Node::new(key(v), "A claim of some length that takes two lines."))
            .collect();
        let edge = |from: usize, to: usize| Edge::new(key(from % n), key(to % n), Relation::Rebut);
        let edges = (0..2 * n).map(|i| edge(i * 7 + 1, i * i + 3)).collect();
        Diagram::new("", Direction::Fit, nodes, edges).unwrap()
    }

    #[test]
    fn every_line_is_drawn_or_numbered_and_trees_have_no_crossings() {
        let diagram = tangle(120);
        let lines = diagram.edges().len();
        let tree = diagram.readable();
        assert_eq!(tree.edges().len() + tree.chips().len(), lines);
        let numbers: Vec<usize> = tree.chips().iter().map(|chip| chip.number).collect();
        assert_eq!(numbers, (1..=tree.chips().len()).collect::<Vec<_>>());
        let layout = layout(&tree);
        assert_eq!((layout.crossings, layout.direction), (0, Direction::Right));
        let pills: usize = layout.nodes.iter().map(|node| node.pills.len()).sum();
        let loops = tree.chips().iter().filter(|chip| chip.edge.from == chip.edge.to).count();
        assert_eq!(pills, 2 * tree.chips().len() - loops);
    }

    #[test]
    fn small_diagrams_are_not_reduced() {
        assert!(tangle(40).readable().chips().is_empty());
    }

    #[test]
    fn the_root_answers_nothing() {
        let nodes = ["b", "a", "c"].map(|key| Node::new(key, "")).to_vec();
        let edges =
            vec![Edge::new("b", "a", Relation::Support), Edge::new("c", "b", Relation::Rebut)];
        let tree = Diagram::new("", Direction::Down, nodes, edges).unwrap().reduced();
        assert_eq!(tree.depths, Some(vec![1, 0, 2]));
    }

    #[test]
    fn around_keeps_boxes_up_to_the_given_distance() {
        let nodes: Vec<_> = (0..6).map(|v| Node::new(v.to_string(), "")).collect();
        let edges: Vec<_> = (1..6)
            .map(|v| Edge::new(v.to_string(), (v - 1).to_string(), Relation::Support))
            .collect();
        let chain = Diagram::new("", Direction::Down, nodes, edges).unwrap();
        let keys = |diagram: &Diagram| {
            diagram.nodes().iter().map(|node| node.key.clone()).collect::<String>()
        };
        assert_eq!(keys(&chain.around(["2"], 1)), "123");
        assert_eq!(chain.around(["2"], 1).edges().len(), 2);
        assert_eq!(keys(&chain.around(["0", "5"], 1)), "0145");
        assert_eq!(keys(&chain.around(["9"], 3)), "");
    }
}
