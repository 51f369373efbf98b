//! What a persona has said, with its reasons.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{AxisId, Date, EvidenceId, PointId, Probability, Side, StatementId, TopicId};

/// The part of an argument that an attack is aimed at.
///
/// *Shape*: written `claim`, `premise 2`, `assumption 1` or `inference`; numbers count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Component {
    /// The conclusion itself.
    Claim,
    /// A premise, counted from 0.
    Premise(usize),
    /// An assumption, counted from 0.
    Assumption(usize),
    /// The step from premises to conclusion.
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

/// A piece of evidence as somebody cites it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Citation {
    /// What it is said to show.
    pub text: String,
    /// The item of the evidence store it names, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceId>,
}

/// A reason for a statement, with reasons of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The premise as a sentence.
    pub text: String,
    /// Why one should believe it.
    pub reasons: Vec<Reason>,
    /// Evidence for it.
    pub evidence: Vec<Citation>,
}

/// An opposing thought that a statement replies to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What part of an argument it is; an index is always 0, since the other side's order is not known here.
    pub component: Component,
    /// The opposing thought in the persona's own words.
    pub text: String,
}

/// An argument has so many premises at most.
pub const MOST_PREMISES: usize = 3;
/// An argument has so many assumptions at most.
pub const MOST_ASSUMPTIONS: usize = 2;
/// An argument has so many citations at most.
pub const MOST_CITATIONS: usize = 2;

/// On what grounds a statement of an untagged text was given its axis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inferred {
    /// How near the axis is to the statement and its surroundings.
    pub score: Probability,
    /// The axis that is next, and how near that is.
    pub runner_up: Option<(AxisId, Probability)>,
}

/// One thing that a persona holds, with what hangs on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// Its name, unique within the persona.
    pub id: StatementId,
    /// One or two sentences that stand alone.
    pub text: String,
    /// The axis it speaks to, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// The side it takes there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// How sure the persona is.
    pub confidence: Probability,
    /// When it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// What it rests on, as the persona cites it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The proposition it asserts: two statements with one point say the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<PointId>,
    /// The proposition it denies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denies: Option<PointId>,
    /// Why it holds (`because`).
    pub reasons: Vec<Reason>,
    /// What it takes for granted (`assumes`).
    pub assumptions: Vec<String>,
    /// What it cites (`evidence`).
    pub evidence: Vec<Citation>,
    /// What would change the persona's mind (`unless`), as clauses: lower-case and without a full stop.
    pub unless: Vec<String>,
    /// What it grants the other side (`concedes`).
    pub concedes: Vec<String>,
    /// What it replies to (`answers`).
    pub answers: Vec<Answer>,
    /// How its axis was worked out, where its author did not tag it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<Inferred>,
}

impl Statement {
    /// Its reasons in the author's order, then the reasons for these, level by level.
    pub fn all_reasons(&self) -> Vec<&Reason> {
        let mut all: Vec<&Reason> = self.reasons.iter().collect();
        let mut next = 0;
        while let Some(&reason) = all.get(next) {
            all.extend(&reason.reasons);
            next += 1;
        }
        all
    }

    /// What it cites itself, then what its reasons cite, in the order of [`Statement::all_reasons`].
    pub fn citations(&self) -> impl Iterator<Item = &Citation> {
        self.evidence.iter().chain(self.all_reasons().into_iter().flat_map(|r| &r.evidence))
    }
}

/// One file of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Its title.
    pub title: String,
    /// When it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Its prose between headings and lists, kept as context.
    pub prose: Vec<String>,
    /// Its statements in order.
    pub statements: Vec<Statement>,
}

/// Everything a persona has said on one topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Corpus {
    /// The topic.
    pub topic: TopicId,
    /// The persona's answer to the topic's question.
    pub stance: Side,
    /// Its files, by file name.
    pub notes: Vec<Note>,
}

impl Corpus {
    /// All statements, in the order of files and lines.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.notes.iter().flat_map(|note| &note.statements)
    }

    /// The statement of that name.
    pub fn statement(&self, id: &StatementId) -> Option<&Statement> {
        self.statements().find(|statement| statement.id == *id)
    }
}
