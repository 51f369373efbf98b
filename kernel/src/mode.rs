//! The debate protocols.
//!
//! Their names and parameters are plain data. The sets are closed and matched without a wildcard: a new mode breaks the
//! build wherever it matters. With feature `run` each protocol is one straight-line `async fn`: it reads no clock, draws
//! no chance but the cell's seed, and does no IO, so that resuming and replaying are one thing.

#[cfg(feature = "run")]
mod belief;
#[cfg(feature = "run")]
mod checked;
#[cfg(feature = "run")]
mod debate;
#[cfg(feature = "run")]
mod framework;
#[cfg(feature = "run")]
mod graph;
#[cfg(feature = "run")]
mod ground;
#[cfg(feature = "run")]
mod manual;
#[cfg(feature = "run")]
mod single;

use std::fmt;

use serde::{Deserialize, Serialize};

#[cfg(feature = "run")]
pub use debate::Setting;
#[cfg(feature = "run")]
pub use manual::{Manual, Parameter};

pub use crate::argue::Gradual;
#[cfg(feature = "run")]
use crate::provider::ProviderFault;
#[cfg(feature = "run")]
use crate::record::{Event, Outcome, Regime, Snapshot, Stop, StopReason};
#[cfg(feature = "run")]
use crate::task::Kind;
#[cfg(feature = "run")]
use crate::view::{History, Section};

/// Names a protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModeName {
    /// One strong call: the baseline.
    Single,
    /// Structured arguments and attacks under Dung semantics.
    Graph,
    /// Weighted arguments under a gradual semantics, and beliefs that are revised.
    Belief,
}

impl ModeName {
    /// Every mode, in the order in which pages list them.
    pub const ALL: [Self; 3] = [Self::Single, Self::Graph, Self::Belief];

    /// The name as manifests, file names and links write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Graph => "graph",
            Self::Belief => "belief",
        }
    }

    /// The name as headings write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Single => "Single call",
            Self::Graph => "Argument graph",
            Self::Belief => "Belief graph",
        }
    }

    /// What the protocol does, as one paragraph for readers.
    pub fn protocol(self) -> &'static str {
        match self {
            Self::Single => {
                "A baseline without any debate. One call sees what every persona has said on the topic and names the \
                 questions that divide them, where each stands and why, and what they hold in common. Whatever a protocol \
                 finds beyond this is what the protocol is worth."
            }
            Self::Graph => {
                "The topic is taken apart into two to four propositions. Each persona opens with arguments that have \
                 premises and assumptions. Then, in rounds, everybody attacks what they hold to be wrong in the others' \
                 arguments: a claim is rebutted, a premise or an assumption undermined, an inference undercut. A judge sees \
                 every attack before it counts; what passes enters the graph with a counter-argument of its own. Which \
                 arguments stand is then computed by Dung's semantics, exactly: the grounded labelling says what is \
                 accepted, defeated or open, and the preferred extensions are the worldviews that can be held without \
                 contradiction. A crux is what arguments rest on that some of these worldviews hold and others do not."
            }
            Self::Belief => {
                "Nobody talks. Each persona states its thesis, grows two levels of arguments for and against it, and says \
                 how plausible each of them is in itself: its base score, from 0 to 1. How strong an argument is follows \
                 from its base score and from the strengths of what supports and attacks it. Then, in rounds, everybody \
                 reads all graphs and adds supporting and attacking arguments to those of the others. What others add \
                 cannot be taken away: whoever receives it says where its thesis should now stand, goes part of the way \
                 there, the less the more is at stake for it and the less open it is, and the least change of its own base \
                 scores that brings its thesis there is computed. In the end arguments that say the same are merged, and \
                 everybody scores what the others said. A crux is an argument that the personas score differently, or read \
                 in opposite ways, ranked by what it does for a yes in the eyes of one and of the other."
            }
        }
    }

    /// The mode that manifests write as `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// The mode with every parameter at its default.
    pub fn with_defaults(self) -> Mode {
        match self {
            Self::Single => Mode::Single(Single::default()),
            Self::Graph => Mode::Graph(Graph::default()),
            Self::Belief => Mode::Belief(Belief::default()),
        }
    }
}

impl fmt::Display for ModeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A protocol with its parameters.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One strong call: the baseline.
    Single(Single),
    /// Structured arguments and attacks under Dung semantics.
    Graph(Graph),
    /// Weighted arguments under a gradual semantics, and beliefs that are revised.
    Belief(Belief),
}

impl Mode {
    /// Its parameters as pages show them: name and value.
    pub fn parameters(&self) -> Vec<(String, String)> {
        let parameter = |name: &str, value: String| (name.to_owned(), value);
        match self {
            Self::Single(Single { cruxes }) => vec![parameter("most cruxes", cruxes.to_string())],
            Self::Graph(Graph { max_rounds, max_claims }) => vec![
                parameter("most rounds", max_rounds.to_string()),
                parameter("most propositions", max_claims.to_string()),
            ],
            Self::Belief(Belief { max_rounds, semantics }) => vec![
                parameter("most rounds", max_rounds.to_string()),
                parameter("semantics", semantics.title().to_owned()),
            ],
        }
    }

    /// Which protocol it is.
    pub fn name(&self) -> ModeName {
        match self {
            Self::Single(_) => ModeName::Single,
            Self::Graph(_) => ModeName::Graph,
            Self::Belief(_) => ModeName::Belief,
        }
    }
}

/// What a protocol met with that it cannot do without.
#[cfg(feature = "run")]
struct Failure(String);

#[cfg(feature = "run")]
impl Failure {
    /// Says what could not be done for want of an answer.
    fn of(what: &str, unanswered: &debate::Unanswered) -> Self {
        Self(format!("{what}: {}", unanswered.fault))
    }
}

/// Says that a debate has to wait: something other than its participants failed.
///
/// Nothing of it may be kept as an outcome; had again later, it goes on over the replies that are cached.
#[cfg(feature = "run")]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// Nobody was asked, or what was asked for is lost.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// A question could not be put into words.
    #[error("task {task}: {cause}")]
    Unworded {
        /// The question's task.
        task: Kind,
        /// Why.
        cause: String,
    },
}

/// A debate that is over, one way or the other.
#[cfg(feature = "run")]
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The state after each round.
    pub snapshots: Vec<Snapshot>,
    /// What it comes to; a failed debate says so in its stop.
    pub outcome: Outcome,
}

#[cfg(feature = "run")]
impl Mode {
    /// The version of the protocol: raised with every change of what a debate comes to. A test pins it to transcripts.
    pub fn version(&self) -> u32 {
        match self {
            Self::Single(_) | Self::Graph(_) | Self::Belief(_) => 2,
        }
    }

    /// The questions that the protocol may put.
    pub fn tasks(&self) -> &'static [Kind] {
        match self {
            Self::Single(_) => &[Kind::Cruxes],
            Self::Graph(_) => {
                &[Kind::Decompose, Kind::Arguments, Kind::Attacks, Kind::Validate, Kind::Compare]
            }
            Self::Belief(_) => &[
                Kind::Thesis,
                Kind::Grow,
                Kind::Scores,
                Kind::Moves,
                Kind::Closing,
                Kind::Compare,
                Kind::Settle,
            ],
        }
    }

    /// The most calls that a debate of this many personas takes, without repairs.
    pub fn most_calls(&self, personas: u32) -> u32 {
        match self {
            Self::Single(_) => 1,
            Self::Graph(Graph { max_rounds, .. }) => 1 + personas + max_rounds * (personas + 1) + 1,
            // Four each to open, moves and one scoring a round, a closing and a scoring each, comparison and questions.
            Self::Belief(Belief { max_rounds, .. }) => {
                4 * personas + max_rounds * (personas + 1) + 2 * personas + 2
            }
        }
    }

    /// How [`Mode::most_calls`] are counted, for readers: a sum whose numbers say what they are.
    pub fn formula(&self, personas: u32) -> String {
        match self {
            Self::Single(_) => "1 question".to_owned(),
            Self::Graph(Graph { max_rounds, .. }) => format!(
                "1 decomposition + {personas} openings + {max_rounds} rounds × ({personas} attackers + 1 judge) + 1 comparison"
            ),
            Self::Belief(Belief { max_rounds, .. }) => format!(
                "{personas} personas × 4 to open + {max_rounds} rounds × ({personas} movers + 1 scoring) + {personas} \
                 closings + 1 comparison + {personas} scorings + 1 for questions"
            ),
        }
    }

    /// What only this mode shows of a finished debate.
    pub fn view(&self, history: &History<'_>) -> Vec<Section> {
        match self {
            Self::Single(_) => single::view::view(history),
            Self::Graph(_) => graph::view::view(history),
            Self::Belief(_) => belief::view::view(history),
        }
    }

    /// Runs the protocol to its end. What happens on the way is told to `listener`.
    ///
    /// # Errors
    /// [`Interrupted`] where the debate has to wait, be it for a reply that nobody may be asked for or for a broken store.
    pub async fn run(
        &self,
        setting: Setting<'_>,
        listener: &mut dyn FnMut(&Event),
    ) -> Result<Finished, Interrupted> {
        let mut debate = debate::Debate::new(setting, listener);
        let result = match self {
            Self::Single(parameters) => single::run(parameters, &mut debate).await,
            Self::Graph(parameters) => graph::run(parameters, &mut debate).await,
            Self::Belief(parameters) => belief::run(parameters, &mut debate).await,
        };
        let mut outcome = result.unwrap_or_else(|failure| failed(&mut debate, failure));
        debate.emit(&Event::DebateComplete {
            stop: outcome.stop.reason,
            cruxes: outcome.cruxes.len(),
        });
        let (snapshots, usage) = debate.close()?;
        outcome.usage = usage;
        Ok(Finished { snapshots, outcome })
    }
}

/// Ends a debate that cannot go on. The round that failed has a snapshot of its own and is not counted.
#[cfg(feature = "run")]
fn failed(debate: &mut debate::Debate<'_>, Failure(rule): Failure) -> Outcome {
    let rounds = debate.played();
    debate.keep("Failed", None);
    Outcome::new(
        Stop { reason: StopReason::Failed, rule, rounds },
        Regime::Undetermined,
        "The debate failed, so nothing can be said of the positions.".to_owned(),
    )
}

/// Parameters of [`Mode::Single`].
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Single {
    /// The most cruxes asked for. *Range*: 1–10, 5 by default.
    pub cruxes: usize,
}

impl Default for Single {
    fn default() -> Self {
        Self { cruxes: 5 }
    }
}

/// Parameters of [`Mode::Graph`].
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The most rounds of attacks. *Range*: 1–10, 3 by default.
    pub max_rounds: u32,
    /// The most claims the topic is decomposed into. *Range*: 2–4, 4 by default.
    pub max_claims: usize,
}

impl Default for Graph {
    fn default() -> Self {
        Self { max_rounds: 3, max_claims: 4 }
    }
}

/// Parameters of [`Mode::Belief`].
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Belief {
    /// The most rounds. *Range*: 1–5, 4 by default.
    pub max_rounds: u32,
    /// How strengths follow from base scores. DF-QuAD by default.
    pub semantics: Gradual,
}

impl Default for Belief {
    fn default() -> Self {
        Self { max_rounds: 4, semantics: Gradual::DfQuad }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "run")]
    #[test]
    fn a_belief_debate_takes_the_calls_that_its_protocol_tells() {
        let calls = |personas, max_rounds| {
            Mode::Belief(Belief { max_rounds, ..Belief::default() }).most_calls(personas)
        };
        // 8 + 4·3 + 2 + comparison 1 + scores 2 + questions 1.
        assert_eq!(calls(2, 4), 26);
        // 12 + 2·4 + 3 + 1 + 3 + 1.
        assert_eq!(calls(3, 2), 28);
    }

    #[test]
    fn names_lead_to_their_mode_and_travel_as_they_are_written() {
        for name in ModeName::ALL {
            assert_eq!(ModeName::from_name(name.name()), Some(name));
            assert_eq!(name.with_defaults().name(), name);
            assert_eq!(serde_json::to_string(&name).unwrap(), format!("\"{name}\""));
        }
        assert_eq!(ModeName::from_name("Graph"), None);
    }

    /// The value of a sum of products. Words are passed over.
    #[cfg(feature = "run")]
    fn value(sum: &str) -> u32 {
        if let Some((before, rest)) = sum.split_once('(') {
            let (inner, after) = rest.split_once(')').unwrap();
            return value(&format!("{before}{}{after}", value(inner)));
        }
        let number = |factor: &str| -> u32 {
            factor.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
        };
        sum.split('+').map(|term| term.split('×').map(number).product::<u32>()).sum()
    }

    #[cfg(feature = "run")]
    #[test]
    fn the_formula_of_most_calls_comes_to_their_number() {
        assert_eq!(value("1 question + 2 × (3 attackers + 1 judge)"), 9);
        for mode in ModeName::ALL.map(ModeName::with_defaults) {
            for personas in 2..6 {
                let formula = mode.formula(personas);
                assert_eq!(value(&formula), mode.most_calls(personas), "{formula}");
            }
        }
    }
}
