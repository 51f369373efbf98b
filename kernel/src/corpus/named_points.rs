//! Rule 4: which points are named by several personas.

use std::collections::{BTreeMap, BTreeSet};

use super::stance::{Stance, tagged_stances};
use crate::text::folded;
use crate::vocabulary::{AxisId, AxisSide, Corpus, PersonaId, PointId, Side, Statement};

/// A sentence without case and punctuation, with the answer that it is tagged with.
type Sentence = (String, Option<AxisSide>);

fn sentence(statement: &Statement) -> Sentence {
    (folded(&statement.text), statement.answers_axis())
}

/// Gives a point to statements that corpora with different answers to the topic's question contain
/// word for word and with the same answer to their axis, so that they count as shared. Where one of
/// them names a point, it is that one. Allies who use the same sentence hold a position together:
/// it is not common ground with their opponents.
pub(super) fn name_repeated(corpora: &mut BTreeMap<PersonaId, Corpus>) {
    let mut sentences: BTreeMap<Sentence, (BTreeSet<Side>, Option<PointId>)> = BTreeMap::new();
    for corpus in corpora.values() {
        for statement in corpus.statements().filter(|statement| !statement.is_case()) {
            let (stances, point) = sentences.entry(sentence(statement)).or_default();
            stances.insert(corpus.stance);
            *point = point.take().or_else(|| statement.point.clone());
        }
    }
    sentences.retain(|_, (stances, _)| stances.len() >= 2);
    let numbered = sentences.into_iter().zip(1..);
    let points: BTreeMap<Sentence, PointId> = numbered
        .filter_map(|((sentence, (_, point)), number)| {
            let new = || PointId::new(format!("same-sentence-{number}")).ok();
            Some((sentence, point.or_else(new)?))
        })
        .collect();
    for corpus in corpora.values_mut() {
        for statement in corpus.notes.iter_mut().flat_map(|note| &mut note.statements) {
            if let Some(point) = points.get(&sentence(statement))
                && statement.point.is_none()
                && !statement.is_case()
            {
                statement.point = Some(point.clone());
            }
        }
    }
}

/// The points that at least two of these corpora name, and that none of the others answers in the
/// opposite way: what some hold against others is their position.
pub fn points_named_by_several<'a>(corpora: impl Iterator<Item = &'a Corpus>) -> BTreeSet<PointId> {
    let corpora: Vec<(&Corpus, BTreeMap<&AxisId, Stance>)> =
        corpora.map(|corpus| (corpus, tagged_stances(corpus))).collect();
    let mut named: BTreeMap<&PointId, (BTreeSet<usize>, BTreeSet<AxisSide>)> = BTreeMap::new();
    for (place, (corpus, _)) in corpora.iter().enumerate() {
        for statement in corpus.statements() {
            let Some(point) = &statement.point else { continue };
            let (holders, answers) = named.entry(point).or_default();
            holders.insert(place);
            answers.extend(statement.answers_axis());
        }
    }
    named.retain(|_, (holders, answers)| {
        let others = || (0..corpora.len()).filter(|place| !holders.contains(place));
        let denies = |place: usize, answer: &AxisSide| {
            let stance = corpora[place].1.get(&answer.axis);
            stance.is_some_and(|stance| stance.side != answer.side)
        };
        holders.len() >= 2 && !answers.iter().any(|answer| others().any(|at| denies(at, answer)))
    });
    named.into_keys().cloned().collect()
}
