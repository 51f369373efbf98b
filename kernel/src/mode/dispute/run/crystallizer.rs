//! What was said enters the graph: disputes, stances, reasons.

use std::collections::BTreeSet;

use super::dispute_register::{DisputeRecord, DisputeRegister};
use super::outcome::LastUpdate;
use super::update::Update;
use crate::graph::Node;
use crate::mode::conversation::questions::{ShownBasis, ShownTurn};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::crystallizer::{
    Changed, Crystallizer, GraphState, TurnsToEnter,
};
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::dispute::disputes::{Dispute, disputes};
use crate::mode::dispute::events::DcgUpdate;
use crate::mode::dispute::questions::crystallize_disputes::{
    CrystallizeDisputes, Crystallized, MOST_NEW_DISPUTES, ShownDispute, ShownReason, ShownStance,
};
use crate::mode::events::Report;
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::record::{Outcome, Stop, Turn};
use crate::vocabulary::{NodeId, Topic};

/// How many disputes an update may open: two, so that the map grows with the exchange. The last
/// update may open as many as the topic has questions: a question that was disputed and that no
/// earlier update had room for is not lost.
fn most_new(said: &TurnsToEnter<'_>) -> usize {
    if said.is_last { MOST_NEW_DISPUTES.max(said.topic.axes.len()) } else { MOST_NEW_DISPUTES }
}

/// Enters turns in a graph of disputes.
#[derive(Debug, Default)]
pub(super) struct DisputeGraph {
    register: DisputeRegister,
}

impl Crystallizer for DisputeGraph {
    type Update = CrystallizeDisputes;

    const TONE: ConversationTone = ConversationTone::Adversarial;

    fn question(
        &self,
        context: &DebateContext<'_>,
        said: &TurnsToEnter<'_>,
    ) -> CrystallizeDisputes {
        // An update may open two disputes, so that an opening speech can raise more than the map
        // has.
        let (openings, others): (Vec<Turn>, Vec<Turn>) =
            said.earlier.iter().cloned().partition(Turn::is_opening);
        let earlier = ShownTurn::all(&openings).into_iter().chain(said.latest(&others));
        let shown = |dispute: Dispute<'_>| self.shown(context, &dispute);
        CrystallizeDisputes {
            topic: said.topic.clone(),
            disputes: disputes(context.graph()).into_iter().map(shown).collect(),
            earlier: earlier.collect(),
            turns: said.shown(),
            most_new: most_new(said),
            briefs: context.setting.briefs(),
        }
    }

    fn apply(
        &mut self,
        context: &mut DebateContext<'_>,
        said: &TurnsToEnter<'_>,
        Answered { answer, call }: Answered<Crystallized>,
    ) -> Changed {
        let touched = BTreeSet::new();
        Update { context, said, call, register: &mut self.register, touched }.apply(answer)
    }

    /// What is contested are the stances of live disputes.
    fn state(&self, context: &mut DebateContext<'_>) -> GraphState {
        let graph = context.graph();
        let disputes = self.register.states(graph);
        GraphState {
            contested: self.register.contested(graph),
            events: vec![DcgUpdate { round: context.round(), disputes }.to_event()],
            semantics: None,
        }
    }

    /// Everything.
    fn compared_at_end(&self, context: &mut DebateContext<'_>) -> BTreeSet<NodeId> {
        context.graph().nodes().map(|node| node.id).collect()
    }

    fn outcome(
        self,
        context: &DebateContext<'_>,
        topic: &Topic,
        stop: Stop,
        judged: &JudgedPairs,
    ) -> Outcome {
        LastUpdate { topic, register: self.register, judged }.outcome(context, stop)
    }
}

impl DisputeGraph {
    fn shown(&self, context: &DebateContext<'_>, dispute: &Dispute<'_>) -> ShownDispute {
        let stance = |stance: &&Node| {
            Some(ShownStance {
                author: stance.author.clone()?,
                side: stance.side?,
                statement: stance.text.clone(),
                qualifiers: stance.detail.qualifiers.clone(),
                rests_on: ShownBasis::premises(stance),
                excerpts: stance.detail.excerpts.clone(),
            })
        };
        let reasons = dispute.reasons.iter().filter_map(|reason| {
            let node = reason.node;
            let attacks = context.graph().out_of_node(node.id);
            let attacks = attacks.filter(|edge| edge.to != reason.stance).map(|edge| edge.to);
            Some(ShownReason {
                id: node.id,
                author: node.author.clone()?,
                side: reason.side,
                claim: node.text.clone(),
                assumptions: node.detail.assumptions.clone(),
                attacks: attacks.collect(),
                excerpts: node.detail.excerpts.clone(),
            })
        });
        let DisputeRecord { horizon, criteria, retired, .. } = self.register.record(dispute);
        ShownDispute {
            id: dispute.node.id,
            question: dispute.node.text.clone(),
            axis: dispute.node.axis.clone(),
            horizon,
            criteria,
            is_retired: retired.is_some(),
            stances: dispute.stances.iter().filter_map(stance).collect(),
            reasons: reasons.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::topic;

    #[test]
    fn dispute_rule_5_the_last_update_opens_as_many_disputes_as_the_topic_has_questions() {
        let mut topic = topic();
        let axis = topic.axes[0].clone();
        topic.axes.extend([axis.clone(), axis]);
        let opened =
            |is_last| most_new(&TurnsToEnter { topic: &topic, earlier: &[], new: &[], is_last });
        assert_eq!((opened(false), opened(true)), (2, topic.axes.len()));
    }
}
