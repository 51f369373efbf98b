//! The formats.

use std::fmt;

/// A file format of frameworks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// ICCMA'23: `p af N` and numbers.
    Af,
    /// ASPARTIX: `arg(a).` and `att(a,b).`.
    Apx,
    /// Trivial graph format: names, `#`, pairs.
    Tgf,
    /// Bipolar facts: `arg(a, 0.5).`, `att(a, b).` and `sup(a, b).`.
    Bag,
    /// A bipolar framework as JSON.
    Json,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Af, Self::Apx, Self::Tgf, Self::Bag, Self::Json];
    /// The formats of Dung frameworks.
    pub const DUNG: [Self; 3] = [Self::Af, Self::Apx, Self::Tgf];
    /// The formats of bipolar frameworks.
    pub const BIPOLAR: [Self; 2] = [Self::Bag, Self::Json];

    /// Returns the name, which is also the file extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Af => "af",
            Self::Apx => "apx",
            Self::Tgf => "tgf",
            Self::Bag => "bag",
            Self::Json => "json",
        }
    }

    /// Returns the name for use in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::Af => "ICCMA'23",
            Self::Apx => "ASPARTIX",
            Self::Tgf => "trivial graph format",
            Self::Bag => ".bag",
            Self::Json => "JSON",
        }
    }

    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Describes the content of files of this format.
    pub(super) fn holds(self) -> &'static str {
        match self {
            Self::Af | Self::Apx | Self::Tgf => "only attacks: a Dung framework",
            Self::Bag | Self::Json => "base scores, attacks and supports: a bipolar framework",
        }
    }

    pub(super) fn other_kind(self) -> &'static str {
        match self {
            Self::Af | Self::Apx | Self::Tgf => "a bipolar framework: .bag or JSON",
            Self::Bag | Self::Json => {
                "a Dung framework: ICCMA'23 (.af), ASPARTIX (.apx) or trivial graph format (.tgf)"
            }
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
