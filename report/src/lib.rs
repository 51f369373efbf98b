//! The command line and the static site of Faultline.

pub mod cli;
