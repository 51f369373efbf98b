//! Asks what came of a debate.

mod by_corpus;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::turns::turn_named;
use crate::mode::conversation::questions::{ShownTurn, TURNS};
use crate::mode::dialectic::prompts::PASSAGE;
use crate::mode::shared::prompts::TOPIC;
use crate::prompt::Template;
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Form, Narrowing, Parameters, Question, Spec};
use crate::record::ReadingKind;
use crate::vocabulary::{Passage, PersonaId, Topic, TurnId};

static FORM: Form =
    Form::new(Template::new(include_str!("../prompts/summarize.md"), &[TOPIC, PASSAGE, TURNS]));

/// The number of key claims for which a summary has room.
pub(crate) const MOST_CLAIMS: usize = 6;
/// The numbers of themes.
const TAGS: std::ops::RangeInclusive<usize> = 3..=5;

/// Asks what came of a debate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Summarize {
    pub(crate) topic: Topic,
    pub(crate) passage: Passage,
    /// The question of a branch.
    pub(crate) question: Option<String>,
    pub(crate) kind: ReadingKind,
    pub(crate) rule: String,
    pub(crate) turns: Vec<ShownTurn>,
    /// The names of the speakers.
    pub(crate) names: BTreeMap<PersonaId, String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A key claim.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ClaimDraft {
    #[schemars(description = "The id of the turn that makes it.")]
    pub(crate) turn: String,
    #[schemars(description = "The claim as one sentence.")]
    pub(crate) text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SummaryDraft {
    #[schemars(description = "What the debate was about, in at most twelve words.")]
    pub(crate) topic: String,
    #[schemars(description = "What came of it: one to three sentences.")]
    pub(crate) resolution: String,
    #[schemars(description = "A label of at most five words.")]
    pub(crate) label: String,
    #[schemars(description = "Three to five themes, each one or two words in lower case.")]
    pub(crate) tags: Vec<String>,
    #[schemars(description = "At most six key claims.")]
    pub(crate) claims: Vec<ClaimDraft>,
}

/// What came of a debate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) topic: String,
    pub(crate) resolution: String,
    pub(crate) label: String,
    pub(crate) tags: Vec<String>,
    pub(crate) claims: Vec<(TurnId, String)>,
}

impl Question for Summarize {
    const SPEC: Spec = Spec {
        name: "summarize",
        version: 5,
        parameters: Parameters::fast(0.3, 1200),
        form: &FORM,
    };
    type Raw = SummaryDraft;
    type Answer = Summary;

    fn narrow(&self, schema: &mut Narrowing) {
        schema.ids::<ClaimDraft>("turn", self.turns.iter().map(|turn| turn.id));
        schema.count::<SummaryDraft>("tags", TAGS);
        schema.count::<SummaryDraft>("claims", 0..=MOST_CLAIMS);
    }

    fn accept(&self, raw: SummaryDraft, accept: &mut Accept) -> Option<Summary> {
        let named = [("topic", &raw.topic), ("resolution", &raw.resolution), ("label", &raw.label)];
        for (what, text) in named {
            accept.text(what, text);
        }
        let mut tags: Vec<String> = raw
            .tags
            .iter()
            .map(|tag| tag.trim().to_lowercase())
            .filter(|tag| !tag.is_empty())
            .collect();
        tags.sort();
        tags.dedup();
        accept.count("themes", tags.len(), TAGS);
        let claims = accept.at_most("key claims", MOST_CLAIMS, raw.claims);
        let claims = accept.each(claims, |ClaimDraft { turn, text }, accept| {
            accept.text("key claim", &text);
            let missing = || format!("key claim “{text}”: there is no turn `{turn}`");
            let known = accept.required(turn_named(&self.turns, &turn), missing)?;
            Some((known.id, text))
        });
        let SummaryDraft { topic, resolution, label, .. } = raw;
        Some(Summary { topic, resolution, label, tags, claims })
    }

    #[cfg(test)]
    fn nonsense(&self, nonsense: &Nonsense<'_>) -> Value {
        let turns = nonsense.listed();
        let claim =
            |n: u64| json!({ "turn": turns[n as usize].0, "text": nonsense.text("Claim", n) });
        json!({
            "topic": "The street", "resolution": "So.", "label": "Street", "tags": ["a", "b", "c"],
            "claims": nonsense.many(turns.len().min(5) as u64, claim),
        })
    }
}
