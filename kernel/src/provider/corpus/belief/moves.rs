//! Moves: statements of one's own that answer the others' nodes, and where the own thesis should stand.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::growth::leaf;
use super::hearing::{Heard, Says, Way, echoes};
use super::scores::{held, hundredths};
use crate::argue::{Bipolar, Gradual, Influence, strengths};
use crate::provider::ProviderFault;
use crate::provider::corpus::Mind;
use crate::provider::corpus::attacks::RETOLD;
use crate::provider::corpus::contest::ordered;
use crate::task::{Bearing, Believed, Closing, Leaf, Moves, MovesAnswer, Target};
use crate::vocabulary::{NodeId, PersonaId, Statement, Strength};

/// How well a statement answers a claim of which it only takes the other side.
const AT_ALL: f64 = 0.1;
/// The most moves of a round.
const MOST: usize = 3;

/// A move that came to mind.
struct Choice<'a> {
    statement: &'a Statement,
    node: NodeId,
    bearing: Bearing,
    score: f64,
    rank: f64,
}

pub(in crate::provider::corpus) fn moves(
    mind: &Mind<'_>,
    task: &Moves,
) -> Result<MovesAnswer, ProviderFault> {
    let persona = &task.brief.persona;
    let mut choices = choices(mind, persona, &task.trees)?;
    choices.sort_by_key(|choice| {
        (Reverse(ordered(choice.rank)), choice.statement.id.clone(), choice.node)
    });
    let mut chosen: Vec<Choice<'_>> = Vec::new();
    for choice in choices {
        let taken = |other: &Choice<'_>| {
            other.statement.id == choice.statement.id || other.node == choice.node
        };
        if chosen.len() < MOST && !chosen.iter().any(taken) {
            chosen.push(choice);
        }
    }
    let drafted = |choice: &Choice<'_>| Leaf {
        weight: hundredths(f64::midpoint(1.0, choice.score)),
        ..leaf(choice.node, choice.bearing, choice.statement)
    };
    let target = if task.received.is_empty() {
        None
    } else {
        Some(target(mind, persona, &task.trees, &task.received)?)
    };
    Ok(MovesAnswer { moves: chosen.iter().map(drafted).collect(), target })
}

/// Free statements that answer others' nodes to the persona's advantage, and those that name the same point as a node.
fn choices<'a>(
    mind: &Mind<'a>,
    persona: &PersonaId,
    trees: &[Believed],
) -> Result<Vec<Choice<'a>>, ProviderFault> {
    let memory = mind.of(persona)?;
    let is_own = |node: &&Believed| node.author == *persona;
    let said: BTreeSet<&str> =
        trees.iter().filter(is_own).map(|node| node.claim.as_str()).collect();
    let answered: BTreeSet<NodeId> =
        trees.iter().filter(is_own).filter_map(|node| Some(node.on.as_ref()?.target)).collect();
    let polarity = polarities(trees);
    let helps = |node: &Believed| {
        let strengthens = polarity.get(&node.id).copied().unwrap_or(Bearing::Support);
        (strengthens == Bearing::Support) != (node.tree == *persona)
    };
    let heard: Vec<Heard<'_>> = trees
        .iter()
        .filter(|node| node.author != *persona && !answered.contains(&node.id))
        .map(|node| Heard::of(mind, node))
        .collect();
    let is_free = |statement: &Statement| {
        !statement.reasons.is_empty() && !said.contains(statement.text.as_str())
    };
    let mut choices = Vec::new();
    for echo in echoes(&memory, &heard) {
        let target = &heard[echo.node];
        let granted = memory.statements.iter().any(|own| target.shares_point(own));
        let replies = matches!(echo.way, Way::Reply | Way::Opposite);
        if replies && !granted && helps(target.node) && is_free(echo.statement) {
            let retold = if echo.of_inference { RETOLD } else { 0.0 };
            choices.push(Choice {
                statement: echo.statement,
                node: target.node.id,
                bearing: Bearing::Attack,
                score: echo.score.min(1.0),
                rank: echo.score + retold,
            });
        }
    }
    for target in heard.iter().filter(|target| target.says == Says::Claim && helps(target.node)) {
        let against = memory.statements.iter();
        let against = against.filter(|own| target.is_opposed_by(own) && is_free(own));
        let surest =
            against.max_by_key(|own| (ordered(own.confidence.value()), Reverse(own.id.clone())));
        choices.extend(surest.map(|&statement| Choice {
            statement,
            node: target.node.id,
            bearing: Bearing::Attack,
            score: AT_ALL,
            rank: AT_ALL,
        }));
    }
    for target in &heard {
        let own = memory.statements.iter().filter(|own| target.shares_point(own) && is_free(own));
        choices.extend(own.map(|&statement| Choice {
            statement,
            node: target.node.id,
            bearing: Bearing::Support,
            score: 1.0,
            rank: 1.0,
        }));
    }
    Ok(choices)
}

/// Whether a node strengthens or weakens the thesis that it bears on in the end.
fn polarities(trees: &[Believed]) -> BTreeMap<NodeId, Bearing> {
    let mut polarities = BTreeMap::new();
    // Each node stands after the one it bears on.
    for node in trees {
        let polarity = node.on.as_ref().map_or(Bearing::Support, |bond| {
            let above = polarities.get(&bond.target).copied().unwrap_or(Bearing::Support);
            if above == bond.bearing { Bearing::Support } else { Bearing::Attack }
        });
        polarities.insert(node.id, polarity);
    }
    polarities
}

pub(in crate::provider::corpus) fn closing(
    mind: &Mind<'_>,
    task: &Closing,
) -> Result<Target, ProviderFault> {
    target(mind, &task.brief.persona, &task.trees, &task.received)
}

/// The strength that the thesis would have if what was received had the base scores that the persona itself gives it.
fn target(
    mind: &Mind<'_>,
    persona: &PersonaId,
    trees: &[Believed],
    received: &[NodeId],
) -> Result<Target, ProviderFault> {
    let tree: Vec<Believed> = trees.iter().filter(|node| node.tree == *persona).cloned().collect();
    let scores = held(mind, persona, &tree)?;
    let mut doubted: Vec<String> = Vec::new();
    let scored = |(node, own): (&Believed, f64)| {
        let given = node.base_score.map_or(own, f64::from);
        let score = if received.contains(&node.id) { own } else { given };
        doubted.extend((score < given).then(|| node.id.to_string()));
        Strength::new(score).expect("scores lie within the unit interval")
    };
    let base: Vec<Strength> = tree.iter().zip(scores).map(scored).collect();
    let place = |id| tree.iter().position(|node| node.id == id);
    let influence = |node: &Believed| {
        let bond = node.on.as_ref()?;
        let (source, target) = (place(node.id)?, place(bond.target)?);
        let influence = match bond.bearing {
            Bearing::Attack => Influence::attack(source, target),
            Bearing::Support => Influence::support(source, target),
        };
        Some(bond.weight.map_or(influence, |weight| influence.weighted(weight)))
    };
    let fault = |what: &dyn std::fmt::Display| {
        ProviderFault::NoAnswer(format!("the graph of {persona} has no strengths: {what}"))
    };
    let bipolar = Bipolar::new(&base, tree.iter().filter_map(influence)).map_err(|e| fault(&e))?;
    let strengths = strengths(&bipolar, Gradual::DfQuad).map_err(|e| fault(&e))?;
    let root = tree.iter().position(|node| node.on.is_none()).ok_or_else(|| fault(&"no thesis"))?;
    let reason = if doubted.is_empty() {
        "I find all that I received as plausible as the judge does.".to_owned()
    } else {
        format!("I find {} less plausible than the judge does.", doubted.join(" and "))
    };
    Ok(Target { strength: strengths.strength(root).value(), reason, flip: None })
}
