//! The files that people write: topics, personas, corpora, evidence, manifests and prices.
//!
//! Every reader records all faults of a file at once, each with its place and a remedy, and skips nothing silently:
//! unknown keys and names are faults. [`Library::open`] reads a whole project, [`Library::for_manifest`] only what a
//! [`Manifest`] names.

mod braces;
mod corpus;
mod damage;
mod document;
mod evidence;
mod fault;
mod front;
mod library;
mod listing;
mod manifest;
mod markdown;
mod persona;
mod prices;
mod source;
mod spell;
mod table;
mod topic;
mod untagged;
mod value;

pub use corpus::{DEFAULT_CONFIDENCE, Tally};
pub use fault::{Fault, Faults, Place, Severity};
pub use library::Library;
pub use manifest::{
    Argument, Combination, Condition, ConditionError, DebateArguments, Manifest, PlaceError,
    ProviderChoice, Selection, SwitchError,
};
pub use prices::{PRICES, prices, tariff};
pub use spell::remedy;
pub use untagged::{Guess, Kind, Near, Untagged, Why};
