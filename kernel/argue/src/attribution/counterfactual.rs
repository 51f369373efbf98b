//! The strength of an argument if one influence were absent.

use std::cmp::Ordering;
use std::fmt;

use super::effect::Attribution;
use crate::bipolar::Influence;
use crate::unit::{Strength, strength};

/// The strength that an argument would have without one influence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Counterfactual {
    /// The influence that is removed.
    pub influence: Influence,
    /// The argument whose strength changes.
    pub topic: usize,
    /// Its strength with the influence.
    pub before: Strength,
    /// Its strength without.
    pub after: Strength,
}

impl Attribution {
    /// Returns a counterfactual for each influence that makes a difference, the greatest difference
    /// first.
    pub fn counterfactuals(&self) -> impl Iterator<Item = Counterfactual> {
        let influences = self.edges.influences.iter().zip(&self.edges.removal);
        let mut message: Vec<_> = influences
            .filter_map(|(&influence, effect)| {
                let effect = effect.value().filter(|&effect| effect != 0.0)?;
                let after = strength((self.strength.value() - effect).clamp(0.0, 1.0));
                Some(Counterfactual { influence, topic: self.topic, before: self.strength, after })
            })
            .collect();
        let size = |c: &Counterfactual| (c.after.value() - c.before.value()).abs();
        message.sort_by(|a, b| size(b).total_cmp(&size(a)));
        message.into_iter()
    }
}

/// Writes one sentence, with numbers to two decimal positions.
impl fmt::Display for Counterfactual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Influence { source, target, .. } = self.influence;
        let (before, after) = (self.before.value(), self.after.value());
        let changes = match after.total_cmp(&before) {
            Ordering::Less => "falls",
            Ordering::Equal => "stays",
            Ordering::Greater => "rises",
        };
        let topic = self.topic;
        write!(f, "Without {source} → {target}, the strength of {topic} {changes} ")?;
        write!(f, "from {before:.2} to {after:.2}.")
    }
}
