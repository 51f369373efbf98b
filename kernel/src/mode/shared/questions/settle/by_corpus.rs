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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpora;
    use crate::corpus::samples::personas_with;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{AxisId, Probability, Seed, Side};

    #[test]
    fn the_test_of_a_topic_comes_before_what_a_persona_says_would_change_its_mind() {
        let asked = |settles: &str| {
            let mut topic = topic();
            let axis = topic.axes.iter_mut().find(|axis| axis.id.as_str() == "trade").unwrap();
            axis.settles = settles.to_owned();
            let personas = personas_with(0, |statements| {
                let takings = statements.iter_mut().find(|own| own.id.as_str() == "takings");
                takings.unwrap().unless = vec!["takings rise".to_owned()];
            });
            let (persona, side) = (personas[0].id.clone(), Side::Yes);
            let excerpts = personas[0].corpora[&topic.id].statements();
            let own = excerpts.into_iter().find(|own| own.id.as_str() == "takings").unwrap();
            let because = Some(own.text.clone());
            let reply = Reply { persona, side, because, excerpts: vec![own.id.clone()] };
            let issue = AxisId::new("trade").unwrap();
            let crux = Disputed { issue, question: "Is it?".into(), replies: vec![reply] };
            let corpora = Corpora::new(&topic, &personas, Probability::ONE).unwrap();
            wordings(&[crux], &corpora.voices(Seed(1))).swap_remove(0).question
        };
        assert_eq!(asked("Count the takings."), "Is it?");
        assert_ne!(asked(""), "Is it?");
    }
}
