//! What debates have spent, and the budgets that count it.
//!
//! A budget belongs to a run, not to a process: its ledger holds the calls of all processes, also
//! of those that were killed, and stored replies are not paid again. An edit of the inputs starts
//! another run with a full budget.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attempt::Attempt;
use super::error::RunError;
use super::process::Process;
use crate::format::Manifest;
use crate::provider::{Account, Budget, Expense, Ledger, Scope, expense, used_by_cell};
use crate::record::{Call, Snapshot};
use crate::store::{Error, Name, Run};
use crate::vocabulary::{SpendingLimit, SpendingLimits, Tariff, Usd, Volumes};

/// The tokens of all calls of a run, of processes that were killed as well.
///
/// # Errors
/// An attempt, or the ledger of the run, cannot be read.
pub fn tokens_of_run(run: &Run) -> Result<Volumes, Error> {
    let mut volumes = Volumes::default();
    volumes.extend(spent_by_cell(run)?.into_values().flatten());
    Ok(volumes)
}

/// The tokens by cell: according to the ledger, or to recorded attempts where a run has no ledger.
fn spent_by_cell(run: &Run) -> Result<BTreeMap<Name, Volumes>, Error> {
    if let Some(used) = used_by_cell(run)? {
        return Ok(used);
    }
    let attempts = run.attempts::<Attempt>()?.into_iter();
    let spent = |attempt: Attempt| attempt.usage.spent;
    Ok(attempts.map(|(cell, at)| (cell, at.into_iter().flat_map(spent).collect())).collect())
}

/// The tokens of all calls of a debate, whether they were paid now or earlier.
pub fn tokens_of_calls(snapshots: &[Snapshot]) -> Volumes {
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    // A search of the web has no tokens.
    let of_models = calls.filter(|call| call.usage.searches == 0);
    of_models.map(|Call { model, usage, .. }| (model.clone(), usage.volume())).collect()
}

/// The cost of these tokens; `None` if a model has no known price.
pub fn cost(tariff: &Tariff, volumes: &Volumes) -> Option<Usd> {
    volumes.iter().map(|(model, volume)| tariff.cost(model, volume)).sum()
}

/// The budget of a run, and what its cells have spent before.
#[derive(Debug)]
pub(super) struct Spending<'a> {
    before: BTreeMap<Name, Volumes>,
    limits: SpendingLimits,
    tariff: &'a Tariff,
    budget: Arc<Budget>,
    /// `None` where there is nothing to count: no limit, no price, and no ledger that an earlier
    /// process began.
    ledger: Option<Arc<Ledger>>,
}

impl<'a> Spending<'a> {
    /// Opens the budget of a run.
    pub(super) fn new(
        run: &Run,
        process: &Process,
        manifest: &Manifest,
        tariff: &'a Tariff,
    ) -> Result<Self, RunError> {
        let limits = manifest.budget;
        let mut models = manifest.models.names().into_iter();
        let unpriced = models.find(|model| tariff.price(model).is_none());
        if let Some(model) = unpriced.filter(|_| limits.limits_money()) {
            return Err(RunError::Unpriced(model.to_owned()));
        }
        let budget = Arc::new(Budget::new(Scope::Run, limits.run, Expense::default()));
        let is_unlimited = limits == SpendingLimits::default();
        if is_unlimited && tariff.is_free(manifest.models.names()) && used_by_cell(run)?.is_none() {
            return Ok(Self { before: BTreeMap::new(), limits, tariff, budget, ledger: None });
        }
        let before = spent_by_cell(run)?;
        let ledger = Ledger::open(
            run,
            process.writer().to_string(),
            tariff.clone(),
            Arc::clone(&budget),
            &before,
        )?;
        Ok(Self { before, limits, tariff, budget, ledger: Some(Arc::new(ledger)) })
    }

    /// What the run has used, in all of its processes so far, if it has a limit.
    pub(super) fn used(&self) -> Option<Expense> {
        (self.limits.run != SpendingLimit::default()).then(|| self.budget.spent())
    }

    /// The account of a cell, or of the matching of a topic.
    pub(super) fn account(&self, cell: &Name) -> Option<Arc<Account>> {
        let ledger = Arc::clone(self.ledger.as_ref()?);
        let mut before = Expense::default();
        for (model, volume) in self.before.get(cell).into_iter().flat_map(Volumes::iter) {
            before += expense(self.tariff, model, volume);
        }
        let own = Budget::new(Scope::Cell, self.limits.cell, before);
        let budget = Arc::clone(&self.budget);
        Some(Arc::new(Account::new(cell.clone(), self.tariff.clone(), budget, own, ledger)))
    }
}
