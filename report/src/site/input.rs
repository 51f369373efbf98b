//! What the site is made of: one experiment with everything its pages show, owned and complete.

use std::collections::BTreeMap;

use faultline::record::{Outcome, Snapshot};
use faultline::vocabulary::{CallId, Evidence, Persona, PersonaId, Seed, Topic, TopicId, Usd};

/// An experiment as its pages show it.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// Its name: the stem of its manifest.
    pub name: String,
    /// A short title.
    pub title: String,
    /// What it is for, where the manifest says so.
    pub description: Option<String>,
    /// The command that builds it again.
    pub command: String,
    /// Who answered.
    pub provider: ProviderInfo,
    /// What it was built from.
    pub run: RunInfo,
    /// What is debated.
    pub topics: Vec<Topic>,
    /// What is known from sources that belong to no persona.
    pub evidence: BTreeMap<TopicId, Evidence>,
    /// Who debates.
    pub personas: Vec<Persona>,
    /// The cells, in the order of the plan.
    pub debates: Vec<Debate>,
    /// How many more debates the manifest excludes.
    pub excluded: usize,
}

/// Who answered the questions of the debates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderInfo {
    /// Its name, with the model where there is one.
    pub name: String,
    /// What its results do and do not say, in one or two sentences.
    pub caveat: String,
}

/// What a build rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunInfo {
    /// The hash that names the run.
    pub hash: String,
    /// The layout version of the store.
    pub layout: u32,
    /// The version of this program.
    pub version: String,
    /// The files read, each with the hash of its bytes.
    pub inputs: Vec<(String, String)>,
}

/// How a debate was led.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeInfo {
    /// The protocol's name, such as `graph`.
    pub name: String,
    /// The protocol's name for readers.
    pub title: String,
    /// Its parameters, in order.
    pub parameters: Vec<(String, String)>,
    /// What the protocol does, as one paragraph.
    pub protocol: String,
    /// The most calls that it takes between the personas of a debate, without repairs; nothing where that is not known.
    pub most_calls: Option<u32>,
}

/// One cell of the plan.
#[derive(Debug, Clone, PartialEq)]
pub struct Debate {
    /// The hash that names the cell.
    pub cell: String,
    /// What is debated.
    pub topic: TopicId,
    /// Who debates, in seat order.
    pub personas: Vec<PersonaId>,
    /// What the manifest calls this mode with these parameters.
    pub label: String,
    /// How.
    pub mode: ModeInfo,
    /// Which repetition, from 1.
    pub replicate: u32,
    /// The only source of chance.
    pub seed: Seed,
    /// What came of it.
    pub result: Result<Finished, Absent>,
}

/// What was paid for a debate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cost {
    /// Nothing: no model took part.
    Nobody,
    /// So much.
    Of {
        /// The amount.
        usd: Usd,
        /// By which prices, as a noun phrase with their date.
        by: String,
    },
    /// Nobody knows: a model has no price.
    Unknown,
}

/// A debate that came to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The state after each round, in order.
    pub snapshots: Vec<Snapshot>,
    /// What it comes to.
    pub outcome: Outcome,
    /// What was paid for it.
    pub cost: Cost,
    /// What was said to the provider and what it replied; a repaired call has two exchanges.
    pub exchanges: BTreeMap<CallId, Vec<Exchange>>,
}

/// Why a debate has no outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Absent {
    /// It did not come to its end; says why, as a sentence.
    Failed(String),
    /// Nobody has had it yet.
    NotRun,
}

impl Absent {
    /// One or two words for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Failed(_) => "failed",
            Self::NotRun => "not run",
        }
    }

    /// The reason, as a fragment.
    pub fn reason(&self) -> &str {
        match self {
            Self::Failed(why) => why,
            Self::NotRun => "nobody has had this debate yet.",
        }
    }

    /// What it means for the reader, as sentences.
    pub fn meaning(&self) -> &'static str {
        match self {
            Self::Failed(_) => {
                "This debate did not come to its end. It has no outcome and counts for nothing in the comparison of modes. \
                 Running the experiment again takes it up where it broke off."
            }
            Self::NotRun => {
                "It has no outcome and counts for nothing in the comparison of modes. Building the report again has it."
            }
        }
    }
}

/// One request to a provider with its reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// What was sent, in order.
    pub prompt: Vec<Message>,
    /// What came back.
    pub reply: String,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who speaks: `system`, `user` or `assistant`.
    pub role: String,
    /// What is said.
    pub text: String,
}
