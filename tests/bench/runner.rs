//! What a run costs besides its provider: `cargo bench -p faultline-report --bench runner` makes 10,000 scripted calls and
//! says how much time of the processor one takes with all its writes to the store, how much memory the process takes at
//! most, and when the first reply is stored.
//!
//! The script is what the project `lamps` says in mode `graph`, written down and said again by many debates.
#![expect(clippy::unwrap_used, reason = "a measurement stops at what it did not expect")]
#![expect(clippy::print_stdout, reason = "the figures are for whoever asked")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use faultline::provider::Exchange;
use faultline::record::Snapshot;
use faultline::store::Store;
use nix::sys::resource::{UsageWho, getrusage};

const CALLS: usize = 10_000;

const MANIFEST: &str = r#"title = "Many lamps"
topics = ["street-light"]
personas = [["engineer", "lamplighter"]]
"#;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps"), project);
    write(project, "[provider]\nkind = \"corpus\"\nrecall = 1.0\n[modes.graph]\n");
    assert!(begin(project).wait().unwrap().success());
    let script = script(&Store::open(project.join("data/store")).unwrap());
    fs::write(project.join("replies.json"), serde_json::to_vec(&script).unwrap()).unwrap();
    fs::remove_dir_all(project.join("data/store")).unwrap();

    let debates = (CALLS / script.len()).min(1000);
    let provider = "[provider]\nkind = \"script\"\nscript = \"replies.json\"\n[modes.graph]\n";
    write(project, &format!("replicates = {debates}\n{provider}"));
    let before = cpu();
    let began = Instant::now();
    let mut run = begin(project);
    let cache = project.join("data/store/cache");
    while count(&cache) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    let first = began.elapsed();
    assert!(run.wait().unwrap().success());
    let took = began.elapsed();
    let calls = count(&cache);
    assert_eq!(calls, debates * script.len(), "each debate says the whole script");
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() / 1024;
    let each = cpu().saturating_sub(before).as_micros() / calls as u128;
    println!("{calls} calls in {debates} debates, {:.1} s in all", took.as_secs_f64());
    println!(
        "{each} µs of processor time a call; at most {peak} MB of memory; first reply stored after {} ms",
        first.as_millis()
    );
}

/// The processor time that ended children have taken.
fn cpu() -> Duration {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap();
    let micros = |time: nix::sys::time::TimeVal| {
        Duration::from_micros(u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap())
    };
    micros(usage.user_time()) + micros(usage.system_time())
}

fn begin(project: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
    command.args(["run", "experiments/lamps.toml"]).current_dir(project);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

fn write(project: &Path, rest: &str) {
    fs::write(project.join("experiments/lamps.toml"), format!("{MANIFEST}{rest}")).unwrap();
}

/// Everything that was said in the only debate of a store, as a script.
fn script(store: &Store) -> Vec<serde_json::Value> {
    let run = store.run(&store.runs().unwrap()[0]);
    let done = run.done(&run.cells().unwrap()[0]).unwrap().unwrap();
    let snapshots = done.snapshots.iter().map(|hash| store.object::<Snapshot>(hash).unwrap());
    let mut lines = Vec::new();
    for call in snapshots.flat_map(|snapshot| snapshot.calls) {
        for key in &call.requests {
            let said: Exchange = store.cached(&key.parse().unwrap()).unwrap().unwrap();
            let answer = said.reply.text;
            lines.push(
                serde_json::json!({"task": call.task, "persona": call.persona, "answer": answer}),
            );
        }
    }
    lines
}

fn count(folder: &Path) -> usize {
    let Ok(shards) = fs::read_dir(folder) else { return 0 };
    shards.map(|shard| fs::read_dir(shard.unwrap().path()).unwrap().count()).sum()
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
