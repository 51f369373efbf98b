//! The question that only this mode asks, and those that it shares.

pub(crate) mod crystallize_disputes;

use crate::mode::conversation::questions::{
    opening::Opening, resolution::Resolution, take_turn::TakeTurn,
};
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::question::QuestionInfo;
use crystallize_disputes::CrystallizeDisputes;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Opening>(),
    QuestionInfo::of::<CrystallizeDisputes>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<TakeTurn>(),
    QuestionInfo::of::<Resolution>(),
];

#[cfg(test)]
mod tests;
