//! Splits a topic into propositions.

pub(crate) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{Claim, PersonaId, Topic};

/// The least number of propositions.
const LEAST_CLAIMS: usize = 2;

static FORM: Form = Form::new(Template::new(include_str!("../prompts/decompose.md"), &[TOPIC]));

/// Asks for the concrete propositions that decide a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Decompose {
    pub(crate) topic: Topic,
    /// The personas that will debate it.
    pub(crate) personas: Vec<PersonaId>,
    /// The maximum number of propositions. *Range*: at least 2.
    pub(crate) most: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proposition {
    #[schemars(description = "The proposition, as one sentence.")]
    pub(crate) claim: String,
    #[schemars(
        description = "The id of the listed question that the proposition answers, or null."
    )]
    pub(crate) axis: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecomposeAnswer {
    #[schemars(description = "The propositions, at least two.")]
    pub(crate) claims: Vec<Proposition>,
}

impl Question for Decompose {
    const SPEC: Spec =
        Spec { name: "decompose", version: 3, parameters: Parameters::fast(0.3, 500), form: &FORM };
    type Raw = DecomposeAnswer;
    type Answer = Vec<Claim>;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.count::<DecomposeAnswer>("claims", LEAST_CLAIMS..=self.most);
        schema.axes(&self.topic);
    }

    fn accept(&self, raw: DecomposeAnswer, accept: &mut Accept) -> Option<Vec<Claim>> {
        accept.require(raw.claims.len() >= LEAST_CLAIMS, || {
            format!("claims: {} given, at least {LEAST_CLAIMS} wanted", raw.claims.len())
        });
        let claims = accept.at_most("claims", self.most, raw.claims);
        let claims = claims.into_iter().map(|proposition| {
            let of = |what: &str| format!("proposition “{}”: {what}", proposition.claim);
            accept.text("claim", &proposition.claim);
            let axis = accept.axis(of, proposition.axis.as_deref(), &self.topic);
            Claim { text: proposition.claim, axis }
        });
        let claims = claims.collect();
        Some(claims)
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let claim = |n| json!({ "claim": nonsense.text("Proposition", n), "axis": null });
        json!({ "claims": (0..8).map(claim).collect::<Value>() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::{complaints, topic};

    #[test]
    fn claims_are_counted_and_their_axes_must_exist() {
        let claim = |text: &str, axis: Option<&str>| Proposition {
            claim: text.to_owned(),
            axis: axis.map(str::to_owned),
        };
        let faults = |claims: &[Proposition]| {
            let question = Decompose { topic: topic(), personas: vec![], most: 3 };
            complaints(&question, DecomposeAnswer { claims: claims.to_vec() })
        };
        let (one, two) = (claim("Shops lose.", Some("trade")), claim("It is loud.", None));
        assert_eq!(faults(&[one.clone(), two.clone()]), [""; 0]);
        assert_eq!(faults(std::slice::from_ref(&one)), ["claims: 1 given, at least 2 wanted"]);
        assert_eq!(faults(&vec![one.clone(); 4]), ["claims: 4 given, at most 3 wanted"]);
        assert_eq!(faults(&[one.clone(), claim("", None)]), ["claim: the text is empty"]);
        let astray = claim("It is loud.", Some("noise"));
        assert_eq!(
            faults(&[one, astray]),
            ["proposition “It is loud.”: the topic has no axis `noise`"]
        );
    }
}
