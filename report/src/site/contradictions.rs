//! Accepted statements that contradict each other: they look like agreement, but are not.

use std::collections::BTreeSet;

use faultline::graph::Node;
use faultline::record::{self, Outcome};
use faultline::vocabulary::{NodeId, Side, Topic};

use super::references::{NodeRef, References};
use super::sentence::full_stop;
use faultline::view::glossary;

/// The contradictions about one question.
#[derive(Debug)]
pub(super) struct Matter<'a> {
    /// The question; for a pair without one, why its statements contradict each other.
    pub(super) title: String,
    pub(super) pairs: Vec<&'a record::Contradiction>,
    is_question: bool,
}

/// One answer with the accepted nodes that give it.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) side: &'static str,
    pub(super) nodes: Vec<NodeRef>,
}

/// The contradictions about one question, as the page shows them.
#[derive(Debug, Clone)]
pub(super) struct Contradiction {
    /// Empty where it is that of an earlier one.
    pub(super) title: String,
    pub(super) answers: Vec<Answer>,
}

fn node<'a>(references: &References<'a>, id: NodeId) -> Option<&'a Node> {
    references.last().and_then(|last| last.graph.node(id))
}

/// The question that both nodes answer, where their contradiction is that they answer it in
/// opposite ways.
fn question<'t, 'n>(
    topic: &'t Topic,
    pair: &record::Contradiction,
    node: impl Fn(NodeId) -> Option<&'n Node>,
) -> Option<&'t str> {
    let (first, second) = (node(pair.first)?, node(pair.second)?);
    let axis = topic.axis(first.axis.as_ref()?)?;
    let opposed = first.side? != second.side? && first.axis == second.axis;
    (opposed && pair.why.contains(&axis.question)).then_some(axis.question.as_str())
}

/// The contradictions of a debate, grouped by their question; each pair without a question is a
/// group of its own. `node` finds a node of the final graph.
pub(super) fn matters<'a, 'n>(
    topic: &Topic,
    outcome: &'a Outcome,
    node: impl Fn(NodeId) -> Option<&'n Node>,
) -> Vec<Matter<'a>> {
    let mut matters: Vec<Matter<'a>> = Vec::new();
    for pair in &outcome.fake_consensus {
        let question = question(topic, pair, &node);
        let title = question.map_or_else(|| full_stop(&pair.why), str::to_owned);
        let known = matters.iter_mut().find(|known| known.is_question && known.title == title);
        match known.filter(|_| question.is_some()) {
            Some(known) => known.pairs.push(pair),
            None => {
                matters.push(Matter { title, pairs: vec![pair], is_question: question.is_some() });
            }
        }
    }
    matters
}

pub(super) fn contradictions(references: &References<'_>) -> Vec<Contradiction> {
    let node = |id| node(references, id);
    let (questions, pairs): (Vec<_>, Vec<_>) =
        matters(references.topic, &references.finished.outcome, node)
            .into_iter()
            .partition(|matter| matter.is_question);
    let mut listed: Vec<Contradiction> = Vec::new();
    for matter in questions.into_iter().chain(pairs) {
        let mut next = contradiction(references, matter);
        // A reason that several pairs have is the heading of the first.
        if listed.iter().any(|earlier| earlier.title == next.title) {
            next.title.clear();
        }
        listed.push(next);
    }
    listed
}

fn contradiction(references: &References<'_>, matter: Matter<'_>) -> Contradiction {
    let nodes: BTreeSet<NodeId> =
        matter.pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
    let giving = |side: Side| {
        let own = nodes
            .iter()
            .filter(|&&id| node(references, id).is_some_and(|node| node.side == Some(side)));
        Answer { side: glossary::side(side), nodes: references.node_refs(own) }
    };
    let alone = |id: NodeId| Answer { side: "", nodes: vec![references.node(id)] };
    Contradiction {
        answers: match matter.pairs.as_slice() {
            [pair] if !matter.is_question => vec![alone(pair.first), alone(pair.second)],
            _ => vec![giving(Side::Yes), giving(Side::No)],
        },
        title: matter.title,
    }
}
