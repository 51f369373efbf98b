//! What the personas of a debate think about an issue of a given role.

use fastrand::Rng;

use crate::planted::role::Role;
use crate::planted::structure::{PlantedIssue, Text};
use crate::planted::subject::Answer;

/// What a persona thinks about an issue.
#[derive(Debug, Clone)]
pub(super) struct Opinion {
    pub(super) issue: usize,
    pub(super) kind: Kind,
}

/// A statement or a concession.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// The persona makes statements on the issue.
    States {
        answer: Answer,
        text: Text,
        /// Whether its case rests on them.
        bears: bool,
    },
    /// The persona grants this answer. It does so in a statement on another issue unless it has one
    /// on this issue.
    Grants(Answer),
}

/// The opinions on an issue, each with the seat of its persona.
pub(super) fn of(
    rng: &mut Rng,
    sides: &[Answer],
    issue: usize,
    planted: &PlantedIssue,
) -> Vec<(usize, Opinion)> {
    let camp = if rng.bool() { Answer::Yes } else { Answer::No };
    let other = camp.opposite();
    let answer = |side| planted.issue.answer_of(side);
    let (own, opposite) = (answer(camp), answer(other));
    let sometimes = rng.bool();
    let first = |side| sides.iter().position(|taken| *taken == side).into_iter().collect();
    let (members, others) = (camp_of(rng, sides, camp), camp_of(rng, sides, other));
    let states = |answer, bears| Kind::States { answer, text: Text::Answer, bears };
    let files = |answer, wording, bears| Kind::States { answer, text: Text::Point(wording), bears };
    let groups: Vec<(Vec<usize>, Kind)> = match planted.role {
        Role::LoadBearing => vec![(members, states(own, true)), (others, states(opposite, true))],
        Role::Leaning => vec![(members, states(own, true)), (others, states(opposite, false))],
        Role::Idle => vec![(members, states(own, false)), (others, states(opposite, false))],
        Role::Agreed => vec![(members, states(own, sometimes)), (others, states(own, false))],
        Role::Conceded => {
            let mut groups = vec![(members, states(own, sometimes))];
            if rng.bool() {
                groups.push((first(other), states(opposite, false)));
            }
            groups.push((first(other), Kind::Grants(own)));
            groups
        }
        Role::OneSided => vec![(first(camp), states(own, sometimes))],
        Role::Verbal => vec![
            (first(camp), files(own, 0, sometimes)),
            (first(other), files(opposite, 1, sometimes)),
        ],
    };
    let opinions = |(seats, kind): (Vec<usize>, Kind)| {
        seats.into_iter().map(move |seat| (seat, Opinion { issue, kind: kind.clone() }))
    };
    groups.into_iter().flat_map(opinions).collect()
}

/// The personas of a side that speak about an issue: the first, and each of the others with a
/// chance of three in four.
fn camp_of(rng: &mut Rng, sides: &[Answer], side: Answer) -> Vec<usize> {
    let members = sides.iter().enumerate().filter(|(_, taken)| **taken == side);
    let members = members.map(|(seat, _)| seat).enumerate();
    members.filter(|(rank, _)| *rank == 0 || rng.f64() < 0.75).map(|(_, seat)| seat).collect()
}
