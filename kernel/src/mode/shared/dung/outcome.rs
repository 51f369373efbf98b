//! The outcome, computed from the final graph.

use std::collections::BTreeSet;

use super::Evaluated;
use super::cruxes::{CruxInputs, Found};
use super::ledger::FinishedDebate;
use crate::graph::{Node, NodeKind};
use crate::mode::shared::common_ground;
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::shared::outcome::Ended;
use crate::mode::shared::regime::theses;
use crate::mode::table::Table;
use crate::record::{Concession, Extensions, Outcome, Stop};
use crate::vocabulary::{NodeId, Topic};

/// Reads the outcome off the final graph. `evaluated` is its evaluation under the semantics, `judged` holds the pairs of
/// arguments that were compared by meaning, `concessions` what personas conceded in the debate.
pub(crate) fn outcome(
    table: &Table<'_>,
    topic: &Topic,
    stop: Stop,
    evaluated: &Evaluated,
    judged: &JudgedPairs,
    concessions: Vec<Concession>,
) -> Outcome {
    let (graph, personas) = (table.graph(), table.setting.personas);
    // A thesis is what arguments are for, and not one of the points that are accepted or not.
    let is_point = |id: &NodeId| graph.node(*id).is_some_and(|node| node.kind != NodeKind::Thesis);
    let accepted: BTreeSet<NodeId> = evaluated.accepted().into_iter().filter(is_point).collect();
    let attackable =
        |node: &Node| common_ground::could_be_attacked(node, personas, table.snapshots());
    let Found { cruxes, idle, agreed, without_support } =
        CruxInputs { graph, evaluated, topic, personas }.find();
    let mut ground = common_ground::common_ground(graph, &accepted, attackable);
    ground.agreed = common_ground::unite_wordings(ground.agreed, &judged.same);
    ground.questions = agreed;
    let finished = FinishedDebate {
        graph,
        evaluated,
        snapshots: table.snapshots(),
        contraries: graph.contraries(),
    };
    let ended = Ended {
        table,
        topic,
        theses: theses(graph, personas, |_| None),
        without_support,
        cruxes,
        idle_disputes: idle,
        common_ground: ground,
        fake_consensus: common_ground::fake_consensus(graph, &accepted, &judged.opposed, topic),
        concessions,
    };
    Outcome {
        camps: evaluated.camps(graph, personas),
        extensions: Some(Extensions {
            preferred: evaluated.semantics.preferred.clone(),
            stable: evaluated.semantics.stable.clone(),
        }),
        ledgers: finished.ledgers(personas),
        flips: finished.flips(personas),
        ..ended.outcome(stop)
    }
}
