//! Asks a persona for its opening arguments.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mode::graph::prompts::RULES;
use crate::mode::shared::prompts::{GRANTS, PERSONA, THESIS_REASONS, TOPIC, WRITING};
#[cfg(test)]
use crate::mode::shared::questions::argument;
use crate::mode::shared::questions::argument::{Argument, ArgumentDraft};
use crate::mode::shared::questions::case::{CaseDraft, StatedCase};
use crate::mode::shared::questions::thesis::{self, GrantDraft, MOST_GRANTS, ThesisDraft};
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{PersonaId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(
    include_str!("../prompts/arguments.md"),
    &[PERSONA, WRITING, RULES, TOPIC, THESIS_REASONS, GRANTS],
));

/// The least number of arguments in the opening of a persona without a corpus.
const LEAST: usize = 2;

/// The number of arguments for which an answer has room on every topic.
const USUAL_ARGUMENTS: usize = 8;
/// The length of one more argument, estimated generously.
const EACH: Tokens = Tokens(300);

/// Asks a persona for its thesis and its structured arguments on a topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Arguments {
    pub(crate) brief: Brief,
    pub(crate) topic: Topic,
}

/// A case without positions, and the arguments for it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Opening {
    pub(crate) case: StatedCase,
    pub(crate) arguments: Vec<Argument>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArgumentsAnswer {
    pub(crate) thesis: ThesisDraft,
    #[schemars(
        description = "At most eight points that you grant to those who answer the topic's question differently."
    )]
    pub(crate) grants: Vec<GrantDraft>,
    #[schemars(description = "The arguments, those that the thesis needs most first.")]
    pub(crate) arguments: Vec<ArgumentDraft>,
}

impl Question for Arguments {
    const SPEC: Spec = Spec {
        name: "arguments",
        version: 19,
        parameters: Parameters::strong(0.7, 4600),
        form: &FORM,
    };
    type Raw = ArgumentsAnswer;
    type Answer = Opening;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn parameters(&self) -> Parameters {
        Self::SPEC.parameters.with_room(self.topic.axes.len().saturating_sub(USUAL_ARGUMENTS), EACH)
    }

    fn narrow(&self, schema: &mut Narrowing) {
        let least = if self.brief.stance.is_some() { 0 } else { LEAST };
        thesis::narrow(schema, &self.brief, &self.topic, self.brief.stance);
        schema.count::<ArgumentsAnswer>("grants", 0..=MOST_GRANTS);
        // One for each listed question and two more: a small model would otherwise go on until the
        // limit cuts it off.
        let most = LEAST + self.topic.axes.len().max(LEAST);
        schema.count::<ArgumentsAnswer>("arguments", least..=most);
        ArgumentDraft::narrow(schema, &self.topic);
    }

    fn accept(&self, raw: ArgumentsAnswer, accept: &mut Accept) -> Option<Opening> {
        let case = CaseDraft { thesis: raw.thesis, grants: raw.grants, positions: vec![] };
        let case = case.accept(0, &self.brief, &self.topic, accept);
        case.thesis.require_own_side(&self.brief, accept);
        // A persona whose corpus has no arguments takes part with its thesis alone.
        let least = if self.brief.stance.is_some() { 0 } else { LEAST };
        // A cap would leave disputes out, and change the loads of those that remain.
        let arguments = accept
            .items(raw.arguments, |draft, accept| draft.accept(&self.brief, &self.topic, accept));
        accept.require(arguments.len() >= least, || {
            format!("arguments: {} given, at least {least} wanted", arguments.len())
        });
        Some(Opening { case, arguments })
    }

    fn emptiness(&self, opening: &Opening) -> Option<&'static str> {
        let is_empty = opening.arguments.is_empty() && !self.brief.excerpts.is_empty();
        is_empty.then_some("the answer is empty: give at least one argument")
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        // Nothing limits the number of arguments.
        let arguments = nonsense.many(40, |n| argument::nonsense(nonsense, n));
        json!({
            "thesis": thesis::nonsense(nonsense), "grants": thesis::nonsense_grants(nonsense), "arguments": arguments,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::graph::samples::draft;
    use crate::mode::shared::questions::argument::{ComponentKind, RestsOnDraft};
    use crate::mode::shared::questions::samples::thesis;
    use crate::question::Cited;
    use crate::question::samples::{brief, complaints, topic};
    use crate::question::{WhichAnswer, parse};
    use crate::vocabulary::{AxisId, Side};

    fn faults(arguments: Vec<ArgumentDraft>) -> Vec<String> {
        let question = Arguments { brief: brief(), topic: topic() };
        complaints(&question, ArgumentsAnswer { thesis: thesis(), grants: vec![], arguments })
    }

    fn fault(spoil: impl FnOnce(&mut ArgumentDraft)) -> String {
        let mut spoilt = draft();
        spoil(&mut spoilt);
        faults(vec![spoilt, draft()]).join("|")
    }

    #[test]
    fn graph_rule_1_a_thesis_and_two_sound_arguments_pass_and_so_do_as_many_as_the_topic_needs() {
        assert_eq!(faults(vec![draft(); 2]), [""; 0]);
        assert_eq!(faults(vec![draft(); 30]), [""; 0]);
        let brief = Brief { stance: None, ..brief() };
        let question = Arguments { brief, topic: topic() };
        let answer = |arguments| ArgumentsAnswer { thesis: thesis(), grants: vec![], arguments };
        let faults = |arguments| complaints(&question, answer(arguments));
        assert_eq!(faults(vec![draft()]), ["arguments: 1 given, at least 2 wanted"]);
    }

    #[test]
    fn graph_rule_1_who_has_texts_gives_an_argument() {
        let is_empty = |arguments: usize, has_texts: bool| {
            let mut brief = brief();
            if !has_texts {
                brief.excerpts.clear();
            }
            let question = Arguments { brief, topic: topic() };
            let arguments = vec![ArgumentDraft { excerpts: vec![], ..draft() }; arguments];
            let answer = ArgumentsAnswer { thesis: thesis(), grants: vec![], arguments };
            let opening = parse(&question, answer, WhichAnswer::First).unwrap().answer;
            question.emptiness(&opening).is_some()
        };
        assert!(is_empty(0, true));
        assert!(!is_empty(2, true) && !is_empty(0, false));
    }

    #[test]
    fn a_persona_with_a_corpus_may_take_part_with_its_thesis_alone() {
        assert_eq!(faults(vec![draft()]), [""; 0]);
        assert_eq!(faults(vec![]), [""; 0]);
    }

    #[test]
    fn what_a_thesis_and_an_argument_rest_on_is_checked() {
        let of_thesis = |spoil: &dyn Fn(&mut ThesisDraft)| {
            let mut spoilt = thesis();
            spoil(&mut spoilt);
            let answer =
                ArgumentsAnswer { thesis: spoilt, grants: vec![], arguments: vec![draft(); 2] };
            let question = Arguments { brief: brief(), topic: topic() };
            complaints(&question, answer).join("|")
        };
        assert_eq!(of_thesis(&|t| t.rests_on.clear()), "thesis: it names no reason");
        assert_eq!(
            of_thesis(&|t| t.rests_on[0].side = None),
            "thesis: a reason has either both an axis and a side or neither"
        );
        assert_eq!(
            of_thesis(&|t| t.side = Side::Yes),
            "your answer to the question of the topic is no"
        );
        let rests = |part, number| {
            let (axis, side) = ("air".into(), Side::Yes);
            vec![RestsOnDraft { part, number, axis, side, certainty: None }]
        };
        assert_eq!(fault(|d| d.rests_on = rests(ComponentKind::Assumption, 1)), "");
        for (part, number) in [(ComponentKind::Premise, 2), (ComponentKind::Claim, 0)] {
            assert_eq!(
                fault(|d| d.rests_on = rests(part, number)),
                "argument “Shops lose those who come by car.”: `rests_on` names no premise or assumption"
            );
        }
    }

    #[test]
    fn the_points_that_a_persona_grants_are_checked() {
        let grant = |text: &str, axis: Option<&str>, excerpt: &str| GrantDraft {
            text: text.into(),
            axis: axis.map(Into::into),
            side: axis.map(|_| Side::Yes),
            rests_on: vec![],
            excerpts: vec![excerpt.into()],
        };
        let sound = || grant("The street is narrow.", Some("air"), "drivers");
        let accepted = |grants: Vec<GrantDraft>| {
            let arguments = vec![draft(); 2];
            let question = Arguments { brief: brief(), topic: topic() };
            let answer = ArgumentsAnswer { thesis: thesis(), grants, arguments };
            parse(&question, answer, WhichAnswer::First)
        };
        let faults = |grants| accepted(grants).unwrap_err().join("|");
        assert!(accepted(vec![]).unwrap().answer.case.grants.is_empty());
        let opening = accepted(vec![sound(); 20]).unwrap().answer;
        assert_eq!(opening.case.grants.len(), 20, "every shared point is granted");
        assert_eq!(opening.case.grants[0].axis, AxisId::new("air").ok());
        assert_eq!(faults(vec![grant(" ", None, "drivers")]), "grant: the text is empty");
        let of = "grant “Fine.”:";
        assert_eq!(
            faults(vec![grant("Fine.", Some("noise"), "walkers")]),
            format!("{of} the topic has no axis `noise`|{of} there is no excerpt `walkers`")
        );
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
        assert_eq!(fault(|d| d.premises.clear()), format!("{of} premises: none given"));
        assert_eq!(
            fault(|d| d.premises = vec![same("A."); 4]),
            format!("{of} premises: 4 given, at most 3 wanted")
        );
        assert_eq!(
            fault(|d| d.assumptions = vec![same("A."); 3]),
            format!("{of} assumptions: 3 given, at most 2 wanted")
        );
        assert_eq!(
            fault(|d| d.evidence = vec![cited(), cited(), cited()]),
            format!("{of} evidence: 3 given, at most 2 wanted")
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
