//! Reads the files that people write: topics, personas, corpora, evidence, manifests and price
//! lists.
//!
//! Every reader reports all faults of a file together, each with its position and how to fix it.
//! Unknown keys and names are faults; nothing is skipped silently. [`Library::open`] reads a whole
//! project, [`Library::for_manifest`] only the files that a [`Manifest`] names.

mod attribute_value;
mod attributes;
mod corpus;
mod definitions;
mod empty_descriptions;
mod evidence;
mod fault;
mod front_matter;
mod library;
mod manifest;
mod markdown;
mod observation;
mod passages;
mod persona;
mod price_list;
mod project_files;
#[cfg(test)]
mod random_text;
mod source;
mod statement_defaults;
mod suggestion;
mod syntax_errors;
mod tariff;
mod toml_document;
mod toml_table;
mod topic;
mod untagged;

pub use corpus::Tally;
pub use fault::{Fault, Faults, RelatedSpan, Severity};
pub use library::Library;
pub use manifest::{
    Argument, Combination, Condition, ConditionError, DebateArguments, FolderError, Manifest,
    NamedProvider, ProviderChoice, ProviderOverrideError, Selection,
};
pub use price_list::{PRICES, prices};
pub use statement_defaults::DEFAULT_CONFIDENCE;
pub use suggestion::remedy;
pub use tariff::{tariff, tariff_of_named};
pub use untagged::{AxisMatch, ClauseKind, Guess, ProseReason, Untagged};
