//! The questions of this mode.

pub(crate) mod plan;

use crate::mode::blackboard::questions::{
    explain::Explain, respond::Respond, stances::GiveStances,
};
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::question::QuestionInfo;
use plan::Plan;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<GiveStances>(),
    QuestionInfo::of::<Plan>(),
    QuestionInfo::of::<Respond>(),
    QuestionInfo::of::<Explain>(),
    QuestionInfo::of::<Compare>(),
];
