//! Tables that fit the width of a terminal.

use console::{Alignment, measure_text_width, pad_str};

use super::super::terminal::{Layout, Styled, Tone};

/// Columns are this far apart.
const GAP: usize = 2;
/// The last column is wrapped if its cells fit about this many lines.
const HIGHEST: usize = 4;

/// A column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// The heading that it shares with its neighbours; may be empty.
    pub(super) group: String,
    pub(super) title: String,
    pub(super) alignment: Alignment,
}

/// A table of text. Every row has one cell for each column.
#[derive(Debug, Clone)]
pub(super) struct TextTable {
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<String>>,
}

impl TextTable {
    /// The table from column `indent`, in the first form that fits: the whole table, with narrow
    /// headings and a wrapped last column if need be; the first cell of each row on a line of its
    /// own, above the others; or every cell with its title.
    pub(super) fn render(&self, layout: Layout, indent: usize) -> String {
        if let Some((head, rows)) = self.grid(layout, indent, 0) {
            return head + &rows.concat();
        }
        let inner = indent + GAP;
        let names = self.rows.iter().map(|row| layout.indented(indent, &row[0]));
        if let Some((head, rows)) = self.grid(layout, inner, 1) {
            return head + &names.zip(rows).map(|(name, row)| name + &row).collect::<String>();
        }
        let titled = |row: &Vec<String>| {
            let filled = row.iter().zip(&self.columns).skip(1).filter(|(cell, _)| !cell.is_empty());
            let mut cells = String::new();
            for (cell, column) in filled {
                let ends_sentence = cells.is_empty() || cells.ends_with(['.', '?']);
                let gap = if ends_sentence { " " } else { "; " };
                let title = format!("{} {}", column.group, column.title);
                cells = format!("{cells}{gap}{}: {cell}", title.trim_start());
            }
            let cells = cells.trim_start();
            layout.indented(inner, Styled::toned(Tone::Faint, cells))
        };
        names.zip(self.rows.iter().map(titled)).map(|(name, cells)| name + &cells).collect()
    }

    /// The head and the rows of the table without its first `skipped` columns; nothing if they are
    /// too wide.
    fn grid(&self, layout: Layout, indent: usize, skipped: usize) -> Option<(String, Vec<String>)> {
        let columns = self.columns.get(skipped..)?;
        let widths = self.widths(skipped, layout.room(indent))?;
        let heads = columns.chunk_by(|a, b| !a.group.is_empty() && a.group == b.group);
        let mut first = 0;
        let groups = heads.map(|group| {
            let spanned = &widths[first..first + group.len()];
            first += group.len();
            let width = spanned.iter().sum::<usize>() + GAP * (spanned.len() - 1);
            (wrap(&group[0].group, width), width, Alignment::Left)
        });
        let titles = columns.iter().zip(&widths);
        let titles =
            titles.map(|(column, &width)| (wrap(&column.title, width), width, column.alignment));
        let head = [bottom(groups.collect()), bottom(titles.collect())].concat();
        let line = |line: &String| layout.line(indent, Styled::toned(Tone::Faint, line));
        let row = |row: &Vec<String>| {
            let cells = row[skipped..].iter().zip(columns).zip(&widths);
            let cells =
                cells.map(|((cell, column), &width)| (wrap(cell, width), width, column.alignment));
            let lines = top(&cells.collect());
            lines.iter().map(|line| layout.line(indent, line)).collect::<String>()
        };
        Some((head.iter().map(line).collect(), self.rows.iter().map(row).collect()))
    }

    /// The widths of the columns: as wide as cells and titles; else with titles in two lines; else
    /// with a wrapped last column as well. Nothing if even that exceeds `room`.
    fn widths(&self, skipped: usize, room: usize) -> Option<Vec<usize>> {
        let cells = |at: usize| self.rows.iter().map(move |row| measure_text_width(&row[at]));
        let cells = |at: usize| cells(at).max().unwrap_or(0);
        let title = |at: usize| measure_text_width(&self.columns[at].title);
        let in_two_lines = |at: usize| {
            let title = &self.columns[at].title;
            let longest_word = title.split(' ').map(measure_text_width).max().unwrap_or(0);
            let whole = measure_text_width(title);
            (longest_word..whole).find(|&width| wrap(title, width).len() <= 2).unwrap_or(whole)
        };
        let columns = skipped..self.columns.len();
        let gaps = GAP * columns.len().saturating_sub(1);
        let fits = |widths: &Vec<usize>| widths.iter().sum::<usize>() + gaps <= room;
        let wide: Vec<usize> = columns.clone().map(|at| cells(at).max(title(at))).collect();
        if fits(&wide) {
            return Some(wide);
        }
        let mut narrow: Vec<usize> = columns.map(|at| cells(at).max(in_two_lines(at))).collect();
        if fits(&narrow) {
            return Some(narrow);
        }
        let last = narrow.pop()?;
        let left = room.checked_sub(narrow.iter().sum::<usize>() + gaps)?;
        let words = self
            .rows
            .iter()
            .filter_map(|row| row.last()?.split(' ').max_by_key(|word| measure_text_width(word)));
        let is_text = self.columns.last()?.alignment == Alignment::Left;
        let is_low =
            last <= left * HIGHEST && words.map(measure_text_width).all(|word| word <= left);
        narrow.push(left);
        (is_text && is_low && narrow.len() > 1).then_some(narrow)
    }
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    textwrap::wrap(text, width.max(1)).into_iter().map(Into::into).collect()
}

type Cells = Vec<(Vec<String>, usize, Alignment)>;

/// Lines of cells that start in the same line.
fn top(cells: &Cells) -> Vec<String> {
    let height = cells.iter().map(|(lines, ..)| lines.len()).max().unwrap_or(0);
    let line = |at: usize| {
        let cells = cells.iter().map(|(lines, width, alignment)| {
            pad_str(lines.get(at).map_or("", String::as_str), *width, *alignment, None)
        });
        cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end().to_owned()
    };
    (0..height).map(line).filter(|line| !line.is_empty()).collect()
}

/// Lines of cells that end in the same line.
fn bottom(mut cells: Cells) -> Vec<String> {
    let height = cells.iter().map(|(lines, ..)| lines.len()).max().unwrap_or(0);
    for (lines, ..) in &mut cells {
        lines.splice(0..0, vec![String::new(); height - lines.len()]);
    }
    top(&cells)
}

#[cfg(test)]
mod tests {
    use super::super::super::terminal::Colours;
    use super::*;

    /// For terminals that are 100, 60, 38 and 26 columns wide.
    const FORMS: [&str; 4] = [
        "                 Ann
 Statement       base score  for a yes  Why
 n1 One street.         0.5       +0.1  both say so, and others said it before them
",
        "                 Ann
                  base  for a
 Statement       score    yes  Why
 n1 One street.    0.5   +0.1  both say so, and others said
                               it before them
",
        "   Ann
    base  for a
   score    yes  Why
 n1 One street.
     0.5   +0.1  both say so, and
                 others said it before
                 them
",
        " n1 One street.
   Ann base score: 0.5;
   Ann for a yes: +0.1;
   Why: both say so, and
   others said it before
   them
",
    ];

    fn table(width: usize) -> String {
        let column = |group: &str, title: &str, alignment| Column {
            group: group.to_owned(),
            title: title.to_owned(),
            alignment,
        };
        let columns = vec![
            column("", "Statement", Alignment::Left),
            column("Ann", "base score", Alignment::Right),
            column("Ann", "for a yes", Alignment::Right),
            column("", "Why", Alignment::Left),
        ];
        let row = ["n1 One street.", "0.5", "+0.1", "both say so, and others said it before them"];
        let rows = vec![row.map(str::to_owned).to_vec()];
        TextTable { columns, rows }.render(Layout::new(width, Colours::Off), 1)
    }

    #[test]
    fn a_table_takes_the_first_form_that_fits() {
        assert_eq!([100, 60, 38, 26].map(table), FORMS);
    }
}
