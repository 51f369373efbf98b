//! Which claim of other personas each `answers` of a statement finds.

use super::components::{KINDS, bag, is_for, premises};
use super::cues::{COMES_TO_MIND, Connection, Cue};
use super::heard::{Heard, HeardForm, Traced};
use super::{Untagged, Voice, Voices};
use crate::text::Index;
use crate::vocabulary::{AxisId, Component, Objection, PersonaId, Side, Statement, StatementId};

/// An `answers` of a statement, with what it is nearest to.
#[derive(Debug, Clone)]
pub struct AnswerTarget<'a> {
    /// The statement that answers.
    pub statement: &'a Statement,
    /// What it answers, in the words of its author.
    pub answer: &'a Objection,
    /// What it matches best; `None` if it has no word in common with anything of that kind.
    pub best: Option<BestMatch<'a>>,
}

/// A sentence of another persona that an `answers` matches.
#[derive(Debug, Clone)]
pub struct BestMatch<'a> {
    /// The persona.
    pub persona: &'a PersonaId,
    /// The statement that the sentence belongs to.
    pub statement: &'a Statement,
    /// The sentence; of an inference, its claim.
    pub text: String,
    /// How well it matches. *Range*: [0, 1].
    pub score: f64,
}

impl BestMatch<'_> {
    /// The least score with which an `answers` finds a sentence.
    pub const LEAST_SCORE: f64 = COMES_TO_MIND;

    /// Whether the match is good enough for the statement to be used as a reply.
    pub fn is_found(&self) -> bool {
        self.score >= Self::LEAST_SCORE
    }
}

/// A sentence that can be answered, as the argument that it makes in a debate.
struct Argument<'a> {
    persona: &'a PersonaId,
    statement: &'a Statement,
    text: &'a str,
    axis: Option<&'a AxisId>,
    side: Option<Side>,
    premises: Vec<String>,
    assumptions: Vec<String>,
    excerpts: [StatementId; 1],
}

impl<'a> Argument<'a> {
    fn of_statement(voice: &Voice<'a>, statement: &'a Statement) -> Self {
        Self {
            persona: voice.persona(),
            statement,
            text: &statement.text,
            axis: statement.axis.as_ref(),
            side: statement.side,
            premises: premises(statement).map(str::to_owned).collect(),
            assumptions: statement.assumptions.iter().map(|own| own.text.clone()).collect(),
            excerpts: [statement.id.clone()],
        }
    }

    /// A case in short, and each of its reasons: the thesis rests on them, so that each is a claim
    /// too.
    fn of_case(voice: &Voice<'a>, case: &'a Statement) -> Vec<Self> {
        let mut arguments = vec![Self::of_statement(voice, case)];
        for (reason, link) in case.all_reasons().into_iter().zip(&voice.links(case).reasons) {
            let asserts = link.as_ref().map(|link| &link.asserts);
            arguments.push(Self {
                text: &reason.text,
                axis: asserts.map(|asserts| &asserts.axis),
                side: asserts.map(|asserts| asserts.side),
                premises: reason.reasons.iter().map(|below| below.text.clone()).collect(),
                assumptions: Vec::new(),
                ..Self::of_statement(voice, case)
            });
        }
        arguments
    }

    fn heard(&self) -> Heard<'_> {
        Heard {
            author: self.persona,
            text: self.text,
            axis: self.axis,
            side: self.side,
            excerpts: &self.excerpts,
            form: HeardForm::Argument { premises: &self.premises, assumptions: &self.assumptions },
        }
    }
}

impl<'a> Voices<'a> {
    /// Each `answers` of a persona, and what it matches best in the statements and the cases in
    /// short of others, as if each of them had been made in the debate. In a debate fewer
    /// statements are made, so the scores there differ a little.
    pub fn answer_targets(
        &self,
        persona: &PersonaId,
        others: &[PersonaId],
    ) -> Vec<AnswerTarget<'a>> {
        let Ok(voice) = self.voice(persona) else { return Vec::new() };
        let (mut said, mut cases) = (Vec::new(), Vec::new());
        for other in others.iter().filter_map(|other| self.voice(other).ok()) {
            let statements = other.statements().iter();
            said.extend(statements.map(|own| Argument::of_statement(&other, own)));
            cases.extend(other.case().iter().flat_map(|case| Argument::of_case(&other, case)));
        }
        // They are searched apart, because no thesis is an argument among others: it would change
        // how rare a word is.
        let [said, cases] = [said, cases].map(|arguments| self.best_matches(&voice, &arguments));
        let target = |((statement, answer), matches): (_, [Option<BestMatch<'a>>; 2])| {
            let best = matches.into_iter().flatten().max_by(|a, b| a.score.total_cmp(&b.score));
            AnswerTarget { statement, answer, best }
        };
        let matches = cases.into_iter().zip(said).map(<[_; 2]>::from);
        written_answers(&voice).zip(matches).map(target).collect()
    }

    /// For each `answers` of a persona the best match among some arguments.
    fn best_matches(
        &self,
        voice: &Voice<'a>,
        arguments: &[Argument<'a>],
    ) -> Vec<Option<BestMatch<'a>>> {
        let heard: Vec<Heard<'_>> = arguments.iter().map(Argument::heard).collect();
        let traced: Vec<Traced<'_, '_>> = heard.iter().map(|heard| self.trace(heard)).collect();
        let kinds = KINDS.map(|kind| Components::of(self, &traced, kind));
        let best = |(statement, answer): (&'a Statement, &'a Objection)| {
            let kind = kinds.iter().find(|components| is_for(components.kind, answer.component))?;
            let (at, text, score) = kind.best(voice, &traced, statement, answer)?;
            let Argument { persona, statement, .. } = arguments[at];
            Some(BestMatch { persona, statement, text: text.to_owned(), score })
        };
        written_answers(voice).map(best).collect()
    }
}

/// Each `answers` of a persona, with its statement.
fn written_answers<'a>(
    voice: &Voice<'a>,
) -> impl Iterator<Item = (&'a Statement, &'a Objection)> + use<'a> {
    let statements = voice.statements().to_vec().into_iter();
    statements.flat_map(|own| own.answers.iter().map(move |answer| (own, answer)))
}

/// Everything that an `answers` of one kind can find, with its index.
struct Components<'t> {
    kind: Component,
    /// The last text of each component, and the position of the argument that it is in.
    texts: Vec<(usize, &'t str)>,
    index: Index,
}

impl<'t> Components<'t> {
    fn of(voices: &Voices<'t>, traced: &[Traced<'t, 't>], kind: Component) -> Self {
        let components = traced
            .iter()
            .enumerate()
            .flat_map(|(at, traced)| traced.components().into_iter().map(move |texts| (at, texts)));
        let components: Vec<_> =
            components.filter(|(_, texts)| is_for(texts.component, kind)).collect();
        let bags: Vec<_> =
            components.iter().map(|(_, texts)| bag(voices.lexicon(), &texts.texts)).collect();
        let index = Index::new(bags.iter().map(AsRef::as_ref));
        let text = |texts: &[&'t str]| texts.last().copied().unwrap_or_default();
        let texts = components.iter().map(|(at, texts)| (*at, text(&texts.texts))).collect();
        Self { kind, texts, index }
    }

    /// The position of the argument that matches best, the sentence, and its score.
    fn best(
        &self,
        voice: &Voice<'_>,
        traced: &[Traced<'_, '_>],
        statement: &Statement,
        answer: &Objection,
    ) -> Option<(usize, &'t str, f64)> {
        let cue = Cue { statement, kind: self.kind, text: &answer.text, link: Connection::Answers };
        let scores = self.index.scores(&voice.voices.lexicon().bag(cue.text));
        let scored = self.texts.iter().zip(scores).map(|((at, text), score)| {
            (*at, *text, voice.weighted(&traced[*at], cue, score, Untagged::ByWords))
        });
        scored.filter(|(_, _, score)| *score > 0.0).max_by(|one, other| one.2.total_cmp(&other.2))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, pair, personas_with};
    use super::*;
    use crate::vocabulary::samples::{answer, reason, statement};
    use crate::vocabulary::{Persona, Reason, Seed};

    /// Each answer of the first persona: the statement it finds, or what it is nearest to.
    fn targets(personas: &[Persona]) -> Vec<String> {
        let corpora = everything(personas);
        let [first, second] = [0, 1].map(|index| personas[index].id.clone());
        let targets = corpora.voices(Seed(0)).answer_targets(&first, &[second]);
        let shown = |target: AnswerTarget<'_>| {
            let best = target.best.map(|best| {
                let found = if best.is_found() { "finds" } else { "is near" };
                format!("{found} {}: {}", best.statement.id, best.text)
            });
            format!("{} {}", target.statement.id, best.unwrap_or_else(|| "finds nothing".into()))
        };
        targets.into_iter().map(shown).collect()
    }

    #[test]
    fn an_answer_finds_the_sentence_that_it_quotes() {
        let stroll = "rain finds stroll: People on foot stop more often and spend more.";
        assert_eq!(targets(&pair()), [stroll]);
    }

    #[test]
    fn an_answer_finds_only_components_of_its_kind() {
        let personas = personas_with(0, |statements| {
            let quoted = "people on foot stop more often and spend more";
            statements[2].answers = vec![
                answer(Component::Premise(0), quoted),
                answer(Component::Premise(0), "three"),
                answer(Component::Claim, "an unheard of zebra"),
            ];
        });
        let found = targets(&personas);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0], "rain finds nothing");
        assert_eq!(found[1], "rain finds stroll: Three.");
        assert!(found[2].starts_with("rain is near") || found[2] == "rain finds nothing");
    }
    #[test]
    fn an_answer_finds_a_reason_of_a_case_in_short_as_a_claim_and_as_a_premise() {
        let [keeper, _] = <[Persona; 2]>::try_from(personas_with(0, |statements| {
            statements[2].answers = vec![
                answer(Component::Claim, "a broad pavement invites neighbours"),
                answer(Component::Premise(0), "a broad pavement invites neighbours"),
                answer(Component::Claim, "elsewhere terraces flourish"),
                answer(Component::Premise(0), "elsewhere terraces flourish"),
                answer(Component::Assumption(0), "elsewhere terraces flourish"),
            ];
        }))
        .unwrap();
        let [_, walker] = <[Persona; 2]>::try_from(personas_with(1, |statements| {
            let below = vec![reason("Elsewhere terraces flourish.")];
            let broad = reason("A broad pavement invites neighbours.");
            let case = statement("case", "Close it.", "trade", Side::Yes);
            let reasons = vec![Reason { reasons: below, ..broad }];
            statements.push(Statement { axis: None, reasons, ..case });
        }))
        .unwrap();
        let [broad, terraces] =
            ["A broad pavement invites neighbours.", "Elsewhere terraces flourish."]
                .map(|text| format!("rain finds case: {text}"));
        let none = "rain finds nothing".to_owned();
        let expected = [broad.clone(), broad, terraces.clone(), terraces, none];
        assert_eq!(targets(&[keeper, walker]), expected);
    }

    #[test]
    fn a_match_is_good_enough_from_a_quarter() {
        let personas = pair();
        let statement = personas[0].corpora.values().next().unwrap().statements().next().unwrap();
        let is_found = |score: f64| {
            let (persona, text) = (&personas[0].id, statement.text.clone());
            BestMatch { persona, statement, text, score }.is_found()
        };
        assert_eq!([0.24, 0.25, 0.26].map(is_found), [false, true, true]);
    }
}
