//! `crystallize`: of an opening speech, every statement that it is based on becomes an argument
//! with its nested reasons and its assumptions; of any other turn, the statement that it says,
//! unless the graph has it. Of two arguments of which one is new, one attacks the other where its
//! statement replies to that of the other (rule 8). A concession to a point that the speaker shares
//! (rule 9) makes it accept the argument; any other one adds the point as a qualifier to the
//! argument of its statement.
//!
//! Nothing is removed: a corpus never gives a statement up. A proposal, a reframing and an
//! explanation add their statement, if they have a new one.

use std::collections::BTreeMap;

use super::{
    AcceptedDraft, Crystallize, CrystallizeAnswer, MOST_ATTACKS, NewArgumentDraft, UpdateDraft,
};
use crate::corpus::{Silence, Voice, Voices};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::crystallizer::NodeTarget;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::dialogue::questions::attack::{Named, by_corpus};
use crate::mode::shared::questions::argument::{ArgumentDraft, ShownArgument};
use crate::question::{Accept, ByCorpus, WhichAnswer};
use crate::text::to_sentence;
use crate::vocabulary::{PersonaId, Statement, StatementId};

impl ByCorpus for Crystallize {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<CrystallizeAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Crystallize, voices: &Voices<'_>) -> CrystallizeAnswer {
    let mut added: Vec<NewArgumentDraft> = Vec::new();
    let mut known: BTreeMap<(PersonaId, StatementId), usize> = BTreeMap::new();
    let mut accepted = Vec::new();
    let mut updated = Vec::new();
    for turn in &question.turns {
        let Ok(voice) = voices.voice(&turn.speaker) else { continue };
        for statement in statements(turn, &voice) {
            let has = |argument: &ShownArgument| {
                argument.author == turn.speaker && argument.claim == statement.text
            };
            let own = question.shown().find(|argument| has(argument));
            let qualifier = qualifier(turn, statement);
            if let Some(own) = own {
                let narrowed = |granted| UpdateDraft {
                    node: own.id.to_string(),
                    claim: None,
                    qualifier: Some(granted),
                };
                updated.extend(qualifier.map(narrowed));
                continue;
            }
            let of = (turn.speaker.clone(), statement.id.clone());
            if let Some(&entered) = known.get(&of) {
                let restriction = &mut added[entered].qualifier;
                *restriction = restriction.take().or(qualifier);
                continue;
            }
            known.insert(of, added.len());
            let argument = ArgumentDraft::from_statement(statement, voice.links(statement));
            added.push(NewArgumentDraft { turn: turn.id.to_string(), qualifier, argument });
        }
        if turn.label == MoveLabel::Concede {
            accepted.extend(shared(question, turn, &voice));
        }
    }
    let added_attacks = attacks(question, &added, voices);
    CrystallizeAnswer {
        removed: vec![],
        updated,
        accepted,
        added,
        removed_attacks: vec![],
        added_attacks,
    }
}

/// The statements that a turn is based on, in its order.
fn statements<'v>(turn: &ShownTurn, voice: &Voice<'v>) -> Vec<&'v Statement> {
    turn.excerpts.iter().filter_map(|id| voice.statement(id)).collect()
}

/// What a concession grants about the speaker's own statement.
fn qualifier(turn: &ShownTurn, statement: &Statement) -> Option<String> {
    let sentences = statement.concedes.iter().map(|text| to_sentence(text));
    let mut granted = sentences.filter(|_| turn.label == MoveLabel::Concede);
    granted.find(|sentence| turn.text.contains(sentence.as_str()))
}

/// The arguments of the answered turn whose point the speaker shares.
fn shared(question: &Crystallize, turn: &ShownTurn, voice: &Voice<'_>) -> Vec<AcceptedDraft> {
    let mut earlier = question.earlier.iter().chain(&question.turns);
    let Some(answered) = earlier.find(|other| Some(other.id) == turn.replies_to) else {
        return Vec::new();
    };
    let is_said = |argument: &&ShownArgument| {
        argument.author == answered.speaker
            && argument.excerpts.iter().any(|id| answered.excerpts.contains(id))
            && answered.text.contains(&argument.claim)
    };
    let said = question.shown().filter(is_said);
    let said = said.filter(|argument| voice.shares(&argument.heard()));
    let accepts = |argument: &ShownArgument| AcceptedDraft {
        node: argument.id.to_string(),
        persona: turn.speaker.to_string(),
    };
    said.map(accepts).collect()
}

/// The attacks between a new argument and any other, once the openings are in the graph. Those
/// among the openings are found by another question.
fn attacks(
    question: &Crystallize,
    added: &[NewArgumentDraft],
    voices: &Voices<'_>,
) -> Vec<super::AttackDraft> {
    if question.arguments.is_empty() {
        return Vec::new();
    }
    let mut accept = Accept::new(WhichAnswer::Last);
    let drafts = added.iter().cloned().map(|draft| question.addition(draft, &mut accept));
    let drafts: Vec<_> = drafts.collect();
    let known = question.named(&[], &drafts);
    let is_new = |named: &Named| matches!(named.end, NodeTarget::New(_));
    let mut attacks = by_corpus::attacks(&known, voices, |from, to| is_new(from) || is_new(to));
    attacks.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    attacks.truncate(MOST_ATTACKS);
    attacks
}
