//! The game whose players are influences, and whose value is the topic's strength.

use super::effect::Effect;
use crate::bipolar::{Bipolar, Subgraph};
use crate::gradual::{Diagnosis, Gradual, IncrementalStrengths, Side, Solver};

/// The ancestors of some topics, with influences that can be removed and restored.
pub(super) struct Game {
    pub(super) incremental: IncrementalStrengths,
    /// The weights of the influences.
    pub(super) weights: Vec<f64>,
}

impl Game {
    pub(super) fn new(
        bipolar: &Bipolar,
        topics: &[usize],
        gradual: Gradual,
        solver: Solver,
    ) -> Self {
        let subgraph = Subgraph::new(bipolar, topics);
        let edges = subgraph.rows.all_sources().len();
        let weights = (0..edges).map(|edge| subgraph.rows.weight(edge)).collect();
        Self { incremental: IncrementalStrengths::new(subgraph, gradual, solver), weights }
    }

    pub(super) fn remove(&mut self, edges: &[usize]) {
        for &edge in edges {
            self.incremental.set_weight(edge, 0.0);
        }
    }

    pub(super) fn restore(&mut self, edges: &[usize]) {
        for &edge in edges {
            self.incremental.set_weight(edge, self.weights[edge]);
        }
    }

    /// The strength of the first topic with the influences that are present.
    pub(super) fn value(&mut self) -> Result<f64, Diagnosis> {
        let topic = self.incremental.subgraph.topics[0];
        self.incremental.strengths().map(|strengths| strengths[topic]).map_err(Clone::clone)
    }

    pub(super) fn without(&mut self, edges: &[usize]) -> Result<f64, Diagnosis> {
        self.remove(edges);
        let value = self.value();
        self.restore(edges);
        value
    }

    /// The derivatives of the first topic's strength by the base scores of all `len` arguments.
    pub(super) fn gradient(&mut self, len: usize) -> Vec<Effect> {
        let mut effects = vec![Effect::Exact(0.0); len];
        let slopes = self.incremental.slopes(Side::Rising);
        for (position, &argument) in self.incremental.subgraph.arguments.iter().enumerate() {
            effects[argument] = match &slopes {
                Ok(slopes) => Effect::Exact(slopes[position]),
                Err(open) => Effect::Undefined(open.clone()),
            };
        }
        effects
    }

    pub(super) fn removal_effect(&mut self, edges: &[usize], full: f64) -> Effect {
        match self.without(edges) {
            Ok(without) => Effect::Exact(full - without),
            Err(open) => Effect::Undefined(open),
        }
    }
}
