//! `thesis`: the persona's case in short (rule 16), or without one the sentence of the topic that
//! it agrees with; the points that it shares with others (rule 4); and beside the thesis a position
//! on every other axis.
//!
//! Left out: positions on axes about which the graph below the thesis says enough, and shared
//! points after the eighth.

use super::{MOST_ON_ONE_AXIS, StateThesis, ThesisAnswer};
use crate::corpus::{Silence, Voice, Voices};
use crate::mode::belief::questions::grow;
use crate::mode::shared::questions::position::PositionDraft;
use crate::mode::shared::questions::thesis::{GrantDraft, ReasonDraft, ThesisDraft};
use crate::question::{ByCorpus, Cited};
use crate::vocabulary::{AxisSide, MOST_CITATIONS, Statement};

impl ByCorpus for StateThesis {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ThesisAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let positions = positions(&voice, self);
        Ok(ThesisAnswer {
            thesis: ThesisDraft::from_case(&voice, &self.topic),
            grants: GrantDraft::of_voice(&voice, voices),
            positions: positions.into_iter().filter_map(|own| draft(&voice, own)).collect(),
        })
    }
}

/// The pillars of the case that lie deeper than the graph grows, and the best statement on each
/// axis that it does not contain.
fn positions<'a>(voice: &Voice<'a>, question: &StateThesis) -> Vec<&'a Statement> {
    let reasons = ThesisDraft::from_case(voice, &question.topic).rests_on;
    let linked = reasons.iter().filter(|reason| reason.axis.is_some()).count();
    let below = grow::by_corpus::pillars_below_thesis(voice, question.width.max(linked));
    let is_below = |own: &Statement| below.iter().any(|other| other.id == own.id);
    let mut chosen: Vec<&Statement> = Vec::new();
    for axis in &question.topic.axes {
        let on_axis = |own: &&Statement| own.axis.as_ref() == Some(&axis.id);
        let pillars = voice.pillars().iter().copied();
        let pillars = pillars.filter(|own| on_axis(own) && !is_below(own));
        let mut beside: Vec<&Statement> = pillars.take(MOST_ON_ONE_AXIS).collect();
        if beside.is_empty() && !below.iter().any(on_axis) {
            let mut positions = voice.by_worth().into_iter().filter(|own| voice.is_position(own));
            let reasoned = positions.find(on_axis);
            let takes = |own: &Statement| on_axis(&own) && voice.is_position(own);
            beside.extend(reasoned.or_else(|| voice.surest(takes)));
        }
        chosen.extend(beside);
    }
    chosen
}

fn draft(voice: &Voice<'_>, own: &Statement) -> Option<PositionDraft> {
    Some(PositionDraft {
        text: own.text.clone(),
        axis: own.axis.as_ref()?.to_string(),
        side: own.side?,
        rests_on: ReasonDraft::of(voice, own),
        evidence: own.citations().take(MOST_CITATIONS).map(Cited::from).collect(),
        excerpts: vec![own.id.to_string()],
    })
}

/// The first reasons below a reason of a statement that assert an axis, each axis once.
pub(crate) fn linked_below(voice: &Voice<'_>, own: &Statement, reason: &str) -> Vec<ReasonDraft> {
    let all = own.all_reasons();
    let Some(place) = all.iter().position(|known| known.text == reason) else { return vec![] };
    let below = voice.asserted_below(own).swap_remove(place);
    let draft = |asserts: AxisSide| {
        let text = voice.axis(&asserts.axis)?.proposition(asserts.side).to_owned();
        let (axis, side) = (Some(asserts.axis.to_string()), Some(asserts.side));
        Some(ReasonDraft { text, axis, side, certainty: None, below: vec![] })
    };
    below.into_iter().filter_map(draft).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{AxisId, AxisSide, Persona, Reason, Seed, Side};

    fn stated(personas: &[Persona]) -> ThesisAnswer {
        let question =
            StateThesis { brief: Brief::new(&personas[0], &topic()), topic: topic(), width: 5 };
        let corpora = everything(personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        answer
    }

    fn excerpts(answer: &ThesisAnswer) -> Vec<&str> {
        answer.positions.iter().flat_map(|own| &own.excerpts).map(String::as_str).collect()
    }

    #[test]
    fn without_a_case_the_thesis_is_the_topics_own_and_what_it_rests_on_is_not_known() {
        let answer = stated(&pair());
        assert_eq!((answer.thesis.claim.as_str(), answer.thesis.side), ("Keep it open.", Side::No));
        assert!(answer.thesis.rests_on.iter().all(|reason| reason.axis.is_none()));
        let granted = answer.grants.iter().flat_map(|grant| &grant.excerpts);
        assert_eq!(granted.collect::<Vec<_>>(), ["noise"], "the shared point");
        assert_eq!(excerpts(&answer), ["takings", "corner"], "trade comes first in the topic");
    }

    #[test]
    fn where_no_statement_on_an_axis_argues_the_surest_one_there_is_the_position() {
        let personas = personas_with(0, |statements| {
            for own in statements {
                own.reasons.clear();
            }
        });
        assert_eq!(
            excerpts(&stated(&personas)),
            ["rain", "corner"],
            "the corner is surer than all"
        );
    }

    #[test]
    fn a_position_is_taken_on_every_axis_that_the_graph_below_the_thesis_does_not_contain() {
        let personas = personas_with(0, |statements| {
            let trade = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
            let tagged = Reason { asserts: Some(trade), ..reason("Drivers pay my rent.") };
            statements.push(Statement {
                axis: None,
                reasons: vec![tagged],
                ..statement("case", "In short: leave it.", "trade", Side::No)
            });
        });
        let answer = stated(&personas);
        assert_eq!(answer.thesis.claim, "In short: leave it.");
        assert_eq!(excerpts(&answer), ["corner"], "air; the thesis rests on trade");
    }

    #[test]
    fn below_a_reason_are_the_answers_that_its_own_reasons_assert() {
        let personas = personas_with(0, |statements| {
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let below = Reason { asserts: Some(asserts), ..reason("The exhaust stays.") };
            let above = Reason { reasons: vec![below], ..reason("It stinks.") };
            statements[0].reasons = vec![reason("Rents fall."), above];
        });
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let voice = voices.voice(&personas[0].id).unwrap();
        let own = voice.statements().iter().find(|own| own.id.as_str() == "takings").unwrap();
        let below = |reason: &str| {
            let below = linked_below(&voice, own, reason).into_iter();
            below.filter_map(|reason| reason.axis).collect::<Vec<_>>()
        };
        assert_eq!(below("It stinks."), ["air"]);
        assert_eq!(below("Rents fall."), [""; 0]);
    }
}
