//! From a manifest to a store: plans the cells, runs those that are missing, reads those that are
//! done.
//!
//! A cell's id is the hash of everything its outcome depends on: topic, personas with their
//! corpora, mode, parameters, version of the protocol, prompts, schemas and parameters of its
//! questions, provider, models, seed and replicate; not titles, limits or folders. So an edit
//! re-runs exactly the cells that depend on it: the others are found under their ids in any earlier
//! run of the store.

mod attempt;
mod cell;
mod debate;
mod done_cells;
mod error;
mod estimate;
mod event_buffer;
mod exchanges;
mod failed_debate;
pub mod gc;
mod inputs;
mod judge;
mod log;
mod options;
mod plan;
mod process;
mod progress;
mod providers;
mod replay;
mod run;
mod spending;
mod status;
mod stored;
mod summary;
mod topic_matching;
mod unrecalled;
mod worker;

pub use attempt::{Attempt, AttemptUsage, Attempts};
pub use cell::Cell;
pub use done_cells::DoneCells;
pub use error::{FailureCause, PlanError, RunError};
pub use estimate::{
    Basis, Consumption, Expected, ExpectedMatching, Prefix, TotalEstimate, estimate,
};
pub use exchanges::{Exchanges, exchanges};
pub use failed_debate::{FailedDebate, failed_debate};
pub use judge::Judge;
pub use options::{Offline, Options, RetryFailed};
pub use plan::Plan;
pub use process::Process;
pub use progress::Progress;
pub use providers::check_connection;
pub use replay::{Difference, Subject, Verified, replay, verify};
pub use run::run;
pub use spending::{cost, tokens_of_calls, tokens_of_run};
pub use status::{CellState, status};
pub use stored::read_debate;
pub use summary::{Missed, MissedMatching, Summary};
pub use topic_matching::{Matching, matchings};
pub use unrecalled::unrecalled;

pub use crate::provider::{Cancel, unsettled_calls};
