//! The numbers that this mode reports: speeches and drafts, claims, facts, exchanges.

use crate::mode::Measure;

pub(super) const SPEECHES: Measure = Measure::new("speeches", "speeches that were given");
pub(super) const REJECTED: Measure = Measure::new(
    "drafts rejected",
    "drafts that were too short or too long, or said something false",
);
pub(super) const LOST: Measure = Measure::new("turns lost", "turns in which a side gave no speech");
pub(super) const CLAIMS: Measure = Measure::new("claims", "different claims in the speeches");
pub(super) const ANSWERS: Measure =
    Measure::new("answers", "attacks of claims on claims of the other side");
pub(super) const CONFIRMED: Measure =
    Measure::new("found true", "claims and reasons that the fact checker found true");
pub(super) const REFUTED: Measure =
    Measure::new("found false", "claims and reasons that the fact checker found false");
pub(super) const UNVERIFIABLE: Measure =
    Measure::new("unverifiable", "claims and reasons that the evidence did not decide");
pub(super) const FACTUALITY: Measure = Measure::new(
    "factuality",
    "the claims and reasons of a side that were found true, plus half of the unverifiable ones, as a share of all that were checked; from 0 to 1",
);
pub(super) const EXCHANGES: Measure = Measure::new(
    "exchanges",
    "chains of at least two answers between the sides whose first and last claims were neither found false nor given up",
);
pub(super) const LONGEST: Measure =
    Measure::new("longest exchange", "the answers in the longest exchange");
pub(super) const BIAS: Measure = Measure::new(
    "position bias",
    "the points, of 30, that a side gains on average where the judge reads it first",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    SPEECHES, REJECTED, LOST, CLAIMS, ANSWERS, CONFIRMED, REFUTED, UNVERIFIABLE, FACTUALITY,
    EXCHANGES, LONGEST, BIAS,
];
