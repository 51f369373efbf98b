//! The turns of a debate, and counts of them for the metrics of a mode.

use crate::record::{Snapshot, Turn};

/// All turns of a debate, in order.
pub(crate) fn turns(snapshots: &[Snapshot]) -> impl Iterator<Item = &Turn> {
    snapshots.iter().flat_map(|snapshot| &snapshot.turns)
}

/// The number of turns that meet a condition, as a metric states it.
pub(crate) fn count(snapshots: &[Snapshot], meets: impl Fn(&Turn) -> bool) -> f64 {
    turns(snapshots).filter(|turn| meets(turn)).count() as f64
}
