//! The log of moves: who did what, and what became of it.

use faultline::record::{Act, Fate, Turn};
use faultline::view::number;

use super::outline;
use super::scene::{NodeRef, Ref, Scene};
use crate::site::cast::Tag;
use crate::site::evidence::Cited;
use crate::site::prose;
use crate::site::route::Anchor;

/// One move.
#[derive(Debug, Clone)]
pub(super) struct Move {
    pub(super) id: String,
    pub(super) who: Option<Tag>,
    /// What was done, in words that the target's name can follow.
    pub(super) act: String,
    pub(super) target: Option<NodeRef>,
    pub(super) becomes: Option<NodeRef>,
    pub(super) text: String,
    pub(super) rationale: String,
    /// What it cites, or the propositions it makes.
    pub(super) evidence: Vec<Cited>,
    /// Confidence and strength, where given.
    pub(super) numbers: String,
    pub(super) fate: Verdict,
    pub(super) call: Ref,
}

/// What became of a move.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    pub(super) stands: bool,
    pub(super) word: &'static str,
    pub(super) why: String,
    pub(super) twin: Option<Ref>,
}

pub(super) fn entry(scene: &Scene<'_>, turn: &Turn) -> Move {
    let mut entry = Move {
        id: Anchor::Turn(turn.id).id(),
        who: turn.speaker.as_ref().map(|speaker| scene.tag(speaker)),
        act: String::new(),
        target: None,
        becomes: None,
        text: prose::sentence(&turn.text),
        rationale: String::new(),
        evidence: Vec::new(),
        numbers: String::new(),
        fate: verdict(scene, &turn.fate),
        call: scene.call(turn.call),
    };
    match &turn.act {
        Act::Decompose { claims } => {
            "takes the question apart".clone_into(&mut entry.act);
            entry.evidence = claims.iter().map(|claim| Cited::plain(&claim.text)).collect();
        }
        Act::Argue { node } => {
            "argues".clone_into(&mut entry.act);
            entry.becomes = Some(scene.node(*node));
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
            entry.act = outline::phrase(*relation, Some(*component));
            entry.target = Some(scene.node(*target));
            entry.becomes = node.map(|node| scene.node(node));
            entry.text = prose::sentence(counter);
            entry.rationale = prose::sentence(rationale);
            entry.evidence = evidence.iter().map(|cited| scene.cited(cited)).collect();
            let judged = strength.map_or_else(String::new, |strength| {
                format!(", judged {} strong", number::score(strength.value()))
            });
            entry.numbers = format!("{} sure{judged}", number::score(confidence.value()));
        }
        Act::Misfire { target, counter } => {
            entry.act = format!("aims at “{target}”");
            entry.text = prose::sentence(counter);
        }
        Act::Bear { target, relation, weight, node, .. } => {
            entry.act = outline::phrase(*relation, None);
            entry.target = Some(scene.node(*target));
            entry.becomes = Some(scene.node(*node));
            entry.numbers = format!("weight {}", number::score(weight.value()));
        }
        Act::Revise(revision) => {
            "revises its scores for".clone_into(&mut entry.act);
            entry.target = Some(scene.node(revision.root));
            entry.rationale = revision.short.clone().unwrap_or_default();
            entry.numbers = format!(
                "from {} towards {}, aimed at {}, now {}",
                revision.before, revision.target, revision.aim, revision.after
            );
        }
        Act::Answer { node } => {
            "answers".clone_into(&mut entry.act);
            entry.becomes = Some(scene.node(*node));
        }
        Act::Silence => "is silent".clone_into(&mut entry.act),
    }
    entry
}

fn verdict(scene: &Scene<'_>, fate: &Fate) -> Verdict {
    let (word, why, twin) = match fate {
        Fate::Kept => ("kept", "", None),
        Fate::Corrected(why) => ("corrected", why.as_str(), None),
        Fate::Rejected(why) => ("rejected", why.as_str(), None),
        Fate::Duplicate(turn) => ("duplicate", "", Some(scene.turn(*turn))),
        Fate::Dropped(why) => ("dropped", why.as_str(), None),
        Fate::Failed(why) => ("failed", why.as_str(), None),
    };
    Verdict { stands: fate.stands(), word, why: prose::sentence(why), twin }
}

/// What a round's log holds, counted by fate.
pub(super) fn title(turns: &[Turn]) -> String {
    let of = |wanted: fn(&Fate) -> bool| turns.iter().filter(|turn| wanted(&turn.fate)).count();
    let parts = [
        (of(Fate::stands), "kept"),
        (of(|fate| matches!(fate, Fate::Rejected(_))), "rejected"),
        (of(|fate| matches!(fate, Fate::Duplicate(_))), "duplicate"),
        (of(|fate| matches!(fate, Fate::Dropped(_))), "dropped"),
        (of(|fate| matches!(fate, Fate::Failed(_))), "failed"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| format!("{} {word}", number::integer(number as u64)))
        .collect();
    format!(
        "{}: {}",
        prose::capital(&number::count(turns.len(), "move", "moves")),
        prose::list(&parts)
    )
}
