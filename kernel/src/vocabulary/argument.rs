//! What an argument consists of, and what it cites.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::id::EvidenceId;

/// An argument has at most this many premises.
pub const MOST_PREMISES: usize = 3;
/// An argument has at most this many assumptions.
pub const MOST_ASSUMPTIONS: usize = 2;
/// An argument has at most this many citations.
pub const MOST_CITATIONS: usize = 2;

/// A component of an argument that an attack can target.
///
/// *Shape*: written `claim`, `premise 2`, `assumption 1` or `inference`; numbers count from 1.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Component {
    /// The conclusion.
    Claim,
    /// A premise, counted from 0.
    Premise(usize),
    /// An assumption, counted from 0.
    Assumption(usize),
    /// The step from the premises to the conclusion.
    Inference,
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Claim => f.write_str("claim"),
            Self::Premise(index) => write!(f, "premise {}", index + 1),
            Self::Assumption(index) => write!(f, "assumption {}", index + 1),
            Self::Inference => f.write_str("inference"),
        }
    }
}

impl FromStr for Component {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (word, number) = text.split_once(' ').unwrap_or((text, ""));
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        match (word, index) {
            ("claim", None) if number.is_empty() => Ok(Self::Claim),
            ("inference", None) if number.is_empty() => Ok(Self::Inference),
            ("premise", Some(index)) => Ok(Self::Premise(index)),
            ("assumption", Some(index)) => Ok(Self::Assumption(index)),
            _ => Err(format!(
                "`{text}` is not a component: use claim, premise 1, assumption 1 or inference"
            )),
        }
    }
}

impl TryFrom<String> for Component {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Component> for String {
    fn from(component: Component) -> String {
        component.to_string()
    }
}

/// A piece of evidence as a persona cites it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Citation {
    /// What the persona says the evidence shows.
    pub text: String,
    /// The item of the evidence store that it names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceId>,
}
