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

pub(super) fn metrics(outcome: &Outcome) -> Vec<Metric> {
    let clause = |text: &str| capital(&full_stop(text));
    let metric = |metric: &record::Metric| Metric {
        name: metric.name.clone(),
        value: metric.value.map_or_else(|| "undefined".to_owned(), number::measure),
        meaning: clause(&metric.meaning),
        aim: metric.aim.as_deref().map(clause).unwrap_or_default(),
        misses: metric
            .value
            .zip(metric.aim.as_deref())
            .is_some_and(|(value, aim)| is_outside(value, aim)),
    };
    outcome.metrics.iter().map(metric).collect()
}

/// Whether a value is outside a range that is written as «above 0.1», «0 or more» or «1.5 to 3», up to a colon. A range in
/// words only, such as «low», excludes nothing.
fn is_outside(value: f64, aim: &str) -> bool {
    let range = aim.split(':').next().unwrap_or_default().trim();
    let read = |text: &str| text.trim().parse::<f64>().ok();
    if let Some(low) = range.strip_prefix("above ").and_then(read) {
        value <= low
    } else if let Some(low) = range.strip_suffix(" or more").and_then(read) {
        value < low
    } else if let Some((Some(low), Some(high))) =
        range.split_once(" to ").map(|(low, high)| (read(low), read(high)))
    {
        value < low || value > high
    } else {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faultline::mode::ModeName;

    #[test]
    fn a_value_misses_its_aim_outside_the_stated_range() {
        let cases = [
            (0.05, "above 0.05: beliefs moved", true),
            (0.06, "above 0.05: beliefs moved", false),
            (-0.1, "0 or more: no false consensus", true),
            (0.0, "0 or more: no false consensus", false),
            (0.05, "0.1 to 0.3: focused disagreement", true),
            (0.4, "0.1 to 0.3", true),
            (0.2, "0.1 to 0.3", false),
            (9.0, "low: steady beliefs; high: volatile beliefs", false),
        ];
        for (value, aim, misses) in cases {
            assert_eq!(is_outside(value, aim), misses, "{value} and {aim}");
        }
    }

    #[test]
    fn every_aim_of_a_mode_that_has_a_number_can_be_read() {
        let measures = ModeName::ALL.into_iter().flat_map(|mode| mode.about().measures);
        for aim in measures.filter_map(|measure| measure.aim) {
            let range = aim.split(':').next().unwrap_or_default();
            let has_number = range.chars().any(|c| c.is_ascii_digit());
            assert_eq!(is_outside(-1e9, aim), has_number, "{aim}");
        }
    }
}
