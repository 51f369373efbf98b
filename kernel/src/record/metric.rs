//! Numbers that a mode reports about a debate.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The values that suggest a good debate; a guide and not a verdict.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimRange {
    /// Greater than this number.
    Above(f64),
    /// This number or greater.
    AtLeast(f64),
    /// From the first number to the second.
    Between(f64, f64),
}

impl AimRange {
    /// Whether a value is in the range.
    pub fn contains(self, value: f64) -> bool {
        match self {
            Self::Above(low) => value > low,
            Self::AtLeast(low) => value >= low,
            Self::Between(low, high) => (low..=high).contains(&value),
        }
    }
}

impl AimRange {
    /// Whether all of the range is above a value that it does not contain.
    pub fn is_above(self, value: f64) -> bool {
        match self {
            Self::Above(low) => value <= low,
            Self::AtLeast(low) | Self::Between(low, _) => value < low,
        }
    }
}

impl fmt::Display for AimRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Above(low) => write!(f, "above {low}"),
            Self::AtLeast(low) => write!(f, "{low} or more"),
            Self::Between(low, high) => write!(f, "{low} to {high}"),
        }
    }
}

/// A measure that a mode reports.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Metric {
    /// Its name.
    pub name: String,
    /// Its value; none if it is not defined for this debate.
    pub value: Option<f64>,
    /// What it counts or measures, as a clause.
    pub meaning: String,
    /// The range that suggests a good debate, as a clause; it is a guide and not a verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// The same range as numbers, where it has some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<AimRange>,
}

impl Metric {
    /// Whether the value is outside the range that suggests a good debate.
    pub fn misses_its_aim(&self) -> bool {
        self.value.zip(self.range).is_some_and(|(value, range)| !range.contains(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_misses_its_aim_outside_the_range() {
        let cases = [
            (0.05, Some(AimRange::Above(0.05)), true),
            (0.06, Some(AimRange::Above(0.05)), false),
            (-0.1, Some(AimRange::AtLeast(0.0)), true),
            (0.0, Some(AimRange::AtLeast(0.0)), false),
            (0.05, Some(AimRange::Between(0.1, 0.3)), true),
            (0.4, Some(AimRange::Between(0.1, 0.3)), true),
            (0.2, Some(AimRange::Between(0.1, 0.3)), false),
            (9.0, None, false),
        ];
        for (value, range, misses) in cases {
            let (name, meaning) = (String::new(), String::new());
            let metric = Metric { name, value: Some(value), meaning, aim: None, range };
            assert_eq!(metric.misses_its_aim(), misses, "{value} and {range:?}");
        }
    }

    #[test]
    fn a_range_is_shown_in_words() {
        let shown = [AimRange::Above(0.05), AimRange::AtLeast(0.0), AimRange::Between(1.5, 3.0)];
        assert_eq!(shown.map(|range| range.to_string()), ["above 0.05", "0 or more", "1.5 to 3"]);
    }
}
