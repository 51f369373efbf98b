//! The calls of a run, as all of its processes see them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::limit::{Budget, Exceeded, Expense, expense};
use crate::store::{self, Name, Run, SpendingFile};
use crate::vocabulary::{Tariff, Volume, Volumes};

/// A call in the file of a run; a later entry for a call replaces the earlier one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The process and a number.
    pub(super) call: String,
    /// The cell, or the name of a matching.
    pub(super) cell: Name,
    pub(super) model: String,
    /// The tokens that the call has used, or may use as long as its cost is not known.
    pub(super) volume: Volume,
}

impl Entry {
    /// Whether it holds what earlier attempts have used.
    fn is_earlier(&self) -> bool {
        self.call.starts_with(EARLIER)
    }
}

/// How the names of entries begin that hold what earlier attempts have used.
const EARLIER: &str = "attempts-";

/// How the names of entries begin that hold what lost answers may have cost.
const LOST: &str = "lost-";

/// The calls of a run, each entered before it is made and again when its cost is known.
#[derive(Debug)]
pub struct Ledger {
    file: SpendingFile,
    process: String,
    next: AtomicU64,
    tariff: Tariff,
    budget: Arc<Budget>,
    /// What each call of another process counts.
    others: Mutex<BTreeMap<String, Expense>>,
}

impl Ledger {
    /// Opens the ledger of a run, whose expenses count against `budget`. It begins with what
    /// earlier attempts have used. Where a process was killed before it entered all of these, they
    /// are entered again.
    ///
    /// # Errors
    /// The file of the run cannot be written.
    pub fn open(
        run: &Run,
        process: String,
        tariff: Tariff,
        budget: Arc<Budget>,
        earlier: &BTreeMap<Name, Volumes>,
    ) -> Result<Self, store::Error> {
        let (file, others) = (run.spending_file()?, Mutex::default());
        let ledger = Self { file, process, next: AtomicU64::new(0), tariff, budget, others };
        let entries: Vec<Entry> = ledger.file.read()?;
        let is_new = entries.iter().all(Entry::is_earlier);
        // Only how each call ended counts now: an earlier overrun does not stop this process.
        let last: BTreeMap<String, Entry> =
            entries.into_iter().map(|entry| (entry.call.clone(), entry)).collect();
        ledger.count(last.into_values().collect());
        for (cell, volumes) in earlier.iter().filter(|_| is_new) {
            for (model, volume) in volumes.iter() {
                // Processes that begin a ledger at the same time enter the same calls.
                let call = format!("{EARLIER}{cell}-{model}");
                let entry = Entry { call, cell: cell.clone(), model: model.to_owned(), volume };
                ledger.enter(entry.clone(), || Ok(()))?.expect("nothing refuses it");
                ledger.count(vec![entry]);
            }
        }
        Ok(ledger)
    }

    /// A new name for a call of this process.
    pub(super) fn next_call(&self) -> String {
        format!("{}-{}", self.process, self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// A new name for an attempt of this process whose answer was lost. Its cost will never be
    /// known better.
    pub(super) fn next_lost(&self) -> String {
        format!("{LOST}{}", self.next_call())
    }

    /// Counts the calls of other processes; then enters a call if `decide` allows it.
    pub(super) fn enter(
        &self,
        entry: Entry,
        decide: impl FnOnce() -> Result<(), Box<Exceeded>>,
    ) -> Result<Result<(), Box<Exceeded>>, store::Error> {
        self.file.add(|others| {
            self.count(others);
            decide().map(|()| entry)
        })
    }

    fn count(&self, entries: Vec<Entry>) {
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        for Entry { call, model, volume, .. } in entries {
            let now = expense(&self.tariff, &model, volume);
            let before = others.insert(call, now);
            self.budget.correct(before, now);
        }
    }
}

/// The tokens of all calls of a run by cell, by its ledger; `None` if no call is in it, so that
/// what earlier attempts have used may not be entered completely.
///
/// # Errors
/// The file of the run cannot be read.
pub fn used_by_cell(run: &Run) -> Result<Option<BTreeMap<Name, Volumes>>, store::Error> {
    let entries = run.spending::<Entry>()?;
    let calls: BTreeMap<&String, &Entry> =
        entries.iter().map(|entry| (&entry.call, entry)).collect();
    let mut cells: BTreeMap<Name, Volumes> = BTreeMap::new();
    for Entry { cell, model, volume, .. } in calls.into_values() {
        cells.entry(cell.clone()).or_default().extend([(model.clone(), *volume)]);
    }
    Ok((!entries.iter().all(Entry::is_earlier)).then_some(cells))
}

/// The number of calls in the ledger of a run that never ended: their process was killed or is at
/// work. They count with all that they may use.
///
/// # Errors
/// The file of the run cannot be read.
pub fn unsettled_calls(run: &Run) -> Result<usize, store::Error> {
    let entries = run.spending::<Entry>()?;
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    let is_settled = |call: &str| [EARLIER, LOST].iter().any(|mark| call.starts_with(mark));
    for Entry { call, .. } in entries.iter().filter(|entry| !is_settled(&entry.call)) {
        *times.entry(call).or_default() += 1;
    }
    Ok(times.into_values().filter(|times| *times == 1).count())
}
