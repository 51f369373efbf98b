//! The command line and the static site of Faultline.

pub mod cli;
pub mod site;
pub mod write;
