//! Debates in which one persona speaks at a time: who speaks, in which phase, with which hint, and when what was said enters the
//! graph.
//!
//! Every rule is a pure function of the turns so far and of the graph's state after its updates. [`Conversation`] applies them; a
//! mode adds how turns become a graph.

pub(crate) mod convergence;
pub(crate) mod course;
pub(crate) mod manner;
pub(crate) mod moves;
pub(crate) mod phases;
pub(crate) mod proposals;
pub(crate) mod questions;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod speakers;
pub(crate) mod steering;
pub(crate) mod updates;

pub(crate) use course::{Conversation, Next};
pub(crate) use manner::Manner;
