//! Formal argumentation without a cap on size: Dung's frameworks with labellings and extensions, exact; bipolar frameworks
//! with gradual strengths, and the least change that gives an argument the strength wanted.
//!
//! This layer is pure. It knows nothing of debates, runs or prompts and opens no files: an argument is an index, and a
//! function of a framework gives the same answer each time, in the same order. What the files of other programs call the
//! arguments, [`mod@format`] knows.
//!
//! # Frameworks
//!
//! A [`Framework`] is arguments and attacks. A [`Semantics`] says which sets of arguments are its extensions. Each task is
//! a function of both, named here with how it goes about it and, where one asks for yes or no, with how hard that is:
//!
//! | semantics | [`extension`] (SE) | [`extensions`] (EE) | [`count()`] (CE) | [`credulous`] (DC) | [`skeptical`] (DS) | [`is_extension`] |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | conflict-free (CF) | linear | stream\* | diagram\* | linear: L | never: trivial | linear: L |
//! | naive (NA) | linear | stream\* | diagram\* | linear: L | linear: L | linear: L |
//! | admissible (AD) | grounded | stream\* | diagram\* | SAT: NP | never: trivial | linear: L |
//! | complete (CO) | grounded | stream | diagram | SAT: NP | grounded: P | linear: L |
//! | grounded (GR) | grounded | it alone | one | grounded: P | grounded: P | grounded: P |
//! | preferred (PR) | SAT | stream | diagram | SAT: NP | SAT: Π₂ᵖ | SAT: coNP |
//! | stable (ST) | SAT | SAT, stream | diagram | SAT: NP | SAT: coNP | linear: L |
//! | semi-stable (SST) | SAT | ranges, streams | ranges, diagrams | SAT: Σ₂ᵖ | SAT: Π₂ᵖ | SAT: coNP |
//! | stage (STG) | SAT | ranges, streams | ranges, diagrams | SAT: Σ₂ᵖ | SAT: Π₂ᵖ | SAT: coNP |
//! | ideal (ID) | SAT | it alone | one | SAT: Θ₂ᵖ | SAT: Θ₂ᵖ | SAT: Θ₂ᵖ |
//! | eager (EA) | SAT | it alone | one | SAT: Π₂ᵖ | SAT: Π₂ᵖ | SAT: D₂ᵖ |
//!
//! The problems are complete for the class named, save that those called L are in it, and that those of the ideal
//! extension are in Θ₂ᵖ, coNP-hard, and Θ₂ᵖ-hard under randomised reductions. Counting is #P-hard wherever there may be
//! several extensions. [`accepted`] answers DC and DS for all arguments at once.
//!
//! - *Linear*: in time linear in arguments plus attacks. *Grounded*: the same, by the [`grounded()`] labelling.
//! - A *stream* goes along the parts of a framework as an odometer goes, and searches each by backtracking: the first
//!   extensions come at once, and no product of parts is ever kept.
//! - A *diagram* takes components apart anew after each decision and searches none twice, so that their counts multiply;
//!   one with many attacks an argument is searched whole.
//! - \* Of a derived framework, whose stable extensions are the sets asked for.
//! - *Ranges*: a SAT solver finds the maximal ranges one by one. The extensions of each are the stable ones of a framework
//!   made from it.
//! - *SAT*: a SAT solver is asked once for what is in NP or coNP, and for what is harder as often as it takes.
//!
//! Streams, diagrams and SAT are exponential in the worst case, and nothing caps them. What keeps them small in practice
//! is that frameworks are taken apart, where that is sound:
//!
//! | step | sound for |
//! | --- | --- |
//! | take away what the grounded labelling decides | complete, preferred, stable, semi-stable, ideal, eager |
//! | go by connected component | all |
//! | go by strongly connected component, attackers first | complete, preferred, stable; not semi-stable, not stage |
//! | search stable extensions for preferred ones | where attacks form no odd cycle, or all go both ways |
//!
//! ## Sources
//!
//! Classes: Dvořák and Dunne 2018, «Computational problems in formal argumentation and their complexity», Handbook of Formal
//! Argumentation, Table 1; ideal: Dunne 2009, «The computational complexity of ideal semantics»,
//! doi:10.1016/j.artint.2009.09.001; eager: Dunne, Dvořák and Woltran 2013, «Parametric properties of ideal semantics»,
//! Artificial Intelligence 202, Theorem 9; counting: Fichte, Hecher and Meier 2019, «Counting complexity for reasoning in
//! abstract argumentation», arXiv:1811.11501. Components: Baroni, Giacomin and Guida 2005, «SCC-recursiveness», Theorem 43,
//! doi:10.1016/j.artint.2005.05.006. Stable for preferred: Dung 1995, Theorem 33, doi:10.1016/0004-3702(94)00041-X;
//! Coste-Marquis, Devred and Marquis 2005, «Symmetric argumentation frameworks», Proposition 5, doi:10.1007/11518655_28.
//!
//! ## More at once
//!
//! [`Preferred`] keeps the diagram of the preferred extensions, for who asks for several things, and finds the best
//! extension for given weights:
//!
//! ```
//! use faultline_argue::{Framework, Preferred};
//!
//! // Forty cycles of four arguments each.
//! let attacks = (0..160).map(|a| (a, if a % 4 == 3 { a - 3 } else { a + 1 }));
//! let preferred = Preferred::of(&Framework::new(160, attacks)?);
//! assert_eq!(preferred.count(), 1_099_511_627_776);
//! assert_eq!(preferred.accepted().disputed().len(), 160);
//! # Ok::<(), faultline_argue::FrameworkError>(())
//! ```
//!
//! [`Labelling::from_extension`] gives the labels in, out and undecided that belong to an extension. The checks
//! [`is_conflict_free`], [`is_admissible`] and [`is_complete`] take linear time.
//!
//! # Bipolar frameworks
//!
//! A [`Bipolar`] framework is arguments with base scores, which attack and support each other. A gradual semantics
//! ([`Gradual`]) turns base scores into strengths. Without cycles:
//!
//! | question | here | cost |
//! | --- | --- | --- |
//! | how strong is each argument | [`strengths()`], with cycles [`equilibrium()`] | linear; with cycles, for each round |
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
mod unit;

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
mod gain;
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
pub use unit::{Strength, UnitError};

/// Is a set of arguments, ascending.
pub type Extension = Vec<usize>;
