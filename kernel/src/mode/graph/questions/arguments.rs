//! Asks a persona for its opening arguments.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::{Silence, Voices};
use crate::mode::graph::prompts::RULES;
use crate::mode::shared::prompts::{PERSONA, TOPIC};
use crate::prompt::Template;
use crate::question::{Accept, Brief, Cited, Form, Parameters, Question, Spec, Tier};
use crate::vocabulary::{
    AxisId, Citation, Claim, PersonaId, Probability, Side, StatementId, Tokens, Topic,
};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/arguments.md"), &[PERSONA, RULES, TOPIC]));

/// Asks a persona for structured arguments on a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Arguments {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
    /// The propositions of the debate.
    pub(crate) claims: Vec<Claim>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A structured argument.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ArgumentDraft {
    #[schemars(description = "The conclusion, as one or two sentences.")]
    pub(crate) claim: String,
    #[schemars(description = "One to three premises.")]
    pub(crate) premises: Vec<String>,
    #[schemars(description = "At most two assumptions that the argument needs.")]
    pub(crate) assumptions: Vec<String>,
    #[schemars(description = "At most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that support the argument.")]
    pub(crate) excerpts: Vec<String>,
    #[schemars(description = "The id of the listed question that the argument is about, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that the argument gives to that question, or null.")]
    pub(crate) side: Option<Side>,
    #[schemars(description = "How sure you are, from 0 to 1.")]
    pub(crate) confidence: f64,
}

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument {
    pub(crate) claim: String,
    pub(crate) premises: Vec<String>,
    pub(crate) assumptions: Vec<String>,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
    pub(crate) axis: Option<AxisId>,
    pub(crate) side: Option<Side>,
    pub(crate) confidence: Probability,
}

impl ArgumentDraft {
    pub(super) fn accept(
        self,
        brief: &Brief,
        topic: &Topic,
        accept: &mut Accept,
    ) -> Option<Argument> {
        let claim = self.claim;
        let of = |what: &str| format!("argument “{claim}”: {what}");
        accept.text("argument", &claim);
        accept.count(&of("premises"), self.premises.len(), 1..=3);
        accept.count(&of("assumptions"), self.assumptions.len(), 0..=2);
        for text in self.premises.iter().chain(&self.assumptions) {
            accept.text(&of("premise or assumption"), text);
        }
        let evidence = accept.evidence(of, &self.evidence, brief);
        let excerpts = accept.excerpts(of, &self.excerpts, brief);
        let axis = accept.axis(of, self.axis.as_deref(), topic);
        let confidence = accept.probability(&of("confidence"), self.confidence)?;
        let Self { premises, assumptions, side, .. } = self;
        Some(Argument { claim, premises, assumptions, evidence, excerpts, axis, side, confidence })
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArgumentsAnswer {
    #[schemars(description = "Two to four arguments.")]
    pub(crate) arguments: Vec<ArgumentDraft>,
}

impl Question for Arguments {
    const SPEC: Spec = Spec {
        name: "arguments",
        version: 1,
        parameters: Parameters { tier: Tier::Strong, temperature: 0.7, max_output: Tokens(2000) },
        form: &FORM,
    };
    type Raw = ArgumentsAnswer;
    type Answer = Vec<Argument>;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn accept(&self, raw: ArgumentsAnswer) -> Result<Vec<Argument>, Vec<String>> {
        let mut accept = Accept::default();
        accept.count("arguments", raw.arguments.len(), 2..=4);
        let drafts = raw.arguments.into_iter();
        let arguments =
            drafts.filter_map(|draft| draft.accept(&self.brief, &self.topic, &mut accept));
        let arguments = arguments.collect();
        accept.finish(Some(arguments))
    }

    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ArgumentsAnswer, Silence> {
        by_corpus::answer(self, voices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::graph::samples::draft;
    use crate::question::samples::{brief, topic};

    fn faults(arguments: Vec<ArgumentDraft>) -> Vec<String> {
        let task = Arguments { brief: brief(), topic: topic(), claims: vec![] };
        task.accept(ArgumentsAnswer { arguments }).err().unwrap_or_default()
    }

    fn fault(spoil: impl FnOnce(&mut ArgumentDraft)) -> String {
        let mut spoilt = draft();
        spoil(&mut spoilt);
        faults(vec![spoilt, draft()]).join("|")
    }

    #[test]
    fn graph_rule_1_two_to_four_sound_arguments_pass() {
        assert_eq!(faults(vec![draft(); 2]), [""; 0]);
        assert_eq!(faults(vec![draft(); 4]), [""; 0]);
        assert_eq!(faults(vec![draft()]), ["arguments: 1 given, 2 to 4 wanted"]);
        assert_eq!(faults(vec![draft(); 5]), ["arguments: 5 given, 2 to 4 wanted"]);
    }

    #[test]
    fn graph_rule_1_an_argument_may_be_as_large_and_as_small_as_the_limits() {
        let cited = || Cited { text: "A count.".into(), reference: None };
        for (premises, assumptions, evidence) in [(1, 0, 0), (2, 1, 1), (3, 2, 2)] {
            let of_size = ArgumentDraft {
                premises: vec!["A premise.".into(); premises],
                assumptions: vec!["An assumption.".into(); assumptions],
                evidence: vec![cited(); evidence],
                ..draft()
            };
            let found = faults(vec![of_size, draft()]);
            assert_eq!(found, [""; 0], "{premises}, {assumptions}, {evidence}");
        }
        for confidence in [0.0, 1.0] {
            assert_eq!(fault(|draft| draft.confidence = confidence), "", "{confidence}");
        }
    }

    #[test]
    fn graph_rule_1_each_part_of_an_argument_is_checked() {
        let of = "argument “Shops lose those who come by car.”:";
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
