//! What the outcome of every mode has in common: it follows from the cruxes, the common ground and
//! the theses.

use std::collections::BTreeSet;

use super::agreed_questions::{agreed_across, agreed_questions, points_across, verbal_across};
use super::common_ground::{
    self, common_ground, could_be_attacked, fake_consensus, unite_wordings,
};
use super::concessions;
use super::cruxes::CruxContext;
use super::judged_pairs::JudgedPairs;
use super::regime::{DivisiveQuestions, RegimeInputs, theses};
use super::verbal::Verbal;
use crate::graph::{Graph, Node, NodeKind};
use crate::mode::debate_context::DebateContext;
use crate::mode::issues::{DisputedIssue, Issues};
use crate::record::{
    AgreedQuestion, CommonGround, Concession, Contradiction, Crux, IdleDispute, Outcome, Stop,
    Thesis,
};
use crate::vocabulary::{AxisId, NodeId, Persona, PersonaId, Topic};

/// What the final graph says about its issues.
pub(crate) struct IssueFindings {
    pub(crate) cruxes: Vec<Crux>,
    pub(crate) idle: Vec<IdleDispute>,
    /// The questions on which the personas agree.
    pub(crate) agreed: Vec<AgreedQuestion>,
    /// The personas whose thesis has nothing left to rest on.
    pub(crate) without_support: Vec<PersonaId>,
}

impl IssueFindings {
    /// Names the disputed issues, and the questions on which the personas agree. `strength` ranks
    /// the arguments of a persona on an issue. No persona is taken to be without support.
    pub(crate) fn of(
        issues: &Issues<'_>,
        disputed: &[DisputedIssue<'_>],
        strength: impl Fn(NodeId) -> f64,
        findings: impl Fn(&DisputedIssue<'_>) -> CruxContext,
    ) -> Self {
        let (cruxes, idle) = issues.name(disputed, &strength, findings);
        let agreed = agreed_questions(issues, strength);
        Self { cruxes, idle, agreed, without_support: Vec::new() }
    }
}

/// The answers of several personas that were judged to say the same and that no argument is about:
/// nothing speaks against them.
fn shared_answers(graph: &Graph) -> BTreeSet<NodeId> {
    let answers = graph.nodes().filter(|node| node.kind == NodeKind::Position);
    let shared = answers.filter(|node| node.endorsers().len() >= 2 && !graph.is_in_framework(node));
    shared.map(|node| node.id).collect()
}

/// The names of the personas whose thesis is the opposite of what they have written on the topic.
fn parts<'p>(personas: &'p [Persona], topic: &Topic, theses: &[Thesis]) -> Vec<&'p str> {
    let plays = |persona: &&Persona| {
        let mut theses = theses.iter().filter(|thesis| thesis.persona == persona.id);
        theses.any(|thesis| persona.plays_part(&topic.id, thesis.side))
    };
    personas.iter().filter(plays).map(|persona| persona.contract.name.as_str()).collect()
}

/// What a mode finds in its final graph.
pub(crate) struct OutcomeBuilder<'a, 't> {
    pub(crate) context: &'a DebateContext<'t>,
    pub(crate) topic: &'a Topic,
    /// In seat order.
    pub(crate) theses: Vec<Thesis>,
    /// The personas whose thesis lost its support.
    pub(crate) without_support: Vec<PersonaId>,
    pub(crate) cruxes: Vec<Crux>,
    pub(crate) idle_disputes: Vec<IdleDispute>,
    pub(crate) common_ground: CommonGround,
    pub(crate) fake_consensus: Vec<Contradiction>,
    /// The concessions that personas made in the debate.
    pub(crate) concessions: Vec<Concession>,
}

impl<'a, 't> OutcomeBuilder<'a, 't> {
    /// The end of a debate whose points are the nodes of its graph. `accepted` are the nodes that
    /// hold, `judged` the pairs of nodes that were compared by meaning, `concessions` those that
    /// personas made in the debate.
    pub(crate) fn of(
        context: &'a DebateContext<'t>,
        topic: &'a Topic,
        found: IssueFindings,
        accepted: &BTreeSet<NodeId>,
        judged: &JudgedPairs,
        concessions: Vec<Concession>,
    ) -> Self {
        let attackable =
            |node: &Node| could_be_attacked(node, context.setting.personas, context.snapshots());
        Self::where_attackable(attackable, context, topic, found, accepted, judged, concessions)
    }

    /// The same where `attackable` says whether another persona could have attacked a node.
    pub(crate) fn where_attackable(
        attackable: impl Fn(&Node) -> bool,
        context: &'a DebateContext<'t>,
        topic: &'a Topic,
        found: IssueFindings,
        accepted: &BTreeSet<NodeId>,
        judged: &JudgedPairs,
        concessions: Vec<Concession>,
    ) -> Self {
        let (graph, personas) = (context.graph(), context.setting.personas);
        let accepted = &(accepted | &shared_answers(graph));
        let ground = common_ground(graph, accepted, found.agreed, attackable);
        Self {
            context,
            topic,
            theses: theses(graph, personas, |_| None),
            without_support: found.without_support,
            cruxes: found.cruxes,
            idle_disputes: found.idle,
            common_ground: CommonGround {
                agreed: unite_wordings(&ground.agreed, judged),
                ..ground
            },
            fake_consensus: fake_consensus(graph, accepted, judged, topic),
            concessions,
        }
        .with_verbal(judged)
    }

    /// Adds the questions on which the personas differ only in words. Their answers are not agreed
    /// points: no persona agrees with the words of another.
    pub(crate) fn with_verbal(mut self, judged: &JudgedPairs) -> Self {
        let cruxes = self.cruxes.iter().filter_map(|crux| crux.axis.as_ref());
        let disputed = cruxes.chain(self.idle_disputes.iter().map(|idle| &idle.axis));
        let disputed: BTreeSet<&AxisId> = disputed.collect();
        let verbal =
            Verbal::of(self.context.graph(), self.topic, judged, |axis| disputed.contains(axis));
        let graph = self.context.graph();
        let agreed = self.common_ground.agreed.iter();
        let agreed = agreed.filter_map(|point| verbal.without_answers(graph, point)).collect();
        self.common_ground.agreed = agreed;
        self.idle_disputes.extend(verbal.disputes);
        self
    }

    /// The outcome with the regime, with every concession, and with what would settle the cruxes. A
    /// mode adds what only it reports.
    pub(crate) fn outcome(self, stop: Stop) -> Outcome {
        let Self { context, topic, theses, cruxes, common_ground, .. } = self;
        let inputs = RegimeInputs {
            theses: &theses,
            without_support: context
                .setting
                .personas
                .iter()
                .filter(|persona| self.without_support.contains(&persona.id))
                .map(|persona| (&persona.id, persona.contract.name.as_str()))
                .collect(),
            parts: parts(context.setting.personas, topic, &theses),
            silent: context.setting.personas.len() - theses.len(),
            dividing: DivisiveQuestions::of(&cruxes),
            agreed_points: points_across(&common_ground.agreed, &theses),
            agreed_questions: agreed_across(&common_ground.questions, &theses),
            verbal: verbal_across(&self.idle_disputes, &theses),
        };
        let (regime, sentence) = inputs.regime();
        let mut conceded =
            concessions::granted(&common_ground.questions, topic, &theses, context.graph());
        conceded.extend(self.concessions);
        conceded.extend(concessions::written(
            context.setting.personas,
            topic,
            context.graph(),
            &context.turns().collect::<Vec<_>>(),
            &conceded,
        ));
        Outcome {
            resolution: common_ground::resolution(&cruxes, topic),
            theses,
            cruxes,
            idle_disputes: self.idle_disputes,
            common_ground,
            fake_consensus: self.fake_consensus,
            concessions: conceded,
            ..Outcome::new(stop, regime, sentence)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::{attack, stated};
    use crate::graph::{Node, Operation};

    #[test]
    fn an_answer_of_several_personas_that_no_argument_is_about_is_shared() {
        let shared = |said: &str, is_attacked: bool| {
            let mut graph = stated(&[said, "cleo point"]);
            let answer = graph.nodes().next().unwrap().clone();
            let answer = Node { kind: NodeKind::Position, ..answer };
            graph.apply(&Operation::UpdateNode(Box::new(answer))).unwrap();
            if is_attacked {
                graph.apply(&Operation::AddEdge(attack(1, 2, 1))).unwrap();
            }
            shared_answers(&graph).len()
        };
        assert_eq!(shared("ada trade+ = ben", false), 1);
        assert_eq!(shared("ada trade+", false), 0, "one persona alone gives it");
        assert_eq!(shared("ada trade+ = ben", true), 0, "an argument attacks it");
    }
}
