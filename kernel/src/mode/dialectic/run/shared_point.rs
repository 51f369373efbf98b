//! What a persona concedes to another becomes a point of both.

use crate::graph::{Cause, Node, NodeKind, Provenance};
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::contribution::stated_point;
use crate::record::{ConcessionEffect, ConcessionKind, Turn};
use crate::text::folded;
use crate::vocabulary::PersonaId;

/// Adds a conceded point to the common ground of the speaker and the persona that it answers: as
/// the claim of the turn, where that says the same, or else as a point of the speaker, since it is
/// seldom all of the claim.
pub(super) fn share_point(
    context: &mut DebateContext<'_>,
    speaker: &PersonaId,
    point: &str,
    of: &Turn,
    made_by: &Provenance,
) -> Option<ConcessionEffect> {
    let other = of.speaker.as_ref()?;
    let says_it = |node: &&Node| folded(&node.text) == folded(point);
    let claim = of.node.and_then(|node| context.graph().node(node)).filter(says_it);
    let claim = claim.map(|node| node.id);
    let known = claim.or_else(|| stated_point(context.graph(), speaker, point));
    let cause = || Cause::Turn(made_by.turns[0]);
    let node = known.unwrap_or_else(|| {
        let node = Node::new(context.next_node(), NodeKind::Point, point).by(speaker, None, None);
        context.add_node(Node { endorsed_by: [other.clone()].into(), ..node }, made_by, cause())
    });
    for persona in [speaker, other] {
        let shares = |known: &Node| known.endorsers().contains(persona);
        if !context.graph().node(node).is_some_and(shares) {
            context.endorse(node, persona, cause());
        }
    }
    Some(ConcessionEffect::new(ConcessionKind::Shared, node))
}
