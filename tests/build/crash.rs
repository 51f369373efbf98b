//! Kills, races, full disks and read-only folders: whatever happens to a run, the next one goes on where it was.
//!
//! `FAULTLINE_KILLS=100 cargo test --release -p faultline-report --test build crash:: -- --nocapture` kills a run a hundred
//! times and shows how far it came each time; without the variable it is a few times.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use crate::project::{Outcome, Project, files};

/// How many requests one debate of [`slow`] makes.
const CALLS: usize = 5;

/// The project with one slow scripted debate, repeated.
fn slow(replicates: usize, delay: u32) -> Project {
    let project = Project::new();
    let argument = |claim: &str| {
        format!(
            r#"{{"claim": "{claim}", "premises": ["P."], "assumptions": [], "evidence": [], "excerpts": [],
                "axis": null, "side": null, "confidence": 0.5}}"#
        )
    };
    let argue =
        |first, second| format!(r#"{{"arguments": [{}, {}]}}"#, argument(first), argument(second));
    let claims = r#"{"claims": [{"claim": "A.", "axis": null}, {"claim": "B.", "axis": null}]}"#;
    let line = |task: &str, persona: &str, answer: &str| {
        format!(r#"{{"task": "{task}", {persona} "answer": {answer}, "delay": {delay}}}"#)
    };
    let (engineer, lamplighter) = (r#""persona": "engineer","#, r#""persona": "lamplighter","#);
    let lines = [
        line("decompose", "", claims),
        line("arguments", engineer, &argue("Dynamos hum.", "Cables last.")),
        line("arguments", lamplighter, &argue("Gas glows.", "Rain falls.")),
        line("attacks", engineer, r#"{"attacks": []}"#),
        line("attacks", lamplighter, r#"{"attacks": []}"#),
    ];
    fs::write(project.path("replies.json"), format!("[{}]", lines.join(",\n"))).unwrap();
    let manifest = format!(
        r#"title = "Slow lamps"
           topics = ["street-light"]
           personas = [["engineer", "lamplighter"]]
           replicates = {replicates}
           [provider]
           kind = "script"
           script = "replies.json"
           [modes.graph]"#
    );
    fs::write(project.path("experiments/lamps.toml"), manifest).unwrap();
    project
}

fn begin(project: &Project) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_report"));
    command.args(["build", "experiments/lamps.toml"]).current_dir(project.path(""));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn end(child: Child) -> Outcome {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Outcome { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// How many files of a folder of the store end so.
fn count(project: &Project, folder: &str, ending: &str) -> usize {
    let folder = project.path("data/store").join(folder);
    let files = if folder.exists() { files(&folder) } else { Vec::new() };
    files.iter().filter(|path| path.to_str().unwrap().ends_with(ending)).count()
}

/// How many replies lie whole in what processes left that had no time to name them.
fn unnamed(project: &Project) -> usize {
    let folder = project.path("data/store/pending");
    let files = if folder.exists() { files(&folder) } else { Vec::new() };
    let mut keys = BTreeSet::new();
    for path in files {
        let text = fs::read(path).unwrap();
        let lines =
            text.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        for line in lines.map(|line| serde_json::from_slice::<serde_json::Value>(line).unwrap()) {
            keys.insert(line["key"].as_str().unwrap().to_owned());
        }
    }
    let is_unnamed = |key: &&String| {
        let (shard, rest) = key.split_at(2);
        !project.path(&format!("data/store/cache/{shard}/{rest}.json")).exists()
    };
    keys.iter().filter(is_unnamed).count()
}

/// All that a run comes to: everything but the records of single attempts and what was being written.
fn results(project: &Project) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut seen = project.seen("data/store", |path| fs::read(path).unwrap());
    let passing = |path: &PathBuf| {
        path.iter().any(|part| {
            ["attempts", "journal", "pending", "tmp"].map(AsRef::as_ref).contains(&part)
        })
    };
    seen.retain(|path, _| !passing(path));
    seen
}

/// The number before some words in what was said.
fn number(said: &str, before: &str) -> usize {
    let start = said.split_once(before).unwrap_or_else(|| panic!("{before} is not in: {said}")).0;
    start.rsplit([' ', '=']).next().unwrap().parse().unwrap()
}

#[track_caller]
fn assert_sound(project: &Project) {
    let verified = project.report(&["verify", "experiments/lamps.toml"]);
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
}

#[expect(
    clippy::disallowed_methods,
    reason = "how long this test may take is for its caller to say"
)]
fn kills() -> usize {
    std::env::var("FAULTLINE_KILLS").map_or(6, |kills| kills.parse().unwrap())
}

/// Waits for the first reply to be stored; returns how long it took.
fn until_something_is_stored(project: &Project) -> Duration {
    let began = Instant::now();
    while count(project, "cache", ".json") == 0 {
        assert!(began.elapsed() < Duration::from_mins(1), "nothing was stored");
        thread::sleep(Duration::from_millis(2));
    }
    began.elapsed()
}

/// Some number from 0 to 1; nothing but the moment of a kill depends on it.
#[expect(clippy::disallowed_methods, reason = "a kill is to come at any moment")]
fn chance() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    f64::from(since.subsec_micros() % 1000) / 1000.0
}

#[test]
fn killed_at_any_moment_a_run_loses_only_the_calls_under_way() {
    let kills = kills();
    let cells = 8 * kills + 8;
    let (undisturbed, project) = (slow(cells, 20), slow(cells, 20));
    let stored = || {
        let replies = count(&project, "cache", ".json") + unnamed(&project);
        (count(&project, "runs", "done.json"), replies)
    };
    let mut left = 0;
    // How long a start takes here decides when kills hit something.
    let mut start = Duration::ZERO;
    for kill in 1..=kills {
        let mut child = begin(&project);
        if kill == 1 {
            start = until_something_is_stored(&project);
        } else {
            thread::sleep((start + Duration::from_millis(200)).mul_f64(chance()));
        }
        assert!(child.try_wait().unwrap().is_none(), "kill {kill} came when all was done");
        child.kill().unwrap();
        child.wait().unwrap();
        let (done, replies) = stored();
        let unnamed = unnamed(&project);
        left += unnamed;
        println!(
            "kill {kill:3}: {done:3} of {cells} debates done, {replies} replies, {unnamed} of them unnamed"
        );
        assert!(done < cells, "kill {kill} came when all was done");
    }
    let (done, replies) = stored();
    let resumed = end(begin(&project));
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_eq!(number(&resumed.out, " done before"), done);
    assert_eq!(number(&resumed.out, " done now"), cells - done);
    assert_eq!(
        number(&resumed.out, " replies requested"),
        CALLS * cells - replies,
        "what is stored is not asked for"
    );
    assert_eq!(count(&project, "pending", ""), 0, "all that was left has a name");
    assert_sound(&project);
    assert_eq!(end(begin(&undisturbed)).code, Some(0));
    assert_eq!(results(&project), results(&undisturbed));
    println!("resumed: {}", resumed.out.lines().next().unwrap());
    println!("a reply had no name yet {left} times when its process was killed");
}

#[test]
fn three_processes_on_one_store_agree() {
    let (undisturbed, project) = (slow(12, 5), slow(12, 5));
    let children = [(); 3].map(|()| begin(&project));
    for outcome in children.map(end) {
        assert_eq!(outcome.code, Some(0), "{}", outcome.err);
        assert_eq!(number(&outcome.out, " failed"), 0);
    }
    assert_eq!(count(&project, "", ".conflict.json"), 0);
    assert_sound(&project);
    assert_eq!(end(begin(&undisturbed)).code, Some(0));
    assert_eq!(results(&project), results(&undisturbed));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_asked_for_and_says_how_to_go_on() {
    let project = slow(30, 40);
    let child = begin(&project);
    until_something_is_stored(&project);
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let stopped = end(child);
    assert_eq!(stopped.code, Some(75), "{}", stopped.err);
    assert!(stopped.err.contains("run the same command again to continue"), "{}", stopped.err);
    assert_eq!(number(&stopped.out, " failed"), 0, "a debate that was stopped has not failed");
    assert_eq!(number(&stopped.out, " replies requested"), count(&project, "cache", ".json"));
    assert!(!project.path("site").exists());
    assert_eq!(count(&project, "tmp", "") + count(&project, "pending", ""), 0, "all is written");
    let resumed = end(begin(&project));
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    let asked =
        number(&stopped.out, " replies requested") + number(&resumed.out, " replies requested");
    assert_eq!(asked, 30 * CALLS, "nothing is asked for twice");
    assert_sound(&project);
}

/// Runs a shell script in the project, with `$report` for the program.
#[cfg(unix)]
fn shell(project: &Project, shell: &[&str], script: &str) -> Outcome {
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).arg(script).current_dir(project.path(""));
    let child = command.env("report", env!("CARGO_BIN_EXE_report"));
    end(child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

/// A shell that may mount, where the system has one to give.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "whoever runs the tests is to know what was not tested")]
fn mounting(what: &str) -> Option<&'static [&'static str]> {
    const SHELLS: [&[&str]; 2] = [
        &["unshare", "--mount", "sh", "-c"],
        &["unshare", "--mount", "--map-root-user", "sh", "-c"],
    ];
    let may_mount = |shell: &&&[&str]| {
        let mut command = Command::new(shell[0]);
        command.args(&shell[1..]).arg("mount -t tmpfs tmpfs /mnt").stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let shell = SHELLS.iter().find(may_mount).copied();
    if shell.is_none() {
        eprintln!("NOT CHECKED: {what}, for nothing can be mounted here");
    }
    shell
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_once_there_is_room_the_run_goes_on() {
    let Some(mounting) = mounting("a full disk") else { return };
    let project = slow(20, 1);
    let outcome = shell(
        &project,
        mounting,
        r#"mkdir -p data/store && mount -t tmpfs -o size=400k tmpfs data/store || exit 9
           "$report" build experiments/lamps.toml; echo "code $?"
           echo "$(find data/store/cache -type f | wc -l) stored"
           mount -o remount,size=40m data/store || exit 9
           "$report" build experiments/lamps.toml; echo "code $?"
           "$report" verify experiments/lamps.toml; echo "code $?""#,
    );
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.out, outcome.err);
    let (full, rest) = outcome.out.split_once("code 75\n").unwrap();
    assert!(outcome.err.contains("No space left on device"), "{}", outcome.err);
    assert!(outcome.err.contains("free some space and run again"), "{}", outcome.err);
    assert!(number(full, " done now") > 0 && number(full, " done now") < 20, "{full}");
    assert_eq!(number(rest, " done before"), number(full, " done now"), "what was done stays done");
    let stored = number(&rest.replace('\n', " "), " stored");
    let found =
        outcome.err.split_once(" of an earlier run that was killed").map_or(0, |(said, _)| {
            number(
                &format!("{said} "),
                if said.ends_with("reply") { " reply " } else { " replies " },
            )
        });
    assert_eq!(number(rest, " replies requested"), 20 * CALLS - stored - found);
    assert_eq!(rest.matches("code 0\n").count(), 2, "{}{}", outcome.out, outcome.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_store_is_told_is_not_changed_and_still_serves_pages() {
    let Some(mounting) = mounting("a read-only store") else { return };
    let project = slow(3, 1);
    let read_only = |commands: &str| {
        let mount =
            "mount --bind data/store data/store && mount -o remount,bind,ro data/store || exit 9";
        shell(&project, mounting, &format!("{mount}\n{commands}"))
    };
    assert_eq!(project.report(&["build", "--offline", "experiments/lamps.toml"]).code, Some(75));
    let before = project.seen("data/store", |path| fs::read(path).unwrap());
    let told = read_only(r#""$report" build experiments/lamps.toml"#);
    assert_eq!(told.code, Some(1), "{}", told.err);
    assert!(told.err.contains("Read-only file system"), "{}", told.err);
    assert!(told.err.contains("help: make the folder writable"), "{}", told.err);
    assert_eq!(project.seen("data/store", |path| fs::read(path).unwrap()), before);
    assert_eq!(project.build().code, Some(0));
    let served = read_only(
        r#""$report" build experiments/lamps.toml && "$report" render experiments/lamps.toml"#,
    );
    assert_eq!(served.code, Some(0), "{}", served.err);
}

/// What a full disk is to a store, where nothing can be mounted: no file may grow.
#[cfg(unix)]
#[test]
fn files_that_cannot_be_written_are_told_and_the_next_run_goes_on() {
    let project = slow(6, 1);
    assert_eq!(project.report(&["build", "--offline", "experiments/lamps.toml"]).code, Some(75));
    let limited = r#"trap '' XFSZ; ulimit -f 0; "$report" build experiments/lamps.toml 2>&1 | cat"#;
    let told = shell(&project, &["sh", "-c"], limited);
    assert!(
        told.out.contains("cannot write") && told.out.contains("what was written is kept"),
        "{}",
        told.out
    );
    assert_eq!(count(&project, "cache", ""), 0, "no reply is stored in part");
    let resumed = end(begin(&project));
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert_sound(&project);
}
