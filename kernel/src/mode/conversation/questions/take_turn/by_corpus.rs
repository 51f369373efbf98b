//! `take_turn`: the first of these that the persona's corpus has.
//!
//! 1. In the search for the crux: agreement with a proposal on which its case and one of the other
//!    side rest (rule 3), where its case rests on no other disputed question more, with the
//!    declared condition under which the persona would change its mind; otherwise its own proposal
//!    of another question: of the axes on which it disagrees with a speaker the one on which its
//!    case rests most (rule 16), among equals the one on which the cases of all rest most, then one
//!    that others answered against it in the latest turns.
//! 2. Where a hint asks what would change its mind: a condition that its author declared.
//! 3. Where one of its own turns was challenged, and fewer than three turns were about that
//!    question: the first of 4 to 6 and 8 on this question alone, so that another persona opens the
//!    next.
//! 4. A concession of one of its statements to what was said (rule 9), where the turn says most of
//!    its words and no reply matches better; with the statement itself, if it is new. Where a hint
//!    asks for what is right in the other case: what the statement of a reply concedes, under the
//!    same condition, or else a point that its texts concede on the question of the latest turn to
//!    a turn on it.
//! 5. A reply to the latest turn that it can answer (rule 8), with its first reason: to its claim,
//!    or to an inference or a reason of which the turn says most words. A reply to an assumption,
//!    which no turn says, names it first. A hint that names a turn puts it first, and one that
//!    names a question puts what is about it first. To a challenge that it cannot answer: the point
//!    that its texts concede on this question and that has most words in common with it.
//! 6. Where it can answer none of them, its surest statement for another answer than one of them,
//!    as a claim that names no turn. It is one that was not written to answer anything.
//! 7. After a challenge: a reason or an assumption of its own statement that was challenged.
//! 8. A new point: another subject where a hint asks for one. What its case rests on and it has not
//!    spoken about yet comes first, then statements of the opening that were not said.
//! 9. Nothing.
//!
//! Of the statements of an opening those come first that are about questions of which the exchange
//! has not spoken, and there those on which the persona's case rests most. No statement is said
//! twice, and no point that the persona shares is answered.
//!
//! In an adversarial debate a persona presses the point: a reply to a reason, an assumption or the
//! inference comes before one to the claim, a reply to an earlier challenge before its surest
//! statement against the latest turn, this before a reply to another earlier turn, and a concession
//! only after all of these. Only the first two sentences are said.

mod concessions;
mod turn_words;

use std::cmp::Reverse;
use std::collections::BTreeSet;

pub(crate) use self::concessions::granted_point;
pub(crate) use self::turn_words::Answerable;
use self::turn_words::TurnWords;
use super::{ShownTurn, TakeTurn, TurnAnswer};
use crate::corpus::{Dispute, Heard, Reply, Silence, Untagged, Voice, Voices, sortable};
use crate::dependence::IssueStatus;
use crate::mode::conversation::questions::{disputes_among, disputes_of};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::conversation::run::moves::{Move, MoveLabel};
use crate::mode::conversation::run::open_questions::TURNS_ON_A_QUESTION;
use crate::mode::conversation::run::steering::Hint;
use crate::mode::shared::questions::argument::opening_statements;
use crate::question::ByCorpus;
use crate::text::{sentences, to_sentence};
use crate::vocabulary::{AxisId, Component, Flip, Probability, Reach, Side, Statement, TurnId};

impl ByCorpus for TakeTurn {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<TurnAnswer, Silence> {
        answer(self, voices)
    }
}

fn answer(question: &TakeTurn, voices: &Voices<'_>) -> Result<TurnAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    Ok(next_turn(question, voices, &voice, Answerable::Stated))
}

/// The next turn of a voice, which may recall less than its corpus has.
pub(crate) fn next_turn<'a>(
    question: &TakeTurn,
    voices: &Voices<'a>,
    voice: &Voice<'a>,
    answerable: Answerable,
) -> TurnAnswer {
    let heard = heard(question, voices, answerable);
    let speaker = Speaker { question, voices, voice, answerable, heard };
    let turn = speaker
        .on_crux()
        .or_else(|| speaker.change_of_mind())
        .or_else(|| speaker.on_open_question())
        .or_else(|| speaker.on_question_of_challenge())
        .or_else(|| speaker.concession_or_reply())
        .or_else(|| speaker.explanation())
        .or_else(|| speaker.new_point());
    let turn = turn.unwrap_or_else(|| said(Move::Pass, String::new(), None, []));
    let Some(most) = question.tone.most_sentences() else { return turn };
    let first: Vec<&str> = sentences(&turn.text).into_iter().take(most).collect();
    TurnAnswer { text: first.join(" "), ..turn }
}

struct Speaker<'q, 'v> {
    question: &'q TakeTurn,
    voices: &'q Voices<'v>,
    voice: &'q Voice<'v>,
    answerable: Answerable,
    /// What others said, the latest first.
    heard: Vec<(&'q ShownTurn, Heard<'q>)>,
}

/// What others said in the openings and the latest turns, statement by statement, the latest first.
/// A turn that the hint names comes before all, and earlier turns on a question of which the latest
/// ones spoke twice come after all others.
fn heard<'q>(
    question: &'q TakeTurn,
    voices: &Voices<'q>,
    answerable: Answerable,
) -> Vec<(&'q ShownTurn, Heard<'q>)> {
    let mut turns: Vec<&ShownTurn> = question.of_others().collect();
    let named = match &question.hint {
        Some(Hint::Answer { turn, .. }) => Some(*turn),
        _ => None,
    };
    let is_named = |turn: &ShownTurn| Some(turn.id) == named;
    let latest = turns.iter().map(|turn| turn.id).max();
    let questions = exchanged(question, voices);
    let was_discussed = |turn: &ShownTurn| {
        let of_turn = questions.iter().find(|(id, _)| *id == turn.id);
        let again = of_turn.filter(|(id, _)| Some(*id) != latest).map(|(_, axis)| axis);
        let times = |axis| questions.iter().filter(|(_, other)| *other == axis).count();
        answerable == Answerable::Stated && again.is_some_and(|axis| times(*axis) >= 2)
    };
    turns.sort_by_key(|turn| (Reverse(is_named(turn)), was_discussed(turn), Reverse(turn.id)));
    let of_turn =
        |turn: &'q ShownTurn| turn.heard(voices).into_iter().map(move |heard| (turn, heard));
    turns.into_iter().flat_map(of_turn).collect()
}

/// The turns of the exchange with their axes. A turn of the exchange says one statement, an opening
/// several.
fn exchanged<'v>(question: &TakeTurn, voices: &Voices<'v>) -> Vec<(TurnId, &'v AxisId)> {
    let exchanged = question.turns.iter().filter(|turn| turn.excerpts.len() == 1);
    let of_turn = |turn: &ShownTurn| {
        Some((turn.id, voices.statement(&turn.speaker, &turn.excerpts[0])?.axis.as_ref()?))
    };
    exchanged.filter_map(of_turn).collect()
}

fn said<'s>(
    chosen: Move,
    text: String,
    to: Option<&ShownTurn>,
    statements: impl IntoIterator<Item = &'s Statement>,
) -> TurnAnswer {
    TurnAnswer {
        chosen,
        replies_to: to.map(|turn| turn.id.to_string()),
        text,
        axis: None,
        acknowledges_crux: false,
        excerpts: statements.into_iter().map(|statement| statement.id.to_string()).collect(),
    }
}

/// A statement with its first reason.
pub(crate) fn with_reason(statement: &Statement) -> String {
    match statement.reasons.first() {
        Some(reason) => format!("{} {}", statement.text, to_sentence(&reason.text)),
        None => statement.text.clone(),
    }
}

/// How a persona names what a turn takes for granted and does not say, before it answers.
const THAT_ASSUMES: &str = "That assumes this: ";
/// Words for a declared condition.
fn change_of_mind(flip: &Flip) -> String {
    let what = match flip.changes {
        Reach::Answer => "I would change my mind",
        Reach::View => "I would see this differently",
    };
    format!("{what} if this happened: {} {}", flip.when, flip.then)
}

impl<'v> Speaker<'_, 'v> {
    fn is_new(&self, statement: &Statement) -> bool {
        !self.question.said.contains(&statement.id)
    }

    /// How much of the persona's case rests on an axis.
    fn load(&self, axis: &AxisId) -> u64 {
        let load = self.voice.dependence().load(axis);
        sortable(load.map_or(0.0, Probability::value))
    }

    fn on_crux(&self) -> Option<TurnAnswer> {
        if !self.question.may_propose {
            return None;
        }
        self.agreement().or_else(|| self.proposal())
    }

    fn agreement(&self) -> Option<TurnAnswer> {
        let proposal = self.question.proposal.as_ref()?;
        let axis = proposal.axis.as_ref()?;
        let both = [self.voice.persona(), &proposal.speaker];
        let disputes = disputes_among(self.voices, &self.question.turns, both);
        let dispute = disputes.iter().find(|dispute| dispute.axis.id == *axis)?;
        let load = self.load(axis);
        let heavier = || self.disputed().iter().any(|other| self.load(&other.axis.id) > load);
        if dispute.status != IssueStatus::Crux || load == 0 || heavier() {
            return None;
        }
        let flip = self.question.brief.contract.flip_on(axis);
        let side = self.voice.stance(axis).map_or(Side::Yes, |stance| stance.side);
        let text = flip.map_or_else(|| dispute.axis.proposition(side).to_owned(), change_of_mind);
        let turn = said(Move::Clarify, text, Some(proposal), []);
        Some(TurnAnswer { acknowledges_crux: true, ..turn })
    }

    /// What would change the persona's mind, where a hint asks for it: the first declared condition
    /// that the latest turns do not name.
    fn change_of_mind(&self) -> Option<TurnAnswer> {
        if self.question.hint != Some(Hint::WhatWouldChangeYourMind) {
            return None;
        }
        let is_said =
            |flip: &&Flip| self.question.turns.iter().any(|turn| turn.text.contains(&flip.when));
        let flip = self.question.brief.contract.flips.iter().find(|flip| !is_said(flip))?;
        Some(said(Move::Clarify, change_of_mind(flip), None, []))
    }

    /// The disputes with the speakers on which the persona's case rests, the nearest to its thesis
    /// first.
    fn disputed(&self) -> Vec<Dispute<'_>> {
        let mut disputes = disputes_of(self.voices, self.voice.persona(), &self.question.turns);
        disputes.retain(|dispute| self.load(&dispute.axis.id) > 0);
        let issues = self.voice.dependence().issues();
        disputes.sort_by_key(|dispute| issues.iter().position(|axis| *axis == &dispute.axis.id));
        disputes
    }

    fn proposal(&self) -> Option<TurnAnswer> {
        if self.question.has_proposed {
            return None;
        }
        let is_against = |axis: &AxisId, side: Side| {
            self.voice.stance(axis).is_some_and(|stance| stance.side != side)
        };
        let opposed: Vec<&AxisId> = self
            .heard
            .iter()
            .filter_map(|(_, heard)| heard.axis.zip(heard.side))
            .filter(|(axis, side)| is_against(axis, *side))
            .map(|(axis, _)| axis)
            .collect();
        let open = self.question.proposal.as_ref().and_then(|open| open.axis.as_ref());
        let weight = |dispute: &Dispute<'_>| {
            let axis = &dispute.axis.id;
            (self.load(axis), sortable(dispute.load()), opposed.contains(&axis))
        };
        let disputes = self.disputed().into_iter().rev();
        let others = disputes.filter(|dispute| Some(&dispute.axis.id) != open);
        let crux = others.max_by_key(weight)?.axis;
        let turn = said(Move::ProposeCrux, crux.question.clone(), None, []);
        Some(TurnAnswer { axis: Some(crux.id.to_string()), ..turn })
    }

    /// The answer to what others said about the question to which a hint asks to turn, or else what
    /// the persona says about it.
    fn on_open_question(&self) -> Option<TurnAnswer> {
        let Some(Hint::OpenQuestion { axis, .. }) = &self.question.hint else { return None };
        self.about(axis, |speaker| speaker.concession_or_reply().or_else(|| speaker.new_point()))
    }

    /// The answer to a challenge, or what else the persona says about its question. The persona
    /// opened this question, so that the challenger opens the next one.
    fn on_question_of_challenge(&self) -> Option<TurnAnswer> {
        let (place, axis) = self.challenged()?;
        let spoken = exchanged(self.question, self.voices);
        let times = spoken.iter().filter(|(_, spoken)| *spoken == axis).count();
        let may_stay = self.question.hint.is_none() || self.is_asked_to_concede();
        if !may_stay || times >= TURNS_ON_A_QUESTION {
            return None;
        }
        self.about(axis, |speaker| {
            let answer = speaker.concession_or_reply().or_else(|| self.reply_to(place));
            answer.or_else(|| speaker.new_point())
        })
    }

    /// A reply to one of the turns that were heard.
    fn reply_to(&self, place: usize) -> Option<TurnAnswer> {
        let replies = self.replies();
        self.first_to(self.heard[place].0, &replies).map(|reply| self.reply(reply))
    }

    /// The latest turn with its question, where it challenges one of the persona's own.
    fn challenged(&self) -> Option<(usize, &'_ AxisId)> {
        let last = self.question.turns.last().filter(|turn| self.challenged_by(turn).is_some())?;
        let said = (0..).zip(&self.heard).find(|(_, (turn, _))| turn.id == last.id);
        let (place, (_, heard)) = said.filter(|_| self.answerable == Answerable::Stated)?;
        Some((place, heard.axis?))
    }

    /// The persona's own turn that another turn challenges.
    fn challenged_by(&self, turn: &ShownTurn) -> Option<&ShownTurn> {
        let answered = self.question.turns.iter().find(|own| Some(own.id) == turn.replies_to)?;
        let is_own = answered.speaker == self.question.brief.persona;
        (is_own && turn.label == MoveLabel::Challenge).then_some(answered)
    }

    /// The turn of a speaker that hears and says only what is about one question.
    fn about(
        &self,
        axis: &AxisId,
        turn: impl FnOnce(&Speaker<'_, '_>) -> Option<TurnAnswer>,
    ) -> Option<TurnAnswer> {
        let recalls = |own: &Statement| self.voice.statement(&own.id).is_some();
        let voice = self.voices.voice(self.voice.persona()).ok()?;
        let voice = voice.keeping(|own| recalls(own) && own.axis.as_ref() == Some(axis));
        let heard = self.heard.iter().filter(|(_, heard)| heard.axis == Some(axis));
        let heard = heard.copied().collect();
        turn(&Speaker { voice: &voice, heard, ..*self })
    }

    /// The answer to the latest turn that the persona can answer.
    fn concession_or_reply(&self) -> Option<TurnAnswer> {
        let replies = self.replies();
        let challenge = self.challenged();
        if self.is_asked_to_concede() {
            let with_reply = self.concession_with_reply(&replies);
            let on_question = || self.concession_on_question(challenge?, &replies);
            if let Some(turn) = with_reply.or_else(on_question) {
                return Some(turn);
            }
        }
        let mut granted = self.voice.own_concessions(&self.sentences_heard());
        granted.retain(|granted| {
            !self.has_conceded(granted.text)
                && self.said(granted.heard).makes(granted.text, self.answerable)
        });
        granted.sort_by_key(|granted| (granted.heard, Reverse(sortable(granted.score))));
        if self.is_adversarial() {
            let concession = || Some(self.concession(granted.first()?));
            return self.pressing(&replies).or_else(concession);
        }
        // A turn may say several statements, so that all of them come before those of the turn
        // before.
        for (turn, _) in &self.heard {
            let of_turn = |at: usize| self.heard[at].0.id == turn.id;
            if let Some(turn) = self.shared_point(turn) {
                return Some(turn);
            }
            let reply = self.first_to(turn, &replies);
            let granted = granted.iter().find(|granted| of_turn(granted.heard));
            match (reply, granted) {
                (Some(reply), Some(granted)) if reply.score > granted.score => {
                    return Some(self.reply(reply));
                }
                (_, Some(granted)) => return Some(self.concession(granted)),
                (Some(reply), None) => return Some(self.reply(reply)),
                (None, None) => {}
            }
            if let Some(challenge) = challenge.filter(|(place, _)| of_turn(*place))
                && let Some(turn) = self.concession_on_question(challenge, &replies)
            {
                return Some(turn);
            }
        }
        // Only where nothing was written to answer any of these turns: a statement for the other
        // answer need not address them.
        self.against(&replies, |_| true)
    }

    /// A reply to the latest turn, or to an earlier one that challenges the persona; otherwise its
    /// surest statement against the latest turn, or a reply to an earlier one.
    fn pressing(&self, replies: &[Reply<'v>]) -> Option<TurnAnswer> {
        let to = |turn: &ShownTurn| self.first_to(turn, replies).map(|reply| self.reply(reply));
        let latest = self.heard.first().map(|(turn, _)| turn.id);
        let is_urgent =
            |turn: &&ShownTurn| Some(turn.id) == latest || self.challenged_by(turn).is_some();
        let mut turns = self.heard.iter().map(|(turn, _)| *turn);
        turns.clone().filter(is_urgent).find_map(to).or_else(|| {
            turns.find_map(|turn| {
                to(turn).or_else(|| self.against(replies, |other| other.id == turn.id))
            })
        })
    }

    fn is_adversarial(&self) -> bool {
        self.question.tone == ConversationTone::Adversarial
    }

    fn sentences_heard(&self) -> Vec<Heard<'_>> {
        self.heard.iter().map(|(_, heard)| *heard).collect()
    }

    /// The first of some replies that answers a turn.
    fn first_to<'r>(&self, turn: &ShownTurn, replies: &'r [Reply<'v>]) -> Option<&'r Reply<'v>> {
        replies.iter().find(|reply| self.heard[reply.heard].0.id == turn.id)
    }

    /// The replies to what the latest turns say, those to the latest turn first; of those to a turn
    /// that says several statements, as an opening does, the ones first that are about other
    /// questions than the exchange so far, and there those on which the persona's case rests most.
    fn replies(&self) -> Vec<Reply<'v>> {
        let heard = self.sentences_heard();
        let is_shared = |heard: &Heard<'_>| self.voice.shares(heard);
        let mut replies =
            self.voice.replies(&heard, Untagged::BySide, |at, _| !is_shared(&heard[at]));
        replies.retain(|reply| {
            self.is_new(reply.statement)
                && self.said(reply.heard).is_answered_by(reply, self.answerable)
        });
        let spoken_of = self.spoken_of();
        let turns: Vec<TurnId> = self.heard.iter().map(|(turn, _)| turn.id).collect();
        replies.sort_by_key(|reply| {
            let first_of_turn = turns.iter().position(|turn| *turn == turns[reply.heard]);
            let axis = heard[reply.heard].axis;
            let is_spoken_of = axis.is_none_or(|axis| spoken_of.contains(axis));
            let load = axis.map_or(0, |axis| self.load(axis));
            let is_strong_point = self.is_adversarial() && reply.component == Component::Claim;
            let place = (first_of_turn, is_spoken_of, Reverse(load), reply.heard);
            let rank = Reverse(sortable(reply.rank()));
            (place, is_strong_point, rank, reply.statement.id.clone())
        });
        replies
    }

    /// The axes of the exchange so far.
    fn spoken_of(&self) -> BTreeSet<&'v AxisId> {
        exchanged(self.question, self.voices).into_iter().map(|(_, axis)| axis).collect()
    }

    /// The persona's surest statement for another answer than one of the turns that `may_answer` is
    /// true of: one that replies to something else that was said, or that was not written to answer
    /// anything.
    fn against(
        &self,
        replies: &[Reply<'v>],
        may_answer: impl Fn(&ShownTurn) -> bool,
    ) -> Option<TurnAnswer> {
        let heard =
            self.heard.iter().filter(|(turn, heard)| may_answer(turn) && !self.voice.shares(heard));
        let reply = |own: &Statement| replies.iter().find(|reply| reply.statement.id == own.id);
        let mut against = heard.filter_map(|(_, heard)| {
            let is_apt = |own: &Statement| {
                let waits = self.answerable == Answerable::Stated && !own.answers.is_empty();
                !waits || reply(own).is_some()
            };
            let may_say =
                |own: &Statement| self.is_new(own) && self.voice.is_position(own) && is_apt(own);
            self.voice.surest_against(heard, may_say)
        });
        let own = against.next()?;
        let claim = || said(Move::Claim, with_reason(own), None, [own]);
        Some(reply(own).map_or_else(claim, |reply| self.reply(reply)))
    }

    /// What was heard at a place.
    fn said(&self, heard: usize) -> TurnWords<'_> {
        let (turn, heard) = &self.heard[heard];
        TurnWords::of(turn, heard, self.voices)
    }

    fn reply(&self, reply: &Reply<'_>) -> TurnAnswer {
        let to = self.heard[reply.heard].0;
        let own = with_reason(reply.statement);
        let assumed = self.said(reply.heard).assumption(reply.component);
        let text = match assumed.filter(|_| self.answerable == Answerable::Stated) {
            Some(assumed) => format!("{THAT_ASSUMES}{} {own}", to_sentence(assumed)),
            None => own,
        };
        said(Move::Challenge, text, Some(to), [reply.statement])
    }

    /// What supports the persona's own statement that the last turn challenges.
    fn explanation(&self) -> Option<TurnAnswer> {
        let last = self.question.turns.last()?;
        let own = self.challenged_by(last)?;
        let statement = self.voice.statements().iter().find(|s| own.excerpts.contains(&s.id))?;
        let clauses = self.voice.clauses(statement).map(|(text, _)| text);
        let is_said = |text: &String| {
            self.question.turns.iter().any(|turn| turn.text.contains(text.as_str()))
        };
        let text = clauses.map(to_sentence).find(|text| !is_said(text))?;
        Some(said(Move::Clarify, text, Some(last), [*statement]))
    }

    /// A statement that was not said yet. On a question one that answers nothing comes first: what
    /// the others answer was not said.
    fn new_point(&self) -> Option<TurnAnswer> {
        let topic = &self.question.topic;
        let opening = opening_statements(self.voice, self.voices, topic, 0);
        let candidates = opening.into_iter().chain(self.voice.by_worth());
        let mut candidates: Vec<&'v Statement> =
            candidates.filter(|own| self.is_new(own) && self.voice.is_position(own)).collect();
        let spoken_of = self.spoken_of();
        candidates.sort_by_key(|own| {
            let axis = own.axis.as_ref().filter(|axis| !spoken_of.contains(axis));
            (Reverse(axis.map_or(0, |axis| self.load(axis))), !own.answers.is_empty())
        });
        let wants_other = self.question.hint == Some(Hint::NextDisagreement);
        let last = self.heard.first().and_then(|(_, heard)| heard.axis);
        if wants_other {
            candidates.retain(|own| own.axis.as_ref() != last);
        }
        let statement = *candidates.first()?;
        let chosen = if wants_other { Move::Reframe } else { Move::Claim };
        let question = statement.axis.as_ref().and_then(|axis| self.voice.axis(axis));
        let text = match question.filter(|_| wants_other) {
            Some(axis) => format!("{} {}", axis.question, statement.text),
            None => with_reason(statement),
        };
        Some(said(chosen, text, None, [statement]))
    }
}
