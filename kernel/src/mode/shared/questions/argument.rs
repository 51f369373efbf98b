//! An argument with its components: as a model writes it, as a protocol uses it, and as prompts
//! show it.

mod by_corpus;

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use self::by_corpus::opening_statements;
use super::thesis::most_reasons;
use crate::argue::Label;
use crate::corpus::{Heard, HeardForm};
use crate::graph::{Asserted, Detail, Edge, Node, NodeKind, Relation};
#[cfg(test)]
use crate::question::nonsense::{Nonsense, Value, json};
use crate::question::{Accept, Brief, Cited, Narrowing};
use crate::vocabulary::{
    AxisId, AxisSide, Citation, Component, MOST_ASSUMPTIONS, NodeId, PersonaId, Probability, Side,
    StatementId, Topic,
};

/// The components that may assert an answer, for the schema.
#[derive(JsonSchema)]
#[schemars(description = "A component that an argument rests on.", rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
enum Basis {
    #[schemars(description = "One of the premises.")]
    Premise,
    #[schemars(description = "One of the assumptions.")]
    Assumption,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A premise or an assumption that asserts an answer to a listed question.")]
#[serde(deny_unknown_fields)]
pub(crate) struct RestsOnDraft {
    #[schemars(with = "Basis")]
    pub(crate) part: ComponentKind,
    #[schemars(description = "The number of the premise or assumption, from 1.", range(min = 1))]
    pub(crate) number: usize,
    #[schemars(description = "The id of the listed question.")]
    pub(crate) axis: String,
    #[schemars(description = "The answer that is asserted.")]
    pub(crate) side: Side,
    /// The probability that it asserts that answer, where the words of a corpus decide. No model is
    /// asked for it.
    #[schemars(skip)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) certainty: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A structured argument.")]
#[serde(deny_unknown_fields)]
pub(crate) struct ArgumentDraft {
    #[schemars(description = "The conclusion, as one or two sentences.")]
    pub(crate) claim: String,
    #[schemars(
        description = "The premises from which the claim follows: one to three, or more if it rests on more of the listed questions."
    )]
    pub(crate) premises: Vec<String>,
    #[schemars(
        description = "The assumptions that the argument needs, if any: seldom more than two."
    )]
    pub(crate) assumptions: Vec<String>,
    #[schemars(
        description = "Each premise or assumption that asserts an answer to another listed question."
    )]
    pub(crate) rests_on: Vec<RestsOnDraft>,
    #[schemars(description = "At most two pieces of evidence.")]
    pub(crate) evidence: Vec<Cited>,
    #[schemars(description = "The ids of the excerpts that support the argument.")]
    pub(crate) excerpts: Vec<String>,
    #[schemars(description = "The id of the listed question that the argument is about, or null.")]
    pub(crate) axis: Option<String>,
    #[schemars(description = "The answer that the argument gives to that question, or null.")]
    pub(crate) side: Option<Side>,
    #[schemars(description = "How sure you are, from 0 to 1.", range(min = 0.0, max = 1.0))]
    pub(crate) confidence: f64,
}

/// An argument.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Argument {
    pub(crate) claim: String,
    pub(crate) premises: Vec<String>,
    pub(crate) assumptions: Vec<String>,
    /// The sides of axes that the premises and assumptions assert.
    pub(crate) asserts: Vec<Asserted>,
    pub(crate) evidence: Vec<Citation>,
    pub(crate) excerpts: Vec<StatementId>,
    pub(crate) axis: Option<AxisId>,
    pub(crate) side: Option<Side>,
    pub(crate) confidence: Probability,
}

impl ArgumentDraft {
    /// Narrows the counts of the lists of an argument.
    pub(crate) fn narrow(schema: &mut Narrowing, topic: &Topic) {
        let (premises, axes) = (most_reasons(topic), topic.axes.len());
        let assumptions = MOST_ASSUMPTIONS.max(axes);
        schema.count::<Self>("premises", 1..=premises);
        schema.count::<Self>("assumptions", 0..=assumptions);
        schema.count::<Self>("rests_on", 0..=axes.min(premises + assumptions));
        schema.field::<RestsOnDraft>("number")["maximum"] = premises.max(assumptions).into();
    }

    pub(crate) fn accept(
        self,
        brief: &Brief,
        topic: &Topic,
        accept: &mut Accept,
    ) -> Option<Argument> {
        let claim = self.claim;
        let of = |what: &str| format!("argument “{claim}”: {what}");
        accept.text("argument", &claim);
        accept.require(!self.premises.is_empty(), || of("premises: none given"));
        let premises = accept.at_most(&of("premises"), most_reasons(topic), self.premises);
        let most = MOST_ASSUMPTIONS.max(topic.axes.len());
        let assumptions = accept.at_most(&of("assumptions"), most, self.assumptions);
        for text in premises.iter().chain(&assumptions) {
            accept.text(&of("premise or assumption"), text);
        }
        let counts = [premises.len(), assumptions.len()];
        let asserts = self.rests_on.iter().filter_map(|rests| {
            let unknown = || of("`rests_on` names no premise or assumption");
            let component = accept.kept(rests.component(counts), unknown)?;
            let axis = accept.axis(of, Some(&rests.axis), topic)?;
            let asserts = AxisSide { axis, side: rests.side };
            let certainty = rests.certainty.and_then(|certainty| {
                accept.item(|accept| accept.probability(&of("certainty"), certainty))
            });
            Some(Asserted::new(component, asserts, certainty))
        });
        let asserts = asserts.collect();
        let evidence = accept.evidence(of, self.evidence, brief);
        let excerpts = accept.excerpts(of, &self.excerpts, brief);
        let axis = accept.axis(of, self.axis.as_deref(), topic);
        let confidence = accept.probability(&of("confidence"), self.confidence)?;
        let side = self.side;
        Some(Argument {
            claim,
            premises,
            assumptions,
            asserts,
            evidence,
            excerpts,
            axis,
            side,
            confidence,
        })
    }
}

impl RestsOnDraft {
    /// The premise or the assumption, if there is one of that number; `counts` are the numbers of
    /// premises and assumptions.
    fn component(&self, [premises, assumptions]: [usize; 2]) -> Option<Component> {
        let component = self.part.at(self.number)?;
        let exists = match component {
            Component::Premise(index) => index < premises,
            Component::Assumption(index) => index < assumptions,
            Component::Claim | Component::Inference => false,
        };
        exists.then_some(component)
    }
}

impl Argument {
    /// The argument as a node of the graph.
    pub(crate) fn to_node(&self, id: NodeId, author: &PersonaId) -> Node {
        let detail = Detail {
            premises: self.premises.clone(),
            assumptions: self.assumptions.clone(),
            asserts: self.asserts.clone(),
            evidence: self.evidence.clone(),
            excerpts: self.excerpts.clone(),
            confidence: Some(self.confidence),
            ..Detail::default()
        };
        let node = Node::new(id, NodeKind::Argument, self.claim.as_str());
        Node { detail, ..node.by(author, self.axis.clone(), self.side) }
    }
}

/// An argument as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownArgument {
    /// Its id.
    pub(crate) id: NodeId,
    /// Its author.
    pub(crate) author: PersonaId,
    /// Its label, where one was computed.
    pub(crate) label: Option<Label>,
    /// Its conclusion.
    pub(crate) claim: String,
    /// Its premises, numbered from 1 in prompts.
    pub(crate) premises: Vec<String>,
    /// Its assumptions, numbered from 1 in prompts.
    pub(crate) assumptions: Vec<String>,
    /// The axis it is about, where known.
    pub(crate) axis: Option<AxisId>,
    /// The side it takes there.
    pub(crate) side: Option<Side>,
    /// The statements of its author's corpus that support it.
    pub(crate) excerpts: Vec<StatementId>,
    /// The other personas that say the same.
    pub(crate) endorsed_by: BTreeSet<PersonaId>,
}

impl ShownArgument {
    /// Shows a node; none for a node without an author.
    pub(crate) fn of(node: &Node) -> Option<Self> {
        Some(Self {
            id: node.id,
            author: node.author.clone()?,
            label: node.label,
            claim: node.text.clone(),
            premises: node.detail.premises.clone(),
            assumptions: node.detail.assumptions.clone(),
            axis: node.axis.clone(),
            side: node.side,
            excerpts: node.detail.excerpts.clone(),
            endorsed_by: node.endorsed_by.clone(),
        })
    }

    /// The text of one component, the claim for the inference. `None` if there is no such
    /// component.
    pub(crate) fn component(&self, component: Component) -> Option<&str> {
        match component {
            Component::Claim | Component::Inference => Some(&self.claim),
            Component::Premise(index) => self.premises.get(index).map(String::as_str),
            Component::Assumption(index) => self.assumptions.get(index).map(String::as_str),
        }
    }

    /// The argument, component by component.
    pub(crate) fn heard(&self) -> Heard<'_> {
        Heard {
            author: &self.author,
            text: &self.claim,
            axis: self.axis.as_ref(),
            side: self.side,
            excerpts: &self.excerpts,
            form: HeardForm::Argument { premises: &self.premises, assumptions: &self.assumptions },
        }
    }
}

/// An attack on an argument, as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct ShownAttack {
    /// The argument that attacks.
    pub(crate) from: NodeId,
    /// The argument attacked.
    pub(crate) to: NodeId,
    /// The type of attack.
    pub(crate) relation: Relation,
    /// The component attacked.
    pub(crate) component: Component,
}

impl ShownAttack {
    /// Shows an edge; none for an edge to no component.
    pub(crate) fn of(edge: &Edge) -> Option<Self> {
        let Edge { from, to, relation, component, .. } = *edge;
        Some(Self { from, to, relation, component: component? })
    }
}

/// The relations that are attacks on a component, for schemas.
#[derive(JsonSchema)]
#[schemars(description = "The type of an attack.", rename_all = "lowercase")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum AttackType {
    #[schemars(description = "It attacks the claim.")]
    Rebut,
    #[schemars(description = "It attacks a premise or an assumption.")]
    Undermine,
    #[schemars(description = "It attacks the inference.")]
    Undercut,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "A component of an argument.")]
#[serde(rename_all = "lowercase")]
pub(crate) enum ComponentKind {
    #[schemars(description = "The conclusion.")]
    Claim,
    #[schemars(description = "One of the premises.")]
    Premise,
    #[schemars(description = "One of the assumptions.")]
    Assumption,
    #[schemars(description = "The step from the premises to the conclusion.")]
    Inference,
}

impl ComponentKind {
    /// The component of this kind and number. Numbers count from 1 and are ignored for claims and
    /// inferences.
    pub(crate) fn at(self, number: usize) -> Option<Component> {
        match self {
            Self::Claim => Some(Component::Claim),
            Self::Inference => Some(Component::Inference),
            Self::Premise => number.checked_sub(1).map(Component::Premise),
            Self::Assumption => number.checked_sub(1).map(Component::Assumption),
        }
    }

    /// The kind of a component and its number.
    pub(crate) fn of(component: Component) -> (Self, usize) {
        match component {
            Component::Claim => (Self::Claim, 0),
            Component::Inference => (Self::Inference, 0),
            Component::Premise(index) => (Self::Premise, index + 1),
            Component::Assumption(index) => (Self::Assumption, index + 1),
        }
    }
}

/// The relation by which a component is attacked.
pub(crate) fn relation(component: Component) -> Relation {
    match component {
        Component::Claim => Relation::Rebut,
        Component::Premise(_) | Component::Assumption(_) => Relation::Undermine,
        Component::Inference => Relation::Undercut,
    }
}

/// An argument that makes no sense.
#[cfg(test)]
pub(crate) fn nonsense(nonsense: &Nonsense<'_>, number: u64) -> Value {
    json!({
        "claim": nonsense.text("Argument", number), "premises": [nonsense.text("Premise", number)], "assumptions": [],
        "rests_on": [], "evidence": [], "excerpts": [], "axis": null, "side": null, "confidence": 0.5,
    })
}
