//! Compares texts by meaning, and words settling questions.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Faults, Kind, Parameters, Task, Tier};
use crate::graph::Node;
use crate::vocabulary::{AxisId, PersonaId, Side, StatementId, Tokens, Topic};

/// Texts that share this much of the shorter one's words are worth comparing by meaning.
pub const WORTH_COMPARING: f64 = 0.5;

/// Where an item comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// Who said it.
    pub persona: PersonaId,
    /// The statements it rests on.
    pub excerpts: Vec<StatementId>,
    /// The axis it speaks to, where known.
    pub axis: Option<AxisId>,
    /// The side it takes there.
    pub side: Option<Side>,
}

impl Origin {
    /// Where the text of a node comes from.
    ///
    /// # Panics
    /// Where nobody is the author of the node.
    pub fn of(node: &Node) -> Self {
        Self {
            persona: node.author.clone().expect("what is compared has an author"),
            excerpts: node.detail.excerpts.clone(),
            axis: node.axis.clone(),
            side: node.side,
        }
    }
}

/// A text to be compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its name within the task, such as `i4`.
    pub id: String,
    /// The text.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
    /// Whether a settling question is wanted for it.
    pub ask: bool,
}

/// Two items that may say the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair {
    /// One item's name.
    pub first: String,
    /// The other's.
    pub second: String,
}

/// Asks how the texts of each pair stand to each other, and how some of them could be settled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compare {
    /// The topic.
    pub topic: Topic,
    /// The texts.
    pub items: Vec<Item>,
    /// The pairs to judge.
    pub pairs: Vec<Pair>,
}

impl Compare {
    /// The item of that name.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }
}

/// How two texts stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Likeness {
    /// They say the same.
    Same,
    /// They cannot both be true.
    Opposed,
    /// They speak of the same matter.
    Related,
    /// They have nothing to do with each other.
    Different,
}

/// The judgement on one pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// One item's name.
    pub first: String,
    /// The other's.
    pub second: String,
    /// How they stand to each other.
    pub likeness: Likeness,
    /// Why, as a clause.
    pub reason: String,
}

/// A question that would settle an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// The item's name.
    pub item: String,
    /// A question about something that can be observed.
    pub question: String,
}

/// The judgements and questions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareAnswer {
    /// One for each pair.
    pub judgements: Vec<Judgement>,
    /// One for each item for which one is wanted.
    pub questions: Vec<Wording>,
}

/// What one judgement or one question takes in an answer, amply.
const EACH: Tokens = Tokens(120);

impl Task for Compare {
    const KIND: Kind = Kind::Compare;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Fast, temperature: 0.2, max_output: Tokens(4000) };
    type Answer = CompareAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        None
    }

    fn parameters(&self) -> Parameters {
        let questions = self.items.iter().filter(|item| item.ask).count();
        Self::PARAMETERS.with_room(self.pairs.len() + questions, EACH)
    }

    fn check(&self, answer: &CompareAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        for Pair { first, second } in &self.pairs {
            let count = answer
                .judgements
                .iter()
                .filter(|j| j.first == *first && j.second == *second)
                .count();
            faults.count(&format!("judgements on {first} and {second}"), count, 1..=1);
        }
        for Judgement { first, second, reason, .. } in &answer.judgements {
            faults.text(&format!("reason on {first} and {second}"), reason);
        }
        faults.unless(answer.judgements.len() <= self.pairs.len(), || {
            "there are judgements on pairs not asked for".into()
        });
        for item in self.items.iter().filter(|item| item.ask) {
            let count = answer.questions.iter().filter(|wording| wording.item == item.id).count();
            faults.count(&format!("questions for {}", item.id), count, 1..=1);
        }
        for wording in &answer.questions {
            faults.text("question", &wording.question);
            let wanted = self.item(&wording.item).is_some_and(|item| item.ask);
            faults.unless(wanted, || format!("no question is wanted for `{}`", wording.item));
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::topic;
    use super::*;

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
        task.check(&answer)
    }

    #[test]
    fn an_answer_has_room_for_every_pair_and_question() {
        let room = |pairs: usize, asked: usize| {
            let pair = Pair { first: "i1".into(), second: "i2".into() };
            let items = (0..200).map(|index| item(&format!("i{index}"), index < asked)).collect();
            Compare { topic: topic(), items, pairs: vec![pair; pairs] }.parameters().max_output
        };
        assert_eq!(room(3, 2), Compare::PARAMETERS.max_output);
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
