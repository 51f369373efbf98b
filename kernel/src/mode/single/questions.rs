//! The question of this mode.

use crate::mode::shared::questions::cruxes::Cruxes;
use crate::question::QuestionInfo;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[QuestionInfo::of::<Cruxes>()];
