//! Errors of files, with line, column, cause and remedy.

use thiserror::Error;

use super::kind::Format;
use super::names::{Names, is_nameable};
use crate::{Influence, InfluenceKind};

/// Why a file cannot be read, and where.
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

/// The errors that a file of a framework can have.
///
/// Long quotations from the file are shortened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Cause {
    /// The bytes are not text.
    #[error("the file is not UTF-8")]
    NotUtf8,
    /// Something else is expected here.
    #[error("expected {wanted}, found {found}")]
    Expected {
        /// What is expected.
        wanted: &'static str,
        /// What is there.
        found: String,
        /// How to fix it.
        remedy: &'static str,
    },
    /// A statement starts with an unknown word.
    #[error("`{word}` is not a statement of this format")]
    UnknownWord {
        /// The word.
        word: String,
        /// The known words.
        known: &'static str,
        /// The known word most similar to it.
        nearest: Option<&'static str>,
    },
    /// No argument has this name.
    #[error("there is no argument named `{name}`")]
    UnknownName {
        /// The name.
        name: String,
        /// The name most similar to it.
        nearest: Option<String>,
    },
    /// A name contains an invisible character.
    #[error("the name contains the invisible character U+{character:04X}")]
    InvisibleCharacter {
        /// The character.
        character: u32,
    },
    /// Two arguments have the same name.
    #[error("the argument `{name}` is already declared in line {line}")]
    NameTwice {
        /// The name.
        name: String,
        /// The line of the first declaration.
        line: usize,
    },
    /// A number is not the number of an argument.
    #[error("there is no argument {number}: arguments are numbered from {first} to {last}")]
    OutsideRange {
        /// The number as written.
        number: String,
        /// The number of the first argument.
        first: usize,
        /// The number of the last argument.
        last: usize,
    },
    /// An argument is referred to, but there are none.
    #[error("there is no argument {number}: the framework has no arguments")]
    NoArguments {
        /// The number as written.
        number: String,
    },
    /// There are more arguments than fit into memory.
    #[error("{count} arguments do not fit into memory")]
    TooMany {
        /// Their number.
        count: String,
    },
    /// A score, a weight or a target is outside the unit interval.
    #[error("{what} is {value}, but it must be a number from 0 to 1")]
    OutsideUnit {
        /// What the number is.
        what: &'static str,
        /// The number as written.
        value: String,
    },
    /// A cost is not positive and finite.
    #[error("the cost is {value}, but it must be a number above 0")]
    Cost {
        /// The number as written.
        value: String,
    },
    /// The same influence is given twice.
    #[error("`{source_name}` already {verb} `{target_name}`, in line {line}")]
    Twice {
        /// The attacker or supporter.
        source_name: String,
        /// What the first of the two statements says: attacks or supports.
        verb: &'static str,
        /// The target.
        target_name: String,
        /// The line of the first statement.
        line: usize,
        /// Whether both statements say the same.
        agree: Agreement,
    },
    /// The line between arguments and attacks is missing.
    #[error("the line `#` between arguments and attacks is missing")]
    NoSeparator,
    /// The file is not valid JSON, or does not have the right structure.
    #[error("{message}")]
    Json {
        /// The message of the JSON parser.
        message: String,
    },
    /// A list has the wrong length.
    #[error("`{key}` has {found} entries, but it needs {wanted}: one for each {each}")]
    Length {
        /// The key of the list.
        key: &'static str,
        /// Its length.
        found: usize,
        /// The length it must have.
        wanted: usize,
        /// What each entry belongs to.
        each: &'static str,
    },
    /// An unknown key is similar to a known one.
    #[error("`{key}` is not a key of this format")]
    UnknownKey {
        /// The key.
        key: String,
        /// The key that was probably meant.
        nearest: &'static str,
    },
    /// A required key is missing.
    #[error("`{key}` is missing")]
    NoKey {
        /// The key.
        key: &'static str,
    },
    /// The file holds the other kind of framework.
    #[error("{} holds {}", format.title(), format.holds())]
    OtherKind {
        /// The format of the file.
        format: Format,
    },
}

/// Whether two influences between the same arguments agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// Two attacks or two supports.
    Same,
    /// An attack and a support.
    Opposite,
}

impl Cause {
    /// Returns how to fix it.
    pub fn help(&self) -> String {
        match self {
            Self::NotUtf8 => "save the file as UTF-8".to_owned(),
            Self::Expected { remedy, .. } => (*remedy).to_owned(),
            Self::UnknownWord { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}`?")
            }
            Self::UnknownWord { known, nearest: None, .. } => format!("the statements are {known}"),
            Self::UnknownName { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}`?")
            }
            Self::UnknownName { nearest: None, .. } => "declare the argument, or correct its name".to_owned(),
            Self::InvisibleCharacter { .. } => "remove the character, or type the name again".to_owned(),
            Self::NameTwice { .. } => "remove one declaration, or use another name".to_owned(),
            Self::OutsideRange { .. } | Self::NoArguments { .. } => {
                "correct the number, or the number of arguments".to_owned()
            }
            Self::TooMany { .. } => "correct the number, or use a machine with more memory".to_owned(),
            Self::OutsideUnit { .. } => "write a number from 0 to 1, such as 0.5".to_owned(),
            Self::Cost { .. } => {
                "write a number above 0, such as 1; to prevent any change of the argument, list it in `frozen`"
                    .to_owned()
            }
            Self::Twice { agree: Agreement::Same, .. } => "remove one of them".to_owned(),
            Self::Twice { agree: Agreement::Opposite, .. } => {
                "remove one of them: an argument attacks another or supports it, not both"
                    .to_owned()
            }
            Self::NoSeparator => "write the arguments, then a line `#`, then the attacks".to_owned(),
            Self::Json { .. } => {
                r#"write an object with each key once, such as {"n": 2, "tau": [0.5, 0.8], "edges": [[1, 0, -1]]}"#
                    .to_owned()
            }
            Self::Length { .. } => "add the missing entries, or remove the superfluous ones".to_owned(),
            Self::UnknownKey { nearest, .. } => format!("did you mean `{nearest}`?"),
            Self::NoKey { key } => format!("add `{key}`"),
            Self::OtherKind { format } => format!("use a file that holds {}", format.other_kind()),
        }
    }

    /// Reports that two influences have the same source and the same target.
    pub(super) fn twice(
        names: &Names,
        first: &Influence,
        second: &Influence,
        first_line: usize,
    ) -> Self {
        let is_same = first.kind == second.kind;
        Self::Twice {
            source_name: quoted(&names.name(first.source)),
            verb: match first.kind {
                InfluenceKind::Attack => "attacks",
                InfluenceKind::Support => "supports",
            },
            target_name: quoted(&names.name(first.target)),
            line: first_line,
            agree: if is_same { Agreement::Same } else { Agreement::Opposite },
        }
    }

    /// Adds a position: the beginning of `part`, a slice of `text`.
    pub(super) fn at(self, text: &str, part: &str) -> FormatError {
        self.at_offset(text, offset(text, part))
    }

    pub(super) fn at_offset(self, text: &str, offset: usize) -> FormatError {
        let (line, column) = position(text, offset);
        FormatError { line, column, cause: self }
    }
}

/// Returns where a slice of a text begins. *Units*: bytes.
pub(super) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Returns line and column of an offset.
pub(super) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..text.floor_char_boundary(offset)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// Shortens a quotation and escapes invisible characters.
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

/// Describes the next word of the file, the end of the line or the end of the file.
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
