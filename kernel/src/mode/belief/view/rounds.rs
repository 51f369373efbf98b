//! What each persona added and revised in each round.

use super::super::detail::revision;
use crate::graph::Graph;
use crate::mode::belief::detail::{OutcomeDetail, Polarity, Revision, Shift};
use crate::record::{Act, DetailFault, Snapshot, Turn};
use crate::view::{Action, Block, History, Inline, Moment, Section, Subject, Text, number};
use crate::vocabulary::{NodeId, PersonaId, Strength};

/// One section for each round.
pub(super) fn sections(
    history: &History<'_>,
    belief: &OutcomeDetail,
) -> Result<Vec<Section>, DetailFault> {
    let personas = || belief.roots.iter().map(|root| &root.persona);
    let section = |snapshot: &Snapshot| {
        let moments = personas().map(|persona| moment(history, snapshot, persona));
        let timeline = Block::Timeline(moments.collect::<Result<_, _>>()?);
        Ok(Section::about(Subject::Round(snapshot.round), "actions", vec![timeline]))
    };
    history.snapshots().iter().map(section).collect()
}

fn moment(
    history: &History<'_>,
    snapshot: &Snapshot,
    persona: &PersonaId,
) -> Result<Moment, DetailFault> {
    let own = snapshot.turns.iter().filter(|turn| turn.is_by(persona));
    let (mut revised, mut added) = (Vec::new(), Vec::new());
    for turn in own.filter(|turn| turn.fate.is_kept()) {
        if turn.act == Act::Revise {
            revised.push(revision_of(turn, &revision(turn)?));
        } else if let Some(node) = turn.node {
            added.push(addition(history, &snapshot.graph, turn, node));
        }
    }
    revised.extend(added);
    Ok(Moment { persona: persona.clone(), actions: revised })
}

fn addition(history: &History<'_>, graph: &Graph, turn: &Turn, node: NodeId) -> Action {
    let relations = graph.out_of_node(node).map(|edge| history.relation(edge));
    let separator = if history.is_objection(node) { ", " } else { " " };
    let statement = Text::joined([node.into(), Text::joined(relations, ", ")], separator);
    let excerpts = graph.node(node).map(History::excerpts).unwrap_or_default();
    let claim = Inline::Quote(turn.text.clone()).into();
    Action {
        text: Text::of("Added {}: {}", [statement, claim]),
        source: if excerpts.is_empty() {
            turn.id.into()
        } else {
            Text::of("{} · corpus: {}", [turn.id.into(), excerpts])
        },
        reason: Text::default(),
        details: Vec::new(),
    }
}

/// The numbers of a turn that revises: the strength of the thesis before and after, and the target.
pub(in crate::mode) fn numbers(turn: &Turn) -> Result<Option<String>, DetailFault> {
    if turn.act != Act::Revise {
        return Ok(None);
    }
    let Revision { before, target, after, .. } = revision(turn)?;
    let [before, target, after] = [before, target, after].map(|it| number::score(it.value()));
    Ok(Some(format!("strength {before} → {after}, target {target}")))
}

/// A revision in words. One that changes no strength by more than rounding hides is one short
/// sentence.
fn revision_of(turn: &Turn, revision: &Revision) -> Action {
    let shown = |strength: Strength| number::score(strength.value());
    let is_change = shown(revision.before) != shown(revision.after);
    let mut text = if is_change {
        Text::of(
            "Changed the strength of its thesis {} from {} to {}: it would have moved to {}, and its stakes and its openness let it move to {}.",
            [
                revision.root.into(),
                revision.before.into(),
                revision.after.into(),
                revision.target.into(),
                revision.aim.into(),
            ],
        )
    } else {
        Text::of("Kept its thesis {} at {}.", [revision.root.into(), revision.after.into()])
    };
    if let Some(condition) = &revision.flip {
        let condition = Inline::Quote(condition.clone());
        text = Text::of("{} It says that its condition {} is met.", [text, condition.into()]);
    }
    if !turn.text.is_empty() {
        text = Text::of("{} {}", [text, Inline::Quote(turn.text.clone()).into()]);
    }
    let reason = revision
        .short
        .clone()
        .map(|why| Text::of("This is as close as it could get. {}", [why.into()]));
    let is_visible = |shift: &&Shift| shown(shift.before) != shown(shift.after);
    Action {
        text,
        source: turn.id.into(),
        reason: reason.unwrap_or_default(),
        details: revision
            .shifts
            .iter()
            .filter(is_visible)
            .map(|own| shift(own, revision.root))
            .collect(),
    }
}

fn shift(shift: &Shift, thesis: NodeId) -> Text {
    let effect = match shift.polarity {
        _ if shift.node == thesis => "it is the thesis itself",
        Polarity::Positive => "it speaks for the thesis",
        Polarity::Negative => "it speaks against the thesis",
        Polarity::Unknown => "it speaks for the thesis and against it",
        Polarity::Neutral => "it has no effect on the thesis",
    };
    Text::of(
        "{} base score τ {} → {}; {}",
        [shift.node.into(), shift.before.into(), shift.after.into(), effect.into()],
    )
}
