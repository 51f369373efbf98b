//! Tables of a measure at every level.

use faultline::benchmark::Measure;
use faultline::planted::Level;

use super::figure::{Figure, names};

/// A value with its interval.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    /// The value; a dash where nothing was measured.
    pub(super) value: String,
    /// The interval; empty where nothing was measured.
    pub(super) interval: String,
}

impl Cell {
    /// A value and the ends of its interval, each as it is shown.
    pub(super) fn new(value: String, [low, high]: [String; 2]) -> Self {
        Self { value, interval: format!("[{low}, {high}]") }
    }

    /// A cell without a measured value.
    pub(super) fn absent() -> Self {
        Self { value: "–".to_owned(), interval: String::new() }
    }
}

/// A table with a row for each level.
pub(super) struct Table {
    pub(super) measure: &'static str,
    pub(super) meaning: &'static str,
    pub(super) columns: Vec<String>,
    /// The name of the level, its meaning, and a cell for each column.
    pub(super) rows: Vec<(&'static str, &'static str, Vec<Cell>)>,
}

/// A measure of everything at every level.
pub(super) fn table(figures: &[Figure], measure: Measure) -> Table {
    let columns = names(figures);
    let mut rows: Vec<(&'static str, &'static str, Vec<Cell>)> = Vec::new();
    for level in &Level::ALL {
        let at: Vec<&Figure> = figures
            .iter()
            .filter(|f| f.level == level.name && f.measure == measure.name())
            .collect();
        if at.is_empty() {
            continue;
        }
        let cell = |by: &String| {
            let figure = at.iter().find(|figure| figure.by == *by);
            figure.map_or_else(Cell::absent, |Figure { value, low, high, .. }| {
                let [value, low, high] = [value, low, high].map(|number| format!("{number:.2}"));
                Cell::new(value, [low, high])
            })
        };
        rows.push((level.name, level.meaning(), columns.iter().map(cell).collect()));
    }
    Table { measure: measure.name(), meaning: measure.meaning(), columns, rows }
}
