//! Runs debates and renders their report.

use std::process::ExitCode;

use clap::Parser;
use faultline_report::cli::Cli;

fn main() -> ExitCode {
    Cli::parse().run().into()
}
