//! The course of the debate: opening, rounds of attacks, stop rules.

pub(super) mod attacks;
pub(super) mod metrics;
pub(super) mod opening;
pub(super) mod room;
pub(super) mod validated_attacks;

use std::collections::BTreeMap;

use super::questions;
use crate::argue::Label;
use crate::graph::Node;
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::debate_context::DebateContext;
use crate::mode::events::EventInfo;
use crate::mode::graph::events::{self, GraphConvergence, GraphUpdate};
use crate::mode::shared;
use crate::mode::shared::decomposition;
use crate::mode::shared::dung::{Evaluated, evaluate, outcome};
use crate::mode::shared::events::ConvergenceUpdate;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::shared::stop_rules::{self, Rule, StopRules};
use crate::mode::{DebateSize, Graph, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Event, Outcome, Semantics, Stop};
use crate::vocabulary::{NodeId, Topic};

impl Run for Graph {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] = &[shared::events::ALL, events::ALL];

    /// Runs the opening and the rounds of attacks, and reads the outcome off the final graph.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let (topic, claims) =
            decomposition::issues(context, self.max_propositions as usize).await?;
        opening::arguments(context, &topic).await?;
        let [at_opening, at_end] =
            self.comparisons(DebateSize::new(&topic, context.setting.personas.len()));
        let mut compared = JudgedPairs::default();
        compared.compare(context, ComparisonTime::Before, at_opening, |_| true).await;
        let opening = evaluate(context);
        report(context, &opening.semantics);
        context.end_round("Opening", Some(opening.semantics.clone()));
        let (stop, evaluated) = if context.is_isolated() {
            (stop_rules::isolated(), opening)
        } else {
            run_rounds(self, context, &topic, at_end, &mut compared).await?
        };
        let outcome = outcome::outcome(context, &topic, stop, &evaluated, &compared, Vec::new());
        let metrics = metrics::of_debate(&evaluated, context.snapshots());
        Ok(Outcome { claims, metrics, ..outcome })
    }
}

/// Plays rounds of attacks until a stop rule applies.
async fn run_rounds(
    parameters: &Graph,
    context: &mut DebateContext<'_>,
    topic: &Topic,
    at_end: MostComparisons,
    compared: &mut JudgedPairs,
) -> Result<(Stop, Evaluated), ProtocolFailure> {
    let mut rules = StopRules::new(
        [
            Rule::no_moves("No valid new attack was made."),
            Rule::converged(
                2,
                "The labels of all earlier arguments were unchanged in two successive rounds.",
            ),
        ],
        parameters.max_rounds,
    );
    loop {
        let round = context.round();
        let before = labels(context);
        let submitted = attacks::submit(context, topic).await?;
        let judged = attacks::judge(context, submitted).await;
        let new = validated_attacks::deduplicate(context.graph(), judged);
        let attackers = validated_attacks::add(context, new);
        let mut evaluated = evaluate(context);
        let unchanged = before.iter().all(|(node, label)| {
            context.graph().node(*node).map(|node| node.label) == Some(*label)
        });
        let stop = rules.after_round(context, [attackers.is_empty(), unchanged]);
        if stop.is_some() {
            let accepted = evaluated.accepted();
            let is_accepted = |node: &Node| accepted.contains(&node.id);
            compared.compare(context, ComparisonTime::AtEnd, at_end, is_accepted).await;
            evaluated = evaluate(context);
        }
        report(context, &evaluated.semantics);
        let reason = stop.as_ref().map(|stop| stop.reason);
        context.report(&GraphConvergence { round, unchanged, stop: reason });
        context.end_round(format!("Attacks, round {round}"), Some(evaluated.semantics.clone()));
        if let Some(stop) = stop {
            return Ok((stop, evaluated));
        }
    }
}

fn labels(context: &DebateContext<'_>) -> BTreeMap<NodeId, Option<Label>> {
    context.graph().nodes().map(|node| (node.id, node.label)).collect()
}

fn report(context: &mut DebateContext<'_>, semantics: &Semantics) {
    let round = context.round();
    let (nodes, edges) = (context.graph().nodes().len(), context.graph().edges().len());
    let labels = semantics.labels();
    context.report(&GraphUpdate {
        round,
        nodes,
        edges,
        labels,
        preferred: semantics.preferred.clone(),
    });
    context.report(&ConvergenceUpdate { round, undecided: semantics.undecided_share() });
    let [accepted, defeated, undecided] = labels;
    let summary = format!(
        "{nodes} arguments: {accepted} accepted, {defeated} defeated, {undecided} undecided."
    );
    context.emit(&Event::BlackboardUpdate { round, summary });
}
