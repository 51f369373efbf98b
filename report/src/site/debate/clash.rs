//! What looks like agreement and is none: accepted statements that contradict each other, by the question they answer.

use faultline::view::number;
use std::collections::BTreeSet;

use faultline::graph::Node;
use faultline::record::Contradiction;
use faultline::vocabulary::{NodeId, Side, Topic};

use super::scene::{NodeRef, Scene};
use crate::site::input::Finished;
use crate::site::{prose, words};

/// What some contradictions are about.
#[derive(Debug)]
pub(in crate::site) struct Matter<'a> {
    /// The question, or why a pair contradicts itself where it is not about one.
    pub(in crate::site) title: String,
    pub(in crate::site) pairs: Vec<&'a Contradiction>,
    is_question: bool,
}

/// One answer with the accepted nodes that give it.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) side: &'static str,
    pub(super) nodes: Vec<NodeRef>,
}

/// A matter as the page shows it.
#[derive(Debug, Clone)]
pub(super) struct Clash {
    pub(super) title: String,
    pub(super) answers: Vec<Answer>,
    pub(super) pairs: String,
}

fn node(finished: &Finished, id: NodeId) -> Option<&Node> {
    finished.snapshots.last().and_then(|last| last.graph.node(id))
}

/// The question that both nodes answer, in opposite ways, if that is why they contradict each other.
fn question<'a>(topic: &'a Topic, finished: &Finished, pair: &Contradiction) -> Option<&'a str> {
    let (first, second) = (node(finished, pair.first)?, node(finished, pair.second)?);
    let axis = topic.axis(first.axis.as_ref()?)?;
    let opposed = first.side? != second.side? && first.axis == second.axis;
    (opposed && pair.why.contains(&axis.question)).then_some(axis.question.as_str())
}

/// The contradictions of a debate by what they are about; a pair that no question explains is a matter of its own.
pub(in crate::site) fn matters<'a>(topic: &Topic, finished: &'a Finished) -> Vec<Matter<'a>> {
    let mut matters: Vec<Matter<'a>> = Vec::new();
    for pair in &finished.outcome.fake_consensus {
        let question = question(topic, finished, pair);
        let title = question.map_or_else(|| prose::sentence(&pair.why), str::to_owned);
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

pub(super) fn clashes(scene: &Scene<'_>) -> Vec<Clash> {
    matters(scene.topic, scene.finished).into_iter().map(|matter| clash(scene, matter)).collect()
}

fn clash(scene: &Scene<'_>, matter: Matter<'_>) -> Clash {
    let nodes: BTreeSet<NodeId> =
        matter.pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
    let giving = |side: Side| {
        let own = nodes
            .iter()
            .filter(|&&id| node(scene.finished, id).is_some_and(|node| node.side == Some(side)));
        Answer { side: words::side(side), nodes: scene.node_refs(own) }
    };
    let alone = |id: NodeId| Answer { side: "", nodes: vec![scene.node(id)] };
    Clash {
        answers: match matter.pairs.as_slice() {
            [pair] if !matter.is_question => vec![alone(pair.first), alone(pair.second)],
            _ => vec![giving(Side::Yes), giving(Side::No)],
        },
        pairs: prose::capital(&number::count(
            matter.pairs.len(),
            "pair by different authors",
            "pairs by different authors",
        )),
        title: matter.title,
    }
}
