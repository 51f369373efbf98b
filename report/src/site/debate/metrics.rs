//! The numbers that a mode reports about a debate, and which of them are outside their range.

use faultline::mode::Measure;
use faultline::record::{self, Outcome};
use faultline::view::number;

use crate::site::sentence::sentence;

/// A number that the mode reports about the debate.
#[derive(Debug, Clone)]
pub(super) struct Metric {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) meaning: String,
    /// The range that suggests a good debate; empty where there is none.
    pub(super) aim: String,
    /// Whether the value is outside this range.
    pub(super) is_outside: bool,
    /// What this means, as a clause; `None` if the value is inside, or if it is no shortcoming.
    pub(super) miss: Option<String>,
}

/// What the mode reports about the debate, with what its measures say of values outside their
/// ranges.
pub(super) fn metrics(outcome: &Outcome, measures: &[Measure]) -> Vec<Metric> {
    let metric = |metric: &record::Metric| Metric {
        name: metric.name.clone(),
        value: metric.value.map_or_else(|| "undefined".to_owned(), number::measure),
        meaning: sentence(&metric.meaning),
        aim: metric.aim.as_deref().map(sentence).unwrap_or_default(),
        is_outside: metric.misses_its_aim(),
        miss: metric.value.filter(|_| metric.misses_its_aim()).and_then(|value| {
            let figure = || Some(format!("{} is {}", metric.name, number::measure(value)));
            let measure = measures.iter().find(|measure| measure.is(metric));
            measure.map_or_else(figure, |measure| measure.miss(value).map(str::to_owned))
        }),
    };
    outcome.metrics.iter().map(metric).collect()
}
