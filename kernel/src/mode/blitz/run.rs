//! The course of the debate: opening, rounds in parallel, stop rules.

use crate::mode::blackboard;
use crate::mode::blackboard::questions;
use crate::mode::blackboard::run::session::{Scope, Session};
use crate::mode::blackboard::run::{CONVERGED, debate};
use crate::mode::debate_context::DebateContext;
use crate::mode::events::EventInfo;
use crate::mode::shared;
use crate::mode::shared::stop_rules::{Rule, StopRules};
use crate::mode::{Blitz, MakeSchema, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Stop};
use crate::vocabulary::Persona;

/// A persona sees the last two rounds and speaks on every claim.
const SCOPE: Scope = Scope { rounds: 2, claims: None };

impl Run for Blitz {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] = &[shared::events::ALL, blackboard::events::ALL];

    const DETAILS: &'static [(&'static str, MakeSchema)] = questions::DETAILS;

    /// Runs the opening and the rounds, and reads the outcome off the final graph.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let comparisons = |size| self.comparisons(size);
        let run_rounds = async |context: &mut DebateContext<'_>, session: &mut Session| {
            self.run_rounds(context, session).await
        };
        debate(context, self.max_claims, comparisons, run_rounds).await
    }
}

impl Blitz {
    /// Plays rounds until a stop rule applies.
    async fn run_rounds(
        &self,
        context: &mut DebateContext<'_>,
        session: &mut Session,
    ) -> Result<Stop, ProtocolFailure> {
        let personas: Vec<&Persona> = context.setting.personas.iter().collect();
        let mut rules = StopRules::new(
            [
                Rule::agreed(CONVERGED),
                Rule::no_moves_for(
                    2,
                    "In two successive rounds the personas stayed divided, with a mean split above 0.8, and named no new crux candidate.",
                ),
            ],
            self.max_rounds,
        );
        loop {
            let round = context.round();
            let state = session.answers(context, &personas, SCOPE).await?;
            let convergence = state.convergence;
            let meets = [convergence.has_converged(), convergence.is_divided(state.new_candidates)];
            let stop = rules.after_round(context, meets);
            session.report(context, &state, stop.as_ref());
            context.end_round(format!("Messages, round {round}"), None);
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }
}
