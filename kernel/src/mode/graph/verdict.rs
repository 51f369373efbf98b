//! The outcome: computed from the graph, but for one call that compares texts by meaning and words settling questions.

use std::collections::{BTreeMap, BTreeSet};

use super::crux::{Field, Ground, origin};
use crate::graph::{Cause, Graph, Node, Operation};
use crate::mode::debate::Debate;
use crate::mode::framework::Evaluated;
use crate::mode::{Failure, ground};
use crate::record::{
    Act, Claim, Extensions, Fate, FlipCondition, Ledger, LedgerEntry, Metric, Outcome, Snapshot,
    Stop,
};
use crate::task::{Compare, CompareAnswer, Item, Likeness, Pair};
use crate::text::overlap;
use crate::vocabulary::{CallId, NodeId, Persona, PersonaId};

/// Texts that share this much of the shorter one's words are worth comparing by meaning.
const WORTH_COMPARING: f64 = 0.5;

/// Reads the outcome off the final graph.
pub(super) async fn outcome(
    debate: &mut Debate<'_>,
    claims: Vec<Claim>,
    stop: Stop,
) -> Result<Outcome, Failure> {
    let setting = debate.setting;
    let evaluated = Evaluated::of(debate.graph());
    let field = Field::of(debate.graph(), &evaluated);
    let accepted = evaluated.accepted();
    let compared = compare(debate, &field, &accepted).await?;
    for (node, persona) in &compared.endorsed {
        let mut updated =
            debate.graph().node(*node).expect("only nodes of the graph were compared").clone();
        updated.endorsed_by.insert(persona.clone());
        debate.apply(Operation::UpdateNode(Box::new(updated)), Cause::Merge(compared.call));
    }

    let graph = debate.graph();
    let last_round = debate.snapshots().last().map_or(0, |snapshot| snapshot.round);
    let fake = ground::fake_consensus(graph, &accepted, &compared.opposed, setting.topic);
    let (regime, sentence) = evaluated.regime(graph, setting.personas, fake.len());
    let ground = Ground {
        graph,
        evaluated: &evaluated,
        topic: setting.topic,
        personas: setting.personas,
        field: &field,
        alike: &compared.alike,
        questions: &compared.questions,
    };
    let cruxes = ground.cruxes();
    let semantics = &evaluated.semantics;
    Ok(Outcome {
        claims,
        resolution: ground::resolution(&cruxes, setting.topic),
        cruxes,
        common_ground: ground::common_ground(graph, &accepted, last_round),
        camps: evaluated.camps(graph, setting.personas),
        extensions: Some(Extensions {
            preferred: semantics.preferred.clone(),
            stable: semantics.stable.clone(),
        }),
        fake_consensus: fake,
        ledgers: setting
            .personas
            .iter()
            .map(|persona| ledger(graph, &evaluated, persona))
            .collect(),
        flips: setting
            .personas
            .iter()
            .filter_map(|persona| flip(graph, &evaluated, persona))
            .collect(),
        metrics: metrics(&evaluated, debate.snapshots()),
        ..Outcome::new(stop, regime, sentence)
    })
}

/// What the one call by meaning brought.
struct Compared {
    call: CallId,
    /// By positions of candidates in the field.
    alike: BTreeMap<(usize, usize), Likeness>,
    questions: BTreeMap<usize, String>,
    opposed: BTreeSet<(NodeId, NodeId)>,
    endorsed: Vec<(NodeId, PersonaId)>,
}

async fn compare(
    debate: &mut Debate<'_>,
    field: &Field,
    accepted: &BTreeSet<NodeId>,
) -> Result<Compared, Failure> {
    let graph = debate.graph();
    let mut items = field.items(graph);
    let candidates = items.len();
    let nodes: Vec<&Node> = graph.nodes().filter(|node| accepted.contains(&node.id)).collect();
    let claim = |(node, number): (&&Node, usize)| Item {
        id: format!("i{}", candidates + number),
        text: node.text.clone(),
        origin: origin(node),
        ask: false,
    };
    items.extend(nodes.iter().zip(1..).map(claim));
    let accepted: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
    let pairs = pairs(&items, candidates);
    if pairs.is_empty() && items.iter().all(|item| !item.ask) {
        return Ok(Compared::nothing());
    }
    let task = Compare { topic: debate.setting.topic.clone(), items, pairs };
    let answered = debate
        .ask(&task)
        .await
        .map_err(|fault| debate.fail("nothing was compared by meaning", &fault))?;
    let mut compared = Compared { call: answered.call, ..Compared::nothing() };
    compared.take(&task, answered.answer, candidates, &accepted);
    Ok(compared)
}

/// Candidates among themselves, and accepted claims of different personas, where words or axis are shared.
fn pairs(items: &[Item], candidates: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (index, first) in items.iter().enumerate() {
        for (other, second) in items.iter().enumerate().skip(index + 1) {
            let of_one_kind = (index < candidates) == (other < candidates);
            let claims = index >= candidates;
            let of_two = first.origin.persona != second.origin.persona;
            let same_axis = first.origin.axis.is_some() && first.origin.axis == second.origin.axis;
            let near =
                overlap(&first.text, &second.text) >= WORTH_COMPARING || (claims && same_axis);
            if of_one_kind && (of_two || !claims) && near {
                pairs.push(Pair { first: first.id.clone(), second: second.id.clone() });
            }
        }
    }
    pairs
}

impl Compared {
    fn nothing() -> Self {
        Self {
            call: CallId::new(0),
            alike: BTreeMap::new(),
            questions: BTreeMap::new(),
            opposed: BTreeSet::new(),
            endorsed: Vec::new(),
        }
    }

    fn take(
        &mut self,
        task: &Compare,
        answer: CompareAnswer,
        candidates: usize,
        accepted: &[NodeId],
    ) {
        let place = |id: &str| {
            task.items.iter().position(|item| item.id == id).expect("the check has seen the item")
        };
        for judgement in answer.judgements {
            let (first, second) = (place(&judgement.first), place(&judgement.second));
            if first < candidates {
                self.alike.insert((first, second), judgement.likeness);
                continue;
            }
            let nodes = (accepted[first - candidates], accepted[second - candidates]);
            match judgement.likeness {
                Likeness::Opposed => drop(self.opposed.insert(nodes)),
                Likeness::Same => {
                    self.endorsed.push((nodes.0, task.items[second].origin.persona.clone()));
                    self.endorsed.push((nodes.1, task.items[first].origin.persona.clone()));
                }
                Likeness::Related | Likeness::Different => {}
            }
        }
        self.questions = answer
            .questions
            .into_iter()
            .map(|wording| (place(&wording.item), wording.question))
            .collect();
    }
}

/// Evidence of defeated arguments is rejected, with what defeats them.
fn ledger(graph: &Graph, evaluated: &Evaluated, persona: &Persona) -> Ledger {
    let mut ledger = Ledger { persona: persona.id.clone(), accepted: vec![], rejected: vec![] };
    for node in graph.nodes().filter(|node| node.author.as_ref() == Some(&persona.id)) {
        let defeated = evaluated.semantics.defeated.contains(&node.id);
        let entries = node.detail.evidence.iter().map(|citation| LedgerEntry {
            text: citation.text.clone(),
            node: node.id,
            defeated_by: defeated.then(|| defeater(graph, evaluated, node.id)).flatten(),
        });
        if defeated { ledger.rejected.extend(entries) } else { ledger.accepted.extend(entries) }
    }
    ledger
}

/// The weightiest accepted attacker of a defeated argument.
fn defeater(graph: &Graph, evaluated: &Evaluated, node: NodeId) -> Option<NodeId> {
    let attacks = graph.into_node(node).filter(|edge| edge.relation.is_attack());
    let accepted = attacks.filter(|edge| evaluated.semantics.accepted.contains(&edge.from));
    let weight = |edge: &crate::graph::Edge| edge.weight.map_or(0.0, f64::from);
    accepted
        .max_by(|a, b| weight(a).total_cmp(&weight(b)).then(b.id.cmp(&a.id)))
        .map(|edge| edge.from)
}

/// The persona's most attacked defeated argument, and what stands against it.
fn flip(graph: &Graph, evaluated: &Evaluated, persona: &Persona) -> Option<FlipCondition> {
    let own = |node: &&Node| node.author.as_ref() == Some(&persona.id);
    let beaten =
        graph.nodes().filter(own).filter(|node| evaluated.semantics.defeated.contains(&node.id));
    let degree =
        |node: &Node| graph.into_node(node.id).filter(|edge| edge.relation.is_attack()).count();
    let node = beaten.max_by_key(|node| (degree(node), std::cmp::Reverse(node.id)))?;
    let against = defeater(graph, evaluated, node.id)?;
    let counter = graph.node(against)?.text.clone();
    Some(FlipCondition { persona: persona.id.clone(), node: node.id, counter, against })
}

fn metrics(evaluated: &Evaluated, snapshots: &[Snapshot]) -> Vec<Metric> {
    let attacks = || {
        let turns = snapshots.iter().flat_map(|snapshot| &snapshot.turns);
        turns.filter(|turn| matches!(turn.act, Act::Attack { .. } | Act::Misfire { .. }))
    };
    let fate = |fate: fn(&Fate) -> bool| attacks().filter(|turn| fate(&turn.fate)).count() as f64;
    let metric = |name: &str, value: f64, meaning: &str| Metric {
        name: name.into(),
        value,
        meaning: meaning.into(),
    };
    let semantics = &evaluated.semantics;
    vec![
        metric(
            "arguments",
            evaluated.projection.nodes.len() as f64,
            "arguments in the final graph",
        ),
        metric(
            "accepted",
            semantics.accepted.len() as f64,
            "arguments IN under the grounded labelling",
        ),
        metric(
            "defeated",
            semantics.defeated.len() as f64,
            "arguments OUT under the grounded labelling",
        ),
        metric(
            "undecided",
            semantics.undecided.len() as f64,
            "arguments UNDEC under the grounded labelling",
        ),
        metric(
            "disputed",
            semantics.disputed.len() as f64,
            "arguments in some, but not all, preferred extensions",
        ),
        metric("attacks", attacks().count() as f64, "attacks submitted"),
        metric("attacks kept", fate(Fate::stands), "attacks that entered the graph"),
        metric(
            "attacks corrected",
            fate(|f| matches!(f, Fate::Corrected(_))),
            "kept with another type or part than submitted",
        ),
        metric(
            "attacks rejected",
            fate(|f| matches!(f, Fate::Rejected(_))),
            "attacks that the judge found invalid",
        ),
        metric(
            "attacks repeated",
            fate(|f| matches!(f, Fate::Duplicate(_))),
            "attacks that another one of the round made more surely",
        ),
        metric(
            "attacks dropped",
            fate(|f| matches!(f, Fate::Dropped(_))),
            "attacks on unknown or own arguments",
        ),
    ]
}
