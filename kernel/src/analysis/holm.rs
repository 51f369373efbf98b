//! Holm's correction for several tests.

/// The p-values of some tests, adjusted so that the chance of any false verdict among all of them
/// is held. The order stays.
///
/// # Source
/// The step-down procedure of Holm (1979, *A simple sequentially rejective multiple test
/// procedure*, Scandinavian Journal of Statistics 6, 65–70).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        let remaining = (p_values.len() - rank) as f64;
        largest = largest.max((remaining * p_values[place]).min(1.0));
        adjusted[place] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_values_are_those_of_the_definition() {
        // By hand: 5 × 0.01, 4 × 0.02, 3 × 0.03, and then the largest so far.
        let of =
            |p: &[f64]| holm(p).into_iter().map(|p| (p * 1e6).round() / 1e6).collect::<Vec<_>>();
        assert_eq!(of(&[0.01, 0.02, 0.03, 0.04, 0.05]), [0.05, 0.08, 0.09, 0.09, 0.09]);
        assert_eq!(of(&[0.03, 0.01, 0.6, 0.8]), [0.09, 0.04, 1.0, 1.0]);
        assert_eq!(of(&[]), [0.0; 0]);
    }

    #[test]
    fn no_value_falls_and_the_order_of_the_tests_does_not_matter() {
        let p = [0.2, 0.004, 0.03, 0.03, 0.9];
        let adjusted = holm(&p);
        assert!(p.iter().zip(&adjusted).all(|(p, adjusted)| adjusted >= p && *adjusted <= 1.0));
        let reversed: Vec<f64> = p.iter().rev().copied().collect();
        assert!(holm(&reversed).iter().rev().eq(&adjusted));
        assert!((adjusted[1] - 5.0 * 0.004).abs() < 1e-12);
    }
}
