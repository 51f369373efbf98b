//! Controls: parameters of any mode that change what a persona sees of the others, and nothing
//! else.
//!
//! What a mode finds beyond its controls, and beyond the baseline `single`, is what its protocol is
//! worth.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A control: a debate in which no persona sees what the others say about its topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// Personas do not see each other's contributions.
    Isolated,
    /// Personas see contributions of a debate on another topic instead of each other's.
    Shuffled,
}

impl Control {
    /// Every control, in the order in which pages list them.
    pub const ALL: [Self; 2] = [Self::Isolated, Self::Shuffled];

    /// Its key in a manifest, and its name on pages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Isolated => "isolated",
            Self::Shuffled => "shuffled",
        }
    }

    /// The control of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|control| control.name() == name)
    }

    /// What was done to a debate, as one sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Isolated => "A control: personas did not see each other.",
            Self::Shuffled => {
                "A control: personas saw contributions of a debate on another topic instead of each other's."
            }
        }
    }

    /// A label without the name of the control at its end: `graph` of `graph-isolated`.
    pub fn base(self, label: &str) -> &str {
        let base = label.strip_suffix(self.name()).map(|base| base.trim_end_matches(['-', '_']));
        base.filter(|base| !base.is_empty()).unwrap_or(label)
    }

    /// The name of a mode, or the label of a manifest, under this control: `graph (isolated)`. A
    /// label that ends in the name of the control, such as `graph-isolated`, does not repeat it.
    pub fn label(self, label: &str) -> String {
        format!("{} ({self})", self.base(label))
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_of_a_control_names_the_control_once() {
        for (label, shown) in [
            ("graph", "graph (isolated)"),
            ("graph-isolated", "graph (isolated)"),
            ("quick_isolated", "quick (isolated)"),
            ("isolated", "isolated (isolated)"),
            ("graph-shuffled", "graph-shuffled (isolated)"),
        ] {
            assert_eq!(Control::Isolated.label(label), shown);
        }
    }

    #[test]
    fn a_control_is_serialized_under_its_name() {
        for control in Control::ALL {
            assert_eq!(serde_json::to_string(&control).unwrap(), format!("\"{control}\""));
            assert_eq!(Control::from_name(control.name()), Some(control));
        }
    }
}
