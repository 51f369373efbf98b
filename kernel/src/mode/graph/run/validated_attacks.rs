//! The judged attacks of one round: duplicates are removed, the rest enters the graph.

use std::collections::BTreeMap;

use super::attacks::Attack;
use crate::graph::{Cause, Edge, Graph, Provenance, Relation};
use crate::mode::debate_context::DebateContext;
use crate::mode::graph::events::ValidationComplete;
use crate::mode::shared::contribution::stated_argument;
use crate::mode::shared::events::AgentTurn;
use crate::record::Fate;
use crate::vocabulary::{Component, EdgeId, NodeId};

/// The fate of an attack whose argument attacks the component already.
fn repeated(graph: &Graph, attack: &Attack) -> Option<Fate> {
    let stated = stated_argument(graph, &attack.attacker, &attack.submitted.argument.claim)?;
    let known = graph.twin(&edge(attack, stated))?;
    let first = known.provenance.turns.first().copied().map(Fate::Duplicate);
    Some(first.unwrap_or_else(|| Fate::Dropped("it is in the graph".to_owned())))
}

/// The edge of an attack by a node.
fn edge(attack: &Attack, node: NodeId) -> Edge {
    Edge {
        component: Some(attack.component),
        weight: attack.strength,
        confidence: Some(attack.submitted.confidence),
        ..Edge::unnumbered(node, attack.target, attack.relation)
    }
}

/// Keeps the most confident attack among those of one type on one component of one argument; among
/// equals, the first.
///
/// Attacks of the same round are duplicates, and those by an argument that attacks the component
/// already. A similar attack of a later round comes with another argument, perhaps after the
/// earlier attack was defeated; the semantics then decide what it is worth.
pub(in crate::mode::graph) fn deduplicate(graph: &Graph, mut attacks: Vec<Attack>) -> Vec<Attack> {
    for attack in attacks.iter_mut().filter(|attack| attack.fate.is_kept()) {
        if let Some(fate) = repeated(graph, attack) {
            attack.fate = fate;
        }
    }
    let mut most_confident: BTreeMap<(NodeId, Component, Relation), usize> = BTreeMap::new();
    for (index, attack) in attacks.iter().enumerate().filter(|(_, attack)| attack.fate.is_kept()) {
        let best = most_confident
            .entry((attack.target, attack.component, attack.relation))
            .or_insert(index);
        if attack.submitted.confidence > attacks[*best].submitted.confidence {
            *best = index;
        }
    }
    for index in 0..attacks.len() {
        let attack = &attacks[index];
        let best = most_confident.get(&(attack.target, attack.component, attack.relation)).copied();
        if let Some(best) = best.filter(|&best| best != index && attack.fate.is_kept()) {
            attacks[index].fate = Fate::Duplicate(attacks[best].turn);
        }
    }
    attacks
}

/// Adds the kept attacks to the graph and records all attacks. Returns the arguments that make the
/// attacks that entered the graph.
pub(in crate::mode::graph) fn add(
    context: &mut DebateContext<'_>,
    attacks: Vec<Attack>,
) -> Vec<NodeId> {
    let count =
        |fate: fn(&Fate) -> bool| attacks.iter().filter(|attack| fate(&attack.fate)).count();
    let event = ValidationComplete {
        round: context.round(),
        valid: count(|fate| !matches!(fate, Fate::Rejected(_))),
        rejected: count(|fate| matches!(fate, Fate::Rejected(_))),
        corrected: count(|fate| matches!(fate, Fate::Corrected(_))),
        duplicates: count(|fate| matches!(fate, Fate::Duplicate(_))),
    };
    context.report(&event);
    let mut attackers = Vec::new();
    for attack in attacks {
        if attack.fate.is_kept() {
            let added = match add_attack(context, &attack) {
                Ok(added) => added,
                Err(fate) => {
                    Attack { fate, ..attack }.record(context, None);
                    continue;
                }
            };
            attackers.push(added.0);
            let turn = AgentTurn {
                turn: attack.turn,
                persona: attack.attacker.clone(),
                text: attack.submitted.counter_proposition.clone(),
            };
            context.report(&turn);
            attack.record(context, Some(added));
        } else {
            attack.record(context, None);
        }
    }
    attackers
}

/// Adds the counter-argument and its attack; a rebuttal of a claim is mirrored. A counter-argument
/// that its author has stated before is that argument.
///
/// # Errors
/// The fate of the attack where an attack of this round brought its mirror.
fn add_attack(context: &mut DebateContext<'_>, attack: &Attack) -> Result<(NodeId, EdgeId), Fate> {
    let mut made_by = Provenance::of(attack.turn, attack.call);
    let judged_by = attack.judged_by.expect("only judged attacks enter the graph");
    if let Some(fate) = repeated(context.graph(), attack) {
        return Err(fate);
    }
    let claim = &attack.submitted.argument.claim;
    let stated = stated_argument(context.graph(), &attack.attacker, claim);
    let node = stated.unwrap_or_else(|| {
        let node = attack.submitted.argument.to_node(context.next_node(), &attack.attacker);
        context.add_node(node, &made_by, Cause::Turn(attack.turn))
    });
    let edge = edge(attack, node);
    made_by.calls.push(judged_by);
    let edge = context.add_attack(edge, &made_by, &Cause::Validation(judged_by));
    Ok((node, edge))
}
