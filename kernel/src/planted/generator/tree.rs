//! Builds the tree of reasons of one persona from its opinions.

use fastrand::Rng;

use super::opinion::{Kind, Opinion};
use crate::planted::structure::{Case, Claim, MOST_CLAIMS, MOST_REASONS, Speaker, Text};
use crate::planted::subject::Answer;

/// The most issues that the statements on an issue rest on, so that there is room for a reason that
/// rests on nothing.
const MOST_BELOW: usize = MOST_REASONS - 1;

/// Makes a persona: its case in short, and its statements on each issue.
///
/// Every issue that its case rests on hangs directly below the case or below the statements on
/// another such issue. If statements on an issue rest on another one, all of them do: otherwise the
/// issue would survive in part.
pub(super) fn speaker(rng: &mut Rng, seat: usize, side: Answer, opinions: &[Opinion]) -> Speaker {
    let mut case = Case::default();
    let below = hang(rng, &mut case, opinions);
    let mut claims = Vec::new();
    for (Opinion { issue, kind }, rests_on) in opinions.iter().zip(&below) {
        let Kind::States { answer, text, .. } = *kind else { continue };
        let count = if text == Text::Answer { MOST_CLAIMS } else { 1 };
        for rank in 0..count {
            let adds_free = rests_on.is_empty() || rng.bool();
            let free = if adds_free { vec![(rank + seat) % 2] } else { Vec::new() };
            let rests_on = rests_on.clone();
            claims.push(Claim {
                issue: *issue,
                answer,
                text,
                rank,
                rests_on,
                free,
                grants: Vec::new(),
            });
        }
    }
    grant(rng, &mut claims, opinions);
    Speaker { side, case, claims }
}

/// Adds every issue that the case rests on to the tree. Returns the issues that the statements of
/// each opinion rest on.
fn hang(rng: &mut Rng, case: &mut Case, opinions: &[Opinion]) -> Vec<Vec<usize>> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); opinions.len()];
    let states = |bearing: bool| {
        opinions.iter().enumerate().filter(move |(_, opinion)| match opinion.kind {
            Kind::States { bears, .. } => bears == bearing,
            Kind::Grants(_) => false,
        })
    };
    let mut bearing: Vec<usize> = states(true).map(|(place, _)| place).collect();
    rng.shuffle(&mut bearing);
    let mut parents: Vec<usize> = Vec::new();
    for place in bearing {
        let Opinion { issue, kind } = &opinions[place];
        let free: Vec<usize> =
            parents.iter().copied().filter(|parent| below[*parent].len() < MOST_BELOW).collect();
        let is_full = case.rests_on.len() == MOST_REASONS;
        if free.is_empty() || (!is_full && rng.f64() < 0.55) {
            case.rests_on.push(*issue);
        } else {
            below[free[rng.usize(..free.len())]].push(*issue);
        }
        // A point that both sides make supports no other statement.
        if matches!(kind, Kind::States { text: Text::Answer, .. }) {
            parents.push(place);
        }
    }
    let room = MOST_REASONS - case.rests_on.len();
    case.free = (0..room.min(2)).filter(|_| case.rests_on.is_empty() || rng.bool()).collect();
    // Statements on which nothing rests may rest on issues of the tree.
    for (place, opinion) in states(false) {
        if !parents.is_empty() && matches!(opinion.kind, Kind::States { text: Text::Answer, .. }) {
            let parent = parents[rng.usize(..parents.len())];
            if rng.f64() < 0.3 {
                below[place].push(opinions[parent].issue);
            }
        }
    }
    below
}

/// Adds the concessions to the statements: to those on the issue itself, or else to all of one
/// other issue.
fn grant(rng: &mut Rng, claims: &mut [Claim], opinions: &[Opinion]) {
    for Opinion { issue, kind } in opinions {
        let Kind::Grants(answer) = kind else { continue };
        let own = claims.iter().any(|claim| claim.issue == *issue);
        let hosts: Vec<usize> = claims.iter().map(|claim| claim.issue).collect();
        let host = if own { *issue } else { hosts[rng.usize(..hosts.len())] };
        for claim in claims.iter_mut().filter(|claim| claim.issue == host) {
            claim.grants.push((*issue, *answer));
        }
    }
}
