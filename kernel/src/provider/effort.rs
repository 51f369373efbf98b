//! How much a model thinks before it answers.

use serde::Serialize;

use crate::question::Tier;

/// How much a model thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ReasoningEffort {
    /// Not at all.
    None,
    /// Hardly.
    Minimal,
    /// A little.
    Low,
    /// As much as most questions need.
    Medium,
    /// Much.
    High,
    /// More than most questions need.
    XHigh,
    /// Without a limit of its own.
    Max,
}

impl ReasoningEffort {
    /// Every effort, the least first.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::XHigh, Self::Max];

    /// The word in manifests and requests.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::XHigh => "xhigh",
            Self::Max => "max",
        }
    }
}

/// The effort of the models of each tier. Where none is given, the model decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Efforts {
    /// That of the model that writes arguments.
    pub strong: Option<ReasoningEffort>,
    /// That of the model that extracts, scores and judges.
    pub fast: Option<ReasoningEffort>,
}

impl Efforts {
    /// The effort of a tier.
    pub fn of(self, tier: Tier) -> Option<ReasoningEffort> {
        match tier {
            Tier::Strong => self.strong,
            Tier::Fast => self.fast,
            Tier::Search => None,
        }
    }
}
