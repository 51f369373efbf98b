//! The course of the debate: opening, rounds in parallel, stop rules.

use crate::mode::blackboard::{Scope, Session, questions};
use crate::mode::shared::stop_rules::{self, Rule, StopRules};
use crate::mode::table::Table;
use crate::mode::{Blitz, DebateSize, Failure, MakeSchema, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Stop};
use crate::vocabulary::Persona;

/// A persona sees the last two rounds and speaks on every claim.
const SCOPE: Scope = Scope { rounds: 2, claims: None };

impl Run for Blitz {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;

    const DETAILS: &'static [(&'static str, MakeSchema)] = questions::DETAILS;

    /// Runs the opening and the rounds, and reads the outcome off the final graph.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        let size = DebateSize::new(table.setting.topic, table.setting.personas.len());
        let [at_opening, at_end] = self.comparisons(size);
        let mut session = Session::open(table, self.max_claims, at_opening).await?;
        let stop = if table.is_isolated() {
            stop_rules::isolated()
        } else {
            let stop = self.play(table, &mut session).await?;
            session.compare(table, at_end).await;
            stop
        };
        Ok(session.outcome(table, stop).await)
    }
}

impl Blitz {
    /// Plays rounds until a stop rule applies.
    async fn play(&self, table: &mut Table<'_>, session: &mut Session) -> Result<Stop, Failure> {
        let personas: Vec<&Persona> = table.setting.personas.iter().collect();
        let mut rules = StopRules::new(
            [
                Rule::agreed(
                    "On every claim one answer has at least 80% of the confidence, and every crux candidate is resolved.",
                ),
                Rule::no_moves_for(
                    2,
                    "In two successive rounds the personas stayed divided, with a mean split above 0.8, and named no new crux candidate.",
                ),
            ],
            self.max_rounds,
        );
        loop {
            let round = table.round();
            let state = session.answers(table, &personas, SCOPE).await?;
            let convergence = state.convergence;
            let meets = [convergence.has_converged(), convergence.is_divided(state.new_candidates)];
            let stop = rules.after_round(table, meets);
            session.report(table, &state, stop.as_ref());
            table.end_round(format!("Messages, round {round}"), None);
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }
}
