//! `claims`: every statement of the speaker's corpus that the speech says word for word, in their
//! order in the speech, with the reasons and assumptions that it says.
//!
//! 1. A statement that says what an earlier claim says, because both name one point (rule 9),
//!    concedes it. A concession in other words grants a part of what was heard and is not a claim.
//! 2. Any other statement answers the earlier claim that the speech quotes directly before it, or
//!    else the one that it matches best (rule 8): it rebuts a claim, undermines a reason, undercuts
//!    an inference. A quoted claim that it does not match, on the other side of the same axis, it
//!    rebuts.
//! 3. A claim about what will or would happen is a forecast, and one that gives its reason is a
//!    conclusion. Both are general: the numbers in them show no more than that the forecast or the
//!    reason is exact. Of the others, one that names a year before 2000 is historical, one with
//!    another number in digits that is not a date is statistical, and one on an axis about a
//!    definition is definitional. What is left is general.

use std::cmp::Reverse;

use super::{AnswerDraft, Answering, ClaimDraft, ClaimKind, Claims, ClaimsAnswer};
use crate::corpus::{Heard, Reply, Silence, Untagged, Voice, Voices, sortable};
use crate::mode::procon::questions::figures::{is_conclusion, is_forecast, numbers};
use crate::mode::procon::questions::speech::by_corpus::ends_with_quote;
use crate::mode::shared::questions::thesis::ReasonDraft;
use crate::question::{ByCorpus, Cited};
use crate::text::to_sentence;
use crate::vocabulary::{Component, Disagreement, MOST_CITATIONS, Statement};

impl ByCorpus for Claims {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ClaimsAnswer, Silence> {
        let voice = voices.voice(&self.speech.speaker)?;
        let text = &self.speech.text;
        let of_speech = |own: &&&Statement| {
            let is_excerpt = self.speech.excerpts.contains(&own.id);
            is_excerpt && text.contains(&own.text) && !own.is_case()
        };
        let mut said: Vec<&Statement> =
            voice.statements().iter().filter(of_speech).copied().collect();
        said.sort_by_key(|own| text.find(&own.text));
        let heard: Vec<Heard<'_>> = self.earlier.iter().map(|claim| claim.heard()).collect();
        let is_shared = |at: usize| voice.shares(&heard[at]);
        let replies = voice.replies(&heard, Untagged::BySide, |at, _| !is_shared(at));
        let reader = Reader { question: self, voice: &voice, heard, replies };
        Ok(ClaimsAnswer { claims: said.into_iter().map(|own| reader.claim(own)).collect() })
    }
}

struct Reader<'q, 'v> {
    question: &'q Claims,
    voice: &'q Voice<'v>,
    /// The earlier claims.
    heard: Vec<Heard<'q>>,
    /// What any statement replies to them, those apart that the persona shares.
    replies: Vec<Reply<'v>>,
}

impl<'v> Reader<'_, 'v> {
    fn claim(&self, own: &'v Statement) -> ClaimDraft {
        let clauses = self.voice.clauses(own);
        let said =
            clauses.filter(|(text, _)| self.question.speech.text.contains(&to_sentence(text)));
        let reasons: Vec<ReasonDraft> =
            said.map(|(text, link)| ReasonDraft::new(text, link)).collect();
        ClaimDraft {
            again: None,
            text: own.text.clone(),
            kind: self.kind(own),
            reasons,
            axis: own.axis.as_ref().map(ToString::to_string),
            side: own.side,
            evidence: own.citations().map(Cited::from).take(MOST_CITATIONS).collect(),
            excerpts: vec![own.id.to_string()],
            answers: self.conceded(own).or_else(|| self.answered(own)).into_iter().collect(),
        }
    }

    fn kind(&self, own: &Statement) -> ClaimKind {
        if is_forecast(&own.text) || is_conclusion(&own.text) {
            return ClaimKind::General;
        }
        let axis = own.axis.as_ref().and_then(|axis| self.voice.axis(axis));
        let is_definition = axis.is_some_and(|axis| axis.kind == Disagreement::Definition);
        let definitional = is_definition.then_some(ClaimKind::Definitional);
        by_numbers(&own.text).or(definitional).unwrap_or(ClaimKind::General)
    }

    fn draft(&self, at: usize, how: Answering, number: usize) -> AnswerDraft {
        AnswerDraft { claim: self.question.earlier[at].id.to_string(), how, number }
    }

    /// The earlier claim that the statement accepts.
    fn conceded(&self, own: &Statement) -> Option<AnswerDraft> {
        let says_the_same =
            |heard: &Heard<'_>| self.voice.concedes(heard).iter().any(|same| same.id == own.id);
        let at = self.heard.iter().position(says_the_same)?;
        Some(self.draft(at, Answering::Concede, 0))
    }

    /// The earlier claim against which the statement is said.
    fn answered(&self, own: &Statement) -> Option<AnswerDraft> {
        let text = &self.question.speech.text;
        let before = &text[..text.find(&own.text)?];
        let quoted = self.heard.iter().position(|heard| ends_with_quote(before, heard));
        let replies = self.replies.iter().filter(|reply| reply.statement.id == own.id);
        let mut replies: Vec<&Reply<'_>> = replies.collect();
        replies.sort_by_key(|reply| {
            (Some(reply.heard) != quoted, Reverse(sortable(reply.rank())), Reverse(reply.heard))
        });
        let best = replies.first().filter(|reply| quoted.is_none_or(|at| reply.heard == at));
        if let Some(reply) = best {
            return Some(match reply.component {
                Component::Claim => self.draft(reply.heard, Answering::Rebut, 0),
                Component::Inference => self.draft(reply.heard, Answering::Undercut, 0),
                Component::Premise(index) | Component::Assumption(index) => {
                    self.draft(reply.heard, Answering::Undermine, index + 1)
                }
            });
        }
        let is_opposed = |at: &usize| {
            let heard = &self.heard[*at];
            heard.axis == own.axis.as_ref() && heard.side.is_some_and(|side| Some(side) != own.side)
        };
        quoted.filter(is_opposed).map(|at| self.draft(at, Answering::Rebut, 0))
    }
}

/// The kind of claim that the numbers in digits of a sentence make. A date of today's time says
/// only when something was, and makes none: whether it was so is another matter.
fn by_numbers(text: &str) -> Option<ClaimKind> {
    let numbers = numbers(text);
    if numbers.iter().any(|number| number.year.is_some_and(|year| year < 2000)) {
        return Some(ClaimKind::Historical);
    }
    numbers.iter().any(|number| !number.is_date).then_some(ClaimKind::Statistical)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpora;
    use crate::corpus::samples::{pair, personas_with};
    use crate::mode::procon::detail::side_name;
    use crate::mode::procon::questions::shown_speech::ShownSpeech;
    use crate::mode::shared::questions::argument::ShownArgument;
    use crate::question::Brief;
    use crate::vocabulary::samples::{answer, topic};
    use crate::vocabulary::{NodeId, Persona, Probability, Seed, Side, Topic, TurnId};

    #[test]
    fn a_conclusion_is_general_whatever_numbers_its_reason_names() {
        for (text, conclusion) in [
            ("Shops lose customers, since takings fell by 12%.", true),
            ("Shops lose customers because takings fell by 12%.", true),
            ("Takings fell by 12%, so shops lose customers.", true),
            ("The street has been closed since January 2009.", false),
        ] {
            assert_eq!(is_conclusion(text), conclusion, "{text}");
        }
    }

    #[test]
    fn a_forecast_is_general_whatever_numbers_it_names() {
        let cases = [
            ("Shops lost 12% of their takings.", false, Some(ClaimKind::Statistical)),
            ("The street was closed in 1987.", false, Some(ClaimKind::Historical)),
            ("Shops will lose 12% of their takings by 2030.", true, Some(ClaimKind::Statistical)),
            ("They won’t come back in 5 years.", true, Some(ClaimKind::Statistical)),
            ("The mill employs 1200 people.", false, Some(ClaimKind::Statistical)),
            ("It closed on 3 May 1987.", false, Some(ClaimKind::Historical)),
            ("The bridge was built in 1387.", false, Some(ClaimKind::Historical)),
            ("Takings fell on 3 May 2024 and in 2025.", false, None),
            ("Takings fell by 3% in May 2024.", false, Some(ClaimKind::Statistical)),
            ("The mayor won the vote of 2019.", false, None),
            ("Shops lose customers.", false, None),
            ("Takings fell on 13 May 2024.", false, None),
            ("In May 126 shops closed.", false, Some(ClaimKind::Statistical)),
            ("The tower was built in 2000.", false, None),
            ("The tower was built in 1999.", false, Some(ClaimKind::Historical)),
        ];
        for (text, forecast, kind) in cases {
            assert_eq!((is_forecast(text), by_numbers(text)), (forecast, kind), "{text}");
        }
    }

    /// What the keeper claims by saying these statements, where the walker said one before.
    fn claims(
        personas: &[Persona],
        topic: &Topic,
        before: &str,
        said: &[&str],
        lead: &str,
    ) -> ClaimsAnswer {
        claims_after(personas, topic, &[before], said, lead)
    }

    /// The same after several statements of the walker, of which the first is n5.
    fn claims_after(
        personas: &[Persona],
        topic: &Topic,
        before: &[&str],
        said: &[&str],
        lead: &str,
    ) -> ClaimsAnswer {
        let statement = |by: usize, id: &str| {
            personas[by].corpora[&topic.id].statement(&id.parse().unwrap()).unwrap().clone()
        };
        let texts: Vec<String> = said.iter().map(|id| statement(0, id).text).collect();
        let speech = ShownSpeech {
            turn: TurnId::new(1),
            round: "Opening".into(),
            side: side_name(Side::No),
            speaker: personas[0].id.clone(),
            text: format!("{lead} {}", texts.join(" ")),
            checks: vec![],
            excerpts: said.iter().map(|id| id.parse().unwrap()).collect(),
        };
        let earlier = |(number, id): (u32, &&str)| {
            let heard = statement(1, id);
            ShownArgument {
                id: NodeId::new(number),
                author: personas[1].id.clone(),
                label: None,
                claim: heard.text,
                premises: vec!["I heard it.".into(), "I felt it.".into()],
                assumptions: vec![],
                axis: heard.axis,
                side: heard.side,
                excerpts: vec![heard.id],
                endorsed_by: [].into(),
            }
        };
        let question = Claims {
            topic: topic.clone(),
            speech,
            earlier: (5..).zip(before).map(earlier).collect(),
            granted: vec![],
            own: vec![],
            most: 5,
            brief: Brief::new(&personas[0], topic),
        };
        let corpora = Corpora::new(topic, personas, Probability::ONE).unwrap();
        question.by_corpus(&corpora.voices(Seed(1))).unwrap()
    }

    #[test]
    fn a_statement_concedes_the_claim_that_makes_the_same_point_and_no_other_does() {
        let found = claims(&pair(), &topic(), "din", &["noise", "takings"], "").claims;
        let answers = found.iter().map(|claim| {
            let answers = claim.answers.iter().map(|it| (it.claim.as_str(), it.how));
            (claim.excerpts[0].as_str(), answers.collect::<Vec<_>>())
        });
        let conceded = vec![("n5", Answering::Concede)];
        assert_eq!(answers.collect::<Vec<_>>(), [("noise", conceded), ("takings", vec![])]);
    }

    #[test]
    fn a_claim_on_a_question_of_definition_is_definitional() {
        let mut topic = topic();
        topic.axes[1].kind = Disagreement::Definition;
        let kinds: Vec<ClaimKind> = claims(&pair(), &topic, "din", &["corner", "takings"], "")
            .claims
            .iter()
            .map(|claim| claim.kind)
            .collect();
        assert_eq!(kinds, [ClaimKind::Definitional, ClaimKind::General]);
    }

    #[test]
    fn a_statement_rebuts_the_claim_that_is_quoted_before_it_where_they_answer_one_question_oppositely()
     {
        let answered = |before: &str, own: &str| {
            let quoted = pair()[1].corpora[&topic().id]
                .statement(&before.parse().unwrap())
                .unwrap()
                .text
                .clone();
            let lead = format!("The other side says: “{quoted}”");
            let found = claims(&pair(), &topic(), before, &[own], &lead).claims;
            found[0].answers.first().map(|answer| answer.how)
        };
        assert_eq!(answered("stroll", "takings"), Some(Answering::Rebut));
        assert_eq!(answered("stroll", "noise"), None, "on another question");
        assert_eq!(answered("lungs", "noise"), None, "on the same side");
    }

    #[test]
    fn a_speech_claims_the_statements_that_it_rests_on_and_says() {
        let speech_of = |lead: &str| {
            let found = claims(&pair(), &topic(), "din", &["takings"], lead).claims;
            found.into_iter().map(|claim| claim.excerpts.concat()).collect::<Vec<_>>()
        };
        assert_eq!(speech_of("It rains."), ["takings"]);
        let corner = "Exhaust goes round the corner.";
        assert_eq!(speech_of(corner), ["takings"], "it does not rest on the statement");
    }

    #[test]
    fn the_kind_of_a_claim_is_that_of_what_it_says_now() {
        for (text, kind) in [
            ("Shops will lose 12% of their takings.", ClaimKind::General),
            ("Shops lose customers, since takings fell by 12%.", ClaimKind::General),
            ("Shops lost 12% of their takings.", ClaimKind::Statistical),
            ("The street was closed in 1987.", ClaimKind::Historical),
            ("Shops lose customers.", ClaimKind::General),
        ] {
            let personas = personas_with(0, |statements| statements[0].text = text.into());
            let found = claims(&personas, &topic(), "din", &["takings"], "").claims;
            assert_eq!(found[0].kind, kind, "{text}");
        }
    }

    #[test]
    fn a_statement_answers_the_claim_that_it_was_written_against_unless_the_speaker_shares_it() {
        let answered = |before: &str, own: &str, thought: &str| {
            let personas = personas_with(0, |statements| {
                for statement in statements.iter_mut() {
                    statement.answers = vec![answer(Component::Claim, thought)];
                }
            });
            let found = claims(&personas, &topic(), before, &[own], "").claims;
            found[0].answers.first().map(|answer| answer.how)
        };
        let stroll = "people on foot stop more often and spend more";
        assert_eq!(answered("stroll", "rain", stroll), Some(Answering::Rebut));
        assert_eq!(answered("din", "corner", "nobody can hear himself think there"), None);
    }

    #[test]
    fn of_several_claims_that_a_statement_answers_the_quoted_one_is_meant() {
        let personas = personas_with(0, |statements| {
            statements[2].answers = vec![answer(Component::Premise(0), "I felt it")];
        });
        let answered = |quoted: &str| {
            let corpus = &personas[1].corpora[&topic().id];
            let text = &corpus.statement(&quoted.parse().unwrap()).unwrap().text;
            let lead = format!("The other side says: “{text}”");
            let before = ["stroll", "park"];
            let found = claims_after(&personas, &topic(), &before, &["rain"], &lead).claims;
            let answer = found[0].answers.first().expect("it answers one of them").clone();
            (answer.claim, answer.how, answer.number)
        };
        assert_eq!(answered("stroll"), ("n5".to_owned(), Answering::Undermine, 2));
        assert_eq!(answered("park"), ("n6".to_owned(), Answering::Undermine, 2));
    }
}
