//! What is compared, and which modes name which crux.

use serde::Serialize;

use crate::mode::{Kind, Mode};
use crate::record::{CruxReference, Outcome};
use crate::vocabulary::{AxisId, PersonaId, TopicId};

/// What a column of a comparison is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A protocol by which personas debate.
    Protocol,
    /// A mode without a debate, with which protocols are compared.
    Baseline,
    /// A mode in which personas do not hear each other. It does not count among the modes.
    Control,
}

impl Role {
    /// The role of a mode with its parameters.
    pub fn of(mode: &Mode) -> Self {
        match (mode.control(), mode.about().kind) {
            (Some(_), _) => Self::Control,
            (None, Kind::Baseline) => Self::Baseline,
            (None, Kind::Protocol) => Self::Protocol,
        }
    }
}

/// A finished debate as it is compared.
#[derive(Debug, Clone, Copy)]
pub struct ComparedDebate<'a> {
    /// Its cell.
    pub cell: &'a str,
    /// Its topic.
    pub topic: &'a TopicId,
    /// Its personas.
    pub personas: &'a [PersonaId],
    /// The manifest's name for its mode.
    pub label: &'a str,
    /// What its mode is.
    pub role: Role,
    /// Its outcome.
    pub outcome: &'a Outcome,
}

/// In how many debates of one mode a crux is named.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Naming {
    /// The mode's label.
    pub mode: String,
    /// The number of debates that name it.
    pub named: usize,
    /// The number of finished debates.
    pub debates: usize,
    /// The 95% interval of the share (Wilson); none for a single debate.
    pub interval: Option<(f64, f64)>,
    /// The cruxes of these debates.
    pub cruxes: Vec<CruxReference>,
}

impl Naming {
    /// Whether at least half of the debates name it.
    pub fn is_named(&self) -> bool {
        self.debates > 0 && 2 * self.named >= self.debates
    }
}

/// A crux with the modes that name it, in one block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CruxRow {
    /// The topic.
    pub topic: TopicId,
    /// The personas.
    pub personas: Vec<PersonaId>,
    /// The axis, if it belongs to one.
    pub axis: Option<AxisId>,
    /// The question.
    pub question: String,
    /// Other wordings of the question, which mean the same.
    pub other_wordings: Vec<String>,
    /// In how many debates each mode names it, in the order of
    /// [`ModeComparison::modes`](super::ModeComparison::modes).
    pub namings: Vec<Naming>,
    /// Whether every mode names it that has debates here.
    pub named_by_all: bool,
    /// The only mode with a debate that names it, if there is only one and others have debates
    /// here.
    pub only: Option<String>,
    /// The modes that miss it: they do not name it, and more than half of the others do.
    pub missed_by: Vec<String>,
}
