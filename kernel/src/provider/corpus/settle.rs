//! `settle`: what would change the author's mind about each crux, as a question (rule 12).

use crate::corpus::{Form, Heard, Voices};
use crate::task::{Disputed, Settle, SettleAnswer, Wording};

pub(crate) fn answer(task: &Settle, voices: &Voices<'_>) -> SettleAnswer {
    let wording = |crux: &Disputed| {
        let heard = Heard {
            author: &crux.origin.persona,
            text: &crux.text,
            axis: crux.origin.axis.as_ref(),
            side: crux.origin.side,
            excerpts: &crux.origin.excerpts,
            form: Form::Sentence,
        };
        Wording { item: crux.item.clone(), question: voices.settling_question(&heard) }
    };
    SettleAnswer { questions: task.cruxes.iter().map(wording).collect() }
}
