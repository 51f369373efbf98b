//! What a mode finds beyond its controls and beyond one call: what its protocol is worth.

use std::collections::BTreeSet;

use faultline::analysis::bootstrap;
use faultline::benchmark::{Estimate, Measure, Ratio, Scored};
use faultline::mode::{Control, Kind, ModeName};
use serde::Serialize;

/// By how much F1 of a mode is higher than that of a control of it, or of a baseline, in the same
/// debates.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProtocolGain {
    /// The name of the level.
    pub level: &'static str,
    /// The mode.
    pub mode: String,
    /// What it is compared with.
    pub beyond: String,
    /// The mean difference; below 0 if the mode's F1 is lower.
    pub value: f64,
    /// The lower end of its 95% interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl ProtocolGain {
    /// Whether the interval lies above 0.
    pub fn is_gain(&self) -> bool {
        self.low > 0.0
    }

    /// Whether the interval lies below 0.
    pub fn is_loss(&self) -> bool {
        self.high < 0.0
    }
}

/// Whether a name in the scores is that of a control.
pub fn is_control(by: &str) -> bool {
    Control::ALL.into_iter().any(|control| by.ends_with(&format!(" ({control})")))
}

/// Compares each mode that has controls in the scores with them and with the baselines. The
/// differences are paired: debates are sampled, and repetitions of a debate stay together.
pub fn gains(level: &'static str, scored: &[Scored], seed: u64) -> Vec<ProtocolGain> {
    let mut gains = Vec::new();
    for mode in ModeName::ALL.map(ModeName::name) {
        let controls: Vec<String> =
            Control::ALL.into_iter().map(|control| control.label(mode)).collect();
        if !scored.iter().any(|scored| controls.contains(&scored.by)) {
            continue;
        }
        let baselines = baselines().map(str::to_owned);
        for beyond in controls.into_iter().chain(baselines) {
            let differences = differences(scored, mode, &beyond);
            let Some(Estimate { value, low, high }) = bootstrap(&differences, seed, mean) else {
                continue;
            };
            let mode = mode.to_owned();
            gains.push(ProtocolGain { level, mode, beyond, value, low, high });
        }
    }
    gains
}

/// The modes that hold no debate.
fn baselines() -> impl Iterator<Item = &'static str> {
    let modes = ModeName::ALL.into_iter().filter(|mode| mode.about().kind == Kind::Baseline);
    modes.map(ModeName::name)
}

/// The differences in F1, one for each debate in which both are scored.
fn differences(scored: &[Scored], mode: &str, beyond: &str) -> Vec<f64> {
    let topics: BTreeSet<&str> = scored.iter().map(|scored| scored.topic.as_str()).collect();
    let f1 = Measure::ALL.iter().position(|measure| *measure == Measure::F1).expect("F1 is listed");
    let mean_of = |topic: &str, by: &str| {
        let own = scored.iter().filter(|scored| scored.topic == topic && scored.by == by);
        let values: Vec<f64> = own
            .map(|scored| &scored.ratios[f1])
            .filter(|Ratio { denominator, .. }| *denominator > 0.0)
            .map(|ratio| ratio.numerator / ratio.denominator)
            .collect();
        mean(&values)
    };
    let difference = |topic: &&str| Some(mean_of(topic, mode)? - mean_of(topic, beyond)?);
    topics.iter().filter_map(difference).collect()
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(topic: usize, by: &str, f1: f64) -> Scored {
        Scored {
            topic: topic.to_string(),
            by: by.to_owned(),
            named: Vec::new(),
            roles: Vec::new(),
            ratios: Measure::ALL.map(|_| Ratio::one(f1)).into(),
        }
    }

    /// Forty debates of mode `graph`, a control and a single call; F1 of each from the number of
    /// the debate.
    fn found(graph: fn(usize) -> f64, isolated: fn(usize) -> f64) -> Vec<ProtocolGain> {
        let debates = (0..40).flat_map(|topic| {
            [
                scored(topic, "graph", graph(topic)),
                scored(topic, "graph (isolated)", isolated(topic)),
                scored(topic, "single", 0.5),
            ]
        });
        gains("none", &debates.collect::<Vec<_>>(), 1)
    }

    #[test]
    fn a_gain_is_the_paired_difference_to_each_control_and_to_a_single_call() {
        let gains = found(|topic| (topic % 2) as f64, |topic| (topic % 2) as f64 * 0.8);
        let beyond: Vec<&str> = gains.iter().map(|gain| gain.beyond.as_str()).collect();
        assert_eq!(beyond, ["graph (isolated)", "single"], "shuffled was not run");
        assert!((gains[0].value - 0.1).abs() < 1e-9 && gains[0].is_gain(), "{gains:?}");
        assert!(!gains[1].is_gain() && !gains[1].is_loss(), "F1 is 0.5 in the mean: {gains:?}");
    }

    #[test]
    fn equal_f1_is_neither_a_gain_nor_a_loss_and_a_lower_one_is_a_loss() {
        let equal = &found(|_| 0.7, |_| 0.7)[0];
        assert_eq!((equal.value, equal.is_gain(), equal.is_loss()), (0.0, false, false));
        assert!(found(|_| 0.6, |_| 0.7)[0].is_loss());
    }

    #[test]
    fn a_mode_without_controls_in_the_scores_has_no_gain() {
        let alone = [scored(1, "graph", 1.0), scored(1, "single", 0.5)];
        assert_eq!(gains("none", &alone, 1), []);
        assert!(
            is_control("graph (isolated)") && !is_control("graph") && !is_control("(isolated)")
        );
    }
}
