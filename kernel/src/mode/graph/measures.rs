//! The numbers that this mode reports: arguments by label, attacks by result.

use crate::mode::Measure;

const fn count(name: &'static str, meaning: &'static str) -> Measure {
    Measure { name, meaning, aim: None }
}

pub(super) const ARGUMENTS: Measure = count("arguments", "arguments in the final graph");
pub(super) const ACCEPTED: Measure = count("accepted", "arguments IN under the grounded labelling");
pub(super) const DEFEATED: Measure =
    count("defeated", "arguments OUT under the grounded labelling");
pub(super) const UNDECIDED: Measure =
    count("undecided", "arguments UNDEC under the grounded labelling");
pub(super) const DISPUTED: Measure =
    count("disputed", "arguments in some worldviews, but not in all");
pub(super) const ATTACKS: Measure = count("attacks", "attacks submitted");
pub(super) const KEPT: Measure = count("attacks kept", "attacks that entered the graph");
pub(super) const CORRECTED: Measure =
    count("attacks corrected", "attacks kept with another type or component than submitted");
pub(super) const REJECTED: Measure =
    count("attacks rejected", "attacks that the judge found invalid");
pub(super) const REPEATED: Measure =
    count("attacks repeated", "attacks that repeat a more confident attack of the same round");
pub(super) const DROPPED: Measure =
    count("attacks dropped", "attacks on the attacker's own arguments or on unknown targets");

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    ARGUMENTS, ACCEPTED, DEFEATED, UNDECIDED, DISPUTED, ATTACKS, KEPT, CORRECTED, REJECTED,
    REPEATED, DROPPED,
];
