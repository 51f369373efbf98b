//! `resolution`: agreed is what the persona grants (rule 4). Disputed are the core question; those
//! of the axes on which it has a position and others answered against it in their openings and in
//! the latest turns; and the other disputed ones on which its case rests. The core question is that
//! of the proposed crux with which it agreed, or else of the one on which its case rests most (rule
//! 16); without such a proposal that of the disputed axis on which it rests most, or else the first
//! disputed one, or else the topic's.

use super::{MOST, Resolution, ResolutionAnswer};
use crate::corpus::{Silence, Voices, sortable};
use crate::mode::conversation::questions::{ShownTurn, disputes_of};
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::shared::questions::thesis::GrantDraft;
use crate::question::ByCorpus;
use crate::vocabulary::{AxisId, Probability};

impl ByCorpus for Resolution {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ResolutionAnswer, Silence> {
        answer(self, voices)
    }
}

fn answer(question: &Resolution, voices: &Voices<'_>) -> Result<ResolutionAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let is_own = |turn: &&ShownTurn| turn.speaker == question.brief.persona;
    let own_turns = || question.turns.iter().filter(is_own);
    let others = question.turns.iter().filter(|turn| !is_own(turn));
    let disputes = disputes_of(voices, &question.brief.persona, &question.turns);
    let divisive: Vec<&AxisId> = disputes.iter().map(|dispute| &dispute.axis.id).collect();
    let mut opposed: Vec<&AxisId> = Vec::new();
    for heard in others.flat_map(|turn| turn.heard(voices)) {
        let stance = heard.axis.and_then(|axis| voice.stance(axis));
        let is_opposed = stance.is_some_and(|stance| Some(stance.side) != heard.side);
        let axis = heard.axis.filter(|axis| is_opposed && divisive.contains(axis));
        opposed.extend(axis.filter(|axis| !opposed.contains(axis)));
    }
    let dependence = voice.dependence();
    let load = |axis: &AxisId| sortable(dependence.load(axis).map_or(0.0, Probability::value));
    let agreed_with = question.cruxes.iter().rev().find(|crux| {
        let agrees =
            |turn: &ShownTurn| turn.replies_to == Some(crux.id) && turn.label == MoveLabel::Clarify;
        own_turns().any(agrees)
    });
    let agreed_with = agreed_with.and_then(|crux| crux.axis.as_ref());
    let proposed = question.cruxes.iter().rev().filter_map(|crux| crux.axis.as_ref());
    let proposed = proposed.filter(|axis| load(axis) > 0).max_by_key(|axis| load(axis));
    let own = || {
        let issues = dependence.issues().into_iter().filter(|axis| divisive.contains(axis));
        issues.max_by_key(|axis| load(axis)).or_else(|| divisive.first().copied())
    };
    let core = agreed_with.or(proposed).or_else(own).and_then(|axis| voice.axis(axis));
    let first = core.map(|axis| &axis.id).filter(|axis| divisive.contains(axis));
    let loaded = divisive.iter().copied().filter(|axis| load(axis) > 0);
    let mut named: Vec<&AxisId> = Vec::new();
    for axis in first.into_iter().chain(opposed).chain(loaded) {
        if !named.contains(&axis) {
            named.push(axis);
        }
    }
    let disputed = named.into_iter().filter_map(|axis| Some(voice.axis(axis)?.question.clone()));
    let disputed = disputed.take(MOST).collect();
    let mut agreed: Vec<String> =
        GrantDraft::of_voice(&voice, voices).into_iter().map(|grant| grant.text).collect();
    agreed.truncate(MOST);
    Ok(ResolutionAnswer {
        agreed,
        disputed,
        core: core.map_or(&question.topic.question, |axis| &axis.question).clone(),
        axis: core.map(|axis| axis.id.to_string()),
    })
}
