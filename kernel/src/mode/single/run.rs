//! The one call: asks for the cruxes, and makes a graph and an outcome of the answer.

use super::{Single, questions};
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::named_cruxes::{self, NamedFindings, ScoredCrux};
use crate::mode::shared::stop_rules;
use crate::mode::{ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Score};
use crate::vocabulary::Probability;

impl Run for Single {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;

    /// Asks once, and reads graph and outcome off the answer.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let question = named_cruxes::question(&context.setting, self.cruxes);
        let answered = context.require(&question, "no cruxes were named").await?;
        let rule =
            "how much of the disagreement depends on the question, as the answer estimates it";
        let cruxes = answered.each(|named| &named.cruxes).map(|crux| {
            let weight = crux.answer.weight;
            let value = weight.unwrap_or(Probability::share(0, 1));
            let score = Score { value, rule: rule.to_owned() };
            ScoredCrux { crux, score, is_load_unknown: weight.is_none() }
        });
        let findings = NamedFindings {
            call: answered.call,
            cruxes: cruxes.collect(),
            idle: answered.each(|named| &named.idle).collect(),
            points: answered.each(|named| &named.points).collect(),
        };
        Ok(findings.outcome(context, "Answer", stop_rules::one_call()))
    }
}
