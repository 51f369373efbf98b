//! Crux cards.

use faultline::record::{Crux, CruxDetail, Position};
use faultline::view::number;

use super::outline;
use super::scene::{NodeRef, Ref, Scene};
use crate::site::cast::Tag;
use crate::site::prose;
use crate::site::route::{Anchor, Link};
use crate::site::words::{self, Term};

/// Where one persona stands on a crux.
#[derive(Debug, Clone)]
pub(in crate::site) struct Stand {
    pub(in crate::site) who: Tag,
    pub(in crate::site) side: &'static str,
    pub(in crate::site) text: String,
    /// How plausible it finds the crux and what is left of that, in figures; empty in modes without scores.
    pub(in crate::site) scores: String,
    pub(in crate::site) node: Option<NodeRef>,
}

/// A crux as a card.
#[derive(Debug, Clone)]
pub(in crate::site) struct Card {
    pub(in crate::site) id: String,
    pub(in crate::site) number: u32,
    pub(in crate::site) link: Link,
    /// The axis in a word or two, where the crux lies on one.
    pub(in crate::site) axis: Option<String>,
    /// What divides, in plain words.
    pub(in crate::site) statement: String,
    /// The question of its axis, where that says more than the statement.
    pub(in crate::site) question: Option<String>,
    pub(in crate::site) kind: Term,
    pub(in crate::site) score: String,
    pub(in crate::site) rule: String,
    pub(in crate::site) found: Term,
    /// Where the disagreement lies, where everybody has a graph of its own.
    pub(in crate::site) parting: Option<Term>,
    pub(in crate::site) positions: Vec<Stand>,
    pub(in crate::site) counterfactual: Option<String>,
    /// The question that would settle it, where it is not the card's own.
    pub(in crate::site) settling: Option<String>,
    /// The observation that the topic names for its axis.
    pub(in crate::site) settles: Option<String>,
    pub(in crate::site) rests_on: Vec<NodeRef>,
    pub(in crate::site) turns: Vec<Ref>,
    pub(in crate::site) calls: Vec<Ref>,
}

pub(in crate::site) fn card(scene: &Scene<'_>, crux: &Crux) -> Card {
    let axis = crux.axis.as_ref().and_then(|id| scene.topic.axis(id));
    let question = axis.map(|axis| axis.question.trim().to_owned());
    let statement = prose::sentence(&crux.statement);
    let settling = crux.settling_question.trim().to_owned();
    let settles = axis.map(|axis| axis.settles.trim().to_owned());
    let own = |text: &String| {
        let told = [Some(&statement), question.as_ref(), settles.as_ref()];
        !text.is_empty() && !told.contains(&Some(text))
    };
    Card {
        id: crux.id.to_string(),
        number: crux.id.number(),
        link: scene.place(&Anchor::Crux(crux.id)),
        axis: axis.map(|axis| axis.title.clone()),
        kind: words::kind(crux.kind),
        score: number::score(crux.score.value.value()),
        rule: crux.score.rule.clone(),
        found: words::found(crux.found),
        parting: detail(scene, crux).map(|detail| words::parting(detail.parting)),
        positions: crux.positions.iter().map(|position| stand(scene, crux, position)).collect(),
        counterfactual: crux.counterfactual.as_deref().map(prose::sentence),
        settling: Some(settling).filter(own),
        question: question.clone().filter(|question| *question != statement),
        rests_on: scene.node_refs(&crux.depends_on),
        turns: crux.provenance.turns.iter().map(|&turn| scene.turn(turn)).collect(),
        calls: crux.provenance.calls.iter().map(|&call| scene.call(call)).collect(),
        statement,
        settles,
    }
}

/// What stands behind a crux of a debate in which everybody has a graph of its own.
fn detail<'a>(scene: &Scene<'a>, crux: &Crux) -> Option<&'a CruxDetail> {
    scene.belief()?.cruxes.iter().find(|detail| detail.crux == crux.id)
}

/// A persona's base score and strength of a crux.
fn scores(scene: &Scene<'_>, crux: &Crux, position: &Position) -> Option<String> {
    let node = detail(scene, crux)?.node;
    let mut nodes = scene.belief()?.community.nodes.iter();
    let mut views = nodes.find(|shared| shared.node == node)?.views.iter();
    let view = views.find(|view| view.persona == position.persona)?;
    Some(outline::numbers(Some(view.base_score), Some(view.strength)))
}

fn stand(scene: &Scene<'_>, crux: &Crux, position: &Position) -> Stand {
    Stand {
        scores: scores(scene, crux, position).unwrap_or_default(),
        who: scene.tag(&position.persona),
        side: position.side.map_or("", words::side),
        text: prose::sentence(&position.text),
        node: position.node.map(|id| scene.node(id)),
    }
}
