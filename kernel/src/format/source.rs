//! The text of a file, cleaned so that it can be parsed and shown.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fault::{Fault, Faults, RelatedSpan};
use crate::vocabulary::is_hidden;

/// The maximum number of hidden characters that are reported one by one. A file with more of them
/// is probably not a text.
const MOST_HIDDEN: usize = 10;
/// The maximum size of a file that people write, about 600 pages: a larger one is a mistake, and a
/// text without tags of that size takes a quarter of a minute. *Units*: bytes.
const MOST_BYTES: usize = 1 << 20;

/// A file that could be read: without a byte order mark, with `\n` line ends, without hidden
/// characters.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// The path of the file, relative to the project root if the file is inside the project.
    pub(crate) path: PathBuf,
    /// The text.
    pub(crate) text: Arc<str>,
}

impl Source {
    /// Reads the file at `path`, relative to `root`, and adds its text to the faults, so that they
    /// can be shown in it.
    ///
    /// Returns `None`, with a fault, if the file cannot be read, is not UTF-8 or is empty. `needs`
    /// describes what an empty file should contain.
    pub(crate) fn read(root: &Path, path: &Path, needs: &str, faults: &mut Faults) -> Option<Self> {
        let path = path.strip_prefix(root).unwrap_or(path);
        match std::fs::read(root.join(path)) {
            Ok(bytes) => Self::from_bytes(path, &bytes, needs, faults),
            Err(error) => {
                faults.push(unreadable(path, &error, needs));
                None
            }
        }
    }

    /// Reads the bytes of a file as [`Source::read`] does.
    pub(crate) fn from_bytes(
        path: &Path,
        bytes: &[u8],
        needs: &str,
        faults: &mut Faults,
    ) -> Option<Self> {
        if bytes.len() > MOST_BYTES {
            let megabytes = bytes.len() as f64 / MOST_BYTES as f64;
            let fault = Fault::error(
                path,
                None,
                format!("the file has {megabytes:.1} MiB; at most 1 MiB is allowed"),
            );
            faults.push(
                fault.with_help(
                    "split it into several files, or leave out what no persona has to say",
                ),
            );
            return None;
        }
        let lossy = String::from_utf8_lossy(bytes);
        let (text, hidden) = cleaned(lossy.strip_prefix('\u{feff}').unwrap_or(&lossy));
        let source = Self { path: path.to_owned(), text: text.into() };
        faults.add_source(path, source.text.clone());
        if std::str::from_utf8(bytes).is_err() {
            let span = source.text.find('\u{fffd}').map(|start| start..start + 3);
            let fault = Fault::error(path, span, "the file is not UTF-8 text");
            faults.push(fault.with_help("save the file with the encoding UTF-8"));
            return None;
        }
        source.report_hidden(&hidden, faults);
        if source.text.trim().is_empty() {
            faults.push(Fault::error(path, None, "the file is empty").with_help(needs));
            return None;
        }
        Some(source)
    }

    fn report_hidden(&self, hidden: &[(Range<usize>, char)], faults: &mut Faults) {
        for (span, character) in hidden.iter().take(MOST_HIDDEN) {
            let message = format!("hidden character U+{:04X}", u32::from(*character));
            let help = match character {
                '\r' => "save the file with Unix (LF) or Windows (CRLF) line ends",
                _ => {
                    "delete it: readers cannot see it, and pages and prompts must show exactly what the file says"
                }
            };
            faults.push(self.error(span.clone(), message).with_help(help));
        }
        if let Some((span, _)) = hidden.get(MOST_HIDDEN) {
            let message = format!("{} more hidden characters", hidden.len() - MOST_HIDDEN);
            let fault = self.error(span.start..self.text.len(), message);
            faults.push(fault.with_help("check that this is a text file"));
        }
    }

    /// Makes an error at a span of this text.
    pub(crate) fn error(&self, span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault::error(&self.path, Some(span), message)
    }

    /// Makes an error about the file as a whole.
    pub(crate) fn whole(&self, message: impl Into<String>) -> Fault {
        Fault::error(&self.path, None, message)
    }

    /// Makes a span of this text that explains a fault.
    pub(crate) fn related(&self, span: Range<usize>, text: impl Into<String>) -> RelatedSpan {
        RelatedSpan { path: self.path.clone(), span, text: text.into() }
    }
}

/// Makes the fault of a file that cannot be read.
fn unreadable(path: &Path, error: &io::Error, needs: &str) -> Fault {
    if error.kind() == io::ErrorKind::NotFound {
        return Fault::error(path, None, "the file does not exist").with_help(needs);
    }
    if error.kind() == io::ErrorKind::IsADirectory {
        let fault = Fault::error(path, None, "this is a folder, not a file");
        return fault.with_help("move the folder away, or name a file");
    }
    let fault = Fault::error(path, None, format!("the file cannot be read: {error}"));
    fault.with_help("check that it is a file and that you may read it")
}

/// Normalises line ends and replaces hidden characters by visible ones. Returns the spans of these,
/// with the original characters.
fn cleaned(text: &str) -> (String, Vec<(Range<usize>, char)>) {
    let mut cleaned = String::with_capacity(text.len());
    let mut hidden = Vec::new();
    for character in text.replace("\r\n", "\n").chars() {
        let start = cleaned.len();
        if is_hidden(character) {
            let picture = char::from_u32(0x2400 + u32::from(character));
            cleaned.push(picture.filter(|_| character < ' ').unwrap_or('\u{fffd}'));
            hidden.push((start..cleaned.len(), character));
        } else {
            cleaned.push(character);
        }
    }
    (cleaned, hidden)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (Option<String>, Vec<String>) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("a"), bytes, "write something", &mut faults);
        let messages = faults.sorted().iter().map(|fault| fault.message.clone()).collect();
        (source.map(|source| source.text.to_string()), messages)
    }

    #[test]
    fn a_file_larger_than_a_person_writes_is_not_read() {
        let mut faults = Faults::default();
        let read = |bytes: usize, faults: &mut Faults| {
            Source::from_bytes(Path::new("a"), &vec![b'a'; bytes], "write something", faults)
        };
        assert!(read(MOST_BYTES, &mut faults).is_some() && faults.is_empty());
        assert!(read(MOST_BYTES + 1, &mut faults).is_none());
        assert_eq!(faults.sorted()[0].message, "the file has 1.0 MiB; at most 1 MiB is allowed");
    }

    #[test]
    fn a_byte_order_mark_and_windows_line_ends_are_removed() {
        assert_eq!(read(b"\xEF\xBB\xBFa\r\nb\r\n"), (Some("a\nb\n".to_owned()), vec![]));
    }

    #[test]
    fn each_hidden_character_is_a_fault_and_is_made_visible() {
        let (text, messages) = read("a\u{7}b\u{202e}c\rd".as_bytes());
        assert_eq!(text.as_deref(), Some("a\u{2407}b\u{fffd}c\u{240d}d"));
        assert_eq!(
            messages,
            ["hidden character U+0007", "hidden character U+202E", "hidden character U+000D"]
        );
    }

    #[test]
    fn other_encodings_and_empty_files_are_faults() {
        assert_eq!(read(b"caf\xE9"), (None, vec!["the file is not UTF-8 text".to_owned()]));
        assert_eq!(read(b"\n \n"), (None, vec!["the file is empty".to_owned()]));
    }
}
