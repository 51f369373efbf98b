//! Generates planted debates.

mod opinion;
mod tree;

use fastrand::Rng;

use self::opinion::Opinion;
use super::role::Role;
use super::structure::{PERSONAS, PlantedDebate, PlantedIssue};
use super::subject::{Answer, Issue, SUBJECTS};

impl PlantedDebate {
    /// Generates debate `number` of a seed.
    pub(super) fn generate(seed: u64, number: usize) -> Self {
        // Neighbouring seeds would make similar streams; a draw from each separates them.
        let seed = Rng::with_seed(seed).u64(..) ^ (number as u64 + 1);
        let rng = &mut Rng::with_seed(Rng::with_seed(seed).u64(..));
        let subject = &SUBJECTS[number % SUBJECTS.len()];
        let issues = cast(rng, &subject.issues);
        let sides = sides(rng);
        let mut opinions: Vec<Vec<Opinion>> = vec![Vec::new(); sides.len()];
        for (index, planted) in issues.iter().enumerate() {
            for (seat, opinion) in opinion::of(rng, &sides, index, planted) {
                opinions[seat].push(opinion);
            }
        }
        let speaker = |(seat, side)| tree::speaker(rng, seat, side, &opinions[seat]);
        let speakers = sides.iter().copied().enumerate().map(speaker).collect();
        let topic = format!("{}-{:03}", subject.id, number + 1);
        Self { topic, subject, issues, speakers, seed: rng.u64(..) }
    }
}

/// Chooses issues and gives each a role, in random order.
fn cast(rng: &mut Rng, issues: &'static [Issue]) -> Vec<PlantedIssue> {
    let count = rng.usize(8..=10);
    let cruxes = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4][rng.usize(..10)];
    let mut roles = vec![Role::LoadBearing; cruxes];
    roles.extend([Role::Idle, Role::Agreed]);
    let mut others = [Role::Idle, Role::Leaning, Role::Conceded, Role::OneSided, Role::Verbal];
    while roles.len() < count {
        rng.shuffle(&mut others);
        roles.extend(others);
    }
    roles.truncate(count);
    rng.shuffle(&mut roles);
    let mut issues: Vec<&Issue> = issues.iter().collect();
    rng.shuffle(&mut issues);
    issues.into_iter().zip(roles).map(|(issue, role)| PlantedIssue { issue, role }).collect()
}

/// The sides of two to four personas, in seat order. Each side has a persona.
fn sides(rng: &mut Rng) -> Vec<Answer> {
    let count = [2, 2, 2, 2, 2, 2, 3, 3, 3, PERSONAS.len()][rng.usize(..10)];
    let mut sides = vec![Answer::Yes, Answer::No];
    sides.resize_with(count, || if rng.bool() { Answer::Yes } else { Answer::No });
    rng.shuffle(&mut sides);
    sides
}
