//! What calls name without a debate: cruxes, other disputes and points of agreement become a graph
//! and an outcome. The theses are not asked for: a corpus says which answer its author gives.
//!
//! Points of agreement are checked against the statements that the answer cites for them. Where two
//! holders take opposite sides of an axis there, their statements enter the graph next to the
//! point, and the outcome lists them as a sign of a fake consensus.

use std::collections::BTreeSet;

use super::judged_pairs::JudgedPairs;
use super::outcome::OutcomeBuilder;
use super::questions::cruxes::{Cruxes, NamedCrux, NamedIdle, NamedPoint, NamedPosition};
use super::{common_ground, regime};
use crate::graph::{Detail, Edge, Node, NodeKind, Relation};
use crate::mode::debate_context::{Answered, DebateContext, Setting};
use crate::question::Brief;
use crate::record::{
    AgreedQuestion, AgreeingAnswer, Crux, FoundBy, IdleDispute, Outcome, Position, Score, Stop,
};
use crate::text::folded;
use crate::vocabulary::{
    Axis, AxisId, AxisSide, CallId, Component, CruxId, NodeId, Persona, PersonaId, Side, Statement,
};

/// Asks for at most `most` cruxes between the personas of a debate.
pub(crate) fn question(setting: &Setting<'_>, most: u32) -> Cruxes {
    let brief = |persona| Brief::new(persona, setting.topic);
    let briefs = setting.personas.iter().map(brief).collect();
    Cruxes { briefs, topic: setting.topic.clone(), most: most as usize }
}

/// A crux that an answer names, with its score.
#[derive(Debug)]
pub(crate) struct ScoredCrux<'n> {
    pub(crate) crux: Answered<&'n NamedCrux>,
    pub(crate) score: Score,
    /// Whether no answer says how much depends on it.
    pub(crate) is_load_unknown: bool,
}

/// What becomes the graph and the outcome, in the order in which it is shown.
#[derive(Debug)]
pub(crate) struct NamedFindings<'n> {
    /// The call to whose turns the theses belong.
    pub(crate) call: CallId,
    pub(crate) cruxes: Vec<ScoredCrux<'n>>,
    /// The disputes that are not cruxes.
    pub(crate) idle: Vec<Answered<&'n NamedIdle>>,
    /// The points of agreement.
    pub(crate) points: Vec<Answered<&'n NamedPoint>>,
}

impl NamedFindings<'_> {
    /// Adds everything to the graph, ends the round under the name `title`, and reads off the
    /// outcome.
    pub(crate) fn outcome(
        self,
        context: &mut DebateContext<'_>,
        title: &str,
        stop: Stop,
    ) -> Outcome {
        let setting = context.setting;
        let mut answer = Answer { context, call: self.call };
        for persona in setting.personas {
            answer.add_thesis(persona);
        }
        let named = self.cruxes.into_iter().zip(1..);
        let add = |(scored, rank): (ScoredCrux<'_>, _)| {
            answer.from(&scored.crux).add_crux(scored, CruxId::new(rank))
        };
        let cruxes: Vec<Crux> = named.map(add).collect();
        let add = |idle: &Answered<&NamedIdle>| answer.from(idle).add_idle_dispute(idle.answer);
        let idle: Vec<IdleDispute> = self.idle.iter().map(add).collect();
        let mut agreed = BTreeSet::new();
        let (mut questions, mut fake) = (Vec::new(), Vec::new());
        for named in &self.points {
            let (point, answer) = (named.answer, answer.from(named));
            if let Some(question) = answer.add_agreed_question(point) {
                questions.push(question);
                continue;
            }
            let shared = answer.add_point(point);
            let contrary = answer.add_contrary_statements(point, shared);
            let graph = answer.context.graph();
            let judged = JudgedPairs::default();
            let opposite = common_ground::fake_consensus(graph, &contrary, &judged, setting.topic);
            // A point for which its holders cite opposite answers is listed as such, and not as
            // agreed too.
            if opposite.is_empty() {
                agreed.insert(shared);
            }
            fake.extend(opposite);
        }
        context.end_round(title, None);

        let common_ground =
            common_ground::common_ground(context.graph(), &agreed, questions, |_| false);
        let builder = OutcomeBuilder {
            context,
            topic: setting.topic,
            theses: regime::theses(context.graph(), setting.personas, |_| None),
            without_support: Vec::new(),
            cruxes,
            idle_disputes: idle,
            common_ground,
            fake_consensus: fake,
            concessions: Vec::new(),
        };
        builder.outcome(stop)
    }
}

/// An answer while it becomes a graph.
struct Answer<'d, 'a> {
    context: &'d mut DebateContext<'a>,
    /// The call that brought what is added.
    call: CallId,
}

impl Answer<'_, '_> {
    /// What is added next comes from the call of this answer.
    fn from<T>(&mut self, answer: &Answered<T>) -> &mut Self {
        self.call = answer.call;
        self
    }

    /// Adds the thesis of a persona: its case in short, or the sentence of the topic that its
    /// corpus agrees with. A persona without a corpus states none.
    fn add_thesis(&mut self, persona: &Persona) {
        let topic = self.context.setting.topic;
        let Some(corpus) = persona.corpora.get(&topic.id) else { return };
        let case = corpus.statements().find(|statement| statement.is_case());
        let sentence = if corpus.stance == Side::Yes { &topic.yes } else { &topic.no };
        let text = case.map_or(sentence, |case| &case.text);
        self.state(NodeKind::Thesis, text, None, |node| {
            node.author = Some(persona.id.clone());
            node.side = Some(corpus.stance);
            node.detail.excerpts = case.map(|case| case.id.clone()).into_iter().collect();
        });
    }

    /// Adds a question with the positions of the personas: a «yes» supports it, a «no» rebuts it.
    fn add_question(
        &mut self,
        text: &str,
        axis: Option<&AxisId>,
        named: &[NamedPosition],
    ) -> (NodeId, Vec<Position>) {
        let question = self.state(NodeKind::Question, text, None, |node| node.axis = axis.cloned());
        let mut positions = Vec::new();
        for position in named {
            let relation =
                if position.side == Side::Yes { Relation::Support } else { Relation::Rebut };
            let node = self.add_position(position, axis, (question, relation));
            let persona = self.context.setting.persona(&position.persona);
            let flip = axis.and_then(|axis| persona.contract.flip_on(axis));
            let text = position.reason.as_str();
            let stated = Position::stated(&position.persona, position.side, text, Some(node));
            positions.push(Position { flip: flip.cloned(), ..stated });
        }
        (question, positions)
    }

    fn add_idle_dispute(&mut self, idle: &NamedIdle) -> IdleDispute {
        let topic = self.context.setting.topic;
        let axis = topic.axis(&idle.axis).expect("the axis was checked with the answer");
        let (_, positions) = self.add_question(&axis.question, Some(&axis.id), &idle.positions);
        IdleDispute {
            axis: axis.id.clone(),
            question: axis.question.clone(),
            positions,
            is_load_unknown: false,
            is_verbal: idle.is_verbal,
        }
    }

    fn add_crux(&mut self, scored: ScoredCrux<'_>, id: CruxId) -> Crux {
        let crux = scored.crux.answer;
        let (question, positions) =
            self.add_question(&crux.question, crux.axis.as_ref(), &crux.positions);
        let node = self.context.graph().node(question).expect("the question was added");
        Crux {
            found: if scored.is_load_unknown { FoundBy::LoadUnknown } else { FoundBy::Proposed },
            depends_on: positions.iter().filter_map(|position| position.node).collect(),
            positions,
            settling_question: crux.settling_question.clone(),
            ..Crux::proposed(id, node, crux.kind, scored.score)
        }
    }

    fn add_position(
        &mut self,
        position: &NamedPosition,
        axis: Option<&AxisId>,
        to: (NodeId, Relation),
    ) -> NodeId {
        self.state(NodeKind::Position, &position.reason, Some(to), |node| {
            node.author = Some(position.persona.clone());
            node.axis = axis.cloned();
            node.side = Some(position.side);
            node.detail = Detail { excerpts: position.excerpts.clone(), ..Detail::default() };
        })
    }

    fn add_point(&mut self, point: &NamedPoint) -> NodeId {
        self.state(NodeKind::Point, &point.statement, None, |node| {
            node.endorsed_by = point.holders.iter().map(|(persona, _)| persona.clone()).collect();
        })
    }

    /// Adds a point that is the proposition of an axis, as agreement on the question of the axis:
    /// each holder answers it with the first statement that the point cites for it. A holder whose
    /// cited statements concede the proposition word for word grants it. `None` if the point is
    /// not a proposition, or if a holder cites nothing on the axis, or a statement on its other
    /// side that does not concede it.
    fn add_agreed_question(&mut self, point: &NamedPoint) -> Option<AgreedQuestion> {
        let setting = self.context.setting;
        let repeated =
            |axis: &&Axis, side| folded(axis.proposition(side)) == folded(&point.statement);
        let sides = [Side::Yes, Side::No].into_iter();
        let (axis, side) = sides
            .flat_map(|side| setting.topic.axes.iter().map(move |axis| (axis, side)))
            .find(|(axis, side)| repeated(axis, *side))?;
        let answer = AxisSide { axis: axis.id.clone(), side };
        let proposition = axis.proposition(side);
        let concedes =
            |own: &&Statement| own.concedes.iter().any(|text| folded(text) == folded(proposition));
        let mut cited = Vec::new();
        for (holder, excerpts) in &point.holders {
            let corpus = setting.persona(holder).corpora.get(&setting.topic.id)?;
            let statements = excerpts.iter().filter_map(|id| corpus.statement(id));
            let statements: Vec<&Statement> = statements
                .filter(|own| own.axis.as_ref() == Some(&axis.id) || concedes(own))
                .collect();
            let agrees = |own: &&Statement| own.answers_axis().as_ref() == Some(&answer);
            let agreeing = statements.iter().copied().find(agrees);
            let own = agreeing.or_else(|| statements.first().copied())?;
            if !statements.iter().all(|own| agrees(own) || concedes(own)) {
                return None;
            }
            cited.push((holder, own, agreeing.is_none()));
        }
        let question = self.state(NodeKind::Question, &axis.question, None, |node| {
            node.axis = Some(axis.id.clone());
        });
        let relation = if side == Side::Yes { Relation::Support } else { Relation::Rebut };
        let mut answers = Vec::new();
        for (persona, own, granted) in cited {
            let text = if granted { proposition } else { &own.text };
            let kind = if granted { NodeKind::Point } else { NodeKind::Position };
            let node = self.state(kind, text, Some((question, relation)), |node| {
                node.author = Some(persona.clone());
                node.axis = Some(axis.id.clone());
                node.side = Some(side);
                node.detail.excerpts = vec![own.id.clone()];
            });
            let (persona, text) = (persona.clone(), text.to_owned());
            answers.push(AgreeingAnswer { persona, text, node: Some(node), granted });
        }
        Some(AgreedQuestion::new(axis, side, answers))
    }

    /// Adds the statements by which two holders of a point take opposite sides of an axis.
    /// Statements that their authors name as one point oppose each other only in the words.
    fn add_contrary_statements(&mut self, point: &NamedPoint, shared: NodeId) -> BTreeSet<NodeId> {
        let setting = self.context.setting;
        let mut cited: Vec<(&PersonaId, &Statement)> = Vec::new();
        for (holder, excerpts) in &point.holders {
            let persona = setting.personas.iter().find(|persona| persona.id == *holder);
            let corpus = persona.and_then(|persona| persona.corpora.get(&setting.topic.id));
            let statements = excerpts.iter().filter_map(|id| corpus?.statement(id));
            // What was inferred from words may be wrong: the model has read the texts, and cites
            // them for an agreement.
            let statements = statements.filter(|statement| statement.inferred.is_none());
            cited.extend(statements.map(|statement| (holder, statement)));
        }
        let opposes = |one: &(&PersonaId, &Statement), other: &(&PersonaId, &Statement)| {
            let on_one_axis = one.1.axis.is_some() && one.1.axis == other.1.axis;
            let opposite = one.1.side.is_some() && one.1.side.map(Side::opposite) == other.1.side;
            let is_one_point = one.1.point.is_some() && one.1.point == other.1.point;
            one.0 != other.0 && on_one_axis && opposite && !is_one_point
        };
        let contrary = cited.iter().filter(|one| cited.iter().any(|other| opposes(one, other)));
        let add = |(persona, statement): &(&PersonaId, &Statement)| {
            let to = Some((shared, Relation::Support));
            self.state(NodeKind::Position, &statement.text, to, |node| {
                node.author = Some((*persona).clone());
                node.axis.clone_from(&statement.axis);
                node.side = statement.side;
                node.detail.excerpts = vec![statement.id.clone()];
            })
        };
        contrary.map(add).collect()
    }

    /// Adds a node, with an edge to another one, as a turn of its own.
    fn state(
        &mut self,
        kind: NodeKind,
        text: &str,
        to: Option<(NodeId, Relation)>,
        complete: impl FnOnce(&mut Node),
    ) -> NodeId {
        let id = self.context.next_node();
        let mut node = Node::new(id, kind, text);
        complete(&mut node);
        let edge = to.map(|(target, relation)| Edge {
            component: Some(Component::Claim),
            ..Edge::unnumbered(id, target, relation)
        });
        self.context.state(node, edge, self.call, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::debate_context::Contributions;
    use crate::mode::tests::scripted::{ADA, BEN, persona, topic, with_setting};
    use crate::provider::Script;
    use crate::record::Event;
    use crate::vocabulary::PointId;

    /// What becomes of an answer in a debate between Ada, who says yes, and Ben, who says no, after
    /// an edit of the personas.
    fn answered_by<R>(
        edit: impl FnOnce(&mut [Persona]),
        act: impl FnOnce(&mut Answer<'_, '_>, &[Persona]) -> R,
    ) -> R {
        let mut personas = [ADA, BEN].map(persona);
        edit(&mut personas);
        let provider = Script::parse("[]", &crate::mode::question_names()).unwrap();
        with_setting(&provider, &[], &topic(), |setting| {
            let mut ignore = |_: &Event| ();
            let setting = Setting { personas: &personas, ..setting };
            let mut context = DebateContext::new(setting, Contributions::True, &mut ignore);
            act(&mut Answer { context: &mut context, call: CallId::new(1) }, &personas)
        })
    }

    fn point(statement: &str, cited: [&str; 2]) -> NamedPoint {
        let holder =
            |(persona, id): (&str, &str)| (persona.parse().unwrap(), vec![id.parse().unwrap()]);
        let holders = [(ADA, cited[0]), (BEN, cited[1])].map(holder).into();
        NamedPoint { statement: statement.into(), holders }
    }

    #[test]
    fn who_concedes_the_sentence_of_a_question_word_for_word_grants_it() {
        let granted = |cited: &str, concedes: &str| {
            let edit = |personas: &mut [Persona]| {
                let corpus = personas[1].corpora.values_mut().next().unwrap();
                let mut statements = corpus.notes[0].statements.iter_mut();
                let own = statements.find(|own| own.id.as_str() == cited).unwrap();
                own.concedes = vec![concedes.into()];
            };
            answered_by(edit, |answer, _| {
                let point = point("It will.", ["ada-on-trade", cited]);
                let agreed = answer.add_agreed_question(&point)?;
                let kinds =
                    answer.context.graph().nodes().map(|node| node.kind).collect::<Vec<_>>();
                let answers = agreed.answers.into_iter().map(|it| (it.text, it.granted));
                Some((answers.collect::<Vec<_>>(), kinds))
            })
        };
        let own = ("What ada-on-trade says.".to_owned(), false);
        let answers = vec![own, ("It will.".to_owned(), true)];
        let agreed = Some((answers, vec![NodeKind::Question, NodeKind::Position, NodeKind::Point]));
        assert_eq!(granted("ben-first", "it WILL."), agreed);
        assert_eq!(granted("ben-on-trade", "It will."), agreed, "though he says that it will not");
        assert_eq!(granted("ben-first", "Some shops lose."), None, "it concedes something else");
        assert_eq!(granted("ben-on-trade", "Some shops lose."), None, "he says that it will not");
    }

    #[test]
    fn a_yes_to_an_agreed_question_supports_it_and_a_no_rebuts_it() {
        let relations = |sentence: &str, by: &str| {
            answered_by(
                |_| (),
                |answer, _| {
                    let cited = format!("{by}-on-trade").parse().unwrap();
                    let holders = vec![(by.parse().unwrap(), vec![cited])];
                    let point = NamedPoint { statement: sentence.into(), holders };
                    assert!(answer.add_agreed_question(&point).is_some());
                    answer.context.graph().edges().map(|edge| edge.relation).collect::<Vec<_>>()
                },
            )
        };
        assert_eq!(relations("It will.", ADA), [Relation::Support]);
        assert_eq!(relations("It will not.", BEN), [Relation::Rebut]);
    }

    #[test]
    fn opposite_statements_of_two_holders_are_contrary_unless_they_are_one_point() {
        let contrary = |of_ada: Option<&str>, of_ben: Option<&str>| {
            let named = |point: Option<&str>| point.map(|id| PointId::new(id).unwrap());
            let name = |personas: &mut [Persona]| {
                for (persona, point) in personas.iter_mut().zip([of_ada, of_ben]) {
                    let corpus = persona.corpora.values_mut().next().unwrap();
                    corpus.notes[0].statements[2].point = named(point);
                }
            };
            answered_by(name, |answer, _| {
                let point = point("It is so.", ["ada-on-trade", "ben-on-trade"]);
                let shared = answer.add_point(&point);
                answer.add_contrary_statements(&point, shared).len()
            })
        };
        assert_eq!(contrary(None, None), 2);
        assert_eq!(contrary(Some("custom"), Some("custom")), 0);
        assert_eq!(contrary(Some("custom"), Some("rent")), 2);
        assert_eq!(contrary(Some("custom"), None), 2);
    }

    #[test]
    fn a_persona_without_a_case_in_short_has_the_sentence_of_the_topic_as_its_thesis() {
        let without_case = |personas: &mut [Persona]| {
            for persona in personas {
                let corpus = persona.corpora.values_mut().next().unwrap();
                corpus.notes[0].statements.drain(..2);
            }
        };
        let theses = answered_by(without_case, |answer, personas| {
            for persona in personas {
                answer.add_thesis(persona);
            }
            answer.context.graph().nodes().map(|node| node.text.clone()).collect::<Vec<_>>()
        });
        assert_eq!(theses, ["Close it.", "Keep it open."]);
    }
}
