//! Mode `procon`: two sides speak in turn for and against the motion, a fact checker reads every
//! speech, a judge decides.
//!
//! # Source
//! The order of speeches is that of competitive debating. One call reflects, criticises and then
//! writes the speech, in the manner of Madaan et al. 2023, *Self-Refine* (arXiv:2303.17651). The
//! judge is asked in both orders, because models prefer the answer that they read first (Zheng et
//! al. 2023, *Judging LLM-as-a-Judge*, arXiv:2306.05685). What differs: the verdict of the judge
//! does not decide cruxes.

use super::comparison_blocks::MostComparisons;
use super::parameters::parameters;
use super::{
    About, Calls, Conflict, Control, ControlEffect, DebateSize, DetailFault, History, Kind,
    Protocol, Section, Turn, Values,
};

parameters! {
    /// Speeches for and against the motion, with a fact checker and a judge.
    Procon {
        rounds: u32 = 3, "rounds", "The number of rounds. In each, both sides speak once. There are at least as many as the larger side has members, so that all of them speak.", Values::Number(1, 10);
        word_limit: u32 = 300, "word limit", "The maximum number of words of a speech.", Values::Number(200, 1000);
        fact_check: FactCheck = FactCheck::Standard, "fact check", "Whether claims are checked, and whether a false claim rejects a speech.", Values::Name(FactCheck::names);
        evidence: EvidenceSource = EvidenceSource::Files, "evidence", "Where the fact checker finds passages: in the evidence of the topic, or on the web, with a search by Tavily for each claim.", Values::Name(EvidenceSource::names);
        sides: Sides = Sides::Fixed, "sides", "Whether the personas argue for their own answers or for sides that are drawn.", Values::Name(Sides::names);
    }
}

/// The number of drafts of a speech that are too short or too long before the last one counts.
const MOST_MISSES: u32 = 3;
/// The number of drafts of a speech that are rejected because of a false claim.
const MOST_REFUTED: u32 = 3;

/// The number of searches of the web for a speech: one for each of its claims.
const MOST_SEARCHES: u32 = 5;

/// The number of claims and grants of an opening speech for which the comparison has room.
const USUAL_NODES: u32 = 16;
/// The number of claims of a speech.
const MOST_CLAIMS: u32 = 5;

impl Procon {
    /// The comparison after the first speech of every persona, and that of what was claimed after
    /// it.
    fn comparisons(&self, DebateSize { personas, axes, .. }: DebateSize) -> [MostComparisons; 2] {
        let first = personas * USUAL_NODES.max(2 * axes);
        let later = 2 * self.rounds.saturating_sub(1) * MOST_CLAIMS;
        [MostComparisons::of(0, first), MostComparisons::of(first, later)]
    }

    /// The calls of one turn: drafts that miss the length are not checked.
    fn turn(&self) -> Calls {
        let checked = Calls::default().plus(1, "speech").plus(1, "list of claims");
        let checked =
            if self.searches_web() { checked.plus(MOST_SEARCHES, "search") } else { checked };
        let checked = match self.fact_check {
            FactCheck::Off => checked,
            FactCheck::Standard | FactCheck::Strict => checked.plus(1, "fact check"),
        };
        let checked = match self.fact_check {
            FactCheck::Off | FactCheck::Standard => checked,
            FactCheck::Strict => {
                Calls::default().plus_for_each(MOST_REFUTED + 1, "checked draft", checked)
            }
        };
        checked.plus(MOST_MISSES - 1, "rewritten draft")
    }
}

impl Protocol for Procon {
    fn about(&self) -> &'static About {
        &About {
            title: "Pro and con",
            kind: Kind::Protocol,
            summary: "Two sides speak in turn for and against the motion; a fact checker may read every speech; a judge decides.",
            protocol: include_str!("procon/protocol.md"),
            version: 32,
            parameters: Self::PARAMETERS,
            controls: &[
                ControlEffect {
                    control: Control::Isolated,
                    effect: "There is no exchange: each persona gives its opening speech and hears no other. The claims are listed and checked, the judge \
                             reads the opening speeches, and what follows from the claims is computed as usual.",
                },
                ControlEffect {
                    control: Control::Shuffled,
                    effect: "Each persona hears texts of a debate on another topic instead of the speeches of the others. The claims, the answers to \
                             them, the fact check and the judgement are about the real speeches, and everything is computed as usual.",
                },
            ],
            measures: measures::ALL,
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        let turns = match self.control {
            Some(Control::Isolated) => size.personas,
            Some(Control::Shuffled) | None => 2 * self.rounds.max(size.personas.saturating_sub(1)),
        };
        let [first, last] = self.comparisons(size);
        let calls = Calls::decomposition(size.axes)
            .plus_for_each(turns, "turn", self.turn())
            .plus_comparison(first);
        // With more rounds than first speeches, what is claimed later is compared as well.
        let goes_on = self.rounds > 1 && self.control != Some(Control::Isolated);
        let calls = if goes_on { calls.plus_comparison(last) } else { calls };
        calls.plus(3, "judgement")
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        view::view(history)
    }

    fn reads_evidence(&self) -> bool {
        self.fact_check != FactCheck::Off && self.evidence == EvidenceSource::Files
    }

    fn searches_web(&self) -> bool {
        self.fact_check != FactCheck::Off && self.evidence == EvidenceSource::Tavily
    }

    fn conflict(&self) -> Option<Conflict> {
        let is_idle = self.fact_check == FactCheck::Off && self.evidence == EvidenceSource::Tavily;
        is_idle.then_some(Conflict {
            key: "evidence",
            why: "`evidence = \"tavily\"` searches the web for the fact checker, and `fact_check = \"off\"` leaves it out",
            help: "remove one of the two",
        })
    }

    fn numbers(&self, turn: &Turn) -> Result<Option<String>, DetailFault> {
        detail::numbers(turn)
    }
}

pub(super) mod detail;
mod exchanges;
mod measures;
mod options;
mod view;

pub use options::{EvidenceSource, FactCheck, Sides};

#[cfg(feature = "run")]
mod events;
#[cfg(feature = "run")]
mod prompts;
#[cfg(feature = "run")]
pub(crate) mod questions;
#[cfg(feature = "run")]
mod rounds;
#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod samples;
#[cfg(all(test, feature = "run"))]
mod tests;
