//! The choices that a manifest makes by name.

use serde::{Deserialize, Serialize};

use crate::mode::Value;
use crate::mode::parameters::Field;

/// Whether claims are checked, and whether a false claim rejects a speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FactCheck {
    /// No claim is checked.
    Off,
    /// Every claim is checked, and the verdicts are shown with the speech.
    Standard,
    /// As [`Self::Standard`], and a false claim rejects the speech.
    Strict,
}

/// Which side a persona argues for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sides {
    /// That of its own answer to the topic's question.
    Fixed,
    /// One that the seed draws.
    Drawn,
}

impl FactCheck {
    const ALL: [Self; 3] = [Self::Off, Self::Standard, Self::Strict];

    /// Its name in manifests.
    fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }

    /// Its names with the titles that pages show.
    pub(super) fn names() -> Vec<(&'static str, &'static str)> {
        Self::ALL.map(|option| (option.name(), option.name())).into()
    }
}

impl Sides {
    const ALL: [Self; 2] = [Self::Fixed, Self::Drawn];

    /// Its name in manifests.
    fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Drawn => "drawn",
        }
    }

    /// Its names with the titles that pages show.
    pub(super) fn names() -> Vec<(&'static str, &'static str)> {
        Self::ALL.map(|option| (option.name(), option.name())).into()
    }
}

impl Field for FactCheck {
    fn value(self) -> Value {
        Value::Name(self.name())
    }

    fn of(value: Value) -> Option<Self> {
        Self::ALL.into_iter().find(|option| option.value() == value)
    }
}

impl Field for Sides {
    fn value(self) -> Value {
        Value::Name(self.name())
    }

    fn of(value: Value) -> Option<Self> {
        Self::ALL.into_iter().find(|option| option.value() == value)
    }
}
