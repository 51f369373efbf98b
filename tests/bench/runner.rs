//! What a run costs besides its provider: `cargo bench -p faultline-report --bench runner` makes 10,000 scripted calls in
//! debates of mode `single`, one call each, and as many in debates of mode `graph`, and says for each how much time of the
//! processor a call takes with all its writes to the store, how much memory the process takes at most, and when the first
//! reply is stored, safe from a kill. A debate of one call leaves four files, one of many calls less than two a call.
//!
//! The script is what the project `lamps` says, written down and said again by many debates. The store lies where `TMPDIR`
//! points: a file system in memory shows what the program takes, a disk what its writes take besides. On ext4 a file costs
//! several times as much while many were deleted within the last minutes, so nothing is deleted before the end; let it rest
//! before you measure again. What the system writes later, on its own account, is not counted.
#![expect(clippy::unwrap_used, reason = "a measurement stops at what it did not expect")]
#![expect(clippy::print_stdout, reason = "the figures are for whoever asked")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use faultline::provider::Exchange;
use faultline::record::{Call, Snapshot};
use faultline::store::Store;
use nix::sys::resource::{UsageWho, getrusage};
use tempfile::TempDir;

const CALLS: usize = 10_000;

const MANIFEST: &str = r#"title = "Many lamps"
topics = ["street-light"]
personas = [["engineer", "lamplighter"]]
"#;

fn main() {
    let labels: Vec<String> = (1..=10)
        .map(|most| format!("[modes.m{most}]\nmode = \"single\"\ncruxes = {most}\n"))
        .collect();
    let _kept = [measure("single", &labels.concat()), measure("graph", "[modes.graph]\n")];
}

/// Makes the calls in debates of one mode, each label of `modes` with up to a thousand of them, all with one script.
fn measure(mode: &str, modes: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps"), project);
    write(project, &format!("[provider]\nkind = \"corpus\"\nrecall = 1.0\n{modes}"));
    assert!(begin(project).wait().unwrap().success());
    let script = script(&Store::open(project.join("data/store")).unwrap());
    fs::write(project.join("replies.json"), serde_json::to_vec(&script).unwrap()).unwrap();
    fs::remove_dir_all(project.join("data/store")).unwrap();

    let labels = modes.matches("[modes.").count();
    let replicates = (CALLS / script.len() / labels).min(1000);
    let provider = "[provider]\nkind = \"script\"\nscript = \"replies.json\"\n";
    write(project, &format!("replicates = {replicates}\n{provider}{modes}"));
    let before = taken();
    let began = Instant::now();
    let mut run = begin(project);
    let cache = project.join("data/store/cache");
    let pending = project.join("data/store/pending");
    while written(&pending) == 0 && count(&cache) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    let first = began.elapsed();
    assert!(run.wait().unwrap().success());
    let took = began.elapsed();
    let calls = count(&cache);
    let debates = replicates * labels;
    assert_eq!(calls, debates * script.len(), "each debate says the whole script");
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() / 1024;
    let [user, system] =
        [0, 1].map(|part| taken()[part].saturating_sub(before[part]).as_micros() / calls as u128);
    println!("{mode}: {calls} calls in {debates} debates, {:.1} s in all", took.as_secs_f64());
    println!(
        "{} µs of processor time a call, {user} by the program and {system} by the system; at most {peak} MB of memory; first \
         reply stored after {} ms",
        user + system,
        first.as_millis()
    );
    folder
}

/// The bytes of the replies that wait for their names.
fn written(pending: &Path) -> u64 {
    let Ok(files) = fs::read_dir(pending) else { return 0 };
    // A file that is gone meanwhile was named.
    files.map(|file| file.unwrap().metadata().map_or(1, |data| data.len())).sum()
}

/// The processor time that ended children have taken: by themselves, and by the system for them.
fn taken() -> [Duration; 2] {
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

fn write(project: &Path, rest: &str) {
    fs::write(project.join("experiments/lamps.toml"), format!("{MANIFEST}{rest}")).unwrap();
}

/// What was said in the debate in which least was said, as a script: whoever may say more may say this.
fn script(store: &Store) -> Vec<serde_json::Value> {
    let run = store.run(&store.runs().unwrap()[0]);
    let scripts = run.cells().unwrap().into_iter().map(|cell| {
        let done = run.done(&cell).unwrap().unwrap();
        let snapshots = done.snapshots.iter().map(|hash| store.object::<Snapshot>(hash).unwrap());
        snapshots.flat_map(|snapshot| snapshot.calls).flat_map(|call| said(store, &call)).collect()
    });
    scripts.min_by_key(|lines: &Vec<_>| serde_json::to_vec(lines).unwrap().len()).unwrap()
}

/// The replies to a call, as lines of a script.
fn said(store: &Store, call: &Call) -> Vec<serde_json::Value> {
    let line = |key: &String| {
        let said: Exchange = store.cached(&key.parse().unwrap()).unwrap().unwrap();
        serde_json::json!({"task": call.task, "persona": call.persona, "answer": said.reply.text})
    };
    call.requests.iter().map(line).collect()
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
