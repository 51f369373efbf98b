//! Crux cards.

use faultline::record::{Crux, Position};
use faultline::view::{Subject, number};

use crate::site::Fault;
use crate::site::blocks::{self, Section};
use crate::site::glossary::{self, Term};
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::route::{Anchor, Link};
use crate::site::sentence::full_stop;

/// One persona's position on a crux.
#[derive(Debug, Clone)]
pub(super) struct Stance {
    pub(super) persona: Tag,
    pub(super) side: &'static str,
    pub(super) text: String,
    pub(super) node: Option<NodeRef>,
}

/// A crux as a card.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) id: String,
    pub(super) number: u32,
    pub(super) link: Link,
    /// The short title of its axis, where it has one.
    pub(super) axis: Option<String>,
    /// The statement on which the personas disagree.
    pub(super) statement: String,
    /// The question of its axis, where it differs from the statement.
    pub(super) question: Option<String>,
    pub(super) kind: Term,
    pub(super) score: String,
    pub(super) rule: String,
    pub(super) found: Term,
    pub(super) positions: Vec<Stance>,
    pub(super) counterfactual: Option<String>,
    /// The question that would settle it, where the card does not show it already.
    pub(super) settling: Option<String>,
    /// The observation that would settle it, as the topic names it for the axis.
    pub(super) settles: Option<String>,
    /// What only the mode shows.
    pub(super) details: Vec<Section>,
    pub(super) rests_on: Vec<NodeRef>,
    pub(super) turns: Vec<Ref>,
    pub(super) calls: Vec<Ref>,
}

pub(super) fn card(references: &References<'_>, crux: &Crux) -> Result<Card, Fault> {
    let axis = crux.axis.as_ref().and_then(|id| references.topic.axis(id));
    let question = axis.map(|axis| axis.question.trim().to_owned());
    let statement = full_stop(&crux.question);
    let settling = crux.settling_question.trim().to_owned();
    let settles = axis.map(|axis| axis.settles.trim().to_owned());
    let is_new = |text: &String| {
        let shown = [Some(&statement), question.as_ref(), settles.as_ref()];
        !text.is_empty() && !shown.contains(&Some(text))
    };
    Ok(Card {
        id: crux.id.to_string(),
        number: crux.id.number(),
        link: references.place(&Anchor::Crux(crux.id)),
        axis: axis.map(|axis| axis.title.clone()),
        kind: glossary::kind(crux.kind),
        score: number::score(crux.score.value.value()),
        rule: crux.score.rule.clone(),
        found: glossary::found(crux.found),
        positions: crux.positions.iter().map(|position| stance(references, position)).collect(),
        counterfactual: crux.counterfactual.as_deref().map(full_stop),
        settling: Some(settling).filter(is_new),
        question: question.clone().filter(|question| *question != statement),
        details: blocks::sections(references, Subject::Crux(crux.id))?,
        rests_on: references.node_refs(&crux.depends_on),
        turns: crux.provenance.turns.iter().map(|&turn| references.turn(turn)).collect(),
        calls: crux.provenance.calls.iter().map(|&call| references.call(call)).collect(),
        statement,
        settles,
    })
}

fn stance(references: &References<'_>, position: &Position) -> Stance {
    Stance {
        persona: references.tag(&position.persona),
        side: position.side.map_or("", glossary::side),
        text: full_stop(&position.text),
        node: position.node.map(|id| references.node(id)),
    }
}
