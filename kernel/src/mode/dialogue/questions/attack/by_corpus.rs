//! Attacks between arguments from the corpora of their authors: an argument attacks another if the
//! statement that it makes replies to it (rule 8), at the component that it matches best; points
//! that its author shares are never attacked (rule 9).

use std::collections::BTreeMap;

use super::{AttackDraft, Named};
use crate::corpus::{Heard, Reply, Untagged, Voices};
use crate::mode::shared::questions::argument::{ComponentKind, relation};
use crate::vocabulary::{Component, PersonaId};

/// The attacks of one argument on another that `is_wanted` is true of.
pub(in crate::mode::dialogue) fn attacks(
    known: &[Named],
    voices: &Voices<'_>,
    is_wanted: impl Fn(&Named, &Named) -> bool,
) -> Vec<AttackDraft> {
    let mut authors: Vec<&PersonaId> = known.iter().map(|named| &named.argument.author).collect();
    authors.sort_unstable();
    authors.dedup();
    authors.into_iter().flat_map(|author| by(author, known, voices, &is_wanted)).collect()
}

fn by(
    author: &PersonaId,
    known: &[Named],
    voices: &Voices<'_>,
    is_wanted: &impl Fn(&Named, &Named) -> bool,
) -> Vec<AttackDraft> {
    let Ok(voice) = voices.voice(author) else { return Vec::new() };
    let (own, others): (Vec<&Named>, Vec<&Named>) =
        known.iter().partition(|named| named.argument.author == *author);
    let is_target = |named: &&Named| {
        let is_shared = named.argument.endorsed_by.contains(author);
        !is_shared && !voice.shares(&named.argument.heard())
    };
    let targets: Vec<&Named> = others.into_iter().filter(is_target).collect();
    let heard: Vec<Heard<'_>> = targets.iter().map(|named| named.argument.heard()).collect();
    let replies = voice.replies(&heard, Untagged::BySide, |_, _| true);
    let mut best: BTreeMap<(usize, usize), Reply<'_>> = BTreeMap::new();
    for reply in replies {
        let made_by = |named: &Named| named.argument.claim == reply.statement.text;
        let Some(from) = own.iter().position(|named| made_by(named)) else { continue };
        let known = best.entry((from, reply.heard)).or_insert(reply);
        // A claim comes before other components of the same rank: the first of the replies.
        if reply.rank() > known.rank() {
            *known = reply;
        }
    }
    let attack = |((from, to), reply): ((usize, usize), Reply<'_>)| {
        let component: Component = reply.component;
        let (part, number) = ComponentKind::of(component);
        AttackDraft {
            from: own[from].name.clone(),
            to: targets[to].name.clone(),
            part,
            number,
            relation: relation(component),
            confidence: crate::corpus::hundredths(reply.score),
        }
    };
    let wanted = best.into_iter().filter(|((from, to), _)| is_wanted(own[*from], targets[*to]));
    wanted.map(attack).collect()
}
