//! The numbers that this mode reports: speeches and drafts, claims, facts, exchanges.

use crate::mode::Measure;

#[cfg(feature = "run")]
use super::detail::{Decided, Finding, draft, factuality, side_name};
#[cfg(feature = "run")]
use super::exchanges::Exchange;
#[cfg(feature = "run")]
use crate::mode::shared::metrics::{count, turns};
#[cfg(feature = "run")]
use crate::record::{Act, Fate, Metric, Snapshot, Turn};
#[cfg(feature = "run")]
use crate::vocabulary::Side;

const SPEECHES: Measure = Measure::new("speeches", "speeches that were given");
const REJECTED: Measure =
    Measure::new("drafts rejected", "drafts that were too short or too long, or had a false claim");
const LOST: Measure = Measure::new("turns lost", "turns in which a side gave no speech");
const CLAIMS: Measure = Measure::new("claims", "different claims in the speeches");
const ANSWERS: Measure = Measure::new("answers", "attacks of claims on claims of the other side");
const CONFIRMED: Measure = Measure::new("found true", "claims that the fact checker found true");
const REFUTED: Measure = Measure::new("found false", "claims that the fact checker found false");
const UNVERIFIABLE: Measure =
    Measure::new("unverifiable", "claims that the passages did not decide");
const FACTUALITY: Measure = Measure::new(
    "factuality",
    "the claims of a side found true, plus half of the unverifiable ones, as a share of its checked claims; from 0 to 1",
);
const EXCHANGES: Measure = Measure::new(
    "exchanges",
    "chains of at least two answers to and fro whose first and last claims stand",
);
const LONGEST: Measure = Measure::new("longest exchange", "the answers in the longest exchange");
const BIAS: Measure = Measure::new(
    "position bias",
    "the points, of 30, that a side gains on average where the judge reads it first",
);

/// Every measure, in the order in which pages list them.
pub(super) const ALL: &[Measure] = &[
    SPEECHES,
    REJECTED,
    LOST,
    CLAIMS,
    ANSWERS,
    CONFIRMED,
    REFUTED,
    UNVERIFIABLE,
    FACTUALITY,
    EXCHANGES,
    LONGEST,
    BIAS,
];

/// The numbers of a finished debate.
#[cfg(feature = "run")]
pub(super) fn metrics(snapshots: &[Snapshot], decided: &Decided) -> Vec<Metric> {
    use crate::graph::NodeKind;

    let is_speech = |turn: &Turn| turn.speech.is_some() && turn.fate.is_kept();
    let is_rejected = |turn: &Turn| matches!(turn.fate, Fate::Rejected(_));
    let is_lost = |turn: &Turn| {
        let of_persona = turn.speech.is_some() || turn.act == Act::Silence;
        of_persona && matches!(turn.fate, Fate::Failed(_))
    };
    let findings = |side: Option<Side>| -> Vec<Finding> {
        let drafts = turns(snapshots).filter(|turn| is_speech(turn));
        let drafts = drafts.filter_map(|turn| draft(turn).expect("this mode wrote it"));
        let of_side = drafts.filter(|draft| side.is_none_or(|side| draft.side == side));
        of_side.flat_map(|draft| draft.claims).filter_map(|claim| claim.finding()).collect()
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
