//! The course of the debate is that of every conversation; its graph is one framework under Dung's
//! semantics.

pub(super) mod crystallizer;
pub(super) mod metrics;

use self::crystallizer::ArgumentGraph;
use super::questions;
use crate::mode::conversation;
use crate::mode::conversation::run::debate;
use crate::mode::debate_context::DebateContext;
use crate::mode::events::EventInfo;
use crate::mode::shared;
use crate::mode::{Dialogue, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::Outcome;

impl Run for Dialogue {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] =
        &[shared::events::ALL, conversation::events::ALL];

    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        debate::run(context, self.plan(), self.max_propositions, ArgumentGraph::default()).await
    }
}
