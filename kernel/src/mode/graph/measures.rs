//! The numbers that this mode reports: arguments by label, attacks by result.

use crate::mode::Measure;
#[cfg(feature = "run")]
use crate::mode::framework_measures::metrics as of_framework;
use crate::mode::framework_measures::{ACCEPTED, ARGUMENTS, DEFEATED, DISPUTED, UNDECIDED};
#[cfg(feature = "run")]
use crate::mode::shared::dung::Evaluated;
#[cfg(feature = "run")]
use crate::mode::shared::metrics::count;
#[cfg(feature = "run")]
use crate::record::{Act, Fate, Metric, Snapshot};

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

/// The numbers of arguments by label, and of attacks by result.
#[cfg(feature = "run")]
pub(super) fn metrics(evaluated: &Evaluated, snapshots: &[Snapshot]) -> Vec<Metric> {
    let attacks =
        |of: fn(&Fate) -> bool| count(snapshots, |turn| turn.act == Act::Attack && of(&turn.fate));
    let kept = attacks(Fate::is_kept);
    let corrected = attacks(|fate| matches!(fate, Fate::Corrected(_)));
    let rejected = attacks(|fate| matches!(fate, Fate::Rejected(_)));
    let repeated = attacks(|fate| matches!(fate, Fate::Duplicate(_)));
    let dropped = attacks(|fate| matches!(fate, Fate::Dropped(_)));
    let measured = [
        (ATTACKS, attacks(|_| true)),
        (KEPT, kept),
        (CORRECTED, corrected),
        (REJECTED, rejected),
        (REPEATED, repeated),
        (DROPPED, dropped),
    ];
    let of_attacks = measured.map(|(measure, count)| measure.of(Some(count)));
    of_framework(evaluated).into_iter().chain(of_attacks).collect()
}
