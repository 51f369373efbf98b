//! The questions that only this mode asks, and those that it shares.

pub(crate) mod attack;
pub(crate) mod crystallize;
pub(crate) mod discover;

use crate::mode::shared::conversation::questions::{
    opening::Opening, resolution::Resolution, take_turn::TakeTurn,
};
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::prompt::Include;
use crate::question::QuestionInfo;
use crystallize::Crystallize;
use discover::Discover;

/// The arguments of the graph, as prompts show them.
const ARGUMENTS: Include =
    Include { name: "dialogue/arguments.md", text: include_str!("prompts/arguments.md") };

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Opening>(),
    QuestionInfo::of::<Crystallize>(),
    QuestionInfo::of::<Discover>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<TakeTurn>(),
    QuestionInfo::of::<Resolution>(),
];
