//! Reads CSV files, with errors that name the file, the line, the cause and the remedy.

use std::fs;
use std::path::{Path, PathBuf};

use csv::{ErrorKind, ReaderBuilder, StringRecord};

/// An error in a file that a user provides.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {cause}")]
pub struct InvalidFile {
    /// The file, with the line where one is to blame.
    pub place: String,
    /// What is wrong.
    pub cause: String,
    /// What to do about it.
    pub help: String,
}

impl InvalidFile {
    /// An error in a file.
    pub fn new(
        path: &Path,
        line: Option<u64>,
        cause: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        let place = format!("{}{line}", path.display());
        Self { place, cause: cause.into(), help: help.into() }
    }
}

/// The rows of a CSV file.
#[derive(Debug)]
pub(crate) struct CsvFile {
    pub(crate) path: PathBuf,
    pub(crate) header: Vec<String>,
    rows: Vec<StringRecord>,
}

/// Whether the first row of a file names its columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Header {
    /// It does, and all rows have the same length.
    Present,
    /// It does not, and rows may have different lengths.
    Absent,
}

impl CsvFile {
    /// Reads a file.
    ///
    /// # Errors
    /// The file cannot be read, is not UTF-8, names a column twice, or a row has more or fewer
    /// values than the header.
    pub(crate) fn read(path: &Path, header: Header) -> Result<Self, InvalidFile> {
        let error = |line, cause: String, help: &str| InvalidFile::new(path, line, cause, help);
        let bytes = fs::read(path).map_err(|cause| {
            error(None, format!("cannot be read: {cause}"), "check the folder and its permissions")
        })?;
        let text = std::str::from_utf8(&bytes).map_err(|cause| {
            let before = String::from_utf8_lossy(&bytes[..cause.valid_up_to()]);
            let line = 1 + before.matches('\n').count() as u64;
            error(Some(line), "the text is not UTF-8".to_owned(), "save the file as UTF-8")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if let Some(line) = open_quote(text) {
            let cause = "the double quote that opens a value here is never closed";
            let help = "close it, or double it where it belongs to the value";
            return Err(error(Some(line), cause.to_owned(), help));
        }
        let has_header = header == Header::Present;
        let mut reader = ReaderBuilder::new()
            .has_headers(has_header)
            .flexible(!has_header)
            .from_reader(text.as_bytes());
        let fault = |cause: csv::Error| {
            let line = cause.position().map(csv::Position::line);
            let message = if let ErrorKind::UnequalLengths { expected_len, len, .. } = cause.kind()
            {
                format!("the row has {len} values, but the header names {expected_len} columns")
            } else {
                cause.to_string()
            };
            let help = "enclose a value that contains commas or line ends in double quotes, and double the quotes in it";
            error(line, message, help)
        };
        let mut columns: Vec<String> = Vec::new();
        if has_header {
            for name in reader.headers().map_err(fault)? {
                let name = name.trim().to_owned();
                if columns.contains(&name) {
                    let cause = format!("the column `{name}` occurs twice");
                    return Err(error(Some(1), cause, "remove one of the two columns"));
                }
                columns.push(name);
            }
        }
        let rows = reader.records().collect::<Result<_, _>>().map_err(fault)?;
        Ok(Self { path: path.to_owned(), header: columns, rows })
    }

    /// The rows.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|record| Row { file: self, record })
    }

    /// The index of a column, if the file has it.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.header.iter().position(|column| column == name)
    }

    /// The index of a column.
    ///
    /// # Errors
    /// The file does not have it.
    pub(crate) fn required(&self, name: &str, help: &str) -> Result<usize, InvalidFile> {
        self.column(name).ok_or_else(|| {
            let cause = format!("the column `{name}` is missing");
            InvalidFile::new(&self.path, Some(1), cause, help)
        })
    }
}

/// The line on which a quoted value begins that nothing ends, counted from 1. The rest of the file
/// would be one value.
fn open_quote(text: &str) -> Option<u64> {
    let (mut line, mut opened, mut begins_value) = (1, None, true);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        line += u64::from(letter == '\n');
        match (letter, opened) {
            ('"', Some(_)) if letters.peek() == Some(&'"') => {
                letters.next();
            }
            ('"', Some(_)) => opened = None,
            ('"', None) if begins_value => opened = Some(line),
            _ => {}
        }
        begins_value = matches!(letter, ',' | '\n' | '\r');
    }
    opened
}

/// A row of a CSV file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'f> {
    file: &'f CsvFile,
    record: &'f StringRecord,
}

impl<'f> Row<'f> {
    /// The value in a column, without the spaces around it; empty where the row is shorter.
    pub(crate) fn value(&self, column: usize) -> &'f str {
        self.record.get(column).unwrap_or_default().trim()
    }

    /// The values from a column on.
    pub(crate) fn values_from(&self, column: usize) -> impl Iterator<Item = &'f str> {
        self.record.iter().skip(column)
    }

    /// An error in this row.
    pub(crate) fn error(&self, cause: impl Into<String>, help: impl Into<String>) -> InvalidFile {
        let line = self.record.position().map(csv::Position::line);
        InvalidFile::new(&self.file.path, line, cause, help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], header: Header) -> Result<Vec<Vec<String>>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.csv");
        fs::write(&path, text).unwrap();
        let values = |row: Row<'_>| row.values_from(0).map(str::to_owned).collect();
        let prefix = format!("{}/", folder.path().display());
        match CsvFile::read(&path, header) {
            Ok(file) => Ok(file.rows().map(values).collect()),
            Err(error) => Err(error.to_string().replace(&prefix, "")),
        }
    }

    #[test]
    fn values_may_contain_commas_quotes_and_line_ends() {
        let text = b"\xef\xbb\xbfid,text\r\n1,\"Trams, \"\"late\"\" ones\nand buses\"\n";
        let row = ["1", "Trams, \"late\" ones\nand buses"].map(str::to_owned).to_vec();
        assert_eq!(read(text, Header::Present), Ok(vec![row]));
        let short = vec![vec!["a".to_owned(), "b".to_owned()], vec!["c".to_owned()]];
        assert_eq!(read(b"a,b\nc\n", Header::Absent), Ok(short));
    }

    #[test]
    fn an_error_names_the_file_and_the_line() {
        for (text, message) in [
            (
                &b"id,text\n1,One\n2,Two, three\n"[..],
                "some.csv:3: the row has 3 values, but the header names 2 columns",
            ),
            (b"id,text\n1,One\n2,\xff\n", "some.csv:3: the text is not UTF-8"),
            (
                b"id,text\n1,\"One\"\n2,\"Two\n3,Three\n",
                "some.csv:3: the double quote that opens a value here is never closed",
            ),
            (b"id,id\n1,2\n", "some.csv:1: the column `id` occurs twice"),
        ] {
            assert_eq!(read(text, Header::Present).unwrap_err(), message);
        }
    }
}
