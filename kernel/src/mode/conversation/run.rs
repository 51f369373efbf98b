//! How a conversation is run.

pub(crate) mod convergence;
pub(crate) mod course;
pub(crate) mod crystallizer;
pub(crate) mod debate;
pub(in crate::mode) mod metrics;
pub(crate) mod moves;
pub(crate) mod open_questions;
pub(crate) mod phases;
pub(crate) mod proposals;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod speakers;
pub(crate) mod steering;
pub(crate) mod tone;
pub(crate) mod updates;

pub(crate) use self::course::opening_speeches;
pub(crate) use self::tone::ConversationTone;
