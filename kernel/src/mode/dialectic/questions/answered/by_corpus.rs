//! `answered`: the question of an axis is answered where at least two personas claim a side of it and all claim the same one, or where
//! everyone who claimed the other side conceded the sentence of this one later. A point that is granted beside it answers nothing.
//! Otherwise it is opposed where the last answers of two personas are opposite ones, among them those between which it arose.

use std::collections::BTreeMap;

use super::{IsAnswered, Judgement, Verdict};
use crate::corpus::Voices;
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::dialectic::questions::claimed;
use crate::text::folded;
use crate::vocabulary::{PersonaId, Side, TurnId};

pub(super) fn answer<'t>(question: &'t IsAnswered, voices: &Voices<'_>) -> Judgement {
    let claim = |turn: &'t ShownTurn| {
        let (id, statement) = claimed(voices, turn)?;
        let on_axis = statement.axis.is_some() && statement.axis == question.axis;
        Some((id, &turn.speaker, statement.side.filter(|_| on_axis)?))
    };
    let claims: Vec<(TurnId, &PersonaId, Side)> = question.turns.iter().filter_map(claim).collect();
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
    let settles = |side: Side| {
        let holds = claims.iter().any(|(_, _, claimed)| *claimed == side);
        let mut others = claims.iter().filter(|(.., claimed)| *claimed != side).peekable();
        let is_alone = claims.windows(2).all(|pair| pair[0].1 == pair[1].1);
        let is_shared = others.peek().is_some() || !is_alone;
        holds && is_shared && others.all(|(id, persona, _)| conceded(persona, *id, side))
    };
    let earlier = question.before.iter().filter_map(claim);
    let last: BTreeMap<&PersonaId, Side> =
        earlier.chain(claims.iter().copied()).map(|(_, speaker, side)| (speaker, side)).collect();
    let gives = |side: Side| last.values().any(|given| *given == side);
    let (verdict, reason) = if [Side::Yes, Side::No].into_iter().any(settles) {
        (Verdict::Answered, "No one who spoke takes the other side any more.")
    } else if gives(Side::Yes) && gives(Side::No) {
        (Verdict::Opposed, "Those who spoke take opposite sides.")
    } else {
        (Verdict::Open, "At most one side was taken, or only one of them took a side.")
    };
    Judgement { verdict, reason: reason.to_owned() }
}
