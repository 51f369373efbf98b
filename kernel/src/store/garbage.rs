//! What a store no longer needs, and deleting it.
//!
//! The store does not know what its values mean: the caller names the runs and replies to keep. The
//! objects to keep follow from the runs. Young files must stay as well, because a running process
//! may be about to refer to them: each item says when it was written.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use serde::de::IgnoredAny;

use super::{Done, Error, Hash, Result, Run, RunId, Store, Writer, file};

/// The kinds of files that can be deleted, in the order in which they are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Garbage {
    /// A file that a killed process left under `tmp/`.
    Temporary,
    /// A journal that a killed process left with a torn line; no result depends on it.
    Journal,
    /// A run that is not kept, with its record.
    Run,
    /// An object that no kept run names.
    Object,
    /// A reply that is not kept.
    Reply,
}

/// A file or folder that can be deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its kind.
    pub garbage: Garbage,
    /// Its path.
    pub path: PathBuf,
    /// Its size, with everything in it.
    pub bytes: u64,
    /// When anything in it was last written.
    pub changed: SystemTime,
}

/// What must stay in a store.
#[derive(Debug, Clone, Default)]
pub struct Keep {
    /// Runs, with every object that their cells name.
    pub runs: BTreeSet<RunId>,
    /// Replies, by their keys.
    pub replies: BTreeSet<Hash>,
}

impl Store {
    /// Lists the runs that have a folder, frozen or not, in the order of their ids.
    ///
    /// # Errors
    /// The folder `runs` cannot be read.
    pub fn run_folders(&self) -> Result<Vec<RunId>> {
        let names = file::list(&self.root().join("runs"))?;
        Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// Lists the keys of the replies, each with the size of its file in bytes.
    ///
    /// # Errors
    /// A folder cannot be read.
    pub fn replies(&self) -> Result<Vec<(Hash, u64)>> {
        let stored = self.stored("cache")?.into_iter();
        stored.map(|(key, path)| Ok((key, Size::of(&path)?.bytes))).collect()
    }

    /// Lists everything that need not be kept.
    ///
    /// # Errors
    /// A folder, or a `done.json` of a kept run, cannot be read: then the objects to keep are not
    /// known.
    pub fn garbage(&self, keep: &Keep) -> Result<Vec<Item>> {
        let mut paths = Vec::new();
        let mut objects = BTreeSet::new();
        for id in self.run_folders()? {
            let run = self.run(&id);
            if keep.runs.contains(&id) {
                objects.extend(run.objects()?);
                paths.extend(run.torn_journals()?.into_iter().map(|path| (Garbage::Journal, path)));
            } else {
                paths.push((Garbage::Run, run.folder()));
            }
        }
        let tmp = self.root().join("tmp");
        paths.extend(file::list(&tmp)?.iter().map(|name| (Garbage::Temporary, tmp.join(name))));
        let unnamed =
            self.stored("objects")?.into_iter().filter(|(hash, _)| !objects.contains(hash));
        paths.extend(unnamed.map(|(_, path)| (Garbage::Object, path)));
        let unused =
            self.stored("cache")?.into_iter().filter(|(key, _)| !keep.replies.contains(key));
        paths.extend(unused.map(|(_, path)| (Garbage::Reply, path)));
        let mut items = Vec::new();
        for (garbage, path) in paths {
            let Size { bytes, changed } = Size::of(&path)?;
            items.push(Item { garbage, path, bytes, changed });
        }
        items.sort_by(|a, b| (a.garbage, &a.path).cmp(&(b.garbage, &b.path)));
        Ok(items)
    }

    /// Deletes items: runs before objects, so that an interruption leaves no reference to a missing
    /// object.
    ///
    /// # Errors
    /// A file cannot be removed; the items before it are deleted.
    pub fn delete(&self, items: &[Item]) -> Result<()> {
        let mut items: Vec<&Item> = items.iter().collect();
        items.sort_by_key(|item| item.garbage);
        for Item { garbage, path, .. } in items {
            match garbage {
                Garbage::Run => {
                    // Without its manifest the folder no longer counts as a run, so no process
                    // takes over its cells.
                    remove(&path.join("manifest.json"))?;
                    fs::remove_dir_all(path).map_err(Error::io("remove", path))?;
                }
                Garbage::Temporary | Garbage::Journal | Garbage::Object | Garbage::Reply => {
                    remove(path)?;
                }
            }
        }
        Ok(())
    }

    /// The files of `objects` or `cache`, each with the hash that names it.
    fn stored(&self, kind: &str) -> Result<Vec<(Hash, PathBuf)>> {
        let mut stored = Vec::new();
        for shard in file::list(&self.root().join(kind))? {
            let folder = self.root().join(kind).join(&shard);
            for name in if folder.is_dir() { file::list(&folder)? } else { Vec::new() } {
                let hash =
                    name.strip_suffix(".json").and_then(|rest| (shard.clone() + rest).parse().ok());
                stored.extend(hash.map(|hash| (hash, folder.join(name))));
            }
        }
        Ok(stored)
    }
}

/// Whether a file of a cell holds a result.
pub(super) fn is_result(name: &str) -> bool {
    name == "done.json" || name.ends_with(".conflict.json")
}

impl Run {
    /// Every object that a cell of the run names, conflicting results included.
    fn objects(&self) -> Result<Vec<Hash>> {
        let mut objects = Vec::new();
        for cell in self.names("cells", "")? {
            let folder = self.done_path(&cell).with_file_name("");
            for name in file::list(&folder)?.iter().filter(|name| is_result(name)) {
                let done: Option<Done> = file::json(&folder.join(name))?;
                objects.extend(done.into_iter().flat_map(|Done { snapshots, outcome }| {
                    snapshots.into_iter().chain([outcome])
                }));
            }
        }
        Ok(objects)
    }

    fn torn_journals(&self) -> Result<Vec<PathBuf>> {
        let mut writers = self.writers()?;
        // A journal with other damage is left for `verify` to report.
        let torn = |writer: &Writer| self.recording::<IgnoredAny>(writer).is_ok_and(|r| r.torn > 0);
        writers.retain(torn);
        Ok(writers.iter().map(|writer| self.journal_path(writer)).collect())
    }

    /// When anything in the run's folder was last written; `None` if there is no folder.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn changed(&self) -> Result<Option<SystemTime>> {
        let folder = self.folder();
        Ok(if file::exists(&folder)? { Some(Size::of(&folder)?.changed) } else { None })
    }

    /// When a journal was last written.
    ///
    /// # Errors
    /// The journal cannot be inspected.
    pub fn journal_changed(&self, writer: &Writer) -> Result<SystemTime> {
        Ok(Size::of(&self.journal_path(writer))?.changed)
    }
}

/// Size and age of a file, or of a folder with everything in it.
struct Size {
    bytes: u64,
    changed: SystemTime,
}

impl Size {
    /// A file that another process has removed meanwhile counts as empty.
    fn of(path: &Path) -> Result<Self> {
        let inspect = |path: &Path| -> io::Result<Self> {
            let data = fs::symlink_metadata(path)?;
            Ok(Self { bytes: data.len(), changed: data.modified()? })
        };
        let mut whole = Self { bytes: 0, changed: SystemTime::UNIX_EPOCH };
        if !path.is_dir() {
            return match inspect(path) {
                Ok(size) => Ok(size),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(whole),
                Err(error) => Err(Error::io("inspect", path)(error)),
            };
        }
        for name in file::list(path)? {
            let size = Self::of(&path.join(name))?;
            whole.bytes += size.bytes;
            whole.changed = whole.changed.max(size.changed);
        }
        Ok(whole)
    }
}

/// Removes a file; one that is gone already counts as removed.
fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", path)(error)),
        Ok(()) | Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Name, verify};

    /// The run with this manifest.
    fn id(manifest: &str) -> RunId {
        RunId::new("trial".parse().unwrap(), &Hash::of_value(manifest).unwrap())
    }

    /// A run with one cell, whose snapshot all runs share and whose outcome is its own.
    fn run(store: &Store, outcome: &str) -> Done {
        let done = Done {
            snapshots: vec![store.put("shared").unwrap()],
            outcome: store.put(outcome).unwrap(),
        };
        let run = store.run(&id(outcome));
        run.freeze(outcome).unwrap();
        run.commit(&cell(), &done).unwrap();
        done
    }

    fn cell() -> Name {
        "cell".parse().unwrap()
    }

    fn found(store: &Store, kept: &Keep) -> Vec<(Garbage, String)> {
        let name = |item: Item| {
            let path = item.path.strip_prefix(store.root()).unwrap().display().to_string();
            (item.garbage, path)
        };
        store.garbage(kept).unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn the_size_of_a_folder_is_that_of_its_files_and_what_is_gone_has_none() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Size::of(&folder.path().join("gone")).unwrap().bytes, 0);
        fs::create_dir(folder.path().join("inner")).unwrap();
        fs::write(folder.path().join("one"), "12").unwrap();
        fs::write(folder.path().join("inner/two"), "345").unwrap();
        let size = Size::of(folder.path()).unwrap();
        let changed = fs::metadata(folder.path().join("inner/two")).unwrap().modified().unwrap();
        assert_eq!((size.bytes, size.changed), (5, changed));
    }

    #[test]
    fn everything_that_no_kept_run_names_is_listed_by_kind_and_deleting_it_leaves_a_sound_store() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path().join("store")).unwrap();
        let (kept_run, former) = (id("kept"), id("former"));
        let kept_done = run(&store, "kept");
        let former_done = run(&store, "former");
        let conflict = Done { snapshots: vec![], outcome: store.put("contradicts").unwrap() };
        store.run(&kept_run).commit(&cell(), &conflict).unwrap_err();
        let (wanted, unwanted) = (Hash::of(b"wanted"), Hash::of(b"unwanted"));
        for key in [&wanted, &unwanted] {
            store.put_reply(key, "reply").unwrap();
        }
        let writer = Writer { host: "host".parse().unwrap(), pid: 1, start: 2 };
        store.run(&kept_run).journal(&writer).unwrap().write("whole").unwrap();
        let torn = Writer { start: 3, ..writer };
        drop(store.run(&kept_run).journal(&torn).unwrap());
        fs::write(store.run(&kept_run).journal_path(&torn), "\"whole\"\n\"to").unwrap();
        fs::write(store.root().join("tmp/0123456789ab-1-0"), "half").unwrap();

        let kept = Keep { runs: [kept_run.clone()].into(), replies: [wanted].into() };
        let path = |kind: &str, hash: &Hash| {
            let digits = hash.to_string();
            format!("{kind}/{}/{}.json", &digits[..2], &digits[2..])
        };
        let expected = [
            (Garbage::Temporary, "tmp/0123456789ab-1-0".to_owned()),
            (Garbage::Journal, format!("runs/{kept_run}/journal/host-1-3.jsonl")),
            (Garbage::Run, format!("runs/{former}")),
            (Garbage::Object, path("objects", &former_done.outcome)),
            (Garbage::Reply, path("cache", &unwanted)),
        ];
        assert_eq!(found(&store, &kept), expected);

        store.delete(&store.garbage(&kept).unwrap()).unwrap();
        assert_eq!(found(&store, &kept), []);
        assert_eq!(store.run(&kept_run).done(&cell()).unwrap(), Some(kept_done));
        assert_eq!(store.reply::<String>(&wanted).unwrap().as_deref(), Some("reply"));
        let report = verify(&store);
        assert_eq!((report.objects, report.replies, report.torn), (3, 1, 0));
        assert_eq!(store.run_folders().unwrap().len(), 1);
        let [fault] = &report.faults[..] else { panic!("{:?}", report.faults) };
        assert!(fault.problem.starts_with("nondeterminism"), "as before: {fault:?}");
    }

    #[test]
    fn an_interrupted_deletion_leaves_no_reference_to_a_missing_object() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path().join("store")).unwrap();
        run(&store, "former");
        let mut items = store.garbage(&Keep::default()).unwrap();
        items.reverse();
        // Only one item is deleted, whichever order they have here; the rest must be sound.
        store.delete(&items[items.len() - 1..]).unwrap();
        let report = verify(&store);
        assert_eq!((report.objects, report.faults.len()), (2, 0));
        assert_eq!(store.run_folders().unwrap(), []);
        // Items that are gone already are skipped.
        let rest = store.garbage(&Keep::default()).unwrap();
        assert_eq!(rest.len(), 2);
        store.delete(&rest).unwrap();
        store.delete(&rest).unwrap();
        assert_eq!(verify(&store).objects, 0);
    }
}
