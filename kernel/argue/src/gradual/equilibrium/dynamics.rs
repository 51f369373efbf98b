//! The orbit of strengths from a start, and whether it converges.

use super::enclosure::Enclosure;
use super::solution::{Diagnosis, STARTS};
use super::solver::{Dynamics, Solver};
use super::system::System;
use crate::bipolar::Rows;

/// The largest change of a synchronous iteration that counts as converged.
const STILL: f64 = 1e-14;

/// The largest rate of change in continuous time that counts as converged.
const SLOW: f64 = 1e-12;

/// The smallest range of values that counts as an oscillation.
const SWING: f64 = 1e-6;

/// The smallest distance between fixed points that counts as different.
const APART: f64 = 1e-6;

/// The step of the continuous dynamics.
const STEP: f64 = 0.1;

/// Strengths of some members of a system while they are iterated; the members include all their
/// ancestors.
pub(super) struct Orbit<'a> {
    system: System<'a>,
    /// The members, ascending, and their rows among themselves.
    members: Vec<u32>,
    rows: Rows,
    base: Vec<f64>,
    strengths: Vec<f64>,
    pub(super) rounds: u32,
}

impl<'a> System<'a> {
    /// Returns all ancestors of cycles whose bounds have not met, ascending.
    pub(super) fn open(&self, enclosure: &Enclosure) -> Vec<u32> {
        let positions = self.cyclic.iter().cloned().flatten();
        let open = positions.filter(|&a| !enclosure.is_met(a as usize)).collect();
        let mut members = self.rows.ancestors(open);
        members.sort_unstable();
        members
    }

    pub(super) fn orbit(&self, members: &[u32], start: &[f64]) -> Orbit<'a> {
        let mut positions = vec![0; self.rows.len()];
        for (position, &member) in (0..).zip(members) {
            positions[member as usize] = position;
        }
        let of_members = |values: &[f64]| members.iter().map(|&a| values[a as usize]).collect();
        Orbit {
            system: *self,
            members: members.to_vec(),
            rows: self.rows.arranged(members, &positions),
            base: of_members(self.base),
            strengths: of_members(start),
            rounds: 0,
        }
    }

    /// Returns the strengths of all positions: from the bounds, from the orbit, and computed from
    /// these.
    pub(super) fn completed(&self, enclosure: &Enclosure, orbit: &Orbit) -> Vec<f64> {
        let mut strengths = enclosure.low.clone();
        for (&a, &strength) in orbit.members.iter().zip(&orbit.strengths) {
            if !enclosure.is_met(a as usize) {
                strengths[a as usize] = strength;
            }
        }
        for a in (0..self.rows.len()).filter(|&a| !enclosure.is_met(a)) {
            if orbit.members.binary_search(&(a as u32)).is_err() {
                strengths[a] = self.single(a, &strengths);
            }
        }
        strengths
    }

    /// Searches for fixed points other than `known`, starting from the bounds: all low, all high,
    /// and each of two camps high while the other is low, because arguments that attack each other
    /// are rarely strong together.
    ///
    /// If no cycle has an odd number of attacks, the two starts with camps are fixed points
    /// themselves.
    pub(super) fn others(&self, enclosure: &Enclosure, known: &[f64]) -> Vec<Vec<f64>> {
        let members = self.open(enclosure);
        let camps = self.camps(&members);
        let (low, high) = (&enclosure.low, &enclosure.high);
        let mixed = |first: &[f64], second: &[f64]| -> Vec<f64> {
            (0..camps.len()).map(|a| if camps[a] { first[a] } else { second[a] }).collect()
        };
        let starts: [Vec<f64>; STARTS] =
            [low.clone(), high.clone(), mixed(high, low), mixed(low, high)];
        let mut found = vec![known.to_vec()];
        for start in starts {
            let mut orbit = self.orbit(&members, &start);
            if orbit.run(Solver::continuous()).is_none() {
                let strengths = self.completed(enclosure, &orbit);
                if found.iter().all(|other| distance(other, &strengths) > APART) {
                    found.push(strengths);
                }
            }
        }
        found.split_off(1)
    }

    /// Divides members into two camps, such that as far as possible attacks connect the camps and
    /// supports do not.
    fn camps(&self, members: &[u32]) -> Vec<bool> {
        let mut camps: Vec<Option<bool>> = vec![None; self.rows.len()];
        for &start in members.iter().rev() {
            let mut open = vec![start];
            camps[start as usize].get_or_insert(true);
            while let Some(a) = open.pop() {
                let camp = camps[a as usize].expect("its camp is known");
                let attackers = self.rows.attackers(a as usize);
                for (index, &source) in self.rows.sources(a as usize).iter().enumerate() {
                    let slot = &mut camps[source as usize];
                    if slot.is_none() {
                        *slot = Some(camp == (index >= attackers));
                        open.push(source);
                    }
                }
            }
        }
        camps.into_iter().map(Option::unwrap_or_default).collect()
    }
}

impl Orbit<'_> {
    /// Iterates until the strengths converge; otherwise returns a diagnosis, with positions of the
    /// whole system.
    pub(super) fn run(&mut self, solver: Solver) -> Option<Diagnosis> {
        let mut next = vec![0.0; self.members.len()];
        let mut stages = Stages::new(self.members.len());
        // Brent's cycle detection: compare with strengths that are stored at each power of two.
        let mut kept = self.strengths.clone();
        let mut since = 0_u32;
        while self.rounds < solver.rounds {
            self.rounds += 1;
            match solver.dynamics {
                Dynamics::Synchronous => {
                    self.apply(&self.strengths, &mut next);
                    if distance(&self.strengths, &next) <= STILL {
                        return None;
                    }
                    std::mem::swap(&mut self.strengths, &mut next);
                    since += 1;
                    if distance(&self.strengths, &kept) <= STILL
                        && let Some(cycle) = self.cycle(since)
                    {
                        return Some(cycle);
                    }
                    if self.rounds.is_power_of_two() {
                        (kept, since) = (self.strengths.clone(), 0);
                    }
                }
                Dynamics::Continuous => {
                    if self.advance(&mut stages) < SLOW {
                        return None;
                    }
                }
            }
        }
        self.apply(&self.strengths, &mut next);
        let moving = (0..next.len()).filter(|&a| (next[a] - self.strengths[a]).abs() > SLOW);
        Some(Diagnosis::Unfinished { arguments: self.named(moving) })
    }

    /// Converts positions among the members to positions in the whole system.
    fn named(&self, positions: impl Iterator<Item = usize>) -> Vec<usize> {
        positions.map(|a| self.members[a] as usize).collect()
    }

    /// Computes f(strengths).
    fn apply(&self, strengths: &[f64], made: &mut [f64]) {
        for (a, (made, &base)) in made.iter_mut().zip(&self.base).enumerate() {
            *made = (self.system.rule)(&self.rows, a, base, strengths, strengths);
        }
    }

    /// Iterates one supposed period to find the arguments that oscillate; `None` if all change only
    /// slowly.
    fn cycle(&self, period: u32) -> Option<Diagnosis> {
        let (mut low, mut high) = (self.strengths.clone(), self.strengths.clone());
        let mut now = self.strengths.clone();
        let mut next = now.clone();
        for _ in 0..period {
            self.apply(&now, &mut next);
            std::mem::swap(&mut now, &mut next);
            for (a, &strength) in now.iter().enumerate() {
                (low[a], high[a]) = (low[a].min(strength), high[a].max(strength));
            }
        }
        let arguments = self.named((0..low.len()).filter(|&a| high[a] - low[a] > SWING));
        (!arguments.is_empty()).then_some(Diagnosis::Oscillates { period, arguments })
    }

    /// Makes one step in continuous time, and returns the greatest rate of change before it.
    ///
    /// # Source
    /// Kutta 1901, «Beitrag zur näherungsweisen Integration totaler Differentialgleichungen», the
    /// classical method of fourth order.
    fn advance(&mut self, stages: &mut Stages) -> f64 {
        let Stages { at, made, slopes } = stages;
        at.copy_from_slice(&self.strengths);
        for (stage, reach) in [0.5, 0.5, 1.0, 0.0].into_iter().enumerate() {
            self.apply(at, made);
            let slopes = &mut slopes[stage];
            for a in 0..at.len() {
                slopes[a] = made[a] - at[a];
                at[a] = self.strengths[a] + STEP * reach * slopes[a];
            }
        }
        let [first, second, third, fourth] = slopes;
        for (a, strength) in self.strengths.iter_mut().enumerate() {
            *strength += STEP / 6.0 * (first[a] + 2.0 * second[a] + 2.0 * third[a] + fourth[a]);
        }
        first.iter().fold(0.0, |fastest, slope| fastest.max(slope.abs()))
    }
}

/// The intermediate values of a Runge-Kutta step.
struct Stages {
    at: Vec<f64>,
    made: Vec<f64>,
    slopes: [Vec<f64>; 4],
}

impl Stages {
    fn new(len: usize) -> Self {
        let zeros = || vec![0.0; len];
        Self { at: zeros(), made: zeros(), slopes: [zeros(), zeros(), zeros(), zeros()] }
    }
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}
