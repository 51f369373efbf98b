//! The numbers that a mode reports about a debate, and which of them are outside their range.

use faultline::record::{self, Outcome};
use faultline::view::number;

use crate::site::sentence::{capital, full_stop};

/// A number that the mode reports about the debate.
#[derive(Debug, Clone)]
pub(super) struct Metric {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) meaning: String,
    /// The range that suggests a good debate; empty where there is none.
    pub(super) aim: String,
    /// Whether the value is outside this range.
    pub(super) misses: bool,
}

impl Metric {
    /// The range without what it suggests: «above 0.05» of «Above 0.05: beliefs moved.»
    pub(super) fn range(&self) -> String {
        let range = self.aim.split(':').next().unwrap_or_default();
        range.trim_end_matches('.').to_lowercase()
    }
}

pub(super) fn metrics(outcome: &Outcome) -> Vec<Metric> {
    let clause = |text: &str| capital(&full_stop(text));
    let metric = |metric: &record::Metric| Metric {
        name: metric.name.clone(),
        value: metric.value.map_or_else(|| "undefined".to_owned(), number::measure),
        meaning: clause(&metric.meaning),
        aim: metric.aim.as_deref().map(clause).unwrap_or_default(),
        misses: metric.misses_its_aim(),
    };
    outcome.metrics.iter().map(metric).collect()
}
