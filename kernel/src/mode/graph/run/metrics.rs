//! Computes the numbers that this mode reports.

use crate::mode::graph::measures::{ATTACKS, CORRECTED, DROPPED, KEPT, REJECTED, REPEATED};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::metrics::count;
use crate::record::{Act, Fate, Metric, Snapshot};

/// The numbers of arguments by label, and of attacks by result.
pub(super) fn of_debate(evaluated: &Evaluated, snapshots: &[Snapshot]) -> Vec<Metric> {
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
    evaluated.metrics().into_iter().chain(of_attacks).collect()
}
