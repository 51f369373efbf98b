//! Edge routing: straight past boxes, curved only between layers.
//!
//! Within the band of a layer, every line is parallel to the flow, at the port of a box or at a
//! bend that has no box in its way. In the gap between two bands, all curves have the same shape.
//! So no line runs under a box, and two lines cross exactly where the order of vertices implies it.

use super::layered::Layered;
use super::path::{Path, Piece, Point};

/// The space for an arrowhead before the curve starts. *Units*: px.
const HEAD_ROOM: f64 = 15.0;
const LEAST_GAP: f64 = 34.0;
const PORT_MARGIN: f64 = 15.0;
/// The longest jog that is straightened by moving a port from the middle of its side.
const MOST_JOG: f64 = 26.0;
/// The least distance between ports of a box with at most thirty of them on a side.
const PORT_GAP: f64 = 14.0;

/// One line, in the direction of the flow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wire {
    /// Whether the first and the last end have an arrowhead.
    pub(super) heads: [bool; 2],
    /// The end at which the line starts; its label is there.
    pub(super) tail: Tail,
    /// The space for the label along and across the flow; zero without a label.
    pub(super) label: (f64, f64),
}

/// An end of a line in the direction of the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// In the earlier layer.
    First,
    /// In the later layer.
    Last,
}

/// The lines of a component; `x` is across the flow and `y` along it.
#[derive(Debug, Clone)]
pub(super) struct Routed {
    /// The start of each layer along the flow.
    pub(super) bands: Vec<f64>,
    pub(super) paths: Vec<Path>,
    /// The anchor of each label: the point where the start of the line enters a gap.
    pub(super) anchors: Vec<Point>,
}

/// Routes every line of a component; `sizes` are those of the boxes across and along the flow.
pub(super) fn route(
    layered: &Layered,
    centres: &[f64],
    sizes: &[(f64, f64)],
    wires: &[Wire],
) -> Routed {
    let ports = ports(layered, centres, sizes, wires);
    let depth: Vec<f64> = layered
        .layers
        .iter()
        .map(|layer| {
            layer.iter().filter(|&&v| v < layered.boxes).map(|&v| sizes[v].1).fold(0.0, f64::max)
        })
        .collect();
    let gaps = gaps(layered, centres, wires, &ports);
    let mut bands = vec![0.0];
    for layer in 1..depth.len() {
        bands.push(bands[layer - 1] + depth[layer - 1] + gaps[layer - 1].size());
    }
    let mut routed = Routed { paths: Vec::new(), anchors: Vec::new(), bands };
    for (index, chain) in layered.chains.iter().enumerate() {
        let first = layered.rank[chain[0]];
        let mut pen =
            Pen::at(Point { x: ports[index].0, y: routed.bands[first] + sizes[chain[0]].1 });
        for step in 1..chain.len() {
            let layer = first + step;
            let x = if step + 1 == chain.len() { ports[index].1 } else { centres[chain[step]] };
            let gap = &gaps[layer - 1];
            let end = routed.bands[layer];
            pen.line(Point { x: pen.here.x, y: end - gap.size() + gap.before });
            pen.curve(Point { x, y: end - gap.after });
        }
        let last = layered.rank[chain[chain.len() - 1]];
        pen.line(Point { x: pen.here.x, y: routed.bands[last] });
        let anchor = match wires[index].tail {
            Tail::First => Point { x: ports[index].0, y: routed.bands[first] + depth[first] },
            Tail::Last => Point { x: ports[index].1, y: routed.bands[last] },
        };
        routed.paths.push(pen.path);
        routed.anchors.push(anchor);
    }
    routed
}

/// Draws a self-loop of a box, at its end across the flow.
pub(super) fn self_loop(centre: f64, top: f64, size: (f64, f64), nth: usize) -> Path {
    let x = centre + size.0 / 2.0;
    let reach = x + loop_reach(nth) * 1.3;
    let (from, to) = (top + size.1 * 0.68, top + size.1 * 0.32);
    let end = Point { x, y: to };
    let piece = Piece::Curve {
        first: Point { x: reach, y: from },
        second: Point { x: reach, y: to },
        to: end,
    };
    Path { start: Point { x, y: from }, pieces: vec![piece] }
}

/// How far self-loop number `nth` of a box extends beyond it. *Units*: px.
pub(super) fn loop_reach(nth: usize) -> f64 {
    30.0 + 12.0 * nth as f64
}

/// The least size across the flow that leaves enough space between the lines on either side of a
/// box. *Units*: px.
pub(super) fn least_size(lines: usize) -> f64 {
    PORT_GAP * lines.saturating_sub(1).min(30) as f64 + 2.0 * PORT_MARGIN
}

/// Distributes the ends of lines over the sides of their boxes; returns the positions of both ends
/// of each line.
fn ports(
    layered: &Layered,
    centres: &[f64],
    sizes: &[(f64, f64)],
    wires: &[Wire],
) -> Vec<(f64, f64)> {
    let mut sides: [Vec<Vec<(usize, usize)>>; 2] =
        [vec![Vec::new(); layered.boxes], vec![Vec::new(); layered.boxes]];
    for (index, chain) in layered.chains.iter().enumerate() {
        let count = chain.len();
        sides[0][chain[0]].push((layered.place[chain[1]], index));
        sides[1][chain[count - 1]].push((layered.place[chain[count - 2]], index));
    }
    let mut ports = vec![(0.0, 0.0); wires.len()];
    for (side, tail) in [Tail::First, Tail::Last].into_iter().enumerate() {
        for v in 0..layered.boxes {
            let ends = &mut sides[side][v];
            ends.sort_unstable();
            let wanted = |&(_, wire): &(usize, usize)| {
                let label = if wires[wire].tail == tail { wires[wire].label.1 } else { 0.0 };
                (label + 16.0).max(20.0)
            };
            let steps: Vec<f64> =
                ends.iter().take(ends.len().saturating_sub(1)).map(wanted).collect();
            let steps = fitted(&steps, (sizes[v].0 - 2.0 * PORT_MARGIN).max(0.0));
            let mut x = centres[v] - steps.iter().sum::<f64>() / 2.0;
            for (at, &(_, wire)) in ends.iter().enumerate() {
                if tail == Tail::First {
                    ports[wire].0 = x;
                } else {
                    ports[wire].1 = x;
                }
                x += steps.get(at).copied().unwrap_or(0.0);
            }
        }
    }
    straighten(layered, centres, sizes, &sides, &mut ports);
    ports
}

/// Aligns a port that is alone on its side with the other end, if that makes a short jog straight.
fn straighten(
    layered: &Layered,
    centres: &[f64],
    sizes: &[(f64, f64)],
    sides: &[Vec<Vec<(usize, usize)>>; 2],
    ports: &mut [(f64, f64)],
) {
    let reach = |v: usize| (sizes[v].0 / 2.0 - PORT_MARGIN).clamp(0.0, MOST_JOG);
    for (index, chain) in layered.chains.iter().enumerate() {
        let count = chain.len();
        let (first, last) = (chain[0], chain[count - 1]);
        let before = if count == 2 { ports[index].0 } else { centres[chain[count - 2]] };
        if sides[1][last].len() == 1 && (before - centres[last]).abs() <= reach(last) {
            ports[index].1 = before;
        }
        let after = if count == 2 { ports[index].1 } else { centres[chain[1]] };
        if sides[0][first].len() == 1 && (after - centres[first]).abs() <= reach(first) {
            ports[index].0 = after;
        }
    }
}

/// Shrinks distances between ports to the available space, but not below the least distance.
fn fitted(wanted: &[f64], room: f64) -> Vec<f64> {
    let least = PORT_GAP.min(room / wanted.len().max(1) as f64);
    let (sum, least_sum) = (wanted.iter().sum::<f64>(), least * wanted.len() as f64);
    let part = if sum <= room { 1.0 } else { (room - least_sum).max(0.0) / (sum - least_sum) };
    wanted.iter().map(|step| least + (step - least) * part).collect()
}

/// The space between two bands: straight ends before and after, curves in between.
struct Gap {
    before: f64,
    curve: f64,
    after: f64,
}

impl Gap {
    fn size(&self) -> f64 {
        self.before + self.curve + self.after
    }
}

fn gaps(layered: &Layered, centres: &[f64], wires: &[Wire], ports: &[(f64, f64)]) -> Vec<Gap> {
    let count = layered.layers.len().saturating_sub(1);
    let mut gaps: Vec<Gap> =
        (0..count).map(|_| Gap { before: 4.0, curve: 0.0, after: 4.0 }).collect();
    for (index, chain) in layered.chains.iter().enumerate() {
        let wire = wires[index];
        let first = layered.rank[chain[0]];
        let last = first + chain.len() - 2;
        let room = |end: usize, tail: Tail| {
            let label = if wire.tail == tail { wire.label.0 } else { 0.0 };
            label + if wire.heads[end] { HEAD_ROOM } else { 0.0 }
        };
        gaps[first].before = gaps[first].before.max(room(0, Tail::First));
        gaps[last].after = gaps[last].after.max(room(1, Tail::Last));
        let mut x = ports[index].0;
        for step in 1..chain.len() {
            let next = if step + 1 == chain.len() { ports[index].1 } else { centres[chain[step]] };
            let curve = &mut gaps[first + step - 1].curve;
            *curve = curve.max((next - x).abs());
            x = next;
        }
    }
    for gap in &mut gaps {
        let wanted = if gap.curve < 0.5 { 6.0 } else { (14.0 + gap.curve * 0.14).min(88.0) };
        gap.curve = wanted.max(LEAST_GAP - gap.before - gap.after);
    }
    gaps
}

/// Draws along the flow, and joins consecutive straight segments.
struct Pen {
    here: Point,
    path: Path,
}

impl Pen {
    fn at(start: Point) -> Self {
        Self { here: start, path: Path { start, pieces: Vec::new() } }
    }

    fn line(&mut self, to: Point) {
        if to.y - self.here.y > 1e-6 {
            if let Some(Piece::Line { to: last }) = self.path.pieces.last_mut() {
                *last = to;
            } else {
                self.path.pieces.push(Piece::Line { to });
            }
        }
        self.here = to;
    }

    fn curve(&mut self, to: Point) {
        if (to.x - self.here.x).abs() < 0.05 {
            self.line(Point { x: self.here.x, y: to.y });
            return;
        }
        let middle = f64::midpoint(self.here.y, to.y);
        let first = Point { x: self.here.x, y: middle };
        self.path.pieces.push(Piece::Curve { first, second: Point { x: to.x, y: middle }, to });
        self.here = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_shrink_to_the_available_space() {
        assert_eq!(fitted(&[20.0, 60.0], 100.0), [20.0, 60.0]);
        let tight = fitted(&[20.0, 60.0], 50.0);
        assert!(
            (tight[0] + tight[1] - 50.0).abs() < 1e-9 && tight[0] >= 14.0 && tight[1] > tight[0]
        );
        assert_eq!(fitted(&[20.0; 10], 50.0), [5.0; 10]);
        assert!(fitted(&[], 50.0).is_empty());
    }

    #[test]
    fn curves_start_beyond_arrowheads_and_labels() {
        let layered = Layered::new(&[0, 1], &[(0, 1)]);
        let wire = Wire { heads: [true, false], tail: Tail::Last, label: (16.0, 40.0) };
        let routed = route(&layered, &[0.0, 50.0], &[(80.0, 30.0); 2], &[wire]);
        let Piece::Line { to } = routed.paths[0].pieces[0] else { panic!("it starts straight") };
        assert!(to.y - 30.0 >= HEAD_ROOM);
        let Piece::Line { .. } = routed.paths[0].pieces[2] else { panic!("it ends straight") };
        assert!(routed.bands[1] - routed.paths[0].pieces[1].to().y >= 16.0);
    }
}
