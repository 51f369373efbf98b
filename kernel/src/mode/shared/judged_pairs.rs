//! Pairs of statements of different personas that were compared by meaning: they say the same,
//! differ only in words, or exclude each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Cause, Graph, LoneAssertion, Node, NodeKind, Operation};
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::comparison::{self, Compared, Sentence, SentenceId};
use crate::mode::shared::questions::compare::PairJudgement;
use crate::vocabulary::{AxisSide, Component, NodeId, PersonaId, Side, TurnId};

/// What a node says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ComparedNode {
    author: Option<PersonaId>,
    text: String,
    side: Option<Side>,
}

impl ComparedNode {
    fn of(node: &Node) -> Self {
        Self { author: node.author.clone(), text: node.text.clone(), side: node.side }
    }
}

/// Pairs of statements by different personas that were judged by meaning. The lower id of a pair
/// comes first.
#[derive(Debug, Default)]
pub(crate) struct JudgedPairs {
    /// What every node said when it was last compared.
    pub(crate) said: BTreeMap<NodeId, ComparedNode>,
    /// They say the same.
    pub(crate) same: BTreeSet<(NodeId, NodeId)>,
    /// They seem to contradict each other, and mean the same.
    pub(crate) verbal: BTreeSet<(NodeId, NodeId)>,
    /// They contradict each other.
    pub(crate) opposed: BTreeSet<(NodeId, NodeId)>,
}

impl JudgedPairs {
    /// Adds a judged pair. Personas who say or mean the same endorse each other's statement, where
    /// each asserts its own.
    pub(crate) fn add(
        &mut self,
        context: &mut DebateContext<'_>,
        compared: Compared,
        asserts: impl Fn(&Graph, &Node) -> bool,
    ) {
        let Compared { first, second, .. } = compared;
        if [first, second].iter().any(|said| said.component != Component::Claim) {
            agree_on_assertion(context, compared, &asserts);
            return;
        }
        let pair = ordered(first.node, second.node);
        let author = |id| {
            let node = context.graph().node(id).filter(|node| asserts(context.graph(), node))?;
            Some(node.author.clone().expect("a statement has an author"))
        };
        match compared.judgement {
            PairJudgement::Opposed => {
                self.opposed.insert(pair);
                return;
            }
            PairJudgement::Same => drop(self.same.insert(pair)),
            // Only where the question is one can its answers differ in words.
            PairJudgement::Verbal => {
                let node = |id| context.graph().node(id);
                let answers = node(pair.0).zip(node(pair.1));
                if !answers.is_some_and(|(one, other)| one.opposes(other)) {
                    return;
                }
                self.verbal.insert(pair);
            }
        }
        if let Some((first, second)) = author(pair.0).zip(author(pair.1)) {
            context.endorse(pair.0, &second, Cause::Merge(compared.call));
            context.endorse(pair.1, &first, Cause::Merge(compared.call));
        }
    }

    /// Records that what the nodes of a graph say now was compared.
    pub(crate) fn note_compared(&mut self, graph: &Graph) {
        self.said = graph.nodes().map(|node| (node.id, ComparedNode::of(node))).collect();
    }

    /// Whether two statements were judged to say the same.
    pub(crate) fn are_same(&self, one: NodeId, other: NodeId) -> bool {
        self.same.contains(&ordered(one, other))
    }

    /// The pairs that answer one question in opposite ways and mean the same.
    pub(crate) fn verbal<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = [&'g Node; 2]> {
        let pairs = self.same.union(&self.verbal);
        let nodes = pairs.filter_map(|(one, other)| Some([graph.node(*one)?, graph.node(*other)?]));
        nodes.filter(|[one, other]| one.opposes(other))
    }

    /// Whether two statements were judged to contradict each other.
    pub(crate) fn are_opposed(&self, one: NodeId, other: NodeId) -> bool {
        self.opposed.contains(&ordered(one, other))
    }

    /// Compares statements of different personas by meaning, and records that a persona endorses
    /// what it says itself. Only statements of which `counts` is true are compared. A thesis, a
    /// question and a reading are not statements. Where personas do not see each other the first
    /// comparison is at the end.
    pub(crate) async fn compare(
        &mut self,
        context: &mut DebateContext<'_>,
        when: ComparisonTime,
        most: MostComparisons,
        counts: impl Fn(&Node) -> bool,
    ) {
        self.compare_asserted(context, when, most, counts, |_, _| true).await;
    }

    /// As [`compare`](Self::compare), where a persona does not assert every node of its own:
    /// `asserts` says which.
    pub(crate) async fn compare_asserted(
        &mut self,
        context: &mut DebateContext<'_>,
        when: ComparisonTime,
        most: MostComparisons,
        counts: impl Fn(&Node) -> bool,
        asserts: impl Fn(&Graph, &Node) -> bool,
    ) {
        let before = std::mem::take(&mut self.said);
        self.note_compared(context.graph());
        self.forget_changed(context, &before);
        let graph = context.graph();
        let is_newer = |node: &Node| before.get(&node.id) != self.said.get(&node.id);
        let is_not_a_statement =
            |kind| matches!(kind, NodeKind::Thesis | NodeKind::Question | NodeKind::Reading);
        let is_said = |node: &&Node| !is_not_a_statement(node.kind);
        let statements = graph.nodes().filter(is_said).map(|node| Sentence {
            id: SentenceId::of(node),
            item: comparison::item(node),
            is_newer: is_newer(node),
            is_statement: counts(node),
        });
        let is_end = when == ComparisonTime::AtEnd || context.is_isolated();
        let is_asserted = |said: &LoneAssertion<'_>| is_end && asserts(graph, said.node);
        let alone = graph.lone_assertions().into_iter().filter(is_asserted).map(|said| Sentence {
            id: SentenceId { node: said.node.id, component: said.asserted.component },
            item: comparison::lone_item(&said),
            // What a node rests on is compared once.
            is_newer: true,
            is_statement: false,
        });
        let mut sentences: Vec<Sentence> = statements.chain(alone).collect();
        sentences.sort_by_key(|said| said.id);
        for compared in comparison::compare(context, most, sentences).await {
            self.add(context, compared, &asserts);
        }
    }

    /// Forgets what was judged about nodes that say something else now or were removed. Those who
    /// said the same endorse each other's statement no longer, unless they say it in another one,
    /// too, or accepted it in so many words.
    fn forget_changed(
        &mut self,
        context: &mut DebateContext<'_>,
        before: &BTreeMap<NodeId, ComparedNode>,
    ) {
        let says_it_still = |id: &NodeId| before.get(id) == self.said.get(id);
        let is_outdated =
            |(one, other): &(NodeId, NodeId)| !says_it_still(one) || !says_it_still(other);
        let agreed = || self.same.union(&self.verbal);
        let outdated: Vec<_> = agreed().copied().filter(is_outdated).collect();
        let still = |node: NodeId, by: &PersonaId| {
            let kept = agreed().filter(|pair| !is_outdated(pair));
            let mut others = kept.filter_map(|(one, other)| match node {
                _ if *one == node => Some(other),
                _ if *other == node => Some(one),
                _ => None,
            });
            others.any(|other| before[other].author.as_ref() == Some(by))
        };
        for (one, other) in outdated.iter().flat_map(|(one, other)| [(one, other), (other, one)]) {
            let Some(by) = &before[other].author else { continue };
            let Some(mut node) = context.graph().node(*one).cloned() else { continue };
            let changed = if says_it_still(one) { other } else { one };
            let Some(turn) = latest_turn(context, *changed, before) else { continue };
            let may_end = !still(*one, by) && !context.has_granted(*one, by);
            if may_end && node.endorsed_by.remove(by) {
                context.apply(Operation::UpdateNode(Box::new(node)), Cause::Turn(turn));
            }
        }
        for pairs in [&mut self.same, &mut self.verbal, &mut self.opposed] {
            pairs.retain(|pair| !is_outdated(pair));
        }
    }
}

/// The turn that changed a node last, or the latest one of its author where it was removed.
fn latest_turn(
    context: &DebateContext<'_>,
    id: NodeId,
    before: &BTreeMap<NodeId, ComparedNode>,
) -> Option<TurnId> {
    let of_node = context.graph().node(id).and_then(|node| node.provenance.turns.last().copied());
    let author = before.get(&id)?.author.as_ref()?;
    let kept = context.turns().filter(|turn| turn.is_by(author) && turn.fate.is_kept());
    of_node.or_else(|| kept.last().map(|turn| turn.id))
}

/// Records that two personas say or mean the same, of which at least one does so in what its
/// statements rest on. Opposite answers are opposed only in the words; other answers are a point
/// that both make, where one of them is a statement.
fn agree_on_assertion(
    context: &mut DebateContext<'_>,
    Compared { first, second, judgement, call }: Compared,
    asserts: &impl Fn(&Graph, &Node) -> bool,
) {
    let graph = context.graph();
    let [Some(one), Some(other)] = [first, second].map(|said| Answer::of(graph, said)) else {
        return;
    };
    let is_opposed = one.asserts == other.asserts.clone().opposite();
    let is_verbal = is_opposed && judgement != PairJudgement::Opposed;
    let is_same = one.asserts == other.asserts && judgement == PairJudgement::Same;
    if !is_verbal && !is_same {
        return;
    }
    let mut changed = Vec::new();
    for (said, by) in [(&one, other.author), (&other, one.author)] {
        match said.alone {
            Some(alone) if is_verbal => changed.extend(graph.meant_by(&alone, by)),
            None if asserts(graph, said.node) => {
                let mut node = said.node.clone();
                node.endorsed_by.insert(by.clone());
                changed.push(node);
            }
            Some(_) | None => {}
        }
    }
    for node in changed {
        context.apply(Operation::UpdateNode(Box::new(node)), Cause::Merge(call));
    }
}

/// An answer to an axis: a node, or what one of its author's nodes rests on.
struct Answer<'g> {
    node: &'g Node,
    author: &'g PersonaId,
    asserts: AxisSide,
    alone: Option<LoneAssertion<'g>>,
}

impl<'g> Answer<'g> {
    /// None for a sentence that answers nothing.
    fn of(graph: &'g Graph, said: SentenceId) -> Option<Self> {
        let node = graph.node(said.node)?;
        let author = node.author.as_ref()?;
        if said.component == Component::Claim {
            return Some(Self { node, author, asserts: node.answers()?, alone: None });
        }
        let mut alone = graph.lone_assertions().into_iter();
        let alone =
            alone.find(|own| own.node.id == node.id && own.asserted.component == said.component)?;
        Some(Self { node, author, asserts: alone.asserted.asserts.clone(), alone: Some(alone) })
    }
}

/// A pair with the lower id first.
pub(crate) fn ordered(one: NodeId, other: NodeId) -> (NodeId, NodeId) {
    (one.min(other), one.max(other))
}

/// When statements are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ComparisonTime {
    /// More may be said.
    Before,
    /// Nothing more is said. Then what statements and theses rest on is compared too, where its
    /// author has no statement on the question.
    AtEnd,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Provenance;
    use crate::graph::samples::stated;
    use crate::mode::tests::scripted::{ADA, BEN, in_debate};
    use crate::record::{Act, Fate, Turn};
    use crate::vocabulary::CallId;

    /// By how many other personas each node is endorsed once one of them says something else, where
    /// pairs of them were judged the same.
    fn endorsed(nodes: &[&str], same: &[(u32, u32)], changed: u32) -> Vec<usize> {
        in_debate(&[ADA, BEN], |context| {
            let provenance = Provenance { turns: vec![TurnId::new(1)], calls: vec![] };
            for node in stated(nodes).nodes() {
                let node = Node { provenance: provenance.clone(), ..node.clone() };
                context.apply(Operation::AddNode(Box::new(node)), Cause::Turn(TurnId::new(1)));
            }
            let pair = |&(one, other): &(u32, u32)| (NodeId::new(one), NodeId::new(other));
            let same = same.iter().map(pair).collect();
            let mut judged = JudgedPairs { same, ..JudgedPairs::default() };
            judged.note_compared(context.graph());
            let before = judged.said.clone();
            let mut node = context.graph().node(NodeId::new(changed)).unwrap().clone();
            node.text = "It is not so.".into();
            context.apply(Operation::UpdateNode(Box::new(node)), Cause::Turn(TurnId::new(1)));
            judged.note_compared(context.graph());
            judged.forget_changed(context, &before);
            context.graph().nodes().map(|node| node.endorsed_by.len()).collect()
        })
    }

    #[test]
    fn who_says_the_same_in_another_statement_endorses_it_still() {
        type Case<'a> = (&'a str, &'a [&'a str], &'a [(u32, u32)], u32, &'a [usize]);
        let cases: &[Case<'_>] = &[
            (
                "it says nothing else",
                &["ada trade+ = ben", "ben trade+ = ada"],
                &[(1, 2)],
                2,
                &[0, 0],
            ),
            (
                "a later statement",
                &["ada trade+ = ben", "ben trade+ = ada", "ben trade+ = ada"],
                &[(1, 2), (1, 3)],
                2,
                &[1, 0, 1],
            ),
            (
                "an earlier statement",
                &["ben trade+ = ada", "ben trade+ = ada", "ada trade+ = ben"],
                &[(1, 3), (2, 3)],
                2,
                &[1, 0, 1],
            ),
            (
                "a statement on another point",
                &["ada trade+ = ben", "ben trade+ = ada", "ada air+ = ben", "ben air+ = ada"],
                &[(1, 2), (3, 4)],
                2,
                &[0, 0, 1, 1],
            ),
        ];
        for (case, nodes, same, changed, expected) in cases {
            assert_eq!(endorsed(nodes, same, *changed), *expected, "{case}");
        }
    }

    #[test]
    fn what_ends_with_a_removed_statement_ends_by_the_last_kept_turn_of_its_author() {
        in_debate(&[ADA, BEN], |context| {
            for node in stated(&["ada trade+ = ben", "ben trade+ = ada"]).nodes() {
                let operation = Operation::AddNode(Box::new(node.clone()));
                context.apply(operation, Cause::Turn(TurnId::new(1)));
            }
            let dropped = Fate::Dropped("It is no move.".into());
            for (by, fate) in [(BEN, Fate::Kept), (BEN, dropped), (ADA, Fate::Kept)] {
                let id = context.next_turn();
                let turn = Turn::new(id, 0, Act::Assert, "So.", CallId::new(1));
                context.record_turn(Turn { speaker: PersonaId::new(by).ok(), fate, ..turn });
            }
            let [one, other] = [1, 2].map(NodeId::new);
            let mut judged = JudgedPairs { same: [(one, other)].into(), ..JudgedPairs::default() };
            judged.note_compared(context.graph());
            let before = judged.said.clone();
            context.apply(Operation::RemoveNode(other), Cause::Turn(TurnId::new(1)));
            judged.note_compared(context.graph());
            judged.forget_changed(context, &before);
            context.take_snapshot("The end", None);
            let last = context.snapshots()[0].changes.last().unwrap();
            let Operation::UpdateNode(node) = &last.operation else { panic!("{last:?}") };
            assert_eq!((node.id, node.endorsed_by.len()), (one, 0));
            assert_eq!(last.cause, Cause::Turn(TurnId::new(1)));
        });
    }

    #[test]
    fn who_rests_its_thesis_on_what_another_says_endorses_that_statement() {
        type Case<'a> = (&'a str, &'a str, PairJudgement, [usize; 2]);
        // How many endorse the statement, and mean the same by what the thesis rests on.
        let cases: [Case<'_>; 5] = [
            ("the same answer", "trade+", PairJudgement::Same, [1, 0]),
            (
                "the same answer that was not judged the same",
                "trade+",
                PairJudgement::Verbal,
                [0, 0],
            ),
            ("an answer to another question", "air+", PairJudgement::Same, [0, 0]),
            ("the other answer that means the same", "trade-", PairJudgement::Verbal, [1, 1]),
            ("the other answer", "trade-", PairJudgement::Opposed, [0, 0]),
        ];
        for (case, asserted, judgement, expected) in cases {
            let thesis = format!("ben thesis- : {asserted}");
            let found = in_debate(&[ADA, BEN], |context| {
                for node in stated(&["ada trade+", &thesis]).nodes() {
                    let operation = Operation::AddNode(Box::new(node.clone()));
                    context.apply(operation, Cause::Turn(TurnId::new(1)));
                }
                let said = |node, component| SentenceId { node: NodeId::new(node), component };
                let first = said(1, Component::Claim);
                let second = said(2, Component::Premise(0));
                let compared = Compared { first, second, judgement, call: CallId::new(1) };
                JudgedPairs::default().add(context, compared, |_, _| true);
                let node = |id| context.graph().node(NodeId::new(id)).unwrap();
                [node(1).endorsed_by.len(), node(2).detail.asserts[0].meant_by.len()]
            });
            assert_eq!(found, expected, "{case}");
        }
    }

    #[test]
    fn only_opposite_answers_to_one_question_differ_in_words() {
        let endorsed = |other: &str| {
            in_debate(&[ADA, BEN], |context| {
                for node in stated(&["ada trade+", other]).nodes() {
                    let operation = Operation::AddNode(Box::new(node.clone()));
                    context.apply(operation, Cause::Turn(TurnId::new(1)));
                }
                let said =
                    |node| SentenceId { node: NodeId::new(node), component: Component::Claim };
                let (judgement, call) = (PairJudgement::Verbal, CallId::new(1));
                let compared = Compared { first: said(1), second: said(2), judgement, call };
                let mut judged = JudgedPairs::default();
                judged.add(context, compared, |_, _| true);
                let endorsed = context.graph().nodes().map(|node| node.endorsed_by.len()).sum();
                (judged.verbal.len(), endorsed)
            })
        };
        assert_eq!(endorsed("ben trade-"), (1, 2));
        assert_eq!(endorsed("ben trade+"), (0, 0), "the same answer");
        assert_eq!(endorsed("ben air-"), (0, 0), "another question");
    }
}
