//! The outcome, computed from the final graph.

use std::collections::BTreeSet;

use super::comparison::JudgedPairs;
use super::cruxes::{CruxInputs, Found};
use super::ledger::FinishedDebate;
use crate::graph::{Node, NodeKind};
use crate::mode::shared::agreed_questions::{agreed_across, points_across};
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::shared::regime::{Ending, theses};
use crate::mode::shared::{common_ground, concessions};
use crate::mode::table::Table;
use crate::record::{Extensions, Outcome, Stop};
use crate::vocabulary::{NodeId, Topic};

/// Reads the outcome off the final graph. `evaluated` is its evaluation under the semantics, `judged` holds the pairs of
/// arguments that were compared by meaning.
pub(super) fn outcome(
    table: &Table<'_>,
    topic: &Topic,
    stop: Stop,
    evaluated: &Evaluated,
    judged: &JudgedPairs,
) -> Outcome {
    let (graph, personas) = (table.graph(), table.setting.personas);
    // A thesis is what arguments are for, and not one of the points that are accepted or not.
    let is_point = |id: &NodeId| graph.node(*id).is_some_and(|node| node.kind != NodeKind::Thesis);
    let accepted: BTreeSet<NodeId> = evaluated.accepted().into_iter().filter(is_point).collect();
    let attackable =
        |node: &Node| common_ground::could_be_attacked(node, personas, table.snapshots());
    let Found { cruxes, idle, settled, agreed, without_support } =
        CruxInputs { graph, evaluated, topic, personas }.find();
    let mut ground = common_ground::common_ground(graph, &accepted, attackable);
    ground.agreed = common_ground::unite_wordings(ground.agreed, &judged.same);
    ground.questions = agreed;
    let theses = theses(graph, personas, |_| None);
    let ending = Ending {
        theses: &theses,
        without_support: without_support.iter().map(String::as_str).collect(),
        cruxes: cruxes.len(),
        agreed_points: points_across(&ground.agreed, &theses),
        agreed_questions: agreed_across(&ground.questions, &theses),
    };
    let (regime, sentence) = ending.regime();
    let mut conceded = concessions::granted(&ground.questions, graph);
    conceded.extend(concessions::written(personas, topic, graph, &conceded));
    let finished = FinishedDebate {
        graph,
        evaluated,
        snapshots: table.snapshots(),
        contraries: graph.contraries(),
    };
    Outcome {
        resolution: common_ground::resolution(&cruxes, topic),
        fake_consensus: common_ground::fake_consensus(graph, &accepted, &judged.opposed, topic),
        theses,
        cruxes,
        idle_disputes: idle,
        settled,
        concessions: conceded,
        common_ground: ground,
        camps: evaluated.camps(graph, personas),
        extensions: Some(Extensions {
            preferred: evaluated.semantics.preferred.clone(),
            stable: evaluated.semantics.stable.clone(),
        }),
        ledgers: finished.ledgers(personas),
        flips: finished.flips(personas),
        metrics: finished.metrics(),
        ..Outcome::new(stop, regime, sentence)
    }
}
