//! What debates have taken, by the record of attempts at them, and the purses that are filled accordingly.
//!
//! A budget is for a run, not for a process: what earlier attempts at its cells took counts, and replies that the store
//! serves cost nothing again. What a process took that was killed before it could put its attempt on record is not
//! known and does not count, nor does what another process takes at the same time. An edit of what debates depend on
//! begins another run, with the whole budget before it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::attempt::Attempt;
use super::plan::Cell;
use super::run::RunError;
use crate::format::Manifest;
use crate::provider::{Budget, Expense, Provider, Purse, Scope};
use crate::record::{Call, Snapshot};
use crate::store::{Error, Name, Run};
use crate::vocabulary::{Price, SpendingLimits, Tariff, Usd, Volumes};

/// What all attempts on record at the cells of a run asked for.
///
/// # Errors
/// An attempt cannot be read.
pub fn spent(run: &Run) -> Result<Volumes, Error> {
    let mut volumes = Volumes::default();
    volumes.extend(spent_by_cell(run)?.into_values().flatten());
    Ok(volumes)
}

/// What all attempts on record asked for, by the cell.
fn spent_by_cell(run: &Run) -> Result<BTreeMap<Name, Volumes>, Error> {
    let attempts = run.attempts::<Attempt>()?.into_iter();
    let spent = |attempt: Attempt| attempt.effort.spent;
    Ok(attempts.map(|(cell, at)| (cell, at.into_iter().flat_map(spent).collect())).collect())
}

/// What the calls of a debate took, whoever asked for them and whenever.
pub fn asked(snapshots: &[Snapshot]) -> Volumes {
    let calls = snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    calls.map(|Call { model, usage, .. }| (model.clone(), usage.volume())).collect()
}

/// What these tokens cost; nothing where a model among them has no known price.
pub fn cost(tariff: &Tariff, volumes: &Volumes) -> Option<Usd> {
    volumes.iter().map(|(model, volume)| tariff.cost(model, volume)).sum()
}

/// The purse of a run, and whatever else the purses of its cells are filled by.
#[derive(Debug)]
pub(super) struct Spending<'a> {
    before: BTreeMap<Name, Volumes>,
    allowance: SpendingLimits,
    tariff: &'a Tariff,
    purse: Arc<Purse>,
}

impl<'a> Spending<'a> {
    /// Fills the purse of a run.
    pub(super) fn new(
        run: &Run,
        manifest: &Manifest,
        tariff: &'a Tariff,
    ) -> Result<Self, RunError> {
        let allowance = manifest.budget;
        let mut models = manifest.models.names().into_iter();
        let unpriced = models.find(|model| tariff.price(model).is_none());
        if let Some(model) = unpriced.filter(|_| allowance.limits_money()) {
            return Err(RunError::Unpriced(model.to_owned()));
        }
        let before = if allowance == SpendingLimits::default() {
            BTreeMap::new()
        } else {
            spent_by_cell(run)?
        };
        let mut spent = Expense::default();
        for volumes in before.values() {
            spent += expense(tariff, volumes);
        }
        let purse = Arc::new(Purse::new(Scope::Run, allowance.run, spent));
        Ok(Self { before, allowance, tariff, purse })
    }

    /// Puts the purses of the run and of a cell before a provider, where anything is limited.
    pub(super) fn guard(&self, cell: &Cell, inner: Box<dyn Provider>) -> Box<dyn Provider> {
        if self.allowance == SpendingLimits::default() {
            return inner;
        }
        let spent = |volumes| expense(self.tariff, volumes);
        let before = self.before.get(&cell.id).map_or_else(Expense::default, spent);
        let own = Purse::new(Scope::Cell, self.allowance.cell, before);
        Box::new(Budget::new(inner, self.tariff.clone(), Arc::clone(&self.purse), own))
    }
}

/// What these tokens took. Where money is limited every price is known.
fn expense(tariff: &Tariff, volumes: &Volumes) -> Expense {
    let mut sum = Expense::default();
    for (model, volume) in volumes.iter() {
        let price = tariff.price(model).unwrap_or(Price::FREE);
        sum += Expense { usd: price.of(volume), tokens: volume.tokens() };
    }
    sum
}
