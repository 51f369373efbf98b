//! The input of the site: one experiment, and each of its debates.

use std::collections::BTreeMap;

use faultline::mode::Mode;
use faultline::record::{Matches, Outcome, Snapshot};
use faultline::vocabulary::{
    CallId, Corpus, Evidence, Persona, PersonaId, Seed, Topic, TopicId, Usd,
};

use super::inferred::Inferred;
use crate::notebook::{Notebook, State, Unreadable};

/// An experiment without its debates, which are read one after the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Experiment {
    /// Its name: the stem of its manifest.
    pub name: String,
    /// A short title.
    pub title: String,
    /// Its purpose, where the manifest states one.
    pub description: Option<String>,
    /// The command that rebuilds it.
    pub command: String,
    /// The provider of all answers.
    pub provider: ProviderInfo,
    /// The run and its inputs.
    pub run: RunInfo,
    /// The topics debated.
    pub topics: Vec<Topic>,
    /// Evidence from sources that belong to no persona.
    pub evidence: BTreeMap<TopicId, Evidence>,
    /// The personas that debate.
    pub personas: Vec<Persona>,
    /// Which cruxes of each topic's debates are the same crux, or why that is not known.
    pub matches: BTreeMap<TopicId, Result<Matches, Unmatched>>,
    /// The number of debates that the manifest excludes.
    pub excluded: usize,
    /// Its notebooks. No two have the same name in addresses of pages.
    pub notebooks: Vec<NotebookFile>,
}

impl Experiment {
    /// A topic.
    pub(super) fn topic(&self, id: &TopicId) -> Option<&Topic> {
        self.topics.iter().find(|topic| topic.id == *id)
    }

    /// A persona.
    pub(super) fn persona(&self, id: &PersonaId) -> Option<&Persona> {
        self.personas.iter().find(|persona| persona.id == *id)
    }

    /// What a persona has written on a topic.
    pub(super) fn corpus(&self, persona: &PersonaId, topic: &TopicId) -> Option<&Corpus> {
        self.persona(persona)?.corpora.get(topic)
    }

    /// What was inferred from the personas' texts without tags on a topic.
    pub(super) fn inferred<'a>(&'a self, topic: &'a TopicId) -> Inferred<'a> {
        Inferred { personas: &self.personas, topic, is_used: self.provider.infers_sides }
    }
}

/// The file of a notebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotebookFile {
    /// Its path from the project, with `/` between folders.
    pub path: String,
    /// What it contains and what its outputs are worth, or why it has nothing to show.
    pub content: Result<(Notebook, State), Unreadable>,
}

impl NotebookFile {
    /// The name of the file without its ending.
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.strip_suffix(".ipynb").unwrap_or(name)
    }

    /// The command that runs the notebook.
    pub fn execute(&self) -> String {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '-' | '_');
        if self.path.chars().all(is_plain) {
            format!("faultline-kernel execute {}", self.path)
        } else {
            format!("faultline-kernel execute '{}'", self.path.replace('\'', "'\\''"))
        }
    }
}

/// Why the cruxes of a topic are not matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unmatched {
    /// It was tried and failed, for this reason.
    Failed(String),
    /// It has not been tried since the last debate ended.
    NotRun,
}

/// The provider of all answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderInfo {
    /// Its name, with the model where there is one.
    pub name: String,
    /// Whose words the answers are, in one or two short sentences.
    pub source: &'static str,
    /// What its results show and what they do not, in one or two sentences.
    pub caveat: String,
    /// Whether it reads by rule which side a text without a tag takes.
    pub infers_sides: bool,
}

/// The run and its inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunInfo {
    /// The hash that names the run.
    pub hash: String,
    /// The layout version of the store.
    pub layout: u32,
    /// The version of this program.
    pub version: String,
    /// The inputs read, each with its hash.
    pub inputs: Vec<(String, String)>,
}

/// One cell of the plan. `R` is its record: complete for its own page, or only what other pages
/// need.
#[derive(Debug, Clone, PartialEq)]
pub struct Debate<R = Finished> {
    /// The hash that names the cell.
    pub cell: String,
    /// Its topic.
    pub topic: TopicId,
    /// Its personas, in seat order.
    pub personas: Vec<PersonaId>,
    /// The manifest's name for this mode with these parameters.
    pub label: String,
    /// The mode with its parameters.
    pub mode: Mode,
    /// The number of the replicate, from 1.
    pub replicate: u32,
    /// The only source of randomness.
    pub seed: Seed,
    /// Its record, or why there is none.
    pub result: Result<R, NoOutcome>,
}

/// The cost of a debate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cost {
    /// No model took part.
    None,
    /// A known amount.
    Of {
        /// The amount.
        usd: Usd,
        /// The price list, as a noun phrase with its date.
        by: String,
    },
    /// A model has no price.
    Unknown,
}

/// A finished debate.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The state after each round, in order.
    pub snapshots: Vec<Snapshot>,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its cost.
    pub cost: Cost,
    /// The statements that its personas did not recall.
    pub forgotten: BTreeMap<PersonaId, Vec<String>>,
    /// The prompts and replies of each call; a repaired call has two exchanges.
    pub exchanges: BTreeMap<CallId, Vec<Exchange>>,
}

/// Why a debate has no outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoOutcome {
    /// It failed.
    Failed(Failure),
    /// It has not been run yet.
    NotRun,
}

impl NoOutcome {
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
            Self::Failed(failure) => &failure.why,
            Self::NotRun => "this debate has not been run yet.",
        }
    }

    /// The consequences, as sentences.
    pub fn meaning(&self) -> &'static str {
        match self {
            Self::Failed(_) => {
                "This debate has no outcome and is not counted in the comparison of modes. Run the experiment again to \
                 continue it."
            }
            Self::NotRun => {
                "It has no outcome and is not counted in the comparison of modes. Build the report again to run it."
            }
        }
    }
}

/// How a debate failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Failure {
    /// The reason, as a sentence.
    pub why: String,
    /// What was said before, by rounds, as far as the store has it.
    pub said: Vec<RoundTranscript>,
}

impl<T: Into<String>> From<T> for Failure {
    fn from(why: T) -> Self {
        Self { why: why.into(), said: Vec::new() }
    }
}

/// What was said in one round of a failed debate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundTranscript {
    /// The title of the round.
    pub title: String,
    /// Its moves.
    pub moves: Vec<Utterance>,
    /// The replies that could not be used, each with the question as `act`.
    pub unusable: Vec<Utterance>,
}

/// Something that was said in a failed debate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Utterance {
    /// The id of the node that it became, or else of the move or call.
    pub id: String,
    /// The persona; absent where the protocol itself acts.
    pub speaker: Option<PersonaId>,
    /// What the speaker does.
    pub act: String,
    /// The words.
    pub text: String,
    /// Why it was not kept or could not be used, as a sentence; else empty.
    pub why: String,
}

/// One request to a provider with its reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The messages sent, in order.
    pub prompt: Vec<Message>,
    /// The reply.
    pub reply: String,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Its role: `system`, `user` or `assistant`.
    pub role: String,
    /// Its text.
    pub text: String,
}
