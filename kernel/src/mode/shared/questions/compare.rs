//! Compares texts by meaning, and words questions that would settle them.

mod by_corpus;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::{Silence, Voices};
use crate::graph::Node;
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
use crate::question::{Accept, Form, Parameters, Question, Spec, Tier};
use crate::vocabulary::{AxisId, PersonaId, Side, StatementId, Tokens, Topic};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/compare.md"), &[TOPIC]));

/// The origin of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Origin {
    /// Its author.
    pub(crate) persona: PersonaId,
    /// The statements it rests on.
    pub(crate) excerpts: Vec<StatementId>,
    /// The axis it is about, where known.
    pub(crate) axis: Option<AxisId>,
    /// The side it takes there.
    pub(crate) side: Option<Side>,
}

impl Origin {
    /// The origin of the text of a node.
    ///
    /// # Panics
    /// If the node has no author.
    pub(crate) fn of(node: &Node) -> Self {
        Self {
            persona: node.author.clone().expect("what is compared has an author"),
            excerpts: node.detail.excerpts.clone(),
            axis: node.axis.clone(),
            side: node.side,
        }
    }
}

/// A text to be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Item {
    /// Its name within the question, such as `i4`.
    pub(crate) id: String,
    /// The text.
    pub(crate) text: String,
    /// Its origin.
    pub(crate) origin: Origin,
    /// Whether a settling question is wanted for it.
    pub(crate) ask: bool,
}

/// Two items that may say the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Pair {
    /// One item's name.
    pub(crate) first: String,
    /// The other's.
    pub(crate) second: String,
}

/// Asks how the texts of each pair relate in meaning, and for questions that would settle some of the texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Compare {
    /// The topic.
    pub(crate) topic: Topic,
    /// The texts.
    pub(crate) items: Vec<Item>,
    /// The pairs to judge.
    pub(crate) pairs: Vec<Pair>,
}

impl Compare {
    /// The item of that name.
    pub(crate) fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }
}

/// How two texts relate in meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "How the two statements relate in meaning.")]
#[serde(rename_all = "lowercase")]
pub(crate) enum Likeness {
    #[schemars(description = "Anyone who holds one must hold the other.")]
    Same,
    #[schemars(description = "They cannot both be true.")]
    Opposed,
    #[schemars(description = "They are about the same matter, but neither same nor opposed.")]
    Related,
    #[schemars(description = "They are about different matters.")]
    Different,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judgement {
    #[schemars(description = "The id of the first statement of the pair.")]
    pub(crate) first: String,
    #[schemars(description = "The id of the second statement of the pair.")]
    pub(crate) second: String,
    pub(crate) likeness: Likeness,
    #[schemars(description = "The reason, in a few words.")]
    pub(crate) reason: String,
}

/// A settling question for an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wording {
    #[schemars(description = "The id of the statement.")]
    pub(crate) item: String,
    #[schemars(description = "A question about something that can be observed.")]
    pub(crate) question: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareAnswer {
    #[schemars(description = "One judgement for each listed pair.")]
    pub(crate) judgements: Vec<Judgement>,
    #[schemars(description = "One question for each statement that needs one.")]
    pub(crate) questions: Vec<Wording>,
}

/// The comparison of some texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    /// The likeness of each pair, in the order of [`Compare::pairs`].
    pub(crate) likenesses: Vec<Likeness>,
    /// The settling question of each item that needed one, by the item's name.
    pub(crate) questions: BTreeMap<String, String>,
}

/// The length of one judgement or one question, estimated generously.
const EACH: Tokens = Tokens(120);

impl Question for Compare {
    const SPEC: Spec = Spec {
        name: "compare",
        version: 2,
        parameters: Parameters { tier: Tier::Fast, temperature: 0.2, max_output: Tokens(4000) },
        form: &FORM,
    };
    type Raw = CompareAnswer;
    type Answer = Comparison;

    fn persona(&self) -> Option<&PersonaId> {
        None
    }

    fn parameters(&self) -> Parameters {
        let questions = self.items.iter().filter(|item| item.ask).count();
        Self::SPEC.parameters.with_room(self.pairs.len() + questions, EACH)
    }

    fn accept(&self, raw: CompareAnswer) -> Result<Comparison, Vec<String>> {
        let mut accept = Accept::default();
        let likenesses = self.pairs.iter().filter_map(|Pair { first, second }| {
            let of_pair = |j: &&Judgement| j.first == *first && j.second == *second;
            let judgements = raw.judgements.iter().filter(of_pair);
            let judgement =
                accept.one(&format!("judgements on {first} and {second}"), judgements)?;
            Some(judgement.likeness)
        });
        let likenesses = likenesses.collect();
        for Judgement { first, second, reason, .. } in &raw.judgements {
            accept.text(&format!("reason on {first} and {second}"), reason);
        }
        accept.require(raw.judgements.len() <= self.pairs.len(), || {
            "there are judgements on pairs not asked for".into()
        });
        let wanted = self.items.iter().filter(|item| item.ask).map(|item| item.id.clone());
        let wanted: Vec<String> = wanted.collect();
        let questions = questions(&mut accept, &wanted, raw.questions, |_| "question".into());
        accept.finish(Some(Comparison { likenesses, questions }))
    }

    fn by_corpus(&self, voices: &Voices<'_>) -> Result<CompareAnswer, Silence> {
        Ok(by_corpus::answer(self, voices))
    }
}

/// One settling question for each of the wanted items; `name` names a question in its fault.
pub(super) fn questions(
    accept: &mut Accept,
    wanted: &[String],
    worded: Vec<Wording>,
    name: impl Fn(&str) -> String,
) -> BTreeMap<String, String> {
    for item in wanted {
        let of_item = worded.iter().filter(|wording| wording.item == *item);
        accept.one(&format!("questions for {item}"), of_item);
    }
    for Wording { item, question } in &worded {
        accept.text(&name(item), question);
        accept.require(wanted.contains(item), || format!("no question is wanted for `{item}`"));
    }
    worded.into_iter().map(|Wording { item, question }| (item, question)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::topic;

    fn item(id: &str, ask: bool) -> Item {
        let persona = PersonaId::new("keeper").unwrap();
        let origin = Origin { persona, excerpts: vec![], axis: None, side: None };
        Item { id: id.into(), text: "A text.".into(), origin, ask }
    }

    fn judged(first: &str, second: &str) -> Judgement {
        Judgement {
            first: first.into(),
            second: second.into(),
            likeness: Likeness::Same,
            reason: "words".into(),
        }
    }

    fn worded(item: &str, question: &str) -> Wording {
        Wording { item: item.into(), question: question.into() }
    }

    fn faults(judgements: &[Judgement], questions: &[Wording]) -> Vec<String> {
        let task = Compare {
            topic: topic(),
            items: vec![item("i1", true), item("i2", false)],
            pairs: vec![Pair { first: "i1".into(), second: "i2".into() }],
        };
        let answer =
            CompareAnswer { judgements: judgements.to_vec(), questions: questions.to_vec() };
        task.accept(answer).err().unwrap_or_default()
    }

    #[test]
    fn an_answer_has_room_for_every_pair_and_question() {
        let room = |pairs: usize, asked: usize| {
            let pair = Pair { first: "i1".into(), second: "i2".into() };
            let items = (0..200).map(|index| item(&format!("i{index}"), index < asked)).collect();
            Compare { topic: topic(), items, pairs: vec![pair; pairs] }.parameters().max_output
        };
        assert_eq!(room(3, 2), Compare::SPEC.parameters.max_output);
        assert_eq!(room(150, 50), Tokens(200 * 120));
    }

    #[test]
    fn one_judgement_a_pair_and_one_question_an_item_are_wanted() {
        let (pair, asked) = ([judged("i1", "i2")], [worded("i1", "Is it so?")]);
        assert_eq!(faults(&pair, &asked), [""; 0]);
        assert_eq!(faults(&[], &asked), ["judgements on i1 and i2: 0 given, 1 to 1 wanted"]);
        assert_eq!(
            faults(&[judged("i1", "i2"), judged("i2", "i1")], &asked),
            ["there are judgements on pairs not asked for"]
        );
        let dumb = Judgement { reason: String::new(), ..judged("i1", "i2") };
        assert_eq!(faults(&[dumb], &asked), ["reason on i1 and i2: the text is empty"]);
        assert_eq!(faults(&pair, &[]), ["questions for i1: 0 given, 1 to 1 wanted"]);
        assert_eq!(faults(&pair, &[worded("i1", " ")]), ["question: the text is empty"]);
        assert_eq!(
            faults(&pair, &[worded("i1", "Is it so?"), worded("i2", "Is it?")]),
            ["no question is wanted for `i2`"]
        );
    }
}
