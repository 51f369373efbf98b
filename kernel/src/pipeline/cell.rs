//! One debate of an experiment.

use crate::format::Combination;
use crate::mode::{Calls, Control, DebateSize, Mode};
use crate::store::Name;
use crate::vocabulary::{PersonaId, Seed, TopicId};

/// One debate of an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The id: the first 24 digits of the hash of everything that its outcome depends on.
    pub id: Name,
    /// The mode's label in the manifest.
    pub label: String,
    /// The protocol and its parameters.
    pub mode: Mode,
    /// The topic.
    pub topic: TopicId,
    /// The personas, in seat order.
    pub personas: Vec<PersonaId>,
    /// The numbers of personas and of axes.
    pub size: DebateSize,
    /// The number of the replicate, from 1.
    pub replicate: u32,
    /// The debate's only source of randomness.
    pub seed: Seed,
    /// Of a shuffled debate: the debate whose contributions its personas see instead of each
    /// other's.
    pub source: Option<Name>,
}

impl Cell {
    /// What distinguishes it from the other cells of its experiment.
    pub fn combination(&self) -> Combination {
        Combination {
            topic: self.topic.clone(),
            personas: self.personas.clone(),
            label: self.label.clone(),
            replicate: self.replicate,
        }
    }

    /// The control under which it is run, if it is a control.
    pub fn control(&self) -> Option<Control> {
        self.mode.control()
    }

    /// The label as people read it: `graph`, or `graph (isolated)` for a control.
    pub fn title(&self) -> String {
        self.control().map_or_else(|| self.label.clone(), |control| control.label(&self.label))
    }

    /// The maximum number of calls of its debate, without repairs: the number and its formula.
    pub fn calls(&self) -> Calls {
        self.mode.calls(self.size)
    }
}
