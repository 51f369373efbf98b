//! Formal argumentation: extensions of Dung's frameworks, strengths of bipolar frameworks, and
//! their file formats.
//!
//! ```
//! use faultline_argue::{Framework, Preferred, Semantics, extensions};
//!
//! // 0 and 1 attack each other, both attack 2, and 2 attacks 3.
//! let framework = Framework::new(4, [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3)])?;
//! let preferred: Vec<_> = extensions(&framework, Semantics::Preferred).collect();
//! assert_eq!(preferred, [[0, 3], [1, 3]]);
//!
//! // Some preferred extensions contain 0 and 1, but not all.
//! assert_eq!(Preferred::of(&framework).accepted().disputed(), [0, 1]);
//! # Ok::<(), faultline_argue::FrameworkError>(())
//! ```
//!
//! # Contents
//!
//! | to do this | use |
//! | --- | --- |
//! | build a Dung framework, label its arguments | [`Framework`], [`Labelling`], [`grounded()`] |
//! | list, count and test extensions of a [`Semantics`] | [`extension`], [`extensions`], [`count()`], [`is_extension`] |
//! | decide acceptance of arguments | [`credulous`], [`skeptical`], [`accepted`] |
//! | ask several questions about preferred extensions | [`Preferred`] |
//! | check a set of arguments | [`is_conflict_free`], [`is_admissible`], [`is_complete`] |
//! | build a bipolar framework (QBAF) | [`Bipolar`], [`Influence`] |
//! | compute strengths with a [`Gradual`] semantics | [`strengths()`], with cycles [`equilibrium()`] |
//! | differentiate a strength by all base scores | [`gradient`] |
//! | find base scores that give an argument another strength | [`revise`] |
//! | explain a strength by arguments and influences | [`attribute`], [`decisive`] |
//! | read and write files | [`mod@format`] |
//!
//! The crate is pure: it opens no files, and it knows nothing of debates or prompts. An argument is
//! an index. A function returns the same answer for the same framework each time, in the same
//! order. There is no limit on sizes except time and memory.
//!
//! # Dung's frameworks
//!
//! A [`Framework`] consists of arguments and attacks. A [`Semantics`] defines which sets of
//! arguments are its extensions. Each task is a function of both. The table shows the method, and
//! for decision problems the complexity:
//!
//! | semantics | [`extension`] (SE) | [`extensions`] (EE) | [`count()`] (CE) | [`credulous`] (DC) | [`skeptical`] (DS) | [`is_extension`] |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | conflict-free (CF) | linear | enumeration\* | graph\* | linear: L | never: trivial | linear: L |
//! | naive (NA) | linear | enumeration\* | graph\* | linear: L | linear: L | linear: L |
//! | admissible (AD) | grounded | enumeration\* | graph\* | SAT: NP | never: trivial | linear: L |
//! | complete (CO) | grounded | enumeration | graph | SAT: NP | grounded: P | linear: L |
//! | grounded (GR) | grounded | the only one | one | grounded: P | grounded: P | grounded: P |
//! | preferred (PR) | SAT | enumeration | graph | SAT: NP | SAT: Π₂ᵖ | SAT: coNP |
//! | stable (ST) | SAT | SAT, enumeration | graph | SAT: NP | SAT: coNP | linear: L |
//! | semi-stable (SST) | SAT | ranges, enumerations | ranges, graphs | SAT: Σ₂ᵖ | SAT: Π₂ᵖ | SAT: coNP |
//! | stage (STG) | SAT | ranges, enumerations | ranges, graphs | SAT: Σ₂ᵖ | SAT: Π₂ᵖ | SAT: coNP |
//! | ideal (ID) | SAT | the only one | one | SAT: Θ₂ᵖ | SAT: Θ₂ᵖ | SAT: Θ₂ᵖ |
//! | eager (EA) | SAT | the only one | one | SAT: Π₂ᵖ | SAT: Π₂ᵖ | SAT: D₂ᵖ |
//!
//! The problems are complete for the class shown, with two exceptions: those marked L are in L, and
//! those of the ideal extension are in Θ₂ᵖ, coNP-hard, and Θ₂ᵖ-hard under randomised reductions.
//! Counting is #P-hard wherever there may be several extensions. [`accepted`] answers DC and DS for
//! all arguments together.
//!
//! - *Linear*: time linear in arguments plus attacks. *Grounded*: the same, with the [`grounded()`]
//!   labelling.
//! - An *enumeration* combines the components of a framework like the wheels of an odometer, and
//!   searches each by backtracking. The first extensions come immediately, and no product of
//!   components is stored.
//! - A *graph* is an AND/OR graph. Arguments that change nothing for the others are left out.
//!   Components are split again after each decision, and none is searched twice, so that counts
//!   multiply. Dense components with few extensions are searched whole.
//! - \* The extensions are the stable extensions of a derived framework.
//! - *Ranges*: a SAT solver finds the maximal ranges one by one. The extensions of each range are
//!   the stable extensions of a derived framework.
//! - *SAT*: one call of a SAT solver for problems in NP or coNP, several calls for harder problems.
//!
//! Enumerations, graphs and SAT are exponential in the worst case. In practice the frameworks are
//! split first, where that is sound:
//!
//! | step | sound for |
//! | --- | --- |
//! | remove the arguments that the grounded labelling decides | complete, preferred, stable, semi-stable, ideal, eager |
//! | split into connected components | all |
//! | split into strongly connected components, attackers first | complete, preferred, stable; not semi-stable, not stage |
//! | search stable instead of preferred extensions | attacks without odd cycles, and symmetric attacks |
//!
//! [`Preferred`] answers several questions about one framework. A large number of extensions alone
//! is not a problem:
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
//! ## Sources
//!
//! Classes: Dvořák and Dunne 2018, «Computational problems in formal argumentation and their
//! complexity», Handbook of Formal Argumentation, Table 1; ideal: Dunne 2009, «The computational
//! complexity of ideal semantics», doi:10.1016/j.artint.2009.09.001; eager: Dunne, Dvořák and
//! Woltran 2013, «Parametric properties of ideal semantics», Artificial Intelligence 202, Theorem
//! 9; counting: Fichte, Hecher and Meier 2019, «Counting complexity for reasoning in abstract
//! argumentation», arXiv:1811.11501. Components: Baroni, Giacomin and Guida 2005,
//! «SCC-recursiveness», Theorem 43, doi:10.1016/j.artint.2005.05.006. Stable for preferred: Dung
//! 1995, Theorem 33, doi:10.1016/0004-3702(94)00041-X; Coste-Marquis, Devred and Marquis 2005,
//! «Symmetric argumentation frameworks», Proposition 5, doi:10.1007/11518655_28.
//!
//! # Bipolar frameworks
//!
//! A [`Bipolar`] framework consists of arguments with base scores, which attack and support each
//! other. A gradual semantics ([`Gradual`]) turns base scores into strengths:
//!
//! ```
//! use faultline_argue::{Bipolar, Gradual, Influence, Strength, strengths};
//!
//! let scores = [0.5, 0.8, 0.25].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
//! let bipolar = Bipolar::new(&scores, [Influence::attack(1, 0), Influence::support(2, 0)])?;
//! let strengths = strengths(&bipolar, Gradual::DfQuad)?;
//! assert!((strengths.strength(0).value() - 0.225).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | question | function | cost without cycles |
//! | --- | --- | --- |
//! | How strong is each argument? | [`strengths()`], with cycles [`equilibrium()`] | linear |
//! | How much does each base score change one strength? | [`gradient`] | linear, for all base scores together |
//! | Which base scores give an argument another strength? | [`revise`] | for each strength tried, linear in what changes |
//! | What do arguments and influences contribute? | [`attribute`] | the same; exact Shapley values up to 16 players |
//! | Which influences decide which argument is strongest? | [`decisive`] | the same for each influence |
//!
//! With cycles, [`equilibrium()`] iterates. It returns strengths only if they converged, and a
//! [`Diagnosis`] otherwise.

mod framework;
mod labelling;
mod semantics;
mod unit;

mod answers;
mod tasks;

mod admissible;
mod grounded;
mod ideal;
mod maximal_range;
mod naive;
mod preferred;
mod stable;

mod and_or_graph;
mod backtracking;
mod bit_set;
mod clause_learning;
mod coherence;
mod components;
mod count;
mod decomposition;
mod dominated;
mod encoding;
mod enumeration;
mod propagation;
mod reduct;
mod residual_components;
mod sat;
mod sat_queries;
mod tree_decomposition;

mod attribution;
mod bipolar;
mod gradual;
mod revision;

pub mod format;

#[cfg(test)]
mod oracle;

pub use admissible::{is_admissible, is_complete, is_conflict_free};
pub use answers::{Accepted, Extensions, Skeptical};
pub use attribution::{
    ArgumentEffects, Attribution, AttributionError, Counterfactual, Decisive, EdgeEffects, Effect,
    Sampling, attribute, decisive,
};
pub use bipolar::{Bipolar, BipolarError, CyclicError, Influence, InfluenceKind};
pub use count::Count;
pub use framework::{Framework, FrameworkError};
pub use gradual::{
    Diagnosis, Dynamics, Equilibrium, Gradual, NotConverged, Solution, Solver, Strengths,
    Uniqueness, equilibrium, gradient, strengths,
};
pub use grounded::grounded;
pub use labelling::{Label, Labelling};
pub use preferred::Preferred;
pub use revision::{
    Obstacle, Polarity, Reached, Revised, Revision, RevisionError, ScoreChange, revise,
};
pub use semantics::{Semantics, SemanticsError};
pub use tasks::{accepted, count, credulous, extension, extensions, is_extension, skeptical};
pub use unit::{Strength, UnitError};

/// A set of arguments, ascending.
pub type Extension = Vec<usize>;

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
