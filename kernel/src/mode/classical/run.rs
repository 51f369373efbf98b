//! The course of the debate: opening, plans, turns, stop rules.

pub(super) mod next_speaker;

use super::CLAIMS_IN_A_TURN;
use super::questions::{self, plan::Plan};
use crate::mode::blackboard;
use crate::mode::blackboard::ActionPlan;
use crate::mode::blackboard::run::session::{Scope, Session};
use crate::mode::blackboard::run::{CONVERGED, debate};
use crate::mode::debate_context::DebateContext;
use crate::mode::events::EventInfo;
use crate::mode::shared;
use crate::mode::shared::stop_rules::{Rule, StopRules};
use crate::mode::{Classical, MakeSchema, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Stop};
use crate::vocabulary::{Persona, PersonaId};

/// The number of silences in a row that end the debate.
const SILENCES: u32 = 3;

impl Run for Classical {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] = &[shared::events::ALL, blackboard::events::ALL];

    const DETAILS: &'static [(&'static str, MakeSchema)] = blackboard::questions::DETAILS;

    /// Runs the opening and the turns, and reads the outcome off the final graph.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let comparisons = |size| self.comparisons(size);
        let run_rounds = async |context: &mut DebateContext<'_>, session: &mut Session| {
            self.run_rounds(context, session).await
        };
        debate(context, self.max_claims, comparisons, run_rounds).await
    }
}

impl Classical {
    /// Plays turns until a stop rule applies.
    async fn run_rounds(
        &self,
        context: &mut DebateContext<'_>,
        session: &mut Session,
    ) -> Result<Stop, ProtocolFailure> {
        let personas = context.setting.personas;
        let persons = u32::try_from(personas.len()).expect("a debate has few personas");
        // Everyone can have spoken twice since what a persona sees was said: that is two rounds.
        let scope = Scope { rounds: 2 * persons, claims: Some(CLAIMS_IN_A_TURN as usize) };
        let divided = format!(
            "In {} successive turns, two for each persona, the personas stayed divided, with a mean split above 0.8, and named no new crux candidate.",
            2 * persons
        );
        let mut rules = StopRules::new(
            [
                Rule::agreed(CONVERGED),
                Rule::no_moves_for(
                    SILENCES,
                    "No persona wanted to speak in three successive turns.",
                ),
                Rule::no_moves_for(2 * persons, divided),
            ],
            self.max_turns,
        );
        loop {
            let round = context.round();
            let plans = plans(context, session, scope).await?;
            let turns = |persona: &PersonaId| turns_of(context, persona);
            let next = next_speaker::next_speaker(&plans, turns).map(|at| plans[at].clone());
            let next = next.map(|plan| (context.setting.persona(&plan.persona), plan.intent));
            let speaker = next.as_ref().map(|(speaker, _)| *speaker);
            session.give_floor(context, speaker, plans);
            let state = match next {
                Some((speaker, intent)) => session.turn(context, speaker, intent, scope).await,
                None => session.state(context, 0),
            };
            let convergence = state.convergence;
            let is_divided = speaker.is_some() && convergence.is_divided(state.new_candidates);
            let meets = [convergence.has_converged(), speaker.is_none(), is_divided];
            let stop = rules.after_round(context, meets);
            session.report(context, &state, stop.as_ref());
            let title = match speaker {
                Some(speaker) => format!("Turn {round}: {}", speaker.contract.name),
                None => format!("Turn {round}: silence"),
            };
            context.end_round(title, None);
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }
}

/// The number of turns that a persona has had since the opening.
fn turns_of(context: &DebateContext<'_>, persona: &PersonaId) -> usize {
    let later = context.snapshots().iter().filter(|snapshot| snapshot.round > 0);
    later.flat_map(|snapshot| &snapshot.turns).filter(|turn| turn.is_by(persona)).count()
}

/// The plans of all personas, in seat order. A persona whose call fails has none, and listens.
async fn plans(
    context: &mut DebateContext<'_>,
    session: &Session,
    scope: Scope,
) -> Result<Vec<ActionPlan>, ProtocolFailure> {
    let question =
        |persona: &Persona| Some(Plan { turn: session.question(context, persona, scope)? });
    let questions: Vec<Plan> = context.setting.personas.iter().filter_map(question).collect();
    let mut plans = Vec::new();
    let what = "no persona said what it wants to do";
    context.ask_personas(&questions, what, |_, _, answered| plans.push(answered.answer)).await?;
    Ok(plans)
}
