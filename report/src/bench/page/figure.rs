//! The figures of the benchmark: a measure of a mode or baseline at a level.

use crate::unique::unique;
use faultline::benchmark::Baseline;
use serde::Serialize;

/// A measure of a mode or baseline at a level.
#[derive(Debug, Clone, Serialize)]
pub struct Figure {
    /// The name of the level.
    pub level: &'static str,
    /// The mode, or the baseline.
    pub by: String,
    /// The name of the measure.
    pub measure: &'static str,
    /// Its value.
    pub value: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The number of debates that it covers.
    pub debates: usize,
}

/// Whether a name is that of a baseline, which names cruxes without a debate.
pub(super) fn is_baseline(by: &str) -> bool {
    Baseline::ALL.iter().any(|baseline| baseline.name() == by)
}

/// The modes, then the baselines, each once.
pub(super) fn names(figures: &[Figure]) -> Vec<String> {
    let (baselines, modes): (Vec<String>, Vec<String>) =
        unique(figures.iter().map(|figure| figure.by.clone()))
            .into_iter()
            .partition(|by| is_baseline(by));
    [modes, baselines].concat()
}
