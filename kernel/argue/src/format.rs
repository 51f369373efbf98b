//! Files that hold frameworks: read from bytes, written to text; nothing here opens one.
//!
//! | format | holds | looks like |
//! | --- | --- | --- |
//! | ICCMA'23 ([`Format::Af`]) | a Dung framework | `p af 2`, then `1 2` |
//! | ASPARTIX ([`Format::Apx`]) | a Dung framework | `arg(a).` `arg(b).` `att(a,b).` |
//! | trivial graph ([`Format::Tgf`]) | a Dung framework | `a`, `b`, `#`, then `a b` |
//! | bipolar facts ([`Format::Bag`]) | a bipolar framework | `arg(a, 0.5).` `arg(b, 0.8).` `sup(b, a).` |
//! | JSON ([`Format::Json`]) | a bipolar framework and what is asked of it | `{"n": 2, "tau": [0.5, 0.8], "edges": [[1, 0, 1]]}` |
//!
//! ```
//! use faultline_argue::format::{Format, read_dung, write_dung};
//!
//! let file = read_dung(b"arg(hawk). arg(dove).\natt(hawk,dove).\n", Format::Apx)?;
//! let text = write_dung(&file.framework, &file.names, Format::Tgf)?;
//! assert_eq!(text, "hawk\ndove\n#\nhawk dove\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is written reads back as it was. Text is UTF-8; a byte order mark and line ends of any kind are fine. A reader
//! takes memory of the order of its file, and time linear in it but for sorting the attacks; there is no limit on size
//! but memory. Whatever is not kept is counted in [`LeftOut`]; everything else that a format does not know is an error
//! with its place.
//!
//! In JSON, `edges` are `[source, target, sign]`, 1 for support and -1 for attack, of arguments from 0; `weights` goes with
//! `edges`, and `names` and `costs` with `tau`. What is asked: `root` (or `topic`), the argument that matters; `target`,
//! the strength it shall have; `frozen`, the arguments whose base scores must stay.
//!
//! # Source
//! `af`: the rules of ICCMA'23, iccma2023.github.io/rules.html. `apx`: Egly, Gaggl and Woltran 2010, «Answer-set programming
//! encodings for argumentation frameworks», doi:10.1080/19462166.2010.486479. `bag`: the program Uncertainpy. The JSON
//! is this project's own.

mod af;
mod apx;
mod bag;
mod facts;
mod fault;
mod json;
mod kind;
mod line;
mod mentions;
mod names;
mod problem;
mod tgf;

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::{Bearing, Bipolar, BipolarError, Framework, Influence};
use crate::unit::Strength;

pub use fault::{Agreement, Cause, FormatError};
pub use kind::{Format, FormatUnclear};
pub use names::Names;
pub use problem::{Problem, ProblemError, Task};

/// Is what a file of a Dung framework holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DungFile {
    /// The framework.
    pub framework: Framework,
    /// What its arguments are called.
    pub names: Names,
    /// What the file says besides.
    pub left_out: LeftOut,
}

/// Is what a file of a bipolar framework holds.
#[derive(Debug, Clone, PartialEq)]
pub struct BipolarFile {
    /// The framework.
    pub framework: Bipolar,
    /// Its influences in the order of the file.
    pub influences: Vec<Influence>,
    /// What its arguments are called.
    pub names: Names,
    /// What the file asks.
    pub asked: Asked,
    /// What the file says besides.
    pub left_out: LeftOut,
}

/// Is what a file may ask of its bipolar framework.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// The argument that matters.
    pub root: Option<usize>,
    /// The strength that it shall have.
    pub target: Option<Strength>,
    /// Arguments whose base scores must stay.
    pub frozen: BTreeSet<usize>,
    /// What changing a base score by one costs, where that is not 1. *Range*: positive and finite.
    pub costs: BTreeMap<usize, f64>,
}

/// Counts what a file says that its framework does not hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Attacks that stand in the file before; an attack given twice is one attack.
    pub repeated: usize,
    /// Labels beside the names of a trivial graph.
    pub labels: usize,
    /// Keys of a JSON file that mean nothing here.
    pub keys: Vec<String>,
}

/// Says why a framework cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The format is for frameworks of the other kind.
    #[error("{} holds {}", .0.title(), .0.holds())]
    OtherKind(Format),
    /// The format knows numbers only.
    #[error("the arguments have names, and ICCMA'23 knows only the numbers from 1")]
    Named,
    /// A name has characters that mean something else in the format, or none.
    #[error("the name `{name}` cannot stand in {}", format.title())]
    Name {
        /// The name.
        name: String,
        /// The format.
        format: Format,
    },
    /// The format has no weights.
    #[error("an influence has a weight, for which .bag has no place")]
    Weighted,
    /// The format has no place for what is asked.
    #[error("the file asks something, for which .bag has no place")]
    Asked,
}

impl Unwritable {
    /// Tells what would help.
    pub fn help(&self) -> &'static str {
        match self {
            Self::OtherKind(_) => "write it in a format for its kind",
            Self::Named | Self::Name { .. } => "call the arguments by numbers: `Names::numbered`",
            Self::Weighted | Self::Asked => "write it as JSON",
        }
    }
}

/// Reads a Dung framework.
///
/// # Errors
/// [`FormatError`] with the first thing that is wrong; [`Cause::OtherKind`] for a format of bipolar frameworks.
///
/// # Examples
/// ```
/// use faultline_argue::format::{Format, read_dung};
///
/// let file = read_dung(b"arg(a).\narg(b).\natt(a,b).\n", Format::Apx)?;
/// assert_eq!((file.framework.attacked(0), file.names.name(1).as_ref()), (&[1][..], "b"));
///
/// let error = read_dung(b"arg(alpha).\natt(alpha,alhpa).\n", Format::Apx).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 11: no argument is named `alhpa`");
/// assert_eq!(error.cause.help(), "did you mean `alpha`?");
/// # Ok::<(), faultline_argue::format::FormatError>(())
/// ```
pub fn read_dung(bytes: &[u8], format: Format) -> Result<DungFile, FormatError> {
    let text = text(bytes)?;
    match format {
        Format::Af => af::read(text),
        Format::Apx => apx::read(text),
        Format::Tgf => tgf::read(text),
        Format::Bag | Format::Json => Err(Cause::OtherKind { format }.at_offset(text, 0)),
    }
}

/// Reads a bipolar framework.
///
/// # Errors
/// [`FormatError`] with the first thing that is wrong; [`Cause::OtherKind`] for a format of Dung frameworks.
///
/// # Examples
/// ```
/// use faultline_argue::format::{Format, read_bipolar, write_bipolar};
///
/// let file = read_bipolar(b"arg(lamp, 0.5)\narg(dark, 0.8)\nsup(dark, lamp)\n", Format::Bag)?;
/// assert_eq!(file.framework.base_score(1).value(), 0.8);
/// assert_eq!(file.names.index("dark"), Some(1));
/// let text = write_bipolar(&file, Format::Json)?;
/// assert_eq!(read_bipolar(text.as_bytes(), Format::Json)?.framework, file.framework);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_bipolar(bytes: &[u8], format: Format) -> Result<BipolarFile, FormatError> {
    let text = text(bytes)?;
    match format {
        Format::Bag => bag::read(text),
        Format::Json => json::read(text),
        Format::Af | Format::Apx | Format::Tgf => {
            Err(Cause::OtherKind { format }.at_offset(text, 0))
        }
    }
}

/// Writes a Dung framework.
///
/// # Errors
/// [`Unwritable`] where the format cannot hold it.
pub fn write_dung(
    framework: &Framework,
    names: &Names,
    format: Format,
) -> Result<String, Unwritable> {
    match format {
        Format::Af => af::write(framework, names),
        Format::Apx => apx::write(framework, names),
        Format::Tgf => tgf::write(framework, names),
        Format::Bag | Format::Json => Err(Unwritable::OtherKind(format)),
    }
}

/// Writes a bipolar framework with what is asked of it.
///
/// # Errors
/// [`Unwritable`] where the format cannot hold it.
pub fn write_bipolar(file: &BipolarFile, format: Format) -> Result<String, Unwritable> {
    match format {
        Format::Bag => bag::write(file),
        Format::Json => Ok(json::write(file)),
        Format::Af | Format::Apx | Format::Tgf => Err(Unwritable::OtherKind(format)),
    }
}

/// The text without a byte order mark.
fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let sound = &bytes[..error.valid_up_to()];
        let sound = std::str::from_utf8(sound).expect("it was found to be text so far");
        Cause::NotUtf8.at_offset(sound, sound.len())
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Makes a framework of attacks between its arguments, each counted once.
fn gathered(n: usize, mut attacks: Vec<(usize, usize)>) -> (Framework, LeftOut) {
    let given = attacks.len();
    attacks.sort_unstable();
    attacks.dedup();
    let left_out = LeftOut { repeated: given - attacks.len(), ..LeftOut::default() };
    let framework =
        Framework::new(n, attacks).expect("attacks are distinct and within the framework");
    (framework, left_out)
}
