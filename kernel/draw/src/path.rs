//! Paths of lines.

use serde::{Deserialize, Serialize};

/// A point in a drawing, relative to its upper left corner. *Units*: px.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance downwards.
    pub y: f64,
}

/// A segment of a path, which starts at the end of the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Piece {
    /// Straight.
    Line {
        /// Its end.
        to: Point,
    },
    /// A cubic Bézier curve.
    Curve {
        /// First control point.
        first: Point,
        /// Second control point.
        second: Point,
        /// Its end.
        to: Point,
    },
}

/// The path of a line from the border of one box to that of another.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// The first point.
    pub start: Point,
    /// The segments, in order.
    pub pieces: Vec<Piece>,
}

/// The position of the verb beside a line.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Left end of the baseline.
    pub at: Point,
    /// Width of the text. *Units*: px.
    pub width: f64,
}

/// The path of a line and the position of its verb, in the order of
/// [`Diagram::edges`](crate::Diagram::edges).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The path from the answering box to the answered one.
    pub path: Path,
    /// `None` if the line has no verb.
    pub label: Option<Label>,
}

impl Piece {
    /// Returns its end.
    pub fn to(&self) -> Point {
        match *self {
            Self::Line { to } | Self::Curve { to, .. } => to,
        }
    }
}

impl Path {
    /// Returns the last point.
    pub fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, Piece::to)
    }

    /// Maps every point.
    pub(super) fn map(&mut self, by: impl Fn(Point) -> Point) {
        self.start = by(self.start);
        for piece in &mut self.pieces {
            match piece {
                Piece::Line { to } => *to = by(*to),
                Piece::Curve { first, second, to } => {
                    (*first, *second, *to) = (by(*first), by(*second), by(*to));
                }
            }
        }
    }

    /// Reverses the path.
    pub(super) fn reversed(&self) -> Self {
        let mut starts: Vec<Point> = vec![self.start];
        starts.extend(self.pieces.iter().map(Piece::to));
        starts.pop();
        let pieces = self.pieces.iter().zip(starts).rev().map(|(piece, start)| match *piece {
            Piece::Line { .. } => Piece::Line { to: start },
            Piece::Curve { first, second, .. } => {
                Piece::Curve { first: second, second: first, to: start }
            }
        });
        Self { start: self.end(), pieces: pieces.collect() }
    }

    /// Returns points along the path, `each` per segment, and the start.
    pub fn sample(&self, each: u32) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for piece in &self.pieces {
            for step in 1..=each {
                let t = f64::from(step) / f64::from(each);
                let mix = |a: f64, b: f64| a + (b - a) * t;
                points.push(match *piece {
                    Piece::Line { to } => Point { x: mix(from.x, to.x), y: mix(from.y, to.y) },
                    Piece::Curve { first, second, to } => {
                        let axis = |p: [f64; 4]| {
                            let (a, b, c) = (mix(p[0], p[1]), mix(p[1], p[2]), mix(p[2], p[3]));
                            mix(mix(a, b), mix(b, c))
                        };
                        Point {
                            x: axis([from.x, first.x, second.x, to.x]),
                            y: axis([from.y, first.y, second.y, to.y]),
                        }
                    }
                });
            }
            from = piece.to();
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hook() -> Path {
        let point = |x: f64, y: f64| Point { x, y };
        let curve =
            Piece::Curve { first: point(0.0, 8.0), second: point(6.0, 4.0), to: point(6.0, 12.0) };
        Path { start: point(0.0, 0.0), pieces: vec![Piece::Line { to: point(0.0, 4.0) }, curve] }
    }

    #[test]
    fn reversing_twice_changes_nothing() {
        assert_eq!(hook().reversed().reversed(), hook());
        assert_eq!(
            (hook().reversed().start, hook().reversed().end()),
            (hook().end(), hook().start)
        );
    }

    #[test]
    fn a_reversed_path_has_the_same_points() {
        let mut back = hook().reversed().sample(4);
        back.reverse();
        for (a, b) in hook().sample(4).iter().zip(back) {
            assert!((a.x - b.x).abs() < 1e-9 && (a.y - b.y).abs() < 1e-9);
        }
    }
}
