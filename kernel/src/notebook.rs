//! What an analyst does in a notebook, a line each: find debates in a store, look at them, and ask
//! what if.
//!
//! Every value here shows itself in a Jupyter notebook with evcxr, as HTML and as plain text;
//! [`Display`](std::fmt::Display) writes the plain text. Everything is computed from the store: no
//! provider is asked, and no feature is needed. With feature `run`, `run` runs an experiment of
//! personas that argue with their own statements, `run_protocol` a protocol of your own, and
//! `benchmark` debates whose true cruxes are known.
//!
#![cfg_attr(feature = "run", doc = "```")]
#![cfg_attr(not(feature = "run"), doc = "```no_run")]
//! use faultline::notebook;
//!
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/projects/store_of_lamps.rs"));
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = store_of_lamps(folder.path());
//! let store = notebook::open(folder)?; // such as data/store
//! println!("{}", store.runs()?); //                     the runs of the store, as a table
//! let debates = store.debates("lamps")?; //             the debates of a run, by the beginning of its name
//! println!("{}", debates.cruxes()); //                  which debate names which crux
//! let debate = debates.mode("graph").persona("shopkeeper").one()?;
//! println!("{}", debate.cruxes()); //                   cards
//! println!("{}", debate.transcript()); //               what was said
//! let svg = debate.graph(); //                          a drawing
//! println!("{}", debate.what_if().without("n1")?); //   what changes if the node n1 is removed
//! # assert!(svg.svg().starts_with("<svg"));
//! # Ok(())
//! # }
//! ```
//!
//! # Contents
//!
//! | to see this | use |
//! | --- | --- |
//! | the runs of a store | [`open`], [`Store::runs`] |
//! | debates, by mode, topic, persona, replicate or number of rounds | [`Store::debates`], [`Debates`] |
//! | the cruxes of several debates in one table, and their numbers | [`Debates::cruxes`], [`Debates::metrics`] |
//! | crux cards, theses, common ground | [`Debate::cruxes`], [`Debate::theses`], [`Debate::common_ground`] |
//! | the transcript | [`Debate::transcript`] |
//! | what only the mode of the debate shows, such as labels or strengths after each round | [`Debate::sections`], [`Debate::section`] |
//! | the graph after a round | [`Debate::graph`], [`Debate::graph_after`] |
//! | what each thesis rests on, question by question, as a table or as a drawing | [`Debate::dependence`], [`Debate::dependence_graph`] |
//! | how much each statement contributes to a thesis | [`Debate::attribution`] |
//! | acceptance of all arguments under another semantics, at the end or after a round | [`Debate::acceptance`], [`Debate::acceptance_after`] |
//! | the strengths of all statements under another gradual semantics, at the end or after a round | [`Debate::strengths`], [`Debate::strengths_after`] |
//! | the effect of a change on theses, arguments and cruxes | [`Debate::what_if`], [`WhatIf`], [`Effect::cruxes`] |
//! | run an experiment and see its progress, with feature `run` | `notebook::run` |
//! | run a protocol of your own, with feature `run` | `notebook::run_protocol` |
//! | how well modes find cruxes that are known, with feature `run` | `notebook::benchmark` |
//! | a table as CSV, as JSON, or with feature `parquet` as Parquet | [`Grid::csv`], [`Grid::json`] |
//! | the outcome of a debate as JSON | [`Debate::json`] |
//! | several values in one cell, and values that change | [`Show`] |

#[cfg(feature = "run")]
mod benchmark;
mod cards;
mod comparison;
mod debate;
mod dependence;
mod display;
mod drawing;
mod error;
#[cfg(feature = "run")]
mod experiment;
mod grid;
mod json;
#[cfg(feature = "run")]
mod progress;
#[cfg(feature = "run")]
mod protocol;
mod read_debates;
mod sections;
mod semantics;
mod show;
mod store;
mod strengths;
mod transcript;
mod what_if;

#[cfg(feature = "run")]
pub use benchmark::{Benchmark, benchmark};
pub use cards::Cards;
pub use debate::Debate;
pub use drawing::Drawing;
pub use error::NotebookError;
#[cfg(feature = "run")]
pub use experiment::run;
pub use grid::Grid;
pub use json::Json;
#[cfg(feature = "run")]
pub use protocol::run_protocol;
pub use read_debates::ReadDebates;
#[cfg(feature = "run")]
pub use read_debates::rule_versions;
pub use sections::Sections;
pub use show::{Show, clear};
pub use store::{Debates, Store, open};
pub use transcript::Transcript;
pub use what_if::{Effect, WhatIf};

#[cfg(feature = "run")]
pub use crate::mode::{Room, RoomError, Said};
