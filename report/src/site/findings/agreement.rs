//! What the personas grant in common, each point once.

use std::collections::{BTreeMap, BTreeSet};

use faultline::graph::Node;
use faultline::record::{AgreedQuestion, AgreeingAnswer, Agreement, Outcome, Position};
use faultline::text::{content_stems, near_share, negations};
use faultline::vocabulary::{AxisId, AxisSide, PersonaId};

use super::source::Source;
use super::thesis::Thesis;
use crate::site::index::{DebateSummary, IndexedDebate};
use crate::site::persona_tag::Tag;
use crate::site::sentence::full_stop;

/// A point that at least two personas grant.
#[derive(Debug)]
pub(super) struct Agreed {
    pub(super) text: String,
    /// The same in the words of others, once for each of them, with those whose words they are.
    pub(super) other_wordings: Vec<(String, Vec<Tag>)>,
    wordings: Vec<String>,
    ids: Vec<PersonaId>,
    /// The answers to questions of the topic that it gives.
    answers: BTreeSet<AxisSide>,
    pub(super) by: Vec<Tag>,
    /// The number of debates in which it is agreed.
    pub(super) debates: usize,
    /// The number of these in which some of them take part without saying it.
    pub(super) partial: usize,
    /// The number of debates in which at least two of them take part.
    pub(super) possible: usize,
}

impl Agreed {
    fn wordings(&self) -> impl Iterator<Item = &str> {
        self.wordings.iter().map(String::as_str)
    }
}

/// What personas share.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) points: Vec<Agreed>,
    /// The questions that are answered alike.
    pub(super) questions: Vec<AnsweredAlike>,
}

impl Shared {
    pub(super) fn count(&self) -> usize {
        self.points.len() + self.questions.len()
    }

    /// The points that answer a question of the topic.
    pub(super) fn about(&self, axis: &AxisId) -> impl Iterator<Item = &str> {
        let answers = move |point: &&Agreed| point.answers.iter().any(|own| own.axis == *axis);
        self.points.iter().filter(answers).map(|point| point.text.as_str())
    }

    /// The points in all their words.
    pub(super) fn wordings(&self) -> BTreeSet<&str> {
        self.points.iter().flat_map(Agreed::wordings).collect()
    }
}

/// What both sides grant in any debate, and what only personas with the same answer to the topic's
/// question share, where the personas answer it differently. A question that all answer with one
/// shared point is listed as that point alone.
pub(super) fn shared(source: &Source<'_>, theses: &[Thesis]) -> (Shared, Shared) {
    let is_contested = theses.iter().any(|thesis| thesis.side != theses[0].side);
    let is_common = |by: &[PersonaId]| {
        let theses = theses.iter().filter(|thesis| by.contains(&thesis.id));
        !is_contested || theses.map(|thesis| thesis.side).collect::<BTreeSet<_>>().len() > 1
    };
    let (common, own): (Vec<Agreed>, Vec<Agreed>) =
        points(source).into_iter().partition(|point| is_common(&point.ids));
    let mut questions = answered_alike(source);
    questions.retain(|question| {
        let says = |point: &Agreed, text: &str| point.wordings().any(|wording| wording == text);
        let repeats = |point: &Agreed| {
            let is_whole = question.ids.iter().all(|id| point.ids.contains(id));
            let answers_it = point.answers.contains(&question.answer) && is_whole;
            answers_it || question.answers.iter().all(|(_, text)| says(point, text))
        };
        !common.iter().chain(&own).any(repeats)
    });
    let (alike, own_alike) = questions.into_iter().partition(|question| is_common(&question.ids));
    (Shared { points: common, questions: alike }, Shared { points: own, questions: own_alike })
}

/// A point in the words of several debates.
struct United {
    /// Each wording once, with its authors, in the order of the debates.
    wordings: Vec<(String, Vec<PersonaId>)>,
    answers: BTreeSet<AxisSide>,
    /// Who agrees in each debate in which it is agreed, by the debate's place.
    debates: BTreeMap<usize, Vec<PersonaId>>,
}

impl United {
    fn add(&mut self, other: Self) {
        self.answers.extend(other.answers);
        for (text, authors) in other.wordings {
            self.word(text, authors);
        }
        for (debate, ids) in other.debates {
            let known = self.debates.entry(debate).or_default();
            for id in ids {
                push_new(known, id);
            }
        }
    }

    fn word(&mut self, text: String, authors: Vec<PersonaId>) {
        match self.wordings.iter_mut().find(|(known, _)| *known == text) {
            Some((_, known)) => authors.into_iter().for_each(|author| push_new(known, author)),
            None => self.wordings.push((text, authors)),
        }
    }

    /// Everyone who agrees in some debate.
    fn ids(&self) -> Vec<PersonaId> {
        let mut ids = Vec::new();
        self.debates.values().flatten().for_each(|id| push_new(&mut ids, id.clone()));
        ids
    }
}

fn push_new<T: PartialEq>(known: &mut Vec<T>, new: T) {
    if !known.contains(&new) {
        known.push(new);
    }
}

/// The points of all debates. Points that give the same answer to a question, that have a wording
/// in common, or that differ in few words are one point; those of most debates come first.
fn points(source: &Source<'_>) -> Vec<Agreed> {
    let mut points: Vec<United> = Vec::new();
    for (debate, (_, summary)) in source.finished.iter().enumerate() {
        for agreement in &summary.outcome.common_ground.agreed {
            let mut agreed = United {
                wordings: Vec::new(),
                answers: answer_of(summary, agreement).into_iter().collect(),
                debates: [(debate, agreement.endorsed_by.clone())].into(),
            };
            let author = |node| summary.node(node).and_then(|node| node.author.clone());
            let own = author(agreement.node).into_iter().collect();
            agreed.word(full_stop(&agreement.text), own);
            for node in agreement.other_wordings.iter().filter_map(|&node| summary.node(node)) {
                agreed.word(full_stop(&node.text), node.author.iter().cloned().collect());
            }
            unite(&mut points, agreed);
        }
    }
    points.retain(|point| !is_denied(source, point));
    points.sort_by_key(|point| std::cmp::Reverse(point.debates.len()));
    let tags = |ids: &[PersonaId]| source.index.personas.tags(ids, source.here);
    let finish = |point: United| {
        let ids = point.ids();
        let is_partial = |(debate, agreeing): &(&usize, &Vec<PersonaId>)| {
            let mut present = source.finished[**debate].0.personas.iter();
            present.any(|id| ids.contains(id) && !agreeing.contains(id))
        };
        let wordings = point.wordings.iter().map(|(text, _)| text.clone());
        let wordings: Vec<String> = wordings.collect();
        Agreed {
            text: wordings.first().cloned().unwrap_or_default(),
            other_wordings: new_words(&point.wordings)
                .into_iter()
                .map(|(text, authors)| (text.clone(), tags(authors)))
                .collect(),
            wordings,
            by: tags(&ids),
            debates: point.debates.len(),
            partial: point.debates.iter().filter(is_partial).count(),
            possible: together(source, &ids),
            answers: point.answers,
            ids,
        }
    };
    points.into_iter().map(finish).collect()
}

/// Whether a persona that does not share the point answers its question otherwise in some debate:
/// those who share it only take one side together.
fn is_denied(source: &Source<'_>, point: &United) -> bool {
    let ids = point.ids();
    let denies = |axis: &AxisId, held: &Position| {
        let is_opposite =
            |given: &AxisSide| given.axis == *axis && held.side == Some(given.side.opposite());
        !ids.contains(&held.persona) && point.answers.iter().any(is_opposite)
    };
    source.finished.iter().any(|(_, DebateSummary { outcome, .. })| {
        let cruxes = outcome.cruxes.iter().filter_map(|crux| Some((crux.axis.as_ref()?, crux)));
        let mut of_cruxes =
            cruxes.flat_map(|(axis, crux)| crux.positions.iter().map(move |held| (axis, held)));
        let idle = outcome.idle_disputes.iter().filter(|idle| !idle.is_verbal);
        let mut of_idle =
            idle.flat_map(|idle| idle.positions.iter().map(move |held| (&idle.axis, held)));
        of_cruxes.any(|(axis, held)| denies(axis, held))
            || of_idle.any(|(axis, held)| denies(axis, held))
    })
}

/// The answer to a question of the topic that a point gives in each of its wordings.
pub(super) fn answer_of(summary: &DebateSummary, point: &Agreement) -> Option<AxisSide> {
    let mut answers = point.wordings().map(|node| summary.node(node).and_then(Node::answers));
    let first = answers.next()??;
    answers.all(|other| other.as_ref() == Some(&first)).then_some(first)
}

/// The wordings after the first by those whose words are not among the ones before, unless these
/// are nearly the same.
fn new_words(wordings: &[(String, Vec<PersonaId>)]) -> Vec<&(String, Vec<PersonaId>)> {
    let Some((first, others)) = wordings.split_first() else { return Vec::new() };
    let mut shown = vec![first];
    for wording in others {
        let is_shown = |author: &PersonaId| shown.iter().any(|(_, known)| known.contains(author));
        let is_new = wording.1.is_empty() || !wording.1.iter().all(is_shown);
        if is_new && !shown.iter().any(|(known, _)| is_near(known, &wording.0)) {
            shown.push(wording);
        }
    }
    shown.split_off(1)
}

/// Adds a point of a debate to the known ones. It unites all of them that give the same answer to a
/// question, or with which it has a wording in common, but for a few words.
fn unite(points: &mut Vec<United>, agreed: United) {
    let is_same = |known: &United| {
        if !known.answers.is_disjoint(&agreed.answers) {
            return true;
        }
        let mut texts = agreed.wordings.iter().map(|(text, _)| text);
        texts.any(|text| known.wordings.iter().any(|(known, _)| is_near(known, text)))
    };
    let Some(first) = points.iter().position(is_same) else {
        points.push(agreed);
        return;
    };
    let others: Vec<United> = points.extract_if(first + 1.., |known| is_same(known)).collect();
    others.into_iter().chain([agreed]).for_each(|other| points[first].add(other));
}

/// Whether two wordings of agreed points differ in few words, of which none negates.
fn is_near(one: &str, other: &str) -> bool {
    let (first, second) = (content_stems(one), content_stems(other));
    let common = first.intersection(&second).count();
    let is_near = near_share(common, first.len().max(second.len())).is_some();
    one == other || (is_near && negations(one) == negations(other))
}

/// A question that all personas with a position on it answer in the same way.
#[derive(Debug)]
pub(super) struct AnsweredAlike {
    /// What they agree on.
    pub(super) proposition: String,
    answer: AxisSide,
    ids: Vec<PersonaId>,
    /// Each persona with its own words.
    pub(super) answers: Vec<(Tag, String)>,
    /// The number of debates in which it is agreed.
    pub(super) debates: usize,
    /// The number of debates in which at least two of them take part.
    pub(super) possible: usize,
}

/// The number of finished debates in which at least two of these personas take part.
fn together(source: &Source<'_>, personas: &[PersonaId]) -> usize {
    let together = |debate: &IndexedDebate| {
        debate.personas.iter().filter(|persona| personas.contains(persona)).count() > 1
    };
    source.finished.iter().filter(|(debate, _)| together(debate)).count()
}

/// The questions that are answered alike in a debate, and that are disputed in none, in the order
/// of the topic. Each persona answers in the words of the first debate in which it does.
fn answered_alike(source: &Source<'_>) -> Vec<AnsweredAlike> {
    let outcomes = || source.finished.iter().map(|(_, summary)| &summary.outcome);
    let alike = |axis: &faultline::vocabulary::Axis| {
        let is_disputed = |outcome: &Outcome| {
            outcome.cruxes.iter().any(|crux| crux.axis.as_ref() == Some(&axis.id))
                || outcome.idle_disputes.iter().any(|idle| idle.axis == axis.id)
                || outcome.settled.iter().any(|settled| settled.axis == axis.id)
        };
        let agreed = outcomes().flat_map(|outcome| &outcome.common_ground.questions);
        let agreed: Vec<&AgreedQuestion> = agreed.filter(|known| known.axis == axis.id).collect();
        let first = agreed.first()?;
        if outcomes().any(is_disputed) || agreed.iter().any(|other| other.side != first.side) {
            return None;
        }
        let mut answers: Vec<&AgreeingAnswer> = Vec::new();
        for answer in agreed.iter().flat_map(|agreed| &agreed.answers) {
            if answers.iter().all(|known| known.persona != answer.persona) {
                answers.push(answer);
            }
        }
        let in_words = |answer: &AgreeingAnswer| {
            (source.index.personas.tag(&answer.persona, source.here), full_stop(&answer.text))
        };
        let ids: Vec<PersonaId> = answers.iter().map(|answer| answer.persona.clone()).collect();
        Some(AnsweredAlike {
            proposition: full_stop(&first.proposition),
            answer: AxisSide { axis: axis.id.clone(), side: first.side },
            answers: answers.into_iter().map(in_words).collect(),
            debates: agreed.len(),
            possible: together(source, &ids),
            ids,
        })
    };
    source.topic.axes.iter().filter_map(alike).collect()
}

#[cfg(test)]
mod tests {
    use faultline::vocabulary::Side;

    use super::*;

    #[test]
    fn points_that_a_third_one_has_in_other_words_are_one_and_each_debate_counts_once() {
        let mut points = Vec::new();
        for (debate, wordings) in [(0, "A"), (1, "B"), (2, "C"), (3, "A B"), (3, "A")] {
            let wordings = wordings.split(' ').map(|text| (text.to_owned(), vec![])).collect();
            let debates = [(debate, vec![])].into();
            unite(&mut points, United { wordings, answers: [].into(), debates });
        }
        let shown = |point: &United| {
            let texts: Vec<&str> = point.wordings.iter().map(|(text, _)| text.as_str()).collect();
            (texts.join(" "), point.debates.len())
        };
        let shown: Vec<_> = points.iter().map(shown).collect();
        assert_eq!(shown, [("A B".to_owned(), 3), ("C".to_owned(), 1)]);
    }

    #[test]
    fn points_that_give_the_same_answer_are_one_in_the_words_of_each_persona() {
        let [ada, ben] = ["ada", "ben"].map(|id| PersonaId::new(id).unwrap());
        let mut points = Vec::new();
        for (debate, text, author) in [
            (0, "Phones leave the desk.", &ada),
            (1, "In lessons no phone helps.", &ben),
            (2, "In lessons no phone helps us.", &ben),
            (3, "Nobody wants a screen in class.", &ben),
        ] {
            let answer = AxisSide { axis: "lessons".parse().unwrap(), side: Side::Yes };
            let wordings = vec![(text.to_owned(), vec![author.clone()])];
            let debates = [(debate, vec![])].into();
            unite(&mut points, United { wordings, answers: [answer].into(), debates });
        }
        let [point] = points.as_slice() else { panic!("one point") };
        let shown: Vec<_> = new_words(&point.wordings).iter().map(|(text, _)| text).collect();
        assert_eq!(shown, ["In lessons no phone helps."]);
    }

    #[test]
    fn wordings_that_differ_in_few_words_are_one_point() {
        let reactor = "The state has to carry part of the risk of every new reactor.";
        assert!(is_near(reactor, "The state must carry a part of the risk of each new reactor."));
        assert!(!is_near(reactor, "The state has to carry the risk."), "it says less");
        let denied = "The state does not have to carry part of the risk of every new reactor.";
        assert!(!is_near(reactor, denied));
        assert!(!is_near(reactor, "Every new reactor gets cheaper."));
    }
}
