//! Errors of writing.

use thiserror::Error;

use super::kind::Format;

/// Errors of writing a framework in a format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The format is for the other kind of framework.
    #[error("{} holds {}", .0.title(), .0.holds())]
    OtherKind(Format),
    /// The format has only numbers for arguments.
    #[error("the arguments have names, but ICCMA'23 has only numbers from 1")]
    Named,
    /// A name is empty or has characters that the format cannot represent.
    #[error("the name `{name}` cannot be written in {}", format.title())]
    Name {
        /// The name.
        name: String,
        /// The format.
        format: Format,
    },
    /// The format has no weights.
    #[error("an influence has a weight, but .bag has no weights")]
    Weighted,
    /// The format cannot hold a revision request.
    #[error("the file has a revision request, but .bag cannot hold one")]
    Request,
}

impl WriteError {
    /// Returns what to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::OtherKind(_) => "write it in a format for this kind of framework",
            Self::Named | Self::Name { .. } => "number the arguments with `Names::numbered`",
            Self::Weighted | Self::Request => "write it as JSON",
        }
    }
}
