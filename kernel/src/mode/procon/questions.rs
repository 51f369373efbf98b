//! The questions that only this mode asks, and those that it shares.

pub(crate) mod claims;
pub(crate) mod fact_check;
mod figures;
pub(crate) mod judge;
pub(crate) mod speech;
pub(crate) mod web_search;

use serde::Serialize;

use super::detail::{CheckedClaim, Draft, Finding, side_name, written_draft};
use crate::corpus::{Heard, Voices};
use crate::mode::shared::questions::compare::Compare;
use crate::mode::shared::questions::decompose::Decompose;
use crate::prompt::Include;
use crate::question::QuestionInfo;
use crate::record::{Phase, Turn};
use crate::vocabulary::{PersonaId, Side, StatementId, TurnId};
use claims::Claims;
use fact_check::FactCheck;
use judge::Judge;
use speech::Speech;
use web_search::WebSearch;

/// The rules of the debate.
const RULES: Include = Include { name: "procon/rules.md", text: include_str!("prompts/rules.md") };

/// The speeches so far.
const SPEECHES: Include =
    Include { name: "procon/speeches.md", text: include_str!("prompts/speeches.md") };

/// The reasons of a claim beside its own words.
const REASONS: Include =
    Include { name: "procon/reasons.md", text: include_str!("prompts/reasons.md") };

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Speech>(),
    QuestionInfo::of::<Claims>(),
    QuestionInfo::of::<WebSearch>(),
    QuestionInfo::of::<FactCheck>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<Judge>(),
];

/// The name of a round.
pub(super) fn round_title(round: u32, rounds: u32) -> String {
    match (round, rounds) {
        (0, _) => "Opening".to_owned(),
        (round, rounds) if round + 1 == rounds => "Closing".to_owned(),
        (1, 3) => "Rebuttals".to_owned(),
        (round, _) => format!("Rebuttals {round}"),
    }
}

/// A round as the moderator announces it and as headings name it: the opening is the first round.
pub(super) fn round_heading(round: u32, rounds: u32) -> String {
    format!("Round {} of {rounds}: {}", round + 1, round_title(round, rounds).to_lowercase())
}

/// The phase of a round.
pub(super) fn phase(round: u32, rounds: u32) -> Phase {
    match round {
        0 => Phase::Opening,
        round if round + 1 == rounds => Phase::Resolution,
        _ => Phase::Exchange,
    }
}

/// A verdict of the fact checker, as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownCheck {
    pub(crate) text: String,
    pub(crate) finding: Finding,
    pub(crate) reason: String,
}

/// A speech as prompts show it: what was said in public, and nothing else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownSpeech {
    pub(crate) turn: TurnId,
    /// The name of the round.
    pub(crate) round: String,
    /// The name of the side.
    pub(crate) side: &'static str,
    pub(crate) speaker: PersonaId,
    pub(crate) text: String,
    /// The claims and reasons that the fact checker decided.
    pub(crate) checks: Vec<ShownCheck>,
    /// The statements of its speaker's corpus that it is based on.
    pub(crate) excerpts: Vec<StatementId>,
}

impl ShownSpeech {
    /// Shows a turn in which a speech was given; none for any other turn. `true_text` is what was said, before a control changed it.
    pub(crate) fn of(turn: &Turn, true_text: &str, rounds: u32) -> Option<Self> {
        let speech = turn.speech.as_ref().filter(|_| turn.fate.is_kept())?;
        let own: Draft = written_draft(turn)?;
        // What was checked belongs to the true speech.
        let is_true = turn.text == true_text;
        let claims = own.claims.iter().filter(|_| is_true);
        let decided = claims.flat_map(CheckedClaim::checked);
        let decided = decided.filter(|(_, check)| check.finding.is_decided());
        let checks = decided.map(|(text, check)| ShownCheck {
            text: text.to_owned(),
            finding: check.finding,
            reason: check.reason.clone(),
        });
        Some(Self {
            turn: turn.id,
            round: round_title(turn.round, rounds),
            side: side_name(own.side),
            speaker: turn.speaker.clone()?,
            text: turn.text.clone(),
            checks: checks.collect(),
            excerpts: speech.excerpts.clone(),
        })
    }

    /// Whether it was given for a side.
    pub(crate) fn is_for(&self, side: Side) -> bool {
        self.side == side_name(side)
    }

    /// The statements of its speaker's corpus that it says.
    pub(crate) fn heard<'h>(&'h self, voices: &Voices<'h>) -> Vec<Heard<'h>> {
        voices.statements_in(&self.speaker, &self.text, &self.excerpts)
    }
}
