//! Questions to a model, one file each: inputs, answer type, parameters, check.
//!
//! A task knows nothing of how it is worded ([`crate::prompt`]), sent ([`crate::provider`]) or read ([`crate::reply`]).

mod arguments;
mod attacks;
mod believed;
mod brief;
mod closing;
mod compare;
mod cruxes;
mod decompose;
mod grow;
mod moves;
#[cfg(test)]
pub(crate) mod samples;
mod scores;
mod settle;
mod thesis;
mod validate;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use arguments::{Arguments, ArgumentsAnswer, Cited, Draft};
pub use attacks::{AttackDraft, Attacks, AttacksAnswer, Part, Shown, Standing};
pub use believed::{Bearing, Believed, Bond, Leaf, Target};
pub use brief::{Brief, Excerpt, claims_on};
pub use closing::Closing;
pub use compare::{
    Compare, CompareAnswer, Item, Judgement, Likeness, Origin, Pair, WORTH_COMPARING, Wording,
};
pub use cruxes::{AgreedPoint, CruxDraft, Cruxes, CruxesAnswer, Holder, Stand};
pub use decompose::{Decompose, DecomposeAnswer, Proposition};
pub use grow::{Grow, GrowAnswer, Level};
pub use moves::{Moves, MovesAnswer};
pub use scores::{Scored, Scores, ScoresAnswer};
pub use settle::{Divided, Held, Settle, SettleAnswer};
pub use thesis::{Thesis, ThesisAnswer};
pub use validate::{Judged, Validate, ValidateAnswer, Verdict, fits};

use crate::vocabulary::{PersonaId, Tokens};

/// Every question that a mode may put to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Takes a topic apart into propositions.
    Decompose,
    /// Asks a persona for its opening arguments.
    Arguments,
    /// Asks a persona for its attacks of a round.
    Attacks,
    /// Judges the attacks of a round.
    Validate,
    /// Compares texts by meaning and words settling questions.
    Compare,
    /// Asks for the cruxes of a topic in one go.
    Cruxes,
    /// Asks a persona for its thesis.
    Thesis,
    /// Asks a persona what speaks for and against nodes of its own.
    Grow,
    /// Asks how plausible nodes are in themselves.
    Scores,
    /// Asks a persona what it adds to the others' nodes.
    Moves,
    /// Asks a persona, in the end, where its thesis should stand.
    Closing,
    /// Asks what would settle cruxes.
    Settle,
}

impl Kind {
    /// Every kind, in the order of this enum.
    pub const ALL: [Self; 12] = [
        Self::Decompose,
        Self::Arguments,
        Self::Attacks,
        Self::Validate,
        Self::Compare,
        Self::Cruxes,
        Self::Thesis,
        Self::Grow,
        Self::Scores,
        Self::Moves,
        Self::Closing,
        Self::Settle,
    ];

    /// The name in files and records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decompose => "decompose",
            Self::Arguments => "arguments",
            Self::Attacks => "attacks",
            Self::Validate => "validate",
            Self::Compare => "compare",
            Self::Cruxes => "cruxes",
            Self::Thesis => "thesis",
            Self::Grow => "grow",
            Self::Scores => "scores",
            Self::Moves => "moves",
            Self::Closing => "closing",
            Self::Settle => "settle",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which of a manifest's two models answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Writes arguments.
    Strong,
    /// Extracts, scores, judges.
    Fast,
}

/// The models that answer, by tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    /// Writes arguments.
    pub strong: String,
    /// Extracts, scores, judges.
    pub fast: String,
    /// Personas whose questions other models answer.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub personas: BTreeMap<PersonaId, OwnModels>,
}

/// The models that answer for one persona; where a tier has none, the one for all does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnModels {
    /// Writes its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strong: Option<String>,
    /// Extracts, scores, judges in its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fast: Option<String>,
}

impl Default for Models {
    fn default() -> Self {
        Self::new("corpus", "corpus")
    }
}

impl Models {
    /// One model for each tier, whoever is asked.
    pub fn new(strong: impl Into<String>, fast: impl Into<String>) -> Self {
        Self { strong: strong.into(), fast: fast.into(), personas: BTreeMap::new() }
    }

    /// The model of a tier, for a question to this persona or to nobody in particular.
    pub fn of(&self, tier: Tier, persona: Option<&PersonaId>) -> &str {
        let own = persona.and_then(|persona| self.personas.get(persona));
        match tier {
            Tier::Strong => own.and_then(|own| own.strong.as_deref()).unwrap_or(&self.strong),
            Tier::Fast => own.and_then(|own| own.fast.as_deref()).unwrap_or(&self.fast),
        }
    }

    /// Every model that may answer, once.
    pub fn names(&self) -> BTreeSet<&str> {
        let own = self.personas.values().flat_map(|own| [&own.strong, &own.fast]).flatten();
        own.chain([&self.strong, &self.fast]).map(String::as_str).collect()
    }

    /// The models that may answer in a debate of these personas.
    #[must_use]
    pub fn among(&self, personas: &[PersonaId]) -> Self {
        let mut models = self.clone();
        models.personas.retain(|persona, _| personas.contains(persona));
        models
    }
}

/// How a task is to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Parameters {
    /// The model.
    pub tier: Tier,
    /// Sampling temperature. *Range*: [0, 2].
    pub temperature: f64,
    /// The longest answer.
    pub max_output: Tokens,
}

impl Parameters {
    /// Room for an answer of `parts` that take up to `each`, and never less than there was.
    fn with_room(self, parts: usize, each: Tokens) -> Self {
        let Tokens(wanted) = each;
        Self { max_output: self.max_output.max(Tokens(wanted * parts as u64)), ..self }
    }
}

/// A question to a model.
///
/// The fields of the implementing struct are the whole input: prompts are made from them and from nothing else.
pub trait Task: Serialize + DeserializeOwned {
    /// Which question it is.
    const KIND: Kind;
    /// How it is to be answered, unless its size asks for more.
    const PARAMETERS: Parameters;
    /// What an answer looks like.
    type Answer: Serialize + DeserializeOwned + JsonSchema;

    /// The persona that is asked, if one is.
    fn persona(&self) -> Option<&PersonaId>;

    /// How this very question is to be answered.
    fn parameters(&self) -> Parameters {
        Self::PARAMETERS
    }

    /// What is wrong with an answer beyond its shape: ranges, counts, references. Nothing for a good answer.
    fn check(&self, answer: &Self::Answer) -> Vec<String>;
}

/// What a kind of task demands of an answer: its schema and parameters, for the id of cells that depend on it.
pub fn demands(kind: Kind) -> (serde_json::Value, Parameters) {
    fn of<T: Task>() -> (serde_json::Value, Parameters) {
        (schemars::schema_for!(T::Answer).to_value(), T::PARAMETERS)
    }
    match kind {
        Kind::Decompose => of::<Decompose>(),
        Kind::Arguments => of::<Arguments>(),
        Kind::Attacks => of::<Attacks>(),
        Kind::Validate => of::<Validate>(),
        Kind::Compare => of::<Compare>(),
        Kind::Cruxes => of::<Cruxes>(),
        Kind::Thesis => of::<Thesis>(),
        Kind::Grow => of::<Grow>(),
        Kind::Scores => of::<Scores>(),
        Kind::Moves => of::<Moves>(),
        Kind::Closing => of::<Closing>(),
        Kind::Settle => of::<Settle>(),
    }
}

/// Collects what is wrong with an answer.
#[derive(Debug, Default)]
struct Faults(Vec<String>);

impl Faults {
    fn unless(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.0.push(fault());
        }
    }

    fn count(&mut self, what: &str, count: usize, range: std::ops::RangeInclusive<usize>) {
        self.unless(range.contains(&count), || {
            format!("{what}: {count} given, {} to {} wanted", range.start(), range.end())
        });
    }

    fn unit(&mut self, what: &str, value: f64) {
        self.unless((0.0..=1.0).contains(&value), || format!("{what}: {value} is not in [0, 1]"));
    }

    fn text(&mut self, what: &str, text: &str) {
        self.unless(!text.trim().is_empty(), || format!("{what}: the text is empty"));
    }
}
