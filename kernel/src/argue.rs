//! Formal argumentation without a cap on size: Dung's frameworks with labellings and extensions, exact; bipolar frameworks
//! with gradual strengths, and the least change that gives an argument the strength wanted.
//!
//! This layer is pure. It knows nothing of debates, runs or prompts and opens no files: an argument is an index, and a
//! function of a framework gives the same answer each time, in the same order. What the files of other programs call the
//! arguments, [`mod@format`] knows.
//!
//! # Frameworks
//!
//! A [`Framework`] is arguments and attacks. A [`Semantics`] says which sets of arguments stand together. Each task is a
//! function of both: [`extension`], [`extensions`], [`count()`], [`credulous`], [`skeptical`], [`accepted`] and
//! [`is_extension`]. How they go about it, and what a decision costs in the worst case (Dvořák and Dunne 2018,
//! «Computational problems in formal argumentation and their complexity»):
//!
//! | semantics | one extension, acceptance | all extensions | count | credulous, skeptical |
//! | --- | --- | --- | --- | --- |
//! | conflict-free | in linear time | stream, as stable ones of a derived framework | diagram of that | in P, trivial |
//! | naive | in linear time | the same | the same | in P, in P |
//! | admissible | SAT; the empty set | the same | the same | NP, trivial |
//! | complete | SAT; grounded | stream | diagram | NP, in P |
//! | grounded | in linear time | it alone | one | in P, in P |
//! | preferred | SAT | stream | diagram | NP, Π₂ᵖ |
//! | stable | SAT | stream | diagram | NP, coNP |
//! | semi-stable, stage | SAT, range by range | the stable ones within each range | the same | Σ₂ᵖ, Π₂ᵖ |
//! | ideal, eager | SAT | it alone | one | Θ₂ᵖ; Π₂ᵖ, as is finding it |
//!
//! A *stream* takes away what the grounded labelling decides, goes along the connected components and, but for stable
//! extensions, the strongly connected ones as an odometer goes, and searches each by backtracking: the first extensions
//! come at once. A *diagram* takes components apart anew after each decision and searches none twice, so that their
//! counts multiply; one with many attacks an argument is searched whole. Both are exponential in the worst case, and
//! nothing caps either. Where the attacks form no odd cycle, or go both ways, preferred extensions are searched as
//! stable ones.
//!
//! [`Preferred`] keeps the diagram of the preferred extensions, for who asks for several things, and finds the best
//! extension for given weights:
//!
//! ```
//! use faultline::argue::{Framework, Preferred};
//!
//! // Forty cycles of four arguments each.
//! let attacks = (0..160).map(|a| (a, if a % 4 == 3 { a - 3 } else { a + 1 }));
//! let preferred = Preferred::of(&Framework::new(160, attacks)?);
//! assert_eq!(preferred.count(), 1_099_511_627_776);
//! assert_eq!(preferred.accepted().disputed().len(), 160);
//! # Ok::<(), faultline::argue::FrameworkError>(())
//! ```
//!
//! The checks [`is_conflict_free`], [`is_admissible`] and [`is_complete`] take linear time, and so does [`grounded()`],
//! which gives the labels as well.
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
mod dissection;
mod domains;
mod doubt;
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
