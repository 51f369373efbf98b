//! `answered`: the last answer of each persona counts, also one that it gave before the debate. The
//! question of an axis is answered where at least two personas have answered it, and all in the
//! same way, except those who conceded the sentence of this answer later. A point that is granted
//! beside it answers nothing. Otherwise it is opposed where two last answers are opposite ones.

use crate::question::ByCorpus;
use std::collections::BTreeMap;

use super::{IsAnswered, Judgement, Verdict};
use crate::corpus::{Silence, Voices};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::dialectic::questions::turns::claimed;
use crate::text::folded;
use crate::vocabulary::{PersonaId, Side, TurnId};

impl ByCorpus for IsAnswered {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<Judgement, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer<'t>(question: &'t IsAnswered, voices: &Voices<'_>) -> Judgement {
    let claim = |turn: &'t ShownTurn| {
        let (id, statement) = claimed(voices, turn)?;
        let on_axis = statement.axis.is_some() && statement.axis == question.axis;
        Some((id, &turn.speaker, statement.side.filter(|_| on_axis)?))
    };
    let axis = question.axis.as_ref().and_then(|axis| question.topic.axis(axis));
    let conceded = |persona: &PersonaId, since: TurnId, side: Side| {
        let sentence = axis.map(|axis| folded(axis.proposition(side)));
        question.turns.iter().any(|turn| {
            let said = folded(&turn.text);
            let accepts = sentence.as_ref().is_some_and(|sentence| said.contains(sentence));
            turn.label == MoveLabel::Concede
                && turn.speaker == *persona
                && turn.id > since
                && accepts
        })
    };
    let answers = question.before.iter().chain(&question.turns).filter_map(claim);
    let last: BTreeMap<&PersonaId, (TurnId, Side)> =
        answers.map(|(id, speaker, side)| (speaker, (id, side))).collect();
    let gives = |side: Side| last.values().any(|(_, given)| *given == side);
    let settles = |side: Side| {
        let accepts = |(persona, (since, given)): (&&PersonaId, &(TurnId, Side))| {
            *given == side || conceded(persona, *since, side)
        };
        gives(side) && last.len() >= 2 && last.iter().all(accepts)
    };
    let (verdict, reason) = if [Side::Yes, Side::No].into_iter().any(settles) {
        (Verdict::Answered, "No one who spoke takes the other side any more.")
    } else if gives(Side::Yes) && gives(Side::No) {
        (Verdict::Opposed, "Those who spoke take opposite sides.")
    } else {
        (Verdict::Open, "At most one side was taken, or only one of them took a side.")
    };
    Judgement { verdict, reason: reason.to_owned() }
}
