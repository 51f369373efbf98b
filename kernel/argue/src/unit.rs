//! Numbers that cannot leave the unit interval.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Reports a number outside [0, 1].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{value} is not in [0, 1]")]
pub struct UnitError {
    /// The number as given.
    pub value: f64,
}

/// How strong an argument or a relation is.
///
/// *Range*: [0, 1]. In JSON it is a number, and reading one outside the range fails.
///
/// # Examples
/// ```
/// use faultline_argue::Strength;
///
/// assert_eq!(Strength::new(0.25)?.value(), 0.25);
/// assert!(Strength::new(1.5).is_err());
/// # Ok::<(), faultline_argue::UnitError>(())
/// ```
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Strength(f64);

impl Strength {
    /// Checks a number.
    ///
    /// # Errors
    /// [`UnitError`] outside [0, 1] and for NaN.
    pub fn new(value: f64) -> Result<Self, UnitError> {
        if (0.0..=1.0).contains(&value) { Ok(Self(value)) } else { Err(UnitError { value }) }
    }

    /// Returns the number.
    pub fn value(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Strength {
    type Error = UnitError;

    fn try_from(value: f64) -> Result<Self, UnitError> {
        Self::new(value)
    }
}

impl From<Strength> for f64 {
    fn from(strength: Strength) -> Self {
        strength.0
    }
}

impl fmt::Display for Strength {
    /// Writes two decimal places.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0)
    }
}

/// Converts a number that is known to be in the unit interval.
pub(super) fn strength(value: f64) -> Strength {
    Strength::new(value).expect("strengths are computed within the unit interval")
}

/// Converts a number that rounding may have moved out of the unit interval.
pub(super) fn clamped(value: f64) -> Strength {
    strength(value.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strength_outside_the_unit_interval_is_refused() {
        for bad in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Strength::new(bad).is_err(), "{bad}");
        }
        assert!(serde_json::from_str::<Strength>("1.01").is_err());
        assert_eq!(serde_json::from_str::<Strength>("0.25").ok(), Strength::new(0.25).ok());
    }
}
