use std::ops::Range;

use super::{Bipolar, Rows};

/// The part of a framework that bears on some arguments, in the framework's order.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    /// What each place is called outside.
    pub(crate) arguments: Vec<usize>,
    /// Base scores.
    pub(crate) base: Vec<f64>,
    pub(crate) rows: Rows,
    /// Where cycles lie.
    pub(crate) cyclic: Vec<Range<u32>>,
    /// Where the arguments stand on which the part bears.
    pub(crate) topics: Vec<usize>,
}

impl Part {
    /// Takes out what bears on `topics`, which are different.
    pub(crate) fn new(bipolar: &Bipolar, topics: &[usize]) -> Self {
        let topics: Vec<u32> = topics.iter().map(|&topic| bipolar.place(topic)).collect();
        let mut members = bipolar.rows.ancestors(topics.clone());
        members.sort_unstable();
        let mut places = vec![0; bipolar.len()];
        for (place, &member) in (0..).zip(&members) {
            places[member as usize] = place;
        }
        // A component bears on a topic as a whole or not at all.
        let is_member = |place: &u32| members.binary_search(place).is_ok();
        let cyclic = bipolar.cyclic.iter().filter(|component| is_member(&component.start));
        let inside = |component: &Range<u32>| {
            let start = places[component.start as usize];
            start..start + component.len() as u32
        };
        Self {
            arguments: members.iter().map(|&m| bipolar.argument(m)).collect(),
            base: members.iter().map(|&m| bipolar.base[m as usize]).collect(),
            rows: bipolar.rows.arranged(&members, &places),
            cyclic: cyclic.map(inside).collect(),
            topics: topics.iter().map(|&topic| places[topic as usize] as usize).collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.arguments.len()
    }

    /// The edges of the framework, in the order in which it lists its influences, each with its edge here if it has one.
    pub(crate) fn edges(&self, bipolar: &Bipolar) -> Vec<Option<usize>> {
        let mut places = vec![None; bipolar.len()];
        for (place, &argument) in self.arguments.iter().enumerate() {
            places[argument] = Some(place);
        }
        let row = |argument: usize| {
            let outside = bipolar.rows.edges(bipolar.place(argument) as usize);
            let inside = places[argument].map(|place| self.rows.edges(place));
            outside.enumerate().map(move |(index, _)| inside.as_ref().map(|row| row.start + index))
        };
        (0..bipolar.len()).flat_map(row).collect()
    }
}
