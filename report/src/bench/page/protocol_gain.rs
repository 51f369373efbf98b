//! What a protocol adds to its controls.

use std::collections::{BTreeMap, BTreeSet};

use faultline::planted::Level;

use super::table::{Cell, Table};
use crate::bench::protocol_gain::{ProtocolGain, is_control};
use crate::unique::unique;

/// What a protocol adds to its controls.
pub(super) struct GainSummary {
    pub(super) mode: String,
    /// The number of levels.
    pub(super) levels: usize,
    /// The number of levels at which F1 is higher than that of each of its controls.
    pub(super) better: usize,
    /// The number of levels at which F1 is lower than that of one of them.
    pub(super) worse: usize,
    /// The smallest and the greatest difference to a control.
    pub(super) range: [String; 2],
    /// The modes that hold no debate.
    pub(super) baselines: Vec<Baseline>,
}

/// How a protocol compares with a mode that holds no debate.
pub(super) struct Baseline {
    pub(super) name: String,
    /// The number of levels at which F1 of the protocol is higher.
    pub(super) above: usize,
    /// The number of levels at which it is lower.
    pub(super) below: usize,
}

/// What each protocol adds to its controls.
pub(super) fn summaries(gains: &[ProtocolGain]) -> Vec<GainSummary> {
    let modes: BTreeSet<&str> = gains.iter().map(|gain| gain.mode.as_str()).collect();
    let of = |mode: &str| {
        let own = |gain: &&ProtocolGain| gain.mode == mode && is_control(&gain.beyond);
        let own: Vec<&ProtocolGain> = gains.iter().filter(own).collect();
        let mut levels: BTreeMap<&str, Vec<&ProtocolGain>> = BTreeMap::new();
        for gain in &own {
            levels.entry(gain.level).or_default().push(gain);
        }
        let values = || own.iter().map(|gain| gain.value);
        let mut baselines: Vec<Baseline> = Vec::new();
        for gain in gains.iter().filter(|gain| gain.mode == mode && !is_control(&gain.beyond)) {
            let (above, below) = (usize::from(gain.is_gain()), usize::from(gain.is_loss()));
            match baselines.iter_mut().find(|known| known.name == gain.beyond) {
                Some(known) => {
                    (known.above, known.below) = (known.above + above, known.below + below);
                }
                None => baselines.push(Baseline { name: gain.beyond.clone(), above, below }),
            }
        }
        GainSummary {
            mode: mode.to_owned(),
            levels: levels.len(),
            better: levels.values().filter(|level| level.iter().all(|gain| gain.is_gain())).count(),
            worse: levels.values().filter(|level| level.iter().any(|gain| gain.is_loss())).count(),
            range: [
                signed(values().fold(f64::INFINITY, f64::min)),
                signed(values().fold(f64::NEG_INFINITY, f64::max)),
            ],
            baselines,
        }
    };
    modes.into_iter().map(of).collect()
}

/// A difference with its sign and three decimals.
fn signed(difference: f64) -> String {
    match format!("{difference:+.3}").as_str() {
        "+0.000" | "-0.000" => "0.000".to_owned(),
        text => text.replace('-', "−"),
    }
}

/// The differences of every mode at every level.
pub(super) fn table(gains: &[ProtocolGain]) -> Table {
    let column = |gain: &ProtocolGain| format!("{} − {}", gain.mode, gain.beyond);
    let columns = unique(gains.iter().map(column));
    let row = |level: &Level| {
        let at = |wanted: &String| {
            let found = gains.iter().find(|g| g.level == level.name && column(g) == *wanted);
            found.map_or_else(Cell::absent, |ProtocolGain { value, low, high, .. }| {
                let [value, low, high] = [*value, *low, *high].map(signed);
                Cell::new(value, [low, high])
            })
        };
        let was_run = gains.iter().any(|gain| gain.level == level.name);
        was_run.then(|| (level.name, level.meaning(), columns.iter().map(at).collect()))
    };
    Table {
        measure: "gain",
        meaning: "By how much F1 of a mode is higher than that of a control, or of a baseline, in the same debates.",
        rows: Level::ALL.iter().filter_map(row).collect(),
        columns,
    }
}
