//! Dates as people cite them: a year, a month or a day.

use std::fmt;
use std::str::FromStr;

use jiff::civil;
use serde::{Deserialize, Serialize};

/// A text is not a date.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a valid date: write 2024, 2024-05 or 2024-05-17")]
pub struct DateError(String);

/// A date that gives the year, the month or the day, as precisely as its author knew it.
///
/// *Shape*: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, a day of the Gregorian calendar. Dates sort as text:
/// a year sorts before its months.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Date(String);

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let day = match text.len() {
            4 => format!("{text}-01-01"),
            7 => format!("{text}-01"),
            _ => text.to_owned(),
        };
        // The parser also accepts other spellings, such as 20240517 and dates with a time.
        let is_date = day.parse().is_ok_and(|date: civil::Date| date.to_string() == day);
        if is_date { Ok(Self(text.to_owned())) } else { Err(DateError(text.to_owned())) }
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
    fn years_months_and_days_are_accepted_as_written() {
        for good in ["2024", "2024-05", "2024-12-31", "2024-02-29", "0001-01-01", "9999"] {
            assert_eq!(good.parse::<Date>().map(|date| date.to_string()), Ok(good.to_owned()));
        }
    }

    #[test]
    fn days_that_the_calendar_does_not_have_are_refused() {
        for bad in ["2024-02-30", "2024-02-31", "2023-02-29", "2024-04-31", "1900-02-29"] {
            assert_eq!(bad.parse::<Date>(), Err(DateError(bad.to_owned())));
        }
    }

    #[test]
    fn other_spellings_of_a_date_are_refused() {
        for bad in [
            "", "24", "202", "20245", "2024-13", "2024-00", "2024-5", "2024-05-32",
            "2024-05-01-01", "May 2024", "20240517", "2024-05-17T00:00", "2024-05-17 12:30",
            "2024-W05-1", "-024", "+2024", "2024-05-17Z", " 2024", "２０２４",
        ] {
            assert_eq!(bad.parse::<Date>(), Err(DateError(bad.to_owned())), "{bad}");
        }
    }

    #[test]
    fn a_year_sorts_before_its_months_and_a_month_before_its_days() {
        let dates = ["2023-12-31", "2024", "2024-01", "2024-01-01", "2024-02"];
        let parsed: Vec<Date> = dates.iter().map(|text| text.parse().unwrap()).collect();
        assert!(parsed.is_sorted());
    }
}
