//! The outcome, computed from the final graph.

use std::collections::BTreeSet;

use super::cruxes::{CruxInputs, Found};
use super::ledger::FinishedDebate;
use crate::graph::{Node, NodeKind};
use crate::mode::shared::common_ground;
use crate::mode::shared::dung::Evaluated;
use crate::mode::shared::ledger::Verdicts;
use crate::mode::shared::regime::{Ending, theses};
use crate::mode::table::Table;
use crate::record::{Extensions, Outcome, Stop};
use crate::vocabulary::{NodeId, Topic};

/// Reads the outcome off the final graph; `evaluated` is what the semantics say of it, `opposed` are the accepted arguments
/// that were judged to contradict each other.
pub(super) fn outcome(
    table: &Table<'_>,
    topic: &Topic,
    stop: Stop,
    evaluated: &Evaluated,
    opposed: &BTreeSet<(NodeId, NodeId)>,
) -> Outcome {
    let (graph, personas) = (table.graph(), table.setting.personas);
    // A thesis is what arguments are for, and not one of the points that are accepted or not.
    let is_point = |id: &NodeId| graph.node(*id).is_some_and(|node| node.kind != NodeKind::Thesis);
    let accepted: BTreeSet<NodeId> = evaluated.accepted().into_iter().filter(is_point).collect();
    let attackable =
        |node: &Node| common_ground::could_be_attacked(node, personas, table.snapshots());
    let Found { cruxes, idle, settled, without_support } =
        CruxInputs { graph, evaluated, topic, personas }.find();
    let ground = common_ground::common_ground(graph, &accepted, attackable);
    let theses = theses(graph, personas, |_| None);
    let ending = Ending {
        theses: &theses,
        without_support: without_support.iter().map(String::as_str).collect(),
        cruxes: cruxes.len(),
        agreed: ground.agreed.len(),
    };
    let (regime, sentence) = ending.regime();
    let finished = FinishedDebate {
        graph,
        evaluated,
        snapshots: table.snapshots(),
        contraries: graph.contraries(),
    };
    Outcome {
        resolution: common_ground::resolution(&cruxes, topic),
        fake_consensus: common_ground::fake_consensus(graph, &accepted, opposed, topic),
        theses,
        cruxes,
        idle_disputes: idle,
        settled,
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
