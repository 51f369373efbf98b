//! Rule 4: the points that several personas name.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Voices, sortable};
use crate::vocabulary::{PersonaId, PointId, Statement};

/// A point that two personas or more name.
#[derive(Debug, Clone)]
pub struct SharedPoint<'a> {
    /// The point in the words of the first persona that names it.
    pub text: &'a str,
    /// Who names it in which statements, by persona.
    pub holders: BTreeMap<&'a PersonaId, Vec<&'a Statement>>,
}

impl SharedPoint<'_> {
    /// How sure its holders are of it together: the product of each one's highest confidence.
    fn joint_confidence(&self) -> f64 {
        let surest = |statements: &Vec<&Statement>| {
            statements.iter().map(|statement| statement.confidence.value()).fold(0.0, f64::max)
        };
        self.holders.values().map(surest).product()
    }
}

impl<'a> Voices<'a> {
    /// The [shared points](Self::is_shared) that at least two of these personas name in statements
    /// that they recall, those first of which they are surest together.
    pub fn shared_points(&self, personas: &[PersonaId]) -> Vec<SharedPoint<'a>> {
        let mut points: BTreeMap<&PointId, SharedPoint<'a>> = BTreeMap::new();
        for voice in personas.iter().filter_map(|persona| self.voice(persona).ok()) {
            for statement in voice.statements {
                let Some(point) = &statement.point else { continue };
                if !self.is_shared(statement) {
                    continue;
                }
                let first = SharedPoint { text: &statement.text, holders: BTreeMap::new() };
                let point = points.entry(point).or_insert(first);
                point.holders.entry(voice.persona).or_default().push(statement);
            }
        }
        let mut shared: Vec<SharedPoint<'a>> =
            points.into_values().filter(|point| point.holders.len() >= 2).collect();
        shared.sort_by_key(|point| Reverse(sortable(point.joint_confidence())));
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, point};
    use super::*;
    use crate::vocabulary::Side;
    use crate::vocabulary::samples::{statement, topic};
    use crate::vocabulary::{Persona, Probability, Seed};

    #[test]
    fn shared_points_come_in_the_order_of_joint_confidence() {
        let mut personas = pair();
        for persona in &mut personas {
            let statements = &mut persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements;
            for number in 1..=6_u32 {
                let id = format!("point-{number}");
                let confidence = Probability::new(f64::from(number) / 10.0).unwrap();
                let said = statement(&id, &id, "air", Side::Yes);
                statements.push(Statement { point: point(&id), confidence, ..said });
            }
        }
        let ids = [0, 1].map(|index: usize| personas[index].id.clone());
        let corpora = everything(&personas);
        let shared = corpora.voices(Seed(1)).shared_points(&ids);
        let texts: Vec<&str> = shared.iter().take(5).map(|point| point.text).collect();
        assert_eq!(texts, ["The street is too loud.", "point-6", "point-5", "point-4", "point-3"]);
        assert!(shared.iter().all(|point| point.holders.len() == 2));
    }

    #[test]
    fn a_point_that_one_persona_names_twice_is_not_shared() {
        let mut personas = pair();
        let statements = |persona: &mut crate::vocabulary::Persona| {
            persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements.clone()
        };
        let noise = statements(&mut personas[0])[3].clone();
        let note = &mut personas[0].corpora.get_mut(&topic().id).unwrap().notes[0];
        note.statements
            .push(Statement { id: statement("again", "", "air", Side::Yes).id, ..noise });
        personas[1].corpora.get_mut(&topic().id).unwrap().notes[0].statements.remove(3);
        let ids = [0, 1].map(|index: usize| personas[index].id.clone());
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        assert!(voices.shared_points(&ids).is_empty());
        assert!(!voices.is_shared(&statements(&mut personas[0])[3]));
    }

    #[test]
    fn a_sentence_that_two_corpora_contain_word_for_word_is_a_shared_point() {
        let mut personas = pair();
        for (persona, text) in personas.iter_mut().zip(["We need rain.", "we need rain"]) {
            let statements = &mut persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements;
            statements.push(statement("rain-again", text, "air", Side::Yes));
        }
        let ids = [0, 1].map(|index: usize| personas[index].id.clone());
        let corpora = everything(&personas);
        let shared = corpora.voices(Seed(1)).shared_points(&ids);
        let texts: Vec<&str> = shared.iter().map(|point| point.text).collect();
        assert!(texts.contains(&"We need rain."), "{texts:?}");
    }

    #[test]
    fn what_two_personas_hold_against_a_third_is_their_position() {
        let says = |persona: &mut Persona, id: &str, text: &str, side| {
            let statements = &mut persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements;
            statements.push(statement(id, text, "trade", side));
        };
        let mut personas = pair();
        personas.push(Persona { id: PersonaId::new("cy").unwrap(), ..personas[1].clone() });
        for persona in &mut personas {
            persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements.clear();
        }
        says(&mut personas[0], "more", "Trade grows.", Side::Yes);
        says(&mut personas[1], "growth", "Trade grows.", Side::Yes);
        says(&mut personas[2], "less", "Trade shrinks.", Side::No);
        let read = |personas: &[Persona]| {
            let ids: Vec<PersonaId> = personas.iter().map(|persona| persona.id.clone()).collect();
            let corpora = everything(personas);
            let voices = corpora.voices(Seed(1));
            let disputed = voices.disputes(&ids).len();
            (voices.shared_points(&ids).len(), disputed)
        };
        assert_eq!(read(&personas[..2]), (1, 0), "both share it");
        assert_eq!(read(&personas), (0, 1), "and hold it against the third");
        says(&mut personas[2], "also", "Trade grows.", Side::Yes);
        says(&mut personas[2], "shops", "Shops close.", Side::No);
        assert_eq!(read(&personas), (1, 0), "the third grants it");
    }
}
