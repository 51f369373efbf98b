//! Judges pairs of statements by meaning.

mod by_corpus;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::compare::{Item, Likeness};
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec, constant};
use crate::vocabulary::Topic;

static FORM: Form = Form::new(Template::new(include_str!("../prompts/compare_pairs.md"), &[TOPIC]));

/// Two items to be compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Pair {
    /// One item's name.
    pub(crate) first: String,
    /// The other's.
    pub(crate) second: String,
}

/// Asks how the texts of each pair relate in meaning.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ComparePairs {
    /// The topic.
    pub(crate) topic: Topic,
    /// The texts.
    pub(crate) items: Vec<Item>,
    /// The pairs to judge: at most 30.
    pub(crate) pairs: Vec<Pair>,
}

impl ComparePairs {
    /// The item of that name.
    fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judgement {
    #[schemars(description = "The id of the first statement of the pair.")]
    pub(crate) first: String,
    #[schemars(description = "The id of the second statement of the pair.")]
    pub(crate) second: String,
    pub(crate) likeness: Likeness,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ComparePairsAnswer {
    #[schemars(description = "One judgement for each listed pair.")]
    pub(crate) judgements: Vec<Judgement>,
}

impl Question for ComparePairs {
    const SPEC: Spec = Spec {
        name: "compare_pairs",
        version: 2,
        parameters: Parameters::fast(0.2, 2500),
        form: &FORM,
    };
    type Raw = ComparePairsAnswer;
    /// The likeness of each pair, in the order of the pairs; `None` where the answer does not judge
    /// it.
    type Answer = Vec<Option<Likeness>>;

    fn narrow(&self, schema: &mut Narrowing) {
        let pairs = self.pairs.iter();
        let fixed = pairs.map(|Pair { first, second }| {
            vec![("first", constant(first.as_str())), ("second", constant(second.as_str()))]
        });
        schema.each::<ComparePairsAnswer, Judgement>("judgements", fixed);
    }

    fn accept(&self, raw: ComparePairsAnswer, accept: &mut Accept) -> Option<Self::Answer> {
        let places: BTreeMap<(&str, &str), usize> = (0..)
            .zip(&self.pairs)
            .flat_map(|(place, Pair { first, second })| {
                [((first.as_str(), second.as_str()), place), ((second, first), place)]
            })
            .collect();
        let mut likenesses = vec![None; self.pairs.len()];
        let mut contradicted = BTreeSet::new();
        for Judgement { first, second, likeness } in &raw.judgements {
            let Some(&place) = places.get(&(first.as_str(), second.as_str())) else {
                let why = || format!("no judgement on `{first}` and `{second}` is wanted");
                accept.keep(false, why);
                continue;
            };
            let judged: &mut Option<Likeness> = &mut likenesses[place];
            if judged.is_some_and(|earlier| earlier != *likeness) {
                contradicted.insert(place);
            }
            *judged = accept.item(|accept| {
                accept.require(!contradicted.contains(&place), || {
                    format!("there are two judgements on `{first}` and `{second}`")
                });
                Some(*likeness)
            });
        }
        Some(likenesses)
    }

    #[cfg(test)]
    fn nonsense(&self, _: &Nonsense<'_>) -> Value {
        json!({ "judgements": [] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::shared::questions::samples::stated;
    use crate::question::samples::topic;
    use crate::question::{Parsed, WhichAnswer, parse};

    fn accepted(
        judgements: &[(&str, &str, Likeness)],
        which: WhichAnswer,
    ) -> Result<Parsed<Vec<Option<Likeness>>>, Vec<String>> {
        let pair = |first: &str, second: &str| Pair { first: first.into(), second: second.into() };
        let question = ComparePairs {
            topic: topic(),
            items: ["i1", "i2", "i3"].map(|id| stated(id, "keeper", "noise")).into(),
            pairs: vec![pair("i1", "i2"), pair("i1", "i3")],
        };
        let judgement = |&(first, second, likeness): &(&str, &str, Likeness)| Judgement {
            first: first.into(),
            second: second.into(),
            likeness,
        };
        let judgements = judgements.iter().map(judgement).collect();
        parse(&question, ComparePairsAnswer { judgements }, which)
    }

    #[test]
    fn a_pair_without_a_judgement_is_not_judged_and_no_fault() {
        use Likeness::{Opposed, Same};
        let judged = |judgements: &[(&str, &str, Likeness)]| {
            accepted(judgements, WhichAnswer::First).unwrap().answer
        };
        assert_eq!(judged(&[("i3", "i1", Same)]), [None, Some(Same)]);
        let both = [("i1", "i2", Opposed), ("i1", "i3", Same)];
        assert_eq!(judged(&both), [Some(Opposed), Some(Same)]);
        assert_eq!(judged(&[]), [None, None]);
    }

    #[test]
    fn another_pair_is_left_out_and_of_two_different_judgements_the_last_answer_keeps_none() {
        use Likeness::{Related, Same};
        let other = accepted(&[("i2", "i3", Same)], WhichAnswer::First).unwrap();
        assert_eq!(other.answer, [None, None]);
        assert_eq!(other.dropped, ["no judgement on `i2` and `i3` is wanted"]);
        let twice = [("i1", "i2", Same), ("i2", "i1", Related)];
        let faults = accepted(&twice, WhichAnswer::First).unwrap_err();
        assert_eq!(faults, ["there are two judgements on `i2` and `i1`"]);
        let last = accepted(&twice, WhichAnswer::Last).unwrap();
        assert_eq!((last.answer, last.dropped), (vec![None, None], faults));
        let thrice = [twice[0], twice[1], twice[1]];
        assert_eq!(accepted(&thrice, WhichAnswer::Last).unwrap().answer, [None, None]);
    }
}
