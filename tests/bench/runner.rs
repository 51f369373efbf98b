//! What a call costs besides its provider. `cargo bench -p faultline-report --bench runner` makes
//! 10,000 calls in debates of each mode with the providers `corpus` and `script`, and once more
//! with a script whose replies have a price and are therefore stored. It prints the processor time
//! of a call, including all writes to the store, the peak memory of the process, and when the first
//! file was stored. It fails if a run fails, makes another number of calls than planned, or takes
//! longer than two minutes.
//!
//! The script consists of the replies of the provider `corpus` to the personas of the project
//! `lamps`, repeated by many debates. The store is in the folder `TMPDIR`: a file system in memory
//! shows what the program uses, a disk what its writes cost in addition. On ext4 creating a file
//! takes several times as long after many were deleted within the last minutes, so nothing is
//! deleted before the end. Work that the system does later is not counted.
#![expect(clippy::unwrap_used, reason = "a measurement stops at what it did not expect")]
#![expect(clippy::print_stdout, reason = "the figures are for the reader")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use faultline::format::{Library, Manifest};
use faultline::pipeline::{self, Attempt, Plan};
use faultline::record::Call;
use faultline::store::{Run, Store};
use nix::sys::resource::{UsageWho, getrusage};
use tempfile::TempDir;

const CALLS: usize = 10_000;

const MANIFEST: &str = r#"title = "Many lamps"
topics = ["street-light"]
personas = [["engineer", "lamplighter"]]
"#;

/// Practically everything is recalled, so that replicates are allowed and make equally many calls.
const CORPUS: &str = "[provider]\nkind = \"corpus\"\nrecall = 0.999999999\n";
const SCRIPT: &str = "[provider]\nkind = \"script\"\nscript = \"replies.json\"\n";
/// Replies that cost something are stored.
const PRICES: &str =
    "[prices]\nscript = { input = 1, output = 1 }\n[budget]\nrun_usd = 1_000_000\n";
/// A run that takes longer has failed.
const LIMIT: Duration = Duration::from_mins(2);

fn main() {
    // One debate of the mode `single` makes one call, and a manifest has at most a thousand
    // replicates.
    let single: Vec<String> = (1..=10)
        .map(|most| format!("[modes.m{most}]\nmode = \"single\"\ncruxes = {most}\n"))
        .collect();
    let modes = [
        ("single", single.concat()),
        ("graph", "[modes.graph]\n".to_owned()),
        ("belief", "[modes.belief]\n".to_owned()),
    ];
    let _kept = modes.map(|(mode, tables)| measure(mode, &tables));
}

/// Makes the calls in debates of one mode, with every provider.
fn measure(mode: &str, tables: &str) -> Vec<TempDir> {
    let (folder, _) = project(&format!("[provider]\nkind = \"corpus\"\n{tables}"), None);
    let script = script(folder.path());
    let calls = script.len() * tables.matches("[modes.").count();
    let replicates = (CALLS / calls).min(1000);
    let planned = u64::try_from(replicates * calls).unwrap();
    let script = serde_json::to_vec(&script).unwrap();
    let mut kept = vec![folder];
    for (provider, name) in [
        (CORPUS.to_owned(), "corpus"),
        (SCRIPT.to_owned(), "script"),
        (format!("{SCRIPT}{PRICES}"), "script, replies stored"),
    ] {
        let manifest = format!("replicates = {replicates}\n{provider}{tables}");
        let (folder, Measured { run, took, first, time }) = project(&manifest, Some(&script));
        let attempts = run.attempts::<Attempt>().unwrap();
        let calls: u64 = attempts.values().flatten().map(|attempt| attempt.usage.requested).sum();
        assert_eq!(calls, planned, "calls of {mode}, {name}");
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
    kept
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
    let mut first = None;
    let status = loop {
        if first.is_none() && stored.iter().any(|folder| folder.exists()) {
            first = Some(began.elapsed());
        }
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if began.elapsed() > LIMIT {
            process.kill().unwrap();
            panic!("a run took longer than {} s", LIMIT.as_secs());
        }
        thread::sleep(Duration::from_millis(1));
    };
    let printed = || fs::read_to_string(project.join("printed")).unwrap();
    assert!(status.success(), "a run failed: {}", printed());
    let first = first.unwrap_or_else(|| panic!("a run stored nothing: {}", printed()));
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
    let printed = fs::File::create(project.join("printed")).unwrap();
    command.stdout(Stdio::null()).stderr(printed).spawn().unwrap()
}

/// The replies of the shortest debate of a project as a script, which every other debate of its
/// mode can use as well.
fn script(root: &Path) -> Vec<serde_json::Value> {
    let manifest = Manifest::open(root, Path::new("experiments/lamps.toml")).unwrap();
    let (library, _) = Library::for_manifest(root, &manifest);
    let plan = Plan::new(root, manifest, &library).unwrap();
    let store = Store::open(root.join("data/store")).unwrap();
    let scripts = plan.cells.iter().map(|cell| {
        let done = store.run(&plan.run).done(&cell.id).unwrap().unwrap();
        let stored = pipeline::read_debate(&store, &done).unwrap();
        let exchanges = pipeline::exchanges(&plan, &store, cell, &done, &stored).unwrap();
        let line = |call: &Call, key: &String| {
            let answer = &exchanges.by_request[&key.parse().unwrap()].reply.text;
            serde_json::json!({"question": call.question, "persona": call.persona, "answer": answer})
        };
        let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
        calls.flat_map(|call| call.requests.iter().map(|key| line(call, key))).collect()
    });
    scripts.min_by_key(|lines: &Vec<_>| serde_json::to_vec(lines).unwrap().len()).unwrap()
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
