//! The one call, and what it becomes.

use super::Echo;
use crate::graph::{Node, NodeKind};
use crate::mode::shared::{decomposition, questions::decompose::Decompose, stop_rules};
use crate::mode::{Failure, Run, table::Table};
use crate::question::QuestionInfo;
use crate::record::{Crux, Outcome, Regime, Score};
use crate::vocabulary::{CruxId, Disagreement, Probability};

impl Run for Echo {
    const QUESTIONS: &'static [QuestionInfo] = &[QuestionInfo::of::<Decompose>()];

    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        let question = decomposition::question(table.setting, self.most as usize);
        let answered = table.require(&question, "there are no propositions").await?;
        let mut cruxes = Vec::new();
        for (claim, rank) in answered.answer.iter().zip(1..) {
            let node = Node::new(table.next_node(), NodeKind::Question, &claim.text);
            let node = Node { axis: claim.axis.clone(), ..node };
            let node = table.state(node, [], answered.call, None);
            let node = table.graph().node(node).expect("it was stated");
            let rule = "every proposition counts the same".to_owned();
            let score = Score { value: Probability::share(1, 1), rule };
            let settling_question = table.setting.topic.question.clone();
            let crux = Crux::proposed(CruxId::new(rank), node, Disagreement::Claim, score);
            cruxes.push(Crux { settling_question, ..crux });
        }
        table.end_round("Echo", None);
        let sentence = "The personas were not asked.".to_owned();
        let outcome = Outcome::new(stop_rules::one_call(), Regime::Undetermined, sentence);
        Ok(Outcome { cruxes, ..outcome })
    }
}
