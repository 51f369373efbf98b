//! The numbers that modes with a blackboard report.

use crate::mode::Measure;

pub(super) const SPLIT: Measure = Measure::new(
    "split",
    "how evenly the confidence on a claim is split between yes and no at the end, from 0 to 1; mean over the claims",
);
pub(super) const ENTROPY: Measure = Measure::new(
    "entropy",
    "how spread out the confidence on a claim is over yes, no and uncertain at the end, from 0 to 1; mean over the claims",
);
pub(super) const DISTANCE: Measure = Measure::new(
    "distance",
    "how far two personas are apart on a claim at the end, from 0 to 1; mean over the claims",
);
pub(super) const SETTLED: Measure = Measure::new(
    "claims on one side",
    "claims on which yes or no has at least 80% of the confidence at the end, even if only one persona answers",
);
pub(super) const MESSAGES: Measure =
    Measure::new("messages", "sentences that were new when they were said");
pub(super) const REPEATED: Measure =
    Measure::new("messages repeated", "sentences that repeat what their author had said");
pub(super) const CHANGES: Measure =
    Measure::new("changes of stance", "stances that were given up for another one");
pub(super) const CANDIDATES: Measure =
    Measure::new("crux candidates", "questions that personas named as cruxes");
pub(super) const CONFIRMED: Measure =
    Measure::new("candidates confirmed", "of these, questions that are cruxes by their load");
pub(super) const FLIPS: Measure =
    Measure::new("conditions met", "declared conditions that personas said are met");

/// Every measure, in the order in which pages list them.
pub(in crate::mode) const ALL: &[Measure] =
    &[SPLIT, ENTROPY, DISTANCE, SETTLED, MESSAGES, REPEATED, CHANGES, CANDIDATES, CONFIRMED, FLIPS];
