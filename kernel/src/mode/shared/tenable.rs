//! Which answers can be defended in a framework of arguments, and what a thesis loses with one of them.

use std::collections::BTreeSet;

use super::issues::{Case, Issues};
use crate::argue::{Preferred, Semantics, accepted};
use crate::graph::{Graph, Node, Projection};
use crate::vocabulary::{AxisId, NodeId, Probability};

/// The nodes of a graph that can be defended.
pub(crate) struct Tenable<'a> {
    projection: &'a Projection,
    /// The answers that a persona gives and never argues for: nodes outside of the framework. Such an answer is held as if there were
    /// no node for it: nothing can attack it.
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

    /// The share of the reasons of a persona's thesis that are lost if an issue is answered against it. A persona that had no reply to an
    /// attack has not given its answer up: what was refuted before the intervention cannot be lost by it.
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
        case.dependence.lost_reasons(|_| true, |other| !lost.contains(other) && !falls(other))
    }

    /// What can be defended without some nodes.
    fn without(&self, gone: &BTreeSet<NodeId>) -> BTreeSet<NodeId> {
        let rest = self.projection.without(gone);
        // An argument is in some preferred extension exactly if it is in some admissible set, which is faster to find.
        let credulous = rest.named(accepted(&rest.framework, Semantics::Admissible).credulous);
        credulous.chain(self.bare.difference(gone).copied()).collect()
    }
}
