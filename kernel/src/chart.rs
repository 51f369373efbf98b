//! Charts of numbers with their intervals, drawn with [`plotters`] as SVG strings (feature
//! `chart`).
//!
//! The same chart always has the same bytes: text is measured by the table of [`crate::draw`], and
//! nothing depends on the fonts of the machine. Colours are those of the page around the chart;
//! outside of a page the light palette applies.

mod ink;
mod labels;
mod marker;
mod stroke;

use std::fmt;

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use crate::draw::{Weight, text_width};
use ink::{Area, FINE, Ink, TYPE, fine, recolour};
use labels::spread;
use marker::Marker;
pub use stroke::Stroke;

/// The least distance between the base lines of two labels, in pixels.
const LEADING: f64 = 13.0;
/// The space between the last point of a line and the marker of its label, in pixels.
const GAP: f64 = 14.0;
/// The space between the marker of a label and its text, in pixels.
const KEY: f64 = 8.0;
/// How far lines are moved sideways, so that equal values remain visible, in pixels.
const DODGE: f64 = 4.0;
/// A label that is further than this from its line gets a thin line to it, in pixels.
const NEAR: f64 = 3.0;

/// A measured value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The place on the horizontal axis.
    pub x: f64,
    /// The value.
    pub value: f64,
    /// The lower and the upper end of its interval.
    pub interval: [f64; 2],
}

/// The values of one thing along the horizontal axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its label, beside its last point.
    pub name: String,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// A chart of several lines over one quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// What it shows, for readers who hear the page.
    pub title: String,
    /// The places on the horizontal axis that have a name, with their names, from left to right.
    pub ticks: Vec<(f64, String)>,
    /// The ends of the horizontal axis. Charts that are compared with each other have the same.
    pub extent: [f64; 2],
    /// The name of the horizontal axis.
    pub axis: String,
    /// The range of the values.
    pub range: [f64; 2],
    /// The lines.
    pub lines: Vec<Line>,
    /// Width and height in pixels.
    pub size: [u32; 2],
}

/// A chart that cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChartError {
    /// The axis has no extent.
    #[error("the horizontal axis of the chart “{0}” ends where it begins, or before")]
    NoExtent(String),
    /// A number is not finite.
    #[error("the line “{0}” has a value that is not a number")]
    NotFinite(String),
    /// The drawing failed, for example because the chart is too small for its margins.
    #[error("the chart “{0}” cannot be drawn: {1}")]
    Drawing(String, String),
}

impl Chart {
    /// Draws the chart.
    ///
    /// # Errors
    /// [`ChartError`] where an axis has no extent, a number is not finite, or the size leaves no
    /// room.
    pub fn svg(&self) -> Result<String, ChartError> {
        let [first, last] = self.extent;
        if !(first < last && first.is_finite() && last.is_finite()) {
            return Err(ChartError::NoExtent(self.title.clone()));
        }
        for line in &self.lines {
            let numbers =
                line.points.iter().flat_map(|p| [p.x, p.value, p.interval[0], p.interval[1]]);
            if !numbers.into_iter().all(f64::is_finite) {
                return Err(ChartError::NotFinite(line.name.clone()));
            }
        }
        let mut drawn = String::new();
        let [width, height] = self.size.map(|pixels| pixels * FINE.unsigned_abs());
        self.draw(&mut drawn, (width, height), first..last)
            .map_err(|error| ChartError::Drawing(self.title.clone(), error.to_string()))?;
        Ok(recolour(&drawn, &self.title, &self.to_string(), self.size))
    }

    fn draw(
        &self,
        into: &mut String,
        size: (u32, u32),
        x: std::ops::Range<f64>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(into, size).into_drawing_area();
        let widest = self.lines.iter().map(|line| text_width(&line.name, TYPE, Weight::Regular));
        let right = widest.fold(0.0, f64::max) + GAP + KEY;
        let plot = root.margin(fine(6.0), fine(TYPE * 3.2), fine(30.0), fine(right + 4.0));
        let [low, high] = self.range;
        // Values grow upwards, pixels downwards.
        let (columns, rows) = plot.get_pixel_range();
        let plot = plot.apply_coord_spec(Cartesian2d::<RangedCoordf64, RangedCoordf64>::new(
            x.clone(),
            low..high,
            (columns, rows.end..rows.start),
        ));
        self.draw_grid(&root, &plot, &x)?;
        // References are below the results.
        for result in [false, true] {
            for line in self.lines.iter().filter(|line| line.stroke.is_result() == result) {
                draw_line(&root, line, &self.pixels(&plot, line))?;
            }
        }
        self.draw_labels(&root, &plot)?;
        root.present()?;
        Ok(())
    }

    /// Hairlines at quarters of the range, and the names of the ticks.
    fn draw_grid<'a>(
        &self,
        root: &Area<'a>,
        plot: &Plot<'a>,
        x: &std::ops::Range<f64>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let [low, high] = self.range;
        for quarter in 0..=4 {
            let value = low + (high - low) * f64::from(quarter) / 4.0;
            plot.draw(&PathElement::new(
                vec![(x.start, value), (x.end, value)],
                Ink::Grid.stroke(1.0),
            ))?;
            let (left, y) = plot.map_coordinate(&(x.start, value));
            let text = Ink::Muted.text(HPos::Right, VPos::Center);
            root.draw_text(&shown(value), &text, (left - fine(6.0), y))?;
        }
        let text = Ink::Muted.text(HPos::Center, VPos::Top);
        for (place, name) in &self.ticks {
            let (x, y) = plot.map_coordinate(&(*place, low));
            root.draw_text(name, &text, (x, y + fine(6.0)))?;
        }
        let (middle, y) = plot.map_coordinate(&(f64::midpoint(x.start, x.end), low));
        root.draw_text(&self.axis, &text, (middle, y + fine(6.0 + TYPE * 1.35)))?;
        Ok(())
    }

    /// Where the points of a line are, moved sideways from those of the other results.
    fn pixels(&self, plot: &Plot<'_>, line: &Line) -> Vec<Pixels> {
        let mut results = self.lines.iter().filter(|other| other.stroke.is_result());
        let count = results.clone().count();
        let place = results.position(|other| std::ptr::eq(other, line));
        let aside = place.map_or(0.0, |place| DODGE * (place as f64 - (count as f64 - 1.0) / 2.0));
        let pixels = |point: &Point| {
            let at = |value: f64| {
                let (x, y) = plot.map_coordinate(&(point.x, value));
                (x + fine(aside), y)
            };
            Pixels { value: at(point.value), interval: point.interval.map(at) }
        };
        line.points.iter().map(pixels).collect()
    }

    /// The name of each line beside its last point, moved apart where they would overlap.
    fn draw_labels<'a>(
        &self,
        root: &Area<'a>,
        plot: &Plot<'a>,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let ends: Vec<(&Line, (i32, i32))> = self
            .lines
            .iter()
            .filter_map(|line| {
                let last = line.points.last()?;
                Some((line, plot.map_coordinate(&(last.x, last.value))))
            })
            .collect();
        let wanted: Vec<f64> =
            ends.iter().map(|(_, (_, y))| f64::from(*y) / f64::from(FINE)).collect();
        let height = f64::from(self.size[1]) - TYPE * 3.2;
        let placed = spread(&wanted, LEADING, TYPE / 2.0, height);
        let right = ends.iter().map(|(_, (x, _))| *x).max().unwrap_or_default();
        for ((line, (_, end)), y) in ends.iter().zip(placed) {
            let (x, y) = (right + fine(GAP), fine(y));
            if (y - end).abs() > fine(NEAR) {
                let link = vec![(right + fine(KEY), *end), (x - fine(KEY / 2.0), y)];
                root.draw(&PathElement::new(link, Ink::Grid.stroke(1.0)))?;
            }
            let ink = ink(line.stroke);
            Marker::of(line.stroke).draw(root, (x, y), ink)?;
            let text = ink.text(HPos::Left, VPos::Center);
            root.draw_text(&line.name, &text, (x + fine(KEY), y))?;
        }
        Ok(())
    }
}

type Plot<'a> = DrawingArea<SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// The places of a value and its interval on the drawing.
struct Pixels {
    value: (i32, i32),
    interval: [(i32, i32); 2],
}

/// The interval of each point of a result, the line, and a marker at each point.
fn draw_line(
    root: &Area<'_>,
    line: &Line,
    points: &[Pixels],
) -> Result<(), Box<dyn std::error::Error>> {
    let ink = self::ink(line.stroke);
    let path: Vec<(i32, i32)> = points.iter().map(|point| point.value).collect();
    match line.stroke {
        Stroke::Result(_) => {
            for point in points {
                root.draw(&PathElement::new(point.interval.to_vec(), ink.stroke(1.0)))?;
            }
            root.draw(&PathElement::new(path.clone(), ink.stroke(1.5)))?;
        }
        Stroke::Reference => {
            let dashes = DashedLineSeries::new(path.clone(), fine(4.0), fine(4.0), ink.stroke(1.0));
            for dash in dashes {
                root.draw(&dash)?;
            }
        }
    }
    for at in path {
        Marker::of(line.stroke).draw(root, at, ink)?;
    }
    Ok(())
}

fn ink(stroke: Stroke) -> Ink {
    match stroke {
        Stroke::Result(number) => Ink::Palette(number),
        Stroke::Reference => Ink::Muted,
    }
}

/// A value at the vertical axis: at most two decimals.
fn shown(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, by {}", self.title, self.axis)?;
        for line in &self.lines {
            write!(f, "{}:", line.name)?;
            for Point { x, value, interval: [low, high] } in &line.points {
                let named = self.ticks.iter().find(|(place, _)| place.total_cmp(x).is_eq());
                let place = named.map_or_else(|| shown(*x), |(_, name)| name.clone());
                write!(f, " {place}={value:.2} [{low:.2}, {high:.2}]")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let point = |x: f64, value: f64| Point { x, value, interval: [value - 0.1, value + 0.05] };
        let line = |name: &str, stroke, values: [f64; 3]| Line {
            name: name.to_owned(),
            stroke,
            points: values.iter().zip([0.0, 0.5, 1.0]).map(|(value, x)| point(x, *value)).collect(),
        };
        Chart {
            title: "F1 where tags are <hidden>".to_owned(),
            ticks: vec![(0.0, "0".to_owned()), (0.5, "half".to_owned()), (1.0, "all".to_owned())],
            extent: [0.0, 1.0],
            axis: "tags hidden".to_owned(),
            range: [0.0, 1.0],
            lines: vec![
                line("graph", Stroke::Result(0), [0.95, 0.8, 0.5]),
                line("single", Stroke::Result(1), [0.9, 0.7, 0.52]),
                line("random", Stroke::Reference, [0.3, 0.3, 0.3]),
            ],
            size: [320, 200],
        }
    }

    #[test]
    fn a_chart_has_the_colours_of_the_page_and_whole_markup() {
        let svg = chart().svg().unwrap();
        insta::assert_snapshot!(svg);
        assert!(svg.contains("<title>F1 where tags are &lt;hidden&gt;</title>"));
        assert!(!svg.contains("#0000"), "a colour was not replaced: {svg}");
        assert_eq!(chart().svg().unwrap(), svg, "the same chart has the same bytes");
    }

    #[test]
    fn labels_of_lines_that_end_together_do_not_overlap() {
        let svg = chart().svg().unwrap();
        let height = |name: &str| -> f64 {
            let line = svg.lines().zip(svg.lines().skip(1)).find(|(_, next)| next.trim() == name);
            let (tag, _) = line.unwrap();
            tag.split(" y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        assert!((height("graph") - height("single")).abs() >= LEADING * f64::from(FINE) - 1.0);
    }

    #[test]
    fn equal_values_of_two_results_are_beside_each_other() {
        let mut chart = chart();
        chart.lines[1].points = chart.lines[0].points.clone();
        let svg = chart.svg().unwrap();
        let path = |ink: &str| {
            let line = format!("stroke=\"var({ink}");
            let lines =
                svg.lines().filter(|l| l.contains(&line) && l.contains("stroke-width=\"6\""));
            let [line] = lines.collect::<Vec<_>>()[..] else { panic!("one line of {ink}") };
            let points = line.split("points=\"").nth(1).unwrap();
            points.split(',').next().unwrap().parse::<i32>().unwrap()
        };
        assert_eq!(path("--attack") - path("--link"), fine(DODGE));
    }

    #[test]
    fn charts_with_the_same_extent_have_the_same_axes() {
        let short = |last: f64| {
            let mut chart = chart();
            for line in &mut chart.lines {
                line.points.retain(|point| point.x <= last);
            }
            let svg = chart.svg().unwrap();
            let grid = svg.lines().filter(|line| line.contains("stroke=\"var(--line"));
            grid.take(5).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(short(0.5), short(1.0));
    }

    #[test]
    fn a_chart_without_extent_or_with_nan_is_refused() {
        for extent in [[1.0, 1.0], [1.0, 0.0], [0.0, f64::NAN]] {
            let short = Chart { extent, ..chart() };
            assert!(matches!(short.svg(), Err(ChartError::NoExtent(_))), "{extent:?}");
        }
        let mut broken = chart();
        broken.lines[1].points[0].value = f64::NAN;
        assert_eq!(broken.svg(), Err(ChartError::NotFinite("single".to_owned())));
    }

    #[test]
    fn a_chart_as_text_has_every_value_with_the_name_of_its_place() {
        let mut chart = chart();
        assert!(chart.to_string().contains("single: 0=0.90 [0.80, 0.95] half=0.70"), "{chart}");
        chart.ticks.clear();
        assert!(chart.to_string().contains("single: 0=0.90 [0.80, 0.95] 0.5=0.70"), "{chart}");
    }
}
