//! The subgraph of all ancestors of some arguments.

use std::ops::Range;

use super::{Bipolar, Rows};

/// The subgraph of all arguments with a path to some topics, in the framework's order.
#[derive(Debug, Clone)]
pub(crate) struct Subgraph {
    /// The argument of the framework at each position.
    pub(crate) arguments: Vec<usize>,
    /// Base scores.
    pub(crate) base: Vec<f64>,
    pub(crate) rows: Rows,
    /// The ranges of positions that are cycles.
    pub(crate) cyclic: Vec<Range<u32>>,
    /// The positions of the topics.
    pub(crate) topics: Vec<usize>,
}

impl Subgraph {
    /// Extracts the ancestors of `topics`, which are distinct.
    pub(crate) fn new(bipolar: &Bipolar, topics: &[usize]) -> Self {
        let topics: Vec<u32> = topics.iter().map(|&topic| bipolar.position(topic)).collect();
        let mut members = bipolar.rows.ancestors(topics.clone());
        members.sort_unstable();
        let mut positions = vec![0; bipolar.len()];
        for (position, &member) in (0..).zip(&members) {
            positions[member as usize] = position;
        }
        // The arguments of a component have the same descendants, so all or none are members.
        let is_member = |position: &u32| members.binary_search(position).is_ok();
        let cyclic = bipolar.cyclic.iter().filter(|component| is_member(&component.start));
        let inside = |component: &Range<u32>| {
            let start = positions[component.start as usize];
            start..start + component.len() as u32
        };
        Self {
            arguments: members.iter().map(|&m| bipolar.argument(m)).collect(),
            base: members.iter().map(|&m| bipolar.base[m as usize]).collect(),
            rows: bipolar.rows.arranged(&members, &positions),
            cyclic: cyclic.map(inside).collect(),
            topics: topics.iter().map(|&topic| positions[topic as usize] as usize).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.arguments.len()
    }

    /// For each influence of the framework, in the order of [`Bipolar::influences`], its edge in
    /// the subgraph, if it has one.
    pub(crate) fn edges(&self, bipolar: &Bipolar) -> Vec<Option<usize>> {
        let mut positions = vec![None; bipolar.len()];
        for (position, &argument) in self.arguments.iter().enumerate() {
            positions[argument] = Some(position);
        }
        let row = |argument: usize| {
            let outside = bipolar.rows.edges(bipolar.position(argument) as usize);
            let inside = positions[argument].map(|position| self.rows.edges(position));
            outside.enumerate().map(move |(index, _)| inside.as_ref().map(|row| row.start + index))
        };
        (0..bipolar.len()).flat_map(row).collect()
    }
}
