//! The disputes that are no crux: those about a definition, and those on which at most one side's thesis rests.

use std::collections::BTreeSet;

use faultline::record::Position;
use faultline::view::number;
use faultline::vocabulary::{Axis, Disagreement, Probability};

use super::Source;
use crate::site::glossary;
use crate::site::persona_tag::Tag;
use crate::site::sentence::full_stop;

/// A dispute about what a word of the question means or how to measure it.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) question: String,
    /// The personas with their answers, each with the sentence that it stands for.
    pub(super) answers: Vec<(Tag, &'static str, String)>,
    pub(super) settles: String,
}

/// Disputes that carry load for the same personas.
#[derive(Debug)]
pub(super) struct Group {
    /// The personas whose theses rest on these disputes; empty where no thesis is known to.
    pub(super) carriers: Vec<Tag>,
    pub(super) disputes: Vec<Idle>,
}

/// A dispute with the personas and their answers.
#[derive(Debug)]
pub(super) struct Idle {
    pub(super) question: String,
    pub(super) answers: Vec<(Tag, &'static str)>,
}

/// The disputes that are a crux in no debate.
#[derive(Debug, Default)]
pub(super) struct Others {
    pub(super) definitions: Vec<Definition>,
    /// Those that matter to a persona first.
    pub(super) groups: Vec<Group>,
}

impl Others {
    /// The number of those that are about no definition.
    pub(super) fn grouped(&self) -> usize {
        self.groups.iter().map(|group| group.disputes.len()).sum()
    }

    /// What a page says in place of the disputes that it folds.
    pub(super) fn summary(&self) -> String {
        let questions = number::count(self.grouped(), "question", "questions");
        let matter = if self.grouped() == 1 { "matters" } else { "matter" };
        format!("{questions} that {matter} to one thesis or to none")
    }
}

/// Each question once, however many debates dispute it. A crux of any debate is none of them.
pub(super) fn others(source: &Source<'_>) -> Others {
    let outcomes = || source.finished.iter().map(|(_, brief)| &brief.outcome);
    let cruxes = outcomes().flat_map(|outcome| &outcome.cruxes);
    let mut known: BTreeSet<&str> =
        cruxes.map(|crux| source.key(crux.axis.as_ref(), &crux.question)).collect();
    let mut others = Others::default();
    let disputes = || outcomes().flat_map(|outcome| &outcome.idle_disputes);
    for dispute in disputes() {
        let question = source.key(Some(&dispute.axis), &dispute.question);
        if !known.insert(question) {
            continue;
        }
        let same = disputes().filter(|other| other.axis == dispute.axis);
        let positions = positions(same.flat_map(|other| &other.positions));
        match source.topic.axis(&dispute.axis) {
            Some(axis) if axis.kind == Disagreement::Definition => {
                others.definitions.push(definition(source, axis, &positions));
            }
            Some(_) | None => add(source, &mut others.groups, question, &positions),
        }
    }
    others.groups.sort_by_key(|group| group.carriers.is_empty());
    others
}

/// The position of each persona that has one in any debate: of several the one with the largest load.
fn positions<'a>(all: impl Iterator<Item = &'a Position>) -> Vec<&'a Position> {
    let load = |held: &Position| held.load.map_or(0.0, Probability::value);
    let mut positions: Vec<&Position> = Vec::new();
    for held in all {
        match positions.iter_mut().find(|known| known.persona == held.persona) {
            Some(known) if load(held) > load(known) => *known = held,
            Some(_) => {}
            None => positions.push(held),
        }
    }
    positions
}

fn definition(source: &Source<'_>, axis: &Axis, positions: &[&Position]) -> Definition {
    let answers = positions.iter().filter_map(|held| {
        let side = held.side?;
        Some((source.tag(held), glossary::side(side), full_stop(axis.proposition(side))))
    });
    let (question, settles) = (axis.question.clone(), full_stop(&axis.settles));
    Definition { question, answers: answers.collect(), settles }
}

fn add(source: &Source<'_>, groups: &mut Vec<Group>, question: &str, positions: &[&Position]) {
    let carries = |held: &&&Position| held.load.is_some_and(|load| load.value() > 0.0);
    let carriers: Vec<Tag> =
        positions.iter().filter(carries).map(|held| source.tag(held)).collect();
    let answers = positions.iter();
    let answers = answers.filter_map(|held| Some((source.tag(held), glossary::side(held.side?))));
    let idle = Idle { question: question.to_owned(), answers: answers.collect() };
    match groups.iter_mut().find(|group| group.carriers == carriers) {
        Some(group) => group.disputes.push(idle),
        None => groups.push(Group { carriers, disputes: vec![idle] }),
    }
}
