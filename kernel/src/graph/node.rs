//! Nodes: the statements of a debate.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::argue::Label;
use crate::vocabulary::{
    AxisId, AxisSide, CallId, Citation, Component, Flip, NodeId, PersonaId, Probability, Side,
    StatementId, Strength, TurnId,
};

/// The kind of statement that a node represents.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A claim with premises.
    Argument,
    /// A question on which personas disagree or might disagree.
    Question,
    /// A persona's answer to a question.
    Position,
    /// What its author asserts and does not argue for as its position: a point that it grants or
    /// shares, or raises against itself.
    Point,
    /// A persona's thesis on the topic as a whole: the root of its arguments.
    Thesis,
    /// The result of a debate about a passage, or about a question that was raised in one.
    Reading,
}

/// The premises, assumptions and sources of a node.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Detail {
    /// The reasons for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<String>,
    /// The assumptions that it needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    /// The sides of axes that its premises and assumptions assert: what the node rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asserts: Vec<Asserted>,
    /// What its author has granted about it since: it holds with these restrictions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub qualifiers: Vec<String>,
    /// What it cites.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Citation>,
    /// The statements of the author's corpus that it is based on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excerpts: Vec<StatementId>,
    /// The confidence of its author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Probability>,
    /// What the author of a thesis says about how it depends on the axes.
    #[serde(default, skip_serializing_if = "Declared::is_empty")]
    pub declared: Declared,
}

/// What the author of a thesis says about what would change it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// The axes on each of which the whole thesis depends: its author would give it up if the
    /// answer were the other one.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub decisive: BTreeSet<AxisId>,
    /// The axes on which nothing of the thesis depends: its author would keep it either way.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub idle: BTreeSet<AxisId>,
    /// The observations that would change its author's mind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flips: Vec<Flip>,
}

impl Declared {
    /// Whether its author says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A premise or an assumption that asserts one side of an axis.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asserted {
    /// The premise or the assumption.
    pub component: Component,
    /// What it asserts.
    pub asserts: AxisSide,
    /// The probability that it does, where this was inferred from its words; absent if its author
    /// says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<Probability>,
    /// The other personas that mean the same by the other side of the axis: their opposition is
    /// only in the words.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub meant_by: BTreeSet<PersonaId>,
}

impl Asserted {
    /// A component that asserts a side of an axis, as its author says where there is no certainty.
    pub fn new(component: Component, asserts: AxisSide, certainty: Option<Probability>) -> Self {
        Self { component, asserts, certainty, meant_by: BTreeSet::new() }
    }
}

/// What made a node or an edge.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The turns, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<TurnId>,
    /// The calls to a provider, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<CallId>,
}

impl Provenance {
    /// A turn and the call that brought it.
    pub fn of(turn: TurnId, call: CallId) -> Self {
        Self { turns: vec![turn], calls: vec![call] }
    }

    /// Adds turns and calls that it does not have.
    pub(crate) fn add(&mut self, other: &Self) {
        let turns = other.turns.iter().filter(|turn| !self.turns.contains(turn));
        self.turns.extend(turns.copied().collect::<Vec<_>>());
        let calls = other.calls.iter().filter(|call| !self.calls.contains(call));
        self.calls.extend(calls.copied().collect::<Vec<_>>());
    }
}

/// One statement of a debate.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The id of the node, unique within the debate.
    pub id: NodeId,
    /// The kind of statement.
    pub kind: NodeKind,
    /// The claim as a sentence.
    pub text: String,
    /// The persona that made the statement; none if the mode itself added it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<PersonaId>,
    /// The round in which it was added, from 0.
    pub round: u32,
    /// The axis that it is about, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// The side that it takes on this axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The base score: how plausible it is on its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_score: Option<Strength>,
    /// Its strength under a gradual semantics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// Its label under the grounded semantics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Label>,
    /// The other personas that endorse it: they conceded it, supported it, or have a node that was
    /// judged the same.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub endorsed_by: BTreeSet<PersonaId>,
    /// Its premises, assumptions and sources.
    #[serde(default)]
    pub detail: Detail,
    /// The turns and calls that created it.
    #[serde(default)]
    pub provenance: Provenance,
}

impl Node {
    /// Whether this persona is its author.
    pub fn is_by(&self, persona: &PersonaId) -> bool {
        self.author.as_ref() == Some(persona)
    }

    /// How sure its author is of it. *Range*: [0, 1]; 0 where nothing is recorded.
    pub fn confidence(&self) -> f64 {
        self.detail.confidence.map_or(0.0, Probability::value)
    }

    /// Whether it gives no reason but itself: an argument without a reason of its own has its text
    /// as the premise.
    pub fn only_asserts(&self) -> bool {
        let premises = &self.detail.premises;
        !premises.is_empty() && premises.iter().all(|premise| *premise == self.text)
    }

    /// The text of a component, the claim for the inference. `None` if there is no such component.
    pub fn component(&self, component: Component) -> Option<&str> {
        match component {
            Component::Claim | Component::Inference => Some(&self.text),
            Component::Premise(index) => self.detail.premises.get(index).map(String::as_str),
            Component::Assumption(index) => self.detail.assumptions.get(index).map(String::as_str),
        }
    }

    /// Creates a node that has only a text.
    pub fn new(id: NodeId, kind: NodeKind, text: impl Into<String>) -> Self {
        Self {
            id,
            kind,
            text: text.into(),
            author: None,
            round: 0,
            axis: None,
            side: None,
            base_score: None,
            strength: None,
            label: None,
            endorsed_by: BTreeSet::new(),
            detail: Detail::default(),
            provenance: Provenance::default(),
        }
    }

    /// Makes it a statement of an author that takes a side on an axis, as far as they are known.
    #[must_use]
    pub fn by(self, author: &PersonaId, axis: Option<AxisId>, side: Option<Side>) -> Self {
        Self { author: Some(author.clone()), axis, side, ..self }
    }

    /// The axis that it answers, and with which side.
    pub fn answers(&self) -> Option<AxisSide> {
        Some(AxisSide { axis: self.axis.clone()?, side: self.side? })
    }

    /// Whether it and another node give opposite answers to one question.
    pub fn opposes(&self, other: &Self) -> bool {
        self.answers().zip(other.answers()).is_some_and(|(own, given)| own.opposes(&given))
    }

    /// The personas that endorse it, its author included.
    pub fn endorsers(&self) -> BTreeSet<PersonaId> {
        self.author.iter().chain(&self.endorsed_by).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::samples::node;

    #[test]
    fn a_statement_only_asserts_where_its_own_text_is_its_one_premise() {
        let only_asserts = |premises: &[&str]| {
            let mut own = node(1, "It is so.");
            own.detail.premises = premises.iter().map(|text| (*text).to_owned()).collect();
            own.only_asserts()
        };
        assert!(only_asserts(&["It is so."]));
        for reasoned in [&[][..], &["I saw it."], &["It is so.", "I saw it."]] {
            assert!(!only_asserts(reasoned), "{reasoned:?}");
        }
    }

    #[test]
    fn a_provenance_names_each_turn_and_each_call_once() {
        let [one, two] = [1, 2].map(|n| (TurnId::new(n), CallId::new(n)));
        let mut known = Provenance::of(one.0, one.1);
        known.add(&Provenance { turns: vec![one.0, two.0], calls: vec![one.1, two.1] });
        assert_eq!(known.turns, [one.0, two.0]);
        assert_eq!(known.calls, [one.1, two.1]);
    }

    #[test]
    fn a_thesis_whose_author_says_what_would_change_it_declares_something() {
        let issue = AxisId::new("trade").ok();
        assert!(Declared::default().is_empty());
        let decisive = issue.iter().cloned().collect();
        assert!(!Declared { decisive, ..Declared::default() }.is_empty());
        let idle = issue.into_iter().collect();
        assert!(!Declared { idle, ..Declared::default() }.is_empty());
    }
}
