//! The measures of one debate.

use super::named::{Named, NamedBy};
use crate::planted::Role;
use crate::planted::truth::IssueTruth;

/// Scores that differ by less are equal: the order of a sum must not rank them.
const LEAST_DIFFERENCE: f64 = 1e-9;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The share of the named cruxes that are true ones, where any is named. A crux without an
    /// issue is never one.
    Precision,
    /// The share of the true cruxes that are named.
    Recall,
    /// The harmonic mean of precision and recall; 0 where nothing is named.
    F1,
    /// Whether the first crux named is the one with the highest true score, or one of them.
    Top1,
    /// Spearman's rank correlation of named and true scores over all issues of the topic, with 0
    /// for issues that are not named; 0 where all are named with the same score.
    Rank,
    /// Whether the debate reports agreement over a true crux.
    FalseConsensus,
    /// The share of the named cruxes that are idle disputes.
    IdleNamed,
    /// The share of the disputed issues that occur nowhere in the debate.
    Unmentioned,
    /// Whether nothing is named although there is a crux.
    Abstention,
    /// Whether the debate failed. It then named nothing.
    Failed,
    /// The calls of the debate.
    Calls,
}

/// A measure of one debate as a fraction. Over many debates, numerators and denominators are
/// summed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// What is counted.
    pub numerator: f64,
    /// Out of how many; 0 where the measure does not apply.
    pub denominator: f64,
}

impl Ratio {
    /// A measure that does not apply.
    pub const NONE: Self = Self { numerator: 0.0, denominator: 0.0 };

    /// A value of one debate.
    pub fn one(value: f64) -> Self {
        Self { numerator: value, denominator: 1.0 }
    }

    /// A share: so many counted, out of all.
    pub fn of(counted: usize, all: usize) -> Self {
        Self { numerator: counted as f64, denominator: all as f64 }
    }

    /// 1 if the condition holds, 0 if not.
    pub fn holds(condition: bool) -> Self {
        Self::one(f64::from(u8::from(condition)))
    }
}

impl Measure {
    /// Every measure, in the order of tables.
    pub const ALL: [Self; 11] = [
        Self::Precision,
        Self::Recall,
        Self::F1,
        Self::Top1,
        Self::Rank,
        Self::FalseConsensus,
        Self::IdleNamed,
        Self::Unmentioned,
        Self::Abstention,
        Self::Failed,
        Self::Calls,
    ];

    /// The name, as tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Precision => "precision",
            Self::Recall => "recall",
            Self::F1 => "F1",
            Self::Top1 => "top-1",
            Self::Rank => "rank",
            Self::FalseConsensus => "false consensus",
            Self::IdleNamed => "idle named",
            Self::Unmentioned => "unmentioned",
            Self::Abstention => "abstention",
            Self::Failed => "failed",
            Self::Calls => "calls",
        }
    }

    /// What it measures, as a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Precision => {
                "The share of the named cruxes that are true; the mean over the debates that name any."
            }
            Self::Recall => {
                "The share of the true cruxes that are named; the mean over the debates."
            }
            Self::F1 => {
                "The harmonic mean of precision and recall of a debate; 0 where nothing is named. The mean over the debates."
            }
            Self::Top1 => "How often the first crux named is the one on which most depends.",
            Self::Rank => {
                "The rank correlation of the scores with the true loads. Compare modes only where loads are known: a crux of unknown load scores 0 in single, and what is known of its load in the other modes."
            }
            Self::FalseConsensus => "How often a debate reports agreement over a true crux.",
            Self::IdleNamed => {
                "The share of the named cruxes, of all debates together, on which no thesis depends."
            }
            Self::Unmentioned => {
                "The share of the disputed questions, of all debates together, that are never mentioned in their debate."
            }
            Self::Abstention => "How often nothing is named although there is a crux.",
            Self::Failed => "How often the debate failed.",
            Self::Calls => "The number of calls of a debate.",
        }
    }

    /// Measures one debate.
    pub(super) fn of(self, truth: &[IssueTruth], named: &Named) -> Ratio {
        let issues = named.issues();
        let holds = |axis: Option<&str>, test: &dyn Fn(&IssueTruth) -> bool| {
            truth.iter().any(|issue| Some(issue.axis) == axis && test(issue))
        };
        let found = issues.iter().filter(|axis| holds(**axis, &IssueTruth::is_crux)).count();
        let cruxes = truth.iter().filter(|issue| issue.is_crux()).count();
        match self {
            Self::Precision if issues.is_empty() => Ratio::NONE,
            Self::Precision => Ratio::one(found as f64 / issues.len() as f64),
            Self::Recall => Ratio::one(found as f64 / cruxes as f64),
            Self::F1 => Ratio::one(2.0 * found as f64 / (issues.len() + cruxes) as f64),
            Self::Top1 => {
                let best = truth.iter().map(IssueTruth::score).fold(0.0, f64::max);
                let is_best = |issue: &IssueTruth| issue.score() >= best - LEAST_DIFFERENCE;
                Ratio::holds(issues.first().is_some_and(|axis| holds(*axis, &is_best)))
            }
            Self::Rank => {
                let score = |issue: &IssueTruth| {
                    let crux = named.cruxes.iter().find(|c| c.axis.as_deref() == Some(issue.axis));
                    crux.map_or(0.0, |crux| crux.score)
                };
                let found: Vec<f64> = truth.iter().map(score).collect();
                let scores: Vec<f64> = truth.iter().map(IssueTruth::score).collect();
                Ratio::one(spearman(&found, &scores))
            }
            Self::IdleNamed => {
                let is_idle = |issue: &IssueTruth| issue.role == Role::Idle;
                let idle = issues.iter().filter(|axis| holds(**axis, &is_idle)).count();
                Ratio::of(idle, issues.len())
            }
            Self::Abstention => Ratio::holds(issues.is_empty() && cruxes > 0),
            Self::FalseConsensus => {
                named.facts().map_or(Ratio::NONE, |facts| Ratio::holds(facts.false_consensus))
            }
            Self::Unmentioned => named.facts().map_or(Ratio::NONE, |facts| {
                let disputed = truth.iter().filter(|issue| issue.is_disputed());
                let silent = disputed.clone().filter(|issue| !facts.mentioned.contains(issue.axis));
                Ratio::of(silent.count(), disputed.count())
            }),
            Self::Failed => match named.by {
                NamedBy::Baseline => Ratio::NONE,
                NamedBy::Failed | NamedBy::Debate(_) => Ratio::holds(named.by == NamedBy::Failed),
            },
            Self::Calls => {
                named.facts().map_or(Ratio::NONE, |facts| Ratio::one(facts.calls.into()))
            }
        }
    }
}

/// Spearman's rank correlation: Pearson's correlation of the ranks, where equal values share their
/// mean rank. 0 if one of the lists is constant.
fn spearman(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = f64::midpoint(one.len() as f64, 1.0);
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    let spread = (product(&one, &one) * product(&other, &other)).sqrt();
    if spread > 0.0 { product(&one, &other) / spread } else { 0.0 }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| value - **other > LEAST_DIFFERENCE).count();
        let equal =
            values.iter().filter(|other| (value - **other).abs() <= LEAST_DIFFERENCE).count();
        below as f64 + f64::midpoint(equal as f64, 1.0)
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::named::{DebateFacts, NamedCrux};
    use super::*;
    use crate::planted::Answer;

    /// Two cruxes, an idle dispute and an agreed issue.
    fn truth() -> [IssueTruth; 4] {
        let issue = |axis, role, no: Answer, loads: [f64; 2]| {
            let positions = vec![Some(Answer::Yes), Some(no)];
            IssueTruth { axis, role, positions, loads: loads.into() }
        };
        [
            issue("pace", Role::LoadBearing, Answer::No, [1.0, 0.5]),
            issue("cost", Role::LoadBearing, Answer::No, [0.5, 0.5]),
            issue("noise", Role::Idle, Answer::No, [0.0, 0.0]),
            issue("air", Role::Agreed, Answer::Yes, [1.0, 1.0]),
        ]
    }

    fn named(axes: &[&str], mentioned: &[&str]) -> Named {
        let crux = |(axis, score): (&&str, u32)| NamedCrux {
            axis: (!axis.is_empty()).then(|| (*axis).to_owned()),
            score: f64::from(score) / 10.0,
        };
        let mentioned: BTreeSet<String> = mentioned.iter().map(|axis| (*axis).to_owned()).collect();
        let facts = DebateFacts { mentioned, false_consensus: false, calls: 7 };
        Named {
            cruxes: axes.iter().zip((1..=9).rev()).map(crux).collect(),
            by: NamedBy::Debate(facts),
        }
    }

    /// The value of each measure; `None` where it does not apply.
    fn measured(named: &Named) -> [Option<f64>; 9] {
        let value = |measure: Measure| {
            let Ratio { numerator, denominator } = measure.of(&truth(), named);
            (denominator > 0.0).then(|| (numerator / denominator * 1000.0).round() / 1000.0)
        };
        let measures = [
            Measure::Precision,
            Measure::Recall,
            Measure::F1,
            Measure::Top1,
            Measure::Rank,
            Measure::IdleNamed,
            Measure::Unmentioned,
            Measure::Abstention,
            Measure::Calls,
        ];
        measures.map(value)
    }

    #[test]
    fn each_measure_of_an_outcome_has_its_value() {
        let all = ["pace", "cost", "noise", "air"];
        let row = |values: [f64; 9]| values.map(|value| (value >= 0.0).then_some(value));
        for (what, axes, mentioned, expected) in [
            ("perfect", &all[..2], &all[..], row([1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 7.0])),
            ("empty", &[], &[], row([-1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 1.0, 1.0, 7.0])),
            ("all", &all, &all, row([0.5, 1.0, 0.667, 1.0, 0.949, 0.25, 0.0, 0.0, 7.0])),
            ("idle", &all[2..3], &all[2..3], row([0.0, 0.0, 0.0, 0.0, -9.0, 1.0, 0.667, 0.0, 7.0])),
            ("no issue", &["", "pace"], &all, row([0.5, 0.5, 0.5, 0.0, 0.816, 0.0, 0.0, 0.0, 7.0])),
            (
                "twice",
                &["pace", "pace"],
                &all,
                row([1.0, 0.5, 0.667, 1.0, 0.816, 0.0, 0.0, 0.0, 7.0]),
            ),
        ] {
            let mut found = measured(&named(axes, mentioned));
            if what == "idle" {
                assert!(found[4] < Some(0.0), "the correlation is negative: {found:?}");
                found[4] = None;
            }
            assert_eq!(found, expected, "{what}");
        }
    }

    #[test]
    fn a_failed_debate_has_named_nothing() {
        let failed = Named::of_failed_debate();
        assert_eq!(Measure::Failed.of(&truth(), &failed), Ratio::one(1.0));
        assert_eq!(Measure::Failed.of(&truth(), &named(&[], &[])), Ratio::one(0.0));
        assert_eq!(Measure::F1.of(&truth(), &failed), Ratio::one(0.0));
        assert_eq!(Measure::Abstention.of(&truth(), &failed), Ratio::one(1.0));
    }

    #[test]
    fn measures_that_only_a_debate_has_do_not_apply_to_baselines() {
        let baseline = Named { by: NamedBy::Baseline, ..named(&["pace"], &[]) };
        for measure in [Measure::FalseConsensus, Measure::Unmentioned, Measure::Calls] {
            assert_eq!(measure.of(&truth(), &baseline), Ratio::NONE);
            assert_eq!(measure.of(&truth(), &Named::of_failed_debate()), Ratio::NONE);
        }
        assert_eq!(Measure::Failed.of(&truth(), &baseline), Ratio::NONE);
    }
}
