//! What is contested at the end of a debate. A claim is not contested by a persona that has
//! conceded it.

use std::collections::{BTreeMap, BTreeSet};

use super::completion::challenges;
use crate::graph::{Graph, Node};
use crate::record::{Concession, ConcessionSource, Turn};
use crate::text::folded;
use crate::vocabulary::{AxisId, AxisSide, PersonaId, Side};

/// The turns of a debate with what was conceded in them.
#[derive(Debug)]
pub(super) struct ContestedClaims<'d> {
    graph: &'d Graph,
    turns: &'d [Turn],
    concessions: &'d [Concession],
    /// The last answer of each speaker to each issue that some turns answer or concede.
    answers: Vec<(PersonaId, AxisSide)>,
}

impl<'d> ContestedClaims<'d> {
    pub(super) fn of(graph: &'d Graph, turns: &'d [Turn], concessions: &'d [Concession]) -> Self {
        let mut debate = Self { graph, turns, concessions, answers: Vec::new() };
        let mut last: BTreeMap<(PersonaId, AxisId), Side> = BTreeMap::new();
        for turn in turns {
            let Some(speaker) = &turn.speaker else { continue };
            // A turn may concede a claim and add one of its own.
            let conceded = turns.iter().filter(|earlier| debate.concedes(turn, earlier, None));
            let answers = conceded.chain([turn]).filter_map(|turn| debate.answer(turn));
            for AxisSide { axis, side } in answers {
                last.insert((speaker.clone(), axis), side);
            }
        }
        let answers = last.into_iter();
        let answers =
            answers.map(|((speaker, axis), side)| (speaker, AxisSide { axis, side })).collect();
        debate.answers = answers;
        debate
    }

    /// The issues that different speakers answer in opposite ways.
    pub(super) fn disputed(&self) -> BTreeSet<AxisId> {
        let is_opposed = |own: &AxisSide| self.answers.iter().any(|(_, other)| other.opposes(own));
        let opposed = self.answers.iter().filter(|(_, own)| is_opposed(own));
        opposed.map(|(_, own)| own.axis.clone()).collect()
    }

    /// Whether no other persona contests the claim of a turn, which a summary gives in these words.
    pub(super) fn holds(&self, claim: &Turn, words: &str) -> bool {
        let has_conceded = |other: &PersonaId| {
            let mut own = self.turns.iter().filter(|turn| turn.is_by(other));
            own.any(|turn| self.concedes(turn, claim, Some(words)))
        };
        let contests =
            |other: &PersonaId| claim.speaker.as_ref() != Some(other) && !has_conceded(other);
        let is_challenged = self.turns.iter().any(|later| {
            challenges(later, claim.id) && later.speaker.as_ref().is_some_and(contests)
        });
        let own = self.answer(claim);
        let is_opposed = self.answers.iter().any(|(other, given)| {
            own.as_ref().is_some_and(|own| own.opposes(given)) && contests(other)
        });
        !is_challenged && !is_opposed
    }

    fn answer(&self, turn: &Turn) -> Option<AxisSide> {
        turn.node.and_then(|node| self.graph.node(node)).and_then(Node::answers)
    }

    /// Whether a turn concedes all that an earlier turn of another persona claims, in its words or
    /// in those of a summary.
    fn concedes(&self, turn: &Turn, claim: &Turn, words: Option<&str>) -> bool {
        let answers_it =
            turn.speech.as_ref().and_then(|speech| speech.replies_to) == Some(claim.id);
        let node = claim.node.and_then(|node| self.graph.node(node));
        let claimed = node.map(|node| node.text.as_str()).into_iter().chain(words);
        let claimed: BTreeSet<String> = claimed.map(folded).collect();
        let mut conceded = self
            .concessions
            .iter()
            .filter(|conceded| answers_it && conceded.source == ConcessionSource::Turn(turn.id));
        conceded.any(|conceded| claimed.contains(&folded(&conceded.text)))
    }
}
