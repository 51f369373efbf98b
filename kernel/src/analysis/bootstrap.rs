//! Bootstrap intervals.

use std::fmt;

use serde::Serialize;

use crate::view::number;

/// The number of samples from which a bootstrap interval is made.
pub const SAMPLES: usize = 10_000;
/// Values that differ by less, relative to the larger one, are equal: sums in another order differ
/// so little.
const TOLERANCE: f64 = 1e-9;

/// A figure with its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure over all items.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A figure over some items with its 95% interval; `None` where the figure does not exist for all
/// of them. Samples for which it does not exist are left out.
///
/// # Source
/// The percentile bootstrap (Efron 1979, doi:10.1214/aos/1176344552).
pub fn bootstrap<T: Copy>(
    items: &[T],
    seed: u64,
    figure: impl Fn(&[T]) -> Option<f64>,
) -> Option<Estimate> {
    let value = figure(items)?;
    let mut draws = fastrand::Rng::with_seed(seed);
    let mut sample = items.to_vec();
    let mut samples: Vec<f64> = (0..SAMPLES)
        .filter_map(|_| {
            sample.fill_with(|| items[draws.usize(0..items.len())]);
            figure(&sample)
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    let at = |share: f64| samples[((samples.len() - 1) as f64 * share).round() as usize];
    Some(Estimate { value, low: at(0.025), high: at(0.975) })
}

/// What an interval was sampled from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Resampled {
    /// Whole blocks: the interval covers the differences between blocks.
    Blocks,
    /// The debates of the only block: the interval covers the differences between its replicates,
    /// and says nothing about other blocks.
    Replicates,
}

/// A mean over blocks with its 95% interval, where there is enough to make one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mean {
    /// The mean of the means of the blocks, so that each block counts the same.
    pub value: f64,
    /// The interval, and what it was sampled from; `None` if nothing varies that could be sampled:
    /// for a single value, for equal values, and for several blocks with equal means.
    pub interval: Option<(f64, f64, Resampled)>,
    /// Whether all values are equal, as a single value is.
    pub is_constant: bool,
    /// The number of blocks.
    pub blocks: usize,
    /// The number of values.
    pub values: usize,
}

/// The mean with its interval: «0.50 [0.40 to 0.60]».
impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&number::measure(self.value))?;
        self.interval.map_or(Ok(()), |(low, high, _)| {
            write!(f, " [{} to {}]", number::measure(low), number::measure(high))
        })
    }
}

/// The mean of values that are nested in blocks; `None` without a value. Blocks without a value are
/// left out.
///
/// The values of one block depend on each other. Therefore whole blocks are sampled, each with all
/// of its values. With few blocks such an interval is too narrow, so it must be read with the
/// number of blocks. Blocks with equal means give no interval: every sample would have the same
/// mean, and an interval without width would claim to be certain.
///
/// # Source
/// The cluster bootstrap (Davison and Hinkley 1997, *Bootstrap Methods and their Application*,
/// section 3.8, doi:10.1017/CBO9780511802843): clusters are sampled with replacement, and the
/// values within a cluster are not.
pub fn nested_mean(blocks: &[Vec<f64>], seed: u64) -> Option<Mean> {
    let means: Vec<f64> = blocks.iter().filter_map(|block| mean(block)).collect();
    let values = blocks.iter().map(Vec::len).sum();
    let value = mean(&means)?;
    let all = blocks.concat();
    let is_constant = are_equal(&all);
    let number = means.len();
    let (sampled, resampled) =
        if number == 1 { (all, Resampled::Replicates) } else { (means, Resampled::Blocks) };
    let interval = if are_equal(&sampled) { None } else { bootstrap(&sampled, seed, mean) };
    let interval = interval.map(|Estimate { low, high, .. }| (low, high, resampled));
    Some(Mean { value, interval, is_constant, blocks: number, values })
}

fn are_equal(values: &[f64]) -> bool {
    let is_equal =
        |pair: &[f64]| (pair[0] - pair[1]).abs() <= TOLERANCE * pair[0].abs().max(pair[1].abs());
    values.windows(2).all(is_equal)
}

/// The mean; `None` without values.
pub(super) fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_gives_each_block_the_same_weight_and_samples_whole_blocks() {
        let blocks = [vec![1.0, 1.0, 1.0, 1.0], vec![3.0], vec![]];
        let found = nested_mean(&blocks, 1).unwrap();
        assert_eq!((found.value, found.blocks, found.values), (2.0, 2, 5));
        // Two blocks give three samples: (1,1), (1,3) and (3,3), with shares 1/4, 1/2, 1/4.
        assert_eq!(found.interval, Some((1.0, 3.0, Resampled::Blocks)));
        assert_eq!(found.to_string(), "2 [1 to 3]");
    }

    #[test]
    fn repeating_every_value_of_a_block_changes_neither_mean_nor_interval() {
        let blocks: Vec<Vec<f64>> = (0..12).map(|n| vec![f64::from(n % 5), f64::from(n)]).collect();
        let repeated: Vec<Vec<f64>> = blocks.iter().map(|block| block.repeat(10)).collect();
        let (one, ten) = (nested_mean(&blocks, 3).unwrap(), nested_mean(&repeated, 3).unwrap());
        let ((low, high, _), (low_10, high_10, _)) = (one.interval.unwrap(), ten.interval.unwrap());
        assert!((one.value - ten.value).abs() < 1e-12);
        assert!((low - low_10).abs() < 1e-12 && (high - high_10).abs() < 1e-12);
    }

    #[test]
    fn the_interval_of_a_single_block_covers_its_replicates_and_a_single_value_has_none() {
        let one = nested_mean(&[vec![2.0, 4.0]], 1).unwrap();
        assert_eq!(one.interval, Some((2.0, 4.0, Resampled::Replicates)));
        assert_eq!(nested_mean(&[vec![2.0]], 1).unwrap().interval, None);
        assert_eq!(nested_mean(&[vec![]], 1), None);
        assert_eq!(nested_mean(&[], 1), None);
    }

    #[test]
    fn equal_means_of_blocks_give_no_interval_and_do_not_make_different_values_constant() {
        let of = |blocks: &[Vec<f64>]| {
            let found = nested_mean(blocks, 1).unwrap();
            (found.to_string(), found.interval, found.is_constant)
        };
        assert_eq!(of(&[vec![1.0, 3.0], vec![2.0, 2.0]]), ("2".to_owned(), None, false));
        assert_eq!(of(&[vec![2.0, 2.0], vec![2.0]]), ("2".to_owned(), None, true));
        assert_eq!(of(&[vec![2.0, 2.0, 2.0]]), ("2".to_owned(), None, true));
        // Sums in another order: (0.1 + 0.2 + 0.3) / 3 is not exactly (0.3 + 0.2 + 0.1) / 3.
        assert_eq!(of(&[vec![0.1, 0.2, 0.3], vec![0.3, 0.2, 0.1]]).1, None);
    }

    #[test]
    fn the_interval_of_a_mean_is_that_of_normal_theory_where_there_are_many_blocks() {
        // The values 0 to 399 once each: standard deviation 115.47, standard error 5.77.
        let blocks: Vec<Vec<f64>> = (0..400).map(|n| vec![f64::from(n)]).collect();
        let (low, high, _) = nested_mean(&blocks, 5).unwrap().interval.unwrap();
        assert!((low - (199.5 - 1.96 * 5.77)).abs() < 1.5, "{low}");
        assert!((high - (199.5 + 1.96 * 5.77)).abs() < 1.5, "{high}");
    }
}
