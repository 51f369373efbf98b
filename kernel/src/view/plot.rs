//! Where the lines and words of a chart are drawn.

use super::{Chart, Series, number};
use crate::draw::{Weight, text_width};
use crate::vocabulary::PersonaId;

const LEFT: f64 = 34.0;
const TOP: f64 = 10.0;
const SIZE: [f64; 2] = [430.0, 190.0];
/// Room below the plot for the names of the stages.
const FOOT: f64 = 28.0;
const TYPE: f64 = 11.5;
/// Least distance between the base lines of two labels.
const LEADING: f64 = 15.0;
/// Dashes distinguish lines where colours cannot.
const DASHES: [&str; 4] = ["none", "7 4", "2 3", "10 3 2 3"];

/// A chart as coordinates. *Units*: px; as text to a tenth of a pixel.
#[derive(Debug, Clone)]
pub struct Plot {
    /// The width of the drawing.
    pub width: String,
    /// The height of the drawing.
    pub height: String,
    /// Where the labels of the lines begin.
    pub label_start: String,
    /// What the lines show, for readers who hear the page.
    pub description: String,
    /// The values that have a line across the plot, with its height.
    pub grid: Vec<Tick>,
    /// The points in time, with their distance from the left.
    pub stages: Vec<Tick>,
    /// The base line of their names.
    pub stage_line: String,
    /// The lines, in the order of the chart's series.
    pub lines: Vec<PlottedLine>,
}

/// A text at a place.
#[derive(Debug, Clone)]
pub struct Tick {
    /// The place.
    pub at: String,
    /// The text.
    pub text: String,
}

/// One line of a plot.
#[derive(Debug, Clone)]
pub struct PlottedLine {
    /// Whose line it is.
    pub persona: PersonaId,
    /// Its points, as a path.
    pub path: String,
    /// Its dashes, as an attribute of SVG.
    pub dashes: &'static str,
    /// The marks at its points, as one path.
    pub marks: String,
    /// Its name and last value beside its end.
    pub label: Tick,
}

impl Plot {
    /// Places the lines of a chart, whose personas have the names that `name` gives them.
    pub fn of(chart: &Chart, name: impl Fn(&PersonaId) -> String) -> Self {
        let x = |at: usize| LEFT + SIZE[0] * at as f64 / (chart.stages.len().max(2) - 1) as f64;
        let stages = chart.stages.iter().enumerate();
        let stages = stages.map(|(at, title)| Tick { at: pixel(x(at)), text: title.clone() });
        let named: Vec<(&Series, String)> =
            chart.series.iter().map(|series| (series, name(&series.persona))).collect();
        let labels: Vec<String> = named.iter().map(|(series, name)| label(series, name)).collect();
        let widest = labels.iter().map(|label| text_width(label, TYPE, Weight::Regular));
        let heights: Vec<f64> = chart.series.iter().map(|series| height(last(series))).collect();
        let places = spread_out(&heights);
        let lines = chart.series.iter().enumerate().map(|(index, series)| {
            let label = Tick { at: pixel(places[index] + 4.0), text: labels[index].clone() };
            line(series, index, label, x)
        });
        let description: Vec<String> =
            named.iter().map(|(series, name)| describe(series, name)).collect();
        let end = LEFT + SIZE[0];
        Self {
            width: pixel(end + 14.0 + widest.fold(0.0, f64::max) + 4.0),
            height: pixel(TOP + SIZE[1] + FOOT),
            label_start: pixel(end + 12.0),
            description: description.join(" "),
            grid: [0.0, 0.25, 0.5, 0.75, 1.0]
                .map(|value| Tick { at: pixel(height(value)), text: number::measure(value) })
                .to_vec(),
            stages: stages.collect(),
            stage_line: pixel(TOP + SIZE[1] + 20.0),
            lines: lines.collect(),
        }
    }
}

/// A coordinate to a tenth of a pixel.
fn pixel(value: f64) -> String {
    format!("{value:.1}")
}

fn last(series: &Series) -> f64 {
    series.values.last().copied().unwrap_or_default()
}

fn height(value: f64) -> f64 {
    TOP + SIZE[1] * (1.0 - value)
}

fn label(series: &Series, name: &str) -> String {
    format!("{name} ({}) {}", series.note, number::score(last(series)))
}

fn describe(series: &Series, name: &str) -> String {
    let first = series.values.first().copied().unwrap_or_default();
    let [first, last] = [first, last(series)].map(number::score);
    format!("{name} ({}): from {first} to {last}.", series.note)
}

fn line(series: &Series, index: usize, label: Tick, x: impl Fn(usize) -> f64) -> PlottedLine {
    let points: Vec<(f64, f64)> =
        series.values.iter().enumerate().map(|(at, &value)| (x(at), height(value))).collect();
    let pair = |&(x, y): &(f64, f64)| format!("{} {}", pixel(x), pixel(y));
    let path: Vec<String> = points.iter().map(pair).collect();
    let marks: Vec<String> =
        points.iter().map(|point| format!("M{}{}", pair(point), mark(index))).collect();
    PlottedLine {
        persona: series.persona.clone(),
        path: format!("M{}", path.join("L")),
        dashes: DASHES[index % DASHES.len()],
        marks: marks.concat(),
        label,
    }
}

/// The mark at each point of a line: circle, square, triangle or diamond.
fn mark(index: usize) -> &'static str {
    match index % 4 {
        0 => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        1 => "m-3.6-3.6h7.2v7.2h-7.2z",
        2 => "m0-4.8l4.6 8h-9.2z",
        _ => "m0-5l5 5l-5 5l-5-5z",
    }
}

/// Moves labels that would overlap, in the order of their heights.
fn spread_out(wanted: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]).then(a.cmp(&b)));
    let mut places = wanted.to_vec();
    for pair in order.windows(2) {
        places[pair[1]] = places[pair[1]].max(places[pair[0]] + LEADING);
    }
    // Half of the last label's shift is undone for all, so that the labels stay centred on their
    // lines.
    let shift = order.last().map_or(0.0, |&last| places[last] - wanted[last]) / 2.0;
    let room = order.first().map_or(0.0, |&first| wanted[first] - TOP);
    let back = shift.min(room.max(0.0));
    places.iter().map(|place| place - back).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_a_chart_never_overlap() {
        let places = spread_out(&[100.0, 101.0, 20.0]);
        assert!(places[1] - places[0] >= LEADING, "{places:?}");
        assert!(places[2] < places[0] && places[2] > TOP - 1.0, "{places:?}");
        assert_eq!(spread_out(&[50.0]), [50.0]);
    }
}
