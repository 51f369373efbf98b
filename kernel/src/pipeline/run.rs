//! Runs the cells of a plan that are not done, several in parallel.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use super::attempt::{AttemptUsage, Attempts};
use super::done_cells::DoneCells;
use super::error::RunError;
use super::event_buffer::EventBuffer;
use super::log::Log;
use super::options::Options;
use super::plan::Plan;
use super::process::Process;
use super::progress::Progress;
use super::providers::Providers;
use super::spending::Spending;
use super::summary::{Summary, Tally};
use super::topic_matching::{TopicDebates, attempt_name, topics};
use super::worker::{Ended, Worker};
use crate::provider::Cancel;
use crate::store::Store;
use crate::vocabulary::TopicId;

/// Runs every cell of a plan that is not done yet.
///
/// A failed cell never stops the others; a store that cannot be written does, because further
/// replies would be lost. The results do not depend on how many cells run in parallel. Then the
/// cruxes of each topic whose debates have all ended are matched. Only the calling thread calls the
/// listener and writes the journal. If everything is done in this run, nothing is written.
///
/// # Errors
/// [`RunError`] if the store cannot be used at all, or the budget limits money and a price is
/// unknown; cells that are done by then remain done.
pub fn run(
    plan: &Plan,
    store: &Store,
    options: &Options,
    process: &Process,
    listener: &mut dyn FnMut(&Progress),
) -> Result<Summary, RunError> {
    let run = store.run(&plan.run);
    run.freeze(&plan.frozen())?;
    let Survey { mut tally, missing, unreadable } = survey(plan, store, options)?;
    if tally.found == tally.chosen && topics_to_match(plan, store, options, &tally)?.is_empty() {
        return Ok(tally.summary());
    }
    let attempts = Attempts::open(store)?;
    let spending = Spending::new(&run, process, &plan.manifest, &options.tariff)?;
    let providers = Providers::new(plan, options.offline)?;
    let store_failed = Cancel::default();
    let mut log = Log::create(&run, process, &store_failed, listener)?;
    let Tally { chosen: cells, found: done, .. } = tally;
    log.emit(&[Progress::Started { run: plan.run.to_string(), cells, done }]);
    for (place, error) in unreadable {
        let event = tally.count(plan, place, error.into(), AttemptUsage::default());
        log.emit(&[event]);
    }
    let worker = Worker {
        plan,
        store,
        run: &run,
        options,
        providers: &providers,
        spending: &spending,
        attempts: &attempts,
        store_failed: &store_failed,
    };
    // A shuffled cell shows what its source contributed, so it starts after every other cell has
    // ended.
    let (shuffled, others): (Vec<usize>, Vec<usize>) =
        missing.into_iter().partition(|place| plan.cells[*place].source.is_some());
    for cells in [others, shuffled] {
        run_cells(&worker, process, &cells, &mut log, &mut tally);
    }
    match_topics(&worker, process, &mut log, &mut tally)?;
    let mut summary = tally.summary();
    summary.used = spending.used();
    log.emit(&[Progress::Finished {
        done: summary.found + summary.ran,
        failed: summary.missed.len(),
        cancelled: summary.cancelled,
    }]);
    summary.unrecorded = log.unrecorded();
    Ok(summary)
}

/// Which of the chosen cells are done.
struct Survey {
    tally: Tally,
    /// The places in the plan of cells that are not done.
    missing: Vec<usize>,
    unreadable: Vec<(usize, RunError)>,
}

fn survey(plan: &Plan, store: &Store, options: &Options) -> Result<Survey, RunError> {
    let done = DoneCells::open(plan, store)?;
    let chosen = plan.chosen(&options.only);
    let tally = Tally::new(chosen.len());
    let mut survey = Survey { tally, missing: Vec::new(), unreadable: Vec::new() };
    for (place, cell) in chosen {
        match done.take_over(cell) {
            Ok(true) => survey.tally.found += 1,
            Ok(false) => survey.missing.push(place),
            Err(error) => survey.unreadable.push((place, error)),
        }
    }
    Ok(survey)
}

/// A message from a worker to the calling thread.
#[derive(Debug)]
enum Message {
    Events(Vec<Progress>),
    /// The piece of work of this number has ended.
    Ended(usize, Ended),
}

/// How many messages may wait for the calling thread. A slow listener slows the workers down
/// instead of filling the memory.
const QUEUE: usize = 64;

fn run_cells(
    worker: &Worker<'_>,
    process: &Process,
    missing: &[usize],
    log: &mut Log<'_>,
    tally: &mut Tally,
) {
    let cell = |place: usize| &worker.plan.cells[missing[place]];
    let run = |place: usize, events: &Arc<EventBuffer>| worker.run_cell(cell(place), events);
    run_in_parallel(worker, missing.len(), &run, &mut |message| match message {
        Message::Events(events) => log.emit(&events),
        Message::Ended(place, ended) => {
            log.record(&cell(place).id, &ended.attempt(process));
            let Ended { result, usage, .. } = ended;
            let event = tally.count(worker.plan, missing[place], result, usage);
            log.emit(&[event]);
        }
    });
}

/// Matches the cruxes of every topic whose debates have ended, unless that is done already.
fn match_topics(
    worker: &Worker<'_>,
    process: &Process,
    log: &mut Log<'_>,
    tally: &mut Tally,
) -> Result<(), RunError> {
    if worker.store_failed.is_requested() {
        return Ok(());
    }
    let topics = topics_to_match(worker.plan, worker.store, worker.options, tally)?;
    tally.to_match = topics.len();
    let run = |place: usize, events: &Arc<EventBuffer>| worker.match_topic(&topics[place], events);
    run_in_parallel(worker, topics.len(), &run, &mut |message| match message {
        Message::Events(events) => log.emit(&events),
        Message::Ended(place, ended) => {
            let topic = &topics[place].topic;
            let attempt = ended.attempt(process);
            // Without a call there is nothing to record but a failure.
            if attempt.error.is_some() || attempt.usage.reused + attempt.usage.requested > 0 {
                log.record(&attempt_name(topic), &attempt);
            }
            let Ended { result, usage, .. } = ended;
            log.emit(tally.count_matching(topic, result, usage).as_slice());
        }
    });
    Ok(())
}

/// The topics of the chosen cells that have finished debates, whose other debates have failed in
/// this run, and whose cruxes are not matched. Matches of another run are taken over.
fn topics_to_match<'p>(
    plan: &'p Plan,
    store: &Store,
    options: &Options,
    tally: &Tally,
) -> Result<Vec<TopicDebates<'p>>, RunError> {
    let cells = DoneCells::open(plan, store)?;
    let chosen: BTreeSet<&TopicId> =
        plan.chosen(&options.only).into_iter().map(|(_, cell)| &cell.topic).collect();
    let mut wanted = Vec::new();
    for topic in topics(plan).iter().filter(|topic| chosen.contains(topic)) {
        let debates = TopicDebates::of(plan, &cells, topic)?;
        let have_ended = debates.missing.iter().all(|cell| tally.has_missed(cell));
        if debates.done.is_empty() || !have_ended {
            continue;
        }
        // Matches that cannot be read are reported where they would be committed again.
        match debates.find(plan, store) {
            Ok(Some(made)) => debates.commit(plan, store, &made)?,
            Ok(None) | Err(_) => wanted.push(debates),
        }
    }
    Ok(wanted)
}

/// Does several pieces of work, named by their numbers, in parallel. Only the calling thread
/// receives messages.
fn run_in_parallel(
    worker: &Worker<'_>,
    count: usize,
    run: &(dyn Fn(usize, &Arc<EventBuffer>) -> Ended + Sync),
    receive: &mut dyn FnMut(Message),
) {
    let next = &AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(QUEUE);
        for _ in 0..worker.options.jobs.get().min(count) {
            let sender = sender.clone();
            scope.spawn(move || work(worker, count, run, next, &sender));
        }
        drop(sender);
        receiver.into_iter().for_each(receive);
    });
}

fn work(
    worker: &Worker<'_>,
    count: usize,
    run: &(dyn Fn(usize, &Arc<EventBuffer>) -> Ended + Sync),
    next: &AtomicUsize,
    sender: &SyncSender<Message>,
) {
    // Sending fails only if the calling thread has panicked.
    let to_caller = sender.clone();
    let send = move |events| drop(to_caller.send(Message::Events(events)));
    let events = Arc::new(EventBuffer::new(send));
    while !worker.is_cancelled() {
        let place = next.fetch_add(1, Ordering::Relaxed);
        if place >= count {
            break;
        }
        drop(sender.send(Message::Ended(place, run(place, &events))));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::num::NonZeroUsize;
    use std::path::Path;

    use super::*;
    use crate::format::{Condition, Library, Manifest, ProviderChoice};
    use crate::pipeline::FailureCause;
    use crate::pipeline::worker::AttemptResult;
    use crate::pipeline::{Attempt, tokens_of_run};
    use crate::pipeline::{Offline, RetryFailed};
    use crate::provider::{Budget, Expense, Ledger, ProviderFault, Scope};
    use crate::store::{Done, Name, canonical};
    use crate::vocabulary::{Price, Tariff, Tokens, TopicId, Unlisted, Volumes};

    /// The project `lamps`: two groups in two modes, three replicates each.
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
        Options {
            offline: Offline::No,
            retry_failed: RetryFailed::No,
            only: vec![],
            jobs,
            tariff,
            cancel: Cancel::default(),
        }
    }

    /// The same with a price, so that replies are stored.
    fn paid(jobs: usize) -> Options {
        let usd = |text: &str| text.parse().unwrap();
        let price = Price {
            input: usd("1"),
            output: usd("1"),
            cached_read: usd("1"),
            cache_write: usd("1"),
        };
        let own = BTreeMap::from([("corpus".to_owned(), price)]);
        let options = options(jobs);
        Options { tariff: Tariff { own, ..options.tariff }, ..options }
    }

    fn this_process() -> Process {
        Process { host: Name::nearest("here"), pid: 1 }
    }

    fn done(plan: &Plan, store: &Store) -> BTreeMap<Name, Option<Done>> {
        let run = store.run(&plan.run);
        plan.cells.iter().map(|cell| (cell.id.clone(), run.done(&cell.id).unwrap())).collect()
    }

    fn attempts(plan: &Plan, store: &Store) -> Vec<Attempt> {
        store.run(&plan.run).attempts().unwrap().into_values().flatten().collect()
    }

    #[test]
    fn the_number_of_parallel_cells_changes_nothing_but_the_order_of_events() {
        let plan = plan();
        let run_with = |jobs| {
            let (folder, store) = Store::scratch();
            let line = |progress: &Progress| {
                String::from_utf8(canonical::to_vec(progress).unwrap()).unwrap()
            };
            let mut heard = Vec::new();
            let mut listen = |progress: &Progress| heard.push(line(progress));
            let summary = run(&plan, &store, &options(jobs), &this_process(), &mut listen).unwrap();
            heard.sort();
            let journal = store.run(&plan.run).writers().unwrap();
            let recording = store.run(&plan.run).recording::<Progress>(&journal[0]).unwrap();
            let mut recorded: Vec<String> = recording.events.iter().map(line).collect();
            recorded.sort();
            assert_eq!(recorded, heard, "the journal holds the events");
            let mut counted = AttemptUsage::default();
            for attempt in attempts(&plan, &store) {
                counted += attempt.usage;
            }
            assert_eq!(counted, summary.usage);
            let done = done(&plan, &store);
            drop(folder);
            (done, heard, summary)
        };
        let (done, heard, summary) = run_with(1);
        assert_eq!((summary.ran, summary.missed.len(), summary.cancelled), (12, 0, 0));
        assert!(done.values().all(Option::is_some));
        for jobs in [2, 100] {
            assert_eq!(
                run_with(jobs),
                (done.clone(), heard.clone(), summary.clone()),
                "{jobs} jobs"
            );
        }
    }

    #[test]
    fn a_cancelled_run_is_completed_by_the_next_one_and_pays_for_nothing_twice() {
        let (plan, (_folder, store), options) = (plan_of(30), Store::scratch(), paid(2));
        let mut listen = |progress: &Progress| {
            if let Progress::CellDone { .. } = progress {
                options.cancel.request();
            }
        };
        let first = run(&plan, &store, &options, &this_process(), &mut listen).unwrap();
        assert!(first.ran >= 1 && first.cancelled > 0, "{first:?}");
        assert_eq!((first.ran + first.cancelled, first.missed.len()), (120, 0));
        let begun = attempts(&plan, &store);
        let cancelled = ProviderFault::Cancelled.to_string();
        let ended = begun.iter().filter(|attempt| attempt.error.is_none()).count();
        assert_eq!(ended, first.ran);
        assert!(
            begun.iter().all(|attempt| attempt.error.as_ref().is_none_or(|why| *why == cancelled))
        );

        let second = Process { pid: 2, ..this_process() };
        let rest = run(&plan, &store, &paid(2), &second, &mut |_| {}).unwrap();
        assert_eq!((rest.found, rest.ran), (first.ran, first.cancelled));
        let (_other, undisturbed) = Store::scratch();
        let whole = run(&plan, &undisturbed, &paid(1), &this_process(), &mut |_| {}).unwrap();
        assert_eq!(done(&plan, &store), done(&plan, &undisturbed));
        assert_eq!(first.usage.requested + rest.usage.requested, whole.usage.requested);
    }

    #[test]
    fn a_run_that_is_cancelled_after_its_last_debate_counts_the_topics_left_to_match() {
        let (plan, (_folder, store)) = (plan_of(1), Store::scratch());
        let (cells, cancelled) = (plan.cells.len(), options(1));
        let mut done = 0;
        let mut listen = |progress: &Progress| {
            done += usize::from(matches!(progress, Progress::CellDone { .. }));
            if done == cells {
                cancelled.cancel.request();
            }
        };
        let first = run(&plan, &store, &cancelled, &this_process(), &mut listen).unwrap();
        assert_eq!((first.ran, first.cancelled), (cells, 0));
        assert_eq!((first.matched, first.cancelled_matchings), (0, 1));
        let rest = run(&plan, &store, &options(1), &this_process(), &mut |_| {}).unwrap();
        assert_eq!((rest.matched, rest.cancelled_matchings), (1, 0));
    }

    #[test]
    fn dollars_cannot_be_limited_if_a_price_is_unknown() {
        let (mut plan, (_folder, store)) = (plan(), Store::scratch());
        plan.manifest.budget.cell.usd = "1".parse().ok();
        let unknown = Tariff { unlisted: Unlisted::Unknown, ..options(1).tariff };
        let refused = Options { tariff: unknown, ..options(1) };
        let error = run(&plan, &store, &refused, &this_process(), &mut |_| {}).unwrap_err();
        assert!(matches!(&error, RunError::Unpriced(model) if model == "corpus"), "{error}");
        assert!(error.to_string().contains("limit tokens instead"), "{error}");
        assert!(attempts(&plan, &store).is_empty(), "nothing was started");
    }

    #[test]
    fn calls_without_a_limit_count_in_the_ledger_that_a_limited_attempt_began() {
        let (mut plan, (_folder, store)) = (plan(), Store::scratch());
        let mut counted = Volumes::default();
        for (limit, only) in [
            (Some(1_000_000_000), "replicate=1"),
            (None, "replicate=2"),
            (Some(1_000_000_000), "replicate=3"),
        ] {
            plan.manifest.budget.run.tokens = limit.map(Tokens);
            let only = vec![Condition::parse(only, &plan.manifest).unwrap()];
            let options = Options { only, ..options(1) };
            let summary = run(&plan, &store, &options, &this_process(), &mut |_| {}).unwrap();
            assert_eq!(summary.ran, 4);
            counted.extend(summary.usage.spent);
            assert_eq!(tokens_of_run(&store.run(&plan.run)).unwrap(), counted, "{limit:?}");
        }
    }

    #[test]
    fn a_process_that_is_killed_while_it_begins_the_ledger_loses_no_earlier_call() {
        let (mut plan, (_folder, store)) = (plan(), Store::scratch());
        let of_run = store.run(&plan.run);
        let only = |number: u32| {
            let only =
                vec![Condition::parse(&format!("replicate={number}"), &plan.manifest).unwrap()];
            Options { only, ..options(1) }
        };
        let [unlimited, limited] = [only(1), only(2)];
        run(&plan, &store, &unlimited, &this_process(), &mut |_| {}).unwrap();
        let before = tokens_of_run(&of_run).unwrap();

        // The killed process entered the attempts at one cell.
        let attempts: BTreeMap<Name, Vec<Attempt>> = of_run.attempts().unwrap();
        let (cell, at) = attempts.into_iter().next().unwrap();
        let earlier = BTreeMap::from([(cell, at[0].usage.spent.clone())]);
        let budget = Budget::new(Scope::Run, plan.manifest.budget.run, Expense::default());
        let tariff = unlimited.tariff.clone();
        Ledger::open(&of_run, "killed".into(), tariff, Arc::new(budget), &earlier).unwrap();
        assert_eq!(tokens_of_run(&of_run).unwrap(), before);

        plan.manifest.budget.run.tokens = Some(Tokens(1_000_000_000));
        let next = run(&plan, &store, &limited, &this_process(), &mut |_| {}).unwrap();
        let mut all = before;
        all.extend(next.usage.spent);
        assert_eq!(tokens_of_run(&of_run).unwrap(), all);
        assert_eq!(next.used.unwrap().tokens, all.total().tokens());
    }

    #[test]
    fn a_panic_ends_one_debate_and_is_recorded() {
        let (mut plan, (_folder, store), options) = (plan(), Store::scratch(), options(1));
        plan.manifest.provider = ProviderChoice::Script { path: "none".into() };
        plan.script = Some("[]".to_owned());
        plan.cells[0].topic = TopicId::new("nowhere").unwrap();
        let (run, store_failed) = (store.run(&plan.run), Cancel::default());
        let worker = Worker {
            plan: &plan,
            store: &store,
            run: &run,
            options: &options,
            providers: &Providers::new(&plan, Offline::No).unwrap(),
            attempts: &Attempts::default(),
            spending: &Spending::new(&run, &this_process(), &plan.manifest, &options.tariff)
                .unwrap(),
            store_failed: &store_failed,
        };
        let ended = worker.run_cell(&plan.cells[0], &Arc::new(EventBuffer::new(drop)));
        assert_eq!(
            ended.attempt(&this_process()).error.unwrap(),
            "a defect of the program ended this debate, please report it: no entry found for key"
        );
        assert!(matches!(ended.result, AttemptResult::Failed { cause: FailureCause::Lasting, .. }));
        assert!(!worker.is_cancelled(), "the others continue");
    }
}
