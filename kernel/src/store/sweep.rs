//! What a store could do without, and dropping it.
//!
//! The store does not know what its values mean: the caller says which runs and replies are kept. Which objects are
//! follows from the runs. What is young has to stay, for whoever wrote it may be about to refer to it: each item says when it
//! was written.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;
use serde::de::IgnoredAny;

use super::{Done, Error, Hash, Result, Run, RunId, Store, Writer, file};

/// What a file that could be dropped is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Litter {
    /// Left by a killed process under `tmp/`.
    Temporary,
    /// A journal that a killed process left with a torn line; no result depends on it.
    Journal,
    /// A run that is not kept, with its record.
    Run,
    /// An object that no run names that is kept.
    Object,
    /// A reply that is not kept.
    Reply,
}

/// A file or folder that could be dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub litter: Litter,
    /// Where it lies.
    pub path: PathBuf,
    /// How large it is, with all it holds.
    pub bytes: u64,
    /// When anything of it was written last.
    pub changed: SystemTime,
}

/// What of a store is to stay.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    /// Runs, with every object that their cells name.
    pub runs: BTreeSet<RunId>,
    /// Replies, by their keys.
    pub replies: BTreeSet<Hash>,
}

impl Store {
    /// Lists the runs whose folders are there, frozen or not, in the order of their ids.
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
        stored.map(|(key, path)| Ok((key, measured(&path)?.bytes))).collect()
    }

    /// Lists what is not kept.
    ///
    /// # Errors
    /// A folder, or a `done.json` of a run that is kept, cannot be read: then nothing is known for sure.
    pub fn litter(&self, kept: &Kept) -> Result<Vec<Item>> {
        let mut paths = Vec::new();
        let mut objects = BTreeSet::new();
        for id in self.run_folders()? {
            let run = self.run(&id);
            if kept.runs.contains(&id) {
                objects.extend(run.objects()?);
                paths.extend(run.torn_journals()?.into_iter().map(|path| (Litter::Journal, path)));
            } else {
                paths.push((Litter::Run, run.folder()));
            }
        }
        let tmp = self.root().join("tmp");
        paths.extend(file::list(&tmp)?.iter().map(|name| (Litter::Temporary, tmp.join(name))));
        let unwanted =
            self.stored("objects")?.into_iter().filter(|(hash, _)| !objects.contains(hash));
        paths.extend(unwanted.map(|(_, path)| (Litter::Object, path)));
        let unwanted =
            self.stored("cache")?.into_iter().filter(|(key, _)| !kept.replies.contains(key));
        paths.extend(unwanted.map(|(_, path)| (Litter::Reply, path)));
        let mut items = Vec::new();
        for (litter, path) in paths {
            let Measured { bytes, changed } = measured(&path)?;
            items.push(Item { litter, path, bytes, changed });
        }
        items.sort_by(|a, b| (a.litter, &a.path).cmp(&(b.litter, &b.path)));
        Ok(items)
    }

    /// Drops items, in an order that leaves nothing dangling wherever it is broken off: runs before objects.
    ///
    /// # Errors
    /// A file cannot be removed; what came before it is gone.
    pub fn drop_litter(&self, items: &[Item]) -> Result<()> {
        let mut items: Vec<&Item> = items.iter().collect();
        items.sort_by_key(|item| item.litter);
        for Item { litter, path, .. } in items {
            match litter {
                Litter::Run => {
                    // Without it the run is none, so that nobody takes over its cells meanwhile.
                    remove(&path.join("manifest.json"))?;
                    fs::remove_dir_all(path).map_err(Error::io("remove", path))?;
                }
                Litter::Temporary | Litter::Journal | Litter::Object | Litter::Reply => {
                    remove(path)?;
                }
            }
        }
        Ok(())
    }

    /// The files of `objects` or `cache`, each under the hash that names it.
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

/// Whether a file of a cell says how it came out.
fn is_done(name: &str) -> bool {
    name == "done.json" || name.ends_with(".conflict.json")
}

impl Run {
    /// Every object that a cell of the run names, in outcomes that stand and in those that contradict them.
    fn objects(&self) -> Result<Vec<Hash>> {
        let mut objects = Vec::new();
        for cell in self.names("cells", "")? {
            let folder = self.done_path(&cell).with_file_name("");
            for name in file::list(&folder)?.iter().filter(|name| is_done(name)) {
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
        // A journal that is damaged otherwise is left for `verify` to tell.
        let torn = |writer: &Writer| self.recording::<IgnoredAny>(writer).is_ok_and(|r| r.torn > 0);
        writers.retain(torn);
        Ok(writers.iter().map(|writer| self.journal_path(writer)).collect())
    }

    /// When anything in the run's folder was written last; `None` where there is nothing.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn changed(&self) -> Result<Option<SystemTime>> {
        let folder = self.folder();
        Ok(if file::exists(&folder)? { Some(measured(&folder)?.changed) } else { None })
    }

    /// When a journal was written last.
    ///
    /// # Errors
    /// It is not there or cannot be looked at.
    pub fn journal_changed(&self, writer: &Writer) -> Result<SystemTime> {
        Ok(measured(&self.journal_path(writer))?.changed)
    }
}

/// A file, or a folder with all it holds.
struct Measured {
    bytes: u64,
    changed: SystemTime,
}

fn measured(path: &Path) -> Result<Measured> {
    let look = |path: &Path| -> io::Result<Measured> {
        let data = fs::symlink_metadata(path)?;
        Ok(Measured { bytes: data.len(), changed: data.modified()? })
    };
    let looked = |path: &Path| match look(path) {
        Ok(measured) => Ok(Some(measured)),
        // Another process was faster.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("look at", path)(error)),
    };
    let mut whole = Measured { bytes: 0, changed: SystemTime::UNIX_EPOCH };
    if !path.is_dir() {
        return Ok(looked(path)?.unwrap_or(whole));
    }
    for name in file::list(path)? {
        let part = measured(&path.join(name))?;
        whole.bytes += part.bytes;
        whole.changed = whole.changed.max(part.changed);
    }
    Ok(whole)
}

/// A file that is gone already is dropped.
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

    fn id(text: &str) -> RunId {
        text.parse().unwrap()
    }

    /// A run with one cell and an outcome of its own beside one that all runs share.
    fn run(store: &Store, run: &str, outcome: &str) -> Done {
        let done = Done {
            snapshots: vec![store.put("shared").unwrap()],
            outcome: store.put(outcome).unwrap(),
        };
        let run = store.run(&id(run));
        run.freeze(outcome).unwrap();
        run.finish(&cell(), &done).unwrap();
        done
    }

    fn cell() -> Name {
        "cell".parse().unwrap()
    }

    fn found(store: &Store, kept: &Kept) -> Vec<(Litter, String)> {
        let name = |item: Item| {
            let path = item.path.strip_prefix(store.root()).unwrap().display().to_string();
            (item.litter, path)
        };
        store.litter(kept).unwrap().into_iter().map(name).collect()
    }

    #[test]
    fn what_no_kept_run_names_is_listed_by_kind_and_dropping_it_leaves_a_sound_store() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path().join("store")).unwrap();
        let (kept_run, former) = (id("trial-0123456789ab"), id("trial-ba9876543210"));
        let kept_done = run(&store, "trial-0123456789ab", "kept");
        let former_done = run(&store, "trial-ba9876543210", "former");
        let conflict = Done { snapshots: vec![], outcome: store.put("contradicts").unwrap() };
        store.run(&kept_run).finish(&cell(), &conflict).unwrap_err();
        let (wanted, unwanted) = (Hash::of(b"wanted"), Hash::of(b"unwanted"));
        for key in [&wanted, &unwanted] {
            store.remember(key, "reply").unwrap();
        }
        let writer = Writer { host: "host".parse().unwrap(), pid: 1, start: 2 };
        store.run(&kept_run).journal(&writer).unwrap().write("whole").unwrap();
        let torn = Writer { start: 3, ..writer };
        drop(store.run(&kept_run).journal(&torn).unwrap());
        fs::write(store.run(&kept_run).journal_path(&torn), "\"whole\"\n\"to").unwrap();
        fs::write(store.root().join("tmp/0123456789ab-1-0"), "half").unwrap();

        let kept = Kept { runs: [kept_run.clone()].into(), replies: [wanted].into() };
        let path = |kind: &str, hash: &Hash| {
            let digits = hash.to_string();
            format!("{kind}/{}/{}.json", &digits[..2], &digits[2..])
        };
        let expected = [
            (Litter::Temporary, "tmp/0123456789ab-1-0".to_owned()),
            (Litter::Journal, format!("runs/{kept_run}/journal/host-1-3.jsonl")),
            (Litter::Run, format!("runs/{former}")),
            (Litter::Object, path("objects", &former_done.outcome)),
            (Litter::Reply, path("cache", &unwanted)),
        ];
        assert_eq!(found(&store, &kept), expected);

        store.drop_litter(&store.litter(&kept).unwrap()).unwrap();
        assert_eq!(found(&store, &kept), []);
        assert_eq!(store.run(&kept_run).done(&cell()).unwrap(), Some(kept_done));
        assert_eq!(store.cached::<String>(&wanted).unwrap().as_deref(), Some("reply"));
        let report = verify(&store);
        assert_eq!((report.objects, report.replies, report.runs, report.torn), (3, 1, 1, 0));
        let [fault] = &report.faults[..] else { panic!("{:?}", report.faults) };
        assert!(fault.problem.starts_with("nondeterminism"), "as before: {fault:?}");
    }

    #[test]
    fn dropping_that_is_broken_off_leaves_nothing_dangling() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path().join("store")).unwrap();
        run(&store, "trial-ba9876543210", "former");
        let mut items = store.litter(&Kept::default()).unwrap();
        items.reverse();
        // However many are dropped, whatever their order here, those that are left are sound.
        store.drop_litter(&items[items.len() - 1..]).unwrap();
        let report = verify(&store);
        assert_eq!((report.runs, report.objects, report.faults.len()), (0, 2, 0));
        // What has gone meanwhile is no trouble.
        let rest = store.litter(&Kept::default()).unwrap();
        assert_eq!(rest.len(), 2);
        store.drop_litter(&rest).unwrap();
        store.drop_litter(&rest).unwrap();
        assert_eq!(verify(&store).objects, 0);
    }
}
