//! Dung's abstract argumentation: frameworks, labellings and extensions, exact and without a cap on size.
//!
//! This layer is pure. It knows nothing of debates, runs, prompts or files: an argument is an index, and a function
//! of a framework gives the same answer each time, in the same order.
//!
//! A [`Framework`] is arguments and attacks. A semantics says which sets of arguments stand together:
//!
//! | semantics | here | cost |
//! | --- | --- | --- |
//! | conflict-free, admissible, complete (checks) | [`is_conflict_free`], [`is_admissible`], [`is_complete`] | linear |
//! | grounded | [`grounded()`] | linear |
//! | preferred | [`Preferred`] | exponential within strongly connected components, and across wide cuts between them |
//! | stable | [`Stable`] | the same |
//!
//! The two that are hard go one way: the grounded labelling takes away what is decided; the rest falls into connected
//! components, whose answers multiply; a component is a chain of strongly connected components, labelled attackers
//! first, where partial answers that mean the same for the rest are kept once; one strongly connected component is
//! searched. Counting, acceptance, disputes and the best extension never list the product:
//!
//! ```
//! use faultline::argue::{Framework, Preferred};
//!
//! // Forty cycles of four arguments each.
//! let attacks = (0..160).map(|a| (a, if a % 4 == 3 { a - 3 } else { a + 1 }));
//! let preferred = Preferred::of(&Framework::new(160, attacks)?);
//! assert_eq!(preferred.count(), 1_099_511_627_776);
//! assert_eq!(preferred.disputed().len(), 160);
//! # Ok::<(), faultline::argue::FrameworkError>(())
//! ```

mod framework;
mod labelling;

mod admissible;
mod grounded;
mod preferred;
mod stable;

mod bits;
mod components;
mod count;
mod diagram;
mod domains;
mod path;
mod product;
mod search;

#[cfg(test)]
mod oracle;

pub use admissible::{is_admissible, is_complete, is_conflict_free};
pub use count::Count;
pub use framework::{Framework, FrameworkError};
pub use grounded::grounded;
pub use labelling::{Label, Labelling};
pub use preferred::Preferred;
pub use stable::Stable;

/// Is a set of arguments, ascending.
pub type Extension = Vec<usize>;
