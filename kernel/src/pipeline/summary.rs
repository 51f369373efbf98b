//! What a run did.

use super::attempt::AttemptUsage;
use super::error::FailureCause;
use super::plan::Plan;
use super::progress::Progress;
use super::worker::AttemptResult;
use crate::provider::Expense;
use crate::store::Name;
use crate::vocabulary::TopicId;

/// A cell that is not done after a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The cell.
    pub cell: Name,
    /// Why.
    pub error: String,
    /// What must change before another attempt can succeed.
    pub cause: FailureCause,
}

/// A topic whose cruxes are not matched after a run, although its debates have ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissedMatching {
    /// The topic.
    pub topic: TopicId,
    /// Why.
    pub error: String,
    /// What must change before another attempt can succeed.
    pub cause: FailureCause,
}

/// What a run did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cells that were chosen; the other numbers count only these.
    pub chosen: usize,
    /// Cells that were done before.
    pub found: usize,
    /// Cells that this run completed.
    pub ran: usize,
    /// Cells that failed, in the order of the plan.
    pub missed: Vec<Missed>,
    /// Cells that were not started or not completed because the run was cancelled: by
    /// [`Options::cancel`](super::Options), or because something could not be stored, which
    /// `missed` then reports.
    pub cancelled: usize,
    /// Topics whose cruxes this run matched.
    pub matched: usize,
    /// Topics whose cruxes could not be matched.
    pub unmatched: Vec<MissedMatching>,
    /// Topics whose cruxes were not matched, although their debates have ended, because the run was
    /// cancelled.
    pub cancelled_matchings: usize,
    /// The replies of this run and what they used.
    pub usage: AttemptUsage,
    /// What all processes of the run have used so far, if it has a limit; calls whose cost is
    /// unknown count with all that they may have cost.
    pub used: Option<Expense>,
    /// Why the journal has gaps, if it has; no result depends on it.
    pub unrecorded: Option<String>,
}

/// Counts cells as they end, in any order.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) chosen: usize,
    pub(super) found: usize,
    ran: usize,
    usage: AttemptUsage,
    /// With the cell's place in the plan.
    missed: Vec<(usize, Missed)>,
    /// Topics whose cruxes this run has to match.
    pub(super) to_match: usize,
    matched: usize,
    unmatched: Vec<MissedMatching>,
}

impl Tally {
    pub(super) fn new(chosen: usize) -> Self {
        Self { chosen, ..Self::default() }
    }

    /// Counts the result of a cell, and returns the event that reports it.
    pub(super) fn count(
        &mut self,
        plan: &Plan,
        place: usize,
        result: AttemptResult,
        usage: AttemptUsage,
    ) -> Progress {
        self.usage += usage;
        let cell = plan.cells[place].id.clone();
        match result {
            AttemptResult::Done { calls, cruxes } => {
                self.ran += 1;
                Progress::CellDone { cell, calls, cruxes }
            }
            AttemptResult::Failed { error, cause, unanswered: _ } => {
                let event = Progress::CellFailed { cell: cell.clone(), error: error.clone() };
                self.missed.push((place, Missed { cell, error, cause }));
                event
            }
            AttemptResult::Cancelled => Progress::CellCancelled { cell },
        }
    }

    /// Counts the result of matching the cruxes of a topic, and returns the event that reports it;
    /// a cancelled matching has none.
    pub(super) fn count_matching(
        &mut self,
        topic: &TopicId,
        result: AttemptResult,
        usage: AttemptUsage,
    ) -> Option<Progress> {
        self.usage += usage;
        let name = topic.to_string();
        match result {
            AttemptResult::Done { calls, cruxes } => {
                self.matched += 1;
                Some(Progress::MatchingDone { topic: name, calls, cruxes })
            }
            AttemptResult::Failed { error, cause, unanswered: _ } => {
                let topic = topic.clone();
                self.unmatched.push(MissedMatching { topic, error: error.clone(), cause });
                Some(Progress::MatchingFailed { topic: name, error })
            }
            AttemptResult::Cancelled => None,
        }
    }

    /// Whether this run has attempted the cell and failed.
    pub(super) fn has_missed(&self, cell: &Name) -> bool {
        self.missed.iter().any(|(_, missed)| missed.cell == *cell)
    }

    pub(super) fn summary(self) -> Summary {
        let Self { chosen, found, ran, usage, mut missed, to_match, matched, mut unmatched } = self;
        unmatched.sort_by(|a, b| a.topic.cmp(&b.topic));
        missed.sort_by_key(|(place, _)| *place);
        let cancelled = chosen - found - ran - missed.len();
        let cancelled_matchings = to_match - matched - unmatched.len();
        let missed = missed.into_iter().map(|(_, missed)| missed).collect();
        let (used, unrecorded) = (None, None);
        Summary {
            chosen,
            found,
            ran,
            missed,
            cancelled,
            matched,
            unmatched,
            cancelled_matchings,
            usage,
            used,
            unrecorded,
        }
    }
}
