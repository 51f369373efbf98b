//! `cruxes`: the disputed axes (rule 3), heaviest first, and the points that several personas name (rule 4).
//!
//! Left out: disputes beyond the number asked for; of the shared points all but five.

use std::cmp::Reverse;

use super::{CruxDraft, Cruxes, CruxesAnswer, HolderDraft, PointDraft, PositionDraft};
use crate::corpus::{Dispute, Position, SharedPoint, Voices, sortable};
use crate::vocabulary::PersonaId;

/// The maximum number of shared points in an answer.
const MOST_SHARED: usize = 5;

pub(super) fn answer(question: &Cruxes, voices: &Voices<'_>) -> CruxesAnswer {
    let personas: Vec<PersonaId> =
        question.briefs.iter().map(|brief| brief.persona.clone()).collect();
    let mut disputes = voices.disputes(&personas);
    disputes.sort_by_key(|dispute| Reverse(sortable(dispute.weight())));
    let heaviest = disputes.first().map_or(1.0, Dispute::weight);
    let crux = |dispute: &Dispute<'_>| CruxDraft {
        question: dispute.axis.question.clone(),
        kind: dispute.axis.kind,
        axis: Some(dispute.axis.id.to_string()),
        // Disputes of the same weight to nine decimals keep the topic's order.
        weight: (dispute.weight() / heaviest).min(1.0),
        positions: dispute.positions.iter().map(stand).collect(),
        settling_question: dispute.axis.question.clone(),
    };
    let shared = voices.shared_points(&personas);
    CruxesAnswer {
        cruxes: disputes.iter().take(question.most).map(crux).collect(),
        common_ground: shared.iter().take(MOST_SHARED).map(agreed).collect(),
    }
}

fn stand(position: &Position<'_>) -> PositionDraft {
    PositionDraft {
        persona: position.persona.to_string(),
        side: position.side,
        reason: position.surest.text.clone(),
        excerpts: vec![position.surest.id.to_string()],
    }
}

fn agreed(point: &SharedPoint<'_>) -> PointDraft {
    let holders = point.holders.iter().map(|(persona, statements)| HolderDraft {
        persona: persona.to_string(),
        excerpts: statements.iter().map(|statement| statement.id.to_string()).collect(),
    });
    PointDraft { statement: point.text.to_owned(), holders: holders.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::question::{Brief, Question};
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{AxisId, Persona, Probability, Seed, Side};

    fn answered(personas: &[Persona]) -> CruxesAnswer {
        let briefs = personas.iter().map(|persona| Brief::new(persona, &topic())).collect();
        let question = Cruxes { briefs, topic: topic(), most: 5 };
        let corpora = everything(personas);
        let answer = answer(&question, &corpora.voices(Seed(1)));
        assert_eq!(question.accept(answer.clone()).err(), None);
        answer
    }

    #[test]
    fn cruxes_are_the_disputed_axes_and_common_ground_the_shared_points() {
        let answer = answered(&pair());
        let axes: Vec<_> = answer.cruxes.iter().filter_map(|crux| crux.axis.as_deref()).collect();
        assert_eq!(axes, ["trade", "air"]);
        let [point] = answer.common_ground.as_slice() else { panic!("{answer:?}") };
        assert_eq!(point.statement, "The street is too loud.");
        assert_eq!(point.holders.len(), 2);
    }

    #[test]
    fn weights_that_differ_only_by_rounding_are_at_most_1() {
        let personas = personas_with(0, |statements| {
            let [takings, corner, rain, noise] = statements.as_mut_slice() else { panic!() };
            for (statement, confidence) in
                [(takings, 0.1), (corner, 0.8), (rain, 0.0), (noise, 0.7)]
            {
                statement.confidence = Probability::new(confidence).unwrap();
            }
        });
        let weights: Vec<f64> = answered(&personas).cruxes.iter().map(|crux| crux.weight).collect();
        assert_eq!(weights, [1.0, 1.0]);
    }

    #[test]
    fn an_axis_on_which_a_persona_is_evenly_split_is_no_crux() {
        let personas = personas_with(0, |statements| {
            for statement in statements.iter_mut() {
                statement.axis = AxisId::new("air").ok();
                statement.confidence = Probability::new(0.7).unwrap();
            }
            statements[0].side = Some(Side::Yes);
            statements[1].side = Some(Side::No);
            statements.truncate(2);
        });
        assert_eq!(answered(&personas).cruxes, []);
    }
}
