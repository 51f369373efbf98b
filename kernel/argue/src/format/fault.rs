use thiserror::Error;

use super::names::is_nameable;
use super::{Bearing, Format, Influence, Names};

/// Says why a file cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {cause}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1. *Units*: characters.
    pub column: usize,
    /// What is wrong there.
    pub cause: Cause,
}

/// Names what can be wrong with a file that holds a framework.
///
/// Quotations of the file are cut where they are long.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Cause {
    /// The bytes are no text.
    #[error("this is not UTF-8")]
    NotUtf8,
    /// Something else has to stand here.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What has to stand here.
        wanted: &'static str,
        /// What does.
        found: String,
        /// What would put it right.
        remedy: &'static str,
    },
    /// A word that opens a statement is not known.
    #[error("`{word}` is no statement of this format")]
    UnknownWord {
        /// The word.
        word: String,
        /// The words that are known.
        known: &'static str,
        /// The known word that it resembles.
        nearest: Option<&'static str>,
    },
    /// A name that no argument has.
    #[error("no argument is named `{name}`")]
    UnknownName {
        /// The name.
        name: String,
        /// The name that it resembles.
        nearest: Option<String>,
    },
    /// A name has a character that is not seen, or no character at all.
    #[error("a name has a character that cannot be seen: U+{character:04X}")]
    Unseen {
        /// The character.
        character: u32,
    },
    /// Two arguments have one name.
    #[error("the argument `{name}` was declared before, in line {line}")]
    NameTwice {
        /// The name.
        name: String,
        /// Where it stands first.
        line: usize,
    },
    /// A number that is no argument's.
    #[error("{number} is the number of no argument: they go from {first} to {last}")]
    OutsideRange {
        /// The number as it stands.
        number: String,
        /// The first argument's.
        first: usize,
        /// The last argument's.
        last: usize,
    },
    /// A number of an argument, and there is none.
    #[error("{number} is the number of no argument: there are none")]
    NoArguments {
        /// The number as it stands.
        number: String,
    },
    /// More arguments than memory holds.
    #[error("{count} arguments are more than there is memory for")]
    TooMany {
        /// Their number.
        count: String,
    },
    /// A score, a weight or a target that is not within the unit interval.
    #[error("{what} {value} is not a number from 0 to 1")]
    OutsideUnit {
        /// What the number is for.
        what: &'static str,
        /// The number as it stands.
        value: String,
    },
    /// A cost that nobody can pay.
    #[error("the cost {value} is not a number above 0")]
    Cost {
        /// The number as it stands.
        value: String,
    },
    /// One influence is given again.
    #[error("`{source_name}` {verb} `{target_name}` already, in line {line}")]
    Twice {
        /// Who bears.
        source_name: String,
        /// What the first of the two says: attacks or supports.
        verb: &'static str,
        /// Who is borne upon.
        target_name: String,
        /// Where the first stands.
        line: usize,
        /// Whether the two agree.
        agree: Agreement,
    },
    /// The line that parts arguments from attacks is missing.
    #[error("no line `#` parts the arguments from the attacks")]
    NoSeparator,
    /// It is no JSON, or JSON of another shape.
    #[error("{told}")]
    Json {
        /// What the JSON reader says.
        told: String,
    },
    /// Two lists belong together and are not of one length.
    #[error("`{key}` has {found} entries, and {wanted} are needed: one for each {each}")]
    Length {
        /// The list.
        key: &'static str,
        /// Its length.
        found: usize,
        /// The length it must have.
        wanted: usize,
        /// What each entry is for.
        each: &'static str,
    },
    /// A key that resembles one that is read.
    #[error("`{key}` is not read")]
    UnknownKey {
        /// The key.
        key: String,
        /// What was probably meant.
        nearest: &'static str,
    },
    /// A key that has to be there is not.
    #[error("`{key}` is missing")]
    NoKey {
        /// The key.
        key: &'static str,
    },
    /// The format cannot hold what was asked for.
    #[error("{} holds {}", format.title(), format.holds())]
    OtherKind {
        /// The format of the file.
        format: Format,
    },
}

/// Says whether two influences between the same arguments say the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// Two attacks or two supports.
    Same,
    /// An attack and a support.
    Opposite,
}

impl Cause {
    /// Tells what would put it right.
    pub fn help(&self) -> String {
        match self {
            Self::NotUtf8 => "save the file as UTF-8".to_owned(),
            Self::Expected { remedy, .. } => (*remedy).to_owned(),
            Self::UnknownWord { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}`?")
            }
            Self::UnknownWord { known, nearest: None, .. } => format!("known are {known}"),
            Self::UnknownName { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}`?")
            }
            Self::UnknownName { nearest: None, .. } => "declare it, or mend its name".to_owned(),
            Self::Unseen { .. } => "remove it, or write the name anew".to_owned(),
            Self::NameTwice { .. } => "remove one of them, or give it another name".to_owned(),
            Self::OutsideRange { .. } | Self::NoArguments { .. } => {
                "mend the number, or the number of arguments".to_owned()
            }
            Self::TooMany { .. } => "mend the number, or take a larger machine".to_owned(),
            Self::OutsideUnit { .. } => "write a number from 0 to 1, such as 0.5".to_owned(),
            Self::Cost { .. } => {
                "write a number above 0, such as 1; what must not change at all is `frozen`"
                    .to_owned()
            }
            Self::Twice { agree: Agreement::Same, .. } => "remove one of them".to_owned(),
            Self::Twice { agree: Agreement::Opposite, .. } => {
                "remove one of them: an argument attacks another or supports it, not both"
                    .to_owned()
            }
            Self::NoSeparator => "write the arguments, a line `#`, then the attacks".to_owned(),
            Self::Json { .. } => {
                r#"each key stands once, as in {"n": 2, "tau": [0.5, 0.8], "edges": [[1, 0, -1]]}"#
                    .to_owned()
            }
            Self::Length { .. } => "add what is missing, or remove what is too much".to_owned(),
            Self::UnknownKey { nearest, .. } => format!("did you mean `{nearest}`?"),
            Self::NoKey { key } => format!("add `{key}`"),
            Self::OtherKind { format } => format!("give a file that holds {}", format.other_kind()),
        }
    }

    /// Says that two influences go from the same argument to the same.
    pub(super) fn twice(
        names: &Names,
        first: &Influence,
        second: &Influence,
        first_line: usize,
    ) -> Self {
        let is_same = first.bearing == second.bearing;
        Self::Twice {
            source_name: quoted(&names.name(first.source)),
            verb: match first.bearing {
                Bearing::Attack => "attacks",
                Bearing::Support => "supports",
            },
            target_name: quoted(&names.name(first.target)),
            line: first_line,
            agree: if is_same { Agreement::Same } else { Agreement::Opposite },
        }
    }

    /// Adds a place to the cause: where `part` begins within `text`, of which it is a part.
    pub(super) fn at(self, text: &str, part: &str) -> FormatError {
        self.at_offset(text, offset(text, part))
    }

    pub(super) fn at_offset(self, text: &str, offset: usize) -> FormatError {
        let (line, column) = position(text, offset);
        FormatError { line, column, cause: self }
    }
}

/// Where a part of a text begins within it. *Units*: bytes.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Line and column of an offset.
pub(super) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// A quotation that is no longer than a reader can take in, with all that is unseen spelt out.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut quoted = String::new();
    for (index, character) in text.chars().enumerate() {
        match character {
            _ if index == LONGEST => {
                quoted.push('…');
                break;
            }
            ' ' => quoted.push(' '),
            _ if is_nameable(character) => quoted.push(character),
            _ => quoted.extend(character.escape_unicode()),
        }
    }
    quoted
}

/// What stands at a place: the word there, the end of the line or of the file.
pub(super) fn found(rest: &str) -> String {
    let rest = rest.trim_start_matches([' ', '\t']);
    let Some(first) = rest.chars().next() else { return "the end of the file".to_owned() };
    if matches!(first, '\n' | '\r') {
        return "the end of the line".to_owned();
    }
    let is_part = |c: char| c.is_alphanumeric() || "_-.+".contains(c);
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    format!("`{}`", quoted(&rest[..end.max(first.len_utf8())]))
}
