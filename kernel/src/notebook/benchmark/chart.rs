//! A measure over the levels, as a chart.

use super::Benchmark;
use super::tables::with_interval;
use crate::benchmark::{Baseline, Measure};
use crate::chart::{Chart, Line, Point, Stroke};
use crate::notebook::drawing::Drawing;
use crate::notebook::error::NotebookError;
use crate::notebook::grid::Grid;

/// Width and height. *Units*: px.
const SIZE: [u32; 2] = [640, 280];
/// The space beside the first and the last level. *Units*: the distance between two levels.
const MARGIN: f64 = 0.08;

impl Benchmark {
    /// A measure at each level, in the order in which the levels were given: a line with 95%
    /// intervals for each mode, and a grey one for each baseline to which the measure applies.
    /// Feature `chart`.
    ///
    /// # Errors
    /// [`NotebookError::Chart`] where the chart cannot be drawn.
    pub fn chart(&self, measure: Measure) -> Result<Drawing, NotebookError> {
        let places: Vec<f64> = (0_u32..).map(f64::from).take(self.levels.len()).collect();
        let names: Vec<&str> = self.names().collect();
        let mut lines = Vec::new();
        let titles = names.iter().map(|by| format!("#{by}"));
        let titles: Vec<String> = std::iter::once("level".to_owned()).chain(titles).collect();
        let mut table = Grid::new(titles.iter().map(String::as_str));
        for (number, by) in names.iter().enumerate() {
            let estimates = self.levels.iter().map(|run| self.estimate(&run.scored, by, measure));
            let points = places.iter().zip(estimates).filter_map(|(&x, found)| {
                let found = found?;
                Some(Point { x, value: found.value, interval: [found.low, found.high] })
            });
            let points: Vec<Point> = points.collect();
            let is_baseline = Baseline::ALL.iter().any(|baseline| baseline.name() == *by);
            let stroke = if is_baseline { Stroke::Reference } else { Stroke::Result(number) };
            if !points.is_empty() {
                lines.push(Line { name: (*by).to_owned(), stroke, points });
            }
        }
        for run in &self.levels {
            let cell = |by: &&str| {
                let found = self.estimate(&run.scored, by, measure);
                found.map_or_else(|| "–".to_owned(), with_interval)
            };
            let level = std::iter::once(run.level.name.to_owned());
            table.push(level.chain(names.iter().map(cell)));
        }
        let values = lines.iter().flat_map(|line| &line.points).flat_map(|point| point.interval);
        let (low, high) =
            values.fold((0.0_f64, 1.0_f64), |(low, high), end| (low.min(end), high.max(end)));
        let ticks = places.iter().zip(&self.levels);
        let chart = Chart {
            title: format!("{} at each level", measure.name()),
            ticks: ticks.map(|(&place, run)| (place, run.level.name.to_owned())).collect(),
            extent: [-MARGIN, places.last().copied().unwrap_or(0.0) + MARGIN],
            axis: "level of noise".to_owned(),
            range: [low, high],
            lines,
            size: SIZE,
        };
        Ok(Drawing::of_chart(chart.svg()?, table))
    }
}
