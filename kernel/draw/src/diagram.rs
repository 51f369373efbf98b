//! What is to be drawn: boxes, lines, and the rounds in which they stand.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::relation::{Relation, Status};

/// Where the answers to a claim stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    /// Answers stand below what they answer.
    Down,
    /// Answers stand to the right of what they answer.
    Right,
    /// Whichever of the two fits a page column; the shorter drawing when both do.
    Fit,
}

/// Which ends of a line carry a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Heads {
    /// The answered claim only.
    End,
    /// Both, as for a mutual rebuttal drawn as one line.
    Both,
}

/// The rounds in which a box or line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The first round in which it stands.
    pub first: u32,
    /// The round in which it is gone again; `None` when it stays.
    pub gone: Option<u32>,
}

/// What holds of a box from one round until its next state.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct State {
    /// The first round in which it holds.
    pub from: u32,
    /// The verdict, where there is one.
    pub status: Option<Status>,
    /// Drawn as a meter at the foot of the box. *Range*: 0 to 1.
    pub strength: Option<f64>,
}

/// One box.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Node {
    /// Identifies the box among those of its diagram; becomes part of its anchor.
    pub key: String,
    /// Shown first in the caption line; usually the key.
    pub title: String,
    /// The claim; wrapped, and cut with an ellipsis after eight lines.
    pub text: String,
    /// Follows the title in the caption line, such as a persona's name.
    pub caption: String,
    /// CSS classes. `p0` to `p7` also give the box a bar in that author's colour, `crux` a stronger border.
    pub classes: Vec<String>,
    /// Where the box leads; its own anchor, `#prefix-key`, when empty.
    pub href: String,
    /// Spoken in place of the box: id, claim, relation, round. Title, caption and text when empty.
    pub spoken: String,
    /// When it stands.
    pub span: Span,
    /// Its states in ascending order of [`State::from`].
    pub states: Vec<State>,
}

/// One line, from the answering claim to the answered one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Edge {
    /// Key of the box it starts from.
    pub from: String,
    /// Key of the box it speaks about.
    pub to: String,
    /// Decides stroke, head and colour.
    pub relation: Relation,
    /// The verb beside the line; none when empty.
    pub label: String,
    /// Which ends carry a head.
    pub heads: Heads,
    /// Stroke width. *Units*: px. *Range*: drawn within 0.75 to 6.
    pub weight: f64,
    /// CSS classes.
    pub classes: Vec<String>,
    /// Spoken in place of the line; «from label to» when empty.
    pub spoken: String,
    /// When it stands.
    pub span: Span,
}

/// A line that is not drawn: its number stands in the boxes at both of its ends instead.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chip {
    /// Counts from 1.
    pub number: usize,
    /// The line it stands for.
    pub edge: Edge,
}

/// A checked drawing: keys are unique and every line ends at boxes that exist.
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
    /// Layer of each box where it is given instead of computed.
    pub(super) depths: Option<Vec<usize>>,
    pub(super) through: u32,
}

/// Why boxes and lines make no diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Two boxes have this key.
    DuplicateKey(String),
    /// A line ends at this key, which no box has.
    UnknownKey(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateKey(key) => write!(f, "two boxes have the key `{key}`"),
            Self::UnknownKey(key) => write!(f, "a line ends at `{key}`, which no box has"),
        }
    }
}

impl std::error::Error for Fault {}

impl Span {
    /// Spans every round.
    pub const ALWAYS: Self = Self { first: 0, gone: None };

    /// Spans `first` and every later round.
    pub fn from_round(first: u32) -> Self {
        Self { first, gone: None }
    }

    /// Says whether `round` belongs to it.
    pub fn contains(self, round: u32) -> bool {
        round >= self.first && self.gone.is_none_or(|gone| round < gone)
    }
}

impl Node {
    /// Makes a box that stands in every round and has neither author nor verdict.
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

    /// Finds the state that holds in `round`; in no round earlier than the first state.
    pub fn state(&self, round: u32) -> Option<&State> {
        self.states.iter().rev().find(|state| state.from <= round)
    }
}

impl Edge {
    /// Makes a line that stands in every round, with the verb of its relation and one head.
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
    /// Checks and keeps boxes and lines; their order is the reading order and settles ties of the layout.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first key that is used twice or that a line misses.
    pub fn new(
        title: impl Into<String>,
        direction: Direction,
        nodes: Vec<Node>,
        edges: Vec<Edge>,
    ) -> Result<Self, Fault> {
        let mut index = BTreeMap::new();
        for (at, node) in nodes.iter().enumerate() {
            if index.insert(node.key.as_str(), at).is_some() {
                return Err(Fault::DuplicateKey(node.key.clone()));
            }
        }
        let find =
            |key: &str| index.get(key).copied().ok_or_else(|| Fault::UnknownKey(key.to_owned()));
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

    /// Sets the sentence that is spoken after the title; counts of boxes and lines otherwise.
    #[must_use]
    pub fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Lists the boxes in reading order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Lists the drawn lines.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Lists the lines that are shown as numbers only; empty unless [`Diagram::reduced`].
    pub fn chips(&self) -> &[Chip] {
        &self.chips
    }

    /// Gives the last round: the one set, or a later one in which something changes.
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
    fn faults_name_the_key() {
        let twice = vec![Node::new("a", ""), Node::new("a", "")];
        assert_eq!(
            Diagram::new("", Direction::Down, twice, vec![]),
            Err(Fault::DuplicateKey("a".into()))
        );
        let stray = vec![Edge::new("a", "z", Relation::Support)];
        let fault = Diagram::new("", Direction::Down, vec![Node::new("a", "")], stray).unwrap_err();
        assert_eq!(fault.to_string(), "a line ends at `z`, which no box has");
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
    fn a_span_ends_before_the_round_of_its_going() {
        let span = Span { first: 2, gone: Some(4) };
        assert_eq!((0..6).filter(|&round| span.contains(round)).collect::<Vec<_>>(), [2, 3]);
    }
}
