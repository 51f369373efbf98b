//! `thesis`: the topic's own thesis for the side that the corpus takes, resting on the statements of which the persona is
//! surest (rule 2).
//!
//! Left out: all but three of the statements on the persona's own side. Among equals the first of the corpus are taken.

use std::cmp::Reverse;

use super::{Thesis, ThesisAnswer};
use crate::corpus::{Silence, Voices, sortable};
use crate::vocabulary::{Side, Statement};

/// A thesis rests on so many statements.
const PILLARS: usize = 3;

pub(super) fn answer(question: &Thesis, voices: &Voices<'_>) -> Result<ThesisAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let side = voice.thesis_side();
    let claim = match side {
        Side::Yes => question.topic.yes.clone(),
        Side::No => question.topic.no.clone(),
    };
    let own = voice.statements().iter().copied();
    let mut surest: Vec<&Statement> =
        own.filter(|own| !own.reasons.is_empty() && !voice.grants(own)).collect();
    surest.sort_by_key(|own| Reverse(sortable(own.confidence.value())));
    let excerpts = surest.iter().take(PILLARS).map(|own| own.id.to_string()).collect();
    Ok(ThesisAnswer { claim, side, excerpts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::question::{Brief, Question};
    use crate::vocabulary::Seed;
    use crate::vocabulary::samples::topic;

    #[test]
    fn a_thesis_is_the_topics_own_and_rests_on_the_surest_statements_of_its_side() {
        let personas = pair();
        let question = Thesis { brief: Brief::new(&personas[0], &topic()), topic: topic() };
        let corpora = everything(&personas);
        let answer = answer(&question, &corpora.voices(Seed(1))).unwrap();
        assert_eq!(question.accept(answer.clone()).err(), None);
        assert_eq!((answer.claim.as_str(), answer.side), ("Keep it open.", Side::No));
        assert_eq!(answer.excerpts, ["corner", "takings", "rain"]);
    }
}
