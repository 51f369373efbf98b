//! Two columns of boxes with the lines between them, for a question with two answers.

use super::box_size::{Measured, label_width, measure_within};
use super::diagram::{Diagram, Direction, Node};
use super::layout::{Layout, Placed};
use super::path::{Label, Line, Path, Piece, Point};

/// Width of the drawing: two of them fit beside each other in a page column, and one fits a phone.
/// *Units*: px, as for all constants of this file.
pub(super) const WIDTH: f64 = 360.0;
pub(super) const MARGIN: f64 = 2.0;
pub(super) const GAP: f64 = 12.0;
/// Distance between the columns, where the lines and their verbs are.
const GUTTER: f64 = 66.0;
/// The least distance between the baselines of two verbs.
const VERB: f64 = 13.0;
/// The most lines that have verbs. Beyond it lines cross, and a verb reads as that of any of them.
const MOST_VERBS: usize = 8;
const BOX: f64 = (WIDTH - GUTTER - 2.0 * MARGIN) / 2.0;

/// Places each box in the right column if `is_right` says so, and in the left column otherwise.
///
/// A line between the columns is straight. A line within a column bends into the space between the
/// columns. So no line runs under a box. Boxes that a line connects are near each other. The verbs
/// are between the columns, each at the middle of its line. Where they would not fit there, or
/// lines are many, the drawing has none, and a legend has to tell the lines apart.
pub fn columns(diagram: &Diagram, is_right: impl Fn(&Node) -> bool) -> Layout {
    let boxes = measure_within(diagram, |_| BOX);
    let right: Vec<bool> = diagram.nodes.iter().map(is_right).collect();
    let tops = tops(diagram, &boxes, &right);
    let nodes: Vec<Placed> = boxes
        .iter()
        .enumerate()
        .map(|(at, measured)| {
            let x = if right[at] { WIDTH - MARGIN - BOX } else { MARGIN };
            Placed::new(measured, Point { x, y: tops[at] })
        })
        .collect();
    let mut edges = lines(diagram, &nodes, &right);
    let bottom = nodes.iter().map(|node| node.at.y + node.height).fold(0.0, f64::max);
    let bottom = bottom.max(add_verbs(diagram, &mut edges));
    let crossings = crossings(&edges);
    let height = (bottom + MARGIN).ceil();
    Layout { width: WIDTH, height, direction: Direction::Right, crossings, nodes, edges }
}

/// The upper edge of each box.
fn tops(diagram: &Diagram, boxes: &[Measured], right: &[bool]) -> Vec<f64> {
    let order = order(diagram);
    let mut tops = vec![MARGIN; boxes.len()];
    let middle = |tops: &[f64], at: usize| tops[at] + boxes[at].height / 2.0;
    for side in [false, true] {
        let mut next = MARGIN;
        for &at in order.iter().filter(|&&at| right[at] == side) {
            let placed = |&other: &usize| right[other] != side && side;
            let others: Vec<usize> = neighbours(diagram, at).filter(placed).collect();
            let wanted: f64 = others.iter().map(|&other| middle(&tops, other)).sum::<f64>()
                / others.len().max(1) as f64
                - boxes[at].height / 2.0;
            let room = next + boxes[at].height;
            tops[at] = if others.is_empty() { next } else { wanted.clamp(next, room.max(next)) };
            next = (tops[at] + boxes[at].height + GAP).round();
        }
    }
    tops
}

/// The boxes such that those that a line connects follow each other, and boxes without lines come
/// last.
fn order(diagram: &Diagram) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let count = diagram.nodes.len();
    let is_apart = |&at: &usize| neighbours(diagram, at).next().is_none();
    for start in (0..count).filter(|at| !is_apart(at)).chain((0..count).filter(is_apart)) {
        let mut waiting = vec![start];
        while let Some(at) = waiting.pop() {
            if !order.contains(&at) {
                order.push(at);
                let mut next: Vec<usize> = neighbours(diagram, at).collect();
                next.sort_unstable_by(|a, b| b.cmp(a));
                waiting.extend(next);
            }
        }
    }
    order
}

fn neighbours(diagram: &Diagram, at: usize) -> impl Iterator<Item = usize> {
    let other = move |&(from, to): &(usize, usize)| match (from == at, to == at) {
        (true, false) => Some(to),
        (false, true) => Some(from),
        (true, true) | (false, false) => None,
    };
    diagram.ends.iter().filter_map(other)
}

fn lines(diagram: &Diagram, nodes: &[Placed], right: &[bool]) -> Vec<Line> {
    let middle = |at: usize| nodes[at].at.y + nodes[at].height / 2.0;
    // The ends of lines at one box, in the order of the boxes at the other ends.
    let port = |at: usize, line: usize| {
        let mut here: Vec<(f64, usize, usize)> = Vec::new();
        for (index, &(from, to)) in diagram.ends.iter().enumerate() {
            if from == at {
                here.push((middle(to), index, 0));
            }
            if to == at {
                here.push((middle(from), index, 1));
            }
        }
        here.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        move |end: usize| {
            let place = here.iter().position(|&(_, index, other)| (index, other) == (line, end));
            let share = (place.unwrap_or(0) + 1) as f64 / (here.len() + 1) as f64;
            let x = if right[at] { nodes[at].at.x } else { nodes[at].at.x + nodes[at].width };
            Point { x, y: ((nodes[at].at.y + nodes[at].height * share) * 10.0).round() / 10.0 }
        }
    };
    let line = |(index, &(from, to)): (usize, &(usize, usize))| {
        let (start, end) = (port(from, index)(0), port(to, index)(1));
        let piece = if right[from] == right[to] {
            let bend = if right[from] { -GUTTER * 0.8 } else { GUTTER * 0.8 };
            let (first, second) =
                (Point { x: start.x + bend, ..start }, Point { x: end.x + bend, ..end });
            Piece::Curve { first, second, to: end }
        } else {
            Piece::Line { to: end }
        };
        Line { path: Path { start, pieces: vec![piece] }, label: None }
    };
    diagram.ends.iter().enumerate().map(line).collect()
}

/// Adds the verbs if they are few and all have room near the middle of their lines, and returns the
/// lowest point of the last one.
fn add_verbs(diagram: &Diagram, lines: &mut [Line]) -> f64 {
    let middle = |line: &Line| f64::midpoint(line.path.start.y, line.path.end().y);
    let has_verb = |at: &usize| !diagram.edges[*at].label.is_empty();
    let mut order: Vec<usize> = (0..lines.len()).filter(has_verb).collect();
    if order.len() > MOST_VERBS {
        return 0.0;
    }
    order.sort_by(|&a, &b| middle(&lines[a]).total_cmp(&middle(&lines[b])).then(a.cmp(&b)));
    let mut lowest = MARGIN;
    let mut heights = Vec::new();
    for &at in &order {
        let wanted = middle(&lines[at]) - 5.0;
        lowest = wanted.max(lowest + VERB).round();
        // Farther from its line than half a verb's height, it would read as the verb of the next
        // line.
        if lowest > wanted + VERB / 2.0 {
            return 0.0;
        }
        heights.push(lowest);
    }
    for (&at, y) in order.iter().zip(heights) {
        let width = label_width(&diagram.edges[at].label);
        let x = ((WIDTH - width) * 5.0).round() / 10.0;
        lines[at].label = Some(Label { at: Point { x, y }, width });
    }
    if order.is_empty() { 0.0 } else { lowest + 4.0 }
}

/// The number of pairs of lines from left to right that cross.
fn crossings(lines: &[Line]) -> usize {
    let ends = |line: &Line| {
        let (start, end) = (line.path.start, line.path.end());
        if start.x < end.x { (start.y, end.y) } else { (end.y, start.y) }
    };
    let straight: Vec<(f64, f64)> = lines
        .iter()
        .filter(|line| matches!(line.path.pieces.as_slice(), [Piece::Line { .. }]))
        .map(ends)
        .collect();
    let crosses = |a: &(f64, f64), b: &(f64, f64)| (a.0 - b.0) * (a.1 - b.1) < 0.0;
    let pairs = straight.iter().enumerate();
    pairs.map(|(at, a)| straight[..at].iter().filter(|b| crosses(a, b)).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Edge;
    use crate::relation::Relation;
    use proptest::prelude::*;

    fn diagram(n: usize, pairs: &[(usize, usize)]) -> Diagram {
        let text = "Boxes differ in height as claims differ in length, up to eight lines of text.";
        let nodes = (0..n).map(|v| Node::new(format!("n{v}"), &text[..9 + v * 31 % 68])).collect();
        let edge = |&(a, b): &(usize, usize)| {
            Edge::new(format!("n{a}"), format!("n{b}"), Relation::Undermine)
        };
        Diagram::new("", Direction::Fit, nodes, pairs.iter().map(edge).collect()).unwrap()
    }

    fn is_odd(node: &Node) -> bool {
        node.key.ends_with(['1', '3', '5', '7', '9'])
    }

    fn strategy() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
        (1_usize..16).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n, 0..n), 0..20)))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn boxes_do_not_overlap_and_lines_stay_between_the_columns((n, pairs) in strategy()) {
            let diagram = diagram(n, &pairs);
            let layout = columns(&diagram, is_odd);
            for (at, a) in layout.nodes.iter().enumerate() {
                prop_assert!(a.at.x >= 0.0 && a.at.x + a.width <= layout.width);
                prop_assert!(a.at.y >= 0.0 && a.at.y + a.height <= layout.height);
                for b in &layout.nodes[..at] {
                    let apart = (a.at.x - b.at.x).abs() > 0.0
                        || a.at.y >= b.at.y + b.height
                        || b.at.y >= a.at.y + a.height;
                    prop_assert!(apart, "{a:?} {b:?}");
                }
            }
            for (line, &(from, to)) in layout.edges.iter().zip(&diagram.ends) {
                for (node, point) in [(from, line.path.start), (to, line.path.end())] {
                    let placed = &layout.nodes[node];
                    prop_assert!((placed.at.y..=placed.at.y + placed.height).contains(&point.y));
                }
                for point in line.path.sample(8) {
                    prop_assert!((MARGIN + BOX..=WIDTH - MARGIN - BOX).contains(&point.x), "{point:?}");
                }
            }
            let mut verbs: Vec<_> = layout.edges.iter().filter_map(|line| line.label).collect();
            prop_assert!(verbs.is_empty() || verbs.len() == pairs.len());
            for verb in &verbs {
                prop_assert!(verb.at.x >= MARGIN + BOX, "{verb:?}");
                prop_assert!(verb.at.x + verb.width <= WIDTH - MARGIN - BOX, "{verb:?}");
                prop_assert!(verb.at.y <= layout.height, "{verb:?}");
            }
            for line in &layout.edges {
                let middle = f64::midpoint(line.path.start.y, line.path.end().y);
                let away = line.label.map_or(0.0, |verb| (verb.at.y - middle).abs());
                prop_assert!(away <= VERB + 6.0, "{line:?}");
            }
            verbs.sort_by(|a, b| a.at.y.total_cmp(&b.at.y));
            prop_assert!(verbs.windows(2).all(|two| two[1].at.y - two[0].at.y >= VERB));
            prop_assert_eq!(&layout, &columns(&diagram, is_odd));
        }
    }

    #[test]
    fn a_chain_of_answers_is_drawn_without_crossings() {
        let layout = columns(&diagram(6, &[(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)]), is_odd);
        assert_eq!(layout.crossings, 0);
        assert!(layout.edges.iter().all(|line| line.label.is_some()));
    }

    #[test]
    fn many_or_crowded_lines_have_no_verbs() {
        let has_verbs = |n, pairs: &[(usize, usize)]| {
            columns(&diagram(n, pairs), is_odd).edges.iter().any(|line| line.label.is_some())
        };
        assert!(!has_verbs(2, &[(0, 1); 6]), "between two boxes is no room for six");
        let chain: Vec<(usize, usize)> = (0..=MOST_VERBS).map(|at| (at + 1, at)).collect();
        assert!(has_verbs(MOST_VERBS + 1, &chain[..MOST_VERBS]));
        assert!(!has_verbs(MOST_VERBS + 2, &chain), "they have room but are many");
    }
}
