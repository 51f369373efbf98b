//! Detection of the format of a file.

use thiserror::Error;

use super::facts::{Facts, FullStop};
use super::kind::Format;
use super::lines::lines;

/// Errors of [`Format::detect`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DetectError {
    /// The file is empty, and its extension is not that of a format.
    #[error("the file is empty")]
    Empty,
    /// Neither the extension nor the content shows the format.
    #[error("the format of the file is unclear")]
    Unknown,
    /// The extension and the content show different formats.
    #[error("the file has the extension .{named}, but its content looks like .{looks}")]
    Contradictory {
        /// The format of the extension.
        named: Format,
        /// The format of the content.
        looks: Format,
    },
}

impl Format {
    /// Detects the format of a file by its extension and by its content.
    ///
    /// An extension that is not a [`Format::name`] is ignored. If the content is ambiguous, the
    /// extension decides, and the other way round.
    ///
    /// # Errors
    /// [`DetectError`] if neither shows the format, or if both contradict each other.
    ///
    /// # Examples
    /// ```
    /// use faultline_argue::format::{Format, DetectError};
    ///
    /// assert_eq!(Format::detect(None, b"# grounded\np af 1\n"), Ok(Format::Af));
    /// assert_eq!(Format::detect(None, b"arg(a, 0.5).\n"), Ok(Format::Bag));
    /// assert_eq!(Format::detect(None, b"hello\n"), Err(DetectError::Unknown));
    /// let error = Format::detect(Some("tgf"), b"p af 1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "the file has the extension .tgf, but its content looks like .af");
    /// ```
    pub fn detect(extension: Option<&str>, bytes: &[u8]) -> Result<Self, DetectError> {
        let named =
            extension.and_then(|extension| Self::from_name(&extension.to_ascii_lowercase()));
        match (named, Self::looks(bytes)) {
            (None, None) if bytes.trim_ascii().is_empty() => Err(DetectError::Empty),
            (None, None) => Err(DetectError::Unknown),
            (Some(named), Some(looks)) if named != looks => {
                Err(DetectError::Contradictory { named, looks })
            }
            (Some(format), _) | (None, Some(format)) => Ok(format),
        }
    }

    /// Guesses the format from the content; `None` if it is ambiguous.
    fn looks(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let valid = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
        };
        if valid.trim_ascii_start().starts_with('{') {
            return Some(Self::Json);
        }
        // A lone `#` is a comment in ICCMA'23 and separates arguments from attacks in TGF.
        let mut content = lines(valid).filter(|line| !line.starts_with('#'));
        let mut words = content.next().unwrap_or("").split_ascii_whitespace();
        if (words.next(), words.next()) == (Some("p"), Some("af")) {
            return Some(Self::Af);
        }
        if let Some(format) = facts(valid) {
            return Some(format);
        }
        let has_arguments = !lines(valid).next().unwrap_or("#").starts_with('#');
        (has_arguments && lines(valid).any(|line| line == "#")).then_some(Self::Tgf)
    }
}

/// Distinguishes the formats made of statements by the first statement that differs.
fn facts(text: &str) -> Option<Format> {
    Facts::new(text, FullStop::Optional).map_while(Result::ok).find_map(|fact| {
        match (fact.word, fact.second) {
            ("arg", "") => Some(Format::Apx),
            ("arg" | "sup", _) => Some(Format::Bag),
            _ => None,
        }
    })
}

impl DetectError {
    /// Returns what to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty => "choose a file with a framework",
            Self::Unknown | Self::Contradictory { .. } => {
                "name the format: af, apx, tgf, bag or json"
            }
        }
    }
}
