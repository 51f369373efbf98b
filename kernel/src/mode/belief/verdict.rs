//! The outcome: graphs are merged by meaning, everybody scores what it lacks, and the rest is computed.

use std::collections::{BTreeMap, BTreeSet};

use super::account::{self, Account, stands};
use super::community::Merged;
use super::crux;
use super::field::{self, Candidate};
use super::forest::Forest;
use super::measure::{self, Measured};
use super::opening::base_score;
use super::views::{Scores, Seat, Views};
use crate::argue::Gradual;
use crate::graph::Node;
use crate::mode::debate::Debate;
use crate::mode::{Failure, ground};
use crate::record::{Belief, Community, Event, Outcome, Shared, Stop};
use crate::task::{self, Believed, Brief, Compare, Divided, Held, Likeness, Settle};
use crate::vocabulary::{NodeId, PersonaId};

/// Reads the outcome off the final graphs.
pub(super) async fn outcome(
    debate: &mut Debate<'_>,
    semantics: Gradual,
    stop: Stop,
) -> Result<Outcome, Failure> {
    let Compared { same, opposed } = compare(debate).await?;
    let merged = Merged::of(debate.graph(), &same);
    let shared = merged.members.values().filter(|members| members.len() > 1).count();
    let nodes = merged.graph.nodes().len();
    debate.emit(&Event::CommunityMerged { nodes, merged: shared });
    let seats = seats(debate, &merged).await?;
    let cluster = |id: NodeId| {
        let found = merged.members.iter().find(|(_, members)| members.contains(&id));
        found.map_or(id, |(cluster, _)| *cluster)
    };
    let opposed: BTreeSet<(NodeId, NodeId)> =
        opposed.iter().map(|pair| (cluster(pair.first), cluster(pair.second))).collect();
    let opposed: BTreeSet<_> = opposed.into_iter().filter(|(one, other)| one != other).collect();
    let ends = opposed.iter().flat_map(|&(one, other)| [one, other]).collect();
    let views = Views { merged: &merged, semantics, seats, opposed: ends };
    let community = views.community();
    let questions = settle(debate, &community).await?;
    Ok(tell(debate, &views, community, &opposed, &questions, stop))
}

/// Everything that follows without asking anybody.
fn tell(
    debate: &Debate<'_>,
    views: &Views<'_>,
    community: Community,
    opposed: &BTreeSet<(NodeId, NodeId)>,
    questions: &BTreeMap<NodeId, String>,
    stop: Stop,
) -> Outcome {
    let (setting, graph, snapshots) = (debate.setting, debate.graph(), debate.snapshots());
    let personas = setting.personas;
    let foremost = crux::foremost(&community);
    let account = crux::Account { graph, views, topic: setting.topic, personas, questions };
    let (cruxes, details) = account.cruxes(&foremost);
    let accepted = accepted(&community);
    let fake = ground::fake_consensus(&community.graph, &accepted, opposed, setting.topic);
    let faced = |node: &Node| ground::faced(node, personas, snapshots);
    let common_ground = ground::common_ground(&community.graph, &accepted, faced);
    let (regime, sentence) =
        ground::regime_without_framework(cruxes.len(), common_ground.agreed.len(), fake.len());
    let roots = measure::roots(snapshots, graph, personas);
    let top = foremost.first().copied();
    let measured = Measured {
        snapshots,
        graph,
        roots: &roots,
        personas,
        views,
        community: &community,
        top,
        stop: &stop,
    };
    let metrics = measured.metrics();
    let forest = Forest::of(graph);
    let account = Account { graph, forest: &forest };
    Outcome {
        resolution: ground::resolution(&cruxes, setting.topic),
        cruxes,
        common_ground,
        fake_consensus: fake,
        concessions: account::concessions(snapshots),
        ledgers: account.ledgers(personas),
        flips: account.flips(personas),
        metrics,
        belief: Some(Box::new(Belief {
            semantics: views.semantics.name().to_owned(),
            roots,
            community,
            cruxes: details,
        })),
        ..Outcome::new(stop, regime, sentence)
    }
}

/// What is half strong at least in the view of every persona.
fn accepted(community: &Community) -> BTreeSet<NodeId> {
    let stands = |node: &&Shared| node.views.iter().all(|view| stands(view.strength));
    community.nodes.iter().filter(stands).map(|node| node.node).collect()
}

/// What the one call by meaning brought.
#[derive(Default)]
struct Compared {
    same: Vec<Candidate>,
    opposed: Vec<Candidate>,
}

async fn compare(debate: &mut Debate<'_>) -> Result<Compared, Failure> {
    let candidates = field::candidates(debate.graph());
    let mut compared = Compared::default();
    if candidates.is_empty() {
        return Ok(compared);
    }
    let (items, pairs) = field::question(debate.graph(), &candidates);
    let task = Compare { topic: debate.setting.topic.clone(), items, pairs };
    let answered = debate
        .ask(&task)
        .await
        .map_err(|fault| Failure::of("nothing could be compared by meaning", &fault))?;
    for candidate in candidates {
        let (first, second) = (candidate.first.to_string(), candidate.second.to_string());
        let mut judgements = answered.answer.judgements.iter();
        let judged = judgements.find(|judged| judged.first == first && judged.second == second);
        match judged.expect("the check has seen every pair").likeness {
            Likeness::Same => compared.same.push(candidate),
            Likeness::Opposed => compared.opposed.push(candidate),
            Likeness::Related | Likeness::Different => {}
        }
    }
    Ok(compared)
}

/// Everybody with its scores: its own as they stand, and those of what it did not say itself, for which it is asked.
async fn seats(debate: &mut Debate<'_>, merged: &Merged) -> Result<Vec<Seat>, Failure> {
    let setting = debate.setting;
    let forest = Forest::of(debate.graph());
    let shown = forest.shown(debate.graph());
    let mut seats: Vec<Seat> = Vec::new();
    let mut tasks: Vec<task::Scores> = Vec::new();
    for persona in setting.personas {
        let root = forest.root(&persona.id);
        let thesis = debate.graph().node(root).expect("a thesis is never removed");
        let side = thesis.side.expect("a thesis takes a side");
        let scores = own_scores(debate, merged, &persona.id);
        let lacks = |node: &&Believed| {
            merged.members.contains_key(&node.id) && !scores.contains_key(&node.id)
        };
        tasks.push(task::Scores {
            brief: Some(Brief::new(persona, setting.topic)),
            topic: setting.topic.clone(),
            nodes: shown.iter().filter(lacks).cloned().collect(),
        });
        seats.push(Seat { persona: persona.id.clone(), root, side, scores });
    }
    let answers = debate.ask_all(&tasks).await;
    for ((seat, task), answer) in seats.iter_mut().zip(&tasks).zip(answers) {
        let answered = answer.map_err(|fault| {
            Failure::of(&format!("{} did not score the others' arguments", seat.persona), &fault)
        })?;
        let given = task.nodes.iter().map(|node| (node.id, base_score(&answered.answer, node.id)));
        seat.scores.extend(given);
    }
    Ok(seats)
}

/// The scores of the nodes of which the persona is the author of a member.
fn own_scores(debate: &Debate<'_>, merged: &Merged, persona: &PersonaId) -> Scores {
    let score = |id: &NodeId| {
        let node = debate.graph().node(*id)?;
        node.base_score.filter(|_| node.author.as_ref() == Some(persona))
    };
    let own = |(cluster, members): (&NodeId, &Vec<NodeId>)| {
        Some((*cluster, members.iter().find_map(score)?))
    };
    merged.members.iter().filter_map(own).collect()
}

/// Asks what would settle the cruxes, if there are any.
async fn settle(
    debate: &mut Debate<'_>,
    community: &Community,
) -> Result<BTreeMap<NodeId, String>, Failure> {
    let foremost = crux::foremost(community);
    if foremost.is_empty() {
        return Ok(BTreeMap::new());
    }
    let shown = Forest::of(debate.graph()).shown(debate.graph());
    let divided = |shared: &&Shared| {
        let node = shown.iter().find(|node| node.id == shared.node);
        let held = shared
            .views
            .iter()
            .map(|view| Held { persona: view.persona.clone(), base_score: view.base_score });
        Divided {
            node: node.expect("a cluster is named after one of its members").clone(),
            held: held.collect(),
        }
    };
    let cruxes = foremost.iter().map(divided).collect();
    let task = Settle { topic: debate.setting.topic.clone(), cruxes };
    let answered = debate.ask(&task).await;
    let answered =
        answered.map_err(|fault| Failure::of("no settling questions were worded", &fault))?;
    let named = |wording: task::Wording| Some((wording.item.parse().ok()?, wording.question));
    Ok(answered.answer.questions.into_iter().filter_map(named).collect())
}
