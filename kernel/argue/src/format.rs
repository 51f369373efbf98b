//! File formats of frameworks, read from bytes and written to text. Nothing here opens a file.
//!
//! | format | holds | looks like |
//! | --- | --- | --- |
//! | ICCMA'23 ([`Format::Af`]) | a Dung framework | `p af 2`, then `1 2` |
//! | ASPARTIX ([`Format::Apx`]) | a Dung framework | `arg(a).` `arg(b).` `att(a,b).` |
//! | trivial graph ([`Format::Tgf`]) | a Dung framework | `a`, `b`, `#`, then `a b` |
//! | bipolar facts ([`Format::Bag`]) | a bipolar framework | `arg(a, 0.5).` `arg(b, 0.8).` `sup(b, a).` |
//! | JSON ([`Format::Json`]) | a bipolar framework and a revision request | `{"n": 2, "tau": [0.5, 0.8], "edges": [[1, 0, 1]]}` |
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
//! Written text reads back as the same framework. Text is UTF-8; a byte order mark and any line
//! endings are accepted. A reader needs memory proportional to its file, and time linear in it
//! except for sorting the attacks. Only memory limits the size. Content that is not kept is counted
//! in [`Ignored`]; all other content that a format does not define is an error with its line and
//! column.
//!
//! In JSON, `edges` are `[source, target, sign]`, with sign 1 for support and -1 for attack, and
//! arguments numbered from 0. `weights` is parallel to `edges`; `names` and `costs` are parallel to
//! `tau`. A revision request consists of `root` (or `topic`), the argument to explain or revise;
//! `target`, its wanted strength; and `frozen`, the arguments whose base scores must not change.
//!
//! # Source
//! `af`: the rules of ICCMA'23, iccma2023.github.io/rules.html. `apx`: Egly, Gaggl and Woltran
//! 2010, «Answer-set programming encodings for argumentation frameworks»,
//! doi:10.1080/19462166.2010.486479. `bag`: the program Uncertainpy. The JSON is this project's
//! own.

mod af;
mod apx;
mod bag;
mod content;
mod detect;
mod error;
mod facts;
mod json;
mod kind;
mod lines;
mod name_resolution;
mod names;
mod problem;
mod tgf;
mod write_error;

use super::Framework;

pub use content::{BipolarFile, DungFile, Ignored, Request};
pub use detect::DetectError;
pub use error::{Agreement, Cause, FormatError};
pub use kind::Format;
pub use names::Names;
pub use problem::{Problem, ProblemError, Task};
pub use write_error::WriteError;

/// Reads a Dung framework.
///
/// # Errors
/// [`FormatError`] with the first error in the file; [`Cause::OtherKind`] for a format of bipolar
/// frameworks.
///
/// # Examples
/// ```
/// use faultline_argue::format::{Format, read_dung};
///
/// let file = read_dung(b"arg(a).\narg(b).\natt(a,b).\n", Format::Apx)?;
/// assert_eq!((file.framework.attacked(0), file.names.name(1).as_ref()), (&[1][..], "b"));
///
/// let error = read_dung(b"arg(alpha).\natt(alpha,alhpa).\n", Format::Apx).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 11: there is no argument named `alhpa`");
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
/// [`FormatError`] with the first error in the file; [`Cause::OtherKind`] for a format of Dung
/// frameworks.
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
/// [`WriteError`] if the format cannot hold the framework.
pub fn write_dung(
    framework: &Framework,
    names: &Names,
    format: Format,
) -> Result<String, WriteError> {
    match format {
        Format::Af => af::write(framework, names),
        Format::Apx => apx::write(framework, names),
        Format::Tgf => tgf::write(framework, names),
        Format::Bag | Format::Json => Err(WriteError::OtherKind(format)),
    }
}

/// Writes a bipolar framework with its revision request.
///
/// # Errors
/// [`WriteError`] if the format cannot hold the framework or the request.
pub fn write_bipolar(file: &BipolarFile, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Bag => bag::write(file),
        Format::Json => Ok(json::write(file)),
        Format::Af | Format::Apx | Format::Tgf => Err(WriteError::OtherKind(format)),
    }
}

/// Decodes the text and removes a byte order mark.
fn text(bytes: &[u8]) -> Result<&str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = &bytes[..error.valid_up_to()];
        let valid = std::str::from_utf8(valid).expect("this prefix is valid UTF-8");
        Cause::NotUtf8.at_offset(valid, valid.len())
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
