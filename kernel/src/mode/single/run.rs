//! The one call: asks for the cruxes, and makes a graph and an outcome of the answer.

use super::{Single, questions};
use crate::mode::shared::named_cruxes::{self, NamedFindings, Part};
use crate::mode::shared::questions::cruxes::NamedCrux;
use crate::mode::shared::stop_rules;
use crate::mode::table::Table;
use crate::mode::{Failure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Score};

impl Run for Single {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;

    /// Asks once, and reads graph and outcome off the answer.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        let question = named_cruxes::question(&table.setting, self.cruxes);
        let answered = table.require(&question, "no cruxes were named").await?;
        let (named, call) = (&answered.answer, answered.call);
        let rule =
            "how much of the disagreement depends on the question, as the answer estimates it";
        let estimated = |crux: &NamedCrux| Score { value: crux.weight, rule: rule.to_owned() };
        let cruxes = Part::all(&named.cruxes, call).into_iter();
        let findings = NamedFindings {
            call,
            cruxes: cruxes
                .map(|crux| {
                    let score = estimated(crux.named);
                    (crux, score)
                })
                .collect(),
            idle: Part::all(&named.idle, call),
            points: Part::all(&named.points, call),
        };
        Ok(findings.outcome(table, "Answer", stop_rules::one_call()))
    }
}
