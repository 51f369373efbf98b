//! The cruxes and idle disputes of an outcome, made from the disputed issues of its graph.

use std::collections::BTreeSet;

use crate::corpus::representativeness;
use crate::dependence::IssueStatus;
use crate::graph::{Edge, Graph, Node, NodeKind, Provenance, Relation};
use crate::mode::issues::{DisputedIssue, IssuePosition, Issues};
use crate::record::{Crux, FoundBy, Hinge, IdleDispute, Position, Score, lost_reasons};
use crate::vocabulary::{Axis, AxisId, AxisSide, Component, CruxId, NodeId, PersonaId};

/// What the score of a crux is in every mode with a graph, as a clause. `is_decisive`: whether an
/// author says that its thesis depends on its answer.
fn load_rule(is_decisive: bool) -> String {
    let all = if is_decisive {
        " (all of them where the author says that the thesis depends on it)"
    } else {
        ""
    };
    format!(
        "if a persona gave up its answer, its thesis would lose this share of its reasons{all}; \
         the mean over the personas that answer"
    )
}

/// What only the mode can say about a crux.
pub(crate) struct CruxContext {
    /// The premise or assumption that decides most.
    pub(crate) turns_on: Option<Hinge>,
    /// What would follow if a persona gave the question up: a sentence with computed numbers.
    pub(crate) counterfactual: Option<String>,
    /// The question whose answer would settle the crux.
    pub(crate) settling_question: String,
}

impl Issues<'_> {
    /// Names every crux, and apart from them every dispute that does not carry load on both sides.
    /// `strength` ranks the arguments of a persona on an issue; the strongest is its reason on the
    /// card.
    pub(crate) fn name(
        &self,
        disputed: &[DisputedIssue<'_>],
        strength: impl Fn(NodeId) -> f64,
        findings: impl Fn(&DisputedIssue<'_>) -> CruxContext,
    ) -> (Vec<Crux>, Vec<IdleDispute>) {
        let (idle, named): (Vec<&DisputedIssue<'_>>, Vec<&DisputedIssue<'_>>) =
            disputed.iter().partition(|issue| issue.status == IssueStatus::Idle);
        let ranked = named.into_iter().zip(1..);
        let cruxes = ranked
            .map(|(issue, rank)| self.crux(CruxId::new(rank), issue, &strength, findings(issue)));
        let idle = idle.into_iter().map(|issue| IdleDispute {
            axis: issue.axis.id.clone(),
            question: issue.axis.question.clone(),
            positions: self.positions(issue, &strength),
            is_load_unknown: issue.may_carry_load(),
            is_verbal: false,
        });
        (cruxes.collect(), idle.collect())
    }

    fn crux(
        &self,
        id: CruxId,
        issue: &DisputedIssue<'_>,
        strength: &impl Fn(NodeId) -> f64,
        findings: CruxContext,
    ) -> Crux {
        let CruxContext { turns_on, counterfactual, settling_question } = findings;
        let nodes: BTreeSet<NodeId> =
            issue.positions.iter().flat_map(|held| held.nodes.iter().copied()).collect();
        let mut provenance = Provenance::default();
        for node in nodes.iter().filter_map(|&node| self.graph.node(node)) {
            provenance.turns.extend(&node.provenance.turns);
            provenance.calls.extend(&node.provenance.calls);
        }
        let known = issue.status == IssueStatus::Crux;
        let positions = self.positions(issue, strength);
        let rule = load_rule(positions.iter().any(|held| held.is_decisive));
        Crux {
            id,
            question: issue.axis.question.clone(),
            found: if known { FoundBy::Load } else { FoundBy::LoadUnknown },
            kind: issue.axis.kind,
            axis: Some(issue.axis.id.clone()),
            score: Score { value: issue.score, rule },
            positions,
            turns_on,
            shared: self.said_by_several(&issue.axis.id),
            depends_on: nodes.into_iter().collect(),
            settling_question,
            counterfactual,
            provenance,
        }
    }

    /// What a mode without strengths finds about an issue: the question itself would settle it.
    pub(crate) fn findings(
        &self,
        issue: &DisputedIssue<'_>,
        turns_on: Option<Hinge>,
    ) -> CruxContext {
        let counterfactual = self.counterfactual(issue, |_| None);
        CruxContext { turns_on, counterfactual, settling_question: issue.axis.question.clone() }
    }

    /// How sure the author of a node is of it. *Range*: [0, 1]; 0 where none is recorded.
    pub(crate) fn confidence(&self, node: NodeId) -> f64 {
        self.graph.node(node).map_or(0.0, Node::confidence)
    }

    /// What each persona would lose if the issue of a crux were answered against it, as sentences;
    /// `None` if no load is known. `strength` says how the strength of its thesis would change, in
    /// modes that compute one: «fall from 0.90 to 0.60».
    pub(crate) fn counterfactual(
        &self,
        issue: &DisputedIssue<'_>,
        strength: impl Fn(&IssuePosition) -> Option<String>,
    ) -> Option<String> {
        let loses = |held: &IssuePosition| {
            let case = self.case(&held.persona)?;
            let name = &case.persona.contract.name;
            let is_decisive = case.dependence.is_decisive(&issue.axis.id);
            let effect = match (lost_reasons(name, held.load, is_decisive), strength(held)) {
                // Where the load is not known, a strength that hardly changes would read as if it
                // were.
                (None, _) => return None,
                (Some(reasons), None) => reasons,
                (Some(reasons), Some(change)) if is_decisive => {
                    format!(
                        "{reasons}, although the computed strength of its thesis would {change}"
                    )
                }
                (Some(reasons), Some(change)) => {
                    format!("{reasons}; the computed strength of its thesis would {change}")
                }
            };
            Some(format!("If the answer were “{}”, {effect}.", held.side.opposite().word()))
        };
        let sentences: Vec<String> = issue.positions.iter().filter_map(loses).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// The position of every persona that takes one, with the argument that answers best. An
    /// argument of the opening comes before any later one: a reply is only understood beside the
    /// statement that it answers.
    fn positions(
        &self,
        issue: &DisputedIssue<'_>,
        strength: &impl Fn(NodeId) -> f64,
    ) -> Vec<Position> {
        issue.positions.iter().map(|held| self.position(issue.axis, held, strength)).collect()
    }

    /// A position with the reason of its thesis and with the argument that represents it best: one
    /// that its author wrote about the question, then the one of which its author is surest, then
    /// the one that answers it best, then the strongest. It differs from the reason where the
    /// persona has several.
    pub(crate) fn position(
        &self,
        axis: &Axis,
        held: &IssuePosition,
        strength: &impl Fn(NodeId) -> f64,
    ) -> Position {
        let reason = self.thesis_reason(axis, held);
        let repeats = |node| self.graph.node(node).map(|node| &node.text) == reason.as_ref();
        let stands_for_it = |node| {
            let text = self.graph.node(node).map_or("", |node| &node.text);
            representativeness(axis, held.side, text, self.confidence(node))
        };
        let best = held.nodes.iter().copied().max_by(|&one, &other| {
            let by_round = self.is_of_opening(one).cmp(&self.is_of_opening(other));
            let is_new = || repeats(other).cmp(&repeats(one));
            let tagged = || self.is_tagged(one, axis).cmp(&self.is_tagged(other, axis));
            let better = || stands_for_it(one).cmp(&stands_for_it(other));
            let stronger = || strength(one).total_cmp(&strength(other));
            let by_text = by_round.then_with(is_new).then_with(tagged).then_with(better);
            by_text.then_with(stronger).then(other.cmp(&one))
        });
        let text = best.and_then(|node| self.graph.node(node)).map(|node| node.text.clone());
        let stated = || self.asserted_in(axis, held).map(str::to_owned);
        let text = text.or_else(|| reason.clone()).or_else(stated);
        let text = text.unwrap_or_else(|| axis.proposition(held.side).to_owned());
        let case = self.case(&held.persona);
        let flip = case.and_then(|case| self.flip_on(case, &axis.id));
        Position {
            persona: held.persona.clone(),
            side: Some(held.side),
            thesis_reason: reason.filter(|reason| *reason != text),
            text,
            node: best,
            load: held.load,
            is_decisive: case.is_some_and(|case| case.dependence.is_decisive(&axis.id)),
            is_declared_idle: case.is_some_and(|case| case.dependence.is_declared_idle(&axis.id)),
            by_way_of: self.by_way_of(held, axis),
            flip: flip.cloned(),
            refuted_by: None,
        }
    }

    /// The questions by way of which the thesis rests on an issue that is known to carry load.
    fn by_way_of(&self, held: &IssuePosition, axis: &Axis) -> Vec<String> {
        let carries = held.load.is_some_and(|load| load.value() > 0.0);
        let case = self.case(&held.persona).filter(|_| carries);
        let between = case.into_iter().flat_map(|case| case.dependence.by_way_of(&axis.id));
        let axes = between.filter_map(|between| self.topic.axis(between));
        axes.map(|between| between.question.clone()).collect()
    }

    /// Whether a node rests on a statement of its author's corpus that the author wrote about the
    /// axis.
    fn is_tagged(&self, node: NodeId, axis: &Axis) -> bool {
        let Some(node) = self.graph.node(node) else { return false };
        let case = node.author.as_ref().and_then(|author| self.case(author));
        let corpus = case.and_then(|case| case.persona.corpora.get(&self.topic.id));
        corpus.is_some_and(|corpus| corpus.is_written_about(&axis.id, &node.detail.excerpts))
    }

    /// The reason of the persona's thesis that answers the question with the persona's side: a
    /// premise of the thesis, or a node of its own that supports the thesis.
    fn thesis_reason(&self, axis: &Axis, held: &IssuePosition) -> Option<String> {
        let answer = AxisSide { axis: axis.id.clone(), side: held.side };
        let thesis = self.graph.thesis(&held.persona)?;
        let premise = thesis.detail.asserts.iter().find_map(|asserted| match asserted.component {
            Component::Premise(at) if asserted.asserts == answer => thesis.detail.premises.get(at),
            Component::Premise(_)
            | Component::Claim
            | Component::Assumption(_)
            | Component::Inference => None,
        });
        let support = || {
            let edges = self.graph.into_node(thesis.id);
            let supports = edges.filter(|edge| edge.relation == Relation::Support);
            let mut nodes = supports.filter_map(|edge| self.graph.node(edge.from));
            let is_own = |node: &&Node| node.is_by(&held.persona);
            let node =
                nodes.find(|node| is_own(node) && node.answers().as_ref() == Some(&answer))?;
            Some(&node.text)
        };
        premise.or_else(support).cloned()
    }

    /// The words in which a persona without an argument of its own asserts its answer, in what its
    /// arguments rest on.
    fn asserted_in(&self, axis: &Axis, held: &IssuePosition) -> Option<&str> {
        let answer = AxisSide { axis: axis.id.clone(), side: held.side };
        let own = self.graph.nodes().filter(|node| node.is_by(&held.persona));
        let mut asserted =
            own.flat_map(|node| node.detail.asserts.iter().map(move |own| (node, own)));
        let (node, own) = asserted.find(|(_, own)| own.asserts == answer)?;
        node.component(own.component)
    }

    fn is_of_opening(&self, node: NodeId) -> bool {
        self.graph.node(node).is_some_and(|node| node.round == 0)
    }

    /// The nodes about an issue that several personas endorse: what both sides say.
    fn said_by_several(&self, issue: &AxisId) -> Vec<NodeId> {
        let says_something =
            |node: &Node| !matches!(node.kind, NodeKind::Thesis | NodeKind::Question);
        let shared = self
            .graph
            .nodes()
            .filter(|node| says_something(node) && node.axis.as_ref() == Some(issue));
        shared.filter(|node| node.endorsers().len() >= 2).map(|node| node.id).collect()
    }
}

/// The authors of the attacks on a component of an argument, one for each attack, without those who
/// make the argument too.
pub(crate) fn attackers(graph: &Graph, node: &Node, component: Component) -> Vec<PersonaId> {
    let aimed = |edge: &&Edge| {
        edge.relation.is_attack() && edge.component.unwrap_or(Component::Claim) == component
    };
    let attacks = graph.into_node(node.id).filter(aimed);
    let attackers = attacks.filter_map(|edge| graph.node(edge.from)?.author.clone());
    attackers.filter(|attacker| !node.endorsers().contains(attacker)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::graph::samples::stated;
    use crate::vocabulary::samples::{persona, statement, topic};
    use crate::vocabulary::{EdgeId, Persona, Probability, Side};

    fn named(nodes: &[&str]) -> (Vec<Crux>, Vec<IdleDispute>) {
        let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
        named_in(&stated(nodes), &personas)
    }

    fn named_in(graph: &Graph, personas: &[Persona]) -> (Vec<Crux>, Vec<IdleDispute>) {
        let topic = topic();
        let issues = Issues::of(graph, &topic, personas);
        let disputed = issues.disputed(|case, issue| case.dependence.load(issue));
        issues.name(
            &disputed,
            |node| f64::from(node.number() % 10),
            |issue| CruxContext {
                settling_question: format!("What about {}?", issue.axis.title),
                ..issues.findings(issue, None)
            },
        )
    }

    #[test]
    fn a_crux_is_a_question_with_each_position_in_its_strongest_own_words() {
        let (cruxes, idle) = named(&[
            "ada thesis+ : trade- air+", "ada trade-", "ada trade-", "ben thesis- : trade+",
            "ben trade+", "ada air+", "ada trade+ = ben", "ben air-",
        ]);
        let [crux] = cruxes.as_slice() else { panic!("one crux") };
        assert_eq!(
            (crux.question.as_str(), crux.found),
            ("Will the shops lose custom?", FoundBy::Load)
        );
        assert_eq!(crux.settling_question, "What about trade?");
        let loses = crux.counterfactual.as_ref().expect("loads are known");
        assert_eq!(loses.matches("If the answer were").count(), 2, "{loses}");
        let [ada, ben] = crux.positions.as_slice() else { panic!("two positions") };
        assert_eq!((ada.side, ada.text.as_str()), (Some(Side::No), "What ada says in 3."));
        assert_eq!((ben.side, ben.text.as_str()), (Some(Side::Yes), "What ben says in 5."));
        assert_eq!(ada.thesis_reason.as_deref(), Some("Premise 0 of 1."));
        assert_eq!(ada.load, Some(Probability::share(1, 2)));
        assert_eq!(
            ada.flip.as_ref().map(|flip| flip.when.as_str()),
            Some("Takings rise in the year of the trial.")
        );
        let numbers = |nodes: &[NodeId]| nodes.iter().map(|node| node.number()).collect::<Vec<_>>();
        assert_eq!(numbers(&crux.shared), [7], "what both say is not a position");
        assert_eq!(numbers(&crux.depends_on), [2, 3, 5]);
        let [idle] = idle.as_slice() else { panic!("one idle dispute") };
        assert_eq!(idle.question, "Will the air get cleaner?");
    }

    #[test]
    fn what_its_author_wrote_about_the_question_comes_before_what_is_about_it_by_its_words() {
        let mut graph = stated(&["ada trade-", "ada trade-", "ben trade+"]);
        let written = |axis: &str| {
            let own = statement("own", "They stop.", axis, Side::No);
            [persona("ada", Side::Yes, vec![own]), persona("ben", Side::Yes, vec![])]
        };
        let mut first = graph.node(NodeId::new(1)).unwrap().clone();
        first.detail.excerpts = vec!["own".parse().unwrap()];
        graph.apply(&Operation::UpdateNode(Box::new(first))).unwrap();
        let text = |personas: &[Persona]| {
            named_in(&graph, personas).0.swap_remove(0).positions.swap_remove(0).text
        };
        assert_eq!(text(&written("trade")), "What ada says in 1.");
        assert_eq!(text(&written("air")), "What ada says in 2.", "the stronger one");
    }

    #[test]
    fn a_position_without_an_argument_is_the_reason_of_its_thesis() {
        let (cruxes, _) = named(&["ada thesis+ : trade-", "ben thesis- : trade+", "ben trade+"]);
        let texts: Vec<&str> = cruxes[0].positions.iter().map(|held| held.text.as_str()).collect();
        assert_eq!(texts, ["Premise 0 of 1.", "What ben says in 3."]);
        assert_eq!(cruxes[0].positions[0].thesis_reason, None, "it is the text");
        assert_eq!(
            (cruxes[0].positions[0].node, cruxes[0].score.value),
            (None, Probability::share(1, 1))
        );
    }

    #[test]
    fn a_dispute_without_load_says_where_a_reason_that_asserts_nothing_may_rest_on_it() {
        let is_unknown = |keeper: &str| {
            let (_, idle) = named(&[
                &format!("ada thesis+ : air+ {keeper}"),
                "ben thesis- : trade+ air-",
                "ada trade-",
                "ben trade+",
            ]);
            idle.iter().map(|idle| idle.is_load_unknown).collect::<Vec<_>>()
        };
        assert_eq!(is_unknown("air+"), [false]);
        assert_eq!(is_unknown("point"), [true]);
    }

    #[test]
    fn a_crux_of_unknown_load_says_so() {
        let (cruxes, _) = named(&["ada trade-", "ben trade+"]);
        assert_eq!(cruxes[0].found, FoundBy::LoadUnknown);
        assert!(cruxes[0].positions.iter().all(|held| held.load.is_none()));
        assert_eq!(cruxes[0].counterfactual, None, "what would be lost is unknown");
    }

    /// The first position, where an edge joins node 2 to the thesis.
    fn joined(nodes: &[&str], relation: Relation) -> Position {
        let mut graph = stated(nodes);
        let edge = Edge::new(EdgeId::new(1), NodeId::new(2), NodeId::new(1), relation);
        graph.apply(&Operation::AddEdge(edge)).unwrap();
        let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
        named_in(&graph, &personas).0.swap_remove(0).positions.swap_remove(0)
    }

    #[test]
    fn the_reason_of_a_thesis_is_a_premise_or_an_own_supporter_with_that_answer() {
        let reason = |second: &str, relation: Relation| {
            let nodes = ["ada thesis+ : point", second, "ada trade-", "ben trade+"];
            joined(&nodes, relation).thesis_reason
        };
        let said = Some("What ada says in 2.".to_owned());
        assert_eq!(reason("ada trade-", Relation::Support), said);
        assert_eq!(reason("ada trade-", Relation::Attack), None, "it attacks the thesis");
        assert_eq!(reason("ada air+", Relation::Support), None, "it answers another question");
        assert_eq!(reason("cleo trade-", Relation::Support), None, "another persona says it");
    }

    #[test]
    fn a_position_is_in_other_words_than_the_reason_of_the_thesis_where_its_author_has_some() {
        let mut graph = stated(&["ada thesis+ : trade-", "ada trade-", "ada trade-", "ben trade+"]);
        let mut repeating = graph.node(NodeId::new(3)).unwrap().clone();
        repeating.text.clone_from(&graph.node(NodeId::new(1)).unwrap().detail.premises[0]);
        graph.apply(&Operation::UpdateNode(Box::new(repeating))).unwrap();
        let personas = ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![]));
        let position = named_in(&graph, &personas).0.swap_remove(0).positions.swap_remove(0);
        assert_eq!(position.text, "What ada says in 2.", "though the other one is stronger");
    }

    #[test]
    fn a_position_that_is_only_asserted_below_an_argument_is_in_the_words_of_that_premise() {
        let (cruxes, _) = named(&["ada air+ : air+ trade-", "ben trade+"]);
        assert_eq!(cruxes[0].positions[0].text, "Premise 1 of 1.");
    }

    #[test]
    fn an_issue_without_load_is_not_said_to_carry_any_by_way_of_another_one() {
        let graph = stated(&[
            "ada thesis+ : air+", "ada air+ : trade-", "ada trade-", "ben thesis- : trade+",
            "ben trade+",
        ]);
        let (topic, personas) = (topic(), ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![])));
        let issues = Issues::of(&graph, &topic, &personas);
        let by_way_of = |load: Probability| {
            let disputed = issues.disputed(|_, _| Some(load));
            issues.positions(&disputed[0], &|_| 0.0).swap_remove(0).by_way_of
        };
        assert_eq!(by_way_of(Probability::ONE), ["Will the air get cleaner?"]);
        assert_eq!(by_way_of(Probability::share(0, 1)), [""; 0]);
    }
}
