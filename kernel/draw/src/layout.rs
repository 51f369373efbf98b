//! Positions of boxes and paths of lines of a whole drawing.

use serde::{Deserialize, Serialize};

use super::box_size::{Measured, Pill, measure};
use super::component::{Component, Ordered, components};
use super::diagram::{Diagram, Direction};
use super::packing::pack;
use super::path::{Label, Line, Point};

/// Width of the column that components are packed into. *Units*: px.
const COLUMN: f64 = 1080.0;
const COMPONENT_GAP: f64 = 40.0;
const MARGIN: f64 = 12.0;

/// A box with its position, in the order of [`Diagram::nodes`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// Upper left corner.
    pub at: Point,
    /// *Units*: px.
    pub width: f64,
    /// *Units*: px.
    pub height: f64,
    /// The caption, shortened to the available width.
    pub caption: String,
    /// The lines of the claim.
    pub lines: Vec<String>,
    /// Numbers of lines that are not drawn.
    pub pills: Vec<Pill>,
}

/// The layout of a diagram; the same for every round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// *Units*: px.
    pub width: f64,
    /// *Units*: px.
    pub height: f64,
    /// Never [`Direction::Fit`].
    pub direction: Direction,
    /// The number of crossings of lines.
    pub crossings: usize,
    /// The boxes.
    pub nodes: Vec<Placed>,
    /// The lines.
    pub edges: Vec<Line>,
}

impl Placed {
    /// Places a measured box.
    pub(super) fn new(measured: &Measured, at: Point) -> Self {
        Self {
            at,
            width: measured.width,
            height: measured.height,
            caption: measured.caption.clone(),
            lines: measured.lines.clone(),
            pills: measured.pills.clone(),
        }
    }
}

/// Computes the layout for all rounds of a diagram.
///
/// No two boxes overlap, and no line runs under a box that is not at one of its ends. The same
/// diagram always gives the same layout.
pub fn layout(diagram: &Diagram) -> Layout {
    let boxes = measure(diagram);
    let ordered: Vec<Ordered> = components(diagram)
        .into_iter()
        .map(|component: Component| component.order(diagram))
        .collect();
    match diagram.direction {
        Direction::Down | Direction::Right => arrange(diagram, &ordered, &boxes, diagram.direction),
        Direction::Fit => {
            let down = arrange(diagram, &ordered, &boxes, Direction::Down);
            let right = arrange(diagram, &ordered, &boxes, Direction::Right);
            if cost(&right) < cost(&down) { right } else { down }
        }
    }
}

/// The height of the drawing when it is scaled to the column, with a penalty for scaling, which
/// makes text small.
fn cost(layout: &Layout) -> f64 {
    let over = (layout.width / (COLUMN + 2.0 * MARGIN)).max(1.0);
    layout.height / over * over.powi(3)
}

fn arrange(
    diagram: &Diagram,
    ordered: &[Ordered],
    boxes: &[Measured],
    direction: Direction,
) -> Layout {
    let parts: Vec<_> = ordered.iter().map(|part| part.draw(diagram, boxes, direction)).collect();
    let sizes: Vec<(f64, f64)> = parts.iter().map(|part| part.size).collect();
    let corners = pack(&sizes, COLUMN, COMPONENT_GAP);
    let far = |end: fn(&(f64, f64)) -> f64| {
        corners.iter().zip(&sizes).map(|(corner, size)| end(corner) + end(size)).fold(0.0, f64::max)
    };
    let mut layout = Layout {
        width: far(|pair| pair.0) + 2.0 * MARGIN,
        height: far(|pair| pair.1) + 2.0 * MARGIN,
        direction,
        crossings: parts.iter().map(|part| part.crossings).sum(),
        nodes: boxes.iter().map(|measured| Placed::new(measured, Point::default())).collect(),
        edges: vec![Line::default(); diagram.edges.len()],
    };
    for (part, corner) in parts.into_iter().zip(corners) {
        let by =
            Point { x: corner.0 + MARGIN - part.origin.x, y: corner.1 + MARGIN - part.origin.y };
        for (node, at, width, height) in part.nodes {
            layout.nodes[node] =
                Placed { at: moved(at, by), width, height, ..layout.nodes[node].clone() };
        }
        for (edge, mut line) in part.edges {
            line.path.map(|point| moved(point, by));
            line.label = line.label.map(|label| Label { at: moved(label.at, by), ..label });
            layout.edges[edge] = line;
        }
    }
    (layout.width, layout.height) = (layout.width.ceil(), layout.height.ceil());
    layout
}

fn moved(point: Point, by: Point) -> Point {
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    Point { x: tenth(point.x + by.x), y: tenth(point.y + by.y) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Edge, Heads, Node, Span};
    use crate::relation::Relation;
    use proptest::prelude::*;

    fn diagram(n: usize, pairs: &[(usize, usize)], direction: Direction) -> Diagram {
        let text = "Claims differ in length, as claims do, and so do the boxes they stand in. ";
        let nodes = (0..n).map(|v| Node::new(format!("n{v}"), &text[..10 + v * 29 % 60])).collect();
        let edge = |&(a, b): &(usize, usize)| {
            let mut edge =
                Edge::new(format!("n{a}"), format!("n{b}"), Relation::ALL[(a + 2 * b) % 6]);
            edge.heads = if (a + b) % 4 == 0 { Heads::Both } else { Heads::End };
            edge
        };
        Diagram::new("", direction, nodes, pairs.iter().map(edge).collect()).unwrap()
    }

    fn overlaps(a: &Placed, b: &Placed) -> bool {
        a.at.x < b.at.x + b.width
            && b.at.x < a.at.x + a.width
            && a.at.y < b.at.y + b.height
            && b.at.y < a.at.y + a.height
    }

    fn covers(node: &Placed, point: Point) -> bool {
        point.x > node.at.x + 0.2
            && point.x < node.at.x + node.width - 0.2
            && point.y > node.at.y + 0.2
            && point.y < node.at.y + node.height - 0.2
    }

    fn touches(node: &Placed, point: Point) -> bool {
        let near = |a: f64, b: f64| (a - b).abs() < 0.2;
        let beside = near(point.x, node.at.x) || near(point.x, node.at.x + node.width);
        let above = near(point.y, node.at.y) || near(point.y, node.at.y + node.height);
        beside && (node.at.y..=node.at.y + node.height).contains(&point.y)
            || above && (node.at.x..=node.at.x + node.width).contains(&point.x)
    }

    /// Boxes do not overlap and are inside the drawing; lines run from border to border and under
    /// no box.
    fn check(diagram: &Diagram, layout: &Layout) {
        for (at, a) in layout.nodes.iter().enumerate() {
            assert!(a.at.x >= 0.0 && a.at.x + a.width <= layout.width);
            assert!(a.at.y >= 0.0 && a.at.y + a.height <= layout.height);
            for b in &layout.nodes[..at] {
                assert!(!overlaps(a, b), "{a:?} {b:?}");
            }
        }
        for (index, line) in layout.edges.iter().enumerate() {
            let (from, to) = diagram.ends[index];
            assert!(touches(&layout.nodes[from], line.path.start), "{index}");
            assert!(touches(&layout.nodes[to], line.path.end()), "{index}");
            for point in line.path.sample(16) {
                assert!(
                    !layout.nodes.iter().any(|node| covers(node, point)),
                    "line {index} at {point:?}"
                );
                assert!(
                    (0.0..=layout.width).contains(&point.x)
                        && (0.0..=layout.height).contains(&point.y)
                );
            }
        }
    }

    fn strategy() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
        (1_usize..20).prop_flat_map(|n| (Just(n), prop::collection::vec((0..n, 0..n), 0..30)))
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn nothing_overlaps((n, pairs) in strategy(), right in any::<bool>()) {
            let direction = if right { Direction::Right } else { Direction::Down };
            let diagram = diagram(n, &pairs, direction);
            let first = layout(&diagram);
            check(&diagram, &first);
            prop_assert_eq!(first, layout(&diagram));
        }
    }

    #[test]
    fn nothing_overlaps_in_a_large_graph() {
        let pairs: Vec<_> = (1..150)
            .map(|v| (v, v * v % v.max(2) * 3 % v))
            .chain((0..60).map(|i| (i * 37 % 150, i * 53 % 150)))
            .collect();
        for direction in [Direction::Down, Direction::Right] {
            let diagram = diagram(150, &pairs, direction);
            check(&diagram, &layout(&diagram));
        }
    }

    #[test]
    fn an_empty_diagram_has_margins_only() {
        let layout = layout(&diagram(0, &[], Direction::Fit));
        assert!(layout.width <= 2.0 * MARGIN && layout.nodes.is_empty());
    }

    #[test]
    fn a_single_box_is_inside_the_margin() {
        let layout = layout(&diagram(1, &[], Direction::Fit));
        assert_eq!(layout.nodes[0].at, Point { x: MARGIN, y: MARGIN });
    }

    #[test]
    fn self_loops_start_and_end_at_different_points() {
        let diagram = diagram(3, &[(0, 0), (0, 0), (1, 0), (2, 0)], Direction::Down);
        let layout = layout(&diagram);
        check(&diagram, &layout);
        let loops = &layout.edges[..2];
        assert!(loops.iter().all(|line| (line.path.start.y - line.path.end().y).abs() > 8.0));
        assert_ne!(loops[0], loops[1]);
    }

    #[test]
    fn lines_between_the_same_boxes_do_not_overlap() {
        let diagram = diagram(2, &[(1, 0), (1, 0), (0, 1)], Direction::Down);
        let layout = layout(&diagram);
        let mut ends: Vec<f64> = layout.edges.iter().map(|line| line.path.start.x).collect();
        ends.sort_by(f64::total_cmp);
        assert!(ends.windows(2).all(|pair| pair[1] - pair[0] > 15.0), "{ends:?}");
        assert_eq!(layout.crossings, 0);
    }

    #[test]
    fn answers_come_after_the_answered_claims() {
        for (direction, right) in [(Direction::Down, false), (Direction::Right, true)] {
            let layout = layout(&diagram(3, &[(1, 0), (2, 1)], direction));
            let along = |v: usize| if right { layout.nodes[v].at.x } else { layout.nodes[v].at.y };
            assert!(along(0) < along(1) && along(1) < along(2));
        }
    }

    #[test]
    fn verbs_do_not_overlap_boxes_or_each_other() {
        let mut pairs: Vec<_> =
            (3..30).map(|v| (v, (v - 3) * (v + 2) % v / 3 * 3 + v % 3)).collect();
        pairs.retain(|(from, to)| from > to);
        for direction in [Direction::Down, Direction::Right] {
            let layout = layout(&diagram(30, &pairs, direction));
            let labels: Vec<Label> = layout.edges.iter().filter_map(|line| line.label).collect();
            assert!(labels.len() > 15);
            let clear = |label: &Label, x: f64, y: f64, width: f64, height: f64| {
                label.at.x + label.width <= x
                    || x + width <= label.at.x
                    || label.at.y <= y
                    || y + height <= label.at.y - 9.0
            };
            for (at, label) in labels.iter().enumerate() {
                assert!(
                    layout
                        .nodes
                        .iter()
                        .all(|node| clear(label, node.at.x, node.at.y, node.width, node.height))
                );
                let others = &labels[..at];
                assert!(others.iter().all(|other| clear(
                    label,
                    other.at.x,
                    other.at.y - 9.0,
                    other.width,
                    9.0
                )));
            }
        }
    }

    #[test]
    fn positions_are_the_same_in_every_round() {
        let whole = diagram(9, &[(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (0, 5)], Direction::Fit);
        let mut staged = whole.clone();
        for (at, node) in staged.nodes.iter_mut().enumerate() {
            node.span = Span { first: u32::try_from(at).unwrap(), gone: Some(9) };
        }
        assert_eq!(layout(&whole), layout(&staged));
    }

    #[test]
    fn small_components_fit_the_column() {
        let pairs: Vec<_> = (0..30).filter(|v| v % 3 != 0).map(|v| (v, v - 1)).collect();
        let layout = layout(&diagram(30, &pairs, Direction::Fit));
        assert!(layout.width <= COLUMN + 2.0 * MARGIN + 1.0, "{}", layout.width);
    }

    #[test]
    fn a_chain_of_ten_thousand_does_not_overflow_the_stack() {
        let pairs: Vec<_> = (1..10_000).map(|v| (v, v - 1)).collect();
        let layout = layout(&diagram(10_000, &pairs, Direction::Down));
        assert_eq!(layout.crossings, 0);
        assert!(layout.nodes.windows(2).all(|pair| pair[0].at.y < pair[1].at.y));
    }
}
