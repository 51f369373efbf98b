//! Dung's abstract argumentation: frameworks, labellings and extensions, exact and without a cap on size.
//!
//! This layer is pure. It knows nothing of debates, runs, prompts or files: an argument is an index, and a function of a
//! framework gives the same answer each time, in the same order.
//!
//! A [`Framework`] is arguments and attacks. A semantics says which sets of arguments stand together:
//!
//! | semantics | here | cost |
//! | --- | --- | --- |
//! | conflict-free, admissible, complete (checks) | [`is_conflict_free`], [`is_admissible`], [`is_complete`] | linear |
//! | grounded | [`grounded`] | linear |

mod framework;
mod labelling;

mod admissible;
mod grounded;

#[cfg(test)]
mod oracle;

pub use admissible::{is_admissible, is_complete, is_conflict_free};
pub use framework::{Framework, FrameworkError};
pub use grounded::grounded;
pub use labelling::{Label, Labelling};

/// Is a set of arguments, ascending.
pub type Extension = Vec<usize>;
