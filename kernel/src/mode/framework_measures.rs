//! The numbers that every mode with one framework under Dung's semantics reports: arguments by
//! label.

use super::Measure;

pub(super) const ARGUMENTS: Measure = Measure::new(
    "arguments",
    "arguments in the final graph; theses and granted statements are arguments, too",
);
pub(super) const ACCEPTED: Measure =
    Measure::new("accepted", "arguments that are IN: every attacker is defeated");
pub(super) const DEFEATED: Measure =
    Measure::new("defeated", "arguments that are OUT: an accepted argument attacks them");
pub(super) const UNDECIDED: Measure = Measure::new(
    "undecided",
    "arguments that are UNDEC: the attacks do not decide whether to accept them",
);
pub(super) const DISPUTED: Measure =
    Measure::new("disputed", "arguments that some worldviews accept and others do not");
