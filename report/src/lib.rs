//! The command line, the static site and the benchmarks of Faultline.

pub mod bench;
pub mod cli;
mod csv_file;
mod csv_table;
pub mod notebook;
pub mod polis;
pub mod site;
mod unique;
pub mod write;
