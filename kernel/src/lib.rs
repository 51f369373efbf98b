//! Faultline finds where two informed positions truly part.

#[cfg(feature = "run")]
pub mod text;
pub mod vocabulary;

pub mod argue;

pub mod graph;
pub mod record;

pub mod store;

#[cfg(feature = "run")]
pub mod prompt;
#[cfg(feature = "run")]
pub mod provider;
#[cfg(feature = "run")]
pub mod reply;
#[cfg(feature = "run")]
pub mod task;

pub mod mode;

#[cfg(feature = "run")]
pub mod format;
#[cfg(feature = "run")]
pub mod pipeline;

pub mod draw;
