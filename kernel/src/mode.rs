//! The debate protocols.
//!
//! A mode is one file and one folder in this directory, and one entry in the list below. Its file holds its parameters, its
//! description and its implementation of `Protocol`; its folder holds everything else: the steps of the protocol, the
//! questions with their prompts, what only this mode shows, and its tests. `shared` has what several modes use.
//!
//! Names, parameters and descriptions are plain data. With feature `run` each protocol is one straight-line `async fn` that
//! acts on a `Table`: it reads no clock, draws no randomness but the cell's seed, and does no IO. Therefore a debate can be
//! resumed or replayed by running the same code again with the stored replies.

mod about;
pub(crate) mod blackboard;
mod calls;
#[cfg(feature = "run")]
mod compared_texts;
mod control;
pub(crate) mod conversation;
#[cfg(feature = "run")]
mod crux_matching;
mod framework_measures;
mod parameters;
mod passages;

#[cfg(feature = "run")]
pub(crate) mod shared;
#[cfg(feature = "run")]
pub(crate) mod table;
#[cfg(all(test, feature = "run"))]
mod tests;

#[cfg(feature = "run")]
use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

#[cfg(feature = "run")]
pub use about::MakeSchema;
pub use about::{About, ControlEffect, Kind, Measure};
pub use calls::{Calls, DebateSize};
#[cfg(feature = "run")]
pub use compared_texts::{ComparedText, JudgedTexts, candidate_pairs, judge_pairs};
pub use control::Control;
#[cfg(feature = "run")]
pub use crux_matching::{CruxMatching, DebateCruxes, MATCHING_QUESTIONS, match_cruxes};
pub(crate) use parameters::HasParameters;
pub use parameters::{Parameter, Value, Values};
pub use passages::{Passages, PassagesError};
#[cfg(feature = "run")]
pub use shared::questions::compare::Likeness;
#[cfg(feature = "run")]
pub use table::{Resampling, Setting};

pub use crate::argue::Gradual;
#[cfg(feature = "run")]
use crate::provider::ProviderFault;
#[cfg(feature = "run")]
use crate::question::QuestionInfo;
use crate::record::{DetailFault, Turn};
#[cfg(feature = "run")]
use crate::record::{Event, Outcome, Regime, Snapshot, Stop, StopReason};
use crate::view::{History, Section};
#[cfg(feature = "run")]
pub use graph::{Room, RoomError, Said};
pub use procon::{FactCheck, Sides};
#[cfg(feature = "run")]
use table::Table;

/// What every mode says about itself, without being run.
pub(crate) trait Protocol: HasParameters {
    /// Describes the mode.
    fn about(&self) -> &'static About;

    /// The maximum number of calls in a debate of this size, without repairs and second calls of a judge.
    fn calls(&self, size: DebateSize) -> Calls;

    /// The passages of the topic that a debate reads.
    fn passages(&self) -> Passages {
        Passages::None
    }

    /// What only this mode shows of a finished debate.
    ///
    /// # Errors
    /// [`DetailFault`] where a record lacks the data of this mode.
    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault>;

    /// Whether the mode looks facts up in the evidence of the topic, so that its debates depend on it.
    fn reads_evidence(&self) -> bool {
        false
    }

    /// The numbers of a turn that only this mode records, as a clause.
    ///
    /// # Errors
    /// [`DetailFault`] where the turn lacks the data of this mode.
    fn numbers(&self, _turn: &Turn) -> Result<Option<String>, DetailFault> {
        Ok(None)
    }
}

/// How a mode is run.
#[cfg(feature = "run")]
pub(crate) trait Run: Protocol {
    /// The questions that the protocol may ask.
    const QUESTIONS: &'static [QuestionInfo];

    /// The data of its own that the mode stores: the kind of record that holds it as `detail`, and its JSON schema.
    const DETAILS: &'static [(&'static str, MakeSchema)] = &[];

    /// Runs the protocol to its end.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure>;
}

/// The list of modes: `name: Type` for the file `mode/name.rs` that defines `Type`. An entry under `#[cfg(test)]` is a mode in
/// unit tests only.
macro_rules! modes {
    ($($(#[$cfg:meta])? $name:ident: $Mode:ident),* $(,)?) => {
        $($(#[$cfg])? pub(crate) mod $name;)*
        $($(#[$cfg])? pub use $name::$Mode;)*

        /// Names a mode.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum ModeName {
            $($(#[$cfg])? #[doc = concat!("See [`Mode::", stringify!($Mode), "`].")] $Mode,)*
        }

        /// A mode with its parameters.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Mode {
            $($(#[$cfg])? #[doc = concat!("The mode `", stringify!($name), "`.")] $Mode($Mode),)*
        }

        impl ModeName {
            /// Every mode, in the order in which pages list them.
            pub const ALL: [Self; [$($(#[$cfg])? stringify!($name)),*].len()] =
                [$($(#[$cfg])? Self::$Mode,)*];

            /// The name as manifests, file names and links write it.
            pub fn name(self) -> &'static str {
                match self {
                    $($(#[$cfg])? Self::$Mode => stringify!($name),)*
                }
            }

            /// The mode with every parameter at its default.
            pub fn with_defaults(self) -> Mode {
                match self {
                    $($(#[$cfg])? Self::$Mode => Mode::$Mode($Mode::default()),)*
                }
            }
        }

        impl Mode {
            /// Which mode it is.
            pub fn name(&self) -> ModeName {
                match self {
                    $($(#[$cfg])? Self::$Mode(_) => ModeName::$Mode,)*
                }
            }

            fn protocol(&self) -> &dyn Protocol {
                match self {
                    $($(#[$cfg])? Self::$Mode(mode) => mode,)*
                }
            }

            fn protocol_mut(&mut self) -> &mut dyn Protocol {
                match self {
                    $($(#[$cfg])? Self::$Mode(mode) => mode,)*
                }
            }
        }

        #[cfg(feature = "run")]
        impl ModeName {
            /// The questions that the protocol may ask.
            pub fn questions(self) -> &'static [QuestionInfo] {
                match self {
                    $($(#[$cfg])? Self::$Mode => $Mode::QUESTIONS,)*
                }
            }

            /// The data of its own that the mode stores: the kind of record that holds it as `detail`, and its JSON schema.
            pub fn details(self) -> &'static [(&'static str, MakeSchema)] {
                match self {
                    $($(#[$cfg])? Self::$Mode => $Mode::DETAILS,)*
                }
            }
        }

        #[cfg(feature = "run")]
        impl Mode {
            async fn play(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
                match self {
                    $($(#[$cfg])? Self::$Mode(mode) => Box::pin(mode.run(table)).await,)*
                }
            }
        }
    };
}

modes! {
    single: Single,
    vote: Vote,
    blitz: Blitz,
    classical: Classical,
    graph: Graph,
    dialogue: Dialogue,
    dispute: Dispute,
    procon: Procon,
    belief: Belief,
    dialectic: Dialectic,
    #[cfg(test)]
    echo: Echo,
}

impl ModeName {
    /// The mode that manifests write as `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Describes the mode.
    pub fn about(self) -> &'static About {
        self.with_defaults().about()
    }

    /// The name as headings write it.
    pub fn title(self) -> &'static str {
        self.about().title
    }
}

/// Every question that a mode or the matching of cruxes asks; a question that several ask occurs several times.
#[cfg(feature = "run")]
pub fn questions() -> impl Iterator<Item = &'static QuestionInfo> {
    ModeName::ALL.into_iter().flat_map(ModeName::questions).chain(MATCHING_QUESTIONS)
}

/// The names of the questions that modes and the matching of cruxes ask.
#[cfg(feature = "run")]
pub fn question_names() -> BTreeSet<&'static str> {
    questions().map(|question| question.spec.name).collect()
}

/// The question of this name.
#[cfg(feature = "run")]
pub fn question(name: &str) -> Option<&'static QuestionInfo> {
    questions().find(|question| question.spec.name == name)
}

impl fmt::Display for ModeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Mode {
    /// Describes the mode.
    pub fn about(&self) -> &'static About {
        self.protocol().about()
    }

    /// The control under which it is run, if any.
    pub fn control(&self) -> Option<Control> {
        self.protocol().control()
    }

    /// The same mode and parameters under a control, or without one.
    #[must_use]
    pub fn under(mut self, control: Option<Control>) -> Self {
        self.protocol_mut().set_control(control);
        self
    }

    /// The value of each of its parameters, in the order of [`About::parameters`].
    pub fn values(&self) -> Vec<Value> {
        self.protocol().values()
    }

    /// Sets the parameter of this key; nothing where there is no such parameter or it takes no such value.
    pub fn set(&mut self, key: &str, value: Value) -> Option<()> {
        self.protocol_mut().set(key, value)
    }

    /// The maximum number of calls in a debate of this size, without repairs and second calls of a judge.
    pub fn calls(&self, size: DebateSize) -> Calls {
        self.protocol().calls(size)
    }

    /// Whether the mode looks facts up in the evidence of the topic, so that its debates depend on it.
    pub fn reads_evidence(&self) -> bool {
        self.protocol().reads_evidence()
    }

    /// The passages of the topic that a debate reads.
    pub fn passages(&self) -> Passages {
        self.protocol().passages()
    }

    /// What only this mode shows of a finished debate.
    ///
    /// # Errors
    /// [`DetailFault`] where a record lacks the data of this mode.
    pub fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        self.protocol().view(history)
    }

    /// The numbers of a turn that only this mode records, as a clause such as «strength 0.62 → 0.55».
    ///
    /// # Errors
    /// [`DetailFault`] where the turn lacks the data of this mode.
    pub fn numbers(&self, turn: &Turn) -> Result<Option<String>, DetailFault> {
        self.protocol().numbers(turn)
    }

    /// Its parameters as pages show them, and its control if it has one: title and value.
    pub fn parameters(&self) -> Vec<(String, String)> {
        let shown = |(parameter, value): (&Parameter, Value)| {
            (parameter.title.to_owned(), parameter.title_of(value))
        };
        let own = self.about().parameters.iter().zip(self.values()).map(shown);
        let control = self.control().map(|control| ("control".to_owned(), control.to_string()));
        own.chain(control).collect()
    }
}

/// Why a protocol cannot go on: an answer is missing that it needs.
#[cfg(feature = "run")]
pub(crate) struct Failure(String);

#[cfg(feature = "run")]
impl Failure {
    /// Says what could not be done without the answer, and which question failed.
    fn of(what: &str, unanswered: &table::Unanswered) -> Self {
        let table::Unanswered { question, fault, .. } = unanswered;
        Self(format!("{what}: `{question}` failed: {fault}"))
    }
}

/// Says that a debate is interrupted by something other than its participants.
///
/// It leaves no outcome. Run again later, it continues with the replies that are stored.
#[cfg(feature = "run")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// The provider could not be asked, or its reply is lost.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// There is no prompt for a question.
    #[error("question {question}: {cause}")]
    NoPrompt {
        /// The name of the question.
        question: &'static str,
        /// The cause.
        cause: String,
    },
    /// There is nothing to show to the personas of a shuffled debate.
    #[error(
        "the debate is shuffled, and there are no contributions of a debate on another topic to show"
    )]
    NothingToShow,
}

/// A debate that has ended, with or without success.
#[cfg(feature = "run")]
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The state after each round.
    pub snapshots: Vec<Snapshot>,
    /// The outcome. The outcome of a failed debate says so as the reason why it stopped.
    pub outcome: Outcome,
}

#[cfg(feature = "run")]
impl Mode {
    /// Runs the protocol to its end. `listener` receives every event. With fewer than two personas the debate fails.
    ///
    /// # Errors
    /// [`Interrupted`] where the provider cannot be asked or the store fails, or a shuffled debate has nothing to show.
    pub async fn run(
        &self,
        setting: Setting<'_>,
        listener: &mut dyn FnMut(&Event),
    ) -> Result<Finished, Interrupted> {
        let contributions = table::Contributions::of(self.control(), setting.foreign)?;
        let mut table = Table::new(setting, contributions, listener);
        let result = if setting.personas.len() < 2 {
            Err(Failure("a debate needs at least two personas".to_owned()))
        } else {
            self.play(&mut table).await
        };
        let mut outcome = result.unwrap_or_else(|failure| failed(&mut table, failure));
        table.emit(&Event::DebateComplete {
            stop: outcome.stop.reason,
            cruxes: outcome.cruxes.len(),
        });
        let (snapshots, usage) = table.finish()?;
        outcome.usage = usage;
        Ok(Finished { snapshots, outcome })
    }
}

/// The outcome of a debate that cannot go on. The failed round gets a snapshot of its own and does not count.
#[cfg(feature = "run")]
fn failed(table: &mut Table<'_>, Failure(rule): Failure) -> Outcome {
    let rounds = table.rounds_played();
    table.take_snapshot("Failed", None);
    Outcome::new(
        Stop { reason: StopReason::Failed, rule, rounds },
        Regime::Undetermined,
        "The debate failed, so it says nothing about the positions.".to_owned(),
    )
}

#[cfg(test)]
mod list_tests {
    use super::*;

    #[test]
    fn a_mode_is_found_by_its_name_and_serialized_under_it() {
        for name in ModeName::ALL {
            assert_eq!(ModeName::from_name(name.name()), Some(name));
            assert_eq!(name.with_defaults().name(), name);
            assert_eq!(serde_json::to_string(&name).unwrap(), format!("\"{name}\""));
        }
        assert_eq!(ModeName::from_name("Graph"), None);
    }

    #[test]
    fn every_mode_and_parameter_is_described_and_parameters_can_be_set() {
        for name in ModeName::ALL {
            let about = name.about();
            for text in [about.title, about.summary, about.protocol] {
                assert!(!text.trim().is_empty(), "{name}");
            }
            let mut mode = name.with_defaults();
            for (parameter, value) in about.parameters.iter().zip(mode.values()) {
                assert!(!parameter.meaning.is_empty(), "{name}: {}", parameter.key);
                assert_eq!(parameter.default(), value, "{name}: {}", parameter.key);
                assert_eq!(mode.set(parameter.key, value), Some(()), "{name}: {}", parameter.key);
            }
            assert_eq!(mode.set("no-such-key", Value::Number(1)), None);
        }
    }
}
