//! Faultline finds what two informed positions disagree about.
//!
//! Personas debate a topic under a formal protocol. The debate produces a graph of arguments. The
//! questions on which the positions differ, the cruxes, are computed from this graph. This prints
//! the cruxes of every debate in a store:
//!
#![cfg_attr(feature = "run", doc = "```")]
#![cfg_attr(not(feature = "run"), doc = "```no_run")]
//! use faultline::record::Outcome;
//! use faultline::store::Store;
//!
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/projects/store_of_lamps.rs"));
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let folder = store_of_lamps(folder.path());
//! # let mut printed = 0;
//! let store = Store::open(folder)?; // such as data/store
//! for run in store.runs()? {
//!     let run = store.run(&run);
//!     for cell in run.cells()? {
//!         let Some(done) = run.done(&cell)? else { continue };
//!         let outcome: Outcome = store.object(&done.outcome)?;
//!         println!("debate {cell}");
//!         for crux in outcome.cruxes {
//!             println!("  {:.2} {}", crux.score.value.value(), crux.question);
//! #           printed += 1;
//!         }
//!     }
//! }
//! # assert!(printed > 1, "the debates of the example have cruxes");
//! # Ok(())
//! # }
//! ```
//!
//! # How data flows
//!
//! ```text
//! experiments/*.toml   personas/*   data/topics/*   data/evidence/*
//!         └──────────────────┬──────────────────────────┘
//!                         format ──► pipeline: one cell per debate, with an id made from its inputs
//!                                       ▼
//!     mode ─── question ──► prompt ──► provider ──► reply ──► accepted answer ──► graph operations
//!                                                                                   ▼
//!                                                      a snapshot per round, one outcome
//!                                                                                   ▼
//! ───────────────────────── store: content-addressed files ─────────────────────────────
//!                                                                                   ▼
//!                                                                 draw, pages, notebooks
//! ```
//!
//! A manifest describes an experiment. Each combination of topic, group of personas, mode and replicate is a cell: one
//! debate. A mode asks a provider questions and applies the accepted answers to a graph. Every round produces a snapshot, and
//! every debate one outcome. Below the store everything works offline and asks no provider.
//!
//! A module uses only modules above it; they are declared here in that order.
//!
//! # Features
//!
//! - The default features read a store, compute and draw.
//! - `run` adds what running a debate needs: manifests, corpora, prompts, providers, writing to the store.
//! - `chart` adds charts of numbers with intervals.
//! - `parquet` adds tables of notebooks as Parquet files.
//! - `live` adds the providers that ask language models over the network.
//!
//! For argumentation alone, Dung frameworks or bipolar ones, use [`argue`]; it needs no feature.

#![cfg_attr(
    not(feature = "run"),
    allow(dead_code, reason = "debates use it, and they run with feature `run` only")
)]

pub use faultline_argue as argue;
pub use faultline_draw as draw;

pub mod vocabulary;

pub mod text;

pub mod dependence;

#[cfg(feature = "run")]
pub mod corpus;

pub mod store;

#[cfg(feature = "chart")]
pub mod chart;

pub mod graph;
pub mod record;

#[cfg(feature = "run")]
pub mod prompt;
#[cfg(feature = "run")]
pub mod question;
#[cfg(feature = "run")]
pub mod reply;

#[cfg(feature = "run")]
pub mod provider;

pub mod view;

pub mod mode;

#[cfg(feature = "run")]
pub mod format;
#[cfg(feature = "run")]
pub mod pipeline;

pub mod analysis;

#[cfg(feature = "run")]
pub mod planted;

#[cfg(feature = "run")]
pub mod benchmark;

pub mod notebook;

/// The Rust examples of the book that run debates.
#[cfg(all(doctest, feature = "run"))]
#[doc = include_str!("../../report/book/src/guides/notebooks.md")]
struct Notebooks;

/// The Rust examples of the book, compiled and run as documentation tests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../README.md")]
    struct FrontPage;

    #[doc = include_str!("../../report/book/src/reference/argumentation.md")]
    struct Argumentation;
}
