//! Runs what is missing, several cells at once.

use std::mem;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

use super::archive::Archive;
use super::attempt::{Attempted, Clock, Effort, Fate, Worker};
use super::commit::{self, Over};
use super::plan::Plan;
use super::progress::Progress;
use super::providers::Providers;
use super::spending::Spending;
use super::telling::Telling;
use crate::format::Condition;
use crate::provider::{ConnectError, ProviderFault, ScriptError, Stop};
use crate::store::{self, Journal, Name, Record, Replies, Store, Writer};
use crate::vocabulary::Tariff;

/// Says why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The provider cannot be set up.
    #[error(transparent)]
    Provider(#[from] ProviderFault),
    /// The server with the models cannot be asked.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The script is none.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// Money is limited, and nobody knows what a model charges.
    #[error("{}", ProviderFault::Unpriced(.0.clone()))]
    Unpriced(String),
    /// Two runs of the store hold different outcomes of one cell.
    #[error(
        "debate {cell} came out differently in the runs {} and {}: one of the two is not reproducible; take the wrong \
         one's done.json away",
        runs[0],
        runs[1]
    )]
    Disagreement {
        /// The cell.
        cell: Name,
        /// The runs.
        runs: [String; 2],
    },
}

impl RunError {
    /// The error as one line; a fault of the store with its causes and its way out.
    pub fn told(&self) -> String {
        match self {
            Self::Store(error) => error.told(),
            Self::Provider(_)
            | Self::Script(_)
            | Self::Connect(_)
            | Self::Unpriced(_)
            | Self::Disagreement { .. } => self.to_string(),
        }
    }
}

/// Whether a provider may be asked, or only what the store holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offline {
    /// Only replies that the store holds are used.
    Yes,
    /// What the store does not hold is asked for.
    No,
}

/// How a run goes about its cells; nothing of it reaches what is hashed.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether a provider may be asked.
    pub offline: Offline,
    /// Which cells are had now; all without a condition. Run and manifest stay what they are.
    pub only: Vec<Condition>,
    /// How many cells are debated at once.
    pub jobs: NonZeroUsize,
    /// What models charge, for the budget of the manifest.
    pub tariff: Tariff,
    /// Asks the run to end early: no cell and no call is begun, those under way are finished and stored.
    pub stop: Stop,
}

/// A cell that is not done after a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missed {
    /// The cell.
    pub cell: Name,
    /// Why.
    pub error: String,
    /// Whether it was interrupted by something that may pass: trying again may help.
    pub interrupted: bool,
}

/// What a run comes to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cells that were chosen to be had now; of the others nothing is counted.
    pub chosen: usize,
    /// Cells that were done before.
    pub found: usize,
    /// Cells that were done now.
    pub ran: usize,
    /// Cells that failed, in the order of the plan.
    pub missed: Vec<Missed>,
    /// Cells that were not begun, or not ended, because the run was stopped: by [`Options::stop`], or because something
    /// could not be stored, which `missed` then tells.
    pub stopped: usize,
    /// What their replies took.
    pub effort: Effort,
    /// Replies that a killed run had paid for and not named yet, found and named by this one.
    pub adopted: usize,
    /// Why the journal has gaps, if it has; no result depends on it.
    pub unrecorded: Option<String>,
}

/// Runs every cell of a plan that is not done yet.
///
/// A failing cell never stops the others; a failing store does, for what is asked for then would be lost. What comes out
/// does not depend on how many cells are debated at once. Progress is told, and the journal written, by the calling thread
/// alone. Where all cells are done in this run, nothing is written.
///
/// # Errors
/// [`RunError`] where the store cannot be used at all, or money is limited that cannot be counted; what is done by then
/// stays done.
pub fn run(
    plan: &Plan,
    store: &Store,
    options: &Options,
    clock: &Clock,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Summary, RunError> {
    let run = store.run(&plan.run);
    run.freeze(&plan.frozen())?;
    let archive = Archive::open(plan, store)?;
    let mut found = 0;
    let mut missing = Vec::new();
    let mut unreadable = Vec::new();
    let chosen = plan.chosen(&options.only);
    for &(place, cell) in &chosen {
        match archive.adopt(cell) {
            Ok(true) => found += 1,
            Ok(false) => missing.push(place),
            Err(error) => unreadable.push((place, error)),
        }
    }
    let chosen = chosen.len();
    if found == chosen {
        return Ok(Summary { chosen, found, ..Summary::default() });
    }
    let adopted = store.adopt()?;
    let spending = Spending::new(&run, &plan.manifest, &options.tariff)?;
    let providers = Providers::new(plan, options.offline)?;
    let writer = Writer { host: clock.host.clone(), pid: clock.pid, start: Clock::now() };
    let broken = Stop::default();
    let (journal, attempts) = (run.journal(&writer)?, run.record(&writer)?);
    let mut log =
        Log { plan, clock, journal, attempts, broken: &broken, listener, unrecorded: None };
    log.tell(&[Progress::Started { run: plan.run.to_string(), cells: chosen, done: found }]);
    let mut tally = Tally { chosen, found, ..Tally::default() };
    let unreadable = unreadable.into_iter();
    let told: Vec<_> =
        unreadable.filter_map(|(place, error)| tally.count(plan, place, error.into())).collect();
    log.tell(&told);
    let replies = Replies::new(store.clone());
    let worker = Worker {
        plan,
        replies: &replies,
        run: &run,
        options,
        providers: &providers,
        spending: &spending,
        broken: &broken,
    };
    while !missing.is_empty() {
        debate_all(&worker, &missing, &mut log, &mut tally);
        missing = mem::take(&mut tally.overtaken);
    }
    let mut summary = Summary { adopted, ..tally.summary() };
    log.tell(&[Progress::Finished {
        done: summary.found + summary.ran,
        failed: summary.missed.len(),
        stopped: summary.stopped,
    }]);
    summary.unrecorded = log.unrecorded;
    Ok(summary)
}

/// What is sent to the thread that tells and counts.
#[derive(Debug)]
pub(super) enum Sent {
    Progress(Vec<Progress>),
    Over(Vec<Over>),
}

/// How far workers may run ahead of whoever listens, and of whoever stores: slow ones hold them up, instead of filling the
/// memory.
const AHEAD: usize = 64;

fn debate_all(worker: &Worker<'_>, missing: &[usize], log: &mut Log<'_>, tally: &mut Tally) {
    let next = &AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let (ended, to_store) = mpsc::sync_channel(AHEAD);
        for _ in 0..worker.options.jobs.get().min(missing.len()) {
            let telling = Arc::new(Telling::new(sender.clone()));
            let ended = ended.clone();
            scope.spawn(move || work(worker, missing, next, &telling, &ended));
        }
        drop(ended);
        // Nobody listens any more only where the calling thread has panicked.
        let send = move |over| drop(sender.send(Sent::Over(over)));
        scope.spawn(move || commit::store_all(worker, &to_store, send));
        listen(&receiver, log, tally);
    });
}

fn work(
    worker: &Worker<'_>,
    missing: &[usize],
    next: &AtomicUsize,
    telling: &Arc<Telling>,
    ended: &SyncSender<Over>,
) {
    while !worker.is_to_end() {
        let Some(&place) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
        let attempted = worker.attempt(&worker.plan.cells[place], telling);
        // As above.
        drop(ended.send((place, attempted)));
    }
}

fn listen(receiver: &Receiver<Sent>, log: &mut Log<'_>, tally: &mut Tally) {
    for sent in receiver {
        match sent {
            Sent::Progress(progress) => log.tell(&progress),
            Sent::Over(over) => log.end(tally, over),
        }
    }
}

/// What is counted while cells end in any order.
#[derive(Default)]
struct Tally {
    chosen: usize,
    found: usize,
    ran: usize,
    effort: Effort,
    missed: Vec<(usize, Missed)>,
    /// Cells to be had again.
    overtaken: Vec<usize>,
}

impl Tally {
    fn summary(self) -> Summary {
        let Self { chosen, found, ran, effort, mut missed, overtaken: _ } = self;
        missed.sort_by_key(|(place, _)| *place);
        let stopped = chosen - found - ran - missed.len();
        let missed = missed.into_iter().map(|(_, missed)| missed).collect();
        Summary { chosen, found, ran, missed, stopped, effort, ..Summary::default() }
    }

    /// Counts what became of a cell, and says what is to be told of it.
    fn count(&mut self, plan: &Plan, place: usize, fate: Fate) -> Option<Progress> {
        let cell = plan.cells[place].id.clone();
        match fate {
            Fate::Done { calls, cruxes } => {
                self.ran += 1;
                Some(Progress::CellDone { cell, calls, cruxes })
            }
            Fate::Failed { error, interrupted } => {
                let told = Progress::CellFailed { cell: cell.clone(), error: error.clone() };
                self.missed.push((place, Missed { cell, error, interrupted }));
                Some(told)
            }
            Fate::Stopped => Some(Progress::CellStopped { cell }),
            Fate::Overtaken => {
                self.overtaken.push(place);
                None
            }
        }
    }
}

/// Tells events to the journal and to whoever listens, and puts attempts on record.
struct Log<'a> {
    plan: &'a Plan,
    clock: &'a Clock,
    journal: Journal,
    attempts: Record,
    broken: &'a Stop,
    listener: &'a mut dyn FnMut(&Progress),
    unrecorded: Option<String>,
}

impl Log<'_> {
    fn tell(&mut self, told: &[Progress]) {
        let written = self.journal.write_all(told);
        self.note(written);
        told.iter().for_each(&mut *self.listener);
    }

    fn note(&mut self, written: store::Result<()>) {
        if let Err(fault) = written {
            self.broken.ask();
            self.unrecorded.get_or_insert_with(|| fault.told());
        }
    }

    /// Puts on record, tells and counts what became of cells.
    fn end(&mut self, tally: &mut Tally, over: Vec<Over>) {
        let plan = self.plan;
        let record =
            |(place, attempted): &Over| (&plan.cells[*place].id, attempted.record(self.clock));
        let records: Vec<_> = over.iter().map(record).collect();
        let written = self.attempts.add(records.iter().map(|(cell, attempt)| (*cell, attempt)));
        self.note(written);
        let told: Vec<_> = over
            .into_iter()
            .filter_map(|(place, Attempted { fate, effort, .. })| {
                tally.effort += effort;
                tally.count(plan, place, fate)
            })
            .collect();
        self.tell(&told);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::*;
    use crate::format::{Library, Manifest, ProviderChoice};
    use crate::pipeline::Attempt;
    use crate::provider::Exchange;
    use crate::record::Snapshot;
    use crate::store::Done;
    use crate::vocabulary::{Tokens, TopicId, Unlisted};

    /// The project `lamps`: two groups in two modes, three times each.
    fn plan() -> Plan {
        plan_of(3)
    }

    fn plan_of(replicates: u32) -> Plan {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps");
        let manifest = Manifest::open(&root, Path::new("experiments/lamps.toml")).unwrap();
        let manifest = Manifest { replicates, ..manifest };
        let (library, faults) = Library::for_manifest(&root, &manifest);
        assert!(!faults.has_errors(), "{faults}");
        Plan::new(&root, manifest, &library).unwrap()
    }

    fn options(jobs: usize) -> Options {
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let tariff = Tariff { own: BTreeMap::new(), list: None, unlisted: Unlisted::Free };
        Options { offline: Offline::No, only: vec![], jobs, tariff, stop: Stop::default() }
    }

    fn clock() -> Clock {
        Clock { host: Name::nearest("here"), pid: 1 }
    }

    fn done(plan: &Plan, store: &Store) -> BTreeMap<Name, Option<Done>> {
        let run = store.run(&plan.run);
        plan.cells.iter().map(|cell| (cell.id.clone(), run.done(&cell.id).unwrap())).collect()
    }

    fn attempts(plan: &Plan, store: &Store) -> Vec<Attempt> {
        store.run(&plan.run).attempts().unwrap().into_values().flatten().collect()
    }

    #[test]
    fn how_many_are_debated_at_once_changes_nothing_but_the_order_of_what_is_told() {
        let plan = plan();
        let run_with = |jobs| {
            let (folder, store) = Store::scratch();
            let mut told = Vec::new();
            let mut listen = |progress: &Progress| told.push(format!("{progress:?}"));
            let summary = run(&plan, &store, &options(jobs), &clock(), &mut listen).unwrap();
            told.sort();
            let journal = store.run(&plan.run).writers().unwrap();
            let recording = store.run(&plan.run).recording::<Progress>(&journal[0]).unwrap();
            let mut recorded: Vec<_> = recording.events.iter().map(|p| format!("{p:?}")).collect();
            recorded.sort();
            assert_eq!(recorded, told, "the journal holds what was told");
            let mut counted = Effort::default();
            for attempt in attempts(&plan, &store) {
                counted += attempt.effort;
            }
            assert_eq!(counted, summary.effort);
            let done = done(&plan, &store);
            drop(folder);
            (done, told, summary)
        };
        let (done, told, summary) = run_with(1);
        assert_eq!((summary.ran, summary.missed.len(), summary.stopped), (12, 0, 0));
        assert!(done.values().all(Option::is_some));
        for jobs in [2, 100] {
            assert_eq!(
                run_with(jobs),
                (done.clone(), told.clone(), summary.clone()),
                "{jobs} jobs"
            );
        }
    }

    #[test]
    fn a_run_that_is_stopped_goes_on_where_it_was_and_asks_for_nothing_twice() {
        let (plan, (_folder, store), options) = (plan_of(30), Store::scratch(), options(2));
        let mut listen = |progress: &Progress| {
            if let Progress::CellDone { .. } = progress {
                options.stop.ask();
            }
        };
        let first = run(&plan, &store, &options, &clock(), &mut listen).unwrap();
        assert!(first.ran >= 1 && first.stopped > 0, "{first:?}");
        assert_eq!((first.ran + first.stopped, first.missed.len()), (120, 0));
        let begun = attempts(&plan, &store);
        let told = ProviderFault::Stopped.to_string();
        let ended = begun.iter().filter(|attempt| attempt.error.is_none()).count();
        assert_eq!(ended, first.ran);
        assert!(begun.iter().all(|attempt| attempt.error.as_ref().is_none_or(|why| *why == told)));

        let second = Clock { pid: 2, ..clock() };
        let rest = run(&plan, &store, &self::options(2), &second, &mut |_| {}).unwrap();
        assert_eq!((rest.found, rest.ran), (first.ran, first.stopped));
        let (_other, undisturbed) = Store::scratch();
        let whole = run(&plan, &undisturbed, &self::options(1), &clock(), &mut |_| {}).unwrap();
        assert_eq!(done(&plan, &store), done(&plan, &undisturbed));
        assert_eq!(first.effort.misses + rest.effort.misses, whole.effort.misses);
    }

    #[test]
    fn dollars_cannot_be_limited_where_a_price_is_not_known() {
        let (mut plan, (_folder, store)) = (plan(), Store::scratch());
        plan.manifest.budget.cell.usd = "1".parse().ok();
        let unknown = Tariff { unlisted: Unlisted::Unknown, ..options(1).tariff };
        let refused = Options { tariff: unknown, ..options(1) };
        let error = run(&plan, &store, &refused, &clock(), &mut |_| {}).unwrap_err();
        assert!(matches!(&error, RunError::Unpriced(model) if model == "corpus"), "{error}");
        assert!(error.to_string().contains("limit tokens instead"), "{error}");
        assert!(attempts(&plan, &store).is_empty(), "nothing was begun");
    }

    #[test]
    fn a_debate_that_was_overtaken_is_had_again_with_the_reply_that_is_kept() {
        let (plan, (_folder, store), options) = (plan(), Store::scratch(), options(1));
        let (run, broken, replies) =
            (store.run(&plan.run), Stop::default(), Replies::new(store.clone()));
        let worker = Worker {
            plan: &plan,
            replies: &replies,
            run: &run,
            options: &options,
            providers: &Providers::new(&plan, Offline::No).unwrap(),
            spending: &Spending::new(&run, &plan.manifest, &options.tariff).unwrap(),
            broken: &broken,
        };
        let (sender, receiver) = mpsc::sync_channel(AHEAD);
        let telling = Arc::new(Telling::new(sender));
        let attempt = || (0, worker.attempt(&plan.cells[0], &telling));
        let mut over = [attempt()];
        let key = over[0].1.outcome.as_ref().unwrap().replies[0];
        let (mut other, _) = replies.cached::<Exchange>(&key).unwrap().unwrap();
        other.reply.spent.input = Tokens(7);
        store.remember(&key, &other).unwrap();

        commit::store(&worker, &mut over);
        assert!(matches!(over[0].1.fate, Fate::Overtaken), "{over:?}");
        assert_eq!(run.done(&plan.cells[0].id).unwrap(), None);
        let mut over = [attempt()];
        commit::store(&worker, &mut over);
        assert!(matches!(over[0].1.fate, Fate::Done { .. }), "{over:?}");
        assert_eq!(over[0].1.effort.misses, 0, "nothing is asked for twice");
        let done = run.done(&plan.cells[0].id).unwrap().unwrap();
        let first: Snapshot = store.object(&done.snapshots[0]).unwrap();
        assert_eq!(first.calls[0].usage.input, Tokens(7));
        drop(receiver);
    }

    #[test]
    fn a_panic_ends_one_debate_and_is_on_record() {
        let (mut plan, (_folder, store), options) = (plan(), Store::scratch(), options(1));
        plan.manifest.provider = ProviderChoice::Script { path: "none".into() };
        plan.script = Some("[]".to_owned());
        plan.cells[0].topic = TopicId::new("nowhere").unwrap();
        let (run, broken) = (store.run(&plan.run), Stop::default());
        let worker = Worker {
            plan: &plan,
            replies: &Replies::new(store.clone()),
            run: &run,
            options: &options,
            providers: &Providers::new(&plan, Offline::No).unwrap(),
            spending: &Spending::new(&run, &plan.manifest, &options.tariff).unwrap(),
            broken: &broken,
        };
        let (sender, _receiver) = mpsc::sync_channel(AHEAD);
        let attempted = worker.attempt(&plan.cells[0], &Arc::new(Telling::new(sender)));
        assert_eq!(
            attempted.record(&clock()).error.unwrap(),
            "a defect of the program ended this debate, please report it: no entry found for key"
        );
        assert!(matches!(attempted.fate, Fate::Failed { interrupted: false, .. }));
        assert!(!worker.is_to_end(), "the others go on");
    }
}
