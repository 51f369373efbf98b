//! What a voice hears, in terms that every mode has.

use super::Voices;
use super::components::{ComponentTexts, components, premises};
use crate::text::is_in_short;
use crate::vocabulary::{AxisId, Component, PersonaId, Side, Statement, StatementId};

/// Something that a persona has put forward.
#[derive(Debug, Clone, Copy)]
pub struct Heard<'h> {
    /// The persona that put it forward.
    pub author: &'h PersonaId,
    /// The sentence itself; of an argument, its claim.
    pub text: &'h str,
    /// The axis that it is about, where known.
    pub axis: Option<&'h AxisId>,
    /// The side that it takes on that axis.
    pub side: Option<Side>,
    /// The statements of its author's corpus that it rests on.
    pub excerpts: &'h [StatementId],
    /// In which form it was put forward.
    pub form: HeardForm<'h>,
}

/// The form in which something is put forward.
#[derive(Debug, Clone, Copy)]
pub enum HeardForm<'h> {
    /// An answer to the topic's question. It may rest on several statements and repeats none of
    /// them.
    Thesis,
    /// A single sentence: a statement of the author's corpus, or something that belongs to one.
    Sentence,
    /// A whole statement of the author's corpus, with the reasons and assumptions that it is known
    /// to rest on.
    Statement,
    /// An argument whose components are laid open.
    Argument {
        /// Its premises.
        premises: &'h [String],
        /// Its assumptions.
        assumptions: &'h [String],
    },
}

/// What a sentence is of the statement that it rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The statement itself.
    Claim,
    /// One of its reasons.
    Reason,
    /// One of its assumptions.
    Assumption,
    /// One of its concessions.
    Concession,
    /// Nothing that the author asserts there: a thesis, or a claim that the author attributes to
    /// others.
    Other,
}

/// Something heard, with the statement that it rests on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traced<'a, 'h> {
    pub(super) heard: Heard<'h>,
    pub(super) statement: Option<&'a Statement>,
    pub(super) role: Role,
}

impl<'h> Heard<'h> {
    /// A whole statement of a persona's corpus, as something heard.
    pub fn of_statement(author: &'h PersonaId, statement: &'h Statement) -> Self {
        Self {
            author,
            text: &statement.text,
            axis: statement.axis.as_ref(),
            side: statement.side,
            excerpts: std::slice::from_ref(&statement.id),
            form: HeardForm::Statement,
        }
    }
}

impl<'a> Voices<'a> {
    /// Finds the statement behind something heard: the one that has its text, else the first it
    /// rests on.
    pub(super) fn trace<'h>(&self, heard: &Heard<'h>) -> Traced<'a, 'h> {
        let statements = || self.statements_behind(heard);
        let statement = match heard.form {
            HeardForm::Thesis => None,
            HeardForm::Sentence | HeardForm::Statement | HeardForm::Argument { .. } => {
                statements().find(|own| own.text == heard.text).or_else(|| statements().next())
            }
        };
        let role = statement.map_or(Role::Other, |statement| role(statement, heard.text));
        Traced { heard: *heard, statement, role }
    }

    /// Like [`trace`](Self::trace). If the text is not a sentence of a statement behind it, this
    /// also looks for another statement of the author that it repeats word for word.
    pub(super) fn trace_words<'h>(&self, heard: &Heard<'h>) -> Traced<'a, 'h> {
        let traced = self.trace(heard);
        if traced.whole().is_some() {
            return traced;
        }
        let repeated = self.repeated(heard);
        repeated.map_or(traced, |statement| Traced {
            heard: *heard,
            statement: Some(statement),
            role: Role::Claim,
        })
    }

    /// The statement of its author that something heard repeats word for word.
    fn repeated(&self, heard: &Heard<'_>) -> Option<&'a Statement> {
        let written = &self.corpora.personas.get(heard.author)?.corpus;
        written.statements().find(|own| own.text == heard.text)
    }

    /// The statements that something heard rests on.
    pub(super) fn statements_behind<'h>(
        &self,
        heard: &Heard<'h>,
    ) -> impl Iterator<Item = &'a Statement> + use<'a, 'h> {
        let (voices, author) = (*self, heard.author);
        heard.excerpts.iter().filter_map(move |id| voices.statement(author, id))
    }
}

fn role(statement: &Statement, text: &str) -> Role {
    // A message has a limit on its words.
    if is_in_short(text, &statement.text) {
        Role::Claim
    } else if statement.all_reasons().iter().any(|reason| reason.text == text) {
        Role::Reason
    } else if statement.assumptions.iter().any(|assumption| assumption.text == text) {
        Role::Assumption
    } else if statement.concedes.iter().any(|concession| concession == text) {
        Role::Concession
    } else {
        Role::Other
    }
}

impl<'a: 'h, 'h> Traced<'a, 'h> {
    /// The components that a reply may be aimed at.
    pub(super) fn components(&self) -> Vec<ComponentTexts<'h>> {
        let text = self.heard.text;
        let single = |component| vec![ComponentTexts { component, texts: vec![text] }];
        match (self.heard.form, self.role) {
            (HeardForm::Argument { premises, assumptions }, _) => {
                let [premises, assumptions] =
                    [premises, assumptions].map(|texts| texts.iter().map(String::as_str));
                components(text, premises, assumptions)
            }
            (HeardForm::Statement, _) => {
                let Some(statement) = self.statement else { return single(Component::Claim) };
                let assumed = statement.assumptions.iter().map(|own| own.text.as_str());
                components(text, premises(statement), assumed)
            }
            // Its reasons belong to what it says, but were not said themselves.
            (HeardForm::Sentence, Role::Claim) => {
                let reasons = self.statement.into_iter().flat_map(premises);
                let mut all = components(text, reasons, []);
                all.retain(|own| !matches!(own.component, Component::Premise(_)));
                all
            }
            (HeardForm::Sentence, Role::Reason) => single(Component::Premise(0)),
            (HeardForm::Sentence, Role::Assumption) => single(Component::Assumption(0)),
            (HeardForm::Thesis, _) | (HeardForm::Sentence, Role::Concession | Role::Other) => {
                vec![]
            }
        }
    }
}

impl Traced<'_, '_> {
    pub(super) fn is_on_axis_of(&self, statement: &Statement) -> bool {
        self.heard.axis.is_some() && self.heard.axis == statement.axis.as_ref()
    }

    /// Whether the statement takes the other side of the same axis.
    pub(super) fn is_opposed_by(&self, statement: &Statement) -> bool {
        let sides = self.heard.side.zip(statement.side);
        self.is_on_axis_of(statement) && sides.is_some_and(|(one, other)| one != other)
    }

    /// Whether the statement takes the same side of the same axis.
    pub(super) fn is_joined_by(&self, statement: &Statement) -> bool {
        let sides = self.heard.side.zip(statement.side);
        self.is_on_axis_of(statement) && sides.is_some_and(|(one, other)| one == other)
    }

    /// The statement, where the sentence is that very statement.
    pub(super) fn whole(&self) -> Option<&Statement> {
        self.statement.filter(|_| self.role == Role::Claim)
    }

    /// Whether the statement names the point that was asserted.
    pub(super) fn shares_point_with(&self, statement: &Statement) -> bool {
        self.whole().is_some_and(|own| own.point.is_some() && own.point == statement.point)
    }

    /// Whether one of the two denies the point that the other names.
    pub(super) fn is_denied_by(&self, statement: &Statement) -> bool {
        self.whole().is_some_and(|own| denies(own, statement) || denies(statement, own))
    }
}

/// Whether the first statement denies the point that the second names.
pub(super) fn denies(one: &Statement, other: &Statement) -> bool {
    one.denies.is_some() && one.denies == other.point
}

impl<'a> Voices<'a> {
    /// The statements of an author that a text contains word for word, each as something heard;
    /// `excerpts` are those that it rests on.
    pub fn statements_in<'h>(
        &self,
        author: &'h PersonaId,
        text: &str,
        excerpts: &[StatementId],
    ) -> Vec<Heard<'h>>
    where
        'a: 'h,
    {
        let known = excerpts.iter().filter_map(|id| self.statement(author, id));
        let said = known.filter(|statement| text.contains(statement.text.as_str()));
        said.map(|statement| Heard::of_statement(author, statement)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{everything, heard, pair, personas_with};
    use super::*;
    use crate::vocabulary::{Persona, Seed};

    fn components(personas: &[Persona], statement: &str, text: Option<&str>) -> Vec<String> {
        let corpora = everything(personas);
        let sample = heard(personas, 0, statement, text);
        let traced = corpora.voices(Seed(1)).trace(&sample.heard());
        let joined =
            |said: ComponentTexts<'_>| format!("{}: {}", said.component, said.texts.join(" "));
        traced.components().into_iter().map(joined).collect()
    }

    #[test]
    fn a_sentence_is_heard_as_the_component_that_it_is_in_its_authors_corpus() {
        let personas = personas_with(0, |s| s[0].concedes = vec!["some walk".into()]);
        let of = |text| components(&personas, "takings", text);
        let claim = "Shops lose the custom of drivers.";
        assert_eq!(
            of(None),
            [format!("claim: {claim}"), format!("inference: The reason of takings. {claim}")]
        );
        let reason = "The reason of takings.";
        assert_eq!(of(Some(reason)), [format!("premise 1: {reason}")]);
        let assumption = "Drivers will not walk from a car park.";
        assert_eq!(of(Some(assumption)), [format!("assumption 1: {assumption}")]);
        assert_eq!(of(Some("some walk")), [""; 0], "a reply cannot be aimed at a concession");
        assert_eq!(of(Some("Anything else.")), [""; 0]);
    }

    #[test]
    fn an_argument_is_heard_component_by_component() {
        let personas = pair();
        let corpora = everything(&personas);
        let sample = heard(&personas, 0, "takings", None);
        let (premises, assumptions) = (["One.", "Two."].map(String::from), ["Three.".to_owned()]);
        let form = HeardForm::Argument { premises: &premises, assumptions: &assumptions };
        let traced = corpora.voices(Seed(1)).trace(&Heard { text: "So.", form, ..sample.heard() });
        let components = traced.components();
        let texts: Vec<_> = components.iter().map(|p| (p.component, p.texts.join(" "))).collect();
        let text = |component, text: &str| (component, text.to_owned());
        assert_eq!(
            texts,
            [
                text(Component::Claim, "So."),
                text(Component::Inference, "One. Two. So."),
                text(Component::Premise(0), "One."),
                text(Component::Premise(1), "Two."),
                text(Component::Assumption(0), "Three."),
            ]
        );
    }

    #[test]
    fn a_thesis_repeats_no_statement() {
        let personas = pair();
        let corpora = everything(&personas);
        let sample = heard(&personas, 0, "takings", None);
        let thesis = Heard { form: HeardForm::Thesis, ..sample.heard() };
        let traced = corpora.voices(Seed(1)).trace(&thesis);
        assert!(traced.statement.is_none() && traced.components().is_empty());
    }

    #[test]
    fn a_statement_gives_the_answer_that_was_heard_if_its_axis_and_its_side_are_the_same() {
        let personas = pair();
        let corpora = everything(&personas);
        let voices = corpora.voices(Seed(1));
        let keeper = voices.voice(&personas[0].id).unwrap();
        let giving = |sample: &super::super::samples::OwnedHeard| {
            let traced = voices.trace(&sample.heard());
            let own = keeper.statements().iter().filter(|own| traced.is_joined_by(own));
            own.map(|own| own.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(giving(&heard(&personas, 1, "lungs", None)), ["noise"], "not another axis");
        assert_eq!(giving(&heard(&personas, 1, "park", None)), [""; 0], "not the other side");
        assert_eq!(giving(&heard(&personas, 1, "lungs", Some("It is so."))), [""; 0], "no side");
    }

    #[test]
    fn what_is_heard_rests_on_the_statement_that_has_its_text_or_else_on_the_first() {
        let personas = pair();
        let corpora = everything(&personas);
        let rain = heard(&personas, 0, "rain", None);
        let excerpts = ["takings", "rain"].map(|id| StatementId::new(id).unwrap());
        let behind = |text: &str| {
            let said = Heard { text, excerpts: &excerpts, ..rain.heard() };
            corpora.voices(Seed(1)).trace(&said).statement.unwrap().id.to_string()
        };
        assert_eq!(behind("People on foot stay at home in the rain."), "rain");
        assert_eq!(behind("It is so."), "takings");
    }
}
