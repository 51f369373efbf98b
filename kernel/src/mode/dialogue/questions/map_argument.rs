//! The arguments of the map as prompts show them.

use serde::Serialize;

use crate::graph::Node;
use crate::mode::conversation::questions::ShownBasis;
use crate::mode::shared::questions::argument::ShownArgument;

/// An argument of the map, as prompts show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct MapArgument {
    pub(crate) argument: ShownArgument,
    pub(crate) premises: Vec<ShownBasis>,
    pub(crate) assumptions: Vec<ShownBasis>,
    /// The restrictions that its author has granted.
    pub(crate) qualifiers: Vec<String>,
}

impl MapArgument {
    /// Shows a node; none for a node without an author.
    pub(crate) fn of(node: &Node) -> Option<Self> {
        Some(Self {
            argument: ShownArgument::of(node)?,
            premises: ShownBasis::premises(node),
            assumptions: ShownBasis::assumptions(node),
            qualifiers: node.detail.qualifiers.clone(),
        })
    }
}
