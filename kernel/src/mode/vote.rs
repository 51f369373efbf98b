//! Mode `vote`, a baseline: several independent calls name the cruxes, and a majority decides which
//! are kept.
//!
//! # Source
//! Self-consistency: Wang et al. 2023, *Self-Consistency Improves Chain of Thought Reasoning in
//! Language Models*. There the votes are for one short answer, which is matched exactly. Here each
//! answer is a list, and its items are matched by issue and by meaning.

use super::calls::USUAL_CRUXES;
use super::comparison_blocks::MostComparisons;
use super::parameters::parameters;
use super::{About, Calls, DebateSize, DetailFault, History, Kind, Protocol, Section, Values};

parameters! {
    /// Several calls without a debate, and a majority vote: a baseline.
    Vote {
        calls: u32 = 5, "calls", "The number of calls that name cruxes, each independent of the others.", Values::Odd(3, 15);
        cruxes: u32 = 100, "maximum cruxes", "The maximum number of cruxes that each call may name.", Values::Number(1, 100);
    }
}

impl Protocol for Vote {
    fn about(&self) -> &'static About {
        &About {
            title: "Majority vote",
            kind: Kind::Baseline,
            summary: "No debate: several calls name the cruxes, and those that most calls name are kept. A baseline.",
            protocol: include_str!("vote/protocol.md"),
            version: 23,
            parameters: Self::PARAMETERS,
            controls: &[],
            measures: &[],
        }
    }

    fn calls(&self, size: DebateSize) -> Calls {
        let [of_questions, of_points] = self.comparisons(size);
        let asked = Calls::default().plus(self.calls, "question");
        asked.plus_comparison(of_questions).plus_comparison(of_points)
    }

    fn view(&self, history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
        view::view(history)
    }
}

impl Vote {
    /// The room for comparisons of questions and of points: as many as answers of usual length
    /// need.
    fn comparisons(&self, size: DebateSize) -> [MostComparisons; 2] {
        let usual = self.cruxes.min(size.axes.max(USUAL_CRUXES));
        [MostComparisons::of(0, self.calls * usual); 2]
    }
}

mod detail;
mod view;

#[cfg(feature = "run")]
mod run;

#[cfg(all(test, feature = "run"))]
mod tests;
