//! The cruxes that personas propose in a conversation, and who agrees.

use std::borrow::Borrow;

use super::turn::{Act, Turn};
use crate::vocabulary::{AxisId, PersonaId, TurnId};

/// A crux that a persona proposed in words, and who agreed that it is one. Proposals do not decide
/// which issues are cruxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedCrux {
    /// The turn.
    pub turn: TurnId,
    /// The persona.
    pub persona: PersonaId,
    /// The crux as the persona words it.
    pub text: String,
    /// The issue that the persona names, if it names one.
    pub axis: Option<AxisId>,
    /// The other personas that agreed.
    pub acknowledged_by: Vec<PersonaId>,
}

impl ProposedCrux {
    /// Every crux that was proposed in the search for it, in the order of the turns. A persona does
    /// not agree with itself; one that proposes a crux on the same axis agrees.
    pub fn all<T: Borrow<Turn>>(turns: &[T]) -> Vec<Self> {
        let turns = || turns.iter().map(Borrow::borrow);
        let is_proposal = |turn: &&Turn| turn.act == Act::Propose && turn.fate.is_kept();
        let axis = |turn: &Turn| turn.speech.as_ref().and_then(|speech| speech.axis.clone());
        let crux = |turn: &Turn| {
            let (persona, axis_of_turn) = (turn.speaker.clone()?, axis(turn));
            let agrees = |other: &&Turn| {
                let acknowledged = other.speech.as_ref().and_then(|speech| speech.acknowledges);
                let proposes_same =
                    is_proposal(other) && axis_of_turn.is_some() && axis(other) == axis_of_turn;
                other.speaker.as_ref() != Some(&persona)
                    && (acknowledged == Some(turn.id) || proposes_same)
            };
            let agreeing = turns().filter(agrees).filter_map(|other| other.speaker.clone());
            let mut acknowledged_by: Vec<PersonaId> = Vec::new();
            for other in agreeing {
                if !acknowledged_by.contains(&other) {
                    acknowledged_by.push(other);
                }
            }
            let (turn, text) = (turn.id, turn.text.clone());
            Some(Self { turn, persona, text, axis: axis_of_turn, acknowledged_by })
        };
        turns().filter(is_proposal).filter_map(crux).collect()
    }
}
