//! What a claim answers: attacks of the claim in the graph, and concessions of its speaker.

use crate::graph::{Cause, Edge, Provenance, Relation};
use crate::mode::procon::detail::Answering;
use crate::mode::procon::questions::claims::AnswerTo;
use crate::mode::shared::concessions;
use crate::mode::table::Table;
use crate::record::Concession;
use crate::vocabulary::{Component, NodeId, PersonaId, TurnId};

/// Enters an answer of a claim. Returns what it concedes.
pub(super) fn enter(
    table: &mut Table<'_>,
    speaker: &PersonaId,
    claim: NodeId,
    answer: AnswerTo,
    made_by: &Provenance,
) -> Option<Concession> {
    let Some(relation) = relation(answer.how) else {
        return concede(table, made_by.turns[0], speaker, answer);
    };
    attack(table, claim, answer, relation, made_by);
    None
}

/// Concedes a claim, which its opponent then shares, or one of its reasons, which is only reported.
fn concede(
    table: &mut Table<'_>,
    turn: TurnId,
    speaker: &PersonaId,
    answer: AnswerTo,
) -> Option<Concession> {
    let Component::Premise(index) = answer.component else {
        return concessions::share(table, turn, speaker, answer.node);
    };
    let text = table.graph().node(answer.node)?.detail.premises.get(index)?.clone();
    Some(concessions::report(table, turn, speaker.clone(), text, None))
}

/// Adds an attack that the graph does not have. An answer is directed: the earlier claim does not answer the later one.
fn attack(
    table: &mut Table<'_>,
    from: NodeId,
    answer: AnswerTo,
    relation: Relation,
    made_by: &Provenance,
) {
    let component = Some(answer.component);
    let edge = Edge { component, ..Edge::unnumbered(from, answer.node, relation) };
    if table.graph().twin(&edge).is_none() {
        table.add_edge(edge, made_by, Cause::Turn(made_by.turns[0]));
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
