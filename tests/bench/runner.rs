//! The cost of a run besides its provider: `cargo bench -p faultline-report --bench runner` makes 10,000 calls in debates of
//! mode `single` (one call each) and as many in debates of mode `graph`, with the providers `script` and `corpus`, and once
//! more with a script whose replies have a price and are therefore stored. For each it prints the processor time of a call
//! with everything that is written to the store, the peak memory of the process, and when the first file was stored.
//!
//! The script consists of replies of the project `lamps`, repeated by many debates. The store lies where `TMPDIR` points: a
//! file system in memory shows what the program uses, a disk what its writes use besides. On ext4 creating a file takes
//! several times as long after many were deleted within the last minutes, so nothing is deleted before the end. Work that
//! the system does later is not counted.
#![expect(clippy::unwrap_used, reason = "a measurement stops at what it did not expect")]
#![expect(clippy::print_stdout, reason = "the figures are for whoever asked")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use faultline::pipeline::Attempt;
use faultline::provider::Exchange;
use faultline::record::{Call, Snapshot};
use faultline::store::{Run, Store};
use nix::sys::resource::{UsageWho, getrusage};
use tempfile::TempDir;

const CALLS: usize = 10_000;

const MANIFEST: &str = r#"title = "Many lamps"
topics = ["street-light"]
personas = [["engineer", "lamplighter"]]
"#;

const CORPUS: &str = "[provider]\nkind = \"corpus\"\nrecall = 1.0\n";
const SCRIPT: &str = "[provider]\nkind = \"script\"\nscript = \"replies.json\"\n";
/// Replies that cost something are stored.
const PRICES: &str =
    "[prices]\ncorpus = { input = 1, output = 1 }\nscript = { input = 1, output = 1 }\n";
const BUDGET: &str = "[budget]\nrun_usd = 1_000_000\n";

fn main() {
    let labels: Vec<String> = (1..=10)
        .map(|most| format!("[modes.m{most}]\nmode = \"single\"\ncruxes = {most}\n"))
        .collect();
    let _kept = [measure("single", &labels.concat()), measure("graph", "[modes.graph]\n")];
}

/// Makes the calls in debates of one mode, up to a thousand for each label of `modes`.
fn measure(mode: &str, modes: &str) -> [TempDir; 4] {
    let (folder, runs) = project(&format!("{CORPUS}{PRICES}{BUDGET}{modes}"), None);
    let script = script(&Store::open(folder.path().join("data/store")).unwrap(), &runs.run);
    let replicates = |calls: usize| (CALLS / calls / modes.matches("[modes.").count()).min(1000);
    let scripted = replicates(script.len());
    let script = serde_json::to_vec(&script).unwrap();
    let mut kept = vec![folder];
    for (provider, name, replicates) in [
        (SCRIPT.to_owned(), "script", scripted),
        (format!("{SCRIPT}{PRICES}{BUDGET}"), "script, replies stored", scripted),
        (CORPUS.to_owned(), "corpus", scripted),
    ] {
        let manifest = format!("replicates = {replicates}\n{provider}{modes}");
        let (folder, Measured { run, took, first, time }) = project(&manifest, Some(&script));
        let attempts = run.attempts::<Attempt>().unwrap();
        let calls: u64 = attempts.values().flatten().map(|attempt| attempt.effort.misses).sum();
        let [user, system] = time.map(|time| time.as_micros() / u128::from(calls));
        let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() / 1024;
        println!(
            "{mode}, {name}: {calls} calls in {} debates, {:.1} s in all",
            attempts.len(),
            took.as_secs_f64()
        );
        println!(
            "    {} µs of processor time a call, {user} in the program and {system} in the system; peak memory so far {peak} \
             MB; first file stored after {} ms",
            user + system,
            first.as_millis()
        );
        kept.push(folder);
    }
    kept.try_into().unwrap()
}

struct Measured {
    run: Run,
    took: Duration,
    first: Duration,
    time: [Duration; 2],
}

/// Runs a manifest in a project of its own.
fn project(manifest: &str, script: Option<&[u8]>) -> (TempDir, Measured) {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps"), project);
    fs::write(project.join("experiments/lamps.toml"), format!("{MANIFEST}{manifest}")).unwrap();
    if let Some(script) = script {
        fs::write(project.join("replies.json"), script).unwrap();
    }
    let before = used();
    let began = Instant::now();
    let mut process = begin(project);
    let stored = ["cache", "objects"].map(|kind| project.join("data/store").join(kind));
    while !stored.iter().any(|folder| folder.exists()) {
        assert!(process.try_wait().unwrap().is_none(), "the run ended before it stored anything");
        thread::sleep(Duration::from_millis(1));
    }
    let first = began.elapsed();
    assert!(process.wait().unwrap().success());
    let took = began.elapsed();
    let time = [0, 1].map(|part| used()[part].saturating_sub(before[part]));
    let store = Store::open(project.join("data/store")).unwrap();
    let run = store.run(&store.runs().unwrap()[0]);
    (folder, Measured { run, took, first, time })
}

/// The processor time of children that have ended: in themselves, and in the system for them.
fn used() -> [Duration; 2] {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    [usage.user_time(), usage.system_time()].map(|time| {
        Duration::from_micros(u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap())
    })
}

fn begin(project: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
    command.args(["run", "experiments/lamps.toml"]).current_dir(project);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// The replies of the shortest debate as a script, which every other debate can use as well.
fn script(store: &Store, run: &Run) -> Vec<serde_json::Value> {
    let scripts = run.cells().unwrap().into_iter().map(|cell| {
        let done = run.done(&cell).unwrap().unwrap();
        let snapshots = done.snapshots.iter().map(|hash| store.object::<Snapshot>(hash).unwrap());
        snapshots.flat_map(|snapshot| snapshot.calls).flat_map(|call| lines(store, &call)).collect()
    });
    scripts.min_by_key(|lines: &Vec<_>| serde_json::to_vec(lines).unwrap().len()).unwrap()
}

/// The replies to a call as lines of a script.
fn lines(store: &Store, call: &Call) -> Vec<serde_json::Value> {
    let line = |key: &String| {
        let exchange: Exchange = store.reply(&key.parse().unwrap()).unwrap().unwrap();
        serde_json::json!({"task": call.task, "persona": call.persona, "answer": exchange.reply.text})
    };
    call.requests.iter().map(line).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}
