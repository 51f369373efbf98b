//! What debates have spent according to their attempts, and the budgets that count it.
//!
//! A budget belongs to a run, not to a process: the spending of earlier attempts at its cells counts, and stored replies are
//! not paid again. Two kinds of spending do not count: that of a process that was killed before it recorded its attempt, and
//! that of another process at the same time. An edit of the inputs starts another run with a full budget.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attempt::Attempt;
use super::error::RunError;
use crate::format::Manifest;
use crate::provider::{Budget, Budgeted, Expense, Provider, Scope};
use crate::record::{Call, Snapshot};
use crate::store::{Error, Name, Run};
use crate::vocabulary::{Price, SpendingLimits, Tariff, Usd, Volumes};

/// The tokens of all recorded attempts at the cells of a run.
///
/// # Errors
/// An attempt cannot be read.
pub fn spent(run: &Run) -> Result<Volumes, Error> {
    let mut volumes = Volumes::default();
    volumes.extend(spent_by_cell(run)?.into_values().flatten());
    Ok(volumes)
}

/// The tokens of all recorded attempts, by cell.
fn spent_by_cell(run: &Run) -> Result<BTreeMap<Name, Volumes>, Error> {
    let attempts = run.attempts::<Attempt>()?.into_iter();
    let spent = |attempt: Attempt| attempt.effort.spent;
    Ok(attempts.map(|(cell, at)| (cell, at.into_iter().flat_map(spent).collect())).collect())
}

/// The tokens of all calls of a debate, whether they were paid now or earlier.
pub fn asked(snapshots: &[Snapshot]) -> Volumes {
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    calls.map(|Call { model, usage, .. }| (model.clone(), usage.volume())).collect()
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
}

impl<'a> Spending<'a> {
    /// Creates the budget of a run.
    pub(super) fn new(
        run: &Run,
        manifest: &Manifest,
        tariff: &'a Tariff,
    ) -> Result<Self, RunError> {
        let limits = manifest.budget;
        let mut models = manifest.models.names().into_iter();
        let unpriced = models.find(|model| tariff.price(model).is_none());
        if let Some(model) = unpriced.filter(|_| limits.limits_money()) {
            return Err(RunError::Unpriced(model.to_owned()));
        }
        let before =
            if limits == SpendingLimits::default() { BTreeMap::new() } else { spent_by_cell(run)? };
        let mut spent = Expense::default();
        for volumes in before.values() {
            spent += expense(tariff, volumes);
        }
        let budget = Arc::new(Budget::new(Scope::Run, limits.run, spent));
        Ok(Self { before, limits, tariff, budget })
    }

    /// Puts the budgets of the run and of a cell, or of the matching of a topic, in front of a provider, if there are limits.
    pub(super) fn limit(&self, cell: &Name, inner: Box<dyn Provider>) -> Box<dyn Provider> {
        if self.limits == SpendingLimits::default() {
            return inner;
        }
        let spent = |volumes| expense(self.tariff, volumes);
        let before = self.before.get(cell).map_or_else(Expense::default, spent);
        let own = Budget::new(Scope::Cell, self.limits.cell, before);
        Box::new(Budgeted::new(inner, self.tariff.clone(), Arc::clone(&self.budget), own))
    }
}

/// The expense of these tokens. If money is limited, every price is known.
fn expense(tariff: &Tariff, volumes: &Volumes) -> Expense {
    let mut sum = Expense::default();
    for (model, volume) in volumes.iter() {
        let price = tariff.price(model).unwrap_or(Price::FREE);
        sum += Expense { usd: price.of(volume), tokens: volume.tokens() };
    }
    sum
}
