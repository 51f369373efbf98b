//! A measure over the levels, as a chart.

use super::Benchmark;
use super::tables::with_interval;
use crate::benchmark::{Baseline, Measure};
use crate::chart::{Chart, Line, Point, Stroke};
use crate::draw::PALETTE;
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
        let title = format!("{} at each level", measure.name());
        let chart = Chart {
            title: title.clone(),
            ticks: ticks.map(|(&place, run)| (place, run.level.name.to_owned())).collect(),
            extent: [-MARGIN, places.last().copied().unwrap_or(0.0) + MARGIN],
            axis: "level of noise".to_owned(),
            range: [low, high],
            lines,
            size: SIZE,
        };
        Ok(Drawing::new(&title, with_palette(&chart.svg()?), table))
    }
}

/// The colours of the lines beyond the fifth, which differ from those of the personas in a drawing.
const LINES: &str = "--p6:#2f5db3;--p2:#5a680f;--p5:#4b5b6b";
const LINES_IN_DARK: &str = "--p6:#8fb4f2;--p2:#b3c266;--p5:#a9b6c4";

/// The chart with the colours that it would have on a page, in light and dark.
fn with_palette(svg: &str) -> String {
    let palette = PALETTE.replace(".fl", ".fl-chart");
    let rules = format!(
        "<style>{palette}.fl-chart{{background:var(--bg);{LINES}}}\
         @media (prefers-color-scheme:dark){{.fl-chart{{{LINES_IN_DARK}}}}}</style>"
    );
    let svg = svg.replacen("<svg ", "<svg class=\"fl-chart\" ", 1);
    svg.replacen("<title>", &format!("{rules}<title>"), 1)
}

#[cfg(test)]
mod tests {
    use crate::benchmark::Measure;
    use crate::notebook::benchmark;
    use crate::notebook::drawing::tests::{drawings, undefined};

    #[test]
    fn a_chart_defines_all_its_colours() {
        let bench = benchmark(&["single"], &["none"], 1, 1).unwrap();
        let chart = bench.chart(Measure::F1).unwrap();
        assert_eq!(drawings(&chart.html()), [chart.svg()]);
        assert!(chart.svg().contains("var(--bg,"), "{}", chart.svg());
        assert_eq!(undefined(chart.svg()), Vec::<&str>::new());
        assert_eq!(undefined("<svg fill='var(--bg,#fff)'/>"), ["--bg"]);
    }
}
