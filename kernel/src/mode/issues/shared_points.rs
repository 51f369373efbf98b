//! Points that several personas make: they settle an issue on which no persona has a reason of its
//! own.

use std::collections::BTreeSet;

use super::{Case, Issues};
use crate::graph::{Node, NodeKind};
use crate::text::folded;
use crate::vocabulary::AxisId;

impl<'a> Issues<'a> {
    /// Removes the positions on issues on which some personas make the same point and none argues
    /// with a point of its own, nor says that its thesis rests on one: what they say there is the
    /// same, and their opposition is only in the words. That a reason of a thesis seems to assert an
    /// answer by its words does not show that it is another point.
    pub(super) fn drop_settled_by_shared_points(&self, cases: &mut [Case<'_>]) {
        let mut argued: BTreeSet<AxisId> = BTreeSet::new();
        for case in &*cases {
            let own = self.own_arguments(&case.persona.id).filter_map(Node::answers);
            argued.extend(own.map(|answer| answer.axis));
            let thesis = case.thesis.and_then(|thesis| self.graph.node(thesis));
            argued.extend(thesis.into_iter().flat_map(|thesis| self.own_reasons(thesis)));
        }
        for case in cases {
            let shared = self.common_ground(&case.persona.id).filter_map(Node::answers);
            let shared: BTreeSet<AxisId> = shared.map(|answer| answer.axis).collect();
            case.sides.retain(|axis, _| argued.contains(axis) || !shared.contains(axis));
        }
    }

    /// The issues that a thesis answers with reasons that no shared point and no other thesis
    /// repeats, and that no other persona means by the other side.
    fn own_reasons(&self, thesis: &'a Node) -> impl Iterator<Item = AxisId> {
        let shared = self.shared.iter().filter_map(|node| self.graph.node(*node));
        let is_other = |node: &&Node| node.kind == NodeKind::Thesis && node.id != thesis.id;
        let others = self.graph.nodes().filter(is_other).flat_map(|other| &other.detail.premises);
        let shared = shared.map(|node| &node.text).chain(others);
        let shared: BTreeSet<String> = shared.map(|text| folded(text)).collect();
        let asserts = thesis.detail.asserts.iter();
        let own = asserts.filter(move |asserted| {
            let reason = thesis.component(asserted.component);
            asserted.meant_by.is_empty()
                && asserted.certainty.is_none()
                && reason.is_some_and(|reason| !shared.contains(&folded(reason)))
        });
        own.map(|asserted| asserted.asserts.axis.clone())
    }
}
