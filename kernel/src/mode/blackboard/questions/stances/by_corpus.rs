//! `stances`: the persona's case in short is its thesis (rule 16), and it grants the points that it
//! shares with others (rule 4). Its stance on an axis is the side that it takes there (rule 2),
//! except where it says only what others say too. The reasons are the pillars of its case on the
//! axis, without one the statement that leads best (rule 5), and where no statement has reasons the
//! surest one. It is as sure of its answer as of its surest statement for it. A proposition that it
//! concedes word for word is granted. Where it says nothing of its own it is uncertain, with
//! confidence 0.

use super::{GiveStances, MOST_REASONS, StanceDraft, StanceReasonDraft, StancesAnswer};
use crate::corpus::{Silence, Voice, Voices};
use crate::mode::blackboard::stance::ClaimStance;
use crate::mode::shared::questions::thesis::{GrantDraft, ReasonDraft, ThesisDraft};
use crate::question::{ByCorpus, Cited};
use crate::vocabulary::{Axis, MOST_CITATIONS, Statement};

impl ByCorpus for GiveStances {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<StancesAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let stances: Vec<StanceDraft> =
            self.topic.axes.iter().map(|axis| stance(&voice, voices, axis)).collect();
        let mut grants = GrantDraft::all_of_voice(&voice, voices);
        grants.retain(|grant| {
            let granted = |stance: &StanceDraft| {
                let axis = self.topic.axes.iter().find(|axis| axis.id.as_str() == stance.axis);
                let text =
                    axis.zip(stance.stance.side()).map(|(axis, side)| axis.proposition(side));
                stance.granted && text == Some(grant.text.as_str())
            };
            !stances.iter().any(granted)
        });
        Ok(StancesAnswer { thesis: ThesisDraft::from_case(&voice, &self.topic), grants, stances })
    }
}

fn stance(voice: &Voice<'_>, voices: &Voices<'_>, axis: &Axis) -> StanceDraft {
    let of = |stance, confidence, reasons| StanceDraft {
        axis: axis.id.to_string(),
        stance,
        confidence,
        reasons,
        granted: false,
    };
    let reasons = reasons(voice, voices, axis);
    if let Some(first) = reasons.first() {
        let supports = |own: &&Statement| {
            own.axis.as_ref() == Some(&axis.id) && own.side == first.side && voice.is_position(own)
        };
        let of_answer = voice.statements().iter().copied().filter(supports);
        let sure = reasons.iter().copied().chain(of_answer).map(|own| own.confidence.value());
        let surest = sure.fold(0.0, f64::max);
        let stance = ClaimStance::of(first.side);
        return of(stance, surest, reasons.iter().map(|own| reason(voice, own)).collect());
    }
    let conceded = voice.conceded().into_iter().find(|(_, asserts)| asserts.axis == axis.id);
    match conceded {
        Some((own, asserts)) => {
            let stance = ClaimStance::of(Some(asserts.side));
            StanceDraft { granted: true, ..of(stance, own.confidence.value(), vec![]) }
        }
        None => of(ClaimStance::Uncertain, 0.0, vec![]),
    }
}

/// The statements that argue for the persona's answer to an axis.
fn reasons<'a>(voice: &Voice<'a>, voices: &Voices<'_>, axis: &Axis) -> Vec<&'a Statement> {
    let on_axis = |own: &Statement| own.axis.as_ref() == Some(&axis.id) && own.side.is_some();
    let mut chosen = voice.pillars().to_vec();
    chosen.retain(|own| on_axis(own) && !voices.is_shared(own));
    chosen.truncate(MOST_REASONS);
    if chosen.is_empty() {
        let is_position = |own: &Statement| on_axis(own) && voice.is_position(own);
        let lead = voice.by_worth().into_iter().find(|own| is_position(own));
        let may_lead =
            |own: &&Statement| on_axis(own) && !voices.is_shared(own) && !voice.grants(own);
        let lead = lead.or_else(|| voice.by_worth().into_iter().find(may_lead));
        chosen.extend(lead.or_else(|| voice.surest(is_position)));
    }
    chosen
}

fn reason(voice: &Voice<'_>, own: &Statement) -> StanceReasonDraft {
    StanceReasonDraft {
        text: own.text.clone(),
        rests_on: ReasonDraft::of(voice, own),
        evidence: own.citations().take(MOST_CITATIONS).map(Cited::from).collect(),
        excerpts: vec![own.id.to_string()],
    }
}
