//! The content of a drawing: boxes, lines, and the rounds in which they exist.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::relation::{Relation, Status};

/// Where answers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Answers are below the claims that they answer.
    Down,
    /// Answers are to the right of the claims that they answer.
    Right,
    /// The direction that fits a page column; the shorter drawing if both do.
    Fit,
}

/// Which ends of a line have an arrowhead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Heads {
    /// Only the answered claim.
    End,
    /// Both, for a mutual attack drawn as one line.
    Both,
}

/// The rounds in which a box or line exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The first round in which it exists.
    pub first: u32,
    /// The first round in which it no longer exists; `None` if it stays.
    pub gone: Option<u32>,
}

/// The state of a box from one round until its next state.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct State {
    /// The first round of the state.
    pub from: u32,
    /// The verdict, if there is one.
    pub status: Option<Status>,
    /// Drawn as a meter at the bottom of the box. *Range*: 0 to 1.
    pub strength: Option<f64>,
}

/// One box.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Node {
    /// Identifies the box within its diagram; part of its anchor.
    pub key: String,
    /// The first part of the caption line; usually the key.
    pub title: String,
    /// The claim; wrapped, and shortened with an ellipsis after eight lines.
    pub text: String,
    /// The second part of the caption line, such as a persona's name.
    pub caption: String,
    /// CSS classes. `p0` to `p7` also give the box a bar in that author's colour, `crux` a stronger
    /// border.
    pub classes: Vec<String>,
    /// The target of the box as a link; its own anchor, `#prefix-key`, if empty.
    pub href: String,
    /// The label for screen readers: id, claim, relation, round. If empty: title, caption and text.
    pub spoken: String,
    /// When it exists.
    pub span: Span,
    /// Its states, ascending by [`State::from`].
    pub states: Vec<State>,
}

/// A line from an answering claim to the answered one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Edge {
    /// The key of the answering box.
    pub from: String,
    /// The key of the answered box.
    pub to: String,
    /// Determines stroke, arrowhead and colour.
    pub relation: Relation,
    /// The verb beside the line; no verb if empty.
    pub label: String,
    /// Which ends have an arrowhead.
    pub heads: Heads,
    /// Stroke width. *Units*: px. *Range*: clamped to 0.75 to 6.
    pub weight: f64,
    /// CSS classes.
    pub classes: Vec<String>,
    /// The label for screen readers; «from label to» if empty.
    pub spoken: String,
    /// When it exists.
    pub span: Span,
}

/// A line that is replaced by its number in the boxes at both ends.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chip {
    /// The number, from 1.
    pub number: usize,
    /// The line.
    pub edge: Edge,
    /// The link of the number; the box at the other end if empty, which must then be in the same
    /// diagram.
    pub href: String,
}

/// A checked diagram: keys are unique, and every line ends at boxes that exist.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Diagram {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) direction: Direction,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
    pub(super) chips: Vec<Chip>,
    /// Indices of the boxes at the ends of each line.
    pub(super) ends: Vec<(usize, usize)>,
    /// The layer of each box, if layers are given instead of computed.
    pub(super) depths: Option<Vec<usize>>,
    pub(super) through: u32,
}

/// Errors of [`Diagram::new`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiagramError {
    /// Two boxes have this key.
    DuplicateKey(String),
    /// A line ends at a key that no box has.
    UnknownKey(String),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateKey(key) => {
                write!(f, "two boxes have the key `{key}`: keys must be unique")
            }
            Self::UnknownKey(key) => write!(f, "a line ends at `{key}`, but no box has this key"),
        }
    }
}

impl std::error::Error for DiagramError {}

impl Span {
    /// Every round.
    pub const ALWAYS: Self = Self { first: 0, gone: None };

    /// Returns whether `round` is in the span.
    pub fn contains(self, round: u32) -> bool {
        round >= self.first && self.gone.is_none_or(|gone| round < gone)
    }
}

impl Node {
    /// Creates a box that exists in every round, without author and verdict.
    pub fn new(key: impl Into<String>, text: impl Into<String>) -> Self {
        let key = key.into();
        Self {
            title: key.clone(),
            key,
            text: text.into(),
            caption: String::new(),
            classes: Vec::new(),
            href: String::new(),
            spoken: String::new(),
            span: Span::ALWAYS,
            states: Vec::new(),
        }
    }

    /// Returns the state in `round`; `None` before the first state.
    pub fn state(&self, round: u32) -> Option<&State> {
        self.states.iter().rev().find(|state| state.from <= round)
    }
}

impl Edge {
    /// Creates a line that exists in every round, with the verb of its relation and one arrowhead.
    pub fn new(from: impl Into<String>, to: impl Into<String>, relation: Relation) -> Self {
        Self {
            from: from.into(),
            to: to.into(),
            relation,
            label: relation.verb().to_owned(),
            heads: Heads::End,
            weight: 1.5,
            classes: Vec::new(),
            spoken: String::new(),
            span: Span::ALWAYS,
        }
    }
}

impl Diagram {
    /// Checks boxes and lines. Their order is the reading order and breaks ties of the layout.
    ///
    /// # Errors
    ///
    /// [`DiagramError`] with the first key that is used twice, or that a line refers to and no box
    /// has.
    pub fn new(
        title: impl Into<String>,
        direction: Direction,
        nodes: Vec<Node>,
        edges: Vec<Edge>,
    ) -> Result<Self, DiagramError> {
        let mut index = BTreeMap::new();
        for (at, node) in nodes.iter().enumerate() {
            if index.insert(node.key.as_str(), at).is_some() {
                return Err(DiagramError::DuplicateKey(node.key.clone()));
            }
        }
        let find = |key: &str| {
            index.get(key).copied().ok_or_else(|| DiagramError::UnknownKey(key.to_owned()))
        };
        let ends = edges
            .iter()
            .map(|edge| Ok((find(&edge.from)?, find(&edge.to)?)))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            title: title.into(),
            description: String::new(),
            direction,
            nodes,
            edges,
            chips: Vec::new(),
            ends,
            depths: None,
            through: 0,
        })
    }

    /// Sets the last round, for debates whose last rounds change nothing.
    #[must_use]
    pub fn through(mut self, round: u32) -> Self {
        self.through = round;
        self
    }

    /// Sets the description for screen readers; by default the numbers of boxes and lines.
    #[must_use]
    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Adds lines to boxes of other drawings, as numbers in the boxes at their ends.
    #[must_use]
    pub fn linked(mut self, chips: impl IntoIterator<Item = Chip>) -> Self {
        self.chips.extend(chips);
        self
    }

    /// Returns the boxes in reading order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the drawn lines.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns the lines that are drawn as numbers; empty unless the diagram is
    /// [`reduced`](Diagram::reduced) or [`linked`](Diagram::linked).
    pub fn chips(&self) -> &[Chip] {
        &self.chips
    }

    /// Returns the last round: the one that was set, or a later one in which something changes.
    pub fn last_round(&self) -> u32 {
        let spans =
            self.nodes.iter().map(|node| node.span).chain(self.edges.iter().map(|edge| edge.span));
        let spans = spans.flat_map(|span| [span.first, span.gone.unwrap_or(0)]);
        let states = self.nodes.iter().flat_map(|node| node.states.iter().map(|state| state.from));
        spans.chain(states).chain([self.through]).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_key() {
        let twice = vec![Node::new("a", ""), Node::new("a", "")];
        assert_eq!(
            Diagram::new("", Direction::Down, twice, vec![]),
            Err(DiagramError::DuplicateKey("a".into()))
        );
        let stray = vec![Edge::new("a", "z", Relation::Support)];
        let fault = Diagram::new("", Direction::Down, vec![Node::new("a", "")], stray).unwrap_err();
        assert_eq!(fault.to_string(), "a line ends at `z`, but no box has this key");
    }

    #[test]
    fn a_state_holds_until_the_next() {
        let mut node = Node::new("a", "");
        let state = |from, status| State { from, status: Some(status), strength: None };
        node.states = vec![state(1, Status::In), state(3, Status::Out)];
        let seen: Vec<_> =
            (0..5).map(|round| node.state(round).and_then(|state| state.status)).collect();
        let (accepted, out) = (Some(Status::In), Some(Status::Out));
        assert_eq!(seen, [None, accepted, accepted, out, out]);
    }

    #[test]
    fn a_span_ends_before_the_round_in_which_it_is_gone() {
        let span = Span { first: 2, gone: Some(4) };
        assert_eq!((0..6).filter(|&round| span.contains(round)).collect::<Vec<_>>(), [2, 3]);
    }
}
