//! The drawing of one component: positions, lines and verbs.

use super::box_size::{CAPTION, Measured, label_width};
use super::component::{Link, Ordered};
use super::diagram::{Diagram, Direction, Edge, Heads};
use super::edge_routing::{Routed, Tail, Wire, least_size, loop_reach, route, self_loop};
use super::path::{Label, Line, Point};
use super::{coordinate_assignment, coordinate_refinement, tree_layout};

/// The gap between two boxes of a layer, a box and a bend, two bends. *Units*: px.
const BOX_GAP: f64 = 26.0;
const BEND_GAP: f64 = 20.0;
const BENDS_GAP: f64 = 14.0;

/// A drawn component, in coordinates that start at `origin`.
#[derive(Debug, Clone)]
pub(super) struct DrawnComponent {
    pub(super) origin: Point,
    pub(super) size: (f64, f64),
    pub(super) crossings: usize,
    /// Index, upper left corner, width and height of each box.
    pub(super) nodes: Vec<(usize, Point, f64, f64)>,
    pub(super) edges: Vec<(usize, Line)>,
}

impl Ordered {
    /// Draws this component in its own coordinates.
    pub(super) fn draw(
        &self,
        diagram: &Diagram,
        boxes: &[Measured],
        direction: Direction,
    ) -> DrawnComponent {
        let layered = &self.layered;
        let sizes = self.sizes(boxes, direction);
        let half = |v: usize| {
            if layered.is_bend(v) {
                return 0.0;
            }
            let nested = self.loops.iter().filter(|(at, _)| *at == v).count();
            sizes[v].0 / 2.0 + if nested > 0 { loop_reach(nested - 1) } else { 0.0 }
        };
        let separation = |v: usize, w: usize| {
            let gap = match (layered.is_bend(v), layered.is_bend(w)) {
                (false, false) => BOX_GAP,
                (true, true) => BENDS_GAP,
                (true, false) | (false, true) => BEND_GAP,
            };
            half(v) + gap + half(w)
        };
        let centres = tree_layout::centres(layered, separation).unwrap_or_else(|| {
            let mut centres = coordinate_assignment::centres(layered, separation);
            coordinate_refinement::refine(layered, &mut centres, separation);
            centres
        });
        let wires: Vec<_> = self.links.iter().map(|link| wire(diagram, link, direction)).collect();
        let routed = route(layered, &centres, &sizes, &wires);
        let mut part = DrawnComponent {
            origin: Point::default(),
            size: (0.0, 0.0),
            crossings: self.crossings,
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        let top = |v: usize| routed.bands[layered.rank[v]];
        for (v, &node) in self.nodes.iter().enumerate() {
            let at = Point { x: centres[v] - sizes[v].0 / 2.0, y: top(v) };
            let (width, height) = turn(sizes[v], direction);
            part.nodes.push((node, turn_point(at, direction), width, height));
        }
        part.add_lines(diagram, &self.links, &wires, &routed, direction);
        for (nth, &(v, edge)) in self.loops.iter().enumerate() {
            let nth = self.loops[..nth].iter().filter(|(at, _)| *at == v).count();
            let mut path = self_loop(centres[v], top(v), sizes[v], nth);
            path.map(|point| turn_point(point, direction));
            part.edges.push((edge, Line { path, label: None }));
        }
        part.enclose();
        part
    }

    /// Sizes across and along the flow; boxes with many lines at one side grow.
    fn sizes(&self, boxes: &[Measured], direction: Direction) -> Vec<(f64, f64)> {
        let size = |(v, &node): (usize, &usize)| {
            let (across, along) = turn((boxes[node].width, boxes[node].height), direction);
            let lines = self.layered.up[v].len().max(self.layered.down[v].len());
            (across.max(least_size(lines)), along)
        };
        self.nodes.iter().enumerate().map(size).collect()
    }
}

impl DrawnComponent {
    fn add_lines(
        &mut self,
        diagram: &Diagram,
        links: &[Link],
        wires: &[Wire],
        routed: &Routed,
        direction: Direction,
    ) {
        for (index, link) in links.iter().enumerate() {
            let mut path = routed.paths[index].clone();
            path.map(|point| turn_point(point, direction));
            if link.tail == Tail::Last {
                path = path.reversed();
            }
            let text = &diagram.edges[link.edge].label;
            let label = (!text.is_empty()).then(|| {
                label(&diagram.edges[link.edge], &wires[index], routed.anchors[index], direction)
            });
            self.edges.push((link.edge, Line { path, label }));
        }
    }

    /// Computes the bounding box of everything drawn.
    fn enclose(&mut self) {
        let (mut low, mut high) = (
            Point { x: f64::INFINITY, y: f64::INFINITY },
            Point { x: f64::NEG_INFINITY, y: f64::NEG_INFINITY },
        );
        let mut cover = |x: f64, y: f64| {
            low = Point { x: low.x.min(x), y: low.y.min(y) };
            high = Point { x: high.x.max(x), y: high.y.max(y) };
        };
        for &(_, at, width, height) in &self.nodes {
            cover(at.x, at.y);
            cover(at.x + width, at.y + height);
        }
        for (_, line) in &self.edges {
            line.path.sample(8).into_iter().for_each(|point| cover(point.x, point.y));
            if let Some(label) = line.label {
                cover(label.at.x, label.at.y - CAPTION);
                cover(label.at.x + label.width, label.at.y + 3.0);
            }
        }
        self.origin = low;
        self.size = (high.x - low.x, high.y - low.y);
    }
}

fn turn(size: (f64, f64), direction: Direction) -> (f64, f64) {
    match direction {
        Direction::Down | Direction::Fit => size,
        Direction::Right => (size.1, size.0),
    }
}

fn turn_point(point: Point, direction: Direction) -> Point {
    let (x, y) = turn((point.x, point.y), direction);
    Point { x, y }
}

fn wire(diagram: &Diagram, link: &Link, direction: Direction) -> Wire {
    let edge = &diagram.edges[link.edge];
    let both = edge.heads == Heads::Both;
    let heads = match link.tail {
        Tail::Last => [true, both],
        Tail::First => [both, true],
    };
    let label = match (edge.label.as_str(), direction) {
        ("", _) => (0.0, 0.0),
        (text, Direction::Down | Direction::Fit) => (16.0, label_width(text)),
        (text, Direction::Right) => (label_width(text) + 12.0, 4.0),
    };
    Wire { heads, tail: link.tail, label }
}

/// Puts the verb beside the straight start of its line.
fn label(edge: &Edge, wire: &Wire, anchor: Point, direction: Direction) -> Label {
    let anchor = turn_point(anchor, direction);
    let width = label_width(&edge.label);
    let over = anchor.y - 3.75 - edge.weight.min(6.0) / 2.0;
    let head = if wire.heads == [true, true] { 12.0 } else { 0.0 };
    let at = match (direction, wire.tail) {
        (Direction::Down | Direction::Fit, Tail::First) => {
            Point { x: anchor.x + 6.0, y: anchor.y + 13.0 + head }
        }
        (Direction::Down | Direction::Fit, Tail::Last) => {
            Point { x: anchor.x + 6.0, y: anchor.y - 6.0 - head }
        }
        (Direction::Right, Tail::First) => Point { x: anchor.x + 7.0 + head, y: over },
        (Direction::Right, Tail::Last) => Point { x: anchor.x - 7.0 - head - width, y: over },
    };
    Label { at, width }
}
