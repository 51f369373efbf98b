//! Benchmarks: what the modes find, compared with what is known to be true.

pub mod compare;
pub mod labelled;
pub mod page;
pub mod protocol_gain;
