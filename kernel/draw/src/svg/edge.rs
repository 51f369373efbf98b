//! Lines: path, arrowheads and verb.

use super::canvas::{Canvas, add_classes};
use super::markup::{Markup, number};
use crate::diagram::{Edge, Heads};
use crate::path::{Line, Path, Piece, Point};
use crate::relation::{Head, Stroke};

pub(super) fn draw(out: &mut Markup, canvas: Canvas<'_>, edge: &Edge, line: &Line) {
    if !canvas.shows(edge.span) {
        return;
    }
    let mut classes =
        format!("e {} {}", edge.relation.class(), stroke_class(edge.relation.stroke()));
    add_classes(&mut classes, &edge.classes);
    canvas.add_rounds(&mut classes, 'r', |round| edge.span.contains(round));
    let verb = if edge.label.is_empty() { "–" } else { &edge.label };
    let spoken = if edge.spoken.is_empty() {
        format!("{} {verb} {}", edge.from, edge.to)
    } else {
        edge.spoken.clone()
    };
    out.open("g", &[("class", &classes), ("role", "img"), ("aria-label", &spoken)]);
    out.element("title", &[], &spoken);
    let weight = edge.weight.clamp(0.75, 6.0);
    let mut path = line.path.clone();
    let mut heads = vec![cut_end(&mut path, edge.relation.head(), weight)];
    if edge.heads == Heads::Both {
        path = path.reversed();
        heads.push(cut_end(&mut path, edge.relation.head(), weight));
        path = path.reversed();
    }
    let (course, width) = (course(&path), format!("--w:{}", number(weight)));
    let thick: &[(&str, &str)] =
        if (weight - 1.5).abs() < 0.05 { &[] } else { &[("style", &width)] };
    out.empty("path", &[&[("class", "l"), ("d", &*course)], thick].concat());
    let class = if matches!(edge.relation.head(), Head::Open | Head::Bar) { "h open" } else { "h" };
    out.empty("path", &[("class", class), ("d", &heads.concat())]);
    if let Some(label) = line.label {
        out.element(
            "text",
            &[("class", "v"), ("x", &number(label.at.x)), ("y", &number(label.at.y))],
            &edge.label,
        );
    }
    out.close("g");
}

fn stroke_class(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Solid => "solid",
        Stroke::Dashed => "dashed",
        Stroke::Dotted => "dotted",
    }
}

fn course(path: &Path) -> String {
    let mut parts = vec![format!("M{}", pair(path.start))];
    let mut here = path.start;
    for piece in &path.pieces {
        parts.push(match *piece {
            Piece::Line { to } if (to.x - here.x).abs() < 0.05 => format!("V{}", number(to.y)),
            Piece::Line { to } if (to.y - here.y).abs() < 0.05 => format!("H{}", number(to.x)),
            Piece::Line { to } => format!("L{}", pair(to)),
            Piece::Curve { first, second, to } => {
                format!("C{} {} {}", pair(first), pair(second), pair(to))
            }
        });
        here = piece.to();
    }
    parts.concat()
}

fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// Shortens the path to make room for its arrowhead, and returns the path of the arrowhead.
fn cut_end(path: &mut Path, head: Head, weight: f64) -> String {
    let end = path.end();
    let Some(last) = path.pieces.len().checked_sub(1) else { return String::new() };
    let before = match path.pieces[last] {
        Piece::Curve { second, .. } => second,
        Piece::Line { .. } if last == 0 => path.start,
        Piece::Line { .. } => path.pieces[last - 1].to(),
    };
    let (dx, dy) = (end.x - before.x, end.y - before.y);
    let length = (dx * dx + dy * dy).sqrt().max(1e-9);
    let (ux, uy) = (dx / length, dy / length);
    let scale = 1.0 + (weight - 1.5).max(0.0) * 0.18;
    // A point `back` before the border and `aside` to the right of the line.
    let at = |back: f64, aside: f64| Point {
        x: end.x - (ux * back + uy * aside) * scale,
        y: end.y - (uy * back - ux * aside) * scale,
    };
    let (cut, drawn) = match head {
        Head::Triangle => (8.0, outline(&[at(1.0, 0.0), at(10.0, 4.6), at(10.0, -4.6)])),
        Head::Diamond => {
            (10.0, outline(&[at(1.0, 0.0), at(6.5, 4.4), at(12.0, 0.0), at(6.5, -4.4)]))
        }
        Head::Bar => (4.0, format!("M{}L{}", pair(at(4.0, 6.0)), pair(at(4.0, -6.0)))),
        Head::Open => {
            (2.0, format!("M{}L{}L{}", pair(at(8.0, 4.5)), pair(at(1.5, 0.0)), pair(at(8.0, -4.5))))
        }
    };
    match &mut path.pieces[last] {
        Piece::Line { to } | Piece::Curve { to, .. } => *to = at(cut, 0.0),
    }
    drawn
}

fn outline(corners: &[Point]) -> String {
    let mut out = String::new();
    for (at, &corner) in corners.iter().enumerate() {
        out.push(if at == 0 { 'M' } else { 'L' });
        out.push_str(&pair(corner));
    }
    out.push('Z');
    out
}
