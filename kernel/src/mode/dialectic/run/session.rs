//! A session in progress.

use crate::mode::debate_context::Unanswered;
use crate::mode::dialectic::Dialectic;
use crate::mode::dialectic::detail::{OutcomeDetail, Reading};
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::record::Concession;
use crate::vocabulary::Topic;

/// What a session has so far.
#[derive(Debug)]
pub(super) struct Session<'m> {
    pub(super) mode: &'m Dialectic,
    /// The topic with the issues of the debate.
    pub(super) topic: Topic,
    /// In the order of their creation.
    pub(super) readings: Vec<Reading>,
    pub(super) detail: OutcomeDetail,
    pub(super) judged: JudgedPairs,
    pub(super) concessions: Vec<Concession>,
    /// The last call without which a debate left no reading, with the name of its question.
    pub(super) unanswered: Option<Unanswered>,
}
