//! The rounds of a debate: their names and phases.

use crate::record::Phase;

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
