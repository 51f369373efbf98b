//! The question of this mode.

pub(crate) mod repeat;

use crate::question::QuestionInfo;
use repeat::Repeat;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[QuestionInfo::of::<Repeat>()];
