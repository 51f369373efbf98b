//! The questions that only this mode asks, and those that it shares.

pub(crate) mod claims;
pub(crate) mod fact_check;
mod figures;
pub(crate) mod judge;
pub(crate) mod shown_speech;
pub(crate) mod speech;
pub(crate) mod web_search;

use crate::mode::shared::questions::compare::Compare;
use crate::mode::shared::questions::decompose::Decompose;
use crate::question::QuestionInfo;
use claims::Claims;
use fact_check::FactCheck;
use judge::Judge;
use speech::Speech;
use web_search::WebSearch;

/// Every question that the protocol may ask.
pub(super) const ALL: &[QuestionInfo] = &[
    QuestionInfo::of::<Decompose>(),
    QuestionInfo::of::<Speech>(),
    QuestionInfo::of::<Claims>(),
    QuestionInfo::of::<WebSearch>(),
    QuestionInfo::of::<FactCheck>(),
    QuestionInfo::of::<Compare>(),
    QuestionInfo::of::<Judge>(),
];
