//! The command line, the static site and the benchmarks of Faultline.

pub mod bench;
pub mod cli;
pub mod site;
pub mod write;
