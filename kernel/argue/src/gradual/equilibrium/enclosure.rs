//! Bounds of all fixed points, by position.

use super::system::System;

/// Bounds this close count as equal.
const MET: f64 = 1e-12;

/// The most iterations for one component.
const ROUNDS: u32 = 10_000;

/// Lower and upper bounds of all fixed points.
pub(crate) struct Enclosure {
    pub(crate) low: Vec<f64>,
    pub(crate) high: Vec<f64>,
    /// The number of iterations of the slowest component.
    pub(super) rounds: u32,
}

impl Enclosure {
    pub(super) fn is_met(&self, a: usize) -> bool {
        self.low[a] >= self.high[a]
    }

    /// Returns whether there is only one fixed point.
    pub(crate) fn is_single(&self) -> bool {
        (0..self.low.len()).all(|a| self.is_met(a))
    }
}

impl System<'_> {
    /// Encloses all fixed points, one component after another, sources first.
    pub(crate) fn enclose(&self) -> Enclosure {
        let len = self.rows.len();
        let (low, high) = (vec![0.0; len], vec![1.0; len]);
        let mut enclosure = Enclosure { low, high, rounds: 1 };
        let mut next = 0;
        for component in self.cyclic {
            let (start, end) = (component.start as usize, component.end as usize);
            self.narrow(&mut enclosure, next..start);
            let mut rounds = 1;
            while self.narrow(&mut enclosure, start..end) && rounds < ROUNDS {
                rounds += 1;
            }
            enclosure.rounds = enclosure.rounds.max(rounds);
            let Enclosure { low, high, .. } = &mut enclosure;
            if (start..end).all(|a| high[a] - low[a] <= MET) {
                for a in start..end {
                    low[a] = low[a].midpoint(high[a]);
                    high[a] = low[a];
                }
            }
            next = end;
        }
        self.narrow(&mut enclosure, next..len);
        enclosure
    }

    /// Narrows the bounds of some positions once, in order, and returns whether any changed.
    fn narrow(&self, enclosure: &mut Enclosure, positions: std::ops::Range<usize>) -> bool {
        let Enclosure { low, high, .. } = enclosure;
        let mut changed = false;
        for a in positions {
            let lowest = (self.rule)(self.rows, a, self.base[a], high, low).max(low[a]);
            let highest = (self.rule)(self.rows, a, self.base[a], low, high).min(high[a]);
            // Rounding must not make the bounds cross.
            let highest = highest.max(lowest);
            changed |= lowest > low[a] || highest < high[a];
            (low[a], high[a]) = (lowest, highest);
        }
        changed
    }
}
