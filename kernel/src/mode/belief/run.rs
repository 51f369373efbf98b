//! The course of the debate: opening, rounds, closing, stop rules.

pub(super) mod closing;
pub(super) mod cruxes;
pub(super) mod ledger;
pub(super) mod merged_graph;
pub(super) mod metrics;
pub(super) mod moves;
pub(super) mod opening;
pub(super) mod outcome;
pub(super) mod persona_views;
pub(super) mod revision;
pub(super) mod trees;

use self::trees::{Trees, is_asserted};
use super::{detail, questions};
use crate::mode::belief::events::{self, StrengthsUpdate, ThesisStrength};
use crate::mode::debate_context::DebateContext;
use crate::mode::events::EventInfo;
use crate::mode::shared;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::shared::stop_rules::{self, Rule, StopRules};
use crate::mode::shared::{decomposition, gradual};
use crate::mode::{Belief, DebateSize, MakeSchema, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Event, Outcome, Stop};
use crate::vocabulary::{PersonaId, Strength, Topic};

/// A thesis that moves less than this in a round is stable.
const STABLE_BELOW: f64 = 0.02;

impl Run for Belief {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] = &[shared::events::ALL, events::ALL];
    const DETAILS: &'static [(&'static str, MakeSchema)] = &[
        ("turn", || schemars::schema_for!(detail::Revision).to_value()),
        ("outcome", || schemars::schema_for!(detail::OutcomeDetail).to_value()),
    ];

    /// Runs the opening, the rounds and the closing, and reads the outcome off the final graphs.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let semantics = self.semantics;
        let (topic, claims) =
            decomposition::issues(context, decomposition::MOST_PROPOSITIONS).await?;
        opening::open(context, &topic, self.width as usize).await?;
        let [at_opening, at_end] =
            self.comparisons(DebateSize::new(&topic, context.setting.personas.len()));
        let mut judged = JudgedPairs::default();
        judged
            .compare_asserted(context, ComparisonTime::Before, at_opening, |_| true, is_asserted)
            .await;
        gradual::evaluate(context, semantics);
        report(context, &roots(context));
        context.end_round("Opening", None);

        let stop = if context.is_isolated() {
            stop_rules::isolated()
        } else {
            let stop = run_rounds(self, context, &topic).await?;
            judged
                .compare_asserted(context, ComparisonTime::AtEnd, at_end, |_| true, is_asserted)
                .await;
            stop
        };
        let outcome = outcome::outcome(context, &topic, semantics, &judged, stop).await;
        Ok(Outcome { claims, ..outcome })
    }
}

/// Plays rounds until a stop rule applies, and the closing.
async fn run_rounds(
    parameters: &Belief,
    context: &mut DebateContext<'_>,
    topic: &Topic,
) -> Result<Stop, ProtocolFailure> {
    let semantics = parameters.semantics;
    let mut last_read = moves::LastRead::default();
    let mut rules = StopRules::new(
        [
            Rule::converged(
                2,
                format!("No thesis moved by {STABLE_BELOW} or more in two successive rounds."),
            ),
            Rule::no_moves("No persona added anything to another graph."),
        ],
        parameters.max_rounds,
    );
    let stop = loop {
        let before = roots(context);
        let moves = moves::run_rounds(context, topic, semantics, &mut last_read).await?;
        gradual::evaluate(context, semantics);
        let moved = report(context, &before);
        let stop = rules.after_round(context, [moved < STABLE_BELOW, moves == 0]);
        context.end_round(format!("Round {}", context.round()), None);
        if let Some(stop) = stop {
            break stop;
        }
    };
    closing::close(context, topic, semantics, &last_read).await;
    gradual::evaluate(context, semantics);
    context.take_snapshot("Closing", None);
    Ok(stop)
}

/// The strength of each thesis, in seat order.
fn roots(context: &DebateContext<'_>) -> Vec<(PersonaId, Strength)> {
    let trees = Trees::of(context.graph());
    let personas = context.setting.personas.iter();
    let strength = |persona: &PersonaId| {
        let root = context.graph().node(trees.root(persona)).expect("a thesis is never removed");
        root.strength.expect("strengths are computed before they are read")
    };
    personas.map(|persona| (persona.id.clone(), strength(&persona.id))).collect()
}

/// Reports the strength of each thesis, and returns the greatest change.
fn report(context: &mut DebateContext<'_>, before: &[(PersonaId, Strength)]) -> f64 {
    let round = context.round();
    let now = roots(context);
    let change =
        |((_, before), (_, now)): (&(_, Strength), &(_, Strength))| now.value() - before.value();
    let changes: Vec<f64> = before.iter().zip(&now).map(change).collect();
    let moved = changes.iter().map(|change| change.abs()).fold(0.0, f64::max);
    let shown = now.iter().zip(&changes).map(|((persona, strength), change)| {
        if round == 0 {
            format!("{persona} {strength}")
        } else {
            format!("{persona} {strength} ({change:+.2})")
        }
    });
    let summary = format!("Theses: {}.", shown.collect::<Vec<_>>().join(", "));
    let strength_of = |(persona, strength)| ThesisStrength { persona, strength };
    let roots = now.into_iter().map(strength_of).collect();
    context.report(&StrengthsUpdate { round, roots, moved });
    context.emit(&Event::BlackboardUpdate { round, summary });
    moved
}
