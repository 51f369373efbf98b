//! Small multiples: F1 over the amount of noise, one panel for each kind of noise, all with the
//! same axes.

use std::collections::BTreeMap;

use faultline::benchmark::Measure;
use faultline::chart::{Chart, ChartError, Line, Point, Stroke};
use faultline::planted::Level;

use super::figure::{Figure, is_baseline, names};
use crate::bench::protocol_gain::is_control;

/// Width and height of a panel. *Units*: px.
const SIZE: [u32; 2] = [340, 235];

/// A kind of noise.
struct NoiseKind {
    /// The names of its levels begin with this.
    prefix: &'static str,
    title: &'static str,
    axis: &'static str,
    scale: Scale,
}

/// How the amount in the name of a level becomes a place on the axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// The amount is the share of the noise.
    Share,
    /// The amount is the share that the noise leaves.
    Rest,
    /// The amount is a strength from 1 to 3.
    Strength,
}

const KINDS: [NoiseKind; 6] = [
    NoiseKind {
        prefix: "hidden",
        title: "Tags are left out",
        axis: "share of all tags left out",
        scale: Scale::Share,
    },
    NoiseKind {
        prefix: "missing",
        title: "Statements have no tag",
        axis: "share of the statements without a tag",
        scale: Scale::Share,
    },
    NoiseKind {
        prefix: "wrong",
        title: "Tags are wrong",
        axis: "share of the tags that are wrong",
        scale: Scale::Share,
    },
    NoiseKind {
        prefix: "reworded",
        title: "Reasons are in other words",
        axis: "strength of the rewording",
        scale: Scale::Strength,
    },
    NoiseKind {
        prefix: "recall",
        title: "Statements are forgotten",
        axis: "share of the statements forgotten",
        scale: Scale::Rest,
    },
    NoiseKind {
        prefix: "mixed",
        title: "Several kinds of noise together",
        axis: "share of the noise",
        scale: Scale::Share,
    },
];

impl Scale {
    /// The place of an amount on the axis, rounded so that 1 − 0.8 is 0.2.
    fn place(self, amount: f64) -> f64 {
        match self {
            Self::Share | Self::Strength => amount,
            Self::Rest => ((1.0 - amount) * 1000.0).round() / 1000.0,
        }
    }

    /// The ends of the axis: all shares have the same.
    fn extent(self) -> [f64; 2] {
        match self {
            Self::Share | Self::Rest => [0.0, 1.0],
            Self::Strength => [0.0, 3.0],
        }
    }
}

/// A chart of F1 for one kind of noise.
pub(super) struct Panel {
    pub(super) title: &'static str,
    pub(super) svg: String,
}

/// A panel for each kind of noise with at least one level in the run beside the debates without
/// noise.
pub(super) fn panels(figures: &[Figure]) -> Result<Vec<Panel>, ChartError> {
    let mut panels = Vec::new();
    for kind in &KINDS {
        let places = places(figures, kind);
        let mut ticks: Vec<f64> = places.values().copied().collect();
        ticks.sort_by(f64::total_cmp);
        if ticks.len() < 2 {
            continue;
        }
        let title = kind.title;
        let chart = Chart {
            title: format!("F1 of the cruxes found where {}", lower(title)),
            ticks: ticks.into_iter().map(|place| (place, place.to_string())).collect(),
            extent: kind.scale.extent(),
            axis: kind.axis.to_owned(),
            range: [0.0, 1.0],
            lines: lines(figures, &places),
            size: SIZE,
        };
        panels.push(Panel { title, svg: chart.svg()? });
    }
    Ok(panels)
}

/// The places of the levels of a kind of noise, and of the debates without noise at 0.
fn places(figures: &[Figure], kind: &NoiseKind) -> BTreeMap<&'static str, f64> {
    let place = |figure: &Figure| match Level::from_name(figure.level)?.noise() {
        Some((prefix, amount)) if prefix == kind.prefix => {
            Some((figure.level, kind.scale.place(amount)))
        }
        None if figure.level == "none" => Some((figure.level, 0.0)),
        Some(_) | None => None,
    };
    figures.iter().filter_map(place).collect()
}

fn lines(figures: &[Figure], places: &BTreeMap<&str, f64>) -> Vec<Line> {
    let line = |(number, by): (usize, &String)| {
        let own = figures.iter().filter(|f| f.by == *by && f.measure == Measure::F1.name());
        let point = |figure: &Figure| {
            let x = *places.get(figure.level)?;
            Some(Point { x, value: figure.value, interval: [figure.low, figure.high] })
        };
        let mut points: Vec<Point> = own.filter_map(point).collect();
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        let stroke = if is_baseline(by) { Stroke::Reference } else { Stroke::Result(number) };
        Line { name: by.clone(), stroke, points }
    };
    let names = names(figures).into_iter().filter(|by| !is_control(by));
    names.enumerate().map(|(number, by)| line((number, &by))).collect()
}

fn lower(title: &str) -> String {
    let mut chars = title.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
