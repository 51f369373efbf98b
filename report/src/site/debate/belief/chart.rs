//! How strong each thesis was after each round, as lines and as a table.

use faultline::draw::{Weight, text_width};
use faultline::record::Root;
use faultline::view::number;
use faultline::vocabulary::Strength;

use super::super::rounds;
use super::super::scene::{NodeRef, Scene};
use crate::site::cast::Tag;
use crate::site::{prose, words};

const LEFT: f64 = 34.0;
const TOP: f64 = 10.0;
const PLOT: [f64; 2] = [430.0, 190.0];
/// Room below the plot for the names of the rounds.
const FOOT: f64 = 28.0;
const TYPE: f64 = 11.5;
/// Least distance between the base lines of two labels.
const LEADING: f64 = 15.0;
/// Strokes tell lines apart where colours do not.
const DASHES: [&str; 4] = ["none", "7 4", "2 3", "10 3 2 3"];

/// A place with a text.
#[derive(Debug, Clone)]
pub(in crate::site) struct Tick {
    pub(in crate::site) at: String,
    pub(in crate::site) text: String,
}

/// How one thesis moved.
#[derive(Debug, Clone)]
pub(in crate::site) struct Line {
    pub(in crate::site) who: Tag,
    pub(in crate::site) side: &'static str,
    pub(in crate::site) node: NodeRef,
    /// Its course, as a path.
    pub(in crate::site) course: String,
    pub(in crate::site) dashes: &'static str,
    /// Its marks, as one path.
    pub(in crate::site) marks: String,
    pub(in crate::site) label: Tick,
    /// Its strengths, one for each stage.
    pub(in crate::site) values: Vec<String>,
}

/// The chart.
#[derive(Debug, Clone)]
pub(in crate::site) struct Chart {
    pub(in crate::site) width: String,
    pub(in crate::site) height: String,
    pub(in crate::site) label_start: String,
    pub(in crate::site) spoken: String,
    pub(in crate::site) grid: Vec<Tick>,
    pub(in crate::site) stages: Vec<Tick>,
    pub(in crate::site) stage_line: String,
    pub(in crate::site) lines: Vec<Line>,
}

pub(super) fn chart(scene: &Scene<'_>, roots: &[Root]) -> Chart {
    let snapshots = &scene.finished.snapshots;
    let x = |at: usize| LEFT + PLOT[0] * at as f64 / (snapshots.len().max(2) - 1) as f64;
    let stages = snapshots.iter().enumerate().map(|(at, snapshot)| Tick {
        at: prose::pixel(x(at)),
        text: rounds::title(scene, snapshot),
    });
    let labels: Vec<String> = roots.iter().map(|root| label(scene, root)).collect();
    let widest = labels.iter().map(|label| text_width(label, TYPE, Weight::Regular));
    let places = apart(&roots.iter().map(|root| height(last(root))).collect::<Vec<_>>());
    let lines = roots.iter().enumerate().map(|(seat, root)| {
        let label = Tick { at: prose::pixel(places[seat] + 4.0), text: labels[seat].clone() };
        line(scene, root, seat, label, x)
    });
    let told: Vec<String> = roots.iter().map(|root| spoken(scene, root)).collect();
    let end = LEFT + PLOT[0];
    Chart {
        width: prose::pixel(end + 14.0 + widest.fold(0.0, f64::max) + 4.0),
        height: prose::pixel(TOP + PLOT[1] + FOOT),
        label_start: prose::pixel(end + 12.0),
        spoken: told.join(" "),
        grid: [0.0, 0.25, 0.5, 0.75, 1.0]
            .map(|value| Tick { at: prose::pixel(height(value)), text: number::measure(value) })
            .to_vec(),
        stages: stages.collect(),
        stage_line: prose::pixel(TOP + PLOT[1] + 20.0),
        lines: lines.collect(),
    }
}

fn last(root: &Root) -> f64 {
    root.strengths.last().map_or(0.0, |strength| strength.value())
}

fn height(value: f64) -> f64 {
    TOP + PLOT[1] * (1.0 - value)
}

fn label(scene: &Scene<'_>, root: &Root) -> String {
    let side = words::side(root.side).to_lowercase();
    format!("{} ({side}) {}", scene.tag(&root.persona).name, number::score(last(root)))
}

fn spoken(scene: &Scene<'_>, root: &Root) -> String {
    let name = scene.tag(&root.persona).name;
    let side = words::side(root.side).to_lowercase();
    let first = root.strengths.first().map_or(0.0, |strength| strength.value());
    let (from, to) = (number::score(first), number::score(last(root)));
    prose::sentence(&format!("{name}, who says {side}, goes from {from} to {to}"))
}

fn line(
    scene: &Scene<'_>,
    root: &Root,
    seat: usize,
    label: Tick,
    x: impl Fn(usize) -> f64,
) -> Line {
    let points: Vec<(f64, f64)> = root
        .strengths
        .iter()
        .enumerate()
        .map(|(at, value)| (x(at), height(value.value())))
        .collect();
    let pair = |&(x, y): &(f64, f64)| format!("{} {}", prose::pixel(x), prose::pixel(y));
    let course: Vec<String> = points.iter().map(pair).collect();
    let marks: Vec<String> =
        points.iter().map(|point| format!("M{}{}", pair(point), mark(seat))).collect();
    let figure = |strength: &Strength| number::score(strength.value());
    Line {
        who: scene.tag(&root.persona),
        side: words::side(root.side),
        node: scene.node(root.node),
        course: format!("M{}", course.join("L")),
        dashes: DASHES[seat % DASHES.len()],
        marks: marks.concat(),
        label,
        values: root.strengths.iter().map(figure).collect(),
    }
}

/// The mark of a seat around the point at which the pen stands: circle, square, triangle, diamond.
fn mark(seat: usize) -> &'static str {
    match seat % 4 {
        0 => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        1 => "m-3.6-3.6h7.2v7.2h-7.2z",
        2 => "m0-4.8l4.6 8h-9.2z",
        _ => "m0-5l5 5l-5 5l-5-5z",
    }
}

/// Moves labels apart that would stand upon each other, keeping their order.
fn apart(wanted: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]).then(a.cmp(&b)));
    let mut places = wanted.to_vec();
    for pair in order.windows(2) {
        places[pair[1]] = places[pair[1]].max(places[pair[0]] + LEADING);
    }
    // Half of what the last was pushed is given back, so that a crowd stands around its middle.
    let pushed = order.last().map_or(0.0, |&last| places[last] - wanted[last]) / 2.0;
    let top = order.first().map_or(0.0, |&first| wanted[first] - TOP);
    let back = pushed.min(top.max(0.0));
    places.iter().map(|place| place - back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_stand_upon_each_other() {
        let places = apart(&[100.0, 101.0, 20.0]);
        assert!(places[1] - places[0] >= LEADING, "{places:?}");
        assert!(places[2] < places[0] && places[2] > TOP - 1.0, "{places:?}");
        assert_eq!(apart(&[50.0]), [50.0]);
    }
}
