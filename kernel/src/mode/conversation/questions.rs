//! The questions of a conversation.

pub(crate) mod opening;
pub(crate) mod resolution;
pub(crate) mod take_turn;

use std::collections::BTreeSet;

use serde::Serialize;

use super::run::moves::{Move, MoveLabel, has_words};
use crate::corpus::{Dispute, Heard, Voices};
use crate::graph::Node;
use crate::prompt::Include;
use crate::question::Accept;
use crate::record::Turn;
use crate::vocabulary::{AxisId, AxisSide, Component, PersonaId, StatementId, TurnId};

/// The rules of the conversation.
const RULES: Include =
    Include { name: "conversation/rules.md", text: include_str!("prompts/rules.md") };

/// The turns that a prompt shows.
pub(crate) const TURNS: Include =
    Include { name: "conversation/turns.md", text: include_str!("prompts/turns.md") };

/// The turns that an update enters, as its prompt shows them.
pub(crate) const NEW_TURNS: Include =
    Include { name: "conversation/new_turns.md", text: include_str!("prompts/new_turns.md") };

/// How many of the latest turns a prompt shows.
pub(crate) const LATEST: usize = 8;

/// A turn as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownTurn {
    pub(crate) id: TurnId,
    pub(crate) speaker: PersonaId,
    pub(crate) label: MoveLabel,
    pub(crate) text: String,
    /// The turn that it answers.
    pub(crate) replies_to: Option<TurnId>,
    /// The statements of its speaker's corpus that it is based on.
    pub(crate) excerpts: Vec<StatementId>,
    /// The question that it proposes as the crux.
    pub(crate) axis: Option<AxisId>,
    /// What a closing speech calls agreed.
    pub(crate) agreed: Vec<String>,
    /// What a closing speech calls still disputed.
    pub(crate) disputed: Vec<String>,
}

/// A premise or an assumption as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownBasis {
    pub(crate) text: String,
    /// The answers that it asserts.
    pub(crate) asserts: Vec<AxisSide>,
}

impl ShownBasis {
    /// The premises of a node.
    pub(crate) fn premises(node: &Node) -> Vec<Self> {
        Self::all(&node.detail.premises, node, Component::Premise)
    }

    /// The assumptions of a node.
    pub(crate) fn assumptions(node: &Node) -> Vec<Self> {
        Self::all(&node.detail.assumptions, node, Component::Assumption)
    }

    fn all(texts: &[String], node: &Node, at: impl Fn(usize) -> Component) -> Vec<Self> {
        let basis = |(place, text): (usize, &String)| {
            let asserts = node.detail.asserts.iter().filter(|known| known.component == at(place));
            let asserts = asserts.map(|known| known.asserts.clone()).collect();
            Self { text: text.clone(), asserts }
        };
        texts.iter().enumerate().map(basis).collect()
    }
}

/// The disputes among the speakers of some turns in which this persona takes a side, in the topic's
/// order.
fn disputes_of<'v>(
    voices: &Voices<'v>,
    persona: &PersonaId,
    turns: &[ShownTurn],
) -> Vec<Dispute<'v>> {
    let mut disputes = disputes_among(voices, turns, [persona]);
    disputes.retain(|dispute| dispute.positions.iter().any(|held| held.persona == persona));
    disputes
}

/// The disputes among the speakers of some turns and these personas, in the topic's order.
fn disputes_among<'v, 't>(
    voices: &Voices<'v>,
    turns: &'t [ShownTurn],
    others: impl IntoIterator<Item = &'t PersonaId>,
) -> Vec<Dispute<'v>> {
    let personas: BTreeSet<&PersonaId> =
        turns.iter().map(|turn| &turn.speaker).chain(others).collect();
    let personas: Vec<PersonaId> = personas.into_iter().cloned().collect();
    voices.disputes(&personas)
}

impl ShownTurn {
    /// The turns in which something was said.
    pub(crate) fn all(turns: &[Turn]) -> Vec<Self> {
        turns.iter().filter_map(Self::of).collect()
    }

    /// The opening of every persona, then the latest turns in which something was said.
    pub(crate) fn openings_and_latest(turns: &[Turn]) -> Vec<Self> {
        let latest = Self::latest(turns);
        let openings = turns.iter().filter(|turn| turn.is_opening()).filter_map(Self::of);
        let earlier = openings.filter(|opening| latest.iter().all(|turn| turn.id != opening.id));
        earlier.collect::<Vec<_>>().into_iter().chain(latest.iter().cloned()).collect()
    }

    /// The latest of the turns in which something was said.
    pub(crate) fn latest(turns: &[Turn]) -> Vec<Self> {
        let mut all = Self::all(turns);
        all.split_off(all.len().saturating_sub(LATEST))
    }

    fn of(turn: &Turn) -> Option<Self> {
        let speech = turn.speech.as_ref().filter(|_| has_words(turn))?;
        Some(Self {
            id: turn.id,
            speaker: turn.speaker.clone()?,
            label: MoveLabel::of(turn.act, speech.phase),
            text: turn.text.clone(),
            replies_to: speech.replies_to,
            excerpts: speech.excerpts.clone(),
            axis: speech.axis.clone(),
            agreed: speech.agreed.clone(),
            disputed: speech.disputed.clone(),
        })
    }

    /// The turn of another person that a turn of this move answers. One that no other person made
    /// is left out.
    pub(crate) fn answered<'t>(
        of_others: impl Iterator<Item = &'t Self>,
        chosen: Move,
        named: Option<&String>,
        accept: &mut Accept,
    ) -> Option<TurnId> {
        let mut known = of_others.map(|turn| turn.id);
        let answered = named.and_then(|id| {
            let found = known.find(|turn| turn.to_string() == *id);
            accept.kept(found, || {
                format!("turn: `{id}` is not a turn of another person that is shown")
            })
        });
        let must_answer = matches!(chosen, Move::Challenge | Move::Concede);
        accept.require(!must_answer || answered.is_some(), || {
            "turn: a challenge or a concession names the turn that it answers".to_owned()
        });
        answered
    }

    /// The statements of its speaker's corpus that the turn says.
    pub(crate) fn heard<'h>(&'h self, voices: &Voices<'h>) -> Vec<Heard<'h>> {
        voices.statements_in(&self.speaker, &self.text, &self.excerpts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Asserted, NodeKind};
    use crate::mode::conversation::run::samples::turns;
    use crate::vocabulary::{NodeId, Side};

    #[test]
    fn a_premise_is_shown_with_the_answers_that_it_asserts_itself() {
        let mut node = Node::new(NodeId::new(1), NodeKind::Argument, "It is so.");
        node.detail.premises = vec!["Drivers stay away.".into(), "It smells.".into()];
        let asserts = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
        node.detail.asserts = vec![Asserted::new(Component::Premise(1), asserts, None)];
        let shown: Vec<usize> =
            ShownBasis::premises(&node).iter().map(|basis| basis.asserts.len()).collect();
        assert_eq!(shown, [0, 1]);
    }

    #[test]
    fn every_opening_is_shown_once_and_before_the_latest_turns() {
        let said = ["ada open", "ben open"].into_iter().chain(["ada claim"; LATEST - 1]);
        let turns = turns(&said.collect::<Vec<_>>());
        let shown = |count: usize| {
            let shown = ShownTurn::openings_and_latest(&turns[..count]);
            shown.iter().map(|turn| turn.id.number()).collect::<Vec<_>>()
        };
        assert_eq!(shown(2), [1, 2]);
        assert_eq!(shown(3), [1, 2, 3]);
        assert_eq!(shown(LATEST + 1), (1..=9).collect::<Vec<_>>(), "the first one is an opening");
    }
}
