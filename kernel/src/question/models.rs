//! The models that answer questions, and how they answer.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::vocabulary::{PersonaId, Tokens};

/// What answers: one of a manifest's two models, or a search of the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Writes arguments.
    Strong,
    /// Extracts, scores, judges.
    Fast,
    /// Finds pages of the web. It has no tokens; its service counts searches.
    Search,
}

/// The name under which calls of [`Tier::Search`] are recorded: that of the service.
pub const SEARCH: &str = "tavily";

/// The models that answer, by tier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Models {
    /// Writes arguments.
    pub strong: String,
    /// Extracts, scores, judges.
    pub fast: String,
    /// Personas whose questions go to other models.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub personas: BTreeMap<PersonaId, OwnModels>,
}

/// The models that answer for one persona. A tier without one uses the model for all personas.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnModels {
    /// Writes its arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strong: Option<String>,
    /// Extracts, scores, judges on its behalf.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fast: Option<String>,
}

impl Default for Models {
    fn default() -> Self {
        Self::new("corpus", "corpus")
    }
}

impl Models {
    /// One model for each tier and all personas.
    pub fn new(strong: impl Into<String>, fast: impl Into<String>) -> Self {
        Self { strong: strong.into(), fast: fast.into(), personas: BTreeMap::new() }
    }

    /// The model of a tier for a question to this persona, or to no persona.
    pub fn of(&self, tier: Tier, persona: Option<&PersonaId>) -> &str {
        let own = persona.and_then(|persona| self.personas.get(persona));
        match tier {
            Tier::Strong => own.and_then(|own| own.strong.as_deref()).unwrap_or(&self.strong),
            Tier::Fast => own.and_then(|own| own.fast.as_deref()).unwrap_or(&self.fast),
            Tier::Search => SEARCH,
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

/// How a question is answered.
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
    /// The strong model, with a temperature and the longest answer in tokens.
    pub(crate) const fn strong(temperature: f64, max_output: u64) -> Self {
        Self { tier: Tier::Strong, temperature, max_output: Tokens(max_output) }
    }

    /// The fast model, with a temperature and the longest answer in tokens.
    pub(crate) const fn fast(temperature: f64, max_output: u64) -> Self {
        Self { tier: Tier::Fast, temperature, max_output: Tokens(max_output) }
    }

    /// A search of the web.
    pub(crate) const SEARCH: Self =
        Self { tier: Tier::Search, temperature: 0.0, max_output: Tokens(0) };

    /// Room for an answer of `items` items of up to `each` tokens, and never less room than before.
    pub(crate) fn with_room(self, items: usize, each: Tokens) -> Self {
        let Tokens(wanted) = each;
        Self { max_output: self.max_output.max(Tokens(wanted * items as u64)), ..self }
    }
}
