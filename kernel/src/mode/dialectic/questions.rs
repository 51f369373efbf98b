//! The questions of this mode.

pub(super) mod answered;
pub(super) mod discuss_passage;
pub(super) mod observe;
pub(super) mod relate;
pub(super) mod shown_reading;
pub(super) mod summarize;
mod turns;

use crate::mode::conversation::questions::opening::Opening;
use crate::mode::shared::questions::{compare::Compare, decompose::Decompose};
use crate::question::QuestionInfo;
use answered::IsAnswered;
use discuss_passage::DiscussPassage;
use observe::Observe;
use relate::Relate;
use summarize::Summarize;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Opening>(),
    QuestionInfo::of::<DiscussPassage>(),
    QuestionInfo::of::<Observe>(),
    QuestionInfo::of::<IsAnswered>(),
    QuestionInfo::of::<Summarize>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<Relate>(),
];
