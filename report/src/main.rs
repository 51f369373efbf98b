//! Runs debates and renders their report.

fn main() {}
