//! The course of the debate: the moderator announces the rounds, the sides speak, the judge
//! decides.

pub(super) mod answers;
pub(super) mod evidence_search;
pub(super) mod final_claims;
pub(super) mod judging;
pub(super) mod metrics;
pub(super) mod outcome;
pub(super) mod teams;
pub(super) mod turn;
mod web_search;

use self::turn::Session;
use super::Procon;
use super::detail::{Decided, Draft, Teams};
use super::questions;
use super::rounds::round_heading;
use crate::mode::debate_context::{DebateContext, Unanswered};
use crate::mode::events::EventInfo;
use crate::mode::procon::events::{self, RoundAnnounced, SidesAssigned};
use crate::mode::shared;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::shared::{decomposition, stop_rules};
use crate::mode::{DebateSize, MakeSchema, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Fate, Outcome, Stop, StopReason};
use crate::vocabulary::{PersonaId, Side};

impl Run for Procon {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] = &[shared::events::ALL, events::ALL];
    const DETAILS: &'static [(&'static str, MakeSchema)] = &[
        ("turn", || schemars::schema_for!(Draft).to_value()),
        ("outcome", || schemars::schema_for!(Decided).to_value()),
    ];

    /// Holds the rounds, has them judged, and reads the outcome off the claims.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let (topic, propositions) =
            decomposition::issues(context, decomposition::MOST_PROPOSITIONS).await?;
        let teams = Teams::of(&context.setting, self.sides);
        context.report(&SidesAssigned {
            pro: teams.pro.clone(),
            con: teams.con.clone(),
            assigned: teams.assigned.clone(),
        });
        // Every member of a team speaks.
        let rounds = if context.is_isolated() { 1 } else { self.rounds.max(teams.largest()) };
        let mut session = Session {
            mode: self,
            topic: &topic,
            teams: &teams,
            rounds,
            concessions: vec![],
            unanswered: None,
        };
        let size = DebateSize::new(&topic, context.setting.personas.len());
        // Statements are compared as soon as every persona has made some, and what was claimed
        // later after the last round.
        let rounds_until_all_spoke = teams.largest().min(rounds);
        let [first, last] = self.comparisons(size);
        let mut compared = JudgedPairs::default();
        for round in 0..rounds {
            let title = round_heading(round, rounds);
            context.report(&RoundAnnounced { round, title: title.clone() });
            for speaker in speakers(&teams, round, context.is_isolated()) {
                session.take_turn(context, &speaker).await;
            }
            let held = round + 1;
            if held == rounds_until_all_spoke {
                let when =
                    if held == rounds { ComparisonTime::AtEnd } else { ComparisonTime::Before };
                compared.compare(context, when, first, |_| true).await;
            } else if held == rounds {
                compared.compare(context, ComparisonTime::AtEnd, last, |_| true).await;
            }
            context.end_round(title, None);
        }
        if !context.turns().any(|turn| turn.speech.is_some() && turn.fate.is_kept()) {
            return Err(no_speech(context, session.unanswered.as_ref()));
        }
        let concessions = session.concessions;
        context.stay_in_last_round();
        let judged = judging::judge(context, &topic, rounds).await;
        let stop = if context.is_isolated() {
            stop_rules::isolated()
        } else {
            let (reason, rule) = (StopReason::MaxRounds, all_held(rounds));
            Stop { reason, rule, rounds: rounds - 1 }
        };
        let outcome =
            outcome::outcome(context, &topic, stop, teams, judged, concessions, &compared);
        Ok(Outcome { claims: propositions, ..outcome })
    }
}

/// Why no speech was kept: the lost call, or what was wrong with the last draft.
fn no_speech(context: &DebateContext<'_>, unanswered: Option<&Unanswered>) -> ProtocolFailure {
    let what = "no side gave a speech";
    if let Some(unanswered) = unanswered {
        return ProtocolFailure::of(what, unanswered);
    }
    let lost = context.turns().filter_map(|turn| match &turn.fate {
        Fate::Failed(why) => Some(why.clone()),
        Fate::Kept
        | Fate::Corrected(_)
        | Fate::Rejected(_)
        | Fate::Duplicate(_)
        | Fate::Dropped(_) => None,
    });
    let why = lost.last().unwrap_or_else(|| "no call was answered".to_owned());
    ProtocolFailure(format!("{what}: {why}"))
}

/// The rule by which a debate with all its rounds ends.
fn all_held(rounds: u32) -> String {
    match rounds {
        1 => "The only round was held.".to_owned(),
        2 => "The opening and the closing were held.".to_owned(),
        _ => format!("The opening, {} and the closing were held.", rebuttals(rounds - 2)),
    }
}

fn rebuttals(rounds: u32) -> String {
    match rounds {
        1 => "the rebuttals".to_owned(),
        count => format!("{count} rounds of rebuttals"),
    }
}

/// Those who speak in a round: one for each side, pro first. Where personas do not hear each other,
/// all of them, the sides in turn.
fn speakers(teams: &Teams, round: u32, all: bool) -> Vec<PersonaId> {
    let sides = [Side::Yes, Side::No];
    if !all {
        return sides.map(|side| teams.speaker(side, round).clone()).into();
    }
    let nth = |place| sides.map(|side| teams.members(side).get(place as usize).cloned());
    (0..teams.largest()).flat_map(nth).flatten().collect()
}
