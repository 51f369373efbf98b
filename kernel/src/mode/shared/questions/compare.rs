//! Groups statements that say the same, and finds those that contradict each other.

mod by_corpus;

pub(super) use by_corpus::judged;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::{Heard, HeardForm};
use crate::graph::Node;
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{AxisId, AxisSide, PersonaId, Side, StatementId, Topic};

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

    /// The answer that it gives; `None` if it takes no side.
    fn answers(&self) -> Option<AxisSide> {
        Some(AxisSide { axis: self.axis.clone()?, side: self.side? })
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
}

impl Item {
    /// A sentence that is compared.
    pub(super) fn heard(&self) -> Heard<'_> {
        Heard {
            author: &self.origin.persona,
            text: &self.text,
            axis: self.origin.axis.as_ref(),
            side: self.origin.side,
            excerpts: &self.origin.excerpts,
            form: HeardForm::Sentence,
        }
    }
}

/// How two texts relate in meaning.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[schemars(description = "How the two statements relate in meaning.")]
#[serde(rename_all = "lowercase")]
pub enum Likeness {
    /// Anyone who holds one must hold the other.
    #[schemars(description = "Anyone who holds one must hold the other.")]
    Same,
    /// They cannot both be true.
    #[schemars(description = "They cannot both be true.")]
    Opposed,
    /// They are about one matter, but neither same nor opposed.
    #[schemars(description = "They are about the same matter, but neither same nor opposed.")]
    Related,
    /// They are about different matters.
    #[schemars(description = "They are about different matters.")]
    Different,
}

/// The most pairs that one list of an answer names. An answer of full length has no room for more.
const MOST_PAIRS: usize = 400;

/// Asks which of some texts say the same, and which contradict each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Compare {
    /// The topic.
    pub(crate) topic: Topic,
    /// The texts: at most 80.
    pub(crate) items: Vec<Item>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Group {
    #[schemars(description = "The ids of two or more statements that say the same.")]
    pub(crate) items: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairDraft {
    #[schemars(description = "The id of one statement.")]
    pub(crate) first: String,
    #[schemars(description = "The id of the other statement.")]
    pub(crate) second: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareAnswer {
    #[schemars(
        description = "The groups of statements that say the same. A statement that says the same as no other is in no group."
    )]
    pub(crate) groups: Vec<Group>,
    #[schemars(description = "The pairs of statements that cannot both be true.")]
    pub(crate) contradictions: Vec<PairDraft>,
    #[schemars(
        description = "The pairs of statements that differ only in words: they seem to contradict each other, and each author would accept what the other means."
    )]
    pub(crate) verbal: Vec<PairDraft>,
}

/// What a comparison says about two statements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PairJudgement {
    /// They say the same.
    Same,
    /// They seem to contradict each other, and mean the same.
    Verbal,
    /// They contradict each other.
    Opposed,
}

/// The pairs of items that say the same, that differ only in words, and that contradict each other,
/// each as two positions, the smaller first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Comparison {
    pub(crate) same: BTreeSet<(usize, usize)>,
    pub(crate) verbal: BTreeSet<(usize, usize)>,
    pub(crate) opposed: BTreeSet<(usize, usize)>,
}

impl Comparison {
    /// What it says about the items at two positions, the smaller position first; `None` if it
    /// says nothing.
    pub(crate) fn judgement(&self, one: usize, other: usize) -> Option<PairJudgement> {
        let pair = (one, other);
        if self.same.contains(&pair) {
            Some(PairJudgement::Same)
        } else if self.verbal.contains(&pair) {
            Some(PairJudgement::Verbal)
        } else {
            self.opposed.contains(&pair).then_some(PairJudgement::Opposed)
        }
    }
}

impl Compare {
    /// The position of a statement.
    fn place(&self, accept: &mut Accept, id: &str) -> Option<usize> {
        let place = self.items.iter().position(|item| item.id == id);
        accept.kept(place, || format!("there is no statement `{id}`"))
    }

    /// Parses a pair that is said to relate in one way; `known` are the pairs that are said to
    /// relate in another one.
    fn accept_pair<const N: usize>(
        &self,
        PairDraft { first, second }: &PairDraft,
        relates: &str,
        known: [(&BTreeSet<(usize, usize)>, &str); N],
        accept: &mut Accept,
    ) -> Option<(usize, usize)> {
        let one = self.place(accept, first);
        let (one, other) = one.zip(self.place(accept, second))?;
        let pair = (one.min(other), one.max(other));
        accept.item(|accept| {
            accept.require(one != other, || format!("`{first}` is paired with itself"));
            for (pairs, relation) in known {
                accept.require(!pairs.contains(&pair), || {
                    format!("`{first}` and `{second}` {relation} and are said to {relates}")
                });
            }
            Some(pair)
        })
    }
}

impl Question for Compare {
    const SPEC: Spec =
        Spec { name: "compare", version: 8, parameters: Parameters::fast(0.2, 8000), form: &FORM };
    type Raw = CompareAnswer;
    type Answer = Comparison;

    fn narrow(&self, schema: &mut Narrowing) {
        let (ids, most) = (self.items.iter().map(|item| &item.id), self.items.len());
        schema.count::<CompareAnswer>("groups", 0..=most / 2);
        schema.ids::<Group>("items", ids.clone());
        schema.count::<Group>("items", 2..=most);
        let most_pairs = (most * most.saturating_sub(1) / 2).min(MOST_PAIRS);
        schema.count::<CompareAnswer>("contradictions", 0..=most_pairs);
        schema.count::<CompareAnswer>("verbal", 0..=most_pairs);
        schema.ids::<PairDraft>("first", ids.clone());
        schema.ids::<PairDraft>("second", ids);
    }

    fn accept(&self, raw: CompareAnswer, accept: &mut Accept) -> Option<Comparison> {
        let mut comparison = Comparison::default();
        let mut grouped = BTreeSet::new();
        for Group { items } in &raw.groups {
            let members: BTreeSet<usize> =
                items.iter().filter_map(|id| self.place(accept, id)).collect();
            let alone = members.into_iter().filter(|&member| {
                let of = || format!("`{}` is in two groups", self.items[member].id);
                accept.check(grouped.insert(member), of)
            });
            let members: BTreeSet<usize> = alone.collect();
            for &member in &members {
                comparison.same.extend(members.range(member + 1..).map(|&other| (member, other)));
            }
        }
        for pair in &raw.verbal {
            let known = [(&comparison.same, "are in one group")];
            let verbal = self.accept_pair(pair, "differ only in words", known, accept);
            comparison.verbal.extend(verbal.filter(|&(one, other)| {
                let [one, other] = [one, other].map(|at| &self.items[at]);
                let answers = one.origin.answers().zip(other.origin.answers());
                accept.keep(answers.is_some_and(|(one, other)| one.opposes(&other)), || {
                    let (one, other) = (&one.id, &other.id);
                    format!("`{one}` and `{other}` are said to differ only in words, but do not answer one question in opposite ways")
                })
            }));
        }
        for pair in &raw.contradictions {
            let known = [
                (&comparison.same, "are in one group"),
                (&comparison.verbal, "are said to differ only in words"),
            ];
            let opposed = self.accept_pair(pair, "contradict each other", known, accept);
            comparison.opposed.extend(opposed);
        }
        Some(comparison)
    }

    #[cfg(test)]
    fn nonsense(&self, _: &Nonsense<'_>) -> Value {
        json!({ "groups": [], "contradictions": [], "verbal": [] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::topic;
    use crate::question::{AnyQuestion, Parsed, WhichAnswer, parse};

    fn accepted(
        groups: &[&[&str]],
        verbal: &[(&str, &str)],
        contradictions: &[(&str, &str)],
        which: WhichAnswer,
    ) -> Result<Parsed<Comparison>, Vec<String>> {
        let item = |number: usize| Item {
            id: format!("i{number}"),
            text: "A text.".into(),
            // Odd and even numbers answer one question in opposite ways, except for the fourth,
            // which answers none.
            origin: Origin {
                persona: PersonaId::new("keeper").unwrap(),
                excerpts: vec![],
                axis: AxisId::new("trade").ok().filter(|_| number != 4),
                side: Some(if number % 2 == 1 { Side::Yes } else { Side::No }),
            },
        };
        let question = Compare { topic: topic(), items: (1..=6).map(item).collect() };
        let group =
            |items: &&[&str]| Group { items: items.iter().map(|id| (*id).into()).collect() };
        let pair = |(first, second): &(&str, &str)| PairDraft {
            first: (*first).into(),
            second: (*second).into(),
        };
        let answer = CompareAnswer {
            groups: groups.iter().map(group).collect(),
            contradictions: contradictions.iter().map(pair).collect(),
            verbal: verbal.iter().map(pair).collect(),
        };
        parse(&question, answer, which)
    }

    #[test]
    fn a_group_makes_every_pair_of_its_members_the_same() {
        let found = accepted(
            &[&["i4", "i1", "i2"], &["i3"]],
            &[("i3", "i6")],
            &[("i5", "i1")],
            WhichAnswer::First,
        )
        .unwrap()
        .answer;
        assert_eq!(found.same, [(0, 1), (0, 3), (1, 3)].into());
        assert_eq!((found.verbal, found.opposed), ([(2, 5)].into(), [(0, 4)].into()));
        let nothing = accepted(&[], &[], &[], WhichAnswer::First).unwrap();
        assert_eq!((nothing.answer, nothing.dropped.len()), (Comparison::default(), 0));
    }

    #[test]
    fn two_groups_and_contradictory_answers_are_faults_and_dropped_from_the_last_answer() {
        let faults = |groups: &[&[&str]], verbal: &[_], contradictions: &[_]| {
            let faults = accepted(groups, verbal, contradictions, WhichAnswer::First).unwrap_err();
            let last = accepted(groups, verbal, contradictions, WhichAnswer::Last).unwrap();
            assert_eq!(last.dropped, faults);
            assert!(last.answer.opposed.is_empty());
            faults
        };
        assert_eq!(faults(&[&["i1", "i2"], &["i2", "i3"]], &[], &[]), ["`i2` is in two groups"]);
        assert_eq!(faults(&[], &[], &[("i1", "i1")]), ["`i1` is paired with itself"]);
        assert_eq!(
            faults(&[&["i1", "i2"]], &[], &[("i2", "i1")]),
            ["`i2` and `i1` are in one group and are said to contradict each other"]
        );
        assert_eq!(
            faults(&[&["i1", "i2"]], &[("i2", "i1")], &[]),
            ["`i2` and `i1` are in one group and are said to differ only in words"]
        );
        assert_eq!(
            faults(&[], &[("i3", "i2")], &[("i2", "i3")]),
            [
                "`i2` and `i3` are said to differ only in words and are said to contradict each other"
            ]
        );
    }

    #[test]
    fn a_pair_differs_only_in_words_where_it_answers_one_question_in_opposite_ways() {
        let verbal = |pair| accepted(&[], &[pair], &[], WhichAnswer::First).unwrap();
        assert_eq!(verbal(("i1", "i2")).answer.verbal, [(0, 1)].into());
        for pair in [("i1", "i3"), ("i1", "i4")] {
            let found = verbal(pair);
            assert_eq!((found.answer.verbal.len(), found.dropped.len()), (0, 1), "{pair:?}");
        }
    }

    #[test]
    fn a_model_may_name_every_pair_of_statements() {
        let persona = PersonaId::new("keeper").unwrap();
        let origin = Origin { persona, excerpts: vec![], axis: None, side: None };
        let item = |number: usize| Item {
            id: format!("i{number}"),
            text: "A text.".into(),
            origin: origin.clone(),
        };
        let most = |count: usize| {
            let question = Compare { topic: topic(), items: (0..count).map(item).collect() };
            let schema = question.narrowed_schema();
            ["contradictions", "verbal"].map(|list| schema["properties"][list]["maxItems"].clone())
        };
        assert_eq!(most(8), [json!(28), json!(28)], "16 where four say yes and four say no");
        assert_eq!(most(80), [json!(400), json!(400)], "an answer has no room for more");
    }

    #[test]
    fn an_unknown_statement_is_left_out_of_its_group() {
        let found =
            accepted(&[&["i1", "i9", "i2"]], &[], &[("i9", "i1")], WhichAnswer::First).unwrap();
        assert_eq!(found.answer.same, [(0, 1)].into());
        assert!(found.answer.opposed.is_empty());
        assert_eq!(found.dropped, ["there is no statement `i9`"; 2]);
    }
}
