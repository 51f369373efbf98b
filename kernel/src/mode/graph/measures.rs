//! The numbers that this mode reports: arguments by label, attacks by result.

use crate::mode::Measure;
use crate::mode::framework_measures::{ACCEPTED, ARGUMENTS, DEFEATED, DISPUTED, UNDECIDED};

pub(super) const ATTACKS: Measure = Measure::new("attacks", "attacks submitted");
pub(super) const KEPT: Measure = Measure::new(
    "attacks kept",
    "attacks that the judge found valid, and that entered the graph; two claims that rebut each other are one attack here and two arrows there",
);
pub(super) const CORRECTED: Measure =
    Measure::new("attacks corrected", "attacks kept with another type or component than submitted");
pub(super) const REJECTED: Measure =
    Measure::new("attacks rejected", "attacks that the judge found invalid");
pub(super) const REPEATED: Measure = Measure::new(
    "attacks repeated",
    "attacks that repeat a more confident attack of the same round, or one that is in the graph",
);
pub(super) const DROPPED: Measure = Measure::new(
    "attacks dropped",
    "attacks on the attacker's own arguments, on theses, on points that the attacker shares, or on unknown targets",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    ARGUMENTS, ACCEPTED, DEFEATED, UNDECIDED, DISPUTED, ATTACKS, KEPT, CORRECTED, REJECTED,
    REPEATED, DROPPED,
];
