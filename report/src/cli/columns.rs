//! Tables of text: every column is as wide as its widest cell.

use console::{measure_text_width, pad_str};

pub(super) use console::Alignment;

/// The lines of a table, with its columns two spaces apart; the last column is not padded.
///
/// Colours in a cell do not count. Rows may be of different lengths; a missing cell is empty.
pub(super) fn align(rows: &[Vec<String>], columns: &[Alignment]) -> Vec<String> {
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let width = |column| cells(column).map(|cell| measure_text_width(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(columns).zip(&widths);
        let cells = cells.map(|((cell, alignment), width)| pad_str(cell, *width, *alignment, None));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// The lines of a table with names in its first column and numbers in all others.
pub(super) fn align_numbers(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut alignment = vec![Alignment::Right; columns];
    if let Some(first) = alignment.first_mut() {
        *first = Alignment::Left;
    }
    align(rows, &alignment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_without_colours() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let rows = [row(["", "calls", "known by"]), row(["\u{1b}[32mgraph\u{1b}[0m", "7", "é"])];
        let lines = align(&rows, &[Alignment::Left, Alignment::Right, Alignment::Left]);
        assert_eq!(lines, ["       calls  known by", "\u{1b}[32mgraph\u{1b}[0m      7  é"]);
    }
}
