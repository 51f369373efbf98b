//! Questions to a model.
//!
//! A mode declares its questions, one file each: the inputs, the prompt template, the answer as a
//! model writes it, and the answer as the protocol uses it, made of typed ids and bounded numbers.
//! [`parse`] turns the one into the other or names every fault; a wrong part that the answer can do
//! without is dropped and recorded. This module knows nothing about how a question is sent
//! ([`crate::provider`]).

mod about;
mod accept;
mod brief;
mod models;
mod narrow;
#[cfg(test)]
pub(crate) mod nonsense;
#[cfg(test)]
pub(crate) mod samples;
mod schema;

use std::fmt;
use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use about::QuestionInfo;
pub(crate) use accept::Cited;
pub use accept::{Accept, Parsed, WhichAnswer};
pub use brief::{Brief, Excerpt};
pub use models::{Models, OwnModels, Parameters, SEARCH, Tier};
pub use narrow::Narrowing;
pub(crate) use narrow::{at_least_two, constant, some_of, tuple, with_fields};
pub use schema::Schema;

use crate::corpus::{Silence, Voices};
use crate::prompt::Template;
use crate::vocabulary::PersonaId;

/// What is the same for every use of a question.
#[derive(Debug, Clone, Copy)]
pub struct Spec {
    /// Its name in files and records, unique within a mode.
    pub name: &'static str,
    /// The version of the rule by which the provider `corpus` answers it. Raising it runs only the
    /// cells again that ask it.
    pub version: u32,
    /// How it is answered, unless its size needs a longer answer.
    pub parameters: Parameters,
    /// Its prompt template, and the schema of its answer.
    pub form: &'static Form,
}

/// The prompt template of a question and the schema of its answer, each made once.
#[derive(Debug)]
pub struct Form {
    template: Template,
    schema: OnceLock<Schema>,
}

impl Form {
    /// Makes the form of a question from its prompt template.
    pub const fn new(template: Template) -> Self {
        Self { template, schema: OnceLock::new() }
    }

    /// The prompt template.
    pub fn template(&self) -> &Template {
        &self.template
    }
}

/// A question to a model. The fields of the implementing struct are its whole input.
pub trait Question: Serialize + fmt::Debug + Send + Sync {
    /// What is the same for every use of it.
    const SPEC: Spec;
    /// The answer as a model writes it. Its schema is sent to models: descriptions are written for
    /// them.
    type Raw: Serialize + DeserializeOwned + JsonSchema;
    /// The answer as the protocol uses it: typed ids and bounded numbers.
    type Answer;

    /// The persona that is asked, if one is.
    fn persona(&self) -> Option<&PersonaId> {
        None
    }
    /// How this use of the question is answered.
    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters
    }

    /// Narrows the schema of the answer to what this use of the question accepts: the ids that
    /// exist, the counts that are wanted. It may exclude no answer that a careful persona would
    /// give.
    fn narrow(&self, schema: &mut Narrowing);

    /// Parses an answer. Every fault goes to `accept`, in words that a model can act on: ranges,
    /// counts, references. If it returns `None`, there is at least one fault.
    fn accept(&self, raw: Self::Raw, accept: &mut Accept) -> Option<Self::Answer>;

    /// Why an answer is empty although one is due. A corpus or a script may hold nothing, so this
    /// is a fault of models only.
    fn emptiness(&self, _answer: &Self::Answer) -> Option<&'static str> {
        None
    }

    /// An answer that passes the checks and makes no sense: tests run every mode with such answers.
    #[cfg(test)]
    fn nonsense(&self, nonsense: &nonsense::Nonsense<'_>) -> Value;
}

/// A question that the provider `corpus` answers from what the personas have written, by fixed
/// rules.
pub trait ByCorpus: Question {
    /// Answers it.
    ///
    /// # Errors
    /// [`Silence`] where the corpora hold no answer.
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<Self::Raw, Silence>;
}

/// Parses the answer to a question.
///
/// # Errors
/// Every fault of the answer, in words that a model can act on.
pub fn parse<Q: Question>(
    question: &Q,
    raw: Q::Raw,
    which: WhichAnswer,
) -> Result<Parsed<Q::Answer>, Vec<String>> {
    let mut accept = Accept::new(which);
    let answer = question.accept(raw, &mut accept);
    accept.finish(answer)
}

/// The schema of the answers to a question.
pub fn schema<Q: Question>() -> &'static Schema {
    Q::SPEC.form.schema.get_or_init(|| {
        let schema = schemars::schema_for!(Q::Raw).to_value();
        Schema::new(schema).expect("a schema has finite numbers")
    })
}

/// A question of any type, for providers that use more than its prompt.
pub trait AnyQuestion: fmt::Debug + Send + Sync {
    /// Answers from what the personas have written, as JSON text.
    ///
    /// # Errors
    /// [`Silence`] where their corpora hold no answer.
    fn answer_by_corpus(&self, voices: &Voices<'_>) -> Result<String, Silence>;

    /// The schema of the answers that this use of the question accepts.
    fn narrowed_schema(&self) -> Value;

    /// Answers as [`Question::nonsense`] does.
    #[cfg(test)]
    fn answer_with_nonsense(&self, nonsense: &nonsense::Nonsense<'_>) -> Value;
}

impl<Q: ByCorpus> AnyQuestion for Q {
    fn answer_by_corpus(&self, voices: &Voices<'_>) -> Result<String, Silence> {
        let raw = self.by_corpus(voices)?;
        Ok(serde_json::to_string(&raw).expect("an answer has text keys and finite numbers"))
    }

    fn narrowed_schema(&self) -> Value {
        let mut schema = Narrowing::new(schema::<Q>());
        self.narrow(&mut schema);
        schema.finish()
    }

    #[cfg(test)]
    fn answer_with_nonsense(&self, nonsense: &nonsense::Nonsense<'_>) -> Value {
        self.nonsense(nonsense)
    }
}
