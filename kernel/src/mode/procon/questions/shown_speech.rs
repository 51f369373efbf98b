//! Speeches as prompts show them.

use serde::Serialize;

use crate::corpus::{Heard, Voices};
use crate::mode::procon::detail::{CheckedClaim, Draft, Finding, side_name, written_draft};
use crate::mode::procon::rounds::round_title;
use crate::record::Turn;
use crate::vocabulary::{PersonaId, Side, StatementId, TurnId};

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
    /// Shows a turn in which a speech was given; none for any other turn. `true_text` is what was
    /// said, before a control changed it.
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
