//! What a claim answers: attacks of the claim in the graph, and concessions of its speaker.

use crate::graph::{Cause, Edge, Node, NodeKind, Provenance, Relation};
use crate::mode::debate_context::DebateContext;
use crate::mode::procon::detail::Answering;
use crate::mode::procon::questions::claims::{AnswerTo, answered_by};
use crate::mode::shared::concessions;
use crate::mode::shared::contribution::stated_point;
use crate::record::Concession;
use crate::vocabulary::{Component, NodeId, PersonaId};

/// Enters an answer of a claim. Returns what it concedes.
pub(super) fn enter(
    context: &mut DebateContext<'_>,
    speaker: &PersonaId,
    claim: NodeId,
    answer: AnswerTo,
    made_by: &Provenance,
) -> Option<Concession> {
    let Some(relation) = relation(answer.how) else {
        return concede(context, speaker, answer, made_by);
    };
    attack(context, claim, answer, relation, made_by);
    None
}

/// Concedes a claim, which its opponent then shares, or one of its reasons, which becomes a point
/// of its own that both share. Granting a reason does not grant the claim.
fn concede(
    context: &mut DebateContext<'_>,
    speaker: &PersonaId,
    answer: AnswerTo,
    made_by: &Provenance,
) -> Option<Concession> {
    let node = match answer.component {
        Component::Premise(_) => point_of_reason(context, answer, made_by)?,
        Component::Claim | Component::Inference | Component::Assumption(_) => answer.node,
    };
    concessions::share(context, made_by.turns[0], speaker, node)
}

/// The node of a reason: what the author of the claim says in the same words, or a new point of
/// that author.
fn point_of_reason(
    context: &mut DebateContext<'_>,
    answer: AnswerTo,
    made_by: &Provenance,
) -> Option<NodeId> {
    let claim = context.graph().node(answer.node)?;
    let (text, author) = (claim.component(answer.component)?, claim.author.as_ref()?);
    if let Some(known) = stated_point(context.graph(), author, text) {
        return Some(known);
    }
    let answered = answered_by(claim, answer.component);
    let (axis, side) = answered.map(|answered| (answered.axis, answered.side)).unzip();
    let point = Node::new(context.next_node(), NodeKind::Point, text).by(author, axis, side);
    Some(context.add_node(point, made_by, Cause::Turn(made_by.turns[0])))
}

/// Adds an attack that the graph does not have. An answer is directed: the earlier claim does not
/// answer the later one.
fn attack(
    context: &mut DebateContext<'_>,
    from: NodeId,
    answer: AnswerTo,
    relation: Relation,
    made_by: &Provenance,
) {
    let component = Some(answer.component);
    let edge = Edge { component, ..Edge::unnumbered(from, answer.node, relation) };
    if context.graph().twin(&edge).is_none() {
        context.add_edge(edge, made_by, Cause::Turn(made_by.turns[0]));
    }
}

/// The attack that an answer is; none for a concession.
fn relation(how: Answering) -> Option<Relation> {
    match how {
        Answering::Rebut => Some(Relation::Rebut),
        Answering::Undermine => Some(Relation::Undermine),
        Answering::Undercut => Some(Relation::Undercut),
        Answering::Concede => None,
    }
}
