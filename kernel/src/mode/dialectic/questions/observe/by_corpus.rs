//! `observe`: a tension is visible where the last turn and an earlier turn of another persona claim
//! opposite sides of one axis, and the question of the axis was not raised yet. The observer whose
//! description has most words of the axis raises it; among equals the first. It is as urgent as the
//! two statements are sure, on average. It is about the way of reading where the axis is a matter
//! of definition, premise or values.

use super::{FlagDraft, Observations, Observe};
use crate::corpus::{Silence, Voices, sortable};
use crate::mode::dialectic::questions::turns::{claimed, name};
use crate::question::ByCorpus;
use crate::text::{content_stems, overlap};
use crate::vocabulary::{Axis, Disagreement, Observer, Statement, TurnId};

impl ByCorpus for Observe {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<Observations, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Observe, voices: &Voices<'_>) -> Observations {
    let claims = question.turns.iter().filter_map(|turn| {
        let (id, statement) = claimed(voices, turn)?;
        Some((id, &turn.speaker, statement))
    });
    let claims: Vec<_> = claims.collect();
    let last = question.turns.last().map(|turn| turn.id);
    let Some((now, speaker, said)) = claims.last().filter(|(id, ..)| Some(*id) == last).copied()
    else {
        return Observations { flags: vec![] };
    };
    let opposes = |(_, other, earlier): &&(TurnId, _, &Statement)| {
        let sides = said.answers_axis().zip(earlier.answers_axis());
        *other != speaker && sides.is_some_and(|(own, given)| own.opposes(&given))
    };
    let flag = claims.iter().rev().find(opposes).and_then(|(before, other, earlier)| {
        let axis = question.topic.axis(said.axis.as_ref()?)?;
        if question.raised.contains(&axis.question) {
            return None;
        }
        let urgency = f64::midpoint(said.confidence.value(), earlier.confidence.value());
        Some(FlagDraft {
            observer: observer(&question.observers, axis)?.id.to_string(),
            question: axis.question.clone(),
            axis: Some(axis.id.to_string()),
            turns: vec![before.to_string(), now.to_string()],
            rationale: format!(
                "{} says: {} {} says: {}",
                name(&question.names, other),
                earlier.text,
                name(&question.names, speaker),
                said.text
            ),
            significance: format!("Either: {} Or: {}", axis.yes, axis.no),
            urgency,
            is_about_reading: is_about_reading(axis),
        })
    });
    Observations { flags: flag.into_iter().collect() }
}

fn observer<'o>(observers: &'o [Observer], axis: &Axis) -> Option<&'o Observer> {
    let words = content_stems(&axis.words());
    let fit = |observer: &Observer| {
        let description = format!("{} {}", observer.bias, observer.focus);
        sortable(overlap(&content_stems(&description), &words))
    };
    observers.iter().rev().max_by_key(|observer| fit(observer))
}

fn is_about_reading(axis: &Axis) -> bool {
    match axis.kind {
        Disagreement::Definition | Disagreement::Premise | Disagreement::Values => true,
        Disagreement::Horizon | Disagreement::Evidence | Disagreement::Claim => false,
    }
}
