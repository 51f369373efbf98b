//! What can go wrong in a notebook.

use std::path::PathBuf;

use crate::record::DetailFault;
use crate::store;
use crate::vocabulary::Side;

/// Something that a notebook asked for does not exist or cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NotebookError {
    /// The store cannot be read.
    #[error("{}", .0.report())]
    Store(#[from] store::Error),
    /// The folder holds no store.
    #[error(
        "there is no store in {}: name the folder `data/store` of a project, relative to the folder of the notebook. `report build experiments/NAME.toml` in that project makes it",
        .path.display()
    )]
    NoStore {
        /// The folder.
        path: PathBuf,
    },
    /// No run has such a name.
    #[error("no run of this store starts with `{wanted}`; its runs: {}", .known.join(", "))]
    NoRun {
        /// The beginning of the name.
        wanted: String,
        /// The runs of the store.
        known: Vec<String>,
    },
    /// Runs of several experiments have such a name.
    #[error("runs of several experiments start with `{wanted}`: {}; write more of the name", .found.join(", "))]
    SeveralRuns {
        /// The beginning of the name.
        wanted: String,
        /// The runs that it fits.
        found: Vec<String>,
    },
    /// One debate was wanted.
    #[error("{found} debates are left where one was wanted; choose with `mode`, `topic`, `persona` or `replicate`: {}", .left.join("; "))]
    NotOne {
        /// The number of debates.
        found: usize,
        /// The debates, in words.
        left: Vec<String>,
    },
    /// None of the debates is like this.
    #[error("no debate has the {kind} `{wanted}`; choose one of: {}", .known.join(", "))]
    NoDebate {
        /// What was chosen by, such as `mode`.
        kind: &'static str,
        /// What was wanted.
        wanted: String,
        /// What there is.
        known: Vec<String>,
    },
    /// There is no debate, or none is done.
    #[error("there is no debate that is done; not done are {missing}")]
    NoneDone {
        /// The number of debates that are not done.
        missing: usize,
    },
    /// The debate has no such node.
    #[error("the final graph has no node `{wanted}`; it has {known}")]
    NoNode {
        /// The name.
        wanted: String,
        /// The first and the last node.
        known: String,
    },
    /// The debate has no snapshot of such a round.
    #[error("the debate has no round {wanted}; it has {known}")]
    NoRound {
        /// The round.
        wanted: u32,
        /// The rounds, in words.
        known: String,
    },
    /// The debate has no such persona.
    #[error("the debate has no persona `{wanted}`; its personas: {}", .known.join(", "))]
    NoPersona {
        /// The persona.
        wanted: String,
        /// The personas of the debate.
        known: Vec<String>,
    },
    /// The debate has no such question.
    #[error("the debate has no question with the axis `{wanted}`; its axes: {}", .known.join(", "))]
    NoAxis {
        /// The axis.
        wanted: String,
        /// The axes of the debate.
        known: Vec<String>,
    },
    /// A question of the debate is not answered so.
    #[error("no persona and no node answers the question `{axis}` with {}; the axes of the debate: {}", .side.word(), .known.join(", "))]
    NoAnswer {
        /// The axis.
        axis: String,
        /// The answer.
        side: Side,
        /// The axes of the debate.
        known: Vec<String>,
    },
    /// The debate has no thesis of such a persona.
    #[error("the debate has no thesis of `{wanted}`; its personas: {}", .known.join(", "))]
    NoThesis {
        /// The persona.
        wanted: String,
        /// The personas of the debate.
        known: Vec<String>,
    },
    /// The debate has no such section.
    #[error("the mode of this debate shows no section `{wanted}`; its sections: {}", .known.join(", "))]
    NoSection {
        /// The id.
        wanted: String,
        /// The ids of its sections.
        known: Vec<String>,
    },
    /// What a mode shows cannot be known.
    #[error(
        "the run does not name the mode of this debate, so what the mode shows of it is not known"
    )]
    NoMode,
    /// A record lacks what the mode of the debate shows.
    #[error("{0}: {help}", help = .0.help())]
    Detail(#[from] DetailFault),
    /// Contributions cannot be computed.
    #[error("{0}")]
    Attribution(String),
    /// The experiment cannot be run.
    #[cfg(feature = "run")]
    #[error("{0}")]
    Run(String),
    /// A benchmark knows no such mode, level, topic or persona, or has not run it.
    #[cfg(feature = "run")]
    #[error("the benchmark has no {kind} `{wanted}`; {remedy}")]
    NotInBenchmark {
        /// What was wanted.
        kind: &'static str,
        /// Its name.
        wanted: String,
        /// The nearest name, or those that there are.
        remedy: String,
    },
    /// A protocol of the notebook failed.
    #[cfg(feature = "run")]
    #[error(transparent)]
    Protocol(#[from] crate::mode::RoomError),
    /// A chart cannot be drawn.
    #[cfg(all(feature = "chart", feature = "run"))]
    #[error(transparent)]
    Chart(#[from] crate::chart::ChartError),
    /// The mode computes nothing that such a change could affect.
    #[error("{0}")]
    NotComputed(&'static str),
}
