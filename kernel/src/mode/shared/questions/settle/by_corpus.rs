//! `settle`: the question of the axis where the topic says what would settle it; otherwise the
//! first observation that would change a mind about it, as a question, or else the question of the
//! axis (rule 12).

use super::{Disputed, Reply, Settle, SettleAnswer, SettlingWording};
use crate::corpus::{Heard, HeardForm, Silence, Voices};
use crate::question::ByCorpus;

impl ByCorpus for Settle {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<SettleAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Settle, voices: &Voices<'_>) -> SettleAnswer {
    SettleAnswer { questions: wordings(&question.cruxes, voices) }
}

/// A settling question for each crux.
pub(crate) fn wordings(cruxes: &[Disputed], voices: &Voices<'_>) -> Vec<SettlingWording> {
    let wording = |crux: &Disputed| {
        let heard = |reply: &'_ Reply| {
            let heard = Heard {
                author: &reply.persona,
                text: reply.because.as_deref().unwrap_or_default(),
                axis: Some(&crux.issue),
                side: Some(reply.side),
                excerpts: &reply.excerpts,
                form: HeardForm::Sentence,
            };
            voices.would_change_if(&heard).map(|_| voices.settling_question(&heard))
        };
        let axis = voices.topic().axis(&crux.issue);
        let has_test = axis.is_some_and(|axis| !axis.settles.is_empty());
        let observation = || crux.replies.iter().find_map(heard);
        let question = (!has_test).then(observation).flatten();
        let question = question.unwrap_or_else(|| crux.question.clone());
        SettlingWording { item: crux.issue.to_string(), question }
    };
    cruxes.iter().map(wording).collect()
}
