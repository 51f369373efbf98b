//! Crux cards, and the disputes that are not cruxes.

use faultline::graph::{Edge, Node};
use faultline::record::{self, Crux, FoundBy, IdleDispute, Position};
use faultline::view::{Subject, number};
use faultline::vocabulary::{Component, PersonaId};

use crate::site::Fault;
use crate::site::blocks::{self, Section};
use crate::site::findings::{DeclaredCondition, first_wordings};
use crate::site::flip::Flip;
use crate::site::glossary::{self, Term};
use crate::site::load::{self, Chain, Load, in_case};
use crate::site::overview::Row;
use crate::site::persona_tag::Tag;
use crate::site::references::{NodeRef, Ref, References};
use crate::site::route::{Anchor, Link, Route, slug};
use crate::site::sentence::{full_stop, with_ground};

/// One persona's position on a crux.
#[derive(Debug, Clone)]
pub(super) struct Stance {
    pub(super) persona: Tag,
    pub(super) side: &'static str,
    /// The reason for its thesis that answers the question, where it has one in other words than the text.
    pub(super) reason: Option<String>,
    /// Its strongest argument with what it gives for it.
    pub(super) text: String,
    pub(super) node: Option<NodeRef>,
    /// The argument that answers its arguments for the answer, which it has not given up, and to which no reply holds; none where one of
    /// them is left.
    pub(super) refuted_by: Option<NodeRef>,
    /// How much of its case rests on the question; none where the mode does not look for it.
    pub(super) in_case: Option<String>,
    /// Whether its side only follows from its answer to the topic's question.
    pub(super) is_guessed: bool,
    /// What would change its mind, as its contract declares.
    pub(super) flips: Option<Flip>,
}

impl Stance {
    /// Whether it says nothing.
    pub(super) fn is_silent(&self) -> bool {
        self.reason.is_none() && self.text.is_empty()
    }
}

/// The premise or assumption that decides most.
#[derive(Debug, Clone)]
pub(super) struct Hinge {
    pub(super) text: String,
    pub(super) node: NodeRef,
    pub(super) asserted_by: Vec<Tag>,
    pub(super) denied_by: Vec<Tag>,
    /// The arguments by which they attack it.
    pub(super) attacks: Vec<NodeRef>,
}

/// A question that is disputed, but that does not carry load on both sides.
#[derive(Debug)]
pub(super) struct OtherDisagreement {
    pub(super) question: String,
    pub(super) positions: Vec<Stance>,
    /// What is not known of it, as a clause.
    pub(super) note: Option<&'static str>,
}

/// A question that the debate settled.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) question: String,
    pub(super) side: &'static str,
}

/// A crux as a card.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) id: String,
    pub(super) number: u32,
    pub(super) link: Link,
    /// The card of the same question over all debates of the topic.
    pub(super) compared: Link,
    /// The short title of its axis, where it has one.
    pub(super) axis: Option<String>,
    /// The question that divides. Every position is an answer to it.
    pub(super) question: String,
    /// Whether personas on both sides declare what would change their minds.
    pub(super) is_declared: bool,
    pub(super) kind: Term,
    /// NoOutcome where the load is not known.
    pub(super) score: Option<String>,
    pub(super) rule: String,
    pub(super) found: Term,
    /// Whether the debate does not show for both sides how much depends on the question.
    pub(super) is_load_unknown: bool,
    pub(super) stances: Vec<Stance>,
    pub(super) turns_on: Option<Hinge>,
    /// The points about the question that both sides hold.
    pub(super) shared: Vec<NodeRef>,
    /// What would change if the answer were another, in sentences.
    pub(super) counterfactual: Option<String>,
    /// The question that would settle it, where the card does not show it already.
    pub(super) settling: Option<String>,
    /// The observation that would settle it, as the topic names it for the axis.
    pub(super) settles: Option<String>,
    /// What only the mode shows.
    pub(super) details: Vec<Section>,
    pub(super) rests_on: Vec<NodeRef>,
    pub(super) turns: Vec<Ref>,
}

impl Card {
    pub(in crate::site) fn named_as(&self) -> &'static str {
        glossary::named_as(self.is_load_unknown)
    }

    pub(super) fn row(&self) -> Row {
        let answers = self.stances.iter().map(|held| (held.persona.clone(), held.side));
        Row { card: self.id.clone(), question: self.question.clone(), answers: answers.collect() }
    }
}

/// Marks where a card shows this condition how far it reaches; whether any card does.
pub(super) fn mark_declared(cards: &mut [Card], declared: &DeclaredCondition) -> bool {
    let stances = cards.iter_mut().flat_map(|card| &mut card.stances);
    let mut is_shown = false;
    for stance in stances.filter(|held| declared.is(&held.persona, held.flips.as_ref())) {
        stance.flips = Some(declared.flip.clone());
        is_shown = true;
    }
    is_shown
}

pub(super) fn card(references: &References<'_>, crux: &Crux) -> Result<Card, Fault> {
    let axis = crux.axis.as_ref().and_then(|id| references.topic.axis(id));
    let question = crux.question.trim().to_owned();
    let settling = crux.settling_question.trim().to_owned();
    let settles = axis.map(|axis| axis.settles.trim().to_owned());
    let is_new =
        |text: &String| !text.is_empty() && *text != question && settles.as_ref() != Some(text);
    let details = blocks::sections(references, Subject::Crux(crux.id))?;
    Ok(Card {
        id: crux.id.to_string(),
        number: crux.id.number(),
        link: references.place(&Anchor::Crux(crux.id)),
        compared: compared(references, crux),
        axis: axis.map(|axis| axis.title.clone()),
        kind: glossary::kind(crux.kind),
        score: (crux.found != FoundBy::LoadUnknown)
            .then(|| number::score(crux.score.value.value())),
        rule: crux.score.rule.clone(),
        found: glossary::found(crux.found),
        is_load_unknown: crux.found == FoundBy::LoadUnknown,
        stances: crux.positions.iter().map(|held| answer(references, crux, held)).collect(),
        counterfactual: crux.counterfactual.as_deref().map(full_stop),
        settling: Some(settling).filter(is_new),
        is_declared: crux.is_declared(),
        turns_on: crux.turns_on.as_ref().map(|found| hinge(references, found)),
        shared: first_wordings(&crux.shared, &references.finished.outcome)
            .map(|node| references.node(node))
            .collect(),
        details,
        rests_on: references.node_refs(&crux.depends_on),
        turns: crux.provenance.turns.iter().map(|&turn| references.turn(turn)).collect(),
        question: question.clone(),
        settles,
    })
}

/// A crux without an axis of the topic has no card that can be named, so it leads to the top of the page.
fn compared(references: &References<'_>, crux: &Crux) -> Link {
    let (topic, page) = (references.topic, Route::Topic(references.topic.id.clone()));
    match crux.axis.as_ref().filter(|id| topic.axis(id).is_some()) {
        Some(axis) => {
            page.link_to(&references.here, &Anchor::Question(topic.id.clone(), slug(axis.as_str())))
        }
        None => page.link(&references.here),
    }
}

pub(super) fn idle(references: &References<'_>, dispute: &IdleDispute) -> OtherDisagreement {
    let answer = |held: &Position| {
        let side = glossary::answer_with_load(held).unwrap_or_default();
        let is_guessed = references.is_guessed(Some(&dispute.axis), held);
        Stance { side, is_guessed, ..stance(references, held) }
    };
    OtherDisagreement {
        question: dispute.question.clone(),
        positions: dispute.positions.iter().map(answer).collect(),
        note: glossary::note(dispute),
    }
}

pub(super) fn settled(settled: &record::Settled) -> Settled {
    Settled { question: settled.question.clone(), side: glossary::side(settled.side) }
}

fn hinge(references: &References<'_>, found: &record::Hinge) -> Hinge {
    let tags = |personas: &[PersonaId]| personas.iter().map(|id| references.tag(id)).collect();
    Hinge {
        text: full_stop(&found.text),
        node: references.node(found.node),
        asserted_by: tags(&found.asserted_by),
        denied_by: tags(&found.denied_by),
        attacks: attacks(references, found),
    }
}

/// The arguments by which those who deny the text attack it, the surest first.
fn attacks(references: &References<'_>, found: &record::Hinge) -> Vec<NodeRef> {
    let Some(graph) = references.last().map(|last| &last.graph) else { return Vec::new() };
    let Some(node) = graph.node(found.node) else { return Vec::new() };
    let aims_at_it = |edge: &&Edge| {
        let component = edge.component.unwrap_or(Component::Claim);
        edge.relation.is_attack() && node.component(component) == Some(found.text.as_str())
    };
    let attackers = graph.into_node(node.id).filter(aims_at_it);
    let mut attackers: Vec<&Node> = attackers.filter_map(|edge| graph.node(edge.from)).collect();
    attackers.retain(|by| by.author.as_ref().is_some_and(|by| found.denied_by.contains(by)));
    attackers.sort_by(|one, other| {
        other.confidence().total_cmp(&one.confidence()).then(one.id.cmp(&other.id))
    });
    attackers.dedup_by_key(|by| by.id);
    attackers.into_iter().map(|by| references.node(by.id)).collect()
}

fn answer(references: &References<'_>, crux: &Crux, held: &Position) -> Stance {
    let snapshots = &references.finished.snapshots;
    let reasons = load::reasons(snapshots, &held.persona);
    let graph = snapshots.last().map(|last| &last.graph);
    let ground = graph.and_then(|graph| graph.ground(held.node?));
    let stated = Load::of_position(held, crux.found, reasons);
    let load = references.inferred().load(&held.persona, crux.axis.as_ref(), stated);
    let chain = Chain::of(&references.finished.outcome, held, &crux.question);
    Stance {
        reason: held.thesis_reason.as_deref().map(full_stop),
        text: with_ground(&held.text, ground),
        in_case: in_case(load.as_ref(), &chain),
        is_guessed: references.is_guessed(crux.axis.as_ref(), held),
        ..stance(references, held)
    }
}

fn stance(references: &References<'_>, position: &Position) -> Stance {
    Stance {
        persona: references.tag(&position.persona),
        side: position.side.map_or("", glossary::side),
        reason: None,
        text: full_stop(&position.text),
        node: position.node.map(|id| references.node(id)),
        refuted_by: position.refuted_by.map(|id| references.node(id)),
        in_case: None,
        is_guessed: false,
        flips: Flip::of(position),
    }
}
