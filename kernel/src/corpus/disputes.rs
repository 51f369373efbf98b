//! Rule 3: the axes on which personas disagree.

use super::{Voice, Voices};
use crate::vocabulary::{Axis, PersonaId, Side, Statement};

/// The position of one persona on an axis.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// Whose position.
    pub persona: &'a PersonaId,
    /// The side it takes.
    pub side: Side,
    /// The weight of its stance.
    pub weight: f64,
    /// Its surest statement for that side that has reasons.
    pub surest: &'a Statement,
}

/// An axis on which personas take both sides.
#[derive(Debug, Clone)]
pub struct Dispute<'a> {
    /// The axis.
    pub axis: &'a Axis,
    /// The positions, in the order of the personas.
    pub positions: Vec<Position<'a>>,
}

impl Dispute<'_> {
    /// The summed weight of the positions on the weaker side.
    pub fn weight(&self) -> f64 {
        let of = |side| {
            let positions = self.positions.iter().filter(|position| position.side == side);
            positions.map(|position| position.weight).sum::<f64>()
        };
        of(Side::Yes).min(of(Side::No))
    }

    fn has(&self, side: Side) -> bool {
        self.positions.iter().any(|position| position.side == side)
    }
}

impl<'a> Voices<'a> {
    /// The axes on which these personas take both sides, in the topic's order. Personas without a corpus are left out.
    pub fn disputes(&self, personas: &[PersonaId]) -> Vec<Dispute<'a>> {
        let voices: Vec<Voice<'a>> =
            personas.iter().filter_map(|persona| self.voice(persona).ok()).collect();
        let dispute = |axis: &'a Axis| {
            let positions = voices.iter().filter_map(|voice| voice.position(axis)).collect();
            Dispute { axis, positions }
        };
        let mut disputes: Vec<Dispute<'a>> = self.topic().axes.iter().map(dispute).collect();
        disputes.retain(|dispute| dispute.has(Side::Yes) && dispute.has(Side::No));
        disputes
    }
}

impl<'a> Voice<'a> {
    /// The persona's position on an axis; none without a stance or without a reasoned statement for it.
    fn position(&self, axis: &Axis) -> Option<Position<'a>> {
        let stance = self.stance(&axis.id)?;
        let surest = self.surest(|statement| {
            statement.axis.as_ref() == Some(&axis.id)
                && statement.side == Some(stance.side)
                && !statement.reasons.is_empty()
        })?;
        let (side, weight) = (stance.side, stance.weight);
        Some(Position { persona: self.persona, side, weight, surest })
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::{Persona, Seed};

    /// Each dispute with its weight in hundredths and the surest statements.
    fn disputes(personas: &[Persona]) -> Vec<String> {
        let corpora = everything(personas);
        let ids: Vec<PersonaId> = personas.iter().map(|persona| persona.id.clone()).collect();
        let shown = |dispute: Dispute<'_>| {
            let surest: Vec<&str> =
                dispute.positions.iter().map(|position| position.surest.id.as_str()).collect();
            format!("{} {:.2} {}", dispute.axis.id, dispute.weight(), surest.join(" "))
        };
        corpora.voices(Seed(1)).disputes(&ids).into_iter().map(shown).collect()
    }

    #[test]
    fn a_dispute_is_an_axis_with_positions_on_both_sides_weighed_by_the_weaker() {
        assert_eq!(disputes(&pair()), ["trade 1.40 rain park", "air 0.10 corner din"]);
    }

    #[test]
    fn an_axis_on_which_all_take_one_side_is_no_dispute() {
        let personas = personas_with(1, |statements| {
            for statement in statements {
                if statement.axis.as_ref().is_some_and(|axis| axis.as_str() == "air") {
                    statement.side = Some(Side::No);
                }
            }
        });
        assert_eq!(disputes(&personas), ["trade 1.40 rain park"]);
    }

    #[test]
    fn a_persona_without_a_reasoned_statement_has_no_position() {
        let personas = personas_with(0, |statements| statements[1].reasons.clear());
        assert_eq!(disputes(&personas), ["trade 1.40 rain park"]);
    }
}
