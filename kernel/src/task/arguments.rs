//! Asks a persona for its opening arguments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Brief, Faults, Kind, Parameters, Task, Tier};
use crate::vocabulary::{Claim, PersonaId, Side, Tokens, Topic};

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
    /// The id of an item of evidence that one of the persona's excerpts cites, or null.
    pub reference: Option<String>,
}

impl Cited {
    /// Adds what is wrong with the citation; `of` says where it stands.
    pub(super) fn check(&self, of: impl Fn(&str) -> String, brief: &Brief, faults: &mut Faults) {
        faults.text(&of("evidence"), &self.text);
        if let Some(reference) = &self.reference {
            faults.unless(brief.evidence(reference).is_some(), || {
                of(&format!("no excerpt cites evidence `{reference}`"))
            });
        }
    }
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
        for cited in &self.evidence {
            cited.check(of, brief, faults);
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

#[cfg(test)]
mod tests {
    use super::super::samples::{brief, draft, topic};
    use super::*;

    fn faults(arguments: Vec<Draft>) -> Vec<String> {
        let task = Arguments { brief: brief(), topic: topic(), claims: vec![] };
        task.check(&ArgumentsAnswer { arguments })
    }

    fn fault(spoil: impl FnOnce(&mut Draft)) -> String {
        let mut spoilt = draft();
        spoil(&mut spoilt);
        faults(vec![spoilt, draft()]).join("|")
    }

    #[test]
    fn two_to_four_sound_arguments_pass() {
        assert_eq!(faults(vec![draft(); 2]), [""; 0]);
        assert_eq!(faults(vec![draft(); 4]), [""; 0]);
        assert_eq!(faults(vec![draft()]), ["arguments: 1 given, 2 to 4 wanted"]);
        assert_eq!(faults(vec![draft(); 5]), ["arguments: 5 given, 2 to 4 wanted"]);
    }

    #[test]
    fn each_part_of_an_argument_is_checked() {
        let of = "argument «Shops lose those who come by car.»:";
        let cited = || Cited { text: "A count.".into(), reference: None };
        let same = |text: &str| text.to_owned();
        assert_eq!(fault(|d| d.premises.clear()), format!("{of} premises: 0 given, 1 to 3 wanted"));
        assert_eq!(
            fault(|d| d.premises = vec![same("A."); 4]),
            format!("{of} premises: 4 given, 1 to 3 wanted")
        );
        assert_eq!(
            fault(|d| d.assumptions = vec![same("A."); 3]),
            format!("{of} assumptions: 3 given, 0 to 2 wanted")
        );
        assert_eq!(
            fault(|d| d.evidence = vec![cited(), cited(), cited()]),
            format!("{of} evidence: 3 given, 0 to 2 wanted")
        );
        assert_eq!(fault(|d| d.confidence = 1.1), format!("{of} confidence: 1.1 is not in [0, 1]"));
        assert_eq!(
            fault(|d| d.premises.push(same(" "))),
            format!("{of} premise or assumption: the text is empty")
        );
        assert_eq!(
            fault(|d| d.excerpts.push(same("walkers"))),
            format!("{of} there is no excerpt `walkers`")
        );
        assert_eq!(
            fault(|d| d.evidence = vec![Cited { text: same(" "), reference: None }]),
            format!("{of} evidence: the text is empty")
        );
        let referring = |id: &str| vec![Cited { reference: Some(id.into()), ..cited() }];
        assert_eq!(fault(|d| d.evidence = referring("till-2024")), "");
        for unknown in ["census", "Not a name"] {
            assert_eq!(
                fault(|d| d.evidence = referring(unknown)),
                format!("{of} no excerpt cites evidence `{unknown}`")
            );
        }
        assert_eq!(
            fault(|d| d.axis = Some(same("noise"))),
            format!("{of} the topic has no axis `noise`")
        );
        assert_eq!(fault(|d| d.claim = same("")), "argument: the text is empty");
    }
}
