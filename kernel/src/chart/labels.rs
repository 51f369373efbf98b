//! Labels beside the ends of lines.

/// Moves labels apart: each keeps its place as far as the others leave room, and none is nearer to
/// another than `leading`. Returns the places in the order of `wanted`.
///
/// All places lie between `top` and `bottom` where there is room for all labels; otherwise they run
/// over the bottom.
pub(super) fn spread(wanted: &[f64], leading: f64, top: f64, bottom: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&one, &other| wanted[one].total_cmp(&wanted[other]).then(one.cmp(&other)));
    let mut placed = wanted.to_vec();
    let mut least = top;
    for &label in &order {
        placed[label] = placed[label].max(least);
        least = placed[label] + leading;
    }
    let mut most = bottom;
    for &label in order.iter().rev() {
        placed[label] = placed[label].min(most);
        most = placed[label] - leading;
    }
    // Without room for all, the first label stays at the top.
    let mut least = top;
    for &label in &order {
        placed[label] = placed[label].max(least);
        least = placed[label] + leading;
    }
    placed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn labels_with_room_stay_and_crowded_ones_move() {
        assert_eq!(spread(&[50.0, 10.0], 12.0, 0.0, 100.0), [50.0, 10.0]);
        assert_eq!(spread(&[50.0, 52.0], 12.0, 0.0, 100.0), [50.0, 62.0]);
        assert_eq!(spread(&[98.0, 99.0], 12.0, 0.0, 100.0), [88.0, 100.0]);
        assert_eq!(spread(&[], 12.0, 0.0, 100.0), [0.0; 0]);
    }

    proptest! {
        #[test]
        fn no_two_labels_overlap_and_their_order_stays(wanted in prop::collection::vec(0.0..100.0, 0..7)) {
            let placed = spread(&wanted, 12.0, 0.0, 100.0);
            for one in 0..wanted.len() {
                for other in 0..one {
                    prop_assert!((placed[one] - placed[other]).abs() >= 12.0 - 1e-9);
                    if (wanted[one] - wanted[other]).abs() > 0.0 {
                        prop_assert_eq!(wanted[one] < wanted[other], placed[one] < placed[other]);
                    }
                }
                prop_assert!(placed[one] >= 0.0 && placed[one] <= 100.0);
            }
        }
    }
}
