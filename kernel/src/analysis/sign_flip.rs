//! The exact paired test by flipping signs.

/// The largest number of blocks with a difference for which every choice of signs is counted. With
/// more blocks the differences must be fractions with one small denominator.
pub const MOST_BLOCKS: usize = 32;
/// The largest common denominator that is tried.
const LARGEST_DENOMINATOR: u32 = 5040;
/// The largest number of steps of the dynamic programme: blocks times possible sums.
const MOST_STEPS: f64 = 5e7;
/// Sums that differ by less, relative to the sum of all differences, are equal.
const TOLERANCE: f64 = 1e-9;

/// The two-sided p-value of paired differences, one for each block: the share of all choices of
/// signs whose sum is at least as far from zero as the observed sum. It is exact. `None` where it
/// cannot be counted: more than [`MOST_BLOCKS`] blocks, and differences that have no small common
/// denominator.
///
/// Up to [`MOST_BLOCKS`] blocks all choices of signs are enumerated, in two halves. Above that the
/// distribution of sums is computed by dynamic programming over whole numbers.
///
/// # Source
/// Fisher 1935, *The Design of Experiments*, section 21; Pagano and Tritchler 1983
/// (doi:10.1080/01621459.1983.10477990) for the computation over whole numbers.
pub fn sign_flip(differences: &[f64]) -> Option<f64> {
    let sizes: Vec<f64> = differences.iter().map(|d| d.abs()).filter(|d| *d > 0.0).collect();
    let total: f64 = sizes.iter().sum();
    let observed = differences.iter().sum::<f64>().abs();
    // The sum of the sizes with a negative sign is so small or so large in a sum that is as far
    // from zero as the observed one.
    let slack = TOLERANCE * total;
    let low = (total - observed) / 2.0 + slack;
    if low + slack >= total / 2.0 {
        return Some(1.0);
    }
    if sizes.len() <= MOST_BLOCKS {
        Some(2.0 * enumerated(&sizes, low))
    } else {
        whole_numbers(&sizes)
            .map(|(sizes, denominator)| 2.0 * distributed(&sizes, low * f64::from(denominator)))
    }
}

/// The share of all subsets whose sum is at most `limit`.
fn enumerated(sizes: &[f64], limit: f64) -> f64 {
    let (one, other) = sizes.split_at(sizes.len() / 2);
    let (one, mut other) = (subset_sums(one), subset_sums(other));
    other.sort_by(f64::total_cmp);
    let count = |sum: &f64| other.partition_point(|rest| sum + rest <= limit);
    let subsets: usize = one.iter().map(count).sum();
    subsets as f64 / (one.len() as f64 * other.len() as f64)
}

fn subset_sums(sizes: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0];
    for size in sizes {
        let with: Vec<f64> = sums.iter().map(|sum| sum + size).collect();
        sums.extend(with);
    }
    sums
}

/// The sizes as whole numbers over their smallest common denominator, if it is small enough.
fn whole_numbers(sizes: &[f64]) -> Option<(Vec<usize>, u32)> {
    let is_whole = |value: f64| (value - value.round()).abs() < 1e-7;
    let fits = |denominator: &u32| {
        let scaled = |size: &f64| size * f64::from(*denominator);
        sizes.iter().all(|size| is_whole(scaled(size)))
    };
    let denominator = (1..=LARGEST_DENOMINATOR).find(fits)?;
    let scaled: Vec<usize> =
        sizes.iter().map(|size| (size * f64::from(denominator)).round() as usize).collect();
    let steps = scaled.len() as f64 * scaled.iter().sum::<usize>() as f64;
    (steps <= MOST_STEPS).then_some((scaled, denominator))
}

/// The share of all subsets whose sum is at most `limit`, from the distribution of sums.
fn distributed(sizes: &[usize], limit: f64) -> f64 {
    let total: usize = sizes.iter().sum();
    let mut shares = vec![0.0_f64; total + 1];
    shares[0] = 1.0;
    let mut reached = 0;
    for size in sizes {
        for sum in (0..=reached).rev() {
            let half = shares[sum] / 2.0;
            shares[sum] = half;
            shares[sum + size] += half;
        }
        reached += size;
    }
    let within = shares.iter().enumerate().take_while(|(sum, _)| *sum as f64 <= limit + 0.5e-3);
    within.map(|(_, share)| share).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every choice of signs, one after the other.
    fn brute_force(differences: &[f64]) -> f64 {
        let observed = differences.iter().sum::<f64>().abs();
        let all = 1_u32 << differences.len();
        let is_extreme = |signs: &u32| {
            let signed = differences.iter().enumerate();
            let sum: f64 = signed.map(|(bit, d)| if signs >> bit & 1 == 1 { *d } else { -d }).sum();
            sum.abs() >= observed - 1e-9
        };
        f64::from((0..all).filter(is_extreme).count() as u32) / f64::from(all)
    }

    /// Fisher's analysis of Darwin's fifteen pairs of maize plants, in eighths of an inch: 1,726 of
    /// 32,768 choices.
    const DARWIN: [f64; 15] =
        [49., -67., 8., 16., 6., 23., 28., 41., 14., 29., 56., 24., 75., 60., -48.];

    #[test]
    fn the_p_value_of_darwins_maize_is_that_of_fisher() {
        assert_eq!(sign_flip(&DARWIN), Some(1726.0 / 32768.0));
        let (sizes, denominator) = whole_numbers(&DARWIN.map(f64::abs)).unwrap();
        assert_eq!(denominator, 1);
        let observed: f64 = DARWIN.iter().sum();
        let total: f64 = DARWIN.iter().map(|d| d.abs()).sum();
        let by_distribution = 2.0 * distributed(&sizes, (total - observed) / 2.0);
        assert!((by_distribution - 1726.0 / 32768.0).abs() < 1e-12);
    }

    #[test]
    fn p_values_are_those_of_brute_force() {
        let mut rng = fastrand::Rng::with_seed(11);
        for round in 0..300 {
            let scale = if round % 2 == 0 { 1.0 } else { 3.0 };
            let differences: Vec<f64> =
                (0..rng.usize(1..12)).map(|_| f64::from(rng.i32(-4..5)) / scale).collect();
            let (found, expected) = (sign_flip(&differences).unwrap(), brute_force(&differences));
            assert!((found - expected).abs() < 1e-12, "{differences:?}: {found}, {expected}");
        }
    }

    #[test]
    fn the_smallest_p_value_of_n_blocks_is_two_to_the_one_minus_n() {
        for n in 1..=40_i32 {
            let differences: Vec<f64> = (0..n).map(|n| 1.0 + f64::from(n % 3)).collect();
            let found = sign_flip(&differences).unwrap();
            assert!((found / 2_f64.powi(1 - n) - 1.0).abs() < 1e-9, "{n}: {found}");
        }
    }

    #[test]
    fn signs_order_and_blocks_without_difference_change_nothing() {
        let p = sign_flip(&DARWIN);
        assert_eq!(sign_flip(&DARWIN.map(|d| -d)), p);
        assert_eq!(sign_flip(&[&DARWIN[7..], &DARWIN[..7]].concat()), p);
        assert_eq!(sign_flip(&[&DARWIN[..], &[0.0; 30]].concat()), p);
        assert_eq!(sign_flip(&[]), Some(1.0));
        assert_eq!(sign_flip(&[0.0, 0.0]), Some(1.0));
        assert_eq!(sign_flip(&[1.0, -1.0]), Some(1.0));
    }

    #[test]
    fn more_blocks_than_can_be_enumerated_need_a_common_denominator() {
        let thirds: Vec<f64> = (0..60).map(|n| f64::from(n % 7) / 3.0 - 0.5).collect();
        let sum: f64 = thirds.iter().sum();
        let deviation = thirds.iter().map(|d| d * d).sum::<f64>().sqrt();
        assert!(sum / deviation > 4.0);
        let p = sign_flip(&thirds).unwrap();
        assert!(p > 1e-8 && p < 1e-4, "{p}");
        let irrational: Vec<f64> = (1..60).map(|n| f64::from(n).sqrt()).collect();
        assert_eq!(sign_flip(&irrational), None);
    }
}
