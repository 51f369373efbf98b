//! Faultline finds where two informed positions truly part.

pub mod argue;
