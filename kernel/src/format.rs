//! The files that people write: topics, personas, corpora, evidence, manifests and prices.
//!
//! Every reader records all faults of a file at once, each with its place and a remedy, and skips nothing silently:
//! unknown keys and names are faults. [`Library::open`] reads a whole project, [`Library::for_manifest`] only what a
//! [`Manifest`] names.

mod attribute_value;
mod attributes;
mod corpus;
mod evidence;
mod fault;
mod front_matter;
mod library;
mod manifest;
mod markdown;
mod persona;
mod prices;
mod project_files;
mod source;
mod suggestion;
mod syntax_errors;
mod toml_document;
mod toml_table;
mod topic;
mod untagged;

pub use corpus::{DEFAULT_CONFIDENCE, Tally};
pub use fault::{Fault, Faults, RelatedSpan, Severity};
pub use library::Library;
pub use manifest::{
    Combination, Condition, ConditionError, FolderError, Manifest, ProviderChoice,
    ProviderOverrideError, Selection,
};
pub use prices::{PRICES, prices, tariff};
pub use suggestion::remedy;
pub use untagged::{AxisMatch, ClauseKind, Guess, ProseReason, Untagged};
