//! Asks how readings are related.

mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shown_reading::ShownReading;
use crate::graph::Relation;
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::vocabulary::{NodeId, Probability, Topic};

static FORM: Form = Form::new(Template::new(include_str!("../prompts/relate.md"), &[TOPIC]));

/// Asks how some pairs of readings are related.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Relate {
    pub(crate) topic: Topic,
    pub(crate) readings: Vec<ShownReading>,
    /// The pairs, the later reading first.
    pub(crate) pairs: Vec<(NodeId, NodeId)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "How the first reading is related to the second.")]
#[serde(rename_all = "snake_case")]
pub(crate) enum RelationDraft {
    #[schemars(description = "It gives a reason for what came of the second.")]
    Supports,
    #[schemars(description = "It takes for granted what came of the second.")]
    Requires,
    #[schemars(description = "It is a case of what came of the second.")]
    AppliesTo,
    #[schemars(description = "Both have the same structure.")]
    Analogy,
}

impl RelationDraft {
    fn relation(self) -> Relation {
        match self {
            Self::Supports => Relation::Support,
            Self::Requires => Relation::Requires,
            Self::AppliesTo => Relation::AppliesTo,
            Self::Analogy => Relation::Analogy,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A related pair.")]
#[serde(deny_unknown_fields)]
pub(crate) struct RelatedDraft {
    #[schemars(description = "The id of the first reading.")]
    pub(crate) from: String,
    #[schemars(description = "The id of the second reading.")]
    pub(crate) to: String,
    pub(crate) relation: RelationDraft,
    #[schemars(description = "How sure you are, from 0 to 1.")]
    pub(crate) confidence: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelatedAnswer {
    #[schemars(description = "The pairs that are related.")]
    pub(crate) relations: Vec<RelatedDraft>,
}

/// A relation between two readings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Related {
    pub(crate) from: NodeId,
    pub(crate) to: NodeId,
    pub(crate) relation: Relation,
    pub(crate) confidence: Probability,
}

impl Question for Relate {
    const SPEC: Spec =
        Spec { name: "relate", version: 3, parameters: Parameters::fast(0.2, 1500), form: &FORM };
    type Raw = RelatedAnswer;
    type Answer = Vec<Related>;

    fn narrow(&self, schema: &mut Narrowing) {
        for end in ["from", "to"] {
            schema.ids::<RelatedDraft>(end, self.readings.iter().map(|reading| reading.node));
        }
    }

    fn accept(&self, raw: RelatedAnswer, accept: &mut Accept) -> Option<Vec<Related>> {
        Some(accept.each(raw.relations, |draft, accept| {
            let RelatedDraft { from, to, relation, confidence } = draft;
            let of = |what: &str| format!("relation of {from} to {to}: {what}");
            let mut pairs = self.pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            let pair = pairs.find(|(a, b)| a.to_string() == from && b.to_string() == to);
            let pair = accept.required(pair, || of("this pair is not listed"));
            let confidence = accept.probability(&of("confidence"), confidence)?;
            let (from, to) = pair?;
            Some(Related { from, to, relation: relation.relation(), confidence })
        }))
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let lines = nonsense.asked().lines();
        let pairs = lines.filter_map(|line| line.strip_prefix("- ")?.split_once(" and "));
        let pairs: Vec<(&str, &str)> = pairs.filter(|(from, _)| from.starts_with('n')).collect();
        let related = |n: u64| {
            let (from, to) = pairs[n as usize];
            json!({ "from": from, "to": to, "relation": "requires", "confidence": 0.5 })
        };
        json!({ "relations": nonsense.many(pairs.len() as u64, related) })
    }
}
