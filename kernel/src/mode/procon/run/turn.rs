//! One turn: drafts, until one is accepted or the turn is lost.

use std::mem::take;

use super::answers;
use super::evidence_search::search;
use super::web_search::search_web;
use crate::graph::{Cause, Node, NodeKind, Operation, Provenance};
use crate::mode::debate_context::{self, DebateContext};
use crate::mode::procon::detail::{
    AnswerRecord, Checked, CheckedClaim, CheckedReason, Draft, Finding, Teams, side_name,
};
use crate::mode::procon::events::{DraftRejected, SpeechChecked};
use crate::mode::procon::questions::claims::{Claim, Claims, MOST_CLAIMS, say_again};
use crate::mode::procon::questions::fact_check::{self, ShownClaim};
use crate::mode::procon::questions::shown_speech::ShownSpeech;
use crate::mode::procon::questions::speech::{
    LEAST_WORDS, Refuted, RejectedDraft, Speech, Written,
};
use crate::mode::procon::rounds::{phase, round_title};
use crate::mode::procon::{EvidenceSource, FactCheck, MOST_MISSES, MOST_REFUTED, Procon};
use crate::mode::shared::events::InitialStance;
use crate::mode::shared::questions::argument::ShownArgument;
use crate::question::Brief;
use crate::record::{self, Act, Concession, Fate, ModeDetail, Turn};
use crate::text::{folded, sentences, shortened, word_count};
use crate::vocabulary::{CallId, NodeId, PersonaId, Side, Topic, TurnId};

/// A debate in progress.
pub(super) struct Session<'s> {
    pub(super) mode: &'s Procon,
    pub(super) topic: &'s Topic,
    pub(super) teams: &'s Teams,
    /// The number of rounds.
    pub(super) rounds: u32,
    pub(super) concessions: Vec<Concession>,
    /// The last call for a speech that failed.
    pub(super) unanswered: Option<debate_context::Unanswered>,
}

/// A draft of which the length counts, with the calls behind it.
struct Candidate {
    turn: TurnId,
    speech: CallId,
    written: Written,
    draft: Draft,
    /// Its claims, and the call that listed them.
    claims: Vec<Claim>,
    listed: Option<CallId>,
}

impl Candidate {
    /// A draft for a side, with its number within the turn.
    fn new(
        turn: TurnId,
        speech: CallId,
        (side, number): (Side, u32),
        mut written: Written,
    ) -> Self {
        let draft = Draft {
            side,
            number,
            words: word_count(&written.speech),
            reflection: take(&mut written.reflection),
            critique: take(&mut written.critique),
            claims: vec![],
            unchecked: None,
            failed_searches: vec![],
        };
        Self { turn, speech, written, draft, claims: vec![], listed: None }
    }
}

impl Session<'_> {
    /// Lets a persona speak. A rejected draft is recorded and written again; the count of drafts
    /// starts at zero in every turn.
    pub(super) async fn take_turn(&mut self, context: &mut DebateContext<'_>, speaker: &PersonaId) {
        let limit = self.mode.word_limit as usize;
        let least = least_words(&context.brief(context.setting.persona(speaker)));
        let mut rejected: Vec<RejectedDraft> = Vec::new();
        let (mut misses, mut refuted) = (0, 0);
        loop {
            let question = self.question(context, speaker, &rejected);
            let debate_context::Answered { answer: written, call } =
                match context.ask_once(&question).await {
                    Ok(answered) => answered,
                    Err(unanswered) => {
                        context.record_silence(Some(speaker), &unanswered);
                        self.unanswered = Some(unanswered);
                        return;
                    }
                };
            let words = word_count(&written.speech);
            let number = u32::try_from(rejected.len() + 1).expect("few drafts are written");
            let draft = (self.teams.side(speaker), number);
            let mut candidate = Candidate::new(context.next_turn(), call, draft, written);
            let mut fate = Fate::Kept;
            if !(least..=limit).contains(&words) {
                misses += 1;
                let why = wrong_length(words, least, limit);
                if misses < MOST_MISSES {
                    rejected.push(self.reject(context, speaker, candidate, why, vec![]));
                    continue;
                }
                if words < least {
                    state_thesis(context, speaker, &mut candidate);
                    self.record(context, speaker, &mut candidate, Fate::Failed(why));
                    return;
                }
                candidate.written.speech = cut(&candidate.written.speech, limit);
                let left = word_count(&candidate.written.speech);
                fate = Fate::Corrected(format!("it was cut from {words} to {left} words"));
            }
            self.list_claims(context, speaker, &mut candidate).await;
            self.check(context, &mut candidate).await;
            let against: Vec<Refuted> =
                candidate.draft.claims.iter().flat_map(refutations).collect();
            let is_refuted = self.mode.fact_check == FactCheck::Strict && !against.is_empty();
            if is_refuted && refuted < MOST_REFUTED {
                refuted += 1;
                let why = "The fact checker found something in it false.".to_owned();
                rejected.push(self.reject(context, speaker, candidate, why, against));
                continue;
            }
            return self.accept_draft(context, speaker, candidate, fate);
        }
    }

    fn question(
        &self,
        context: &DebateContext<'_>,
        speaker: &PersonaId,
        rejected: &[RejectedDraft],
    ) -> Speech {
        let persona = context.setting.persona(speaker);
        let side = self.teams.side(speaker);
        let turns: Vec<Turn> =
            context.turns().filter(|turn| turn.speech.is_some()).cloned().collect();
        let heard = context.heard_by(speaker, &turns);
        let said = |turn: &Turn| turns.iter().find(|own| own.id == turn.id).map(|own| &own.text);
        let shown = heard.iter().filter_map(|turn| ShownSpeech::of(turn, said(turn)?, self.rounds));
        Speech {
            brief: context.brief(persona),
            topic: self.topic.clone(),
            side,
            side_name: if side == Side::Yes { "PRO" } else { "CON" },
            is_assigned: self.teams.assigned.contains(speaker),
            round: round_title(context.round(), self.rounds),
            is_first: context.graph().thesis(speaker).is_none(),
            is_last: context.round() + 1 == self.rounds,
            word_limit: self.mode.word_limit,
            speeches: shown.collect(),
            rejected: rejected.to_vec(),
        }
    }

    /// Lists the claims. Where the call fails, the draft is accepted without any.
    async fn list_claims(
        &self,
        context: &mut DebateContext<'_>,
        speaker: &PersonaId,
        candidate: &mut Candidate,
    ) {
        let side = candidate.draft.side;
        let shown = |kind: NodeKind, is_author: &dyn Fn(&PersonaId) -> bool| {
            // What the speaker has conceded is not asked about again as a granted point.
            let is_open =
                |node: &Node| kind == NodeKind::Argument || !node.endorsed_by.contains(speaker);
            let is_shown = |node: &&Node| {
                node.kind == kind && node.author.as_ref().is_some_and(is_author) && is_open(node)
            };
            context.graph().nodes().filter(is_shown).filter_map(ShownArgument::of).collect()
        };
        // Personas that do not hear each other answer nothing.
        let is_other =
            |author: &PersonaId| !context.is_isolated() && self.teams.side(author) != side;
        let question = Claims {
            topic: self.topic.clone(),
            speech: ShownSpeech {
                turn: candidate.turn,
                round: round_title(context.round(), self.rounds),
                side: side_name(side),
                speaker: speaker.clone(),
                text: candidate.written.speech.clone(),
                checks: vec![],
                excerpts: candidate.written.excerpts.clone(),
            },
            earlier: shown(NodeKind::Argument, &is_other),
            granted: shown(NodeKind::Point, &is_other),
            own: shown(NodeKind::Argument, &|author| author == speaker),
            most: MOST_CLAIMS,
            brief: context.brief(context.setting.persona(speaker)),
        };
        match context.ask(&question).await {
            Ok(answered) => {
                candidate.draft.claims = answered.answer.iter().map(unchecked).collect();
                (candidate.claims, candidate.listed) = (answered.answer, Some(answered.call));
            }
            Err(unanswered) => {
                let why = format!("the claims were not listed: {}", unanswered.fault);
                candidate.draft.unchecked = Some(why);
            }
        }
    }

    /// Checks the claims. An error of the checker leaves them unchecked and rejects nothing.
    async fn check(&self, context: &mut DebateContext<'_>, candidate: &mut Candidate) {
        if self.mode.fact_check == FactCheck::Off || candidate.claims.is_empty() {
            return;
        }
        let (found, failed) = match self.mode.evidence {
            EvidenceSource::Files => (search(context.setting.evidence, &candidate.claims), vec![]),
            EvidenceSource::Tavily => search_web(context, &candidate.claims).await,
        };
        candidate.draft.failed_searches = failed;
        let shown = candidate.claims.iter().zip(found).zip(1..);
        let claims =
            shown.map(|((claim, passages), number)| ShownClaim::of(claim, number, passages));
        let question = fact_check::FactCheck {
            topic: self.topic.clone(),
            claims: claims.collect(),
            is_web: self.mode.evidence == EvidenceSource::Tavily,
        };
        match context.ask(&question).await {
            Ok(answered) => {
                for (claim, found) in candidate.draft.claims.iter_mut().zip(answered.answer) {
                    claim.check = Some(found.claim);
                    for (reason, checked) in claim.reasons.iter_mut().zip(found.reasons) {
                        reason.check = Some(checked);
                    }
                }
            }
            Err(unanswered) => {
                let why = format!("the claims were not checked: {}", unanswered.fault);
                candidate.draft.unchecked = Some(why);
            }
        }
    }

    /// Records a draft that has to be written again.
    fn reject(
        &self,
        context: &mut DebateContext<'_>,
        speaker: &PersonaId,
        mut candidate: Candidate,
        why: String,
        refuted: Vec<Refuted>,
    ) -> RejectedDraft {
        let number = candidate.draft.number;
        self.record(context, speaker, &mut candidate, Fate::Rejected(why.clone()));
        context.report(&DraftRejected { persona: speaker.clone(), number, why: why.clone() });
        RejectedDraft { text: candidate.written.speech, why, refuted }
    }

    /// Records a draft as a turn.
    fn record(
        &self,
        context: &mut DebateContext<'_>,
        speaker: &PersonaId,
        candidate: &mut Candidate,
        fate: Fate,
    ) {
        let Candidate { turn, speech: call, written, draft, .. } = candidate;
        let speech = record::Speech {
            excerpts: written.excerpts.clone(),
            ..record::Speech::new(phase(context.round(), self.rounds))
        };
        let spoken = Turn::new(*turn, context.round(), Act::Assert, &*written.speech, *call);
        let detail = Some(ModeDetail::new(draft));
        context.record_turn(Turn { detail, fate, ..spoken.spoken_by(speaker, speech) });
    }

    /// Enters an accepted draft: its thesis, its claims, and what they answer.
    fn accept_draft(
        &mut self,
        context: &mut DebateContext<'_>,
        speaker: &PersonaId,
        mut candidate: Candidate,
        fate: Fate,
    ) {
        let turn = candidate.turn;
        state_thesis(context, speaker, &mut candidate);
        let calls = [candidate.speech].into_iter().chain(candidate.listed).collect();
        let made_by = Provenance { turns: vec![turn], calls };
        for (claim, place) in take(&mut candidate.claims).into_iter().zip(0..) {
            let node = self.enter(context, speaker, &claim, &made_by);
            candidate.draft.claims[place].node = Some(node);
        }
        self.record(context, speaker, &mut candidate, fate);
        let count = |finding| {
            let findings = candidate.draft.claims.iter().flat_map(CheckedClaim::findings);
            findings.filter(|found| *found == finding).count()
        };
        if candidate.draft.claims.iter().any(|claim| claim.check.is_some()) {
            use Finding::{False, True, Unverifiable};
            let [confirmed, refuted, unverifiable] = [True, False, Unverifiable].map(count);
            context.report(&SpeechChecked { turn, confirmed, refuted, unverifiable });
        }
    }

    /// Enters a claim: as its author's earlier node, where it says the same again; as a granted
    /// point, where it only concedes.
    fn enter(
        &mut self,
        context: &mut DebateContext<'_>,
        speaker: &PersonaId,
        claim: &Claim,
        made_by: &Provenance,
    ) -> NodeId {
        let turn = made_by.turns[0];
        let says_the_same = |node: &&Node| {
            node.is_by(speaker)
                && node.kind != NodeKind::Thesis
                && folded(&node.text) == folded(&claim.text)
        };
        let named = claim.again.and_then(|again| context.graph().node(again));
        let known = named.or_else(|| context.graph().nodes().find(says_the_same)).cloned();
        let node = if let Some(mut repeated) = known {
            repeated.provenance.add(made_by);
            say_again(&mut repeated, claim);
            let id = repeated.id;
            context.apply(Operation::UpdateNode(Box::new(repeated)), Cause::Turn(turn));
            id
        } else {
            let mut node = claim.to_node(context.next_node(), speaker);
            if claim.only_concedes(context.graph()) {
                node.kind = NodeKind::Point;
            }
            context.add_node(node, made_by, Cause::Turn(turn))
        };
        for answer in &claim.answers {
            self.concessions.extend(answers::enter(context, speaker, node, *answer, made_by));
        }
        node
    }
}

/// A claim before it is checked.
fn unchecked(claim: &Claim) -> CheckedClaim {
    let answers = claim.answers.iter().map(|to| AnswerRecord {
        node: to.node,
        how: to.how,
        reason: to.reason(),
    });
    CheckedClaim {
        text: claim.text.clone(),
        kind: claim.kind,
        node: None,
        answers: answers.collect(),
        check: None,
        reasons: claim.own_reasons().map(unchecked_reason).collect(),
    }
}

fn unchecked_reason(text: &str) -> CheckedReason {
    CheckedReason { text: text.to_owned(), check: None }
}

/// What the prompt of a retry says about a claim and its reasons: which of them are false, and on
/// what evidence.
fn refutations(claim: &CheckedClaim) -> impl Iterator<Item = Refuted> {
    let refuted = claim.checked().filter(|(_, check)| check.finding == Finding::False);
    refuted.map(|(text, Checked { reason, passages, .. })| {
        let (reason, passages) = (reason.clone(), passages.clone());
        Refuted { text: text.to_owned(), reason, passages }
    })
}

/// Enters the thesis that a first speech states, with what it grants and its other answers.
fn state_thesis(context: &mut DebateContext<'_>, speaker: &PersonaId, candidate: &mut Candidate) {
    let turn = candidate.turn;
    let Some(case) = candidate.written.opening.take() else { return };
    let made_by = Provenance::of(turn, candidate.speech);
    let nodes = case.into_nodes(context.next_node(), speaker).into_iter();
    let nodes = nodes.map(|node| context.add_node(node, &made_by, Cause::Turn(turn))).collect();
    context.report(&InitialStance { persona: speaker.clone(), nodes });
}

/// The least number of words of a speech: [`LEAST_WORDS`], but no more than half of those that its
/// speaker has written, where it has written any. Not all that it has written speaks for its side.
fn least_words(brief: &Brief) -> usize {
    let statements = brief.excerpts.iter().filter(|excerpt| excerpt.is_statement);
    let written: usize = statements.map(|excerpt| word_count(&excerpt.text)).sum();
    let most = if brief.stance.is_some() { written / 2 } else { LEAST_WORDS };
    LEAST_WORDS.min(most.max(1))
}

/// Why a draft is rejected, with both counts.
fn wrong_length(words: usize, least: usize, limit: usize) -> String {
    if words < least {
        format!("It has {words} words, and a speech has at least {least}.")
    } else {
        format!("It has {words} words, and the limit is {limit}.")
    }
}

/// A text cut at the last end of a sentence within the limit. Where that leaves too little for a
/// speech, it is cut at the last end of a clause or after the last word.
fn cut(text: &str, limit: usize) -> String {
    let mut left = limit;
    let mut kept: Vec<&str> = Vec::new();
    for sentence in sentences(text) {
        let Some(rest) = left.checked_sub(word_count(sentence)) else { break };
        left = rest;
        kept.push(sentence);
    }
    if limit - left < LEAST_WORDS { shortened(text, limit) } else { kept.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Excerpt;
    use crate::question::samples::brief;

    fn text(sentences: &[usize]) -> String {
        let sentence = |&count: &usize| format!("W{}.", " w".repeat(count - 1));
        sentences.iter().map(sentence).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn procon_rule_5_who_has_written_little_may_speak_half_as_long() {
        let brief = |words: &[usize], stance| {
            let own = brief().excerpts[0].clone();
            let excerpt = |&count: &usize| Excerpt { text: text(&[count]), ..own.clone() };
            Brief { excerpts: words.iter().map(excerpt).collect(), stance, ..brief() }
        };
        let yes = Some(Side::Yes);
        assert_eq!(least_words(&brief(&[60, 60], yes)), LEAST_WORDS);
        assert_eq!(least_words(&brief(&[12, 8], yes)), 10);
        assert_eq!(least_words(&brief(&[], yes)), 1);
        assert_eq!(least_words(&brief(&[], None)), LEAST_WORDS, "it has no corpus");
    }

    #[test]
    fn procon_rule_5_a_long_speech_is_cut_at_the_end_of_a_sentence() {
        let whole = text(&[60, 60, 60, 60]);
        assert_eq!(cut(&whole, 200), text(&[60, 60, 60]));
        assert_eq!(cut(&whole, 130), text(&[60, 60]), "no sentence is cut");
        let [short, shorter] = [LEAST_WORDS, LEAST_WORDS - 1].map(|words| text(&[words, 300]));
        assert_eq!(cut(&short, 200), text(&[LEAST_WORDS]), "it is long enough for a speech");
        assert_eq!(word_count(&cut(&shorter, 200)), 200);
        let one = text(&[300]);
        assert_eq!(word_count(&cut(&one, 200)), 200);
        assert!(cut(&one, 200).ends_with('…'), "a single sentence has no end within the limit");
    }
}
