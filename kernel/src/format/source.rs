//! The text of a file, made fit to be parsed and shown.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::fault::{Fault, Faults, Place};
use crate::vocabulary::is_hidden;

/// So many control characters are told one by one; a file with more is hardly a text.
const MOST_CONTROLS: usize = 10;

/// A file that could be read: no byte order mark, `\n` line ends, no control characters.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    /// The file, from the project root where it lies within.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) text: Arc<str>,
}

impl Source {
    /// Reads `path` (from `root`) and keeps its text with the faults.
    ///
    /// A file that cannot be read, is not UTF-8 or is empty is a fault and yields nothing. `needs` says what an empty
    /// file ought to hold.
    pub(crate) fn read(root: &Path, path: &Path, needs: &str, faults: &mut Faults) -> Option<Self> {
        let path = path.strip_prefix(root).unwrap_or(path);
        match std::fs::read(root.join(path)) {
            Ok(bytes) => Self::from_bytes(path, &bytes, needs, faults),
            Err(error) => {
                faults.push(unread(path, &error, needs));
                None
            }
        }
    }

    /// Takes the bytes of a file as [`Source::read`] does.
    pub(crate) fn from_bytes(
        path: &Path,
        bytes: &[u8],
        needs: &str,
        faults: &mut Faults,
    ) -> Option<Self> {
        let lossy = String::from_utf8_lossy(bytes);
        let (text, controls) = cleaned(lossy.strip_prefix('\u{feff}').unwrap_or(&lossy));
        let source = Self { path: path.to_owned(), text: text.into() };
        faults.add_source(path, source.text.clone());
        if std::str::from_utf8(bytes).is_err() {
            let span = source.text.find('\u{fffd}').map(|start| start..start + 3);
            let fault = Fault::error(path, span, "the file is not UTF-8 text");
            faults.push(fault.with_help("save it again with the encoding UTF-8"));
            return None;
        }
        source.tell_controls(&controls, faults);
        if source.text.trim().is_empty() {
            faults.push(Fault::error(path, None, "the file is empty").with_help(needs));
            return None;
        }
        Some(source)
    }

    fn tell_controls(&self, controls: &[(Range<usize>, char)], faults: &mut Faults) {
        for (span, character) in controls.iter().take(MOST_CONTROLS) {
            let message = format!("control character U+{:04X}", u32::from(*character));
            let help = match character {
                '\r' => "save the file with lines that end as on Unix or Windows",
                _ => {
                    "delete it; it cannot be seen, and pages and prompts must show what the file says"
                }
            };
            faults.push(self.error(span.clone(), message).with_help(help));
        }
        if let Some((span, _)) = controls.get(MOST_CONTROLS) {
            let message = format!("{} more control characters", controls.len() - MOST_CONTROLS);
            let fault = self.error(span.start..self.text.len(), message);
            faults.push(fault.with_help("is this a text file at all?"));
        }
    }

    /// An error at a place of this text.
    pub(crate) fn error(&self, span: Range<usize>, message: impl Into<String>) -> Fault {
        Fault::error(&self.path, Some(span), message)
    }

    /// An error of the file as a whole.
    pub(crate) fn whole(&self, message: impl Into<String>) -> Fault {
        Fault::error(&self.path, None, message)
    }

    /// A place of this text that explains a fault.
    pub(crate) fn place(&self, span: Range<usize>, text: impl Into<String>) -> Place {
        Place { path: self.path.clone(), span, text: text.into() }
    }
}

/// Why a file yields no bytes at all.
fn unread(path: &Path, error: &io::Error, needs: &str) -> Fault {
    if error.kind() == io::ErrorKind::NotFound {
        return Fault::error(path, None, "there is no such file").with_help(needs);
    }
    if error.kind() == io::ErrorKind::IsADirectory {
        let fault = Fault::error(path, None, "is a folder and no file");
        return fault.with_help("move it away, or name a file");
    }
    let fault = Fault::error(path, None, format!("cannot be read: {error}"));
    fault.with_help("see whether it is a file that you may read")
}

fn cleaned(text: &str) -> (String, Vec<(Range<usize>, char)>) {
    let mut cleaned = String::with_capacity(text.len());
    let mut controls = Vec::new();
    for character in text.replace("\r\n", "\n").chars() {
        let start = cleaned.len();
        if is_hidden(character) {
            let picture = char::from_u32(0x2400 + u32::from(character));
            cleaned.push(picture.filter(|_| character < ' ').unwrap_or('\u{fffd}'));
            controls.push((start..cleaned.len(), character));
        } else {
            cleaned.push(character);
        }
    }
    (cleaned, controls)
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
    fn a_byte_order_mark_and_windows_line_ends_leave_no_trace() {
        assert_eq!(read(b"\xEF\xBB\xBFa\r\nb\r\n"), (Some("a\nb\n".to_owned()), vec![]));
    }

    #[test]
    fn what_cannot_be_seen_is_told() {
        let (text, messages) = read("a\u{7}b\u{202e}c\rd".as_bytes());
        assert_eq!(text.as_deref(), Some("a\u{2407}b\u{fffd}c\u{240d}d"));
        assert_eq!(
            messages,
            ["control character U+0007", "control character U+202E", "control character U+000D"]
        );
    }

    #[test]
    fn other_encodings_and_emptiness_yield_nothing() {
        assert_eq!(read(b"caf\xE9"), (None, vec!["the file is not UTF-8 text".to_owned()]));
        assert_eq!(read(b"\n \n"), (None, vec!["the file is empty".to_owned()]));
    }
}
