//! Kills at every stage of a run. A process is really killed (SIGKILL) and the next one continues
//! its store.
//!
//! Nine of ten kills are spread over the debates of a long run: one waits until a share of all
//! debates is stored, the next a bit longer. Of five, one comes while a process starts, one as soon
//! as a file is written, and one as soon as a result is stored. Every tenth kill hits a short run
//! while its pages are written. Where a kill has hit is read from the store afterwards, and
//! printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::{CALLS, Replies, assert_sound, count, end, number, results, slow};
use crate::project::Project;

/// How long a request of [`slow`] takes. *Units*: milliseconds.
const DELAY: u32 = 5;
/// How long a debate of [`slow`] takes at least: three requests, one after the other.
const DEBATE: Duration = Duration::from_millis(3 * DELAY as u64);

/// Where a kill has hit, by what it left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// The process has stored nothing yet.
    BeforeFirstReply,
    /// Some calls or debates are stored, others are not.
    BetweenReplies,
    /// A temporary file is not published.
    WritingFile,
    /// Results of a debate are stored, and the debate is not committed.
    BeforeCommit,
    /// All debates are done, and the pages are not.
    Pages,
}

/// What a store holds: its files, each with the time when it was written.
#[derive(Debug, Default, PartialEq, Eq)]
struct Held {
    replies: BTreeMap<PathBuf, SystemTime>,
    done: BTreeMap<PathBuf, SystemTime>,
    objects: usize,
    temporary: BTreeSet<PathBuf>,
}

impl Held {
    fn by(project: &Project) -> Self {
        let times = |folder: &str, ending: &str| {
            let written = |path: &Path| fs::metadata(path).unwrap().modified().unwrap();
            let mut times = project.seen(folder, written);
            times.retain(|path, _| path.to_str().unwrap().ends_with(ending));
            times
        };
        Self {
            replies: times("data/store/cache", ".json"),
            done: times("data/store/runs", "done.json"),
            objects: count(project, "objects", ".json"),
            temporary: times("data/store/tmp", "").into_keys().collect(),
        }
    }

    /// Where a process was killed that found the store `before` and left it like this.
    fn stage(&self, before: &Self, series: &Series) -> Stage {
        if self.done.len() == series.cells {
            Stage::Pages
        } else if self.objects
            > before.objects.max(self.done.len() * series.objects + series.shared)
        {
            Stage::BeforeCommit
        } else if !self.temporary.is_subset(&before.temporary) {
            Stage::WritingFile
        } else if self.replies == before.replies && self.done == before.done {
            Stage::BeforeFirstReply
        } else {
            Stage::BetweenReplies
        }
    }

    /// Nothing is lost and nothing is written again. That contents are unchanged, the end of a
    /// series shows.
    #[track_caller]
    fn assert_keeps(&self, before: &Self) {
        for (kept, known) in [(&self.replies, &before.replies), (&self.done, &before.done)] {
            for (path, time) in known {
                assert_eq!(kept.get(path), Some(time), "{} was stored before", path.display());
            }
        }
    }
}

/// A run that is killed again and again, and the same run undisturbed.
struct Series {
    /// The command that is killed.
    command: &'static str,
    project: Project,
    undisturbed: Project,
    replies: Replies,
    cells: usize,
    /// How many objects each debate stores that no other debate has.
    objects: usize,
    /// How many objects the debates share.
    shared: usize,
    /// How long a process takes until it stores something.
    start: Duration,
    /// What the store held after the last kill.
    held: Held,
    /// Where each kill has hit, and how many percent of the debates were done.
    hits: Vec<(Stage, usize)>,
}

impl Series {
    fn new(command: &'static str, cells: usize, replies: Replies) -> Self {
        let (project, undisturbed) = (slow(cells, DELAY, replies), slow(cells, DELAY, replies));
        let began = Instant::now();
        let child = start(command, &undisturbed);
        super::until_something_is_stored(&undisturbed);
        let start = began.elapsed();
        end(child).exits(0);
        let objects = count(&undisturbed, "objects", ".json");
        let (objects, shared) = (objects / cells, objects % cells);
        Self {
            command,
            project,
            undisturbed,
            replies,
            cells,
            objects,
            shared,
            start,
            held: Held::default(),
            hits: Vec::new(),
        }
    }

    /// How many debates are done, as far as their replies or commits show.
    fn progress(&self) -> usize {
        match self.replies {
            Replies::Paid => count(&self.project, "cache", ".json") / CALLS,
            Replies::Free => count(&self.project, "runs", "done.json"),
        }
    }

    /// Waits until a process has stored something, and `debates` debates are done.
    fn wait_for(&self, child: &mut Child, debates: usize) {
        let began = Instant::now();
        let before = self.progress();
        while self.progress() < debates.clamp(before + 1, self.cells) {
            assert!(began.elapsed() < Duration::from_mins(2), "{debates} debates were not reached");
            if child.try_wait().unwrap().is_some() {
                let mut printed = String::new();
                child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
                panic!("the run ended before {debates} debates: {printed}");
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the number of files in a folder of the store changes, at most for a debate.
    fn wait_for_file(&self, folder: &str) {
        let (began, before) = (Instant::now(), count(&self.project, folder, ""));
        while count(&self.project, folder, "") == before && began.elapsed() < 2 * DEBATE {
            thread::yield_now();
        }
    }

    /// Starts a process, and kills it at a moment that `wait` chooses. Returns whether it was still
    /// running.
    #[expect(clippy::print_stdout, reason = "the figures are read by a person")]
    fn kill(&mut self, wait: impl FnOnce(&Self, &mut Child)) -> bool {
        let mut child = start(self.command, &self.project);
        wait(self, &mut child);
        let is_running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        let after = Held::by(&self.project);
        after.assert_keeps(&self.held);
        if is_running {
            let stage = after.stage(&self.held, self);
            let percent = 100 * after.done.len() / self.cells;
            self.hits.push((stage, percent));
            let (kill, done, replies) = (self.hits.len(), after.done.len(), after.replies.len());
            println!(
                "kill {kill:3}: {done:3} of {} debates done, {replies} replies stored: {stage:?}",
                self.cells
            );
        }
        self.held = after;
        is_running
    }

    /// Kills the run from its first debate to its last.
    fn kill_during_debates(&mut self, kills: usize) {
        for kill in 0..kills {
            // The last process may run further than the share of its kill, and must not reach the
            // end.
            let debates = self.cells * 9 / 10 * kill / kills;
            let is_running = self.kill(|series, child| {
                if kill % 5 == 0 {
                    let latest = if kill == 0 { Duration::ZERO } else { series.start };
                    return thread::sleep(latest.mul_f64(0.8 * chance()));
                }
                series.wait_for(child, debates);
                match kill % 5 {
                    3 => series.wait_for_file("tmp"),
                    4 => series.wait_for_file("objects"),
                    _ => thread::sleep(DEBATE.mul_f64(chance())),
                }
            });
            assert!(is_running, "kill {kill} came when all was done");
        }
    }

    /// Kills processes that have only the pages left to write.
    fn kill_during_pages(&mut self, mut kills: usize) {
        self.finish();
        let began = Instant::now();
        end(start(self.command, &self.project)).exits(0);
        let mut whole = began.elapsed();
        while kills > 0 {
            let site = self.project.path("site");
            if site.exists() {
                fs::remove_dir_all(site).unwrap();
            }
            if self.kill(|_, _| thread::sleep(whole.mul_f64(chance()))) {
                kills -= 1;
            } else {
                whole = whole.mul_f64(0.8);
            }
        }
    }

    /// Lets the run finish, and checks that it asks for nothing that is stored.
    fn finish(&self) {
        let (done, stored) =
            (count(&self.project, "runs", "done.json"), count(&self.project, "cache", ".json"));
        let resumed = end(start(self.command, &self.project));
        resumed.exits(0);
        assert_eq!(number(&resumed.out, " done before"), done);
        assert_eq!(number(&resumed.out, " done now"), self.cells - done);
        let asked = number(&resumed.out, " replies requested");
        match self.replies {
            Replies::Paid => {
                assert_eq!(asked, CALLS * self.cells - stored, "nothing is paid twice");
            }
            Replies::Free => assert_eq!(stored, 0),
        }
    }

    /// Lets the run finish, and checks that the result is that of an undisturbed run, byte by byte.
    fn finish_alike(&self) {
        self.finish();
        assert_sound(&self.project);
        assert_eq!(results(&self.project), results(&self.undisturbed));
        let pages = |project: &Project| project.seen("site", |path| fs::read(path).unwrap());
        assert_eq!(pages(&self.project), pages(&self.undisturbed));
    }
}

/// Starts a command on the experiment.
fn start(command: &str, project: &Project) -> Child {
    let mut report = project.command();
    report.args([command, "experiments/lamps.toml"]);
    report.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A number from 0 to 1; only the moment of a kill depends on it.
#[expect(clippy::disallowed_methods, reason = "a kill should come at any moment")]
fn chance() -> f64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
    f64::from(since.subsec_micros() % 1000) / 1000.0
}

#[expect(clippy::disallowed_methods, reason = "the caller decides how long this test may take")]
fn kills() -> usize {
    std::env::var("FAULTLINE_KILLS").map_or(6, |kills| kills.parse().unwrap())
}

/// Kills a run at every stage and lets it finish.
fn kill_and_resume(replies: Replies) {
    let kills = kills();
    let during_pages = (kills / 10).max(1);
    let mut long = Series::new("run", 3 * kills + 8, replies);
    long.kill_during_debates(kills - during_pages);
    long.finish_alike();
    let mut short = Series::new("build", 8, replies);
    short.kill_during_pages(during_pages);
    short.finish_alike();
    print_hits(&long.hits, &short.hits, replies);
}

/// Prints where the kills have hit. Many kills hit every stage, and every fifth of the debates.
#[expect(clippy::print_stdout, reason = "the figures are read by a person")]
fn print_hits(debates: &[(Stage, usize)], pages: &[(Stage, usize)], replies: Replies) {
    let mut stages: BTreeMap<Stage, usize> = BTreeMap::new();
    for (stage, _) in debates.iter().chain(pages) {
        *stages.entry(*stage).or_default() += 1;
    }
    let mut fifths = [0; 5];
    for (_, percent) in debates {
        fifths[(percent / 20).min(4)] += 1;
    }
    let kills = debates.len() + pages.len();
    println!("{replies:?}: {kills} kills by stage: {stages:?}");
    println!("{replies:?}: kills by share of debates done, in fifths: {fifths:?}");
    if kills >= 100 {
        assert_eq!(stages.len(), 5, "every stage is hit: {stages:?}");
        assert!(fifths.iter().all(|&hits| hits > 0), "every fifth is hit: {fifths:?}");
    }
}

#[test]
fn a_killed_run_loses_only_the_calls_in_flight() {
    kill_and_resume(Replies::Paid);
}

#[test]
fn a_killed_run_of_a_free_provider_stores_no_replies_and_ends_with_the_same_results() {
    kill_and_resume(Replies::Free);
}
