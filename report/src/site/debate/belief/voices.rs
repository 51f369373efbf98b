//! What each persona did in a round: what it added to whose graph, and how it revised its own scores.

use faultline::graph::{Edge, Graph};
use faultline::record::{Act, Revision, Snapshot, Turn};
use faultline::view::number;
use faultline::vocabulary::{NodeId, PersonaId};

use super::super::outline::{self, Tie};
use super::super::scene::{NodeRef, Ref, Scene};
use crate::site::cast::Tag;
use crate::site::{prose, words};

/// A statement that was added.
#[derive(Debug, Clone)]
pub(in crate::site) struct Added {
    pub(in crate::site) node: NodeRef,
    pub(in crate::site) ties: Vec<Tie>,
    pub(in crate::site) text: String,
    /// The statements of its corpus that it rests on.
    pub(in crate::site) excerpts: Vec<Ref>,
    pub(in crate::site) turn: Ref,
}

/// A base score that was changed.
#[derive(Debug, Clone)]
pub(in crate::site) struct Shifted {
    pub(in crate::site) node: NodeRef,
    pub(in crate::site) change: String,
    pub(in crate::site) polarity: &'static str,
}

/// A revision.
#[derive(Debug, Clone)]
pub(in crate::site) struct Revised {
    pub(in crate::site) root: NodeRef,
    pub(in crate::site) text: String,
    pub(in crate::site) sentence: String,
    /// Why the aim was not met.
    pub(in crate::site) short: String,
    pub(in crate::site) shifts: Vec<Shifted>,
    pub(in crate::site) turn: Ref,
}

/// What one persona did in a round.
#[derive(Debug, Clone)]
pub(in crate::site) struct Voice {
    pub(in crate::site) who: Tag,
    pub(in crate::site) added: Vec<Added>,
    pub(in crate::site) revised: Vec<Revised>,
}

/// Everybody's doings in seat order; nothing in other modes.
pub(in crate::site::debate) fn voices(scene: &Scene<'_>, snapshot: &Snapshot) -> Vec<Voice> {
    if scene.belief().is_none() {
        return Vec::new();
    }
    scene.debate.personas.iter().map(|persona| voice(scene, snapshot, persona)).collect()
}

fn voice(scene: &Scene<'_>, snapshot: &Snapshot, persona: &PersonaId) -> Voice {
    let mut voice = Voice { who: scene.tag(persona), added: Vec::new(), revised: Vec::new() };
    let own = snapshot.turns.iter().filter(|turn| turn.speaker.as_ref() == Some(persona));
    for turn in own.filter(|turn| turn.fate.stands()) {
        match &turn.act {
            Act::Argue { node } | Act::Answer { node } | Act::Bear { node, .. } => {
                voice.added.push(added(scene, &snapshot.graph, turn, *node));
            }
            Act::Revise(revision) => voice.revised.push(revised(scene, turn, revision)),
            Act::Decompose { .. } | Act::Attack { .. } | Act::Misfire { .. } | Act::Silence => {}
        }
    }
    voice
}

fn added(scene: &Scene<'_>, graph: &Graph, turn: &Turn, node: NodeId) -> Added {
    let edges = graph.out_of_node(node);
    Added {
        node: scene.node(node),
        ties: edges.map(|edge: &Edge| outline::tie(scene, edge)).collect(),
        text: prose::sentence(&turn.text),
        excerpts: graph.node(node).map(|node| outline::excerpts(scene, node)).unwrap_or_default(),
        turn: scene.turn(turn.id),
    }
}

fn revised(scene: &Scene<'_>, turn: &Turn, revision: &Revision) -> Revised {
    let shifts = revision.shifts.iter().map(|shift| Shifted {
        node: scene.node(shift.node),
        change: format!(
            "τ {} → {}",
            number::score(shift.before.value()),
            number::score(shift.after.value())
        ),
        polarity: words::polarity(shift.polarity),
    });
    Revised {
        root: scene.node(revision.root),
        text: prose::sentence(&turn.text),
        sentence: sentence(revision),
        short: revision
            .short
            .as_deref()
            .map(|why| format!("This is as near as it could come. {}", prose::sentence(why)))
            .unwrap_or_default(),
        shifts: shifts.collect(),
        turn: scene.turn(turn.id),
    }
}

/// From where to where a thesis went, in figures.
fn sentence(revision: &Revision) -> String {
    let [before, target, aim, after] =
        [revision.before, revision.target, revision.aim, revision.after]
            .map(|strength| number::score(strength.value()));
    let flip =
        revision.flip.as_ref().map(|flip| format!(" It says that its condition {flip} is met."));
    format!(
        "from {before} to {after}. It held {target} to be right and resists by {}, which made {aim} the aim; the \
        change of scores costs {}.{}",
        number::score(revision.resistance.value()),
        number::score(revision.cost),
        flip.unwrap_or_default()
    )
}
