//! The only place where numbers become text for readers.

/// Writes a whole number with a comma between thousands.
pub fn integer(number: u64) -> String {
    digits(&number.to_string())
}

/// Rounds an estimate to its first three digits.
pub fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (number + unit / 2) / unit * unit
}

/// Writes a whole number of any length, given as decimal digits, with a comma between thousands.
pub fn digits(number: &str) -> String {
    if !number.bytes().all(|b| b.is_ascii_digit()) {
        return number.to_owned();
    }
    let mut grouped = String::with_capacity(number.len() * 4 / 3);
    for (index, digit) in number.chars().enumerate() {
        if index > 0 && (number.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Writes a score in [0, 1] with two places; below 0.1 with two significant digits, and `~0` for
/// less than 0.0001.
pub fn score(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || size >= 0.0995 {
        format!("{value:.2}")
    } else if size < 0.0001 {
        "~0".to_owned()
    } else {
        format!("{value:.*}", 1 + (-size.log10().floor()) as usize)
    }
}

/// Writes a score in [-1, 1] with its sign.
pub fn signed(value: f64) -> String {
    let sign = if value < -0.0001 {
        "−"
    } else if value > 0.0001 {
        "+"
    } else {
        ""
    };
    format!("{sign}{}", score(value.abs()))
}

/// Writes a measured number with a comma between thousands: whole numbers without decimals, others
/// with two places; below 0.1 like a score.
pub fn measure(value: f64) -> String {
    if !value.is_finite() {
        return "undefined".to_owned();
    }
    if value != 0.0 && value.abs() < 0.0995 {
        return format!("{}{}", if value < -0.0001 { "−" } else { "" }, score(value.abs()));
    }
    let rounded = (value * 100.0).round() / 100.0;
    let sign = if rounded < 0.0 { "−" } else { "" };
    let text = format!("{:.2}", rounded.abs());
    match text.split_once('.') {
        Some((whole, "00")) => format!("{sign}{}", digits(whole)),
        Some((whole, decimals)) => format!("{sign}{}.{decimals}", digits(whole)),
        None => format!("{sign}{}", digits(&text)),
    }
}

/// Writes a count with its noun: `1 crux`, `2 cruxes`.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", integer(number as u64), if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_thousands_at_any_length() {
        assert_eq!(integer(0), "0");
        assert_eq!(integer(999), "999");
        assert_eq!(integer(1_234_567), "1,234,567");
        assert_eq!(
            digits("1267650600228229401496703205376"),
            "1,267,650,600,228,229,401,496,703,205,376"
        );
        assert_eq!(digits("more than 9"), "more than 9");
    }

    #[test]
    fn measures_drop_trailing_zeros_and_the_sign_of_zero() {
        assert_eq!(measure(3.0), "3");
        assert_eq!(measure(0.333_3), "0.33");
        assert_eq!(measure(-0.001), "−0.0010");
        assert_eq!(measure(-0.000_01), "~0");
        assert_eq!(measure(-0.0), "0");
        assert_eq!(measure(-1234.5), "−1,234.50");
        assert_eq!([16449.0, 23_107.75].map(measure), ["16,449", "23,107.75"]);
        assert_eq!(measure(f64::NAN), "undefined");
    }

    #[test]
    fn only_a_count_of_one_takes_the_singular() {
        assert_eq!(count(0, "crux", "cruxes"), "0 cruxes");
        assert_eq!(count(1, "crux", "cruxes"), "1 crux");
        assert_eq!(count(1300, "crux", "cruxes"), "1,300 cruxes");
    }

    #[test]
    fn small_numbers_keep_two_significant_digits() {
        let written = [0.0, 0.5, 0.996, 0.0994, 0.05, 0.0123, 0.004_56, 0.000_02].map(score);
        assert_eq!(written, ["0.00", "0.50", "1.00", "0.099", "0.050", "0.012", "0.0046", "~0"]);
        assert_eq!([0.03, -0.2, 0.0].map(signed), ["+0.030", "−0.20", "0.00"]);
        assert_eq!([0.004, -0.004, 2.0].map(measure), ["0.0040", "−0.0040", "2"]);
    }
}
