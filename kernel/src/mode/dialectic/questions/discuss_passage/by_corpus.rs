//! `discuss_passage`: the first of these that the persona's corpus has. Statements tagged with
//! another passage are not recalled, and in a branch about an issue none on another issue.
//!
//! 1. Where others have spoken: the concession, the reply or the explanation by which it would take
//!    its turn in a conversation (`take_turn`, rules 9 and 8).
//! 2. A reading that it has not said yet: a statement tagged with the passage, the surest first,
//!    also where an opening said it; otherwise one of which at least a quarter of the words, with
//!    those of its reasons, are in the passage: first those that say on what other answer they
//!    rest, and of these the one with the largest share. In a branch about an issue the words decide
//!    nothing. There the first such claim begins with the answer that it gives to the question,
//!    because a reading of one sentence does not show it; and a persona that the last turn of the
//!    branch challenges brings none, because it would change the subject.
//! 3. Nothing.
//!
//! A claim rests on the reasons and assumptions of its statement that assert an answer, without
//! such on its first reason. A turn relies on an earlier one if a reason of its statement asserts,
//! by its tag or in the words of its author, the answer that the statement of the earlier turn
//! gives.
//!
//! What its words say of the debate is their meaning: that the readings cannot be reconciled, else
//! that the readers agree, else what a word means. Words match at their boundaries, whatever their
//! case and punctuation.

use crate::question::ByCorpus;
use std::cmp::Reverse;

use super::{DiscussPassage, DiscussionAnswer};
use crate::corpus::{Silence, Voice, Voices, sortable};
use crate::mode::conversation::questions::take_turn::{
    Answerable, TakeTurn, TurnAnswer, granted_point, next_turn, with_reason,
};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::moves::{Move, MoveLabel};
use crate::mode::dialectic::detail::DebateState;
use crate::mode::dialectic::questions::turns::{claimed, stated, turn_named};
use crate::mode::shared::questions::thesis::ReasonDraft;
use crate::text::{content_stems, folded, overlap};
use crate::vocabulary::Statement;

/// The least share of a statement's words that are in the passage.
const FITS: f64 = 0.25;

const IRRECONCILABLE: [&str; 7] = [
    "irreconcilable", "cannot be resolved", "cannot be reconciled", "no common ground",
    "agree to disagree", "at an impasse", "we will not agree",
];
const AGREED: [&str; 6] = [
    "we agree", "we both hold", "on common ground", "both readings are true",
    "our readings can be joined", "synthesis",
];
const CLARIFIED: [&str; 5] =
    ["to clarify", "let me clarify", "what i mean is", "to be clear", "by this i mean"];

impl ByCorpus for DiscussPassage {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<DiscussionAnswer, Silence> {
        let here = &self.passage.id;
        let voice = voices.voice(&self.brief.persona)?;
        let voice = voice.keeping(|own| {
            let is_here = own.passage.as_ref().is_none_or(|passage| passage == here);
            is_here && (self.axis.is_none() || own.axis == self.axis)
        });
        let turn = take_turn(self);
        let turn = Some(next_turn(&turn, voices, &voice, Answerable::Implied));
        let turn = turn.filter(|turn| !matches!(turn.chosen, Move::Claim | Move::Pass));
        let read = || reading(self, voices, &voice).filter(|_| !changes_the_subject(self));
        let turn = turn.filter(|_| !self.turns.is_empty()).or_else(read);
        Ok(turn.map_or_else(pass, |turn| discussed(self, voices, &voice, turn)))
    }
}

fn take_turn(question: &DiscussPassage) -> TakeTurn {
    TakeTurn {
        brief: question.brief.clone(),
        topic: question.topic.clone(),
        tone: ConversationTone::Open,
        turns: question.turns.clone(),
        said: question.said.clone(),
        conceded: question.conceded.clone(),
        may_propose: false,
        proposal: None,
        has_proposed: false,
        hint: None,
    }
}

/// Whether a new claim would leave a challenge without an answer, in a branch about an issue.
fn changes_the_subject(question: &DiscussPassage) -> bool {
    let of_branch = question.turns.get(question.before..).unwrap_or_default();
    let last = of_branch.last().filter(|turn| turn.label == MoveLabel::Challenge);
    let challenged =
        last.and_then(|last| turn_named(&question.turns, &last.replies_to?.to_string()));
    let is_own = challenged.is_some_and(|turn| turn.speaker == question.brief.persona);
    question.axis.is_some() && is_own
}

/// A claim, with the answer that it gives to the question of a branch where the persona has not
/// given it yet.
fn with_answer(question: &DiscussPassage, own: &Statement) -> String {
    let answer = own.answers_axis().filter(|answer| question.axis.as_ref() == Some(&answer.axis));
    let axis = answer.as_ref().and_then(|answer| question.topic.axis(&answer.axis));
    let answer = answer.zip(axis).map(|(answer, axis)| axis.proposition(answer.side));
    let is_given = |answer: &&str| {
        let mut own = question.turns.iter().filter(|turn| turn.speaker == question.brief.persona);
        own.any(|turn| turn.text.contains(answer))
    };
    match answer.filter(|answer| !is_given(answer)) {
        Some(answer) => format!("{answer} {}", with_reason(own)),
        None => with_reason(own),
    }
}

/// The statement with which the persona reads the passage.
fn reading(
    question: &DiscussPassage,
    voices: &Voices<'_>,
    voice: &Voice<'_>,
) -> Option<TurnAnswer> {
    let passage = content_stems(&question.passage.text);
    let fit = |own: &Statement| {
        let reasons = own.reasons.iter().map(|reason| reason.text.as_str());
        let words: Vec<&str> = std::iter::once(own.text.as_str()).chain(reasons).collect();
        overlap(&content_stems(&words.join(" ")), &passage)
    };
    let candidates = voice.statements().iter().copied().filter(|own| {
        let is_about_it = own.passage.is_some() || question.axis.is_some() || fit(own) >= FITS;
        // What is written about the passage and about no issue is a reading too.
        let reads = own.passage.is_some() && own.axis.is_none() && !voices.is_shared(own);
        // What was said of the passage in an opening is said again where the passage is read.
        let is_said_here = question.turns.iter().any(|turn| turn.excerpts.contains(&own.id));
        let reads_it = own.passage.is_some() && question.axis.is_none();
        let is_said = if reads_it { is_said_here } else { question.said.contains(&own.id) };
        let is_new = !is_said && (voice.is_position(own) || reads);
        is_about_it && is_new
    });
    let statement = candidates.min_by_key(|own| {
        let confidence = sortable(own.confidence.value());
        let rank = if own.passage.is_some() { confidence } else { sortable(fit(own)) };
        let is_bare = own.passage.is_none() && stated(voice, own).next().is_none();
        (own.passage.is_none(), is_bare, Reverse(rank), own.id.clone())
    })?;
    Some(TurnAnswer {
        chosen: Move::Claim,
        replies_to: None,
        text: with_answer(question, statement),
        axis: None,
        acknowledges_crux: false,
        excerpts: vec![statement.id.to_string()],
    })
}

fn discussed(
    question: &DiscussPassage,
    voices: &Voices<'_>,
    voice: &Voice<'_>,
    turn: TurnAnswer,
) -> DiscussionAnswer {
    let TurnAnswer { chosen, replies_to, text, excerpts, .. } = turn;
    // A concession may end with the statement beside which it is granted.
    let claims = matches!(chosen, Move::Claim | Move::Challenge);
    let adds = |own: &&Statement| chosen == Move::Concede && text != own.text;
    let own = voice.statements().iter().find(|own| {
        excerpts.iter().any(|id| own.id.as_str() == id) && text.contains(own.text.as_str())
    });
    let claim = own.copied().filter(|own| claims || adds(own));
    let asserted: Vec<_> = claim.map(|own| stated(voice, own).collect()).unwrap_or_default();
    let earlier = question.turns.iter().filter_map(|turn| claimed(voices, turn));
    let relied = earlier
        .filter(|(_, said)| said.answers_axis().is_some_and(|answer| asserted.contains(&&answer)));
    let answers = claim.and_then(Statement::answers_axis);
    let point = (chosen == Move::Concede).then(|| granted_point(&text).to_owned());
    // Its own words may grant a point that the other did not make.
    let answered = question.turns.iter().find(|turn| replies_to == Some(turn.id.to_string()));
    let says =
        |point: &String| answered.is_some_and(|to| folded(&to.text).contains(&folded(point)));
    let is_beside = point.as_ref().is_some_and(|point| !says(point));
    DiscussionAnswer {
        chosen,
        replies_to,
        claim: claim.map(|own| own.text.clone()),
        conceded: point,
        is_beside,
        even_if: false,
        axis: answers.as_ref().map(|answers| answers.axis.to_string()),
        side: answers.map(|answers| answers.side),
        rests_on: claim.map(|own| ReasonDraft::of(voice, own)).unwrap_or_default(),
        builds_on: relied.map(|(turn, _)| turn.to_string()).collect(),
        state: state(&text),
        text,
        excerpts,
    }
}

/// Where the debate is, in the words of a turn.
pub(in crate::mode::dialectic) fn state(text: &str) -> DebateState {
    let text = format!(" {} ", folded(text));
    let states: [(DebateState, &[&str]); 3] = [
        (DebateState::Irreconcilable, &IRRECONCILABLE),
        (DebateState::Agreed, &AGREED),
        (DebateState::Clarified, &CLARIFIED),
    ];
    let says = |marker: &&str| text.contains(&format!(" {marker} "));
    let said = states.into_iter().find(|(_, markers)| markers.iter().any(says));
    said.map_or(DebateState::Open, |(state, _)| state)
}

fn pass() -> DiscussionAnswer {
    DiscussionAnswer {
        chosen: Move::Pass,
        replies_to: None,
        text: String::new(),
        claim: None,
        conceded: None,
        is_beside: false,
        even_if: false,
        axis: None,
        side: None,
        rests_on: vec![],
        builds_on: vec![],
        excerpts: vec![],
        state: DebateState::Open,
    }
}
