//! What several protocols share: questions, prompts, and everything that they compute in the same
//! way.

pub(crate) mod agreed_questions;
pub(crate) mod candidates;
pub(crate) mod common_ground;
pub(crate) mod comparison;
pub(crate) mod concessions;
pub(crate) mod contribution;
pub(crate) mod cruxes;
pub(crate) mod decomposition;
pub(crate) mod dung;
pub(crate) mod events;
pub(crate) mod gradual;
pub(crate) mod judged_pairs;
pub(crate) mod ledger;
pub(crate) mod matching;
pub(crate) mod metrics;
pub(crate) mod named_cruxes;
pub(crate) mod outcome;
pub(crate) mod prompts;
pub(crate) mod questions;
pub(crate) mod regime;
pub(crate) mod repetition;
pub(crate) mod stop_rules;
pub(crate) mod target;
pub(crate) mod verbal;
