//! Belief graphs out of corpora: what a persona holds, how sure it is of what, and what it makes of the others' nodes.

mod growth;
mod hearing;
mod moves;
mod scores;

use super::Mind;
use super::meaning::question;
use crate::task::{Settle, SettleAnswer, Wording};

pub(super) use growth::{grow, thesis};
pub(super) use moves::{closing, moves};
pub(super) use scores::scores;

/// What would change the author's mind about the statement behind a crux; else the question of its axis.
pub(super) fn settle(mind: &Mind<'_>, task: &Settle) -> SettleAnswer {
    let wording = |crux: &crate::task::Divided| {
        let node = &crux.node;
        let statement = node.excerpts.iter().find_map(|id| mind.statement(&node.author, id));
        let question = question(statement.into_iter(), node.axis.as_ref(), &task.topic);
        Wording { item: node.id.to_string(), question }
    };
    SettleAnswer { questions: task.cruxes.iter().map(wording).collect() }
}
