//! Tables.

mod cell;
#[cfg(feature = "parquet")]
mod parquet;

use std::fmt;

use serde_json::{Number, Value, json};

pub(super) use self::cell::Cell;
use super::display::{escaped, shown};
use super::json::Json;

/// The longest cell that a terminal shows whole. *Units*: characters.
const TEXT_CELL: usize = 60;
/// The longest cell that a notebook shows whole; the rest appears on hover. *Units*: characters.
const HTML_CELL: usize = 160;

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    columns: Vec<Heading>,
    /// What the table shows.
    rows: Vec<Vec<String>>,
    /// The numbers behind it, with all their digits.
    numbers: Vec<Vec<Option<Number>>>,
    note: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Heading {
    title: String,
    is_number: bool,
}

impl Grid {
    /// A table with these columns; a title that starts with `#` is that of a column of numbers.
    pub(super) fn new<'t>(titles: impl IntoIterator<Item = &'t str>) -> Self {
        let heading = |title: &str| match title.strip_prefix('#') {
            Some(title) => Heading { title: title.to_owned(), is_number: true },
            None => Heading { title: title.to_owned(), is_number: false },
        };
        Self::of(titles.into_iter().map(heading).collect())
    }

    /// A table with these columns: the title of each, and whether it is a column of numbers.
    pub(super) fn with_columns(columns: impl IntoIterator<Item = (String, bool)>) -> Self {
        let heading = |(title, is_number)| Heading { title, is_number };
        Self::of(columns.into_iter().map(heading).collect())
    }

    fn of(columns: Vec<Heading>) -> Self {
        Self { columns, rows: Vec::new(), numbers: Vec::new(), note: String::new() }
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = impl Into<Cell>>) {
        let (shown, numbers): (Vec<_>, Vec<_>) =
            row.into_iter().map(|cell| cell.into().into_parts()).unzip();
        assert_eq!(shown.len(), self.columns.len(), "a row has a cell for each column");
        self.rows.push(shown);
        self.numbers.push(numbers);
    }

    /// Adds a sentence below the table.
    pub(super) fn noted(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The titles of the columns.
    pub fn titles(&self) -> Vec<&str> {
        self.columns.iter().map(|column| column.title.as_str()).collect()
    }

    /// What the cells show, row by row.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// The table as CSV with a line of titles. A number has all its digits, and no separators; a
    /// cell that is not a number is the text that the table shows.
    ///
    /// # Source
    /// RFC 4180, with line feeds.
    pub fn csv(&self) -> String {
        let quoted = |cell: &str| {
            if cell.contains([',', '"', '\n', '\r']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.to_owned()
            }
        };
        let line = |cells: Vec<String>| cells.join(",") + "\n";
        let value = |(shown, number): (&String, &Option<Number>)| {
            number.as_ref().map_or_else(|| quoted(shown), ToString::to_string)
        };
        let rows = self.rows.iter().zip(&self.numbers);
        let rows =
            rows.map(|(shown, numbers)| line(shown.iter().zip(numbers).map(value).collect()));
        let titles = line(self.titles().into_iter().map(quoted).collect());
        std::iter::once(titles).chain(rows).collect()
    }

    /// The table as JSON: the titles in `columns`, the cells in `rows`, the sentence below the
    /// table in `note`. A number has all its digits; a cell that is not a number, such as `–`, is
    /// the text that the table shows.
    pub fn json(&self) -> Json {
        let value = |(shown, number): (&String, &Option<Number>)| -> Value {
            number.clone().map_or_else(|| shown.as_str().into(), Value::from)
        };
        let rows = self.rows.iter().zip(&self.numbers);
        let rows = rows.map(|(shown, numbers)| shown.iter().zip(numbers).map(value).collect());
        let rows: Vec<Value> = rows.collect();
        Json(json!({ "columns": self.titles(), "rows": rows, "note": self.note }))
    }

    pub(super) fn html(&self) -> String {
        let align = |column: &Heading| if column.is_number { "right" } else { "left" };
        let cell = |tag: &str, column: &Heading, text: &str| {
            let shown = cut(text, HTML_CELL);
            let title =
                if shown == text { String::new() } else { format!(" title=\"{}\"", escaped(text)) };
            format!(
                "<{tag} style=\"text-align:{};vertical-align:top\"{title}>{}</{tag}>",
                align(column),
                escaped(&shown)
            )
        };
        let titles = self.columns.iter().map(|column| cell("th", column, &column.title));
        let row = |row: &Vec<String>| {
            let cells = self.columns.iter().zip(row).map(|(column, text)| cell("td", column, text));
            format!("<tr>{}</tr>\n", cells.collect::<String>())
        };
        let note = if self.note.is_empty() {
            String::new()
        } else {
            format!("<p style=\"opacity:.75\">{}</p>", escaped(&self.note))
        };
        format!(
            "<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>{note}",
            titles.collect::<String>(),
            self.rows.iter().map(row).collect::<String>()
        )
    }
}

/// The beginning of a text, with an ellipsis if it was longer.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &String| cut(&text.replace(['\n', '\r'], " "), TEXT_CELL);
        let rows: Vec<Vec<String>> =
            self.rows.iter().map(|row| row.iter().map(shown).collect()).collect();
        let width = |at: usize| {
            let cells = rows.iter().map(|row| row[at].chars().count());
            cells.chain([self.columns[at].title.chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let titles: Vec<String> = self.columns.iter().map(|column| column.title.clone()).collect();
        for row in std::iter::once(&titles).chain(&rows) {
            let cells =
                row.iter().zip(&widths).zip(&self.columns).map(|((cell, &width), column)| {
                    let space = " ".repeat(width - cell.chars().count());
                    if column.is_number { space + cell } else { format!("{cell}{space}") }
                });
            writeln!(f, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        if self.note.is_empty() { Ok(()) } else { writeln!(f, "{}", self.note) }
    }
}

shown!(Grid);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::number;

    fn grid() -> Grid {
        let mut grid = Grid::new(["statement", "#load"]);
        grid.push(["Shops, \"all\" of them, lose.".into(), Cell::number(0.5, number::score)]);
        grid.push(["<b>".into(), Cell::count(12)]);
        grid.noted("Two rows.")
    }

    #[test]
    fn text_is_aligned_at_the_left_and_numbers_at_the_right() {
        let expected = "statement                   load\n\
                        Shops, \"all\" of them, lose.  0.50\n\
                        <b>                           12\n\
                        Two rows.\n";
        let shown = grid().to_string();
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(squeezed(&shown), squeezed(expected));
        let ends: Vec<usize> = shown.lines().take(3).map(|line| line.chars().count()).collect();
        assert_eq!(ends, [ends[0]; 3]);
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        assert_eq!(
            grid().csv(),
            "statement,load\n\"Shops, \"\"all\"\" of them, lose.\",0.5\n<b>,12\n"
        );
    }

    #[test]
    fn data_has_the_digits_that_the_table_rounds_and_no_marks_for_readers() {
        let mut grid = Grid::new(["statement", "#load"]);
        for load in [
            Cell::number(2.0 / 3.0, number::score),
            Cell::count(1234),
            Cell::number(-0.05, number::signed),
            Cell::number(0.000_01, number::score),
            Cell::number(f64::NAN, number::measure),
            "–".into(),
            "1.5 [1, 2]".into(),
        ] {
            grid.push(["7".into(), load]);
        }
        let shown: Vec<&str> = grid.rows().iter().map(|row| row[1].as_str()).collect();
        assert_eq!(shown, ["0.67", "1,234", "−0.050", "~0", "undefined", "–", "1.5 [1, 2]"]);
        let csv = grid.csv();
        let values: Vec<&str> = csv.lines().skip(1).map(|line| &line[2..]).collect();
        let first = ["0.6666666666666666", "1234", "-0.05", "0.00001"];
        assert_eq!(values[..4], first);
        assert_eq!(values[4..], ["undefined", "–", "\"1.5 [1, 2]\""]);
        let json = grid.noted("Seven rows.").json();
        let loads: Vec<&Value> =
            json.value()["rows"].as_array().unwrap().iter().map(|row| &row[1]).collect();
        let values = json!([2.0 / 3.0, 1234, -0.05, 0.000_01, "undefined", "–", "1.5 [1, 2]"]);
        assert_eq!(json!(loads), values);
        assert_eq!(json.value()["columns"], json!(["statement", "load"]));
        assert_eq!(
            (&json.value()["rows"][0][0], &json.value()["note"]),
            (&json!("7"), &json!("Seven rows."))
        );
    }

    #[test]
    fn html_escapes_and_long_cells_are_whole_on_hover() {
        let mut grid = Grid::new(["text"]);
        let long = "é".repeat(HTML_CELL + 1);
        grid.push([long.clone()]);
        grid.push(["<script>".to_owned()]);
        let html = grid.html();
        assert!(html.contains(&format!("title=\"{long}\"")) && html.contains("é…</td>"));
        assert!(html.contains("&lt;script&gt;") && !html.contains("<script"));
        assert!(grid.to_string().lines().all(|line| line.chars().count() <= TEXT_CELL));
    }
}
