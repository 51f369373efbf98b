//! Which format a file is in.

use std::fmt;

use thiserror::Error;

use super::facts::{Facts, Stop};
use super::line::lines;

/// Names a format of files that hold frameworks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// ICCMA'23: `p af N` and numbers.
    Af,
    /// ASPARTIX: `arg(a).` and `att(a,b).`.
    Apx,
    /// Trivial graph format: names, `#`, pairs.
    Tgf,
    /// Bipolar facts: `arg(a, 0.5).`, `att(a, b).` and `sup(a, b).`.
    Bag,
    /// A bipolar framework as JSON.
    Json,
}

/// Says that nobody can tell which format a file is in.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormatUnclear {
    /// There is no content, and no ending that says it.
    #[error("there is nothing in it")]
    Empty,
    /// Neither its ending nor its content says it.
    #[error("nothing says which format this is")]
    Unknown,
    /// Its ending and its content say different things.
    #[error("the file is named .{named} and looks like .{looks}")]
    Contradictory {
        /// What the ending says.
        named: Format,
        /// What the content looks like.
        looks: Format,
    },
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Af, Self::Apx, Self::Tgf, Self::Bag, Self::Json];
    /// Those that hold Dung frameworks.
    pub const DUNG: [Self; 3] = [Self::Af, Self::Apx, Self::Tgf];
    /// Those that hold bipolar frameworks.
    pub const BIPOLAR: [Self; 2] = [Self::Bag, Self::Json];

    /// The name, which is the ending of files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Af => "af",
            Self::Apx => "apx",
            Self::Tgf => "tgf",
            Self::Bag => "bag",
            Self::Json => "json",
        }
    }

    /// The name as sentences write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Af => "ICCMA'23",
            Self::Apx => "ASPARTIX",
            Self::Tgf => "trivial graph format",
            Self::Bag => ".bag",
            Self::Json => "JSON",
        }
    }

    /// The format that has this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Tells what a file of the format holds.
    pub(super) fn holds(self) -> &'static str {
        match self {
            Self::Af | Self::Apx | Self::Tgf => "attacks alone: a Dung framework",
            Self::Bag | Self::Json => "base scores, attacks and supports: a bipolar framework",
        }
    }

    pub(super) fn other_kind(self) -> &'static str {
        match self {
            Self::Af | Self::Apx | Self::Tgf => "a bipolar framework: .bag or JSON",
            Self::Bag | Self::Json => {
                "a Dung framework: ICCMA'23 (.af), ASPARTIX (.apx) or trivial graph format (.tgf)"
            }
        }
    }

    /// Tells which format a file is in, by the ending of its name and by its content.
    ///
    /// An ending that is none of [`Format::name`] says nothing. Where the content leaves it open, the ending decides, and
    /// the other way round.
    ///
    /// # Errors
    /// [`FormatUnclear`] where neither says it, or both say different things.
    ///
    /// # Examples
    /// ```
    /// use faultline_argue::format::{Format, FormatUnclear};
    ///
    /// assert_eq!(Format::of(None, b"# grounded\np af 1\n"), Ok(Format::Af));
    /// assert_eq!(Format::of(None, b"arg(a, 0.5).\n"), Ok(Format::Bag));
    /// assert_eq!(Format::of(None, b"hello\n"), Err(FormatUnclear::Unknown));
    /// let error = Format::of(Some("tgf"), b"p af 1\n").unwrap_err();
    /// assert_eq!(error.to_string(), "the file is named .tgf and looks like .af");
    /// ```
    pub fn of(ending: Option<&str>, bytes: &[u8]) -> Result<Self, FormatUnclear> {
        let named = ending.and_then(|ending| Self::from_name(&ending.to_ascii_lowercase()));
        match (named, Self::looks(bytes)) {
            (None, None) if bytes.trim_ascii().is_empty() => Err(FormatUnclear::Empty),
            (None, None) => Err(FormatUnclear::Unknown),
            (Some(named), Some(looks)) if named != looks => {
                Err(FormatUnclear::Contradictory { named, looks })
            }
            (Some(format), _) | (None, Some(format)) => Ok(format),
        }
    }

    /// What the content looks like; none where it could be several things or nothing.
    fn looks(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let sound = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
        };
        if sound.trim_ascii_start().starts_with('{') {
            return Some(Self::Json);
        }
        // A lone `#` is a comment in one format and parts arguments from attacks in another.
        let mut content = lines(sound).filter(|line| !line.starts_with('#'));
        let mut words = content.next().unwrap_or("").split_ascii_whitespace();
        if (words.next(), words.next()) == (Some("p"), Some("af")) {
            return Some(Self::Af);
        }
        if let Some(format) = facts(sound) {
            return Some(format);
        }
        let has_arguments = !lines(sound).next().unwrap_or("#").starts_with('#');
        (has_arguments && lines(sound).any(|line| line == "#")).then_some(Self::Tgf)
    }
}

/// Which of the formats made of statements a text is in, as far as its statements show it.
fn facts(text: &str) -> Option<Format> {
    Facts::new(text, Stop::Optional).map_while(Result::ok).find_map(|fact| {
        match (fact.word, fact.second) {
            ("arg", "") => Some(Format::Apx),
            ("arg" | "sup", _) => Some(Format::Bag),
            _ => None,
        }
    })
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FormatUnclear {
    /// Tells what would help.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Empty => "give a file that holds a framework",
            Self::Unknown | Self::Contradictory { .. } => {
                "say whether it is af, apx, tgf, bag or json"
            }
        }
    }
}
