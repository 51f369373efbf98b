//! Faultline finds where two informed positions truly part.

pub mod vocabulary;

pub mod argue;

pub mod graph;
pub mod record;

#[cfg(feature = "run")]
pub mod task;
#[cfg(feature = "run")]
pub mod text;

pub mod store;
