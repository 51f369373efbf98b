//! The outcome, computed from the final graph.

use std::collections::BTreeSet;

use super::Evaluated;
use super::cruxes::CruxInputs;
use super::ledger::FinishedDebate;
use crate::graph::NodeKind;
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::judged_pairs::JudgedPairs;
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::outcome::OutcomeBuilder;
use crate::record::{Concession, Extensions, Outcome, Stop};
use crate::vocabulary::{NodeId, Topic};

/// Reads the outcome off the final graph. `evaluated` is its evaluation under the semantics,
/// `judged` holds the pairs of arguments that were compared by meaning, `concessions` what personas
/// conceded in the debate.
pub(crate) fn outcome(
    context: &DebateContext<'_>,
    topic: &Topic,
    stop: Stop,
    evaluated: &Evaluated,
    judged: &JudgedPairs,
    concessions: Vec<Concession>,
) -> Outcome {
    let (graph, personas) = (context.graph(), context.setting.personas);
    // A thesis is what arguments are for, and not one of the points that are accepted or not.
    let is_point = |id: &NodeId| graph.node(*id).is_some_and(|node| node.kind != NodeKind::Thesis);
    let accepted: BTreeSet<NodeId> = evaluated.accepted().into_iter().filter(is_point).collect();
    let found = CruxInputs { graph, evaluated, topic, personas }.find();
    let builder = OutcomeBuilder::of(context, topic, found, &accepted, judged, concessions);
    let finished = FinishedDebate {
        graph,
        evaluated,
        snapshots: context.snapshots(),
        contraries: graph.contraries(),
    };
    Outcome {
        camps: evaluated.camps(graph, personas),
        extensions: Some(Extensions {
            preferred: evaluated.semantics.preferred.clone(),
            stable: evaluated.semantics.stable.clone(),
        }),
        ledgers: finished.ledgers(personas),
        flips: finished.flips(personas),
        ..builder.outcome(stop)
    }
}
