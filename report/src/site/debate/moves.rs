//! The moves of a round, each with its fate.

use faultline::record::{Act, Fate, Turn};
use faultline::view::{number, verb};

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
    pub(super) rationale: String,
    /// Its citations, or the propositions of a decomposition.
    pub(super) evidence: Vec<Cited>,
    /// Confidence and strength, where given.
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
    let mut entry = Move {
        id: Anchor::Turn(turn.id).id(),
        persona: turn.speaker.as_ref().map(|speaker| references.tag(speaker)),
        act: String::new(),
        target: None,
        becomes: None,
        text: full_stop(&turn.text),
        rationale: String::new(),
        evidence: Vec::new(),
        numbers: String::new(),
        fate: fate(references, &turn.fate),
        call: references.call(turn.call),
    };
    match &turn.act {
        Act::Decompose { claims } => {
            "decomposes the question".clone_into(&mut entry.act);
            entry.evidence = claims.iter().map(|claim| Cited::plain(&claim.text)).collect();
        }
        Act::Argue { node } => {
            "argues".clone_into(&mut entry.act);
            entry.becomes = Some(references.node(*node));
        }
        Act::Attack {
            target,
            relation,
            component,
            counter,
            rationale,
            evidence,
            confidence,
            strength,
            node,
            ..
        } => {
            entry.act = verb(*relation, Some(*component));
            entry.target = Some(references.node(*target));
            entry.becomes = node.map(|node| references.node(node));
            entry.text = full_stop(counter);
            entry.rationale = full_stop(rationale);
            entry.evidence = evidence.iter().map(|cited| references.cited(cited)).collect();
            let judged = strength.map_or_else(String::new, |strength| {
                format!(", judged strength {}", number::score(strength.value()))
            });
            entry.numbers = format!("confidence {}{judged}", number::score(confidence.value()));
        }
        Act::Misfire { target, counter } => {
            entry.act = format!("attacks “{target}”, which is not a valid target");
            entry.text = full_stop(counter);
        }
        Act::Bear { target, relation, weight, node, .. } => {
            entry.act = verb(*relation, None);
            entry.target = Some(references.node(*target));
            entry.becomes = Some(references.node(*node));
            entry.numbers = format!("weight {}", number::score(weight.value()));
        }
        Act::Revise(revision) => {
            "revises its scores for".clone_into(&mut entry.act);
            entry.target = Some(references.node(revision.root));
            entry.rationale = revision.short.clone().unwrap_or_default();
            entry.numbers = format!(
                "from {} to {}; target {}, aim {}",
                revision.before, revision.after, revision.target, revision.aim
            );
        }
        Act::Answer { node } => {
            "answers".clone_into(&mut entry.act);
            entry.becomes = Some(references.node(*node));
        }
        Act::Silence => "is silent".clone_into(&mut entry.act),
    }
    entry
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
    Outcome { is_kept: fate.stands(), word, why: full_stop(why), twin }
}

/// How many moves of a round had each fate; fates without a move are left out.
pub(super) fn fates(turns: &[Turn]) -> Vec<String> {
    let count = |of: fn(&Fate) -> bool| turns.iter().filter(|turn| of(&turn.fate)).count();
    let counts = [
        (count(Fate::stands), "kept"),
        (count(|fate| matches!(fate, Fate::Rejected(_))), "rejected"),
        (count(|fate| matches!(fate, Fate::Duplicate(_))), "duplicate"),
        (count(|fate| matches!(fate, Fate::Dropped(_))), "dropped"),
        (count(|fate| matches!(fate, Fate::Failed(_))), "failed"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    counts.map(|(count, fate)| format!("{count} {fate}")).collect()
}
