//! `respond`: on each claim the persona answers what others said last with its best statement for
//! that (rule 8); where its corpus grants what it has just heard (rule 9), it says so. With nothing
//! new it says nothing. A longer sentence is shortened at the end of a clause. No statement is used
//! twice, and no message is answered twice. Where there is no room for all claims it speaks on
//! those with the best replies.
//!
//! Its stance stays: a corpus does not change. Its confidence moves halfway to 0.5 in each round in
//! which it grants a point that it had not granted before. Each round it names as a crux the
//! disputed claim on which its case rests most (rule 16) of those that it has not named yet. It
//! says of no condition that it is met: a condition is an observation, and what is said in a debate
//! is none.
//!
//! Left out: statements for the side that the persona does not take, and claims about which it says
//! nothing of its own.

use crate::question::ByCorpus;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{CandidateDraft, MOST_WORDS, RemarkDraft, Respond, RespondAnswer, ShownMessage};
use crate::corpus::{
    Granted, Heard, Reply, Silence, Untagged, Voice, Voices, hundredths, one_each, sortable,
};
use crate::mode::blackboard::effect::Effect;
use crate::mode::blackboard::run::shown_board::{ShownClaim, ShownStance};
use crate::mode::blackboard::stance::ClaimStance;
use crate::text::{folded, shortened, to_sentence};
use crate::vocabulary::{AxisId, NodeId, StatementId};

impl ByCorpus for Respond {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<RespondAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let remarks = Remarks::of(self, voices, &voice);
        let remarks = remarks.all();
        let cruxes = named_crux(self, &voice).into_iter().collect();
        Ok(RespondAnswer { remarks, cruxes, flips: vec![] })
    }
}

/// The best reply that the persona has to what others said: the message that it answers, the score
/// of the reply, and the sentence.
pub(crate) fn best_reply<'q>(
    question: &'q Respond,
    voices: &Voices<'_>,
) -> Result<Option<(&'q ShownMessage, f64, String)>, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let remarks = Remarks::of(question, voices, &voice);
    let with_stance = |reply: &&Reply<'_>| {
        let axis = remarks.others[reply.heard].axis.as_ref();
        axis.is_some_and(|axis| remarks.has_spoken_on(axis))
    };
    let ranked = remarks.replies.iter().filter(with_stance);
    let best = ranked.reduce(|best, next| if next.score > best.score { next } else { best });
    Ok(best.map(|reply| {
        let sentence = shortened(&reply.statement.text, MOST_WORDS);
        (remarks.others[reply.heard], reply.score, sentence)
    }))
}

/// What the persona can say in a round.
struct Remarks<'q, 'a> {
    question: &'q Respond,
    others: Vec<&'q ShownMessage>,
    /// What it grants of what others have said since it spoke.
    granted: Vec<Granted<'a>>,
    /// The best replies, no two with one statement or to one message.
    replies: Vec<Reply<'a>>,
}

impl<'q, 'a> Remarks<'q, 'a> {
    fn of(question: &'q Respond, voices: &Voices<'a>, voice: &Voice<'a>) -> Self {
        let others = question.board.messages.iter().filter(|m| m.author != question.brief.persona);
        let others: Vec<&ShownMessage> = others.collect();
        let heard: Vec<Heard<'_>> = others.iter().map(|message| message.heard()).collect();
        let said = question.said.iter().flat_map(|own| &own.excerpts);
        let said: BTreeSet<&StatementId> = said.collect();
        let answered: BTreeSet<NodeId> =
            question.said.iter().filter_map(|own| own.answers).collect();
        let mut replies = voice.replies(&heard, Untagged::BySide, |at, _| {
            !voice.shares(&heard[at]) && !answered.contains(&others[at].id)
        });
        replies.retain(|Reply { statement, .. }| {
            let is_own = !voice.grants(statement) && !voices.is_shared(statement);
            is_own && !said.contains(&statement.id)
        });
        let granted = voice.grants_to(&heard).into_iter();
        let spoke = question.said.iter().map(|own| own.round).max().unwrap_or(0);
        let granted = granted.filter(|granted| others[granted.heard].round >= spoke).collect();
        // What was said last is answered first.
        replies.sort_by_key(|reply| {
            let round = others[reply.heard].round;
            (Reverse(round), Reverse(sortable(reply.rank())), &reply.statement.id, reply.heard)
        });
        let all = replies.len();
        let replies = one_each(replies, all, |reply| (reply.statement, reply.heard));
        Self { question, others, granted, replies }
    }

    /// What it says about each claim. Where there is no room for all of them, it speaks on the
    /// claims with the best replies.
    fn all(&self) -> Vec<RemarkDraft> {
        let claims = self.question.board.claims.iter();
        let remarks = claims.filter_map(|claim| Some((claim, self.on(claim)?)));
        if self.question.has_room_for_all() {
            return remarks.map(|(_, remark)| remark).collect();
        }
        let mut best: Vec<_> = remarks.collect();
        best.sort_by_key(|(claim, _)| {
            Reverse(self.reply_to(&claim.axis).map_or(0, |reply| sortable(reply.rank())))
        });
        best.truncate(self.question.most);
        best.into_iter().map(|(_, remark)| remark).collect()
    }

    /// Whether the persona has said something of its own about a claim.
    fn has_spoken_on(&self, axis: &AxisId) -> bool {
        self.question.said.iter().any(|own| own.axis.as_ref() == Some(axis))
    }

    /// The best reply to what was said about a claim.
    fn reply_to(&self, axis: &AxisId) -> Option<&Reply<'a>> {
        self.replies.iter().find(|reply| self.others[reply.heard].axis.as_ref() == Some(axis))
    }

    /// What it says about a claim; nothing where it has no stance of its own, or nothing new to
    /// say.
    fn on(&self, claim: &ShownClaim) -> Option<RemarkDraft> {
        let me = &self.question.brief.persona;
        let mut stances = claim.stances.iter().filter(|_| self.has_spoken_on(&claim.axis));
        let ShownStance { stance, confidence, .. } = stances.find(|held| held.persona == *me)?;
        let granted = self.granted(&claim.axis);
        let sure = confidence.value();
        let confidence =
            if granted.is_some() { hundredths(f64::midpoint(sure, 0.5)) } else { sure };
        let Sentence { replies_to, effect, text, excerpt } =
            granted.or_else(|| self.reply(&claim.axis))?;
        Some(RemarkDraft {
            axis: claim.axis.to_string(),
            replies_to: Some(replies_to),
            effect: Some(effect),
            sentence: shortened(&text, MOST_WORDS),
            stance: *stance,
            confidence,
            excerpts: vec![excerpt],
        })
    }

    /// The best reply to what was said about a claim.
    fn reply(&self, axis: &AxisId) -> Option<Sentence> {
        let reply = self.reply_to(axis)?;
        Some(Sentence {
            replies_to: self.others[reply.heard].id.to_string(),
            effect: Effect::Denies,
            text: reply.statement.text.clone(),
            excerpt: reply.statement.id.to_string(),
        })
    }

    /// A point that was made against the persona's stance since it spoke and that its corpus
    /// grants, in its own words.
    fn granted(&self, axis: &AxisId) -> Option<Sentence> {
        let on_claim = self
            .granted
            .iter()
            .filter(|granted| self.others[granted.heard].axis.as_ref() == Some(axis));
        on_claim.into_iter().find_map(|granted| {
            let text = to_sentence(granted.text);
            let said = folded(&shortened(&text, MOST_WORDS));
            let is_new = self.question.said.iter().all(|earlier| folded(&earlier.text) != said);
            is_new.then(|| Sentence {
                replies_to: self.others[granted.heard].id.to_string(),
                effect: Effect::Grants,
                text,
                excerpt: granted.statement.id.to_string(),
            })
        })
    }
}

/// What is said about a claim.
struct Sentence {
    /// The message that is answered.
    replies_to: String,
    /// What is done to it.
    effect: Effect,
    text: String,
    /// The statement that it comes from.
    excerpt: String,
}

/// The disputed claim that the persona's case rests on most, of those that it has not named as a
/// crux.
fn named_crux(question: &Respond, voice: &Voice<'_>) -> Option<CandidateDraft> {
    let me = &question.brief.persona;
    let dependence = voice.dependence();
    let is_named = |claim: &ShownClaim| {
        let candidates = question.board.candidates.iter();
        let mut own = candidates.filter(|candidate| candidate.named_by.contains(me));
        own.any(|candidate| candidate.axis.as_ref() == Some(&claim.axis))
    };
    let takes_side = |claim: &ShownClaim| {
        let mut held = claim.stances.iter();
        held.any(|held| held.persona == *me && held.stance != ClaimStance::Uncertain)
    };
    let disputed = question.board.claims.iter();
    let disputed = disputed
        .filter(|claim| claim.has_opposite_stances && takes_side(claim) && !is_named(claim));
    let loaded = disputed.filter_map(|claim| {
        let load = dependence.load(&claim.axis)?.value();
        (load > 0.0).then_some((sortable(load), claim))
    });
    let (_, claim) = loaded.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some(CandidateDraft { question: claim.question.clone(), axis: Some(claim.axis.to_string()) })
}
