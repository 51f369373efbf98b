//! Bootstrap intervals.

use fastrand::Rng;

/// How many samples an interval is made from.
const SAMPLES: usize = 1000;

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The figure over all items.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A figure over some items with its 95 % interval; `None` where the figure does not exist for all of them. Samples for which
/// it does not exist are left out.
///
/// # Source
/// The percentile bootstrap (Efron 1979, doi:10.1214/aos/1176344552).
pub fn bootstrap<T: Copy>(
    items: &[T],
    seed: u64,
    figure: impl Fn(&[T]) -> Option<f64>,
) -> Option<Estimate> {
    let value = figure(items)?;
    let mut rng = Rng::with_seed(seed);
    let mut samples: Vec<f64> = (0..SAMPLES)
        .filter_map(|_| {
            let sample: Vec<T> = items.iter().filter_map(|_| rng.choice(items).copied()).collect();
            figure(&sample)
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    let at = |share: f64| samples[((samples.len() - 1) as f64 * share).round() as usize];
    Some(Estimate { value, low: at(0.025), high: at(0.975) })
}
