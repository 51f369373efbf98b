//! `settle`: what would change the author's mind about each crux, as a question (rule 12).

use super::{Disputed, Settle, SettleAnswer, Wording};
use crate::corpus::{Form, Heard, Voices};

pub(super) fn answer(question: &Settle, voices: &Voices<'_>) -> SettleAnswer {
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
    SettleAnswer { questions: question.cruxes.iter().map(wording).collect() }
}
