//! The course of the debate is that of every conversation; its graph has disputes, stances and
//! reasons.

pub(super) mod crystallizer;
pub(super) mod dispute_register;
pub(super) mod metrics;
pub(super) mod outcome;
pub(super) mod update;

use self::crystallizer::DisputeGraph;
use super::{detail, questions};
use crate::mode::conversation;
use crate::mode::conversation::run::debate;
use crate::mode::debate_context::DebateContext;
use crate::mode::dispute::events;
use crate::mode::events::EventInfo;
use crate::mode::shared;
use crate::mode::{Dispute, MakeSchema, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::Outcome;

impl Run for Dispute {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] =
        &[shared::events::ALL, conversation::events::ALL, events::ALL];

    const DETAILS: &'static [(&'static str, MakeSchema)] =
        &[("outcome", || schemars::schema_for!(detail::OutcomeDetail).to_value())];

    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        debate::run(context, self.plan(), self.max_propositions, DisputeGraph::default()).await
    }
}
