//! The attacks of one round, deduplicated and entered into the graph.

use std::collections::BTreeMap;

use super::attack::Attack;
use super::opening::argument;
use crate::graph::{Cause, Edge, Operation, Provenance, Relation};
use crate::mode::debate::Debate;
use crate::record::{Event, Fate};
use crate::vocabulary::{Component, EdgeId, NodeId, Probability};

/// Among attacks of one type on one part of one argument, lets the surest stand; among equals, the first.
///
/// Only attacks of one round repeat each other. One that comes again in a later round comes with another argument, after
/// the earlier one may have been defeated, and what it is worth is for the semantics to say.
pub(super) fn deduplicate(mut attacks: Vec<Attack>) -> Vec<Attack> {
    let mut surest: BTreeMap<(NodeId, Component, Relation), usize> = BTreeMap::new();
    for (index, attack) in attacks.iter().enumerate().filter(|(_, attack)| attack.fate.stands()) {
        let best =
            surest.entry((attack.target, attack.component, attack.relation)).or_insert(index);
        if attack.draft.confidence > attacks[*best].draft.confidence {
            *best = index;
        }
    }
    for index in 0..attacks.len() {
        let attack = &attacks[index];
        let best = surest.get(&(attack.target, attack.component, attack.relation)).copied();
        if let Some(best) = best.filter(|&best| best != index && attack.fate.stands()) {
            attacks[index].fate = Fate::Duplicate(attacks[best].turn);
        }
    }
    attacks
}

/// Puts what stands into the graph and everything on record. Returns how many attacks entered.
pub(super) fn enter(debate: &mut Debate<'_>, attacks: Vec<Attack>) -> usize {
    let count =
        |fate: fn(&Fate) -> bool| attacks.iter().filter(|attack| fate(&attack.fate)).count();
    let event = Event::ValidationComplete {
        round: debate.round(),
        valid: count(|fate| !matches!(fate, Fate::Rejected(_))),
        rejected: count(|fate| matches!(fate, Fate::Rejected(_))),
        corrected: count(|fate| matches!(fate, Fate::Corrected(_))),
        duplicates: count(|fate| matches!(fate, Fate::Duplicate(_))),
    };
    debate.emit(&event);
    let mut entered = 0;
    for attack in attacks {
        if attack.fate.stands() {
            entered += 1;
            let placed = place(debate, &attack);
            let turn = Event::AgentTurn {
                turn: attack.turn,
                persona: attack.attacker.clone(),
                text: attack.draft.counter_proposition.clone(),
            };
            debate.emit(&turn);
            attack.tell(debate, Some(placed));
        } else {
            attack.tell(debate, None);
        }
    }
    entered
}

/// Adds the counter-argument and its attack; a rebuttal of a claim is mirrored.
fn place(debate: &mut Debate<'_>, attack: &Attack) -> (NodeId, EdgeId) {
    let node = argument(debate, &attack.attacker, &attack.draft.argument, attack.turn, attack.call);
    let judged_by = attack.judged_by.expect("only judged attacks enter the graph");
    let provenance = Provenance { turns: vec![attack.turn], calls: vec![attack.call, judged_by] };
    let confidence =
        Probability::new(attack.draft.confidence).expect("the check has seen the confidence");
    let edge = Edge {
        component: Some(attack.component),
        weight: attack.strength,
        confidence: Some(confidence),
        provenance: provenance.clone(),
        ..Edge::new(debate.next_edge(), node, attack.target, attack.relation)
    };
    let id = edge.id;
    let weight = edge.weight;
    debate.apply(Operation::AddEdge(edge), Cause::Validation(judged_by));
    if attack.relation == Relation::Rebut {
        let mirror = Edge {
            component: Some(Component::Claim),
            weight,
            mirrors: Some(id),
            provenance,
            ..Edge::new(debate.next_edge(), attack.target, node, Relation::Rebut)
        };
        debate.apply(Operation::AddEdge(mirror), Cause::Validation(judged_by));
    }
    (node, id)
}
