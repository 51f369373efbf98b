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
use crate::mode::events::EventInfo;
use crate::mode::procon::events::{self, RoundAnnounced, SidesAssigned};
use crate::mode::shared;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::shared::{decomposition, stop_rules};
use crate::mode::table::{Table, Unanswered};
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
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, ProtocolFailure> {
        let (topic, propositions) =
            decomposition::issues(table, decomposition::MOST_PROPOSITIONS).await?;
        let teams = Teams::of(&table.setting, self.sides);
        table.report(&SidesAssigned {
            pro: teams.pro.clone(),
            con: teams.con.clone(),
            assigned: teams.assigned.clone(),
        });
        // Every member of a team speaks.
        let rounds = if table.is_isolated() { 1 } else { self.rounds.max(teams.largest()) };
        let mut session = Session {
            mode: self,
            topic: &topic,
            teams: &teams,
            rounds,
            concessions: vec![],
            unanswered: None,
        };
        let size = DebateSize::new(&topic, table.setting.personas.len());
        // Statements are compared as soon as every persona has made some, and what was claimed
        // later after the last round.
        let rounds_until_all_spoke = teams.largest().min(rounds);
        let [first, last] = self.comparisons(size);
        let mut compared = JudgedPairs::default();
        for round in 0..rounds {
            let title = round_heading(round, rounds);
            table.report(&RoundAnnounced { round, title: title.clone() });
            for speaker in speakers(&teams, round, table.is_isolated()) {
                session.take_turn(table, &speaker).await;
            }
            let held = round + 1;
            if held == rounds_until_all_spoke {
                let when =
                    if held == rounds { ComparisonTime::AtEnd } else { ComparisonTime::Before };
                compared.compare(table, when, first, |_| true).await;
            } else if held == rounds {
                compared.compare(table, ComparisonTime::AtEnd, last, |_| true).await;
            }
            table.end_round(title, None);
        }
        if !table.turns().any(|turn| turn.speech.is_some() && turn.fate.is_kept()) {
            return Err(no_speech(table, session.unanswered.as_ref()));
        }
        let concessions = session.concessions;
        table.stay_in_last_round();
        let judged = judging::judge(table, &topic, rounds).await;
        let stop = if table.is_isolated() {
            stop_rules::isolated()
        } else {
            let (reason, rule) = (StopReason::MaxRounds, all_held(rounds));
            Stop { reason, rule, rounds: rounds - 1 }
        };
        let outcome = outcome::outcome(table, &topic, stop, teams, judged, concessions, &compared);
        Ok(Outcome { claims: propositions, ..outcome })
    }
}

/// Why no speech was kept: the lost call, or what was wrong with the last draft.
fn no_speech(table: &Table<'_>, unanswered: Option<&Unanswered>) -> ProtocolFailure {
    let what = "no side gave a speech";
    if let Some(unanswered) = unanswered {
        return ProtocolFailure::of(what, unanswered);
    }
    let lost = table.turns().filter_map(|turn| match &turn.fate {
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
