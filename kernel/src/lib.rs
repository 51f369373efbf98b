//! Faultline finds where two informed positions truly part.

pub mod mode;
pub mod vocabulary;

#[cfg(feature = "run")]
pub mod format;
