//! Mode dialogue.
