//! The numbers that this mode reports: arguments by label, attacks by result.

use crate::mode::Measure;

pub(super) const ARGUMENTS: Measure = Measure::new("arguments", "arguments in the final graph");
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
pub(super) const ATTACKS: Measure = Measure::new("attacks", "attacks submitted");
pub(super) const KEPT: Measure =
    Measure::new("attacks kept", "attacks that the judge found valid, and that entered the graph");
pub(super) const CORRECTED: Measure =
    Measure::new("attacks corrected", "attacks kept with another type or component than submitted");
pub(super) const REJECTED: Measure =
    Measure::new("attacks rejected", "attacks that the judge found invalid");
pub(super) const REPEATED: Measure = Measure::new(
    "attacks repeated",
    "attacks that repeat a more confident attack of the same round",
);
pub(super) const DROPPED: Measure = Measure::new(
    "attacks dropped",
    "attacks on the attacker's own arguments or on unknown targets",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    ARGUMENTS, ACCEPTED, DEFEATED, UNDECIDED, DISPUTED, ATTACKS, KEPT, CORRECTED, REJECTED,
    REPEATED, DROPPED,
];
