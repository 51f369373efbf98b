//! Means over debates with bootstrap intervals.

use std::collections::BTreeMap;

use super::{Measure, Ratio, Scored};
use crate::analysis::bootstrap;

pub use crate::analysis::Estimate;

/// A measure over the scored debates of one mode; `None` where it applies to none of them.
///
/// Debates are sampled; repetitions of a debate stay together.
pub fn estimate(scored: &[&Scored], measure: Measure, seed: u64) -> Option<Estimate> {
    let index = Measure::ALL.iter().position(|other| *other == measure)?;
    let mut debates: BTreeMap<&str, Ratio> = BTreeMap::new();
    for scored in scored {
        let sum =
            debates.entry(&scored.topic).or_insert(Ratio { numerator: 0.0, denominator: 0.0 });
        sum.numerator += scored.ratios[index].numerator;
        sum.denominator += scored.ratios[index].denominator;
    }
    let debates: Vec<Ratio> = debates.into_values().collect();
    bootstrap(&debates, seed, quotient)
}

fn quotient(ratios: &[Ratio]) -> Option<f64> {
    let denominator: f64 = ratios.iter().map(|ratio| ratio.denominator).sum();
    let numerator: f64 = ratios.iter().map(|ratio| ratio.numerator).sum();
    (denominator > 0.0).then(|| numerator / denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mode's scores, with the same fraction for every measure.
    fn scored(topic: usize, numerator: f64, denominator: f64) -> Scored {
        Scored {
            topic: topic.to_string(),
            by: "mode".to_owned(),
            named: Vec::new(),
            roles: Vec::new(),
            ratios: Measure::ALL.map(|_| Ratio { numerator, denominator }).into(),
        }
    }

    fn of(scored: &[Scored]) -> Option<Estimate> {
        estimate(&scored.iter().collect::<Vec<_>>(), Measure::F1, 1)
    }

    #[test]
    fn an_interval_contains_the_value_and_narrows_with_more_debates() {
        let half = |count: usize| -> Vec<Scored> {
            (0..count).map(|topic| scored(topic, (topic % 2) as f64, 1.0)).collect()
        };
        let (few, many) = (of(&half(20)).unwrap(), of(&half(500)).unwrap());
        assert_eq!((few.value, many.value), (0.5, 0.5));
        assert!(few.low < many.low && many.low < 0.5 && 0.5 < many.high && many.high < few.high);
        // The standard error of 500 throws of a coin is 0.0224.
        assert!((many.high - many.low - 2.0 * 1.96 * 0.0224).abs() < 0.02, "{many:?}");
    }

    #[test]
    fn repetitions_of_a_debate_are_not_debates_of_their_own() {
        let repeated: Vec<Scored> = (0..40).map(|_| scored(1, 0.5, 1.0)).collect();
        assert_eq!(of(&repeated), Some(Estimate { value: 0.5, low: 0.5, high: 0.5 }));
    }

    #[test]
    fn a_measure_that_applies_to_no_debate_has_no_estimate() {
        assert_eq!(of(&[scored(1, 0.0, 0.0)]), None);
        assert_eq!(of(&[]), None);
        let some = [scored(1, 0.0, 0.0), scored(2, 3.0, 4.0)];
        assert_eq!(of(&some).map(|found| found.value), Some(0.75));
    }
}
