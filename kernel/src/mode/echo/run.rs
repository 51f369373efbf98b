//! The one call, and what it becomes.

use super::Echo;
use super::events::{self, Repeated};
use super::questions::{self, repeat::Repeat};
use crate::graph::{Node, NodeKind};
use crate::mode::events::EventInfo;
use crate::mode::shared::stop_rules;
use crate::mode::{ProtocolFailure, Run, debate_context::DebateContext};
use crate::question::QuestionInfo;
use crate::record::{Crux, Outcome, Regime, Score};
use crate::vocabulary::{CruxId, Disagreement, Probability};

impl Run for Echo {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] = &[events::ALL];

    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let repeat = Repeat { topic: context.setting.topic.clone(), most: self.most as usize };
        let answered = context.require(&repeat, "no question was repeated").await?;
        context.report(&Repeated { questions: answered.answer.len() });
        let mut cruxes = Vec::new();
        for (question, rank) in answered.answer.iter().zip(1..) {
            let node = Node::new(context.next_node(), NodeKind::Question, question.as_str());
            let node = context.state(node, [], answered.call, None);
            let node = context.graph().node(node).expect("it was stated");
            let rule = "every question counts the same".to_owned();
            let score = Score { value: Probability::share(1, 1), rule };
            let settling_question = context.setting.topic.question.clone();
            let crux = Crux::proposed(CruxId::new(rank), node, Disagreement::Claim, score);
            cruxes.push(Crux { settling_question, ..crux });
        }
        context.end_round("Echo", None);
        let sentence = "The personas were not asked.".to_owned();
        let outcome = Outcome::new(stop_rules::one_call(), Regime::Undetermined, sentence);
        Ok(Outcome { cruxes, ..outcome })
    }
}
