//! One connected part of a diagram, drawn by itself.

use super::boxes::{CAPTION, Measured};
use super::diagram::{Diagram, Direction, Heads};
use super::layered::Layered;
use super::layout::{Label, Line, Point};
use super::route::{Routed, Tail, Wire, least_size, loop_reach, route, self_loop};
use super::width::{Weight, text_width};
use super::{cycle, order, place, rank};

/// Between two boxes of a layer, a box and a bend, two bends. *Units*: px.
const BOX_GAP: f64 = 26.0;
const BEND_GAP: f64 = 20.0;
const BENDS_GAP: f64 = 14.0;

/// Boxes that hang together, and their lines, as ascending indices into the diagram.
#[derive(Debug, Clone)]
pub(super) struct Component {
    nodes: Vec<usize>,
    edges: Vec<usize>,
}

/// A drawn component; its corner is wherever `origin` says.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) origin: Point,
    pub(super) size: (f64, f64),
    pub(super) crossings: usize,
    /// Index, upper left corner, width and height of each box.
    pub(super) nodes: Vec<(usize, Point, f64, f64)>,
    pub(super) edges: Vec<(usize, Line)>,
}

/// Parts a diagram, components in the order of their first boxes.
pub(super) fn components(diagram: &Diagram) -> Vec<Component> {
    let n = diagram.nodes.len();
    let mut near = vec![Vec::new(); n];
    for &(from, to) in &diagram.ends {
        near[from].push(to);
        near[to].push(from);
    }
    let mut owner = vec![usize::MAX; n];
    let mut found: Vec<Component> = Vec::new();
    for first in 0..n {
        if owner[first] != usize::MAX {
            continue;
        }
        owner[first] = found.len();
        let mut nodes = vec![first];
        let mut next = 0;
        while next < nodes.len() {
            for &w in &near[nodes[next]] {
                if owner[w] == usize::MAX {
                    owner[w] = found.len();
                    nodes.push(w);
                }
            }
            next += 1;
        }
        nodes.sort_unstable();
        found.push(Component { nodes, edges: Vec::new() });
    }
    for (edge, &(from, _)) in diagram.ends.iter().enumerate() {
        found[owner[from]].edges.push(edge);
    }
    found
}

/// A line between two different boxes, by their places in the component.
struct Link {
    edge: usize,
    first: usize,
    last: usize,
    tail: Tail,
}

impl Component {
    /// Lays out this component, in coordinates of its own.
    pub(super) fn draw(&self, diagram: &Diagram, boxes: &[Measured], direction: Direction) -> Part {
        let (links, ranks) = self.links(diagram);
        let pairs: Vec<_> = links.iter().map(|link| (link.first, link.last)).collect();
        let mut layered = Layered::new(&ranks, &pairs);
        let crossings = order::order(&mut layered);
        let sizes = self.sizes(boxes, direction, &layered);
        let loops = self.loops(diagram);
        let half = |v: usize| {
            if layered.is_bend(v) {
                return 0.0;
            }
            let nested = loops.iter().filter(|(at, _)| *at == v).count();
            sizes[v].0 / 2.0 + if nested > 0 { loop_reach(nested - 1) } else { 0.0 }
        };
        let centres = place::centres(&layered, |v, w| {
            let gap = match (layered.is_bend(v), layered.is_bend(w)) {
                (false, false) => BOX_GAP,
                (true, true) => BENDS_GAP,
                (true, false) | (false, true) => BEND_GAP,
            };
            half(v) + gap + half(w)
        });
        let wires: Vec<_> = links.iter().map(|link| wire(diagram, link, direction)).collect();
        let routed = route(&layered, &centres, &sizes, &wires);
        let mut part = Part {
            origin: Point::default(),
            size: (0.0, 0.0),
            crossings,
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        for (v, &node) in self.nodes.iter().enumerate() {
            let (across, along) = sizes[v];
            let at = Point { x: centres[v] - across / 2.0, y: routed.bands[ranks[v]] };
            let (width, height) = turn((across, along), direction);
            part.nodes.push((node, turn_point(at, direction), width, height));
        }
        part.add_lines(diagram, &links, &wires, &routed, direction);
        for (nth, &(v, edge)) in loops.iter().enumerate() {
            let nth = loops[..nth].iter().filter(|(at, _)| *at == v).count();
            let mut path = self_loop(centres[v], routed.bands[ranks[v]], sizes[v], nth);
            path.map(|point| turn_point(point, direction));
            part.edges.push((edge, Line { path, label: None }));
        }
        part.enclose();
        part
    }

    /// The lines between different boxes turned along the flow, and the layer of each box.
    fn links(&self, diagram: &Diagram) -> (Vec<Link>, Vec<usize>) {
        let local = |node: usize| self.nodes.partition_point(|&other| other < node);
        let kept: Vec<usize> = self
            .edges
            .iter()
            .copied()
            .filter(|&edge| diagram.ends[edge].0 != diagram.ends[edge].1)
            .collect();
        let pairs: Vec<_> = kept
            .iter()
            .map(|&edge| (local(diagram.ends[edge].1), local(diagram.ends[edge].0)))
            .collect();
        let given = diagram.depths.as_ref().map(|depths| {
            let depths: Vec<usize> = self.nodes.iter().map(|&node| depths[node]).collect();
            let least = depths.iter().copied().min().unwrap_or(0);
            depths.iter().map(|depth| depth - least).collect::<Vec<_>>()
        });
        let reversed = given.as_ref().map_or_else(
            || cycle::reversed(self.nodes.len(), &pairs),
            |ranks| pairs.iter().map(|&(first, last)| ranks[first] > ranks[last]).collect(),
        );
        let links: Vec<Link> = kept
            .into_iter()
            .zip(pairs)
            .zip(reversed)
            .map(|((edge, (first, last)), reversed)| {
                if reversed {
                    Link { edge, first: last, last: first, tail: Tail::First }
                } else {
                    Link { edge, first, last, tail: Tail::Last }
                }
            })
            .collect();
        let pairs: Vec<_> = links.iter().map(|link| (link.first, link.last)).collect();
        (links, given.unwrap_or_else(|| rank::layers(self.nodes.len(), &pairs)))
    }

    /// Sizes across and along the flow; boxes grow where many lines end.
    fn sizes(
        &self,
        boxes: &[Measured],
        direction: Direction,
        layered: &Layered,
    ) -> Vec<(f64, f64)> {
        let size = |(v, &node): (usize, &usize)| {
            let (across, along) = turn((boxes[node].width, boxes[node].height), direction);
            let lines = layered.up[v].len().max(layered.down[v].len());
            (across.max(least_size(lines)), along)
        };
        self.nodes.iter().enumerate().map(size).collect()
    }

    /// Box and line of each self-loop.
    fn loops(&self, diagram: &Diagram) -> Vec<(usize, usize)> {
        let own = self.edges.iter().filter(|&&edge| diagram.ends[edge].0 == diagram.ends[edge].1);
        own.map(|&edge| (self.nodes.partition_point(|&other| other < diagram.ends[edge].0), edge))
            .collect()
    }
}

impl Part {
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
                path = path.turned();
            }
            let text = &diagram.edges[link.edge].label;
            let label = (!text.is_empty())
                .then(|| label(text, &wires[index], routed.anchors[index], direction));
            self.edges.push((link.edge, Line { path, label }));
        }
    }

    /// Finds the corner and the size of everything drawn.
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

fn label_width(text: &str) -> f64 {
    text_width(text, CAPTION, Weight::Regular)
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
        (text, Direction::Right) => (label_width(text) + 12.0, 9.0),
    };
    Wire { heads, tail: link.tail, label }
}

/// Puts the verb beside the straight beginning of its line.
fn label(text: &str, wire: &Wire, anchor: Point, direction: Direction) -> Label {
    let anchor = turn_point(anchor, direction);
    let width = label_width(text);
    let head = if wire.heads == [true, true] { 12.0 } else { 0.0 };
    let at = match (direction, wire.tail) {
        (Direction::Down | Direction::Fit, Tail::First) => {
            Point { x: anchor.x + 6.0, y: anchor.y + 13.0 + head }
        }
        (Direction::Down | Direction::Fit, Tail::Last) => {
            Point { x: anchor.x + 6.0, y: anchor.y - 6.0 - head }
        }
        (Direction::Right, Tail::First) => Point { x: anchor.x + 7.0 + head, y: anchor.y - 4.5 },
        (Direction::Right, Tail::Last) => {
            Point { x: anchor.x - 7.0 - head - width, y: anchor.y - 4.5 }
        }
    };
    Label { at, width }
}
