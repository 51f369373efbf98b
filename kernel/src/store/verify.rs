//! Checking a whole store: every file is read, every hash made again, every fault reported.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::IgnoredAny;
use walkdir::WalkDir;

use super::garbage::is_result;
use super::{
    Error, Hash, Name, Result, Run, RunId, Store, Writer, attempts, file, matches, object, reply,
};

/// Says what a store holds and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// How many objects there are, sound or not.
    pub objects: u64,
    /// How many cached replies there are, sound or not.
    pub replies: u64,
    /// How many lines of journals and of records of attempts and of spending are torn, so that they
    /// are skipped in reading: their process was killed or is at work.
    pub torn: u64,
    /// Files that killed processes left, or others are writing now; they are never read, and may be
    /// deleted when no process is at work.
    pub temporaries: Vec<PathBuf>,
    /// Files and folders that are not the store's; they are never read.
    pub strays: Vec<PathBuf>,
    /// What is wrong, in the order of the layout.
    pub faults: Vec<Fault>,
}

/// Says what is wrong with one file, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
    /// A way out.
    pub help: String,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let (problem, help) = (error.with_causes(), error.help().to_owned());
        Self { path: error.path().to_owned(), problem, help }
    }
}

/// Checks a store, without stopping at the first fault and without changing anything.
///
/// Checked are `VERSION`; the hash of every object; the frame, key and hash of every cached reply;
/// that every outcome names objects that are there; that every other file can be read; and that no
/// cell has two outcomes.
///
/// # Examples
///
/// ```
/// use faultline::store::{Store, verify};
///
/// # let folder = tempfile::tempdir()?;
/// let store = Store::open_or_create(folder.path())?;
/// let hash = store.put("a snapshot")?;
/// let report = verify(&store);
/// assert_eq!((report.objects, report.faults.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(store: &Store) -> Report {
    let mut audit = Audit { store, report: Report::default() };
    let version = store.check_version();
    audit.note(version);
    audit.root();
    audit.objects();
    audit.replies();
    audit.runs();
    audit.report
}

struct Audit<'a> {
    store: &'a Store,
    report: Report,
}

impl Audit<'_> {
    fn note<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.fault(error)).ok()
    }

    fn fault(&mut self, fault: impl Into<Fault>) {
        self.report.faults.push(fault.into());
    }

    /// Lists a folder of the store, with the faults and files that are not its own noted.
    fn list<T>(&mut self, folder: &Path, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let names = self.note(file::list(folder)).unwrap_or_default();
        let mut known = Vec::new();
        for name in names {
            match read(&name) {
                Some(item) => known.push(item),
                None => self.report.strays.push(folder.join(name)),
            }
        }
        known
    }

    fn root(&mut self) {
        let root = self.store.root();
        self.list(root, |name| {
            ["VERSION", "cache", "objects", "runs", "tmp"].contains(&name).then_some(())
        });
        let folder = root.join("tmp");
        self.report.temporaries = self.list(&folder, |name| Some(folder.join(name)));
    }

    fn objects(&mut self) {
        for (path, hash) in self.sharded("objects") {
            self.report.objects += 1;
            let checked = present(&path).and_then(|bytes| {
                object::check(&path, &hash, &bytes)?;
                file::parse::<IgnoredAny>(&path, &bytes)
            });
            self.note(checked);
        }
    }

    fn replies(&mut self) {
        for (path, key) in self.sharded("cache") {
            self.report.replies += 1;
            let checked = present(&path).and_then(|bytes| {
                let reply = reply::content(&path, &key, &bytes)?;
                file::parse::<IgnoredAny>(&path, reply)
            });
            self.note(checked);
        }
    }

    /// Lists the files of a folder that are named by a hash.
    fn sharded(&mut self, kind: &str) -> Vec<(PathBuf, Hash)> {
        let folder = self.store.root().join(kind);
        let mut files = Vec::new();
        if !folder.exists() {
            return files;
        }
        for entry in WalkDir::new(&folder).min_depth(1).sort_by_file_name() {
            match entry {
                Ok(entry) if entry.depth() == 1 && entry.file_type().is_dir() => {}
                Ok(entry) => match self.hash_of_name(kind, entry.path()) {
                    Some(hash) => files.push((entry.into_path(), hash)),
                    None => self.report.strays.push(entry.into_path()),
                },
                Err(error) => {
                    let path = error.path().unwrap_or(&folder).to_owned();
                    self.fault(Error::io("list", path)(error.into()));
                }
            }
        }
        files
    }

    fn hash_of_name(&self, kind: &str, path: &Path) -> Option<Hash> {
        let shard = path.parent()?.file_name()?.to_str()?;
        let hash = format!("{shard}{}", path.file_stem()?.to_str()?).parse().ok()?;
        (self.store.sharded(kind, &hash) == path).then_some(hash)
    }

    fn runs(&mut self) {
        let ids = self.list(&self.store.root().join("runs"), |name| name.parse::<RunId>().ok());
        for id in ids {
            let run = self.store.run(&id);
            let known =
                ["manifest.json", "cells", "matches", "attempts", "journal", "spending.jsonl"];
            let found =
                self.list(&run.folder(), |name| known.into_iter().find(|folder| *folder == name));
            let manifest = self.note(manifest(&run));
            // A run that was killed before it was frozen leaves an empty folder, which is
            // harmless.
            if matches!(manifest, Some(None)) && !found.is_empty() {
                self.fault(Fault {
                    path: run.manifest_path(),
                    problem: "the run has no manifest".to_owned(),
                    help: "restore the file from a copy, or delete the run's folder and run the experiment again"
                        .to_owned(),
                });
            }
            self.cells(&run);
            self.matches(&run);
            self.attempts(&run);
            self.journals(&run);
            let spending = self.note(run.spending_and_torn::<IgnoredAny>());
            self.report.torn += spending.map_or(0, |(_, torn)| torn as u64);
        }
    }

    fn cells(&mut self, run: &Run) {
        for cell in self.list(&run.folder().join("cells"), |name| name.parse::<Name>().ok()) {
            let path = run.done_path(&cell);
            let result = |name: &str| is_result(name).then(|| name.to_owned());
            for name in self.list(path.with_file_name("").as_path(), result) {
                if name != "done.json" {
                    let conflict = path.with_file_name(name);
                    self.fault(Error::Nondeterminism { path: path.clone(), conflict });
                }
            }
            let Some(Some(done)) = self.note(run.done(&cell)) else { continue };
            for object in done.snapshots.into_iter().chain([done.outcome]) {
                if self.note(file::exists(&self.store.object_path(&object))) == Some(false) {
                    self.fault(Error::Dangling { path: path.clone(), object });
                }
            }
        }
    }

    fn matches(&mut self, run: &Run) {
        let folder = run.folder().join("matches");
        let of_topic = |name: &str| name.strip_suffix(".json").map(|_| name.to_owned());
        for name in self.list(&folder, of_topic) {
            let path = folder.join(&name);
            if matches::is_matches(&name) {
                let checked =
                    present(&path).and_then(|bytes| file::parse::<IgnoredAny>(&path, &bytes));
                self.note(checked);
            } else {
                // `<topic>.<inputs>.<digits>.conflict.json` lies beside `<topic>.<inputs>.json`.
                let first = name.trim_end_matches(".conflict.json").rsplit_once('.');
                let first = first.map_or(name.as_str(), |(first, _)| first);
                let first = folder.join(format!("{first}.json"));
                self.fault(Error::Nondeterminism { path: first, conflict: path });
            }
        }
    }

    fn attempts(&mut self, run: &Run) {
        for writer in self.list(&run.folder().join("attempts"), Writer::from_file_name) {
            let lines = self.note(attempts::lines::<IgnoredAny>(&run.attempts_path(&writer)));
            self.report.torn += lines.map_or(0, |(_, torn)| torn as u64);
        }
    }

    fn journals(&mut self, run: &Run) {
        for writer in self.list(&run.folder().join("journal"), Writer::from_file_name) {
            let recording = self.note(run.recording::<IgnoredAny>(&writer));
            self.report.torn += recording.map_or(0, |recording| recording.torn as u64);
        }
    }
}

/// Whether a run has a manifest, which must be the one that names the run.
fn manifest(run: &Run) -> Result<Option<()>> {
    let path = run.manifest_path();
    let Some(bytes) = file::read(&path)? else { return Ok(None) };
    file::parse::<IgnoredAny>(&path, &bytes)?;
    let found = Hash::of(&bytes);
    if run.id().is_named_by(&found) {
        Ok(Some(()))
    } else {
        Err(Error::DamagedManifest { path, found })
    }
}

fn present(path: &Path) -> Result<Vec<u8>> {
    file::read(path)?.ok_or_else(|| Error::io("read", path)(std::io::ErrorKind::NotFound.into()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::Done;

    /// A store with two objects, a reply, and a run with everything a run may have.
    fn filled(root: &Path) -> (Store, Run, Done) {
        let store = Store::open_or_create(root).unwrap();
        let done =
            Done { snapshots: vec![store.put(&[1]).unwrap()], outcome: store.put("yes").unwrap() };
        store.put_reply(&Hash::of(b"request"), "reply").unwrap();
        let manifest = Hash::of_value("manifest").unwrap();
        let run = store.run(&RunId::new("trial".parse().unwrap(), &manifest));
        let cell = "cell".parse().unwrap();
        run.freeze("manifest").unwrap();
        run.commit(&cell, &done).unwrap();
        let writer = Writer { host: "host".parse().unwrap(), pid: 1, start: 2 };
        run.journal(&writer).unwrap().write("event").unwrap();
        run.attempt_log(&writer).unwrap().add([(&cell, &"went well")]).unwrap();
        (store, run, done)
    }

    fn paths(report: &Report) -> Vec<&Path> {
        report.faults.iter().map(|fault| fault.path.as_path()).collect()
    }

    #[test]
    fn a_sound_store_has_counts_and_no_faults() {
        let folder = tempfile::tempdir().unwrap();
        let (store, ..) = filled(folder.path());
        let sound = Report { objects: 2, replies: 1, ..Report::default() };
        assert_eq!(verify(&store), sound);
    }

    #[test]
    fn every_fault_is_found_and_none_hides_another() {
        let folder = tempfile::tempdir().unwrap();
        let (store, run, done) = filled(folder.path());
        let object = store.object_path(&done.outcome);
        let reply = store.reply_path(&Hash::of(b"request"));
        let missing = store.object_path(&done.snapshots[0]);
        let other = Done { snapshots: vec![], ..done.clone() };
        run.commit(&"cell".parse().unwrap(), &other).unwrap_err();
        fs::write(&object, "\"no\"\n").unwrap();
        fs::write(&reply, "{}").unwrap();
        fs::remove_file(&missing).unwrap();
        let inside = |name: &str| run.folder().join(name);
        let torn_inside = ["manifest.json", "attempts/host-1-2.jsonl", "journal/host-1-2.jsonl"];
        for name in torn_inside {
            fs::write(inside(name), "{\"a\":\n1\n").unwrap();
        }
        fs::write(
            folder.path().join("VERSION"),
            "{\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":2}",
        )
        .unwrap();

        let report = verify(&store);
        let (version, cell) = (folder.path().join("VERSION"), inside("cells/cell/done.json"));
        let [manifest, attempt, journal] = torn_inside.map(inside);
        let expected = [&version, &object, &reply, &manifest, &cell, &cell, &attempt, &journal];
        assert_eq!(paths(&report), expected);
        assert!(
            report.faults.iter().all(|fault| !fault.problem.is_empty() && !fault.help.is_empty())
        );
        assert!(report.faults[4].problem.starts_with("nondeterminism"), "{:?}", report.faults[4]);
        assert!(
            report.faults[5].problem.contains(&done.snapshots[0].to_string()),
            "{:?}",
            report.faults[5]
        );
        assert!(report.faults[3].problem.contains("line 3 column 0"), "{:?}", report.faults[3]);
    }

    #[test]
    fn a_flipped_bit_in_a_manifest_or_a_line_of_attempts_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let (store, run, _) = filled(folder.path());
        for (name, remedy) in
            [("manifest.json", "delete it"), ("attempts/host-1-2.jsonl", "delete the line")]
        {
            let path = run.folder().join(name);
            let sound = fs::read(&path).unwrap();
            for place in 0..sound.len() {
                let mut flipped = sound.clone();
                flipped[place] ^= 1;
                fs::write(&path, flipped).unwrap();
                let report = verify(&store);
                let ends_torn = name.starts_with("attempts") && place + 1 == sound.len();
                if !ends_torn {
                    assert_eq!(paths(&report), [path.as_path()], "byte {place} of {name}");
                }
                if place == 4 {
                    assert!(report.faults[0].help.contains(remedy), "{:?}", report.faults[0]);
                }
            }
            fs::write(&path, sound).unwrap();
        }
    }

    #[test]
    fn leftovers_and_strays_are_listed_and_are_not_faults() {
        let folder = tempfile::tempdir().unwrap();
        let (store, run, _) = filled(folder.path());
        let leftover = folder.path().join("tmp/0123456789ab-1-0");
        fs::write(&leftover, "{\"half").unwrap();
        let journal = run.folder().join("journal/host-1-2.jsonl");
        fs::write(&journal, "\"event\"\n{\"half").unwrap();
        let strays = ["README", "objects/ab/cd.json", "objects/notes", "runs/notes"];
        let in_cell = run.folder().join("cells/cell/x");
        let strays: Vec<_> =
            strays.iter().map(|name| folder.path().join(name)).chain([in_cell]).collect();
        for stray in &strays {
            fs::create_dir_all(stray.parent().unwrap()).unwrap();
            fs::write(stray, "").unwrap();
        }
        fs::create_dir_all(folder.path().join("runs/killed-0123456789ab")).unwrap();

        let report = verify(&store);
        assert_eq!(report.faults, []);
        assert_eq!((report.temporaries, report.torn), (vec![leftover], 1));
        assert_eq!(report.strays, strays);
        assert_eq!(store.runs().unwrap(), [run.id().clone()]);
    }
}
