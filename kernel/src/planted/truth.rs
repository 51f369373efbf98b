//! What is true of a planted debate.
//!
//! **Position.** A persona's position on an issue is the answer of its statements there. It has
//! none if it says nothing about the issue, if what it says is a point that another persona makes
//! too, or if it grants the other answer.
//!
//! **Load** of an issue for a persona, by intervention: the issue is answered the other way.
//! Everything that rests on it is lost. An issue is lost for the persona if each of its statements
//! there has a reason that rests on a lost issue; this is repeated until nothing more is lost. The
//! load is the share of the reasons of its case in short that rest on lost issues. So it is 1 if
//! the whole case depends on the issue. Reasons that rest on no issue are never lost.
//!
//! **Crux.** An issue is a crux if of two personas with opposite positions on it both have load
//! there. Its score is the mean load over the personas that have a position on it.

use super::role::Role;
use super::structure::{Claim, PlantedDebate, PlantedIssue, Speaker, Text};
use super::subject::Answer;

/// What is true of one issue.
#[derive(Debug, Clone, PartialEq)]
pub struct IssueTruth {
    /// The id of the issue, which is the id of its axis.
    pub axis: &'static str,
    /// Its role in the debate.
    pub role: Role,
    /// The position of each persona, in seat order.
    pub positions: Vec<Option<Answer>>,
    /// The load for each persona, in seat order. *Range*: 0 to 1.
    pub loads: Vec<f64>,
}

impl IssueTruth {
    /// Whether it is a crux.
    pub fn is_crux(&self) -> bool {
        let bears = |side: Answer| {
            let mut personas = self.positions.iter().zip(&self.loads);
            personas.any(|(position, load)| *position == Some(side) && *load > 0.0)
        };
        bears(Answer::Yes) && bears(Answer::No)
    }

    /// Its score as a crux; 0 if it is not one. *Range*: 0 to 1.
    pub fn score(&self) -> f64 {
        if !self.is_crux() {
            return 0.0;
        }
        let held = self.positions.iter().zip(&self.loads).filter(|(held, _)| held.is_some());
        let (count, sum) =
            held.fold((0.0, 0.0), |(count, sum), (_, load)| (count + 1.0, sum + load));
        sum / count
    }

    /// Whether two personas have opposite positions.
    pub fn is_disputed(&self) -> bool {
        [Answer::Yes, Answer::No].iter().all(|side| self.positions.contains(&Some(*side)))
    }
}

/// What is true of each issue of a debate, in the order of its topic.
pub fn of(debate: &PlantedDebate) -> Vec<IssueTruth> {
    let truth = |(index, planted): (usize, &PlantedIssue)| IssueTruth {
        axis: &planted.issue.id,
        role: planted.role,
        positions: debate.speakers.iter().map(|speaker| position(speaker, index)).collect(),
        loads: debate.speakers.iter().map(|speaker| load(speaker, index)).collect(),
    };
    debate.issues.iter().enumerate().map(truth).collect()
}

fn position(speaker: &Speaker, issue: usize) -> Option<Answer> {
    let claim = speaker.claims.iter().find(|claim| claim.issue == issue)?;
    let gives_up = |other: &Claim| other.grants.contains(&(issue, claim.answer.opposite()));
    match claim.text {
        Text::Point(_) => None,
        Text::Answer if speaker.claims.iter().any(gives_up) => None,
        Text::Answer => Some(claim.answer),
    }
}

fn load(speaker: &Speaker, issue: usize) -> f64 {
    let mut lost = vec![issue];
    loop {
        let is_lost = |claim: &Claim| claim.rests_on.iter().any(|below| lost.contains(below));
        let statements = |issue: usize| speaker.claims.iter().filter(move |s| s.issue == issue);
        let new = speaker
            .claims
            .iter()
            .map(|claim| claim.issue)
            .find(|&issue| !lost.contains(&issue) && statements(issue).all(is_lost));
        match new {
            Some(issue) => lost.push(issue),
            None => break,
        }
    }
    let case = &speaker.case;
    let fallen = case.rests_on.iter().filter(|below| lost.contains(below)).count();
    fallen as f64 / (case.rests_on.len() + case.free.len()) as f64
}

#[cfg(test)]
mod tests {
    use super::super::structure::Case;
    use super::*;

    /// A statement on an issue, and the issues on which it rests.
    fn states(issue: usize, answer: Answer, rests_on: &[usize]) -> Claim {
        let rests_on = rests_on.to_vec();
        Claim { issue, answer, text: Text::Answer, rank: 0, rests_on, free: vec![], grants: vec![] }
    }

    fn speaker(case: &[usize], free: usize, claims: Vec<Claim>) -> Speaker {
        let case = Case { rests_on: case.to_vec(), free: (0..free).collect() };
        Speaker { side: Answer::Yes, case, claims }
    }

    #[test]
    fn the_load_of_an_issue_is_the_share_of_the_case_that_falls_with_it() {
        use Answer::Yes;
        let direct = vec![states(0, Yes, &[]), states(1, Yes, &[])];
        let chain = vec![states(0, Yes, &[1]), states(1, Yes, &[2]), states(2, Yes, &[])];
        let half_kept = vec![states(0, Yes, &[1]), states(0, Yes, &[]), states(1, Yes, &[])];
        let fork = vec![states(0, Yes, &[2]), states(1, Yes, &[2]), states(2, Yes, &[])];
        let cycle = vec![states(0, Yes, &[1]), states(1, Yes, &[0])];
        let apart = vec![states(0, Yes, &[]), states(1, Yes, &[0])];
        for (what, case, free, claims, loads) in [
            ("one pillar", &[0][..], 0, &direct, &[1.0, 0.0][..]),
            ("two pillars", &[0, 1], 0, &direct, &[0.5, 0.5]),
            ("a pillar and a free reason", &[0], 1, &direct, &[0.5, 0.0]),
            ("only free reasons", &[], 2, &direct, &[0.0, 0.0]),
            ("a chain", &[0], 0, &chain, &[1.0, 1.0, 1.0]),
            ("a statement that rests on nothing saves the issue", &[0], 0, &half_kept, &[1.0, 0.0]),
            ("two pillars on one ground", &[0, 1], 1, &fork, &[1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0]),
            ("a cycle", &[0], 1, &cycle, &[0.5, 0.5]),
            ("what rests on a pillar carries nothing", &[0], 0, &apart, &[1.0, 0.0]),
        ] {
            let speaker = speaker(case, free, claims.clone());
            let found: Vec<f64> = (0..loads.len()).map(|issue| load(&speaker, issue)).collect();
            assert_eq!(found, loads, "{what}");
        }
    }

    #[test]
    fn a_shared_point_and_a_granted_answer_are_not_positions() {
        let plain = states(0, Answer::Yes, &[]);
        let point = Claim { text: Text::Point(0), ..plain.clone() };
        let grants = |answer| Claim { grants: vec![(0, answer)], ..plain.clone() };
        for (claim, expected) in [
            (plain.clone(), Some(Answer::Yes)),
            (point, None),
            (grants(Answer::No), None),
            (grants(Answer::Yes), Some(Answer::Yes)),
        ] {
            assert_eq!(position(&speaker(&[0], 0, vec![claim]), 0), expected);
        }
        assert_eq!(position(&speaker(&[0], 0, vec![plain]), 1), None);
    }

    #[test]
    fn an_issue_is_a_crux_if_it_has_load_on_both_sides() {
        use Answer::{No, Yes};
        let issue = |positions: &[Option<Answer>], loads: &[f64]| {
            let (positions, loads) = (positions.to_vec(), loads.to_vec());
            let issue = IssueTruth { axis: "a", role: Role::Idle, positions, loads };
            (issue.is_disputed(), issue.is_crux(), issue.score())
        };
        assert_eq!(issue(&[Some(Yes), Some(No)], &[1.0, 0.5]), (true, true, 0.75));
        assert_eq!(issue(&[Some(Yes), Some(No)], &[1.0, 0.0]), (true, false, 0.0));
        assert_eq!(issue(&[Some(Yes), Some(Yes)], &[1.0, 0.5]), (false, false, 0.0));
        assert_eq!(issue(&[Some(Yes), None], &[1.0, 0.5]), (false, false, 0.0));
        assert_eq!(issue(&[Some(Yes), Some(No), None], &[0.5, 0.5, 0.0]), (true, true, 0.5));
        assert_eq!(issue(&[Some(Yes), Some(No), Some(No)], &[0.5, 1.0, 0.0]), (true, true, 0.5));
    }
}
