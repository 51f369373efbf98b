//! Tests and intervals of the analysis against scipy and statsmodels.
//! `tests/golden/statistics/reference.py` computed the values.

use faultline::analysis::{Mean, Resampled, holm, nested_mean, sign_flip, wilson};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    sign_flip: Vec<SignFlip>,
    holm: Vec<Holm>,
    wilson: Vec<Wilson>,
    nested_mean: Vec<NestedMean>,
}

#[derive(Deserialize)]
struct SignFlip {
    differences: Vec<f64>,
    p: f64,
}

#[derive(Deserialize)]
struct Holm {
    p: Vec<f64>,
    adjusted: Vec<f64>,
}

#[derive(Deserialize)]
struct Wilson {
    count: usize,
    all: usize,
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct NestedMean {
    blocks: Vec<Vec<f64>>,
    value: f64,
    low: f64,
    high: f64,
    /// The standard deviation of the ends between intervals from as many samples as the library
    /// draws.
    error: [f64; 2],
}

fn reference() -> Reference {
    let text = include_str!("golden/statistics/reference.json");
    serde_json::from_str(text).expect("the reference is JSON of this form")
}

#[track_caller]
fn assert_close(found: f64, expected: f64, tolerance: f64, of: &str) {
    assert!((found - expected).abs() <= tolerance, "{of}: {found}, not {expected}");
}

#[test]
fn exact_sign_flip_tests_are_those_of_scipy() {
    let cases = reference().sign_flip;
    assert!(cases.len() > 20);
    for SignFlip { differences, p } in cases {
        let found = sign_flip(&differences).expect("few blocks can be counted");
        assert_close(found, p, 1e-12, &format!("{differences:?}"));
    }
}

#[test]
fn holms_correction_is_that_of_statsmodels() {
    for Holm { p, adjusted } in reference().holm {
        for (found, expected) in holm(&p).into_iter().zip(adjusted) {
            assert_close(found, expected, 1e-12, &format!("{p:?}"));
        }
    }
}

#[test]
fn wilson_intervals_are_those_of_statsmodels() {
    for Wilson { count, all, low, high } in reference().wilson {
        let (found_low, found_high) = wilson(count, all);
        let of = format!("{count} of {all}");
        assert_close(found_low, low, 1e-7, &of);
        assert_close(found_high, high, 1e-7, &of);
    }
}

/// The library draws a fixed number of samples, so its ends differ from the reference by the error
/// of that number.
#[test]
fn nested_bootstrap_intervals_are_those_of_scipy_on_block_means() {
    for NestedMean { blocks, value, low, high, error } in reference().nested_mean {
        for seed in 1..=5 {
            let Mean { value: found, interval, .. } =
                nested_mean(&blocks, seed).expect("there are values");
            let (found_low, found_high, resampled) = interval.expect("there are several blocks");
            let of = format!("{} blocks, seed {seed}", blocks.len());
            assert_eq!(resampled, Resampled::Blocks, "{of}");
            assert_close(found, value, 1e-12, &of);
            assert_close(found_low, low, 4.0 * error[0], &of);
            assert_close(found_high, high, 4.0 * error[1], &of);
        }
    }
}
