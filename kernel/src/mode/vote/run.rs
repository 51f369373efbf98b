//! The calls, and what is made of their answers: the tally, and the graph and outcome of what a
//! majority names.

pub(super) mod tally;

use self::tally::{Group, Tally};
use super::Vote;
use super::detail::Votes;
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::named_cruxes::{self, NamedFindings, ScoredCrux};
use crate::mode::shared::questions::compare::Compare;
use crate::mode::shared::questions::cruxes::{Cruxes, NamedCrux, NamedIdle, NamedPoint};
use crate::mode::{DebateSize, MakeSchema, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{ModeDetail, Outcome, Score, Stop, StopReason};

impl Run for Vote {
    const QUESTIONS: &'static [QuestionInfo] =
        &[QuestionInfo::of::<Cruxes>(), QuestionInfo::of::<Compare>()];
    const DETAILS: &'static [(&'static str, MakeSchema)] =
        &[("outcome", || schemars::schema_for!(Votes).to_value())];

    /// Makes the calls, and keeps what a majority of the answers names.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let setting = context.setting;
        let question = named_cruxes::question(&setting, self.cruxes);
        let answers = context.ask_samples(&question, self.calls, "no call named cruxes").await?;
        let [of_questions, of_points] =
            self.comparisons(DebateSize::new(setting.topic, setting.personas.len()));
        let cruxes = Tally::<NamedCrux>::count(context, of_questions, &answers).await;
        // An idle dispute is about an axis, so there is nothing to compare.
        let idle = Tally::<NamedIdle>::count(context, of_questions, &answers).await;
        let points = Tally::<NamedPoint>::count(context, of_points, &answers).await;

        let rule = "the share of the answers that name the question; each answer is the estimate of one call";
        let scored = cruxes.kept().map(|group| {
            let score = Score { value: cruxes.share(group), rule: rule.to_owned() };
            let is_load_unknown = group.weight().is_none();
            ScoredCrux { crux: group.typical(), score, is_load_unknown }
        });
        let findings = NamedFindings {
            call: answers[0].call,
            cruxes: scored.collect(),
            idle: idle.kept().map(Group::typical).collect(),
            points: points.kept().map(Group::typical).collect(),
        };
        let votes = Votes {
            calls: self.calls,
            answers: answers.iter().map(|answer| answer.call).collect(),
            named: [cruxes.ballots(), idle.ballots(), points.ballots()].concat(),
        };
        let rule = format!("{} of {} calls returned an answer.", answers.len(), self.calls);
        let stop = Stop { reason: StopReason::Converged, rule, rounds: 0 };
        let outcome = findings.outcome(context, "Votes", stop);
        Ok(Outcome { detail: Some(ModeDetail::new(&votes)), ..outcome })
    }
}
