//! The blackboard as a persona sees it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::opening::says_something;
use crate::corpus::{Heard, HeardForm};
use crate::graph::{Graph, Node, NodeKind};
use crate::mode::blackboard::candidates::candidates;
use crate::mode::blackboard::effect::Effect;
use crate::mode::blackboard::stance::{ClaimStance, has_opposite_stances, stances};
use crate::vocabulary::{AxisId, NodeId, PersonaId, Probability, Side, StatementId, Topic};

/// The number of latest messages that a persona sees: what one persona says in one round is one
/// message.
const MOST_MESSAGES: usize = 10;

/// A stance of a persona on a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownStance {
    pub(crate) persona: PersonaId,
    pub(crate) stance: ClaimStance,
    pub(crate) confidence: Probability,
}

/// A claim with the latest stances.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownClaim {
    pub(crate) axis: AxisId,
    pub(crate) question: String,
    pub(crate) has_opposite_stances: bool,
    pub(crate) stances: Vec<ShownStance>,
}

/// A crux candidate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownCandidate {
    pub(crate) question: String,
    pub(crate) axis: Option<AxisId>,
    pub(crate) named_by: BTreeSet<PersonaId>,
}

/// The thesis of a persona with its main reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownThesis {
    pub(crate) persona: PersonaId,
    pub(crate) text: String,
    pub(crate) reasons: Vec<String>,
}

/// What a persona says about a claim: a sentence of a message.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownMessage {
    pub(crate) id: NodeId,
    pub(crate) author: PersonaId,
    pub(crate) round: u32,
    /// The claim, where it is known.
    pub(crate) axis: Option<AxisId>,
    /// The side that its author takes there now.
    pub(crate) side: Option<Side>,
    pub(crate) text: String,
    /// The message that it answers, if it answers one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) answers: Option<NodeId>,
    /// What it does to that message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) effect: Option<Effect>,
    pub(crate) excerpts: Vec<StatementId>,
}

impl ShownMessage {
    /// The sentence, for a voice.
    pub(crate) fn heard(&self) -> Heard<'_> {
        Heard {
            author: &self.author,
            text: &self.text,
            axis: self.axis.as_ref(),
            side: self.side,
            excerpts: &self.excerpts,
            form: HeardForm::Sentence,
        }
    }
}

/// The blackboard as a persona sees it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownBoard {
    pub(crate) claims: Vec<ShownClaim>,
    /// The heaviest first.
    pub(crate) candidates: Vec<ShownCandidate>,
    /// The thesis of every persona that has one.
    pub(crate) theses: Vec<ShownThesis>,
    /// The messages of the last `rounds` rounds, and older ones without an answer, the oldest
    /// first.
    pub(crate) messages: Vec<ShownMessage>,
}

impl ShownBoard {
    /// Reads the blackboard off the graph as a persona sees it in this round. `rounds` is how far
    /// back it looks, `granting` are the messages that grant what they answer.
    pub(crate) fn of(
        seen: &Graph,
        topic: &Topic,
        round: u32,
        rounds: u32,
        granting: &BTreeSet<NodeId>,
    ) -> Self {
        let held = stances(seen);
        let claims = topic.axes.iter().map(|axis| ShownClaim {
            axis: axis.id.clone(),
            question: axis.question.clone(),
            has_opposite_stances: has_opposite_stances(&held, &axis.id),
            stances: held
                .get(&axis.id)
                .into_iter()
                .flatten()
                .map(|(persona, held)| ShownStance {
                    persona: persona.clone(),
                    stance: held.stance,
                    confidence: held.confidence,
                })
                .collect(),
        });
        let candidates = candidates(seen, &held).into_iter().map(|candidate| ShownCandidate {
            question: candidate.node.text.clone(),
            axis: candidate.claim.cloned(),
            named_by: candidate.named_by,
        });
        let thesis = |node: &Node| {
            Some(ShownThesis {
                persona: node.author.clone().filter(|_| node.kind == NodeKind::Thesis)?,
                text: node.text.clone(),
                reasons: node.detail.premises.clone(),
            })
        };
        let theses = seen.nodes().filter_map(thesis).collect();
        let all = Self::all(seen, granting);
        let recent = last_messages(&all);
        let is_open = open(&all);
        let is_shown = |said: &ShownMessage| {
            let is_recent =
                said.round + rounds >= round && recent.contains(&(said.round, said.author.clone()));
            is_recent || is_open.contains(&said.id)
        };
        let messages = all.into_iter().filter(is_shown).collect();
        Self { claims: claims.collect(), candidates: candidates.collect(), theses, messages }
    }

    /// Everything that was said about the claims, the oldest first.
    pub(crate) fn all(seen: &Graph, granting: &BTreeSet<NodeId>) -> Vec<ShownMessage> {
        let held = stances(seen);
        let message = |node: &Node| {
            let author = node.author.clone()?;
            let axis = node.axis.clone();
            let side = axis.as_ref().and_then(|axis| held.get(axis)?.get(&author)?.stance.side());
            let (id, round, text) = (node.id, node.round, node.text.clone());
            let excerpts = node.detail.excerpts.clone();
            let answer = seen.out_of_node(id).next();
            let effect =
                answer.map(|edge| match (edge.relation.is_attack(), granting.contains(&id)) {
                    (true, _) => Effect::Denies,
                    (false, true) => Effect::Grants,
                    (false, false) => Effect::Supports,
                });
            let answers = answer.map(|edge| edge.to);
            Some(ShownMessage { id, author, round, axis, side, text, answers, effect, excerpts })
        };
        seen.nodes().filter(|node| is_message(node)).filter_map(message).collect()
    }
}

/// Whether a node is something that a persona says about a claim.
fn is_message(node: &Node) -> bool {
    matches!(node.kind, NodeKind::Position | NodeKind::Argument) && says_something(node)
}

/// The last ten messages: the round and the author of each.
fn last_messages(all: &[ShownMessage]) -> Vec<(u32, PersonaId)> {
    let mut messages: Vec<(u32, PersonaId)> = Vec::new();
    for said in all.iter().rev() {
        let message = (said.round, said.author.clone());
        if !messages.contains(&message) && messages.len() < MOST_MESSAGES {
            messages.push(message);
        }
    }
    messages
}

/// What each author said last about each claim, where it has no answer.
fn open(all: &[ShownMessage]) -> BTreeSet<NodeId> {
    let last: BTreeMap<(&PersonaId, &AxisId), NodeId> = all
        .iter()
        .filter_map(|said| Some(((&said.author, said.axis.as_ref()?), said.id)))
        .collect();
    let answered: BTreeSet<NodeId> = all.iter().filter_map(|said| said.answers).collect();
    last.into_values().filter(|said| !answered.contains(said)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(id: u32, by: &str, axis: &str, answers: Option<u32>) -> ShownMessage {
        ShownMessage {
            id: NodeId::new(id),
            author: PersonaId::new(by).unwrap(),
            round: id,
            axis: AxisId::new(axis).ok(),
            side: Some(Side::Yes),
            text: format!("Message {id}."),
            answers: answers.map(NodeId::new),
            effect: None,
            excerpts: vec![],
        }
    }

    #[test]
    fn what_an_author_said_last_is_open_until_it_is_answered() {
        let mut all = vec![said(1, "ada", "trade", None), said(2, "ada", "air", None)];
        let open = |all: &[ShownMessage]| -> Vec<u32> {
            super::open(all).into_iter().map(NodeId::number).collect()
        };
        assert_eq!(open(&all), [1, 2]);
        all.push(said(3, "ben", "trade", Some(1)));
        assert_eq!(open(&all), [2, 3]);
        all.push(said(4, "ada", "air", None));
        assert_eq!(open(&all), [3, 4], "ada has said something later about the air");
    }
}
