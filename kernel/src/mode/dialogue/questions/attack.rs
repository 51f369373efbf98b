//! An attack between two arguments, as a model writes it and as the protocol uses it.

pub(super) mod by_corpus;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::map_argument::MapArgument;
use crate::graph::Relation;
use crate::mode::conversation::run::crystallizer::NodeTarget;
use crate::mode::shared::questions::argument::{
    AttackType, ComponentKind, ShownArgument, relation,
};
use crate::question::Accept;
use crate::vocabulary::{Component, Probability};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(description = "An attack of one argument on another.")]
#[serde(deny_unknown_fields)]
pub(crate) struct AttackDraft {
    #[schemars(
        description = "The argument that attacks: its id such as `n3`, or `a1` for the first new argument."
    )]
    pub(crate) from: String,
    #[schemars(description = "The argument that is attacked, named in the same way.")]
    pub(crate) to: String,
    #[schemars(description = "The kind of component that is attacked.")]
    pub(crate) part: ComponentKind,
    #[schemars(
        description = "The number of the premise or assumption, from 1; 0 for a claim or an inference."
    )]
    pub(crate) number: usize,
    #[schemars(with = "AttackType")]
    pub(crate) relation: Relation,
    #[schemars(
        description = "How sure you are that it is an attack, from 0 to 1.",
        range(min = 0.0, max = 1.0)
    )]
    pub(crate) confidence: f64,
}

/// An attack between arguments that exist.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Attack {
    pub(crate) from: NodeTarget,
    pub(crate) to: NodeTarget,
    pub(crate) component: Component,
    pub(crate) relation: Relation,
    pub(crate) confidence: Probability,
}

/// An argument that an attack may name, by the name under which it may.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) end: NodeTarget,
    pub(crate) argument: ShownArgument,
}

impl Named {
    /// The arguments of the graph under their ids.
    pub(crate) fn all(arguments: &[MapArgument]) -> Vec<Self> {
        let named = |MapArgument { argument, .. }: &MapArgument| Self {
            name: argument.id.to_string(),
            end: NodeTarget::Node(argument.id),
            argument: argument.clone(),
        };
        arguments.iter().map(named).collect()
    }
}

impl AttackDraft {
    /// The attack, where both arguments exist, belong to different personas, and neither shares the
    /// other's point.
    pub(crate) fn accept(self, known: &[Named], accept: &mut Accept) -> Option<Attack> {
        let of = |what: &str| format!("attack of {} on {}: {what}", self.from, self.to);
        let [from, to] = [&self.from, &self.to].map(|name| {
            let named = known.iter().find(|known| known.name == *name);
            accept.required(named, || of(&format!("there is no argument `{name}`")))
        });
        let (from, to) = (from?, to?);
        accept.require(from.argument.author != to.argument.author, || {
            of("an argument cannot attack one of the same persona")
        });
        accept.require(!to.argument.endorsed_by.contains(&from.argument.author), || {
            of("its author shares the other argument")
        });
        let component = self.part.at(self.number);
        let exists = component.and_then(|component| to.argument.component(component)).is_some();
        accept.require(exists, || of("the component does not exist"));
        accept.require(component.is_none_or(|part| self.relation == relation(part)), || {
            of("`rebut` is of a claim, `undermine` of a premise or an assumption, `undercut` of an inference")
        });
        let confidence = accept.probability(&of("confidence"), self.confidence)?;
        let (from, to, relation) = (from.end, to.end, self.relation);
        Some(Attack { from, to, component: component?, relation, confidence })
    }
}
