//! What the openings of several modes state: a thesis, the points that its author grants, and its
//! answers to the questions on which the thesis does not rest.

use schemars::JsonSchema;

use super::position::{self, Position, PositionDraft};
use super::thesis::{self, Grant, GrantDraft, MOST_GRANTS, Thesis, ThesisDraft};
use crate::graph::Node;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Narrowing, Parameters};
use crate::vocabulary::{NodeId, PersonaId, Side, Topic};

/// A case as an answer gives it.
#[derive(Debug)]
pub(crate) struct CaseDraft {
    pub(crate) thesis: ThesisDraft,
    pub(crate) grants: Vec<GrantDraft>,
    pub(crate) positions: Vec<PositionDraft>,
}

/// A persona's thesis, the points that it grants, and its other positions.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StatedCase {
    pub(crate) thesis: Thesis,
    pub(crate) grants: Vec<Grant>,
    pub(crate) positions: Vec<Position>,
}

/// Parameters with room for the grants and positions of a case.
pub(crate) fn with_room(parameters: Parameters, topic: &Topic) -> Parameters {
    parameters.with_room(MOST_GRANTS + topic.axes.len(), position::LENGTH)
}

/// Narrows the schema of an answer of type `T`, which has the lists `grants` and `positions`.
pub(crate) fn narrow<T: JsonSchema>(
    schema: &mut Narrowing,
    brief: &Brief,
    topic: &Topic,
    side: Option<Side>,
) {
    thesis::narrow(schema, brief, topic, side);
    schema.count::<T>("grants", 0..=MOST_GRANTS);
    schema.count::<T>("positions", 0..=topic.axes.len());
    position::narrow(schema, topic);
}

impl CaseDraft {
    /// Parses a case with at most `most` positions on one axis.
    pub(crate) fn accept(
        self,
        most: usize,
        brief: &Brief,
        topic: &Topic,
        accept: &mut Accept,
    ) -> StatedCase {
        let thesis = self.thesis.accept(brief, topic, accept);
        let grants =
            accept.each(self.grants, |grant, accept| Some(grant.accept(brief, topic, accept)));
        let positions = position::accept_all(self.positions, most, brief, topic, accept);
        StatedCase { thesis, grants, positions }
    }
}

impl StatedCase {
    /// Its nodes, numbered from `first`: the thesis before the grants and the positions.
    pub(crate) fn into_nodes(self, first: NodeId, author: &PersonaId) -> Vec<Node> {
        let Self { thesis, grants, positions } = self;
        let mut ids = (first.number()..).map(NodeId::new);
        let mut next = || ids.next().expect("an opening has few nodes");
        let mut nodes = vec![thesis.into_node(next(), author)];
        nodes.extend(grants.into_iter().map(|grant| grant.into_node(next(), author)));
        nodes.extend(positions.into_iter().map(|position| position.into_node(next(), author)));
        nodes
    }
}

/// A case that makes no sense.
#[cfg(test)]
pub(crate) fn nonsense(nonsense: &Nonsense<'_>) -> Value {
    json!({
        "thesis": thesis::nonsense(nonsense), "grants": thesis::nonsense_grants(nonsense),
        "positions": position::nonsense(nonsense),
    })
}
