//! Takes a topic apart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Faults, Kind, Parameters, Task, Tier};
use crate::vocabulary::{PersonaId, Tokens, Topic};

/// Asks for the concrete propositions that a topic turns on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decompose {
    /// The topic.
    pub topic: Topic,
    /// Who is going to debate it.
    pub personas: Vec<PersonaId>,
    /// The most propositions. *Range*: 2–4.
    pub most: usize,
}

/// One concrete proposition that can be judged on its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Proposition {
    /// The proposition as a sentence.
    pub claim: String,
    /// The id of the topic's axis it stands for, or null.
    pub axis: Option<String>,
}

/// The propositions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DecomposeAnswer {
    /// Two to four of them.
    pub claims: Vec<Proposition>,
}

impl Task for Decompose {
    const KIND: Kind = Kind::Decompose;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Fast, temperature: 0.3, max_output: Tokens(500) };
    type Answer = DecomposeAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        None
    }

    fn check(&self, answer: &DecomposeAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        faults.count("claims", answer.claims.len(), 2..=self.most);
        for claim in &answer.claims {
            faults.text("claim", &claim.claim);
            if let Some(axis) = &claim.axis {
                let known = self.topic.axes.iter().any(|known| known.id.as_str() == axis);
                faults.unless(known, || {
                    format!("claim «{}»: the topic has no axis `{axis}`", claim.claim)
                });
            }
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::topic;
    use super::*;

    #[test]
    fn claims_are_counted_and_their_axes_known() {
        let claim = |text: &str, axis: Option<&str>| Proposition {
            claim: text.to_owned(),
            axis: axis.map(str::to_owned),
        };
        let check = |claims: &[Proposition]| {
            let task = Decompose { topic: topic(), personas: vec![], most: 3 };
            task.check(&DecomposeAnswer { claims: claims.to_vec() })
        };
        let (one, two) = (claim("Shops lose.", Some("trade")), claim("It is loud.", None));
        assert_eq!(check(&[one.clone(), two.clone()]), [""; 0]);
        assert_eq!(check(std::slice::from_ref(&one)), ["claims: 1 given, 2 to 3 wanted"]);
        assert_eq!(check(&vec![one.clone(); 4]), ["claims: 4 given, 2 to 3 wanted"]);
        assert_eq!(check(&[one.clone(), claim("", None)]), ["claim: the text is empty"]);
        let astray = claim("It is loud.", Some("noise"));
        assert_eq!(check(&[one, astray]), ["claim «It is loud.»: the topic has no axis `noise`"]);
    }
}
