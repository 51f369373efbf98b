//! Shapley values.

use super::effect::Effect;
use super::error::AttributionError;
use super::game::Game;
use crate::gradual::Diagnosis;

/// The most players for which all coalitions are evaluated.
const EXACT: usize = 16;

/// How Shapley values are sampled if there are too many coalitions to evaluate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// How many random orders of all players are drawn. *Range*: 2 and more.
    pub permutations: u32,
    /// The seed: the same seed draws the same orders.
    pub seed: u64,
}

/// The Shapley value of each player, a set of influences. Influences of no player are always
/// present.
///
/// # Source
/// Shapley 1953, «A value for n-person games», doi:10.1515/9781400881970-018. Sampling by orders:
/// Castro, Gómez and Tejada 2009, «Polynomial calculation of the Shapley value based on sampling»,
/// doi:10.1016/j.cor.2008.04.004.
pub(super) fn values(
    game: &mut Game,
    players: &[Vec<usize>],
    sampling: Sampling,
) -> Result<Vec<Effect>, AttributionError> {
    let found = if players.len() <= EXACT {
        exact(game, players)
    } else if sampling.permutations < 2 {
        return Err(AttributionError::TooFew { permutations: sampling.permutations });
    } else {
        sampled(game, players, sampling)
    };
    for player in players {
        game.restore(player);
    }
    Ok(found.unwrap_or_else(|open| vec![Effect::Undefined(open); players.len()]))
}

fn exact(game: &mut Game, players: &[Vec<usize>]) -> Result<Vec<Effect>, Diagnosis> {
    let count = players.len();
    let mut coalition_values = vec![0.0; 1 << count];
    let mut coalition = coalition_values.len() - 1;
    // In Gray code order, consecutive coalitions differ by one player.
    for step in 1..=coalition_values.len() {
        coalition_values[coalition] = game.value()?;
        let changing = (step.trailing_zeros() as usize).min(count.saturating_sub(1));
        let Some(player) = players.get(changing) else { break };
        coalition ^= 1 << changing;
        if coalition >> changing & 1 == 1 {
            game.restore(player);
        } else {
            game.remove(player);
        }
    }
    // size! (count - size - 1)! / count!
    let mut weights = vec![1.0 / count as f64; count];
    for size in 1..count {
        weights[size] = weights[size - 1] * size as f64 / (count - size) as f64;
    }
    let value = |player: usize| {
        let without = (0..coalition_values.len()).filter(|coalition| coalition >> player & 1 == 0);
        let gain = |c: usize| {
            weights[c.count_ones() as usize]
                * (coalition_values[c | 1 << player] - coalition_values[c])
        };
        Effect::Exact(without.map(gain).sum())
    };
    Ok((0..count).map(value).collect())
}

fn sampled(
    game: &mut Game,
    players: &[Vec<usize>],
    sampling: Sampling,
) -> Result<Vec<Effect>, Diagnosis> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    let mut draw = Draw(sampling.seed);
    let mut sums = vec![(0.0, 0.0); players.len()];
    for sample in 1..=sampling.permutations {
        for last in (1..order.len()).rev() {
            order.swap(last, draw.below(last + 1));
        }
        for player in players {
            game.remove(player);
        }
        let mut value = game.value()?;
        for &player in &order {
            game.restore(&players[player]);
            let joined = game.value()?;
            // Welford's running mean and sum of squares.
            let (mean, squares) = &mut sums[player];
            let off = joined - value - *mean;
            *mean += off / f64::from(sample);
            *squares += off * (joined - value - *mean);
            value = joined;
        }
    }
    let count = f64::from(sampling.permutations);
    let effect = |(value, squares): (f64, f64)| Effect::Estimated {
        value,
        error: (squares / (count - 1.0) / count).sqrt(),
    };
    Ok(sums.into_iter().map(effect).collect())
}

/// A pseudorandom number generator.
///
/// # Source
/// SplitMix64: Steele, Lea and Flood 2014, «Fast splittable pseudorandom number generators»,
/// doi:10.1145/2714064.2660195.
struct Draw(u64);

impl Draw {
    /// Draws a number from 0 to `count` - 1.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        ((u128::from(bits) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradual::oracle::OracleInput;
    use crate::gradual::{Gradual, Solver};
    use crate::oracle::Dice;

    #[test]
    fn sampled_shapley_values_are_within_their_standard_errors() {
        let mut dice = Dice::new(41);
        let (mut within, mut beyond) = (0, 0);
        for seed in 0..40 {
            let bipolar = OracleInput::draw(&mut dice, 6).build();
            let mut game = Game::new(&bipolar, &[0], Gradual::Qe, Solver::continuous());
            let players: Vec<Vec<usize>> = (0..game.weights.len()).map(|edge| vec![edge]).collect();
            let sampling = Sampling { permutations: 400, seed };
            let exact = exact(&mut game, &players).unwrap();
            let estimates = sampled(&mut game, &players, sampling).unwrap();
            assert_eq!(sampled(&mut game, &players, sampling).unwrap(), estimates);
            for (exact, estimate) in exact.iter().zip(estimates) {
                let (Effect::Exact(exact), Effect::Estimated { value, error }) = (exact, estimate)
                else {
                    panic!("each as it was computed");
                };
                let off = (value - exact).abs();
                *(if off <= 3.0 * error + 1e-12 { &mut within } else { &mut beyond }) += 1;
            }
        }
        assert!(within > 30 && beyond * 50 <= within, "{within} {beyond}");
    }

    #[test]
    fn sampling_needs_two_permutations() {
        let edges = (1..18).map(|a| crate::Influence::attack(a, 0));
        let half = crate::unit::strength(0.5);
        let bipolar = crate::Bipolar::new(&[half; 18], edges).unwrap();
        let mut game = Game::new(&bipolar, &[0], Gradual::Qe, Solver::continuous());
        let players: Vec<Vec<usize>> = (0..17).map(|edge| vec![edge]).collect();
        let refused = values(&mut game, &players, Sampling { permutations: 1, seed: 1 });
        assert_eq!(refused, Err(AttributionError::TooFew { permutations: 1 }));
    }
}
