//! The questions of modes with a blackboard.

pub(crate) mod explain;
pub(crate) mod respond;
pub(crate) mod stances;

use crate::mode::MakeSchema;
use crate::mode::blackboard::detail::OutcomeDetail;
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::question::QuestionInfo;
use explain::Explain;
use respond::Respond;
use stances::GiveStances;

/// Every question that such a protocol may ask.
pub(in crate::mode) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<GiveStances>(),
    QuestionInfo::of::<Respond>(),
    QuestionInfo::of::<Explain>(),
    QuestionInfo::of::<Compare>(),
];

/// The data that such a mode stores with its outcome.
pub(in crate::mode) const DETAILS: &[(&str, MakeSchema)] =
    &[("outcome", || schemars::schema_for!(OutcomeDetail).to_value())];
