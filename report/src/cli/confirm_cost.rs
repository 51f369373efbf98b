//! Shows what a run will cost, and asks before it spends money.

use faultline::format::{Condition, Manifest};
use faultline::pipeline::{self, Plan, RetryFailed, RunError, TotalEstimate};
use faultline::store::Store;
use faultline::vocabulary::{Tariff, Usd};

use super::CommandError;
use super::cost_estimate;
use super::terminal::{confirm, warn};

/// Whether the user allowed a run to spend money without a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Approval {
    /// By `--yes`, or by a limit in dollars in the manifest.
    Given,
    /// Not yet.
    Needed,
}

impl Approval {
    /// What the manifest and the option `--yes` allow.
    pub(super) fn of(manifest: &Manifest, yes: bool) -> Self {
        if yes || manifest.budget.limits_money() { Self::Given } else { Self::Needed }
    }
}

/// What to do before a run of some cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Run: it costs nothing.
    Run,
    /// Show the estimate and run.
    ShowAndRun,
    /// Show the estimate and ask.
    Ask,
}

/// An unknown cost is treated as a cost.
fn step(cost: Option<Usd>, approval: Approval) -> Step {
    match (cost, approval) {
        (Some(Usd::ZERO), _) => Step::Run,
        (_, Approval::Given) => Step::ShowAndRun,
        (_, Approval::Needed) => Step::Ask,
    }
}

/// Shows what the chosen debates are expected to cost, and asks for confirmation where it is
/// needed.
///
/// # Errors
/// [`CommandError::Usage`] where there is no terminal to ask on, [`CommandError::Declined`] where
/// the user says no, and errors of the store. An error that would prevent the run, such as a
/// missing key, comes before the question.
pub(super) fn confirm_cost(
    plan: &Plan,
    store: &Store,
    only: &[Condition],
    retry_failed: RetryFailed,
    tariff: &Tariff,
    approval: Approval,
) -> Result<(), CommandError> {
    if tariff.is_free(plan.manifest.models.names()) && !plan.manifest.searches_web() {
        return Ok(());
    }
    let (debates, matchings) = pipeline::estimate(plan, only, Some(store))?;
    let estimate = TotalEstimate::of(&debates, &matchings);
    let estimate = match retry_failed {
        RetryFailed::Yes => estimate.with_retries(),
        RetryFailed::No => estimate,
    };
    let is_known = estimate.is_complete() && estimate.searches == 0;
    let cost = pipeline::cost(tariff, &estimate.volumes).filter(|_| is_known);
    let step = step(cost, approval);
    if step == Step::Run {
        return Ok(());
    }
    pipeline::check_connection(plan).map_err(RunError::from)?;
    let sentence = cost_estimate::sentence(&estimate, plan, tariff);
    let price = cost_estimate::how_to_set_price(plan, tariff);
    if step == Step::ShowAndRun {
        warn(&sentence);
        return Ok(());
    }
    let help = price.as_ref().map_or(String::new(), |price| format!("\n  help: {price}"));
    match confirm(&format!("{sentence}{help}\ncontinue?"))? {
        Some(true) => Ok(()),
        Some(false) => Err(CommandError::Declined),
        None => {
            let help = match price {
                Some(price) => format!("add `--yes` to pay whatever it costs; {price}"),
                None => "add `--yes` to pay, or limit the cost with `run_usd` in [budget] of the manifest; `report plan` \
                         shows the estimate"
                    .to_owned(),
            };
            Err(CommandError::usage(format!("nothing was run: {sentence}"), help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_costs_money_shows_the_estimate_and_asks_unless_approved() {
        let cents = "0.05".parse().ok();
        for (cost, approval, expected) in [
            (Some(Usd::ZERO), Approval::Given, Step::Run),
            (Some(Usd::ZERO), Approval::Needed, Step::Run),
            (cents, Approval::Given, Step::ShowAndRun),
            (cents, Approval::Needed, Step::Ask),
            (None, Approval::Given, Step::ShowAndRun),
            (None, Approval::Needed, Step::Ask),
        ] {
            assert_eq!(step(cost, approval), expected, "{cost:?} {approval:?}");
        }
    }
}
