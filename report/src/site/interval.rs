//! Shares of draws with their intervals.

use faultline::analysis::wilson;
use faultline::view::number;

/// «3 of 20 draws (95% interval 5 to 36%, Wilson)».
pub(super) fn of_draws(count: usize, draws: usize) -> String {
    let count_text = number::integer(count as u64);
    let draws_text = number::count(draws, "draw", "draws");
    let (low, high) = wilson(count, draws);
    let [low, high] = [low, high].map(|share| (100.0 * share).round() as u64);
    format!("{count_text} of {draws_text} (95% interval {low} to {high}%, Wilson)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_draws_names_its_interval_and_method() {
        assert_eq!(of_draws(0, 20), "0 of 20 draws (95% interval 0 to 16%, Wilson)");
    }
}
