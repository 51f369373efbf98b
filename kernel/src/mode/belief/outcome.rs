//! The outcome: graphs are merged by meaning, every persona scores what it has not scored, and the rest is computed.

use std::collections::{BTreeMap, BTreeSet};

use super::comparison::{Compared, compare};
use super::cruxes::{self, CruxInputs};
use super::detail::{Community, OutcomeDetail, Shared, View};
use super::ledger::{self, FinalGraphs, is_strong};
use super::merged_graph::Merged;
use super::metrics::{self, FinishedDebate};
use super::persona_views::{BaseScores, Seat, Views};
use super::questions::nodes::ShownNode;
use super::questions::scores::Scores;
use super::trees::Trees;
use crate::argue::Gradual;
use crate::graph::Node;
use crate::mode::Failure;
use crate::mode::shared::common_ground;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::shared::questions::compare::Origin;
use crate::mode::shared::questions::settle::{Disputed, PersonaScore, Settle};
use crate::mode::table::Table;
use crate::question::Brief;
use crate::record::{Event, ModeDetail, Outcome, Stop};
use crate::vocabulary::{NodeId, PersonaId};

/// Reads the outcome off the final graphs.
pub(super) async fn outcome(
    table: &mut Table<'_>,
    semantics: Gradual,
    stop: Stop,
) -> Result<Outcome, Failure> {
    let Compared { same, opposed } = compare(table).await;
    let merged = Merged::of(table.graph(), &same);
    let shared = merged.members.values().filter(|members| members.len() > 1).count();
    let nodes = merged.graph.nodes().len();
    table.emit(&Event::CommunityMerged { nodes, merged: shared });
    let seats = seats(table, &merged).await?;
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
    let questions = settle(table, &community).await?;
    Ok(compute(table, &views, community, &opposed, &questions, stop))
}

/// Everything that follows without further calls.
fn compute(
    table: &Table<'_>,
    views: &Views<'_>,
    community: Community,
    opposed: &BTreeSet<(NodeId, NodeId)>,
    questions: &BTreeMap<NodeId, String>,
    stop: Stop,
) -> Outcome {
    let (setting, graph, snapshots) = (table.setting, table.graph(), table.snapshots());
    let personas = setting.personas;
    let top = cruxes::top(&community);
    let inputs = CruxInputs { graph, views, topic: setting.topic, personas, questions };
    let (cruxes, details) = inputs.cruxes(&top);
    let accepted = accepted(&community);
    let fake = common_ground::fake_consensus(&community.graph, &accepted, opposed, setting.topic);
    let attackable = |node: &Node| common_ground::could_be_attacked(node, personas, snapshots);
    let common_ground = common_ground::common_ground(&community.graph, &accepted, attackable);
    let (regime, sentence) = common_ground::regime_without_framework(
        cruxes.len(),
        common_ground.agreed.len(),
        fake.len(),
    );
    let roots = metrics::roots(snapshots, graph, personas);
    let measured = FinishedDebate {
        snapshots,
        graph,
        roots: &roots,
        personas,
        views,
        community: &community,
        top: top.first().copied(),
        stop: &stop,
    };
    let metrics = measured.metrics();
    let last = FinalGraphs(graph);
    Outcome {
        resolution: common_ground::resolution(&cruxes, setting.topic),
        cruxes,
        common_ground,
        fake_consensus: fake,
        concessions: ledger::concessions(snapshots),
        ledgers: last.ledgers(personas),
        flips: last.flips(personas),
        metrics,
        detail: Some(ModeDetail::new(&OutcomeDetail {
            semantics: views.semantics.name().to_owned(),
            roots,
            community,
            cruxes: details,
        })),
        ..Outcome::new(stop, regime, sentence)
    }
}

/// The nodes whose strength is at least 0.5 in the view of every persona.
fn accepted(community: &Community) -> BTreeSet<NodeId> {
    let accepted = |node: &&Shared| node.views.iter().all(|view| is_strong(view.strength));
    community.nodes.iter().filter(accepted).map(|node| node.node).collect()
}

/// Each persona with its scores: its own, and those of the other nodes, for which it is asked now.
async fn seats(table: &mut Table<'_>, merged: &Merged) -> Result<Vec<Seat>, Failure> {
    let setting = table.setting;
    let trees = Trees::of(table.graph());
    let shown = trees.shown(table.graph());
    let mut seats: Vec<Seat> = Vec::new();
    let mut questions: Vec<Scores> = Vec::new();
    for persona in setting.personas {
        let root = trees.root(&persona.id);
        let thesis = table.graph().node(root).expect("a thesis is never removed");
        let side = thesis.side.expect("a thesis takes a side");
        let scores = own_scores(table, merged, &persona.id);
        let lacks = |node: &&ShownNode| {
            merged.members.contains_key(&node.id) && !scores.contains_key(&node.id)
        };
        questions.push(Scores {
            brief: Some(Brief::new(persona, setting.topic)),
            topic: setting.topic.clone(),
            nodes: shown.iter().filter(lacks).cloned().collect(),
        });
        seats.push(Seat { persona: persona.id.clone(), root, side, scores });
    }
    let answers =
        table.require_all(&questions, "did not score the arguments of the others").await?;
    for (seat, answered) in seats.iter_mut().zip(answers) {
        seat.scores.extend(answered.answer);
    }
    Ok(seats)
}

/// The persona's own scores, of the nodes that have a member by this persona.
fn own_scores(table: &Table<'_>, merged: &Merged, persona: &PersonaId) -> BaseScores {
    let score = |id: &NodeId| {
        let node = table.graph().node(*id)?;
        node.base_score.filter(|_| node.author.as_ref() == Some(persona))
    };
    let own = |(cluster, members): (&NodeId, &Vec<NodeId>)| {
        Some((*cluster, members.iter().find_map(score)?))
    };
    merged.members.iter().filter_map(own).collect()
}

/// Asks for questions that would settle the cruxes, if there are any.
async fn settle(
    table: &mut Table<'_>,
    community: &Community,
) -> Result<BTreeMap<NodeId, String>, Failure> {
    let top = cruxes::top(community);
    if top.is_empty() {
        return Ok(BTreeMap::new());
    }
    let disputed = |shared: &&Shared| {
        let node = table.graph().node(shared.node).expect("a cluster is named after a member");
        let score = |view: &View| PersonaScore {
            persona: view.persona.clone(),
            base_score: view.base_score,
        };
        Disputed {
            item: node.id.to_string(),
            text: node.text.clone(),
            origin: Origin::of(node),
            scores: shared.views.iter().map(score).collect(),
        }
    };
    let cruxes = top.iter().map(disputed).collect();
    let question = Settle { topic: table.setting.topic.clone(), cruxes };
    let answered = table.require(&question, "no settling questions were worded").await?;
    Ok(top.iter().map(|shared| shared.node).zip(answered.answer).collect())
}
