//! Computes the numbers that this mode reports.

use crate::graph::NodeKind;
use crate::mode::procon::detail::{Decided, Finding, factuality, side_name, written_draft};
use crate::mode::procon::exchanges::Exchange;
use crate::mode::procon::measures::{
    ANSWERS, BIAS, CLAIMS, CONFIRMED, EXCHANGES, FACTUALITY, LONGEST, LOST, REFUTED, REJECTED,
    SPEECHES, UNVERIFIABLE,
};
use crate::mode::shared::metrics::{count, turns};
use crate::record::{Act, Fate, Metric, Snapshot, Turn};
use crate::vocabulary::Side;

/// The numbers of a finished debate.
pub(super) fn of_debate(snapshots: &[Snapshot], decided: &Decided) -> Vec<Metric> {
    let is_speech = |turn: &Turn| turn.speech.is_some() && turn.fate.is_kept();
    let is_rejected = |turn: &Turn| matches!(turn.fate, Fate::Rejected(_));
    let is_lost = |turn: &Turn| {
        let of_persona = turn.speech.is_some() || turn.act == Act::Silence;
        of_persona && matches!(turn.fate, Fate::Failed(_))
    };
    let findings = |side: Option<Side>| -> Vec<Finding> {
        let drafts = turns(snapshots).filter(|turn| is_speech(turn));
        let drafts = drafts.filter_map(written_draft);
        let of_side = drafts.filter(|draft| side.is_none_or(|side| draft.side == side));
        let claims = of_side.flat_map(|draft| draft.claims);
        claims.flat_map(|claim| claim.findings().collect::<Vec<Finding>>()).collect()
    };
    let found = |finding| findings(None).into_iter().filter(|own| *own == finding).count() as f64;
    let graph = snapshots.last().map(|last| &last.graph);
    let claims = graph
        .map_or(0, |graph| graph.nodes().filter(|node| node.kind == NodeKind::Argument).count());
    let answers =
        graph.map_or(0, |graph| graph.edges().filter(|edge| edge.relation.is_attack()).count());
    let longest = decided.exchanges.first().map_or(0, Exchange::answers);
    let measured = [
        (SPEECHES, count(snapshots, is_speech)),
        (REJECTED, count(snapshots, is_rejected)),
        (LOST, count(snapshots, is_lost)),
        (CLAIMS, claims as f64),
        (ANSWERS, answers as f64),
        (CONFIRMED, found(Finding::True)),
        (REFUTED, found(Finding::False)),
        (UNVERIFIABLE, found(Finding::Unverifiable)),
    ];
    let mut metrics: Vec<Metric> = measured.map(|(measure, count)| measure.of(Some(count))).into();
    let of_side = |side| FACTUALITY.of_persona(side_name(side), factuality(findings(Some(side))));
    metrics.extend([Side::Yes, Side::No].map(of_side));
    metrics.push(EXCHANGES.of(Some(decided.exchanges.len() as f64)));
    metrics.push(LONGEST.of(Some(longest as f64)));
    metrics.push(BIAS.of(decided.position_bias));
    metrics
}
