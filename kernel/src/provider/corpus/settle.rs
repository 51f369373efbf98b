//! `settle`: what would change the author's mind about each crux, as a question (rule 12).

use super::convert;
use crate::corpus::Voices;
use crate::task::{Divided, Settle, SettleAnswer, Wording};

pub(super) fn answer(task: &Settle, voices: &Voices<'_>) -> SettleAnswer {
    let wording = |crux: &Divided| Wording {
        item: crux.node.id.to_string(),
        question: voices.settling_question(&convert::node(&crux.node)),
    };
    SettleAnswer { questions: task.cruxes.iter().map(wording).collect() }
}
