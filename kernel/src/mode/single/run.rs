//! The one call: asks for the cruxes, and makes a graph and an outcome of the answer.

use super::{Single, questions};
use crate::mode::shared::named_cruxes::{self, NamedFindings, Part, ScoredCrux};
use crate::mode::shared::stop_rules;
use crate::mode::table::Table;
use crate::mode::{Failure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Score};
use crate::vocabulary::Probability;

impl Run for Single {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;

    /// Asks once, and reads graph and outcome off the answer.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        let question = named_cruxes::question(&table.setting, self.cruxes);
        let answered = table.require(&question, "no cruxes were named").await?;
        let (named, call) = (&answered.answer, answered.call);
        let rule =
            "how much of the disagreement depends on the question, as the answer estimates it";
        let cruxes = Part::all(&named.cruxes, call).into_iter().map(|crux| {
            let weight = crux.named.weight;
            let value = weight.unwrap_or(Probability::share(0, 1));
            let score = Score { value, rule: rule.to_owned() };
            ScoredCrux { crux, score, is_load_unknown: weight.is_none() }
        });
        let findings = NamedFindings {
            call,
            cruxes: cruxes.collect(),
            idle: Part::all(&named.idle, call),
            points: Part::all(&named.points, call),
        };
        Ok(findings.outcome(table, "Answer", stop_rules::one_call()))
    }
}
