//! The events of a run.

use serde::{Deserialize, Serialize};

use crate::mode::AnyEvent;
use crate::record::Event;
use crate::store::Name;
use crate::vocabulary::PersonaId;

/// An event of a run; each is a line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "progress", rename_all = "snake_case")]
pub enum Progress {
    /// The run starts.
    Started {
        /// Its id.
        run: String,
        /// The cells chosen to run.
        cells: usize,
        /// Those that are done already, here or in another run of the store.
        done: usize,
    },
    /// A cell starts.
    CellStarted {
        /// Its id.
        cell: Name,
        /// The mode's label.
        label: String,
        /// The topic.
        topic: String,
        /// The personas, in seat order.
        personas: Vec<PersonaId>,
        /// The replicate, from 1.
        replicate: u32,
        /// The maximum number of its calls.
        most_calls: u32,
    },
    /// An event within a cell's debate.
    Debate {
        /// The cell.
        cell: Name,
        /// The event.
        #[schemars(with = "AnyEvent")]
        event: Event,
    },
    /// A cell waits before it retries a request; short waits are not reported.
    Waiting {
        /// The cell.
        cell: Name,
        /// How long. *Units*: seconds, rounded.
        seconds: u64,
        /// The cause, as a clause.
        cause: String,
    },
    /// A cell is done and committed.
    CellDone {
        /// The cell.
        cell: Name,
        /// The calls it made.
        calls: u32,
        /// The cruxes it found, those of unknown load included.
        cruxes: usize,
    },
    /// A cell failed; the next run tries it again.
    CellFailed {
        /// The cell.
        cell: Name,
        /// Why.
        error: String,
    },
    /// A cell was left unfinished because the run was cancelled.
    CellCancelled {
        /// The cell.
        cell: Name,
    },
    /// The cruxes of the debates of a topic are being matched.
    MatchingStarted {
        /// The topic.
        topic: String,
        /// The number of debates.
        debates: usize,
    },
    /// The cruxes of the debates of a topic are matched and committed.
    MatchingDone {
        /// The topic.
        topic: String,
        /// The calls that it took.
        calls: u32,
        /// The number of different cruxes.
        cruxes: usize,
    },
    /// The cruxes of the debates of a topic could not be matched; the next run tries it again.
    MatchingFailed {
        /// The topic.
        topic: String,
        /// Why.
        error: String,
    },
    /// The run is over.
    Finished {
        /// Cells that are done.
        done: usize,
        /// Cells that failed.
        failed: usize,
        /// Cells that were not started or not completed because the run was cancelled.
        cancelled: usize,
    },
}
