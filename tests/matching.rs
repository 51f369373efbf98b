//! Several runs that share a store, and the matches that they make.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Barrier;
use std::thread;

use faultline::format::{Library, Manifest};
use faultline::pipeline::{
    Cancel, Matching, Offline, Options, Plan, Process, RetryFailed, matchings, run,
};
use faultline::record::Matches;
use faultline::store::{Name, Store};
use faultline::vocabulary::{Tariff, Unlisted};

fn plan() -> Plan {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps");
    let manifest = Manifest::open(&root, Path::new("experiments/lamps.toml"));
    let manifest = manifest.expect("the manifest has no errors");
    let (library, faults) = Library::for_manifest(&root, &manifest);
    assert!(!faults.has_errors(), "{faults}");
    Plan::new(&root, manifest, &library).expect("the experiment can be planned")
}

/// A run as another process would make it, which is named `writer` in the journal.
fn run_as(writer: u32, plan: &Plan, store: &Store) {
    let options = Options {
        offline: Offline::No,
        retry_failed: RetryFailed::No,
        only: Vec::new(),
        jobs: NonZeroUsize::MIN,
        tariff: Tariff { own: BTreeMap::default(), list: None, unlisted: Unlisted::Free },
        cancel: Cancel::default(),
    };
    let process = Process { host: Name::nearest("here"), pid: writer };
    let summary = run(plan, store, &options, &process, &mut |_| {}).expect("the store can be used");
    assert!(summary.missed.is_empty() && summary.unmatched.is_empty(), "{summary:?}");
}

#[test]
fn runs_in_parallel_leave_one_set_of_matches_for_each_topic() {
    let plan = plan();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let store = Store::open_or_create(folder.path().join("store")).expect("a store can be made");
    let runs = 4;
    let start = Barrier::new(runs);
    thread::scope(|scope| {
        for writer in 0..runs {
            let (plan, store, start) = (&plan, &store, &start);
            scope.spawn(move || {
                start.wait();
                run_as(writer as u32, plan, store);
            });
        }
    });
    let stored: Vec<Matches> = store.run(&plan.run).all_matches().expect("the matches can be read");
    assert_eq!(stored.len(), 1, "the experiment has one topic");
    let alone = Store::open_or_create(folder.path().join("alone")).expect("a store can be made");
    run_as(9, &plan, &alone);
    let of = |store: &Store| {
        let made = matchings(&plan, store).expect("the store can be read");
        made.into_iter().map(|(_, matching)| matching).collect::<Vec<Matching>>()
    };
    assert_eq!(of(&store), of(&alone), "as a run alone makes them");
    assert!(of(&alone).iter().all(|matching| matches!(matching, Matching::Made(_))));
}
