//! The moves of a round, each with its fate.

use faultline::mode::{Kind, Mode};
use faultline::record::{Act, DetailFault, Fate, Target, Turn};
use faultline::view::{action, number};

use crate::site::evidence::Cited;
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::route::Anchor;
use crate::site::sentence::full_stop;

/// One move.
#[derive(Debug, Clone)]
pub(super) struct Move {
    pub(super) id: String,
    pub(super) persona: Option<Tag>,
    /// What acts in moves of no persona.
    pub(super) subject: &'static str,
    /// The action, in words that the target can follow.
    pub(super) act: String,
    pub(super) target: Option<NodeRef>,
    pub(super) becomes: Option<NodeRef>,
    pub(super) text: String,
    /// Why the text counts for or against the target.
    pub(super) reasons: String,
    pub(super) evidence: Vec<Cited>,
    /// Confidence, weight, and numbers that only the mode records, where there are any.
    pub(super) numbers: String,
    pub(super) fate: Outcome,
    pub(super) call: Ref,
}

/// The fate of a move.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) is_kept: bool,
    pub(super) word: &'static str,
    pub(super) why: String,
    /// The move that says the same.
    pub(super) twin: Option<Ref>,
}

/// # Errors
/// [`DetailFault`] where the turn lacks the data of its mode.
pub(super) fn entry(references: &References<'_>, turn: &Turn) -> Result<Move, DetailFault> {
    let acts = if turn.act == Act::Propose && turn.speaker.is_none() {
        // These are the propositions of the debate.
        "is about".to_owned()
    } else if turn.act == Act::Assert
        && turn.node.is_some_and(|id| references.history.is_objection(id))
    {
        "considers the objection".to_owned()
    } else {
        action(turn)
    };
    let (act, target) = match &turn.target {
        None => (acts, None),
        Some(Target::Node(node)) => (acts, Some(references.node(*node))),
        Some(Target::Written(name)) => (format!("{acts} “{name}”"), None),
    };
    let reasons: Vec<String> = turn.reasons.iter().map(|reason| full_stop(reason)).collect();
    let subject = match (turn.act, references.debate.mode.about().kind) {
        (Act::Propose, _) => "The debate",
        (_, Kind::Baseline) => "The answer",
        (_, Kind::Protocol) => "An observer",
    };
    Ok(Move {
        id: Anchor::Turn(turn.id).id(),
        persona: turn.speaker.as_ref().map(|speaker| references.tag(speaker)),
        subject,
        act,
        target,
        becomes: turn.node.map(|node| references.node(node)),
        text: full_stop(turn.counter.as_ref().unwrap_or(&turn.text)),
        reasons: reasons.join(" "),
        evidence: turn.evidence.iter().map(|cited| references.cited(cited)).collect(),
        numbers: numbers(turn, &references.debate.mode)?,
        fate: fate(references, &turn.fate),
        call: references.call(turn.call),
    })
}

fn numbers(turn: &Turn, mode: &Mode) -> Result<String, DetailFault> {
    let number = |name: &str, value: f64| format!("{name} {}", number::score(value));
    let confidence = turn.confidence.map(|sure| number(mode.confidence_label(), sure.value()));
    let weight = turn.weight.map(|weight| number("weight", weight.value()));
    let numbers = confidence.into_iter().chain(weight).chain(mode.numbers(turn)?);
    Ok(numbers.collect::<Vec<_>>().join(", "))
}

fn fate(references: &References<'_>, fate: &Fate) -> Outcome {
    let (word, why, twin) = match fate {
        Fate::Kept => ("kept", "", None),
        Fate::Corrected(why) => ("corrected", why.as_str(), None),
        Fate::Rejected(why) => ("rejected", why.as_str(), None),
        Fate::Duplicate(turn) => ("duplicate", "", Some(references.turn(*turn))),
        Fate::Dropped(why) => ("dropped", why.as_str(), None),
        Fate::Failed(why) => ("failed", why.as_str(), None),
    };
    Outcome { is_kept: fate.is_kept(), word, why: full_stop(why), twin }
}

/// How many moves of a round had each fate; fates without a move are left out.
pub(super) fn fates(turns: &[Turn]) -> Vec<String> {
    let count = |of: fn(&Fate) -> bool| turns.iter().filter(|turn| of(&turn.fate)).count();
    let counts = [
        (count(|fate| matches!(fate, Fate::Kept)), "kept"),
        (count(|fate| matches!(fate, Fate::Corrected(_))), "corrected"),
        (count(|fate| matches!(fate, Fate::Rejected(_))), "rejected"),
        (count(|fate| matches!(fate, Fate::Duplicate(_))), "duplicate"),
        (count(|fate| matches!(fate, Fate::Dropped(_))), "dropped"),
        (count(|fate| matches!(fate, Fate::Failed(_))), "failed"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, fate)| format!("{count} {fate}")).collect()
}
