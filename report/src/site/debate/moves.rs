//! The moves of a round, each with its fate.

use faultline::record::{Fate, Target, Turn};
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
    /// The action, in words that the target can follow.
    pub(super) act: String,
    pub(super) target: Option<NodeRef>,
    pub(super) becomes: Option<NodeRef>,
    pub(super) text: String,
    /// Why the text counts for or against the target.
    pub(super) reasons: String,
    pub(super) evidence: Vec<Cited>,
    /// Confidence and weight, where given.
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

pub(super) fn entry(references: &References<'_>, turn: &Turn) -> Move {
    let (act, target) = match &turn.target {
        None => (action(turn), None),
        Some(Target::Node(node)) => (action(turn), Some(references.node(*node))),
        Some(Target::Written(name)) => (format!("{} “{name}”", action(turn)), None),
    };
    let reasons: Vec<String> = turn.reasons.iter().map(|reason| full_stop(reason)).collect();
    Move {
        id: Anchor::Turn(turn.id).id(),
        persona: turn.speaker.as_ref().map(|speaker| references.tag(speaker)),
        act,
        target,
        becomes: turn.node.map(|node| references.node(node)),
        text: full_stop(turn.counter.as_ref().unwrap_or(&turn.text)),
        reasons: reasons.join(" "),
        evidence: turn.evidence.iter().map(|cited| references.cited(cited)).collect(),
        numbers: numbers(turn),
        fate: fate(references, &turn.fate),
        call: references.call(turn.call),
    }
}

fn numbers(turn: &Turn) -> String {
    let number = |name: &str, value: f64| format!("{name} {}", number::score(value));
    let confidence = turn.confidence.map(|confidence| number("confidence", confidence.value()));
    let weight = turn.weight.map(|weight| number("weight", weight.value()));
    confidence.into_iter().chain(weight).collect::<Vec<_>>().join(", ")
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
        (count(Fate::is_kept), "kept"),
        (count(|fate| matches!(fate, Fate::Rejected(_))), "rejected"),
        (count(|fate| matches!(fate, Fate::Duplicate(_))), "duplicate"),
        (count(|fate| matches!(fate, Fate::Dropped(_))), "dropped"),
        (count(|fate| matches!(fate, Fate::Failed(_))), "failed"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, fate)| format!("{count} {fate}")).collect()
}
