//! The outcome, computed from the graph. One call compares texts by meaning and words settling questions.

use std::collections::{BTreeMap, BTreeSet};

use super::crux_candidates::Candidates;
use super::cruxes::CruxInputs;
use super::ledger::FinishedDebate;
use crate::graph::{Cause, Node};
use crate::mode::Failure;
use crate::mode::shared::common_ground;
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::shared::linkage::WordsInCommon;
use crate::mode::shared::questions::compare::{Compare, Comparison, Item, Likeness, Origin, Pair};
use crate::mode::table::Table;
use crate::record::{Extensions, Outcome, Stop};
use crate::vocabulary::{Claim, NodeId};

/// Reads the outcome off the final graph; `evaluated` is what the semantics say of it.
pub(super) async fn outcome(
    table: &mut Table<'_>,
    claims: Vec<Claim>,
    stop: Stop,
    evaluated: &Evaluated,
) -> Result<Outcome, Failure> {
    let setting = table.setting;
    let candidates = Candidates::of(table.graph(), evaluated);
    let accepted = evaluated.accepted();
    let compared = compare(table, &candidates, &accepted).await?;

    let graph = table.graph();
    let attackable =
        |node: &Node| common_ground::could_be_attacked(node, setting.personas, table.snapshots());
    let fake = common_ground::fake_consensus(graph, &accepted, &compared.opposed, setting.topic);
    let (regime, sentence) = evaluated.regime(graph, setting.personas, fake.len());
    let inputs = CruxInputs {
        graph,
        evaluated,
        topic: setting.topic,
        personas: setting.personas,
        candidates: &candidates,
        alike: &compared.alike,
        questions: &compared.questions,
    };
    let cruxes = inputs.cruxes();
    let finished = FinishedDebate { graph, evaluated, snapshots: table.snapshots() };
    let semantics = &evaluated.semantics;
    Ok(Outcome {
        claims,
        resolution: common_ground::resolution(&cruxes, setting.topic),
        cruxes,
        common_ground: common_ground::common_ground(graph, &accepted, attackable),
        camps: evaluated.camps(graph, setting.personas),
        extensions: Some(Extensions {
            preferred: semantics.preferred.clone(),
            stable: semantics.stable.clone(),
        }),
        fake_consensus: fake,
        ledgers: finished.ledgers(setting.personas),
        flips: finished.flips(setting.personas),
        metrics: finished.metrics(),
        ..Outcome::new(stop, regime, sentence)
    })
}

/// The result of the comparison by meaning.
#[derive(Default)]
struct Compared {
    /// The likeness of pairs of crux candidates, by their positions.
    alike: BTreeMap<(usize, usize), Likeness>,
    /// The settling question of each candidate that needed one.
    questions: BTreeMap<usize, String>,
    opposed: BTreeSet<(NodeId, NodeId)>,
    /// Accepted nodes that say the same.
    same: Vec<(NodeId, NodeId)>,
}

async fn compare(
    table: &mut Table<'_>,
    candidates: &Candidates,
    accepted: &BTreeSet<NodeId>,
) -> Result<Compared, Failure> {
    let graph = table.graph();
    let mut items = candidates.items(graph);
    let first_claim = items.len();
    let nodes: Vec<&Node> = graph.nodes().filter(|node| accepted.contains(&node.id)).collect();
    let claim = |(node, number): (&&Node, usize)| Item {
        id: format!("i{}", first_claim + number),
        text: node.text.clone(),
        origin: Origin::of(node),
        ask: false,
    };
    items.extend(nodes.iter().zip(1..).map(claim));
    let accepted: Vec<NodeId> = nodes.iter().map(|node| node.id).collect();
    let pairs = pairs(&items, first_claim);
    let compared: BTreeSet<usize> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    let shared = compared.iter().copied().filter(|&index| index < first_claim).collect();
    for representative in candidates.representatives(&shared) {
        items[representative].ask = true;
    }
    if pairs.is_empty() && items.iter().all(|item| !item.ask) {
        return Ok(Compared::default());
    }
    let named = |&(first, second): &(usize, usize)| Pair {
        first: items[first].id.clone(),
        second: items[second].id.clone(),
    };
    let wanted =
        items.iter().enumerate().filter(|(index, item)| item.ask || compared.contains(index));
    let question = Compare {
        topic: table.setting.topic.clone(),
        pairs: pairs.iter().map(named).collect(),
        items: wanted.map(|(_, item)| item.clone()).collect(),
    };
    let answered =
        table.require(&question, "the arguments could not be compared by meaning").await?;
    let Comparison { likenesses, questions } = answered.answer;
    let mut result = Compared::default();
    for (&(first, second), likeness) in pairs.iter().zip(likenesses) {
        if first < first_claim {
            result.alike.insert((first, second), likeness);
            continue;
        }
        let nodes = (accepted[first - first_claim], accepted[second - first_claim]);
        match likeness {
            Likeness::Opposed => drop(result.opposed.insert(nodes)),
            Likeness::Same => result.same.push(nodes),
            Likeness::Related | Likeness::Different => {}
        }
    }
    let of_item = |(index, item): (usize, &Item)| Some((index, questions.get(&item.id)?.clone()));
    result.questions = items.iter().enumerate().filter_map(of_item).collect();
    for &(first, second) in &result.same {
        for (node, own) in [(first, second), (second, first)] {
            let author = table.graph().node(own).and_then(|node| node.author.clone());
            if let Some(author) = author {
                table.endorse(node, &author, Cause::Merge(answered.call));
            }
        }
    }
    Ok(result)
}

/// The pairs to compare: crux candidates with each other, and accepted claims of different personas with each other.
fn pairs(items: &[Item], first_claim: usize) -> Vec<(usize, usize)> {
    let texts = items.iter().map(|item| (item.text.as_str(), item.origin.axis.as_ref()));
    let words = WordsInCommon::of(texts);
    let mut pairs = Vec::new();
    for index in 0..items.len() {
        for other in index + 1..items.len() {
            let are_claims = index >= first_claim;
            if are_claims != (other >= first_claim) {
                continue;
            }
            let of_two = items[index].origin.persona != items[other].origin.persona;
            let near = words.are_worth_comparing(index, other);
            if (!are_claims && near)
                || (are_claims && of_two && (near || words.share_axis(index, other)))
            {
                pairs.push((index, other));
            }
        }
    }
    pairs
}
