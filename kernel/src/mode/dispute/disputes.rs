//! The disputes of a graph: who takes which side of a question, and which reasons survive.
//!
//! A dispute is a question node. A stance is a position that supports it (yes) or attacks it (no).
//! A reason is an argument that supports or attacks one stance, and that may attack reasons for the
//! other side of the same dispute.
//!
//! All of this describes the exchange: what is live, and how even it is. Which questions are cruxes
//! follows from what the theses rest on, as in every mode, and is computed from the final graph in
//! [`Issues`](crate::mode::issues::Issues).

use std::cmp::Reverse;

use crate::argue::{Framework, Label, Preferred, grounded};
use crate::graph::{Graph, Node, NodeKind, Relation};
use crate::vocabulary::{NodeId, PersonaId, Probability, Side};

/// A reason within its dispute.
#[derive(Debug, Clone)]
pub(super) struct Reason<'g> {
    pub(super) node: &'g Node,
    /// The stance that it supports or attacks.
    pub(super) stance: NodeId,
    /// The answer for which it speaks: that of the stance that it supports, or the other one than
    /// that of the stance that it attacks.
    pub(super) side: Side,
    /// Its label under the grounded semantics of the reasons of the dispute.
    pub(super) label: Label,
    /// Whether it can be defended: some preferred extension of these reasons contains it.
    pub(super) survives: bool,
    /// Whether another reason attacks it.
    is_attacked: bool,
}

/// What the stances on a question say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Division {
    /// There are stances on both sides.
    Live,
    /// Several personas take the same side, and none the other one.
    Agreed(Side),
    /// Fewer than two personas take a side.
    Pending,
}

/// A question with the stances on it and the reasons for them.
#[derive(Debug, Clone)]
pub(super) struct Dispute<'g> {
    pub(super) node: &'g Node,
    pub(super) stances: Vec<&'g Node>,
    pub(super) reasons: Vec<Reason<'g>>,
}

/// The disputes of a graph, in the order in which they were opened.
pub(super) fn disputes(graph: &Graph) -> Vec<Dispute<'_>> {
    let questions = graph.nodes().filter(|node| node.kind == NodeKind::Question);
    questions.map(|node| Dispute::of(graph, node)).collect()
}

/// The answers that personas give beside their theses to questions on which they have no stance in
/// a dispute.
pub(super) fn bare_answers(graph: &Graph) -> impl Iterator<Item = &Node> {
    let is_question =
        |id: NodeId| graph.node(id).is_some_and(|node| node.kind == NodeKind::Question);
    let is_stance = move |node: &Node| graph.out_of_node(node.id).any(|edge| is_question(edge.to));
    graph.nodes().filter(move |node| node.kind == NodeKind::Position && !is_stance(node))
}

impl<'g> Dispute<'g> {
    fn of(graph: &'g Graph, node: &'g Node) -> Self {
        let answering = graph.into_node(node.id).filter_map(|edge| graph.node(edge.from));
        let stances: Vec<&Node> =
            answering.filter(|node| node.kind == NodeKind::Position).collect();
        let reason = |stance: &&'g Node| {
            let side = stance.side?;
            let edges = graph.into_node(stance.id);
            Some(edges.filter_map(move |edge| {
                let supports = edge.relation == Relation::Support;
                Some(Reason {
                    node: graph.node(edge.from)?,
                    stance: edge.to,
                    side: if supports { side } else { side.opposite() },
                    label: Label::Undec,
                    survives: false,
                    is_attacked: false,
                })
            }))
        };
        let mut reasons: Vec<Reason<'g>> = stances.iter().filter_map(reason).flatten().collect();
        reasons.sort_by_key(|reason| reason.node.id);
        judge(graph, &mut reasons);
        Self { node, stances, reasons }
    }

    pub(super) fn stance_of(&self, persona: &PersonaId) -> Option<&'g Node> {
        self.stances.iter().copied().find(|stance| stance.is_by(persona))
    }

    /// The personas that take a side.
    pub(super) fn speakers(&self, side: Side) -> Vec<PersonaId> {
        let on_side = self.stances.iter().filter(|stance| stance.side == Some(side));
        on_side.filter_map(|stance| stance.author.clone()).collect()
    }

    pub(super) fn division(&self) -> Division {
        match (self.speakers(Side::Yes).len(), self.speakers(Side::No).len()) {
            (1.., 1..) => Division::Live,
            (2.., 0) => Division::Agreed(Side::Yes),
            (0, 2..) => Division::Agreed(Side::No),
            (_, _) => Division::Pending,
        }
    }

    pub(super) fn reasons_for(&self, side: Side) -> impl Iterator<Item = &Reason<'g>> {
        self.reasons.iter().filter(move |reason| reason.side == side)
    }

    /// The strongest reason for a side that survives: an accepted one before one that is only
    /// defensible, then the one of which its author is surer, then the older one.
    pub(super) fn strongest(&self, side: Side) -> Option<NodeId> {
        let surviving = self.reasons_for(side).filter(|reason| reason.survives);
        let strongest = surviving.max_by(|one, other| {
            let accepted = |reason: &Reason<'_>| reason.label == Label::In;
            let by_label = accepted(one).cmp(&accepted(other));
            let by_confidence = || one.node.confidence().total_cmp(&other.node.confidence());
            by_label
                .then_with(by_confidence)
                .then(Reverse(one.node.id).cmp(&Reverse(other.node.id)))
        });
        strongest.map(|reason| reason.node.id)
    }

    /// Whether the exchange argued about it: one of its reasons attacks another.
    pub(super) fn is_argued(&self) -> bool {
        self.reasons.iter().any(|reason| reason.is_attacked)
    }

    /// How evenly the personas are divided, 2 · min(Y, N) / (Y + N), times the share of the weaker
    /// side's reasons that survive. The weaker side is the one that fewer personas take; of two
    /// equal ones that of which a smaller share survives.
    ///
    /// *Range*: [0, 1]; 0 where a side has no stance or the weaker one no reason.
    pub(super) fn evenness(&self) -> Probability {
        let [yes, no] = [Side::Yes, Side::No].map(|side| self.speakers(side).len());
        let share = |side: Side| {
            let all = self.reasons_for(side).count();
            let surviving = self.reasons_for(side).filter(|reason| reason.survives).count();
            if all == 0 { 0.0 } else { surviving as f64 / all as f64 }
        };
        let weaker = match yes.cmp(&no) {
            std::cmp::Ordering::Less => share(Side::Yes),
            std::cmp::Ordering::Greater => share(Side::No),
            std::cmp::Ordering::Equal => share(Side::Yes).min(share(Side::No)),
        };
        let evenly = 2.0 * yes.min(no) as f64 / (yes + no).max(1) as f64;
        Probability::new(evenly * weaker).expect("a product of shares is one")
    }
}

/// Sets what Dung's semantics says of the reasons of one dispute, which attack each other and
/// nothing else.
fn judge(graph: &Graph, reasons: &mut [Reason<'_>]) {
    let place = |id: NodeId| reasons.iter().position(|reason| reason.node.id == id);
    let attacks = reasons.iter().enumerate().flat_map(|(from, reason)| {
        let edges = graph.out_of_node(reason.node.id).filter(|edge| edge.relation.is_attack());
        edges.filter_map(move |edge| Some((from, place(edge.to)?)))
    });
    let framework = Framework::new(reasons.len(), attacks.collect::<Vec<_>>())
        .expect("every attack is in range and occurs once");
    let (labels, defensible) =
        (grounded(&framework), Preferred::of(&framework).accepted().credulous);
    for (argument, reason) in reasons.iter_mut().enumerate() {
        reason.label = labels.label(argument);
        reason.survives = defensible.contains(&argument);
        reason.is_attacked = !framework.attackers(argument).is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Edge, Operation};
    use crate::vocabulary::EdgeId;

    /// A graph with one dispute, n1. Stances are written `ada+` and `ben-`, then reasons `ada+n2`
    /// (supports the stance n2), `ben-n2` (attacks it) and `ben-n2>n4` (also attacks the reason
    /// n4).
    fn graph(nodes: &[&str]) -> Graph {
        let mut graph = Graph::default();
        let mut add = |operation| graph.apply(&operation).unwrap();
        let node = |number, kind, text: &str| Node::new(NodeId::new(number), kind, text);
        add(Operation::AddNode(Box::new(node(1, NodeKind::Question, "Will they lose?"))));
        let mut edges = Vec::new();
        for (number, spec) in (2..).zip(nodes) {
            let (head, attacked) = spec.split_once('>').unwrap_or((spec, ""));
            let at = head.find(['+', '-']).unwrap();
            let supports = head[at..].starts_with('+');
            let target: Option<NodeId> = head[at + 1..].parse().ok();
            let kind = if target.is_some() { NodeKind::Argument } else { NodeKind::Position };
            let mut node = node(number, kind, spec);
            node.author = PersonaId::new(&head[..at]).ok();
            let side = if supports { Side::Yes } else { Side::No };
            node.side = target.is_none().then_some(side);
            let relation = if supports { Relation::Support } else { Relation::Attack };
            edges.push((node.id, target.unwrap_or(NodeId::new(1)), relation));
            let attacked: Option<NodeId> = attacked.parse().ok();
            edges.extend(attacked.map(|reason| (node.id, reason, Relation::Attack)));
            add(Operation::AddNode(Box::new(node)));
        }
        for (number, (from, to, relation)) in (1..).zip(edges) {
            add(Operation::AddEdge(Edge::new(EdgeId::new(number), from, to, relation)));
        }
        graph
    }

    fn with<T>(nodes: &[&str], read: impl Fn(&Dispute<'_>) -> T) -> T {
        let graph = graph(nodes);
        let [dispute] = disputes(&graph).try_into().expect("one dispute");
        read(&dispute)
    }

    #[test]
    fn dispute_rule_4_a_dispute_is_live_only_with_stances_on_both_sides() {
        let division = |nodes: &[&str]| disputes(&graph(nodes))[0].division();
        assert_eq!(division(&[]), Division::Pending);
        assert_eq!(division(&["ada+"]), Division::Pending);
        assert_eq!(division(&["ada+", "ben+"]), Division::Agreed(Side::Yes));
        assert_eq!(division(&["ada-", "ben-"]), Division::Agreed(Side::No));
        assert_eq!(division(&["ada+", "ben+", "cleo-"]), Division::Live);
    }

    #[test]
    fn dispute_rule_10_a_reason_speaks_for_the_stance_that_it_supports_or_against_the_one_that_it_attacks()
     {
        let nodes = ["ada+", "ben-", "ada+n2", "ben-n2", "ada-n3", "ben+n3"];
        let sides = with(&nodes, |dispute| {
            let side = |reason: &Reason<'_>| (reason.node.id.number(), reason.side);
            dispute.reasons.iter().map(side).collect::<Vec<_>>()
        });
        assert_eq!(sides, [(4, Side::Yes), (5, Side::No), (6, Side::Yes), (7, Side::No)]);
    }

    #[test]
    fn dispute_rule_10_the_strongest_surviving_reason_of_each_side_is_ranked_by_the_semantics_of_the_dispute()
     {
        let strongest = |nodes: &[&str]| {
            with(nodes, |dispute| {
                [Side::Yes, Side::No].map(|side| dispute.strongest(side).map(NodeId::number))
            })
        };
        let stances = ["ada+", "ben-"];
        let of = |reasons: &[&str]| strongest(&[&stances[..], reasons].concat());
        assert_eq!(of(&["ada+n2", "ada+n2", "ben+n3>n4"]), [Some(5), Some(6)], "n4 is defeated");
        assert_eq!(of(&["ada+n2", "ben+n3>n4"]), [None, Some(5)]);
        assert_eq!(of(&["ada+n2", "ben+n3>n4", "ada+n2>n5"]), [Some(4), None], "n6 defends n4");
        assert_eq!(
            of(&["ada+n2>n5", "ben+n3>n4", "ben+n3"]),
            [Some(4), Some(6)],
            "n4 and n5 attack each other: both can be defended, and n6 is accepted"
        );
    }

    #[test]
    fn dispute_rule_10_evenness_is_the_division_times_the_surviving_share_of_the_weaker_side() {
        let evenness =
            |nodes: &[&str]| with(nodes, |dispute| format!("{:.2}", dispute.evenness().value()));
        assert_eq!(evenness(&["ada+", "ada+n2"]), "0.00", "one side only");
        assert_eq!(evenness(&["ada+", "ben-"]), "0.00", "no reason");
        assert_eq!(evenness(&["ada+", "ben-", "ada+n2"]), "0.00", "one side has no reason");
        assert_eq!(evenness(&["ada+", "ben-", "ada+n2", "ben+n3"]), "1.00");
        assert_eq!(evenness(&["ada+", "ben-", "ada+n2", "ada+n2", "ben+n3>n4"]), "0.50");
        let three = ["ada+", "ben-", "cleo+", "ada+n2", "ben+n3"];
        assert_eq!(evenness(&three), "0.67", "two against one");
        let lost = ["ada+", "ben-", "cleo+", "ada+n2>n6", "ben+n3"];
        assert_eq!(evenness(&lost), "0.00", "the only reason of the weaker side is defeated");
        let is_argued = |nodes: &[&str]| disputes(&graph(nodes))[0].is_argued();
        assert!(!is_argued(&["ada+", "ben-", "ada+n2", "ben+n3"]), "no reason attacks another");
        assert!(is_argued(&["ada+", "ben-", "ada+n2", "ben+n3>n4"]));
    }
}
