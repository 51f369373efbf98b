//! Kills at every stage of a run. A process is really killed (SIGKILL) and the next one continues its store.
//!
//! The kills are spread over the whole run: one waits until a share of all debates is stored, the next a bit longer. Every
//! fifth comes while a process starts, the last ones come while the pages are written. Where a kill has hit is read from the
//! store afterwards, and printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::{CALLS, Replies, assert_sound, begin, count, end, number, results, slow};
use crate::project::Project;

/// How long a debate of [`slow`] takes at least: three requests, one after the other.
const DEBATE: Duration = Duration::from_millis(60);

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

/// What a store holds.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    replies: BTreeMap<PathBuf, Vec<u8>>,
    done: BTreeMap<PathBuf, Vec<u8>>,
    objects: usize,
    temporary: BTreeSet<PathBuf>,
}

impl Held {
    fn by(project: &Project) -> Self {
        let read = |folder: &str, ending: &str| {
            if !project.path(folder).exists() {
                return BTreeMap::new();
            }
            let mut files = project.seen(folder, |path| fs::read(path).unwrap());
            files.retain(|path, _| path.to_str().unwrap().ends_with(ending));
            files
        };
        Self {
            replies: read("data/store/cache", ".json"),
            done: read("data/store/runs", "done.json"),
            objects: count(project, "objects", ".json"),
            temporary: read("data/store/tmp", "").into_keys().collect(),
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

    /// Nothing is lost: what was stored before is stored still, unchanged.
    #[track_caller]
    fn assert_keeps(&self, before: &Self) {
        for (kept, known) in [(&self.replies, &before.replies), (&self.done, &before.done)] {
            for (path, bytes) in known {
                assert_eq!(kept.get(path), Some(bytes), "{} was stored before", path.display());
            }
        }
    }
}

/// A run that is killed again and again, and the same run undisturbed.
struct Series {
    project: Project,
    undisturbed: Project,
    replies: Replies,
    cells: usize,
    kills: usize,
    /// How many objects each debate stores that no other debate has.
    objects: usize,
    /// How many objects the debates share.
    shared: usize,
    /// How long a process takes until it stores something.
    start: Duration,
    /// Where each kill has hit, and how many percent of the debates were done.
    hits: Vec<(Stage, usize)>,
}

impl Series {
    fn new(kills: usize, replies: Replies) -> Self {
        let cells = 4 * kills + 8;
        let (project, undisturbed) = (slow(cells, 20, replies), slow(cells, 20, replies));
        let began = Instant::now();
        let child = begin(&undisturbed);
        super::until_something_is_stored(&undisturbed);
        let start = began.elapsed();
        end(child).exits(0);
        let objects = count(&undisturbed, "objects", ".json");
        let (objects, shared) = (objects / cells, objects % cells);
        Self {
            project,
            undisturbed,
            replies,
            cells,
            kills,
            objects,
            shared,
            start,
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

    /// Waits until a process has stored something, and so many debates are done.
    fn wait_for(&self, child: &mut Child, debates: usize) {
        let began = Instant::now();
        let before = self.progress();
        while self.progress() < debates.clamp(before + 1, self.cells) {
            assert!(began.elapsed() < Duration::from_mins(2), "{debates} debates were not reached");
            assert!(child.try_wait().unwrap().is_none(), "the run ended before {debates} debates");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Starts a process, and kills it at a moment that `wait` chooses. Returns whether it was still running.
    #[expect(clippy::print_stdout, reason = "the figures are read by a person")]
    fn kill(&mut self, wait: impl FnOnce(&Self, &mut Child)) -> bool {
        let before = Held::by(&self.project);
        let mut child = start(&self.project);
        wait(self, &mut child);
        let is_running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        let after = Held::by(&self.project);
        after.assert_keeps(&before);
        if is_running {
            let stage = after.stage(&before, self);
            let percent = 100 * after.done.len() / self.cells;
            self.hits.push((stage, percent));
            let (kill, done, replies) = (self.hits.len(), after.done.len(), after.replies.len());
            println!(
                "kill {kill:3}: {done:3} of {} debates done, {replies} replies stored: {stage:?}",
                self.cells
            );
        }
        is_running
    }

    /// Kills the run from its first debate to its last.
    fn kill_during_debates(&mut self) {
        let kills = self.kills - self.kills_of_pages();
        for kill in 0..kills {
            // The last process may run further than the share of its kill, and must not reach the end.
            let debates = self.cells * 9 / 10 * kill / kills;
            let is_running = self.kill(|series, child| {
                if kill % 5 == 0 {
                    thread::sleep(series.start.mul_f64(0.8 * f64::from(kill > 0) * chance()));
                } else {
                    series.wait_for(child, debates);
                    thread::sleep(DEBATE.mul_f64(chance()));
                }
            });
            assert!(is_running, "kill {kill} came when all was done");
        }
    }

    fn kills_of_pages(&self) -> usize {
        (self.kills / 10).max(1)
    }

    /// Kills processes that have only the pages left to write.
    fn kill_during_pages(&mut self) {
        let began = Instant::now();
        end(begin(&self.project)).exits(0);
        let mut whole = began.elapsed();
        let mut kills = self.kills_of_pages();
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

    /// Prints where the kills have hit. Many kills hit every stage, and every fifth of the run.
    #[expect(clippy::print_stdout, reason = "the figures are read by a person")]
    fn print_hits(&self) {
        let mut stages: BTreeMap<Stage, usize> = BTreeMap::new();
        let mut fifths = [0; 5];
        for &(stage, percent) in &self.hits {
            *stages.entry(stage).or_default() += 1;
            fifths[(percent / 20).min(4)] += 1;
        }
        println!("{:?}: {} kills by stage: {stages:?}", self.replies, self.hits.len());
        println!("{:?}: by share of debates done, in fifths: {fifths:?}", self.replies);
        if self.kills >= 100 {
            assert_eq!(stages.len(), 5, "every stage is hit: {stages:?}");
            assert!(fifths.iter().all(|&hits| hits > 0), "every fifth is hit: {fifths:?}");
        }
    }

    /// Lets the run finish, and checks that it asks for nothing that is stored.
    fn finish(&self) {
        let (done, stored) =
            (count(&self.project, "runs", "done.json"), count(&self.project, "cache", ".json"));
        let resumed = end(begin(&self.project));
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

    /// Checks that the result is that of an undisturbed run, byte by byte.
    fn assert_same(&self) {
        assert_sound(&self.project);
        assert_eq!(results(&self.project), results(&self.undisturbed));
        let pages = |project: &Project| project.seen("site", |path| fs::read(path).unwrap());
        assert_eq!(pages(&self.project), pages(&self.undisturbed));
    }
}

/// Starts a build whose output is not read.
fn start(project: &Project) -> Child {
    let mut command = project.command();
    command.args(["build", "experiments/lamps.toml"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
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
    let mut series = Series::new(kills(), replies);
    series.kill_during_debates();
    series.finish();
    series.kill_during_pages();
    series.finish();
    series.print_hits();
    series.assert_same();
}

#[test]
fn a_killed_run_loses_only_the_calls_in_flight() {
    kill_and_resume(Replies::Paid);
}

#[test]
fn a_killed_run_of_a_free_provider_stores_no_replies_and_ends_with_the_same_results() {
    kill_and_resume(Replies::Free);
}
