//! Asks a persona for its opening arguments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Brief, Faults, Kind, Parameters, Task, Tier};
use crate::record::Claim;
use crate::vocabulary::{PersonaId, Side, Tokens, Topic};

/// Asks a persona for structured arguments on a topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Arguments {
    /// Who is asked.
    pub brief: Brief,
    /// The topic.
    pub topic: Topic,
    /// The propositions it turns on.
    pub claims: Vec<Claim>,
}

/// A piece of evidence as a model cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cited {
    /// What it shows, with source and date.
    pub text: String,
    /// The id of an item of the evidence store, or null.
    pub reference: Option<String>,
}

/// An argument as a model writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// The conclusion as one or two sentences.
    pub claim: String,
    /// One to three premises.
    pub premises: Vec<String>,
    /// At most two things taken for granted.
    pub assumptions: Vec<String>,
    /// At most two pieces of evidence.
    pub evidence: Vec<Cited>,
    /// The ids of the excerpts it rests on.
    pub excerpts: Vec<String>,
    /// The id of the topic's axis it speaks to, or null.
    pub axis: Option<String>,
    /// The answer it gives to that axis' question, or null.
    pub side: Option<Side>,
    /// How sure the persona is, in [0, 1].
    pub confidence: f64,
}

impl Draft {
    /// Adds what is wrong with the argument.
    pub(super) fn check(&self, brief: &Brief, topic: &Topic, faults: &mut Faults) {
        let of = |what: &str| format!("argument «{}»: {what}", self.claim);
        faults.text("argument", &self.claim);
        faults.count(&of("premises"), self.premises.len(), 1..=3);
        faults.count(&of("assumptions"), self.assumptions.len(), 0..=2);
        faults.count(&of("evidence"), self.evidence.len(), 0..=2);
        faults.unit(&of("confidence"), self.confidence);
        for text in self.premises.iter().chain(&self.assumptions) {
            faults.text(&of("premise or assumption"), text);
        }
        for excerpt in &self.excerpts {
            faults.unless(brief.excerpt(excerpt).is_some(), || {
                of(&format!("there is no excerpt `{excerpt}`"))
            });
        }
        if let Some(axis) = &self.axis {
            let known = topic.axes.iter().any(|known| known.id.as_str() == axis);
            faults.unless(known, || of(&format!("the topic has no axis `{axis}`")));
        }
    }
}

/// A persona's opening arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArgumentsAnswer {
    /// Two to four of them.
    pub arguments: Vec<Draft>,
}

impl Task for Arguments {
    const KIND: Kind = Kind::Arguments;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.7, max_output: Tokens(2000) };
    type Answer = ArgumentsAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn check(&self, answer: &ArgumentsAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        faults.count("arguments", answer.arguments.len(), 2..=4);
        for argument in &answer.arguments {
            argument.check(&self.brief, &self.topic, &mut faults);
        }
        faults.0
    }
}
