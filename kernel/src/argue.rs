//! Formal argumentation without a cap on size: Dung's frameworks with labellings and extensions, exact; bipolar frameworks
//! with gradual strengths, and the least change that gives an argument the strength wanted.
//!
//! This layer is pure. It knows nothing of debates, runs or prompts and opens no files: an argument is an index, and a
//! function of a framework gives the same answer each time, in the same order. What the files of other programs call the
//! arguments, [`mod@format`] knows.
//!
//! # Frameworks
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
//!
//! # Bipolar frameworks
//!
//! A [`Bipolar`] framework is arguments with base scores, which attack and support each other. A gradual semantics
//! ([`Gradual`]) turns base scores into strengths. On frameworks without cycles:
//!
//! | question | here | cost |
//! | --- | --- | --- |
//! | how strong is each argument, without cycles | [`strengths()`] | linear |
//! | how strong is each argument, if strengths come to rest | [`equilibrium()`] | linear for each round within a cycle |
//! | how much does a base score matter for one argument | [`gradient`] | linear, for all base scores at once |
//! | which base scores would give it another strength | [`revise`] | for each strength tried, linear in what changes |
//! | what do arguments and influences contribute to it | [`attribute`] | the same; exact Shapley values up to 16 players |
//! | on which influences does it depend who is strongest | [`decisive`] | the same for each influence |
//!
//! Where there are cycles, no strength is returned that an iteration did not reach: [`Solved`] says what happened instead.

mod framework;
mod labelling;
mod semantics;
mod solve;

mod admissible;
mod grounded;
mod naive;
mod preferred;

mod bits;
mod compile;
mod components;
mod count;
mod decide;
mod diagram;
mod domains;
mod ideal;
mod parts;
mod range;
mod reading;
mod reduct;
mod residual;
mod sat;
mod search;
mod stream;

mod attribution;
mod bipolar;
mod gradual;
mod revision;

pub mod format;

#[cfg(test)]
mod oracle;

pub use admissible::{is_admissible, is_complete, is_conflict_free};
pub use attribution::{
    ArgumentEffects, Attribution, AttributionError, Counterfactual, Decisive, EdgeEffects, Effect,
    Sampling, attribute, decisive,
};
pub use bipolar::{Bearing, Bipolar, BipolarError, CyclicError, Influence};
pub use count::Count;
pub use framework::{Framework, FrameworkError};
pub use gradual::{
    Diagnosis, Dynamics, Equilibrium, Gradual, Open, Solved, Solver, Strengths, Uniqueness,
    equilibrium, gradient, strengths,
};
pub use grounded::grounded;
pub use labelling::{Label, Labelling};
pub use preferred::Preferred;
pub use revision::{Move, Obstacle, Polarity, Reached, Revised, Revision, RevisionError, revise};
pub use semantics::{Semantics, SemanticsError};
pub use solve::{
    Accepted, Extensions, Skeptical, accepted, count, credulous, extension, extensions,
    is_extension, skeptical,
};

/// Is a set of arguments, ascending.
pub type Extension = Vec<usize>;
