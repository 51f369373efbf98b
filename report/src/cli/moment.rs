//! Moments as people read them.

/// A moment in UTC to the minute, such as `2026-03-14 15:09 UTC`.
///
/// *Units*: milliseconds since 1970.
///
/// # Source
/// Howard Hinnant, *chrono-compatible low-level date algorithms* (2021), `civil_from_days`.
pub(super) fn utc(millis: u64) -> String {
    let (days, minutes) = (millis / 86_400_000, millis / 60_000 % 1440);
    // The era begins on 1 March of the year 0, so that a leap day ends its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + next;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leap_days_and_ends_of_years_are_where_they_belong() {
        for (seconds, told) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (978_307_199, "2000-12-31 23:59 UTC"),
            (1_709_164_800, "2024-02-29 00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(seconds * 1000), told);
        }
    }
}
