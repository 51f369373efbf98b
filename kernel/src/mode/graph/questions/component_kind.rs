//! The components of an argument, as models name them: a kind and a number.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::vocabulary::Component;

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
    /// The component of this kind and number. Numbers count from 1 and are ignored for claims and inferences.
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
