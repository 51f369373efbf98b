//! Why an experiment cannot be planned or run.

use std::path::PathBuf;

use crate::corpus::Silence;
use crate::mode::{Conflict, PassagesError};
use crate::provider::{ConnectError, ProviderFault, ScriptError};
use crate::store::{self, Name, canonical};
use crate::vocabulary::{PersonaId, TopicId};

/// Why an experiment cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A persona has no statements on a topic.
    #[error(
        "{persona} has no corpus on the topic {topic}, and the provider `corpus` can argue only with statements of a corpus: \
         write personas/{persona}/corpus/*.md with `topic: {topic}` in its front matter, or remove the persona from the \
         manifest"
    )]
    NoCorpus {
        /// The persona.
        persona: PersonaId,
        /// The topic.
        topic: TopicId,
    },
    /// A topic has no questions on which corpora could differ.
    #[error("{}", Silence::without_axes(.topic))]
    NoAxes {
        /// The topic.
        topic: TopicId,
    },
    /// A topic does not have the passages that a mode reads.
    #[error("{label} on the topic {topic}: {error}: {}", error.help())]
    Passages {
        /// The topic.
        topic: TopicId,
        /// The label of the mode in the manifest.
        label: String,
        /// What is missing.
        error: PassagesError,
    },
    /// A mode cannot be run as the manifest says.
    #[error("[modes.{label}]: {error}: {}", error.help)]
    Mode {
        /// The label of the mode in the manifest.
        label: String,
        /// Why.
        error: Conflict,
    },
    /// A file that the provider needs cannot be read.
    #[error("cannot read {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A shuffled debate has no contributions to show.
    #[error("{error}: {}", error.help)]
    NoSource {
        /// Why.
        #[from]
        error: Conflict,
    },
    /// An input has no canonical form.
    #[error("an input of the experiment cannot be hashed")]
    Unhashable(#[from] canonical::Error),
}

/// What must change before an attempt that failed can succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCause {
    /// Nothing that the user wrote: the same command may succeed later.
    Passing,
    /// The command or the manifest: they do not allow what is missing, such as a request while
    /// `--offline` is set.
    Refused,
    /// The replies, or the program: they fail again in the same way.
    Lasting,
}

impl FailureCause {
    /// Whether something other than the replies kept the attempt from its end.
    pub fn interrupts(self) -> bool {
        match self {
            Self::Passing | Self::Refused => true,
            Self::Lasting => false,
        }
    }
}

/// Why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The provider cannot be set up.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// The server with the models cannot be used.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// The budget limits dollars, but the price of a model is unknown.
    #[error("{}", ProviderFault::Unpriced(.0.clone()))]
    Unpriced(String),
    /// Two runs of the store hold different outcomes of one cell.
    #[error(
        "debate {cell} has different outcomes in the runs {} and {}: one of them is not reproducible; delete the done.json \
         of the wrong one",
        runs[0],
        runs[1]
    )]
    Disagreement {
        /// The cell.
        cell: Name,
        /// The runs.
        runs: [String; 2],
    },
    /// The debate whose contributions a shuffled debate shows is not done.
    #[error(
        "debate {cell} shows contributions of debate {shown}, which is not done: run that debate first; `report status` says \
         why it is not done"
    )]
    NoSource {
        /// The shuffled debate.
        cell: Name,
        /// The debate whose contributions it shows.
        shown: Name,
    },
}

impl RunError {
    /// The error as one line; an error of the store with its causes and its remedy.
    pub fn report(&self) -> String {
        match self {
            Self::Store(error) => error.report(),
            Self::Provider(_)
            | Self::Script(_)
            | Self::Connect(_)
            | Self::Unpriced(_)
            | Self::Disagreement { .. }
            | Self::NoSource { .. } => self.to_string(),
        }
    }

    /// What to do about it, where the message does not say it.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Store(error) => Some(error.help().to_owned()),
            Self::Connect(error) => Some(error.help()),
            Self::Provider(_)
            | Self::Script(_)
            | Self::Unpriced(_)
            | Self::Disagreement { .. }
            | Self::NoSource { .. } => None,
        }
    }
}
