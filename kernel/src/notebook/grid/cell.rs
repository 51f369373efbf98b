//! A cell of a table.

use serde_json::Number;

use crate::view::number;

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::notebook) enum Cell {
    /// Text, or what is shown where a number is not known.
    Text(String),
    /// A number.
    Number {
        /// Its value, with all its digits.
        value: Number,
        /// How the table shows it.
        shown: String,
    },
}

impl Cell {
    /// A whole number.
    pub(in crate::notebook) fn count(count: u64) -> Self {
        Self::Number { value: count.into(), shown: number::integer(count) }
    }

    /// A number and how it is shown; one that is not finite is only shown.
    pub(in crate::notebook) fn number(value: f64, show: impl Fn(f64) -> String) -> Self {
        let shown = show(value);
        match Number::from_f64(value) {
            Some(value) => Self::Number { value, shown },
            None => Self::Text(shown),
        }
    }

    /// A cell of a column of numbers of which only the shown text is known.
    pub(in crate::notebook) fn read(shown: String) -> Self {
        let plain = shown.replace(',', "").replace('−', "-");
        let whole = plain.parse::<u64>().ok().map(Number::from);
        let decimal = || if plain == "~0" { Some(0.0) } else { plain.parse().ok() };
        match whole.or_else(|| decimal().and_then(Number::from_f64)) {
            Some(value) => Self::Number { value, shown },
            None => Self::Text(shown),
        }
    }

    /// What is shown, and the number behind it.
    pub(super) fn into_parts(self) -> (String, Option<Number>) {
        match self {
            Self::Text(shown) => (shown, None),
            Self::Number { value, shown } => (shown, Some(value)),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_is_read_from_the_text_that_shows_it() {
        let read = |shown: &str| json!(Cell::read(shown.to_owned()).into_parts().1);
        let shown = ["0.50", "1,234", "−0.05", "+0.1", "~0", "–", "inf", "1.5 [1, 2]"];
        let numbers = json!([0.5, 1234, -0.05, 0.1, 0.0, null, null, null]);
        assert_eq!(json!(shown.map(read)), numbers);
    }
}
