//! Relations between readings: those that follow from tags and claims, and those that one call
//! finds.

use std::collections::BTreeSet;

use super::selection::COMES_TO_MIND;
use super::session::Session;
use crate::graph::{Cause, Edge, Node, Provenance, Relation};
use crate::mode::comparison_blocks::{MOST_PAIRS_PER_CALL, MostComparisons};
use crate::mode::debate_context::DebateContext;
use crate::mode::dialectic::detail::Reading;
use crate::mode::dialectic::events::RelationsFound;
use crate::mode::dialectic::order::comes_after;
use crate::mode::dialectic::questions::relate::{Relate, Related};
use crate::mode::dialectic::questions::shown_reading::ShownReading;
use crate::mode::shared::comparison::{Compared, SentenceId, in_blocks, item, pairs_by_call};
use crate::record::ReadingKind;
use crate::text::overlap;
use crate::vocabulary::{NodeId, Passage};

/// The least number of shared tags of readings that contradict each other.
const CONTRADICTS: usize = 2;
/// The least number of shared tags of a reading that elaborates another one.
const ELABORATES: usize = 3;

/// Relates the readings from position `first` on with each other and with earlier ones. Two
/// readings have at most one relation: a branch, a contradiction, what the call finds, and an
/// elaboration, in this order.
pub(super) async fn relate(
    context: &mut DebateContext<'_>,
    session: &mut Session<'_>,
    first: usize,
    passage: &Passage,
) {
    let (before, refused) = (context.graph().edges().len(), session.detail.refused.len());
    compare_claims(context, session, first).await;
    for (later, earlier) in pairs(session, first) {
        let contradicts =
            contradicts(context, session, &session.readings[later], &session.readings[earlier]);
        if contradicts {
            add(context, session, (later, earlier), Relation::Contradicts);
        }
    }
    search(context, session, first).await;
    for (later, earlier) in pairs(session, first) {
        let [one, other] = [later, earlier].map(|place| &session.readings[place].tags);
        if one.intersection(other).count() >= ELABORATES {
            add(context, session, (later, earlier), Relation::Elaborates);
        }
    }
    let added = context.graph().edges().len() - before;
    context.report(&RelationsFound {
        passage: passage.id.clone(),
        added,
        refused: session.detail.refused[refused..].to_vec(),
    });
}

/// Every pair of a reading from position `first` on and an earlier one.
fn pairs(session: &Session<'_>, first: usize) -> Vec<(usize, usize)> {
    let later = first..session.readings.len();
    later.flat_map(|later| (0..later).map(move |earlier| (later, earlier))).collect()
}

fn is_joined(context: &DebateContext<'_>, one: NodeId, other: NodeId) -> bool {
    let joins = |edge: &Edge| [(one, other), (other, one)].contains(&(edge.from, edge.to));
    context.graph().edges().any(joins)
}

/// Adds a relation that follows from the readings, unless they have another one.
fn add(
    context: &mut DebateContext<'_>,
    session: &Session<'_>,
    (later, earlier): (usize, usize),
    relation: Relation,
) {
    let [from, to] = [later, earlier].map(|place| session.readings[place].node);
    if is_joined(context, from, to) {
        return;
    }
    let of_node = context.graph().node(from).map(|node| node.provenance.clone());
    let made_by = of_node.unwrap_or_default();
    let turn = *made_by.turns.first().expect("a reading comes from a turn");
    let edge = Edge::unnumbered(from, to, relation);
    context.add_edge(edge, &made_by, Cause::Turn(turn));
}

/// Compares the new key claims by meaning with each other and with those of earlier readings, those
/// with the most shared tags first. There is one call; the pairs beyond it are counted.
async fn compare_claims(context: &mut DebateContext<'_>, session: &mut Session<'_>, first: usize) {
    let (old, new) = session.readings.split_at(first);
    let tags: BTreeSet<&String> = new.iter().flat_map(|reading| &reading.tags).collect();
    let mut old: Vec<&Reading> = old.iter().collect();
    old.sort_by_key(|reading| {
        std::cmp::Reverse(reading.tags.iter().filter(|tag| tags.contains(tag)).count())
    });
    let newer: BTreeSet<NodeId> = claims(new.iter()).collect();
    let mut seen = newer.clone();
    let older: Vec<NodeId> = claims(old.into_iter()).filter(|id| seen.insert(*id)).collect();
    let node_of = |id: &NodeId| context.graph().node(*id).cloned();
    let mut nodes: Vec<Node> = older.iter().filter_map(node_of).collect();
    let first_newer = nodes.len();
    nodes.extend(newer.iter().filter_map(node_of));
    let asked = |one: usize, other: usize| {
        nodes[one].author != nodes[other].author && one.max(other) >= first_newer
    };
    if nodes.len() == first_newer {
        return;
    }
    let pairs = pairs_by_call(context, MostComparisons::ONE, first_newer, nodes.len(), asked);
    let items: Vec<_> = nodes.iter().map(item).collect();
    let topic = session.topic.clone();
    for ((one, other), judgement, call) in in_blocks(context, &topic, &items, &pairs).await {
        let (first, second) = (SentenceId::of(&nodes[one]), SentenceId::of(&nodes[other]));
        let compared = Compared { first, second, judgement, call };
        session.judged.add(context, compared, |_, _| true);
    }
    session.judged.note_compared(context.graph());
}

fn claims<'r>(readings: impl Iterator<Item = &'r Reading>) -> impl Iterator<Item = NodeId> {
    readings.flat_map(|reading| reading.claims.iter().filter_map(|claim| claim.node))
}

/// Whether claims of two readings, each of which was decided or met an impasse, exclude each
/// other. A claim that was contested in its own debate does not hold there, so that
/// two impasses on one question do not contradict each other.
fn contradicts(
    context: &DebateContext<'_>,
    session: &Session<'_>,
    one: &Reading,
    other: &Reading,
) -> bool {
    let counts =
        |reading: &Reading| matches!(reading.kind, ReadingKind::Impasse | ReadingKind::Synthesis);
    if !counts(one) || !counts(other) || one.tags.intersection(&other.tags).count() < CONTRADICTS {
        return false;
    }
    let held = |reading: &Reading| -> Vec<Node> {
        let claims = reading.claims.iter().filter(|claim| claim.holds);
        claims.filter_map(|claim| context.graph().node(claim.node?)).cloned().collect()
    };
    let known = held(other);
    held(one).iter().any(|one| known.iter().any(|other| excludes(session, one, other)))
}

/// The pairs that share enough words, those that share most of them first.
fn most_alike(mut pairs: Vec<(usize, usize)>, words: &[BTreeSet<String>]) -> Vec<(usize, usize)> {
    let alike = |&(one, other): &(usize, usize)| overlap(&words[one], &words[other]);
    pairs.retain(|pair| alike(pair) >= COMES_TO_MIND);
    pairs.sort_by(|one, other| alike(other).total_cmp(&alike(one)));
    pairs
}

fn excludes(session: &Session<'_>, one: &Node, other: &Node) -> bool {
    let is_judged = session.judged.are_opposed(one.id, other.id);
    one.author != other.author && (one.opposes(other) || is_judged)
}

/// Asks how those pairs are related that share enough words and have no relation; of too many,
/// those that share most. A relation that creates a cycle of requirements, or that a pair has
/// already, is refused.
async fn search(context: &mut DebateContext<'_>, session: &mut Session<'_>, first: usize) {
    let words: Vec<_> = session.readings.iter().map(Reading::words).collect();
    let mut asked = pairs(session, first);
    asked.retain(|&(later, earlier)| {
        let [one, other] = [later, earlier].map(|place| session.readings[place].node);
        !is_joined(context, one, other)
    });
    asked = most_alike(asked, &words);
    context.count_not_judged(asked.len().saturating_sub(MOST_PAIRS_PER_CALL));
    asked.truncate(MOST_PAIRS_PER_CALL);
    if asked.is_empty() {
        return;
    }
    let places: BTreeSet<usize> = asked.iter().flat_map(|&(a, b)| [a, b]).collect();
    let shown =
        places.iter().map(|&place| ShownReading::of(&session.readings[place], context.graph()));
    let node = |place: usize| session.readings[place].node;
    let question = Relate {
        topic: session.topic.clone(),
        readings: shown.collect(),
        pairs: asked.iter().map(|&(later, earlier)| (node(later), node(earlier))).collect(),
    };
    let Ok(answered) = context.ask(&question).await else {
        context.count_not_judged(asked.len());
        return;
    };
    for Related { from, to, relation, confidence } in answered.answer {
        if is_joined(context, from, to) {
            let why = format!("{from} and {to} have a relation already.");
            session.detail.refused.push(why);
        } else if relation == Relation::Requires && comes_after(context.graph(), to, from) {
            let why = format!("That {from} requires {to} would create a cycle.");
            session.detail.refused.push(why);
        } else {
            let edge = Edge::unnumbered(from, to, relation);
            let edge = Edge { confidence: Some(confidence), ..edge };
            let made_by = Provenance { turns: vec![], calls: vec![answered.call] };
            context.add_edge(edge, &made_by, Cause::Validation(answered.call));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_share_most_words_are_asked_for_first() {
        let words = ["a b c d", "a x y z", "a b c z", "v w"];
        let words = words.map(|text| text.split(' ').map(str::to_owned).collect());
        let pairs = vec![(2, 1), (1, 0), (2, 0), (3, 0)];
        assert_eq!(most_alike(pairs, &words), [(2, 0), (2, 1)], "0.75 and 0.5; 0.25 is too little");
    }
}
