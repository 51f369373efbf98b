//! The debate protocols and their parameters, as plain data.
//!
//! The sets are closed and matched without a wildcard: a new mode breaks the build wherever it matters.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Names a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModeName {
    /// One strong call: the baseline.
    Single,
    /// Structured arguments and attacks under Dung semantics.
    Graph,
}

impl ModeName {
    /// Every mode, in the order in which pages list them.
    pub const ALL: [Self; 2] = [Self::Single, Self::Graph];

    /// The name as manifests, file names and links write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Graph => "graph",
        }
    }

    /// The name as headings write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Single => "Single call",
            Self::Graph => "Argument graph",
        }
    }

    /// The mode that manifests write as `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The mode with every parameter at its default.
    pub fn with_defaults(self) -> Mode {
        match self {
            Self::Single => Mode::Single(Single::default()),
            Self::Graph => Mode::Graph(Graph::default()),
        }
    }
}

impl fmt::Display for ModeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A protocol with its parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One strong call: the baseline.
    Single(Single),
    /// Structured arguments and attacks under Dung semantics.
    Graph(Graph),
}

impl Mode {
    /// Which protocol it is.
    pub fn name(&self) -> ModeName {
        match self {
            Self::Single(_) => ModeName::Single,
            Self::Graph(_) => ModeName::Graph,
        }
    }
}

/// Parameters of [`Mode::Single`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Single {
    /// The most cruxes asked for. *Range*: 1–10, 5 by default.
    pub cruxes: usize,
}

impl Default for Single {
    fn default() -> Self {
        Self { cruxes: 5 }
    }
}

/// Parameters of [`Mode::Graph`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The most rounds of attacks. *Range*: 1–10, 3 by default.
    pub max_rounds: u32,
    /// The most claims the topic is decomposed into. *Range*: 2–4, 4 by default.
    pub max_claims: usize,
}

impl Default for Graph {
    fn default() -> Self {
        Self { max_rounds: 3, max_claims: 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_their_mode_and_travel_as_they_are_written() {
        for name in ModeName::ALL {
            assert_eq!(ModeName::from_name(name.name()), Some(name));
            assert_eq!(name.with_defaults().name(), name);
            assert_eq!(serde_json::to_string(&name).unwrap(), format!("\"{name}\""));
        }
        assert_eq!(ModeName::from_name("Graph"), None);
    }
}
