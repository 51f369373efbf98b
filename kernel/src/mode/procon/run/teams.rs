//! Who argues for which side.

use crate::mode::debate_context::Setting;
use crate::mode::procon::Sides;
use crate::mode::procon::detail::Teams;
use crate::vocabulary::{Persona, PersonaId, Side};

impl Teams {
    /// Forms the teams. Fixed: every persona argues for its own answer; where all have the same
    /// one, the later half in seat order argues for the other, and where a persona has none, it
    /// joins the smaller team. Drawn: the seed orders the personas, and the first half argues for
    /// yes. Members speak in seat order.
    pub(super) fn of(setting: &Setting<'_>, sides: Sides) -> Self {
        let personas = setting.personas;
        let own = |persona: &Persona| persona.answer(&setting.topic.id);
        let taken: Vec<Side> = match sides {
            Sides::Fixed => fixed(&personas.iter().map(own).collect::<Vec<_>>()),
            Sides::Drawn => {
                let key = |persona: &Persona| setting.seed.draw(&format!("side of {}", persona.id));
                let mut order: Vec<usize> = (0..personas.len()).collect();
                order.sort_by(|&a, &b| key(&personas[a]).total_cmp(&key(&personas[b])));
                halves(personas.len(), &order)
            }
        };
        let team = |side: Side| -> Vec<PersonaId> {
            let members = personas.iter().zip(&taken).filter(|(_, taken)| **taken == side);
            members.map(|(persona, _)| persona.id.clone()).collect()
        };
        let assigned = personas.iter().zip(&taken);
        let assigned = assigned.filter(|(persona, taken)| own(persona) != Some(**taken));
        Self {
            pro: team(Side::Yes),
            con: team(Side::No),
            assigned: assigned.map(|(persona, _)| persona.id.clone()).collect(),
            drawn: sides == Sides::Drawn,
        }
    }

    /// The member that speaks for a side in a round, from 0.
    pub(super) fn speaker(&self, side: Side, round: u32) -> &PersonaId {
        let team = self.members(side);
        &team[round as usize % team.len()]
    }
}

/// The side of each persona: the first half of `order` argues for yes. Of an odd number, yes has
/// one more.
fn halves(count: usize, order: &[usize]) -> Vec<Side> {
    let mut sides = vec![Side::No; count];
    for &place in &order[..count.div_ceil(2)] {
        sides[place] = Side::Yes;
    }
    sides
}

fn fixed(own: &[Option<Side>]) -> Vec<Side> {
    let count = |side| own.iter().filter(|taken| **taken == Some(side)).count();
    let (mut yes, mut no) = (count(Side::Yes), count(Side::No));
    let mut sides: Vec<Side> = own
        .iter()
        .map(|taken| {
            let side = taken.unwrap_or(if yes <= no { Side::Yes } else { Side::No });
            if taken.is_none() {
                *(if side == Side::Yes { &mut yes } else { &mut no }) += 1;
            }
            side
        })
        .collect();
    let first = sides[0];
    if sides.iter().all(|side| *side == first) {
        let kept = sides.len().div_ceil(2);
        sides[kept..].fill(first.opposite());
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{No, Yes};

    #[test]
    fn procon_rule_2_fixed_sides_are_the_personas_own_and_a_side_without_any_gets_the_later_half() {
        type Case<'a> = (&'a [Option<Side>], &'a [Side]);
        let cases: &[Case<'_>] = &[
            (&[Some(No), Some(Yes)], &[No, Yes]),
            (&[Some(Yes), Some(No), Some(Yes)], &[Yes, No, Yes]),
            (&[Some(No), Some(No)], &[No, Yes]),
            (&[Some(Yes), Some(Yes), Some(Yes)], &[Yes, Yes, No]),
            (&[Some(Yes), None, None], &[Yes, No, Yes]),
            (&[None, None, None, None], &[Yes, No, Yes, No]),
        ];
        for (own, expected) in cases {
            assert_eq!(fixed(own), *expected, "{own:?}");
        }
    }

    #[test]
    fn procon_rule_2_drawn_sides_are_halves() {
        assert_eq!(halves(2, &[1, 0]), [No, Yes]);
        assert_eq!(halves(3, &[2, 0, 1]), [Yes, No, Yes]);
        assert_eq!(halves(4, &[3, 1, 0, 2]), [No, Yes, No, Yes]);
    }
}
