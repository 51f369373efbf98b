//! Which answers can be defended in a framework of arguments, and what a thesis loses with one of
//! them.

use std::collections::BTreeSet;

use super::issues::{Case, Issues};
use crate::argue::{Preferred, Semantics, accepted};
use crate::graph::{Graph, Node, Projection};
use crate::vocabulary::{AxisId, NodeId, Probability};

/// The nodes of a graph that can be defended.
pub(crate) struct Tenable<'a> {
    projection: &'a Projection,
    /// The answers that a persona gives and never argues for: nodes outside of the framework. Such
    /// an answer is held as if there were no node for it: nothing can attack it.
    bare: BTreeSet<NodeId>,
    /// The arguments that at least one preferred extension contains, and the bare answers.
    pub(crate) nodes: BTreeSet<NodeId>,
}

impl<'a> Tenable<'a> {
    pub(crate) fn of(graph: &Graph, projection: &'a Projection, preferred: &Preferred) -> Self {
        let is_argument = |node: &Node| projection.argument(node.id).is_some();
        let is_argued = |answer: &Node| {
            let mut arguments = graph.nodes().filter(|node| is_argument(node));
            arguments.any(|node| node.author == answer.author && node.answers() == answer.answers())
        };
        let bare = graph.nodes().filter(|node| !is_argument(node) && !is_argued(node));
        let bare: BTreeSet<NodeId> = bare.map(|node| node.id).collect();
        let credulous = projection.named(preferred.accepted().credulous);
        let nodes = credulous.chain(bare.iter().copied()).collect();
        Self { projection, bare, nodes }
    }

    /// The share of the reasons of a persona's thesis that are lost if an issue is answered against
    /// it. A persona that had no reply to an attack has not given its answer up: a refuted answer
    /// still counts as held, and only what the intervention itself removes is lost.
    pub(crate) fn load(
        &self,
        issues: &Issues<'_>,
        case: &Case<'_>,
        issue: &AxisId,
    ) -> Option<Probability> {
        let lost = case.dependence.lost_with(issue);
        let remaining = self.without(&issues.gone(case, issue));
        let held = |other: &AxisId, tenable: &BTreeSet<NodeId>| {
            issues.can_hold(case, other, |node| tenable.contains(&node))
        };
        let falls = |other: &AxisId| held(other, &self.nodes) && !held(other, &remaining);
        case.dependence.lost_reasons(|other| !lost.contains(other) && !falls(other))
    }

    /// What can be defended without some nodes.
    fn without(&self, gone: &BTreeSet<NodeId>) -> BTreeSet<NodeId> {
        let rest = self.projection.without(gone);
        // An argument is in some preferred extension exactly if it is in some admissible set, which
        // is faster to find.
        let credulous = rest.named(accepted(&rest.framework, Semantics::Admissible).credulous);
        credulous.chain(self.bare.difference(gone).copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::{attack, stated};
    use crate::graph::{NodeKind, Operation};
    use crate::vocabulary::Side;
    use crate::vocabulary::samples::{persona, topic};

    /// The loads of an issue for both personas, by what can be defended and by the reasons alone.
    fn loads(attacks: &[(u32, u32)]) -> Vec<[Option<Probability>; 2]> {
        let nodes = [
            "ada thesis+ : trade- air+", "ada trade-", "ada air+ : trade-", "ben thesis- : trade+",
            "ben trade+",
        ];
        let mut graph = stated(&nodes);
        for (number, &(from, to)) in (1..).zip(attacks) {
            graph.apply(&Operation::AddEdge(attack(number, from, to))).unwrap();
        }
        let (topic, personas) = (topic(), ["ada", "ben"].map(|id| persona(id, Side::Yes, vec![])));
        let issues = Issues::of(&graph, &topic, &personas);
        let projection = graph.to_framework();
        let preferred = Preferred::of(&projection.framework);
        let tenable = Tenable::of(&graph, &projection, &preferred);
        let trade = AxisId::new("trade").unwrap();
        let load =
            |case: &Case<'_>| [tenable.load(&issues, case, &trade), case.dependence.load(&trade)];
        issues.cases.iter().map(load).collect()
    }

    #[test]
    fn where_nothing_but_the_answers_is_disputed_a_load_is_the_same_for_every_reader_of_the_graph()
    {
        let whole = Some(Probability::share(1, 1));
        for attacks in [&[][..], &[(5, 2), (2, 5)], &[(5, 2)]] {
            assert_eq!(loads(attacks), [[whole; 2]; 2], "{attacks:?}");
        }
    }

    #[test]
    fn an_answer_beside_a_thesis_is_held_unless_its_author_argues_for_it_in_vain() {
        // Node 1 is the answer, and node 3 attacks node 2.
        type Case<'a> = (&'a str, [&'a str; 3], &'a [u32]);
        let cases: [Case<'_>; 3] = [
            ("it argues for it", ["ada trade+", "ada trade+", "ben point"], &[3]),
            ("it argues for another answer", ["ada trade+", "ada air+", "ben point"], &[1, 3]),
            ("another persona argues for it", ["ada trade+", "cleo trade+", "ben point"], &[1, 3]),
        ];
        for (case, nodes, expected) in cases {
            let mut graph = stated(&nodes);
            let answer = Node { kind: NodeKind::Position, ..graph.nodes().next().unwrap().clone() };
            graph.apply(&Operation::UpdateNode(Box::new(answer))).unwrap();
            graph.apply(&Operation::AddEdge(attack(1, 3, 2))).unwrap();
            let projection = graph.to_framework();
            let preferred = Preferred::of(&projection.framework);
            let tenable = Tenable::of(&graph, &projection, &preferred);
            let nodes: Vec<u32> = tenable.nodes.iter().map(|node| node.number()).collect();
            assert_eq!(nodes, expected, "{case}");
        }
    }
}
