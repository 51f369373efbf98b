//! `compare`: the likeness of each pair of texts (rule 14).

use super::{Compare, CompareAnswer, Group, Likeness, PairDraft};
use crate::corpus::{self, Silence, Voices};
use crate::question::ByCorpus;

impl ByCorpus for Compare {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<CompareAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Compare, voices: &Voices<'_>) -> CompareAnswer {
    let items = &question.items;
    // The first item of each group; an item that says the same as no earlier one begins a group.
    let mut groups: Vec<(usize, Group)> = Vec::new();
    let mut contradictions = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let heard = item.heard();
        let says_the_same = |(first, _): &&mut (usize, Group)| {
            judged(voices.likeness(&items[*first].heard(), &heard)) == Likeness::Same
        };
        match groups.iter_mut().find(says_the_same) {
            Some((_, group)) => group.items.push(item.id.clone()),
            None => groups.push((place, Group { items: vec![item.id.clone()] })),
        }
        for earlier in &items[..place] {
            if judged(voices.likeness(&earlier.heard(), &heard)) == Likeness::Opposed {
                let (first, second) = (earlier.id.clone(), item.id.clone());
                contradictions.push(PairDraft { first, second });
            }
        }
    }
    let groups = groups.into_iter().map(|(_, group)| group);
    let groups = groups.filter(|group| group.items.len() > 1).collect();
    // Statements of one point say the same, whatever the sides of their authors.
    CompareAnswer { groups, contradictions, verbal: Vec::new() }
}

/// A likeness in the words of the question.
pub(in crate::mode::shared::questions) fn judged(likeness: corpus::Likeness) -> Likeness {
    use corpus::Likeness as By;
    match likeness {
        By::SameText | By::SamePoint => Likeness::Same,
        By::PointDenied | By::OppositeSides => Likeness::Opposed,
        By::SameAxis => Likeness::Related,
        By::DifferentAxes => Likeness::Different,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::mode::shared::questions::samples::stated;
    use crate::question::samples::parsed;
    use crate::vocabulary::Seed;
    use crate::vocabulary::samples::topic;

    #[test]
    fn statements_of_one_point_are_a_group_and_its_denial_is_a_contradiction() {
        let items =
            [("keeper", "noise"), ("walker", "din"), ("walker", "quiet"), ("walker", "stroll")];
        let items = items.iter().zip(1..).map(|((persona, statement), number)| {
            stated(&format!("i{number}"), persona, statement)
        });
        let question = Compare { topic: topic(), items: items.collect() };
        let corpora = everything(&pair());
        let answer = answer(&question, &corpora.voices(Seed(1)));
        assert_eq!(answer.groups.len(), 1, "one statement alone is no group");
        let found = parsed(&question, answer);
        assert_eq!(found.same, [(0, 1)].into());
        assert!(found.opposed.contains(&(0, 2)), "{found:?}");
        assert!(!found.opposed.iter().any(|&(_, other)| other == 3), "{found:?}");
    }
}
