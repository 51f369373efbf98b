//! The outcome: computed from the graph, but for one call that compares texts by meaning and words settling questions.

use std::collections::{BTreeMap, BTreeSet};

use super::account::Account;
use super::crux::Ground;
use super::field::Field;
use crate::graph::{Cause, Node, Operation};
use crate::mode::debate::Debate;
use crate::mode::framework::Evaluated;
use crate::mode::{Failure, ground};
use crate::record::{Extensions, Outcome, Stop};
use crate::task::{Compare, CompareAnswer, Item, Likeness, Origin, Pair, WORTH_COMPARING};
use crate::text::{content, shared};
use crate::vocabulary::{CallId, Claim, NodeId};

/// Reads the outcome off the final graph; `evaluated` is what the semantics say of it.
pub(super) async fn outcome(
    debate: &mut Debate<'_>,
    claims: Vec<Claim>,
    stop: Stop,
    evaluated: &Evaluated,
) -> Result<Outcome, Failure> {
    let setting = debate.setting;
    let field = Field::of(debate.graph(), evaluated);
    let accepted = evaluated.accepted();
    let compared = compare(debate, &field, &accepted).await?;

    let graph = debate.graph();
    let faced = |node: &Node| ground::faced(node, setting.personas, debate.snapshots());
    let fake = ground::fake_consensus(graph, &accepted, &compared.opposed, setting.topic);
    let (regime, sentence) = evaluated.regime(graph, setting.personas, fake.len());
    let ground = Ground {
        graph,
        evaluated,
        topic: setting.topic,
        personas: setting.personas,
        field: &field,
        alike: &compared.alike,
        questions: &compared.questions,
    };
    let cruxes = ground.cruxes();
    let account = Account { graph, evaluated, snapshots: debate.snapshots() };
    let semantics = &evaluated.semantics;
    Ok(Outcome {
        claims,
        resolution: ground::resolution(&cruxes, setting.topic),
        cruxes,
        common_ground: ground::common_ground(graph, &accepted, faced),
        camps: evaluated.camps(graph, setting.personas),
        extensions: Some(Extensions {
            preferred: semantics.preferred.clone(),
            stable: semantics.stable.clone(),
        }),
        fake_consensus: fake,
        ledgers: account.ledgers(setting.personas),
        flips: account.flips(setting.personas),
        metrics: account.metrics(),
        ..Outcome::new(stop, regime, sentence)
    })
}

/// What the one call by meaning brought.
#[derive(Default)]
struct Compared {
    /// By positions of candidates in the field.
    alike: BTreeMap<(usize, usize), Likeness>,
    questions: BTreeMap<usize, String>,
    opposed: BTreeSet<(NodeId, NodeId)>,
    /// Accepted nodes that say the same.
    same: Vec<(NodeId, NodeId)>,
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
        origin: Origin::of(node),
        ask: false,
    };
    items.extend(nodes.iter().zip(1..).map(claim));
    let accepted: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
    let pairs = pairs(&items, candidates);
    let compared: BTreeSet<String> =
        pairs.iter().flat_map(|pair| [pair.first.clone(), pair.second.clone()]).collect();
    let is_compared = |item: &Item| compared.contains(&item.id);
    let shared = (0..candidates).filter(|&index| is_compared(&items[index])).collect();
    for speaker in field.speakers(&shared) {
        items[speaker].ask = true;
    }
    if pairs.is_empty() && items.iter().all(|item| !item.ask) {
        return Ok(Compared::default());
    }
    let wanted = |item: &&Item| item.ask || is_compared(item);
    let task = Compare {
        topic: debate.setting.topic.clone(),
        items: items.iter().filter(wanted).cloned().collect(),
        pairs,
    };
    let answered = debate
        .ask(&task)
        .await
        .map_err(|fault| Failure::of("nothing could be compared by meaning", &fault))?;
    let mut compared = Compared::default();
    compared.take(&items, answered.answer, candidates, &accepted);
    for &(first, second) in &compared.same {
        endorse(debate, first, second, answered.call);
        endorse(debate, second, first, answered.call);
    }
    Ok(compared)
}

/// Has the author of `own` stand behind a node that says the same.
fn endorse(debate: &mut Debate<'_>, node: NodeId, own: NodeId, call: CallId) {
    let at = |id| debate.graph().node(id).expect("only nodes of the graph were compared");
    let mut updated = at(node).clone();
    updated.endorsed_by.extend(at(own).author.clone());
    debate.apply(Operation::UpdateNode(Box::new(updated)), Cause::Merge(call));
}

/// Candidates among themselves, and accepted claims of different personas, where words or axis are shared.
fn pairs(items: &[Item], candidates: usize) -> Vec<Pair> {
    let mut pairs = Vec::new();
    let words: Vec<_> = items.iter().map(|item| content(&item.text)).collect();
    for (index, first) in items.iter().enumerate() {
        for (other, second) in items.iter().enumerate().skip(index + 1) {
            let of_one_kind = (index < candidates) == (other < candidates);
            let claims = index >= candidates;
            let of_two = first.origin.persona != second.origin.persona;
            let same_axis = first.origin.axis.is_some() && first.origin.axis == second.origin.axis;
            let near = first.text == second.text
                || shared(&words[index], &words[other]) >= WORTH_COMPARING
                || (claims && same_axis);
            if of_one_kind && (of_two || !claims) && near {
                pairs.push(Pair { first: first.id.clone(), second: second.id.clone() });
            }
        }
    }
    pairs
}

impl Compared {
    fn take(
        &mut self,
        items: &[Item],
        answer: CompareAnswer,
        candidates: usize,
        accepted: &[NodeId],
    ) {
        let place = |id: &str| {
            items.iter().position(|item| item.id == id).expect("the check has seen the item")
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
                Likeness::Same => self.same.push(nodes),
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
