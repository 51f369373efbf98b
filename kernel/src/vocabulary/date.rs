//! Dates as people cite them: a year, a month or a day.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Says why a text is not a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a date: write 2024, 2024-05 or 2024-05-17")]
pub struct DateError(String);

/// A date known to the year, the month or the day.
///
/// *Shape*: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Order is that of the text, so a year comes before its months.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date(String);

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let parts: Vec<&str> = text.split('-').collect();
        let digits = |part: &str, length: usize| {
            (part.len() == length && part.bytes().all(|b| b.is_ascii_digit()))
                .then(|| part.parse::<u32>().ok())
                .flatten()
        };
        let within = |index: usize, last: u32| match parts.get(index) {
            Some(part) => digits(part, 2).is_some_and(|number| (1..=last).contains(&number)),
            None => true,
        };
        let legal =
            parts.len() <= 3 && digits(parts[0], 4).is_some() && within(1, 12) && within(2, 31);
        if legal { Ok(Self(text.to_owned())) } else { Err(DateError(text.to_owned())) }
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;
    fn try_from(text: String) -> Result<Self, DateError> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_years_months_and_days_and_nothing_else() {
        for good in ["2024", "2024-05", "2024-12-31"] {
            assert_eq!(good.parse::<Date>().map(|date| date.to_string()), Ok(good.to_owned()));
        }
        for bad in
            ["", "24", "2024-13", "2024-00", "2024-5", "2024-05-32", "2024-05-01-01", "May 2024"]
        {
            assert_eq!(bad.parse::<Date>(), Err(DateError(bad.to_owned())));
        }
    }
}
