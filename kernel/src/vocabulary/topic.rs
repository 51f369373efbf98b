//! Topics: the question of a debate and the axes on which answers may differ.

use serde::{Deserialize, Serialize};

use super::id::{AxisId, PassageId, TopicId};
use super::passage::{Observer, Passage};

/// The answer to a binary question.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The answer yes.
    Yes,
    /// The answer no.
    No,
}

impl Side {
    /// Returns the other answer.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
        }
    }

    /// Returns the answer as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
        }
    }

    /// The strength of this answer as a strength of «yes». *Range*: 0 to 1, where 0 is a certain
    /// no.
    pub fn of_yes(self, strength: f64) -> f64 {
        match self {
            Self::Yes => strength,
            Self::No => 1.0 - strength,
        }
    }
}

/// One side of an axis.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AxisSide {
    /// The axis.
    pub axis: AxisId,
    /// The answer to its question.
    pub side: Side,
}

impl AxisSide {
    /// Whether it is the opposite answer to the same question.
    pub fn opposes(&self, other: &Self) -> bool {
        self.axis == other.axis && self.side != other.side
    }

    /// The opposite answer to the same question.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self { side: self.side.opposite(), ..self }
    }
}

/// A kind of disagreement.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Disagreement {
    /// The two sides consider different spans of time.
    Horizon,
    /// The two sides weigh or trust observations differently.
    Evidence,
    /// The two sides want different things.
    Values,
    /// The two sides use a word differently.
    Definition,
    /// The two sides contradict each other on the question itself.
    Claim,
    /// The two sides start from different premises.
    Premise,
}

impl Disagreement {
    /// Every kind, in the order of this enum.
    pub const ALL: [Self; 6] =
        [Self::Horizon, Self::Evidence, Self::Values, Self::Definition, Self::Claim, Self::Premise];

    /// Returns the kind as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Horizon => "horizon",
            Self::Evidence => "evidence",
            Self::Values => "values",
            Self::Definition => "definition",
            Self::Claim => "claim",
            Self::Premise => "premise",
        }
    }
}

/// One question on which the two sides of a topic may disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// The id.
    pub id: AxisId,
    /// One to three words.
    pub title: String,
    /// A question that can be answered yes or no.
    pub question: String,
    /// The affirmative answer as a sentence.
    pub yes: String,
    /// The negative answer as a sentence.
    pub no: String,
    /// The kind of disagreement.
    pub kind: Disagreement,
    /// Words that people use when they write about the axis.
    pub keywords: Vec<String>,
    /// The observation that would settle the question.
    pub settles: String,
    /// The answer to the topic's question that a `yes` on this axis supports. The reader of
    /// untagged texts infers sides from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub favours: Option<Side>,
}

impl Axis {
    /// Returns the sentence that takes `side`.
    pub fn proposition(&self, side: Side) -> &str {
        match side {
            Side::Yes => &self.yes,
            Side::No => &self.no,
        }
    }

    /// Returns all words of the axis. The author of the topic chose its title and keywords to find
    /// it by, so they count twice.
    pub fn words(&self) -> String {
        let named = format!("{} {}", self.title, self.keywords.join(" "));
        format!("{named} {named} {} {} {} {}", self.question, self.yes, self.no, self.settles)
    }

    /// Returns the side that supports this answer to the topic's question: `None` if the axis
    /// favours neither answer.
    pub fn side_favouring(&self, answer: Side) -> Option<Side> {
        let favours = self.favours?;
        Some(if favours == answer { Side::Yes } else { Side::No })
    }
}

/// One of the propositions into which a topic was decomposed.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The proposition as a sentence.
    pub text: String,
    /// The axis that the proposition is about, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
}

/// A question with two theses and the axes on which they may disagree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// The id: the stem of its file.
    pub id: TopicId,
    /// A short title.
    pub title: String,
    /// The question, answered yes or no.
    pub question: String,
    /// The thesis of the side that answers yes.
    pub yes: String,
    /// The thesis of the side that answers no.
    pub no: String,
    /// Neutral background: what the question asks, over which span of time, measured how. Empty if
    /// its author left it out.
    pub background: String,
    /// The axes on which the two sides may disagree; may be empty for live providers.
    pub axes: Vec<Axis>,
    /// The passages that personas can read together, in reading order; most topics have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passages: Vec<Passage>,
    /// Who observes the readings; most topics have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observers: Vec<Observer>,
}

impl Topic {
    /// Returns the sentence that answers its question.
    pub fn answer(&self, side: Side) -> &str {
        match side {
            Side::Yes => &self.yes,
            Side::No => &self.no,
        }
    }

    /// Returns the axis with this id.
    pub fn axis(&self, id: &AxisId) -> Option<&Axis> {
        self.axes.iter().find(|axis| axis.id == *id)
    }

    /// Returns the passage with this id.
    pub fn passage(&self, id: &PassageId) -> Option<&Passage> {
        self.passages.iter().find(|passage| passage.id == *id)
    }

    /// The topic as a debate sees it that reads its first `count` passages. Without passages it has
    /// no observers either.
    #[must_use]
    pub fn reading(&self, count: usize) -> Self {
        let passages: Vec<Passage> = self.passages.iter().take(count).cloned().collect();
        let observers = if passages.is_empty() { Vec::new() } else { self.observers.clone() };
        Self { passages, observers, ..self.clone() }
    }

    /// The topic without titles, which only pages show.
    #[must_use]
    pub fn without_titles(&self) -> Self {
        let axis = |axis: &Axis| Axis { title: String::new(), ..axis.clone() };
        Self { title: String::new(), axes: self.axes.iter().map(axis).collect(), ..self.clone() }
    }
}
