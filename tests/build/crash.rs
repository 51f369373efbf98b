//! Kills, races, full disks and read-only folders: after each of them the next run continues.
//!
//! `FAULTLINE_KILLS=100 cargo test --release -p faultline-report --test build crash:: --
//! --nocapture` kills each run a hundred times and shows where each kill has hit; without the
//! variable it kills a few times.

#[path = "crash/kills.rs"]
mod kills;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::lamps::{PAID, arguments, line};
use crate::project::{Outcome, Project, files};

/// How many requests one debate of [`slow`] makes.
const CALLS: usize = 4;

/// Whether replies have a price. Paid replies are stored; free ones are computed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replies {
    Paid,
    Free,
}

/// The project with one slow scripted debate, repeated.
fn slow(replicates: usize, delay: u32, replies: Replies) -> Project {
    let project = Project::lamps();
    let (engineer, lamplighter) = (Some("engineer"), Some("lamplighter"));
    let lines = [
        line("arguments", engineer, &arguments("yes", "Dynamos hum.", "Cables last."), delay),
        line("arguments", lamplighter, &arguments("no", "Gas glows.", "Rain falls."), delay),
        line("attacks", engineer, r#"{"attacks": []}"#, delay),
        line("attacks", lamplighter, r#"{"attacks": []}"#, delay),
    ];
    fs::write(project.path("replies.json"), format!("[{}]", lines.join(",\n"))).unwrap();
    let prices = match replies {
        Replies::Paid => PAID,
        Replies::Free => "",
    };
    let manifest = format!(
        r#"title = "Slow lamps"
           topics = ["street-light"]
           personas = [["engineer", "lamplighter"]]
           replicates = {replicates}
           [provider]
           kind = "script"
           script = "replies.json"
           [modes.graph]
           {prices}"#
    );
    fs::write(project.path("experiments/lamps.toml"), manifest).unwrap();
    project
}

fn begin(project: &Project) -> Child {
    let mut command = project.command();
    command
        .args(["build", "experiments/lamps.toml"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn end(child: Child) -> Outcome {
    Outcome::from(child.wait_with_output().unwrap())
}

/// How many files of a folder of the store have this ending.
fn count(project: &Project, folder: &str, ending: &str) -> usize {
    let folder = project.path("data/store").join(folder);
    let files = if folder.exists() { files(&folder) } else { Vec::new() };
    files.iter().filter(|path| path.to_str().unwrap().ends_with(ending)).count()
}

/// All results of a run: everything except the records of attempts and temporary files.
fn results(project: &Project) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut seen = project.seen("data/store", |path| fs::read(path).unwrap());
    let is_record = |path: &PathBuf| {
        path.iter().any(|name| {
            ["attempts", "journal", "spending.jsonl", "tmp"].map(AsRef::as_ref).contains(&name)
        })
    };
    seen.retain(|path, _| !is_record(path));
    seen
}

/// The number before some words in a text.
fn number(text: &str, before: &str) -> usize {
    let start = text.split_once(before).unwrap_or_else(|| panic!("{before} is not in: {text}")).0;
    start.rsplit([' ', '=']).next().unwrap().parse().unwrap()
}

#[track_caller]
fn assert_sound(project: &Project) {
    project.report(&["verify", "experiments/lamps.toml"]).exits(0);
}

/// Waits until the first reply or object is stored; returns how long it took.
fn until_something_is_stored(project: &Project) -> Duration {
    let began = Instant::now();
    while count(project, "cache", ".json") + count(project, "objects", ".json") == 0 {
        assert!(began.elapsed() < Duration::from_mins(1), "nothing was stored");
        thread::sleep(Duration::from_millis(2));
    }
    began.elapsed()
}

#[test]
fn a_killed_run_with_the_provider_corpus_ends_with_the_same_results() {
    let (undisturbed, project) = (Project::lamps(), Project::lamps());
    for project in [&undisturbed, &project] {
        project.replace("experiments/lamps.toml", "[provider]", "replicates = 10\n[provider]");
        project.replace("experiments/lamps.toml", "recall = 1.0", "recall = 0.999");
    }
    for _ in 0..4 {
        let mut child = begin(&project);
        until_something_is_stored(&project);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = end(begin(&project));
    resumed.exits(0);
    assert_eq!(number(&resumed.out, " done before") + number(&resumed.out, " done now"), 40);
    assert_sound(&project);
    end(begin(&undisturbed)).exits(0);
    assert_eq!(results(&project), results(&undisturbed));
}

#[test]
fn three_processes_on_one_store_agree() {
    let replies = Replies::Paid;
    let (undisturbed, project) = (slow(12, 5, replies), slow(12, 5, replies));
    let children = [(); 3].map(|()| begin(&project));
    for outcome in children.map(end) {
        outcome.exits(0);
        assert_eq!(number(&outcome.out, " failed"), 0);
    }
    assert_eq!(count(&project, "", ".conflict.json"), 0);
    assert_sound(&project);
    end(begin(&undisturbed)).exits(0);
    assert_eq!(results(&project), results(&undisturbed));
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_signals_to_end_keep_every_paid_reply_and_say_how_to_continue() {
    ["-INT", "-TERM", "-HUP"].into_iter().for_each(stops_at);
}

#[cfg(unix)]
fn stops_at(signal: &str) {
    let project = slow(8, 40, Replies::Paid);
    let child = begin(&project);
    until_something_is_stored(&project);
    let interrupt = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let stopped = end(child);
    stopped.exits(75).reports("run the same command again to continue");
    assert_eq!(number(&stopped.out, " failed"), 0, "a cancelled debate has not failed");
    assert_eq!(number(&stopped.out, " replies requested"), count(&project, "cache", ".json"));
    assert!(!project.path("site").exists());
    assert_eq!(count(&project, "tmp", ""), 0, "everything is written");
    let resumed = end(begin(&project));
    resumed.exits(0);
    let asked =
        number(&stopped.out, " replies requested") + number(&resumed.out, " replies requested");
    assert_eq!(asked, 8 * CALLS, "no request is paid twice");
    assert_sound(&project);
}

/// Runs a shell script in the project; `$report` is the program.
#[cfg(unix)]
fn shell(project: &Project, shell: &[&str], script: &str) -> Outcome {
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).arg(script).current_dir(project.path(""));
    Outcome::of(command.env("report", env!("CARGO_BIN_EXE_report")))
}

/// A shell that may mount file systems, if the system allows one.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stderr, reason = "the output must say what was not tested")]
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
        eprintln!("NOT CHECKED: {what}, because nothing can be mounted here");
    }
    shell
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_run_continues_once_there_is_space() {
    let Some(mounting) = mounting("a full disk") else { return };
    let project = slow(20, 1, Replies::Paid);
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
    outcome.reports("No space left on device").reports("free some space and run again");
    assert!(number(full, " done now") > 0 && number(full, " done now") < 20, "{full}");
    assert_eq!(number(rest, " done before"), number(full, " done now"), "done cells stay done");
    let stored = number(&rest.replace('\n', " "), " stored");
    assert_eq!(number(rest, " replies requested"), 20 * CALLS - stored);
    assert_eq!(rest.matches("code 0\n").count(), 2, "{}{}", outcome.out, outcome.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_the_site_leaves_no_part_of_a_page_and_the_next_run_completes_it() {
    let Some(mounting) = mounting("a full disk under the site") else { return };
    let project = Project::lamps();
    project.build().exits(0);
    let complete = project.seen("site/lamps", |path| fs::read(path).unwrap());
    project.write("render.sh", RENDER_ON_A_FULL_DISK);
    for size in ["40k", "150k", "250k"] {
        let outcome = shell(&project, mounting, &format!("size={size}; . ./render.sh"));
        outcome.exits(0).prints("full: code 1, 0 pages, 0 temporary\n");
        outcome.prints("with space: code 0, 0 temporary\n");
        outcome.prints("full again: code 1, 0 changed, 0 temporary\n");
        outcome.prints("with space again: code 0, 0 temporary\n");
        outcome.reports("No space left on device").reports("help: make room");
        assert_eq!(project.seen("kept/lamps", |path| fs::read(path).unwrap()), complete, "{size}");
        fs::remove_dir_all(project.path("kept")).unwrap();
        project.replace("experiments/lamps.toml", "Other lamps", "The lamps of a small town");
    }
}

/// Renders on a disk of `$size` that is full, with space, again full after a change of every page,
/// and again with space.
#[cfg(target_os = "linux")]
const RENDER_ON_A_FULL_DISK: &str = r#"
render() { "$report" render experiments/lamps.toml; code=$?; }
temporary() { find site -name '.faultline-tmp-*' | wc -l; }
mount -t tmpfs -o size="$size" tmpfs site || exit 9
render; echo "full: code $code, $(find site -name '*.html' | wc -l) pages, $(temporary) temporary"
mount -o remount,size=40m site || exit 9
render; echo "with space: code $code, $(temporary) temporary"
cp -r site kept
sed -i 's/The lamps of a small town/Other lamps/' experiments/lamps.toml
dd if=/dev/zero of=site/fill bs=1k 2>/dev/null
render; echo "full again: code $code, $(diff -rq site kept | grep -cv fill) changed, $(temporary) temporary"
rm site/fill
render; echo "with space again: code $code, $(temporary) temporary"
"#;

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_store_is_reported_is_not_changed_and_still_renders_pages() {
    let Some(mounting) = mounting("a read-only store") else { return };
    let project = slow(3, 1, Replies::Paid);
    let read_only = |commands: &str| {
        let mount =
            "mount --bind data/store data/store && mount -o remount,bind,ro data/store || exit 9";
        shell(&project, mounting, &format!("{mount}\n{commands}"))
    };
    project.report(&["build", "--offline", "experiments/lamps.toml"]).exits(1);
    let before = project.seen("data/store", |path| fs::read(path).unwrap());
    read_only(r#""$report" build experiments/lamps.toml"#)
        .exits(1)
        .reports("Read-only file system")
        .reports("help: make the folder writable");
    assert_eq!(project.seen("data/store", |path| fs::read(path).unwrap()), before);
    project.build().exits(0);
    read_only(
        r#""$report" build experiments/lamps.toml && "$report" render experiments/lamps.toml"#,
    )
    .exits(0);
}

/// Like a full disk, for systems that allow no mounts: no file may grow.
#[cfg(unix)]
#[test]
fn files_that_cannot_be_written_are_reported_and_the_next_run_continues() {
    let project = slow(6, 1, Replies::Paid);
    project.report(&["build", "--offline", "experiments/lamps.toml"]).exits(1);
    let limited = r#"trap '' XFSZ; ulimit -f 0; "$report" build experiments/lamps.toml 2>&1 | cat"#;
    shell(&project, &["sh", "-c"], limited)
        .prints("cannot write")
        .prints("what was written is kept");
    assert_eq!(count(&project, "cache", ""), 0, "no reply is partly stored");
    end(begin(&project)).exits(0);
    assert_sound(&project);
}
