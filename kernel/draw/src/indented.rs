//! Trees as indented lists of boxes: each box below the box that it answers.

use super::box_size::{label_width, measure_within};
use super::columns::{GAP, MARGIN, WIDTH};
use super::diagram::{Diagram, Direction};
use super::layout::{Layout, Placed};
use super::path::{Label, Line, Path, Piece, Point};

/// Distance between the lines that end at one box. *Units*: px, as for all constants of this file.
const RAIL: f64 = 13.0;
/// The most that one level is indented.
const INDENT: f64 = 72.0;
/// The least width of a box, whatever its level.
const LEAST: f64 = 170.0;
/// Additional space above a box for the verb of its line.
const VERB: f64 = 8.0;
/// Distance from the baseline of a verb to the box below it.
const VERB_BASE: f64 = 5.0;

/// Draws a [`reduced`](Diagram::reduced) diagram as an indented list.
///
/// Every line runs from the left edge of a box to the bottom of the box above it, so no line runs
/// under a box and no two lines cross. Its verb is above the lower box. Lines between other boxes,
/// which a reduced diagram does not have, are left out.
pub fn indented(diagram: &Diagram) -> Layout {
    let tree = Tree::new(diagram);
    let left = |at: usize| {
        let indents = tree.above(at).map(|parent| tree.indent(parent)).sum::<f64>();
        MARGIN + indents.min(WIDTH - 2.0 * MARGIN - LEAST)
    };
    let boxes = measure_within(diagram, |at| WIDTH - MARGIN - left(at));
    let mut nodes: Vec<Placed> =
        boxes.iter().map(|measured| Placed::new(measured, Point::default())).collect();
    let mut next = MARGIN;
    for &at in &tree.order {
        if tree.verb(diagram, at).is_some() {
            next += VERB;
        }
        nodes[at].at = Point { x: left(at), y: next };
        next += nodes[at].height + GAP;
    }
    let mut edges = vec![Line::default(); diagram.edges.len()];
    for (child, &above) in tree.parent.iter().enumerate() {
        let Some((parent, edge)) = above else { continue };
        let siblings = &tree.children[parent];
        let place = siblings.iter().position(|&sibling| sibling == child).unwrap_or(0);
        let rails = tree.indent(parent) / (siblings.len() + 1) as f64;
        let x = nodes[parent].at.x + rails * (siblings.len() - place) as f64;
        let x = (x.min(nodes[child].at.x - 6.0) * 10.0).round() / 10.0;
        let y = nodes[child].at.y + (nodes[child].height / 2.0).round();
        let start = Point { x: nodes[child].at.x, y };
        let end = Point { x, y: nodes[parent].at.y + nodes[parent].height };
        let corner = Piece::Line { to: Point { x, y } };
        let path = Path { start, pieces: vec![corner, Piece::Line { to: end }] };
        let path = if diagram.ends[edge].0 == child { path } else { path.reversed() };
        let label = tree.verb(diagram, child).map(|verb| Label {
            at: Point { x: nodes[child].at.x, y: nodes[child].at.y - VERB_BASE },
            width: label_width(verb),
        });
        edges[edge] = Line { path, label };
    }
    let height = (next - GAP + MARGIN).max(2.0 * MARGIN).ceil();
    Layout { width: WIDTH, height, direction: Direction::Right, crossings: 0, nodes, edges }
}

/// The boxes of a diagram as a forest.
struct Tree {
    /// The box above each box, and the line between them.
    parent: Vec<Option<(usize, usize)>>,
    children: Vec<Vec<usize>>,
    /// From top to bottom.
    order: Vec<usize>,
}

impl Tree {
    fn new(diagram: &Diagram) -> Self {
        let count = diagram.nodes.len();
        let depth = |at: usize| diagram.depths.as_ref().map_or(0, |depths| depths[at]);
        let mut tree = Self {
            parent: vec![None; count],
            children: vec![Vec::new(); count],
            order: Vec::new(),
        };
        for (edge, &(from, to)) in diagram.ends.iter().enumerate() {
            let (child, parent) = if depth(from) > depth(to) { (from, to) } else { (to, from) };
            if depth(child) > depth(parent) && tree.parent[child].is_none() {
                tree.parent[child] = Some((parent, edge));
                tree.children[parent].push(child);
            }
        }
        for children in &mut tree.children {
            children.sort_unstable();
        }
        let mut waiting: Vec<usize> =
            (0..count).rev().filter(|&at| tree.parent[at].is_none()).collect();
        while let Some(at) = waiting.pop() {
            tree.order.push(at);
            waiting.extend(tree.children[at].iter().rev());
        }
        tree
    }

    /// The verb of the line to the box above, if there is one.
    fn verb<'d>(&self, diagram: &'d Diagram, at: usize) -> Option<&'d str> {
        let (_, edge) = self.parent[at]?;
        Some(diagram.edges[edge].label.as_str()).filter(|verb| !verb.is_empty())
    }

    /// How far the boxes below a box are indented.
    fn indent(&self, parent: usize) -> f64 {
        (RAIL * (self.children[parent].len() + 1) as f64).min(INDENT)
    }

    fn above(&self, at: usize) -> impl Iterator<Item = usize> {
        let up = |at: usize| self.parent[at].map(|(parent, _)| parent);
        std::iter::successors(up(at), move |&at| up(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Edge, Node};
    use crate::relation::Relation;
    use proptest::prelude::*;

    fn diagram(parents: &[usize]) -> Diagram {
        let nodes = (0..=parents.len()).map(|v| Node::new(format!("n{v}"), "A claim.")).collect();
        let edge = |(at, parent): (usize, &usize)| {
            let verb = if at % 2 == 0 { "supports" } else { "attacks" };
            let (from, to) = (format!("n{}", at + 1), format!("n{parent}"));
            Edge { label: verb.to_owned(), ..Edge::new(from, to, Relation::Support) }
        };
        let edges = parents.iter().enumerate().map(edge).collect();
        Diagram::new("", Direction::Fit, nodes, edges).unwrap().reduced()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn boxes_follow_each_other_and_no_line_runs_under_one(seeds in prop::collection::vec(0_usize..99, 0..24)) {
            let parents: Vec<usize> = seeds.iter().enumerate().map(|(at, seed)| seed % (at + 1)).collect();
            let diagram = diagram(&parents);
            let layout = indented(&diagram);
            let mut by_height: Vec<_> = layout.nodes.iter().collect();
            by_height.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
            for pair in by_height.windows(2) {
                prop_assert!(pair[0].at.y + pair[0].height < pair[1].at.y);
            }
            for node in &layout.nodes {
                prop_assert!(node.at.x >= 0.0 && node.at.x + node.width <= layout.width);
                prop_assert!(node.at.y + node.height <= layout.height);
            }
            for line in &layout.edges {
                let verb = line.label.unwrap();
                prop_assert!(verb.at.x + verb.width <= layout.width);
                for node in &layout.nodes {
                    // The letters reach from 9 px above the baseline to 3 px below it.
                    let above = verb.at.y + 3.0 <= node.at.y;
                    prop_assert!(above || verb.at.y - 9.0 >= node.at.y + node.height, "{verb:?}");
                }
                for point in line.path.sample(12) {
                    let under = layout.nodes.iter().any(|node| {
                        point.x > node.at.x + 0.2 && point.x < node.at.x + node.width - 0.2
                            && point.y > node.at.y + 0.2 && point.y < node.at.y + node.height - 0.2
                    });
                    prop_assert!(!under, "{point:?}");
                }
            }
        }
    }
}
