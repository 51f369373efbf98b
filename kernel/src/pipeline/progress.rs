//! What a run tells of itself.

use serde::{Deserialize, Serialize};

use crate::record::Event;
use crate::store::Name;
use crate::vocabulary::PersonaId;

/// What a run says of itself while it goes on; each is a line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "progress", rename_all = "snake_case")]
pub enum Progress {
    /// The run begins.
    Started {
        /// Its id.
        run: String,
        /// The cells chosen to be had.
        cells: usize,
        /// Those that are done already, here or in another run of the store.
        done: usize,
    },
    /// A cell begins.
    CellStarted {
        /// Its id.
        cell: Name,
        /// The mode's label.
        label: String,
        /// The topic.
        topic: String,
        /// Who debates, in seat order.
        personas: Vec<PersonaId>,
        /// The replicate, from 1.
        replicate: u32,
        /// The most calls it may take.
        most_calls: u32,
    },
    /// Something happened within a cell.
    Debate {
        /// The cell.
        cell: Name,
        /// What happened.
        event: Event,
    },
    /// A cell waits before it asks again; short waits are not told.
    Waiting {
        /// The cell.
        cell: Name,
        /// How long. *Units*: seconds, rounded.
        seconds: u64,
        /// What it is put down to, as a clause.
        cause: String,
    },
    /// A cell is done and committed.
    CellDone {
        /// The cell.
        cell: Name,
        /// The calls it took.
        calls: u32,
        /// The cruxes it found.
        cruxes: usize,
    },
    /// A cell failed; it is tried again by the next run.
    CellFailed {
        /// The cell.
        cell: Name,
        /// Why.
        error: String,
    },
    /// A cell was left unfinished because the run was stopped.
    CellStopped {
        /// The cell.
        cell: Name,
    },
    /// The run is over.
    Finished {
        /// Cells that are done.
        done: usize,
        /// Cells that failed.
        failed: usize,
        /// Cells that were not begun, or not ended, because the run was stopped.
        stopped: usize,
    },
}
