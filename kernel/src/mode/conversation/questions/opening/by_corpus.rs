//! `opening`: the speech is the persona's case in short (rule 16), or without one the sentence of
//! the topic that it agrees with, and then the first statements with which it opens: the pillars of
//! its case, and the one that leads best on each other axis (rule 5). It is based on all of these
//! statements. The persona grants the points that it shares with others (rule 4); in an adversarial
//! debate also those that are pillars of its case, because there a shared point is not a stance.
//!
//! Left out of the speech: statements after the fourth. Left out beside the thesis: positions. What
//! the persona has written on a question on which its thesis does not rest is among the statements
//! on which the speech is based.

use super::{Opening, OpeningAnswer};
use crate::corpus::{Silence, Voices};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::shared::questions::argument::opening_statements;
use crate::mode::shared::questions::thesis::{GrantDraft, ThesisDraft};
use crate::question::ByCorpus;

/// The number of statements in a speech, besides the thesis.
const SPOKEN: usize = 4;

impl ByCorpus for Opening {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<OpeningAnswer, Silence> {
        answer(self, voices)
    }
}

fn answer(question: &Opening, voices: &Voices<'_>) -> Result<OpeningAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let thesis = ThesisDraft::from_case(&voice, &question.topic);
    let statements = opening_statements(&voice, voices, &question.topic, SPOKEN);
    let spoken = statements.iter().take(SPOKEN).map(|statement| statement.text.as_str());
    let speech: Vec<&str> = std::iter::once(thesis.claim.as_str()).chain(spoken).collect();
    let grants = match question.tone {
        ConversationTone::Open => GrantDraft::of_voice(&voice, voices),
        ConversationTone::Adversarial => GrantDraft::all_of_voice(&voice, voices),
    };
    Ok(OpeningAnswer {
        speech: speech.join(" "),
        excerpts: statements.iter().map(|statement| statement.id.to_string()).collect(),
        grants,
        thesis,
        positions: vec![],
    })
}
