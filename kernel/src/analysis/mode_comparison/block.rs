//! One topic with one group of personas.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::compared::{ComparedDebate, CruxRow, Naming, Role};
use crate::analysis::figure::Figure;
use crate::analysis::interval::wilson;
use crate::record::{CruxReference, MatchedCrux, Matches};
use crate::vocabulary::{PersonaId, TopicId};

/// The debates of one topic between one group of personas.
pub(super) struct Block<'a> {
    pub(super) topic: &'a TopicId,
    personas: &'a [PersonaId],
    debates: Vec<ComparedDebate<'a>>,
    /// The matched cruxes of the topic, if every debate of the block is among the matched ones.
    matched: Option<&'a [MatchedCrux]>,
    /// The matched cruxes that each debate names, by position.
    named: BTreeMap<&'a str, BTreeSet<usize>>,
}

/// The blocks of some debates, in the order of their first debate.
pub(super) fn blocks<'a>(
    debates: &[ComparedDebate<'a>],
    matches: &'a BTreeMap<TopicId, Matches>,
) -> Vec<Block<'a>> {
    let mut groups: Vec<Vec<ComparedDebate<'a>>> = Vec::new();
    for debate in debates {
        let is_same = |group: &&mut Vec<ComparedDebate<'a>>| {
            (group[0].topic, group[0].personas) == (debate.topic, debate.personas)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(*debate),
            None => groups.push(vec![*debate]),
        }
    }
    groups.into_iter().map(|group| Block::new(group, matches)).collect()
}

impl<'a> Block<'a> {
    fn new(debates: Vec<ComparedDebate<'a>>, matches: &'a BTreeMap<TopicId, Matches>) -> Self {
        let topic = debates[0].topic;
        let covers = |matches: &&Matches| {
            debates.iter().all(|debate| matches.debates.contains_key(debate.cell))
        };
        let matches = matches.get(topic).filter(covers);
        let matched = matches.map(|matches| matches.cruxes.as_slice());
        let mut named: BTreeMap<&str, BTreeSet<usize>> =
            debates.iter().map(|debate| (debate.cell, BTreeSet::new())).collect();
        for (place, crux) in matched.into_iter().flatten().enumerate() {
            for CruxReference { cell, .. } in &crux.cruxes {
                if let Some(named) = named.get_mut(cell.as_str()) {
                    named.insert(place);
                }
            }
        }
        Self { topic, personas: debates[0].personas, debates, matched, named }
    }

    pub(super) fn is_matched(&self) -> bool {
        self.matched.is_some()
    }

    pub(super) fn of_mode(&self, label: &str) -> impl Iterator<Item = &ComparedDebate<'a>> {
        self.debates.iter().filter(move |debate| debate.label == label)
    }

    /// The values of a figure: one for each debate of the mode where it is defined, or one for the
    /// block.
    pub(super) fn values(&self, figure: Figure, label: &str) -> Vec<f64> {
        let own = || self.of_mode(label);
        let of_cruxes = |value: &dyn Fn(&BTreeSet<usize>) -> usize| {
            let values = own().map(|debate| value(&self.named[debate.cell]) as f64);
            // Beside no other mode, no crux is one that the others name or do not name.
            let is_compared = self.is_matched() && !self.others(label).is_empty();
            if is_compared { values.collect() } else { Vec::new() }
        };
        match figure {
            Figure::Similarity => {
                let sets: Vec<_> = own().map(|debate| &self.named[debate.cell]).collect();
                if self.is_matched() { similarity(&sets).into_iter().collect() } else { Vec::new() }
            }
            Figure::Matched => {
                let others = self.named_elsewhere(label);
                of_cruxes(&|named| named.intersection(&others).count())
            }
            Figure::Unique => {
                let others = self.named_elsewhere(label);
                of_cruxes(&|named| named.difference(&others).count())
            }
            Figure::Missed => {
                let expected = self.named_by_most_others(label);
                of_cruxes(&|named| expected.difference(named).count())
            }
            Figure::Cruxes
            | Figure::LoadUnknown
            | Figure::Agreed
            | Figure::Unchallenged
            | Figure::Defended
            | Figure::Untested
            | Figure::FakeConsensus
            | Figure::Concessions
            | Figure::Rounds
            | Figure::Calls
            | Figure::TokensRead
            | Figure::TokensWritten
            | Figure::Repairs => {
                own().filter_map(|debate| figure.of_outcome(debate.outcome)).collect()
            }
        }
    }

    /// The modes other than this one that have debates here; controls do not count as modes.
    fn others(&self, label: &str) -> BTreeSet<&'a str> {
        let others = self.debates.iter();
        let others = others.filter(|other| other.label != label && other.role != Role::Control);
        others.map(|other| other.label).collect()
    }

    /// The cruxes that a debate of another mode names.
    fn named_elsewhere(&self, label: &str) -> BTreeSet<usize> {
        let others = self.others(label);
        let debates = self.debates.iter().filter(|debate| others.contains(debate.label));
        debates.flat_map(|debate| self.named[debate.cell].iter().copied()).collect()
    }

    /// The cruxes that more than half of the other modes name.
    fn named_by_most_others(&self, label: &str) -> BTreeSet<usize> {
        let others = self.others(label);
        let count = self.matched.map_or(0, <[MatchedCrux]>::len);
        let is_named = |place: &usize| {
            let naming = others.iter().filter(|other| self.names(other, *place));
            2 * naming.count() > others.len()
        };
        (0..count).filter(is_named).collect()
    }

    /// Whether at least half of the debates of a mode name a crux.
    fn names(&self, label: &str, place: usize) -> bool {
        let (named, debates) = self.count(label, place);
        debates > 0 && 2 * named >= debates
    }

    /// How many debates of a mode name a crux, and how many it has.
    fn count(&self, label: &str, place: usize) -> (usize, usize) {
        let naming =
            self.of_mode(label).filter(|debate| self.named[debate.cell].contains(&place)).count();
        (naming, self.of_mode(label).count())
    }

    /// The cruxes that a debate of the block names: those that most modes name first, among them
    /// those that most debates name.
    pub(super) fn rows(&self, labels: &[(&str, Role)]) -> Vec<CruxRow> {
        let matched = self.matched.unwrap_or_default().iter().enumerate();
        let named = matched.filter(|(place, _)| self.named.values().any(|set| set.contains(place)));
        let mut rows: Vec<CruxRow> =
            named.map(|(place, crux)| self.row(place, crux, labels)).collect();
        let modes = |row: &CruxRow| row.namings.iter().filter(|naming| naming.is_named()).count();
        let debates = |row: &CruxRow| row.namings.iter().map(|naming| naming.named).sum::<usize>();
        rows.sort_by_key(|row| (usize::MAX - modes(row), usize::MAX - debates(row)));
        rows
    }

    fn row(&self, place: usize, crux: &MatchedCrux, labels: &[(&str, Role)]) -> CruxRow {
        let naming = |&(label, _): &(&str, Role)| {
            let (named, debates) = self.count(label, place);
            let own = |reference: &&CruxReference| {
                self.of_mode(label).any(|debate| debate.cell == reference.cell)
            };
            Naming {
                mode: label.to_owned(),
                named,
                debates,
                interval: (debates > 1).then(|| wilson(named, debates)),
                cruxes: crux.cruxes.iter().filter(own).cloned().collect(),
            }
        };
        let is_here = |(label, role): &&(&str, Role)| {
            *role != Role::Control && self.of_mode(label).next().is_some()
        };
        let here: Vec<&str> = labels.iter().filter(is_here).map(|(label, _)| *label).collect();
        let naming_at_all: Vec<&str> =
            here.iter().copied().filter(|label| self.count(label, place).0 > 0).collect();
        let is_missed = |label: &&&str| {
            !self.names(label, place) && self.named_by_most_others(label).contains(&place)
        };
        CruxRow {
            topic: self.topic.clone(),
            personas: self.personas.to_vec(),
            axis: crux.axis.clone(),
            question: crux.question.clone(),
            other_wordings: crux.other_wordings.clone(),
            namings: labels.iter().map(naming).collect(),
            named_by_all: here.len() > 1 && here.iter().all(|label| self.names(label, place)),
            only: match naming_at_all.as_slice() {
                [only] if here.len() > 1 => Some((*only).to_owned()),
                _ => None,
            },
            missed_by: here.iter().filter(is_missed).map(|label| (*label).to_owned()).collect(),
        }
    }
}

/// The mean Jaccard index of all pairs of sets; none for fewer than two sets. Two empty sets are
/// equal.
///
/// # Source
/// Jaccard 1901, *Étude comparative de la distribution florale dans une portion des Alpes et des
/// Jura* (doi:10.5169/seals-266450).
fn similarity(sets: &[&BTreeSet<usize>]) -> Option<f64> {
    let pairs = sets.iter().enumerate().flat_map(|(place, one)| {
        sets[place + 1..].iter().map(move |other| {
            let union = one.union(other).count();
            if union == 0 { 1.0 } else { one.intersection(other).count() as f64 / union as f64 }
        })
    });
    crate::analysis::bootstrap::mean(&pairs.collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_similarity_of_replicates_is_the_mean_jaccard_index_of_all_pairs() {
        let sets = [vec![1, 2, 3], vec![2, 3, 4], vec![]].map(|set| set.into_iter().collect());
        let [one, other, empty]: [BTreeSet<usize>; 3] = sets;
        assert_eq!(similarity(&[&one, &other]), Some(0.5));
        assert_eq!(similarity(&[&one, &other, &empty]), Some(0.5 / 3.0));
        assert_eq!(similarity(&[&one, &one]), Some(1.0));
        assert_eq!(similarity(&[&empty, &empty]), Some(1.0));
        assert_eq!(similarity(&[&one]), None);
    }
}
