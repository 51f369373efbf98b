//! Packing of components into a page column.

/// Packs rectangles into a column `column` px wide, `gap` px apart. Returns their upper left
/// corners.
///
/// Tall rectangles come first, equals in their given order; each takes the highest, then leftmost
/// free position. A rectangle wider than the column widens the drawing.
pub(super) fn pack(sizes: &[(f64, f64)], column: f64, gap: f64) -> Vec<(f64, f64)> {
    let mut turn: Vec<usize> = (0..sizes.len()).collect();
    turn.sort_by(|&a, &b| sizes[b].1.total_cmp(&sizes[a].1).then(a.cmp(&b)));
    let column = sizes.iter().map(|size| size.0).fold(column, f64::max) + gap;
    // The skyline: (left end, height below which all space is used), ascending by left end.
    let mut sky: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    let mut corners = vec![(0.0, 0.0); sizes.len()];
    for index in turn {
        let (width, height) = (sizes[index].0 + gap, sizes[index].1 + gap);
        let top = |x: f64| {
            let ends = sky.iter().skip(1).map(|step| step.0).chain([column]);
            let spans = sky.iter().zip(ends);
            let under = spans.filter(|(step, end)| step.0 < x + width - 1e-6 && *end > x + 1e-6);
            under.map(|(step, _)| step.1).fold(0.0, f64::max)
        };
        let places = sky.iter().map(|step| step.0).filter(|x| x + width <= column + 1e-6);
        let best = places
            .map(|x| (top(x), x))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let (y, x) = best.unwrap_or((0.0, 0.0));
        corners[index] = (x, y);
        raise(&mut sky, x, x + width, y + height, column);
    }
    corners
}

fn raise(sky: &mut Vec<(f64, f64)>, left: f64, right: f64, height: f64, column: f64) {
    let behind = sky.iter().rev().find(|step| step.0 <= right + 1e-6).map_or(0.0, |step| step.1);
    sky.retain(|step| step.0 < left - 1e-6 || step.0 > right + 1e-6);
    sky.push((left, height));
    if right < column - 1e-6 {
        sky.push((right, behind));
    }
    sky.sort_by(|a, b| a.0.total_cmp(&b.0));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apart(a: ((f64, f64), (f64, f64)), b: ((f64, f64), (f64, f64)), gap: f64) -> bool {
        let clear = |x: f64, w: f64, y: f64| x + w + gap <= y + 1e-6;
        let ((ax, ay), (aw, ah)) = a;
        let ((bx, by), (bw, bh)) = b;
        clear(ax, aw, bx) || clear(bx, bw, ax) || clear(ay, ah, by) || clear(by, bh, ay)
    }

    #[test]
    fn rectangles_keep_their_gap_and_stay_in_the_column() {
        let sizes: Vec<(f64, f64)> = (0..60_u32)
            .map(|i| (f64::from(60 + i * 37 % 400), f64::from(40 + i * 53 % 300)))
            .collect();
        let corners = pack(&sizes, 1080.0, 24.0);
        for a in 0..sizes.len() {
            assert!(corners[a].0 + sizes[a].0 <= 1080.0 + 1e-6);
            for b in 0..a {
                assert!(apart((corners[a], sizes[a]), (corners[b], sizes[b]), 24.0), "{a} {b}");
            }
        }
        let area: f64 = sizes.iter().map(|size| (size.0 + 24.0) * (size.1 + 24.0)).sum();
        let height = corners.iter().zip(&sizes).map(|(c, s)| c.1 + s.1).fold(0.0, f64::max);
        assert!(area / (1080.0 * height) > 0.7, "{}", area / (1080.0 * height));
    }

    #[test]
    fn equal_rectangles_form_rows_in_order() {
        let corners = pack(&[(200.0, 80.0); 7], 700.0, 20.0);
        let rows: Vec<_> = corners.iter().map(|corner| (corner.1, corner.0)).collect();
        assert!(rows.is_sorted_by(|a, b| a < b), "{rows:?}");
        assert_eq!(corners[3], (0.0, 100.0));
    }

    #[test]
    fn a_wide_rectangle_widens_the_drawing() {
        assert_eq!(pack(&[(2000.0, 50.0), (100.0, 50.0)], 700.0, 20.0)[1], (0.0, 70.0));
    }
}
