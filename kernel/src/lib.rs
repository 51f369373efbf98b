//! Faultline finds where two informed positions truly part.
//!
//! Personas with written worldviews debate a topic under a formal protocol; cruxes are computed from the graph that the
//! debate leaves. The data flows one way:
//!
//! ```text
//! experiments/*.toml   personas/*   data/topics/*
//!         └──────────────┬──────────────┘
//!                     format ──► pipeline: plan, one cell a debate, each with an id made from its inputs
//!                                   ▼
//!     mode ── task ──► prompt ──► provider ──► reply ──► checked answer ──► graph operations
//!       │ Event                                                                 │
//!       ▼                                                                       ▼
//!     journal                                              a Snapshot a round, one Outcome
//!                                                                               ▼
//!     ────────────────────────── store: content-addressed files ─────────────────────────
//!                                                                               ▼
//!                                                                draw, pages, notebooks
//! ```
//!
//! Below the store's line everything works offline and asks no provider. A layer uses only those above it; the modules
//! stand here in that order. The default features read a store and compute; feature `run` adds what running
//! needs, feature `live` the providers that ask language models. Who comes for argumentation alone, Dung's frameworks or
//! bipolar ones, needs [`argue`] and no feature.

pub mod vocabulary;

#[cfg(feature = "run")]
pub mod text;

pub use faultline_argue as argue;

pub mod graph;
pub mod record;

pub mod store;

#[cfg(feature = "run")]
pub mod task;

#[cfg(feature = "run")]
pub mod prompt;
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

pub use faultline_draw as draw;

/// The Rust examples of the book, compiled and run as documentation tests.
#[cfg(doctest)]
mod book {
    #[doc = include_str!("../../report/book/src/reference/argumentation.md")]
    struct Argumentation;
}
