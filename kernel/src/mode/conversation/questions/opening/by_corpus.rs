//! `opening`: the speech is the persona's case in short (rule 16), or without one the sentence of
//! the topic that it agrees with, and then the first statements with which it opens: the pillars of
//! its case, and the one that leads best on each other axis (rule 5). It is based on all of these
//! statements. The persona grants the points that it shares with others (rule 4); in an adversarial
//! debate also those that are pillars of its case, because there a shared point is not a stance.
//!
//! Asked for all its answers, it also says what the answers rest on from which its thesis follows
//! and which no other persona disputes: later turns do not come to them.
//!
//! Left out of the speech: statements after the fourth. Left out beside the thesis: all other
//! positions. What the persona has written on a question on which its thesis does not rest is among
//! the statements on which the speech is based.

use std::collections::BTreeSet;

use super::{Opening, OpeningAnswer};
use crate::corpus::{Silence, Voice, Voices};
use crate::mode::conversation::run::ConversationTone;
use crate::mode::shared::questions::argument::opening_statements;
use crate::mode::shared::questions::position::PositionDraft;
use crate::mode::shared::questions::thesis::{GrantDraft, ReasonDraft, ThesisDraft};
use crate::question::ByCorpus;
use crate::vocabulary::{AxisId, AxisSide};

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
        positions: if question.answers_all { undisputed(&voice) } else { vec![] },
    })
}

/// The persona's answers on which its thesis rests, which no other persona disputes, and which rest
/// on other answers in turn.
fn undisputed(voice: &Voice<'_>) -> Vec<PositionDraft> {
    let asserts =
        |axis: &AxisId| Some(AxisSide { axis: axis.clone(), side: voice.stance(axis)?.side });
    let held = voice.dependence().issues().into_iter().filter_map(asserts);
    held.filter(|asserts| !voice.is_disputed(asserts))
        .filter_map(|asserts| position(&asserts, voice))
        .collect()
}

/// The first pillar for an answer, with what all pillars for it rest on. `None` if that is nothing.
fn position(asserts: &AxisSide, voice: &Voice<'_>) -> Option<PositionDraft> {
    let pillars = voice.pillars_for(asserts);
    let first = *pillars.first()?;
    let rests_on = pillars.iter().map(|pillar| voice.rests_on(pillar));
    let common: BTreeSet<AxisId> = rests_on.reduce(|common, rests| &common & &rests)?;
    let is_common = |reason: &ReasonDraft| {
        reason.axis.as_deref().is_some_and(|axis| common.iter().any(|id| id.as_str() == axis))
    };
    let mut rests_on = ReasonDraft::linked_of(voice, first);
    rests_on.retain(is_common);
    (!rests_on.is_empty()).then(|| PositionDraft {
        text: first.text.clone(),
        axis: asserts.axis.to_string(),
        side: asserts.side,
        rests_on,
        evidence: vec![],
        excerpts: vec![first.id.to_string()],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{Reason, Seed, Side, Statement};

    /// The positions of a keeper whose case rests on the air, as do the statements with these
    /// reasons about trade; the walker answers on the air with this side.
    fn positions(answers_all: bool, walkers: Side, rests_on_trade: &[bool]) -> Vec<String> {
        let asserts = |axis: &str, side| {
            let asserts = Some(AxisSide { axis: AxisId::new(axis).unwrap(), side });
            Reason { asserts, ..reason(&format!("It is so with {axis}.")) }
        };
        let mut personas = pair();
        let case = statement("case", "Keep it open.", "trade", Side::No);
        let own = rests_on_trade.iter().zip(1..).map(|(rests, number)| Statement {
            reasons: vec![if *rests { asserts("trade", Side::Yes) } else { reason("Why not.") }],
            ..statement(&format!("wind-{number}"), &format!("Wind {number}."), "air", Side::No)
        });
        let of_keeper = [Statement { axis: None, reasons: vec![asserts("air", Side::No)], ..case }];
        let of_walker = [statement("breath", "The air is what it is.", "air", walkers)];
        let statements: [Vec<Statement>; 2] =
            [of_keeper.into_iter().chain(own).collect(), of_walker.into()];
        for (persona, statements) in personas.iter_mut().zip(statements) {
            let known = &mut persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements;
            known.retain(|own| own.axis != AxisId::new("air").ok());
            known.extend(statements);
        }
        let question = Opening {
            brief: Brief::new(&personas[0], &topic()),
            topic: topic(),
            tone: ConversationTone::Open,
            answers_all,
        };
        let corpora = everything(&personas);
        let opened = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(complaints(&question, opened.clone()), [""; 0]);
        let shown = |own: PositionDraft| {
            let rests_on = own.rests_on.into_iter().filter_map(|reason| reason.axis);
            format!("{} {}: {}", own.axis, own.side.word(), rests_on.collect::<Vec<_>>().join(" "))
        };
        opened.positions.into_iter().map(shown).collect()
    }

    #[test]
    fn dialectic_rule_9_an_opening_says_what_undisputed_answers_of_the_case_rest_on() {
        let none: [String; 0] = [];
        assert_eq!(positions(true, Side::No, &[true]), ["air no: trade"]);
        assert_eq!(positions(true, Side::No, &[true, true]), ["air no: trade"], "said once");
        assert_eq!(positions(true, Side::No, &[true, false]), none, "one is enough without trade");
        assert_eq!(positions(true, Side::Yes, &[true]), none, "it will be debated");
        assert_eq!(positions(false, Side::No, &[true]), none, "it is not asked for");
    }
}
