//! The questions that are not cruxes: disputes about a definition, disputes on which at most one
//! side's thesis rests, and questions on which a thesis rests that no other persona answers.

use std::collections::BTreeSet;

use faultline::graph::{Asserted, Node};
use faultline::record::{IdleDispute, Position, Thesis};
use faultline::text::to_sentence;
use faultline::view::number;
use faultline::vocabulary::{
    Axis, AxisSide, Component, Corpus, Disagreement, PersonaId, Probability, Side,
};

use super::agreement::{Shared, answer_of};
use super::source::Source;
use crate::site::index::DebateSummary;
use crate::site::persona_tag::Tag;
use crate::site::sentence::full_stop;
use faultline::view::glossary;

/// A dispute about what a word of the question means or how to measure it.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) question: String,
    pub(super) answers: Vec<Answer>,
    /// What both sides grant about it.
    pub(super) granted: Vec<String>,
    pub(super) settles: String,
}

/// Disputes that carry load for the same personas.
#[derive(Debug)]
pub(super) struct Group {
    /// The personas whose theses rest on these disputes; empty where no thesis is known to.
    pub(super) carriers: Vec<Tag>,
    /// Whether the debates do not show that nothing else rests on these disputes.
    is_load_unknown: bool,
    pub(super) disputes: Vec<OtherDisagreement>,
}

impl Group {
    /// What its disputes have in common; what follows the names of the carriers, where it has some.
    pub(super) fn title(&self) -> &'static str {
        match (self.carriers.is_empty(), self.is_load_unknown) {
            (true, false) => "No case is known to depend on",
            (true, true) => "What may matter to both sides",
            (false, false) => "only",
            (false, true) => "and perhaps to the other side",
        }
    }
}

/// A question with the answers of the personas.
#[derive(Debug)]
pub(super) struct OtherDisagreement {
    pub(super) question: String,
    pub(super) answers: Vec<Answer>,
}

/// A persona's answer to a question.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) persona: Tag,
    pub(super) side: &'static str,
    /// The sentence that the answer stands for.
    pub(super) text: String,
    /// Whether the side only follows from the persona's answer to the whole question.
    pub(super) is_guessed: bool,
    /// Whether part of its case rests on it.
    pub(super) carries_load: bool,
}

/// The disputes that are a crux in no debate.
#[derive(Debug, Default)]
pub(super) struct OtherDisagreements {
    /// Those that every debate which names them finds to be only in words.
    pub(super) verbal: Vec<OtherDisagreement>,
    pub(super) definitions: Vec<Definition>,
    /// Those that matter to a persona first.
    pub(super) groups: Vec<Group>,
    /// The questions on which a case rests and that no other persona answers differently.
    pub(super) undisputed: Vec<OtherDisagreement>,
    /// The same where a text without tags takes part, so that another answer may have been missed.
    pub(super) answered_alone: Vec<OtherDisagreement>,
}

impl OtherDisagreements {
    /// Whether a definition has an answer that is a guess.
    pub(super) fn has_guessed_definition(&self) -> bool {
        self.definitions.iter().flat_map(|dispute| &dispute.answers).any(|own| own.is_guessed)
    }

    /// Whether another question has one.
    pub(super) fn has_guess(&self) -> bool {
        let questions = self.groups.iter().flat_map(|group| &group.disputes);
        questions.flat_map(|idle| &idle.answers).any(|own| own.is_guessed)
    }

    /// Whether an answer that was found in one text alone is a guess.
    pub(super) fn has_guess_alone(&self) -> bool {
        self.answered_alone.iter().flat_map(|alone| &alone.answers).any(|own| own.is_guessed)
    }

    /// What the questions that were found in one text alone have in common.
    pub(super) fn title_of_answered_alone(&self) -> &'static str {
        if self.answered_alone.iter().all(|alone| alone.answers.len() == 1) {
            "Only one text was found to answer"
        } else {
            "Only one side was found to answer"
        }
    }

    /// What the questions that no one else answers have in common.
    pub(super) fn title_of_undisputed(&self) -> &'static str {
        if self.undisputed.iter().all(|own| own.answers.len() == 1) {
            "Answered by one persona only"
        } else {
            "Answered by one side only"
        }
    }

    /// The number of those that are about no definition.
    pub(super) fn grouped(&self) -> usize {
        self.groups.iter().map(|group| group.disputes.len()).sum()
    }

    /// What a page says in place of the disputes that it folds.
    pub(super) fn summary(&self) -> String {
        let questions = number::count(self.grouped(), "question", "questions");
        format!("{questions} on which the case of at most one side is known to rest")
    }

    fn add(&mut self, idle: OtherDisagreement, is_load_unknown: bool) {
        let carriers = idle.answers.iter().filter(|answer| answer.carries_load);
        let carriers: Vec<Tag> = carriers.map(|answer| answer.persona.clone()).collect();
        let is_same = |group: &&mut Group| {
            group.carriers == carriers && group.is_load_unknown == is_load_unknown
        };
        match self.groups.iter_mut().find(is_same) {
            Some(group) => group.disputes.push(idle),
            None => self.groups.push(Group { carriers, is_load_unknown, disputes: vec![idle] }),
        }
    }
}

/// Each question once, however many debates dispute it. A crux of any debate does not count.
pub(super) fn others(source: &Source<'_>, shared: &Shared) -> OtherDisagreements {
    let summaries = || source.finished.iter().map(|(_, summary)| *summary);
    let cruxes = summaries().flat_map(|summary| &summary.outcome.cruxes);
    let mut known: BTreeSet<&str> =
        cruxes.map(|crux| source.key(crux.axis.as_ref(), &crux.question)).collect();
    let mut others = OtherDisagreements::default();
    let disputes = || {
        summaries().flat_map(|summary| {
            summary.outcome.idle_disputes.iter().map(move |idle| (summary, idle))
        })
    };
    for (_, dispute) in disputes() {
        let question = source.key(Some(&dispute.axis), &dispute.question);
        if !known.insert(question) {
            continue;
        }
        let same = || disputes().filter(|(_, other)| other.axis == dispute.axis);
        let axis = source.topic.axis(&dispute.axis);
        let answers = answers(source, axis, same());
        if same().all(|(_, other)| other.is_verbal) {
            others.verbal.push(OtherDisagreement { question: question.to_owned(), answers });
            continue;
        }
        match axis {
            Some(axis) if axis.kind == Disagreement::Definition => {
                let (question, settles) = (axis.question.clone(), full_stop(&axis.settles));
                let granted = shared.about(&axis.id).map(str::to_owned).collect();
                others.definitions.push(Definition { question, answers, granted, settles });
            }
            Some(_) | None => {
                let is_load_unknown = same().any(|(_, other)| other.is_load_unknown);
                let idle = OtherDisagreement { question: question.to_owned(), answers };
                others.add(idle, is_load_unknown);
            }
        }
    }
    let undisputed = undisputed(source, &known);
    if may_miss_answers(source) {
        others.answered_alone = undisputed;
    } else {
        others.undisputed = undisputed;
    }
    others.groups.sort_by_key(|group| group.carriers.is_empty());
    others
}

/// Whether the provider reads the text without tags of a persona of the debates by its rules: that
/// nothing was found there does not mean that its author has no answer.
fn may_miss_answers(source: &Source<'_>) -> bool {
    let mut personas = source.finished.iter().flat_map(|(debate, _)| &debate.personas);
    source.index.experiment.provider.infers_sides
        && personas.any(|id| source.corpus(id).is_some_and(Corpus::has_untagged_text))
}

/// The questions on which theses rest that no other persona answers: the debates neither dispute
/// nor settle them nor find an agreement on them. `known` are the questions that are disputed.
fn undisputed(source: &Source<'_>, known: &BTreeSet<&str>) -> Vec<OtherDisagreement> {
    let summaries = || source.finished.iter().map(|(_, summary)| *summary);
    let is_known = |axis: &Axis| {
        let outcomes = || summaries().map(|summary| &summary.outcome);
        let mut agreed = outcomes().flat_map(|outcome| &outcome.common_ground.questions);
        let mut settled = outcomes().flat_map(|outcome| &outcome.settled);
        known.contains(axis.question.as_str())
            || agreed.any(|question| question.axis == axis.id)
            || settled.any(|settled| settled.axis == axis.id)
    };
    let is_agreed = |answer: &AxisSide| {
        summaries().any(|summary| {
            let mut points = summary.outcome.common_ground.agreed.iter();
            points.any(|point| answer_of(summary, point).as_ref() == Some(answer))
        })
    };
    let idle = |axis: &Axis| {
        let (mut sides, mut answers): (BTreeSet<Side>, Vec<Answer>) = Default::default();
        for (thesis, node) in summaries().flat_map(theses) {
            let mut asserted = node.detail.asserts.iter();
            let premise = |own: &Asserted| match own.component {
                Component::Premise(at) => node.detail.premises.get(at),
                Component::Claim | Component::Inference | Component::Assumption(_) => None,
            };
            let on_axis = asserted
                .find_map(|own| (own.asserts.axis == axis.id).then_some((own, premise(own)?)));
            let Some((own, text)) = on_axis else { continue };
            if is_agreed(&own.asserts) {
                return None;
            }
            let persona = source.index.personas.tag(&thesis.persona, source.here);
            if answers.iter().all(|known| known.persona != persona) {
                sides.insert(thesis.side);
                answers.push(Answer {
                    persona,
                    side: glossary::side(own.asserts.side),
                    text: to_sentence(text),
                    is_guessed: is_guessed(source, axis, &thesis.persona, node),
                    carries_load: true,
                });
            }
        }
        // What theses of both sides rest on does not matter to one side only.
        (sides.len() == 1).then(|| OtherDisagreement { question: axis.question.clone(), answers })
    };
    source.topic.axes.iter().filter(|axis| !is_known(axis)).filter_map(idle).collect()
}

/// Whether neither the statements that a thesis quotes nor those of its persona on the axis say the
/// side.
fn is_guessed(source: &Source<'_>, axis: &Axis, persona: &PersonaId, thesis: &Node) -> bool {
    let Some(corpus) = source.corpus(persona) else { return false };
    let on_axis = corpus.statements().filter(|own| own.axis.as_ref() == Some(&axis.id));
    let on_axis = on_axis.map(|own| own.id.clone());
    let statements: Vec<_> = thesis.detail.excerpts.iter().cloned().chain(on_axis).collect();
    source.inferred().is_guessed(persona, axis, &statements)
}

/// The theses of a debate with their nodes.
fn theses(summary: &DebateSummary) -> impl Iterator<Item = (&Thesis, &Node)> {
    let theses = summary.outcome.theses.iter();
    theses.filter_map(|thesis| Some((thesis, summary.node(thesis.node)?)))
}

/// The answer of each persona that gives one in any debate: of several the one with the largest
/// load.
fn answers<'a>(
    source: &Source<'_>,
    axis: Option<&Axis>,
    disputes: impl Iterator<Item = (&'a DebateSummary, &'a IdleDispute)>,
) -> Vec<Answer> {
    let load = |held: &Position| held.load.map_or(0.0, Probability::value);
    let mut positions: Vec<(&DebateSummary, &Position)> = Vec::new();
    let all =
        disputes.flat_map(|(summary, idle)| idle.positions.iter().map(move |held| (summary, held)));
    for (summary, held) in all {
        match positions.iter_mut().find(|(_, known)| known.persona == held.persona) {
            Some(known) if load(held) > load(known.1) => *known = (summary, held),
            Some(_) => {}
            None => positions.push((summary, held)),
        }
    }
    let answer = |(summary, held): (&DebateSummary, &Position)| {
        let side = held.side?;
        let mut text = if held.text.is_empty() {
            axis.map_or_else(String::new, |axis| full_stop(axis.proposition(side)))
        } else {
            full_stop(&held.text)
        };
        if held.is_declared_idle && load(held) == 0.0 {
            text.push_str(" It says that it would keep its thesis either way.");
        }
        Some(Answer {
            persona: source.tag(held),
            side: glossary::side(side),
            text,
            is_guessed: axis.is_some_and(|axis| source.is_guessed(axis, summary, held)),
            carries_load: load(held) > 0.0,
        })
    };
    positions.into_iter().filter_map(answer).collect()
}
