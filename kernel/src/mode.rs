//! The debate protocols.
//!
//! A mode is one file and one folder in this directory, and one entry in the list below. Its file
//! holds its parameters, its description and its implementation of `Protocol`; its folder holds
//! everything else: `run.rs` with the steps of the protocol, the questions with their prompts, what
//! only this mode shows, and its tests. `shared` has what several modes use.
//!
//! Names, parameters and descriptions are plain data. With feature `run` each protocol is one
//! straight-line `async fn` that acts on a `DebateContext`: it reads no clock, draws no randomness
//! but the cell's seed, and does no IO. Therefore a debate can be resumed or replayed by running
//! the same code again with the stored replies.

mod about;
pub(crate) mod blackboard;
mod calls;
#[cfg(feature = "run")]
mod compared_texts;
mod comparison_blocks;
mod control;
pub(crate) mod conversation;
#[cfg(feature = "run")]
mod crux_matching;
#[cfg(feature = "run")]
pub(crate) mod debate_context;
#[cfg(feature = "run")]
mod event_schema;
#[cfg(feature = "run")]
pub(crate) mod events;
#[cfg(feature = "run")]
mod failure;
mod framework_measures;
pub(crate) mod issues;
mod parameters;
mod passages;
mod protocol;
#[cfg(feature = "run")]
mod running;
#[cfg(feature = "run")]
pub(crate) mod shared;
pub(crate) mod tenable;
#[cfg(all(test, feature = "run"))]
mod tests;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use about::{About, ControlEffect, Kind, Measure};
pub use calls::{Calls, DebateSize};
pub use control::Control;
pub(crate) use parameters::HasParameters;
pub use parameters::{Conflict, Parameter, Value, Values};
pub use passages::{Passages, PassagesError};
pub(crate) use protocol::Protocol;
#[cfg(feature = "run")]
pub use {
    about::MakeSchema,
    compared_texts::{ComparedText, JudgedTexts, candidate_pairs, judge_pairs},
    comparison_blocks::MOST_PAIRS_PER_CALL,
    crux_matching::{CruxMatching, DebateCruxes, MATCHING_QUESTIONS, match_cruxes},
    debate_context::{Resampling, Setting},
    failure::Interrupted,
    running::{Finished, question, question_names, questions},
    shared::questions::compare::Likeness,
};
#[cfg(feature = "run")]
pub(crate) use {event_schema::AnyEvent, failure::ProtocolFailure, protocol::Run};

pub use crate::argue::Gradual;
use crate::record::{DetailFault, Turn};
use crate::view::{History, Section};
#[cfg(feature = "run")]
use {
    crate::question::QuestionInfo, crate::record::Outcome, debate_context::DebateContext,
    events::EventInfo,
};

/// The list of modes: `name: Type` for the file `mode/name.rs` that defines `Type`. Braces hold
/// other types of the file that users of this crate need. An entry under `#[cfg(test)]` is a mode
/// in unit tests only.
macro_rules! modes {
    ($($(#[$cfg:meta])? $name:ident: $Mode:ident $({ $(#[$of_types:meta])? $($Type:ident),* })?),* $(,)?) => {
        $($(#[$cfg])? pub(crate) mod $name;)*
        $($(#[$cfg])? pub use $name::$Mode;)*
        $($($(#[$of_types])? pub use $name::{$($Type),*};)?)*

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

            /// The events that only it and similar modes report.
            pub(crate) fn events(self) -> impl Iterator<Item = &'static EventInfo> {
                let lists = match self {
                    $($(#[$cfg])? Self::$Mode => $Mode::EVENTS,)*
                };
                lists.iter().copied().flatten()
            }

            /// The data of its own that the mode stores: the kind of record that holds it as
            /// `detail`, and its JSON schema.
            pub fn details(self) -> &'static [(&'static str, MakeSchema)] {
                match self {
                    $($(#[$cfg])? Self::$Mode => $Mode::DETAILS,)*
                }
            }
        }

        #[cfg(feature = "run")]
        impl Mode {
            async fn run_protocol(
                &self,
                context: &mut DebateContext<'_>,
            ) -> Result<Outcome, ProtocolFailure> {
                match self {
                    $($(#[$cfg])? Self::$Mode(mode) => Box::pin(mode.run(context)).await,)*
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
    graph: Graph { #[cfg(feature = "run")] Room, RoomError, Said },
    dialogue: Dialogue,
    dispute: Dispute,
    procon: Procon { EvidenceSource, FactCheck, Sides },
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

    /// Sets the parameter of this key; nothing where there is no such parameter or it takes no such
    /// value.
    pub fn set(&mut self, key: &str, value: Value) -> Option<()> {
        self.protocol_mut().set(key, value)
    }

    /// The maximum number of calls in a debate of this size, without repairs and second calls of a
    /// judge.
    pub fn calls(&self, size: DebateSize) -> Calls {
        self.protocol().calls(size)
    }

    /// Whether the mode looks facts up in the evidence of the topic, so that its debates depend on
    /// it.
    pub fn reads_evidence(&self) -> bool {
        self.protocol().reads_evidence()
    }

    /// Whether a debate searches the web, so that its provider needs a service for that.
    pub fn searches_web(&self) -> bool {
        self.protocol().searches_web()
    }

    /// Why two of its parameters exclude each other; `None` if they fit.
    pub fn conflict(&self) -> Option<Conflict> {
        self.protocol().conflict()
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

    /// What the confidence of a turn is: «confidence», or «confidence in its answer», which is not
    /// that of the sentence said.
    pub fn confidence_label(&self) -> &'static str {
        self.protocol().confidence_label()
    }

    /// The numbers of a turn that only this mode records, as a clause such as «strength 0.62 →
    /// 0.55».
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
            for (place, parameter) in about.parameters.iter().enumerate() {
                assert!(!parameter.meaning.is_empty(), "{name}: {}", parameter.key);
                let before = mode.values();
                assert_eq!(parameter.default(), before[place], "{name}: {}", parameter.key);
                let other = match parameter.values {
                    Values::Number(least, most) | Values::Odd(least, most) => {
                        let bounds = [least, most].map(Value::Number);
                        bounds.into_iter().find(|&bound| bound != before[place])
                    }
                    Values::Name(names) => {
                        let names = names().into_iter().map(|(name, _)| Value::Name(name));
                        names.into_iter().find(|&name| name != before[place])
                    }
                };
                let other = other.expect("a parameter has two values");
                assert_eq!(mode.set(parameter.key, other), Some(()), "{name}: {}", parameter.key);
                let mut expected = before.clone();
                expected[place] = other;
                assert_eq!(mode.values(), expected, "{name}: {}", parameter.key);
            }
            assert_eq!(mode.set("no-such-key", Value::Number(1)), None);
        }
    }
}
