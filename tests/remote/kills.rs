//! Kills of a process that pays for replies, counted by the server that sells them.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::project::{Project, files};
use crate::server::{MANIFEST, answer, reply};
use crate::stub::{Act, Stub};

const DEBATES: usize = 60;
const KILLS: usize = 8;
/// How many requests are in flight at most.
const IN_FLIGHT: usize = 2;

/// How many replies are stored.
fn stored(project: &Project) -> usize {
    files(&project.path("data/store/cache")).len()
}

#[test]
fn a_killed_run_pays_again_only_for_the_calls_in_flight() {
    let stub = Stub::start([Act::Late(Duration::from_millis(20), reply(&answer("")))]);
    let provider = format!("kind = \"openai\"\nbase_url = \"{}/v1\"", stub.url());
    let priced = "[prices]\nlarge = { input = 1, output = 1 }\nsmall = { input = 1, output = 1 }\n[budget]\nrun_usd = 100\n";
    let project = Project::with(&provider, priced);
    project.replace(MANIFEST, "replicates = 2", &format!("replicates = {DEBATES}"));
    project.replace(MANIFEST, "concurrency = 1", &format!("concurrency = {IN_FLIGHT}"));
    for kill in 1..=KILLS {
        let before = (stub.asked().len(), stored(&project));
        let mut command = project.with_manifest("run --jobs 2", &[]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while stored(&project) < (DEBATES * kill / (KILLS + 2)).max(before.1 + 1) {
            assert!(began.elapsed() < Duration::from_mins(2), "too few replies were stored");
            assert!(child.try_wait().unwrap().is_none(), "kill {kill} came when all was done");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // The server reads what is still in its socket.
        thread::sleep(Duration::from_millis(50));
        let (asked, stored) = (stub.asked().len() - before.0, stored(&project) - before.1);
        assert!((stored..=stored + IN_FLIGHT).contains(&asked), "{asked} asked, {stored} stored");
    }
    let (asked, known) = (stub.asked().len(), stored(&project));
    let (code, out, err) = project.report("run --jobs 2", &[]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert_eq!(stub.asked().len() - asked, DEBATES - known, "no stored reply is paid again");
    // Replicates differ by their seeds: a request that was sent twice was in flight at a kill.
    let mut by_seed: BTreeMap<String, usize> = BTreeMap::new();
    for asked in stub.asked() {
        *by_seed.entry(asked.body["seed"].to_string()).or_default() += 1;
    }
    assert_eq!(by_seed.len(), DEBATES);
    let again: usize = by_seed.values().map(|times| times - 1).sum();
    assert!(again <= KILLS * IN_FLIGHT, "{again} requests were sent again");
}
