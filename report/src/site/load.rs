//! Loads in words: how much of a case rests on a question.

/// The fractions that have a name.
const NAMED: [(f64, &str); 15] = [
    (0.05, "a twentieth"),
    (0.1, "a tenth"),
    (0.125, "an eighth"),
    (1.0 / 6.0, "a sixth"),
    (0.2, "a fifth"),
    (0.25, "a quarter"),
    (1.0 / 3.0, "a third"),
    (0.4, "two fifths"),
    (0.5, "half"),
    (0.6, "three fifths"),
    (2.0 / 3.0, "two thirds"),
    (0.75, "three quarters"),
    (0.8, "four fifths"),
    (0.9, "nine tenths"),
    (1.0, "all"),
];
/// The largest difference between a share and a fraction that names it exactly.
const EXACT: f64 = 0.005;
/// Below this, no fraction is near enough to be read as one.
const LEAST: f64 = 0.04;

/// A share from 0 to 1 in words: «a fifth», «about a third», «less than a twentieth».
pub(super) fn share(load: f64) -> String {
    if load < EXACT {
        return "almost nothing".to_owned();
    }
    if load < LEAST {
        return "less than a twentieth".to_owned();
    }
    let distance = |named: &&(f64, &str)| (named.0 - load).abs();
    let near = NAMED.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
    let &(fraction, name) = near.expect("fractions have names");
    if (fraction - load).abs() < EXACT { name.to_owned() } else { format!("about {name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_named_by_the_nearest_fraction() {
        for (load, expected) in [
            (0.0, "almost nothing"),
            (0.02, "less than a twentieth"),
            (0.052, "a twentieth"),
            (0.07, "about a twentieth"),
            (0.2, "a fifth"),
            (0.31, "about a third"),
            (0.5, "half"),
            (0.97, "about all"),
            (1.0, "all"),
        ] {
            assert_eq!(share(load), expected, "{load}");
        }
    }
}
