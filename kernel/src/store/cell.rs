//! Cells of a run and their commit point.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Hash, Name, Result, Run, file};

/// The result of a cell. A cell is done once this is stored.
///
/// It holds nothing that could differ between two runs of the same inputs: times, hosts and costs
/// are in the attempts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The snapshot of each round, in order.
    pub snapshots: Vec<Hash>,
    /// The outcome.
    pub outcome: Hash,
}

impl Run {
    /// Reads the result of a cell; `None` if it is not done.
    ///
    /// # Errors
    ///
    /// The `done.json` cannot be read or is malformed.
    pub fn done(&self, cell: &Name) -> Result<Option<Done>> {
        file::json(&self.done_path(cell))
    }

    /// Lists the cells that are done, sorted.
    ///
    /// # Errors
    ///
    /// The folder cannot be read.
    pub fn cells(&self) -> Result<Vec<Name>> {
        let done = |cell: &Name| file::exists(&self.done_path(cell));
        let cells = self.names("cells", "")?.into_iter();
        cells.filter_map(|cell| done(&cell).map(|done| done.then_some(cell)).transpose()).collect()
    }

    /// Lists the cells that have a folder, done or not.
    ///
    /// # Errors
    ///
    /// The folder of cells cannot be read.
    pub fn begun(&self) -> Result<BTreeSet<Name>> {
        Ok(self.names("cells", "")?.into_iter().collect())
    }

    /// The path of the file that makes a cell done.
    pub fn done_path(&self, cell: &Name) -> PathBuf {
        self.folder().join("cells").join(cell.as_str()).join("done.json")
    }
}

#[cfg(feature = "run")]
impl Run {
    /// Commits a cell, whose objects are stored already. Committing the same result again touches
    /// nothing.
    ///
    /// # Errors
    ///
    /// An object is missing in the store; the file cannot be written; or the cell is done with
    /// another result. Then this result is kept beside the first one as
    /// `done.<12hex>.conflict.json`, and the error names both files.
    pub fn commit(&self, cell: &Name, done: &Done) -> Result<()> {
        let path = self.done_path(cell);
        for object in done.snapshots.iter().chain([&done.outcome]) {
            if !file::exists(&self.store.object_path(object))? {
                return Err(super::Error::Dangling { path, object: *object });
            }
        }
        self.store.publish_result(path, done)
    }
}

#[cfg(test)]
mod reading {
    use std::fs;

    use super::*;
    use crate::store::{Error, Store};

    #[test]
    fn a_cell_is_done_once_its_done_json_exists() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("VERSION"),
            "{\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1}",
        )
        .unwrap();
        let run = Store::open(folder.path()).unwrap().run(&"trial-0123456789ab".parse().unwrap());
        let (outcome, cell) = (Hash::from_bytes([7; 32]), "c1".parse().unwrap());
        assert_eq!(run.cells().unwrap(), []);

        let cells = run.folder().join("cells");
        for name in ["c1", "c0", "killed-before-commit", ".hidden"] {
            fs::create_dir_all(cells.join(name)).unwrap();
        }
        assert_eq!((run.cells().unwrap(), run.done(&cell).unwrap()), (vec![], None));
        for name in ["c1", "c0", ".hidden"] {
            fs::write(
                cells.join(name).join("done.json"),
                format!("{{\"outcome\":\"{outcome}\",\"snapshots\":[]}}"),
            )
            .unwrap();
        }
        assert_eq!(run.cells().unwrap(), ["c0".parse().unwrap(), cell.clone()]);
        assert_eq!(run.done(&cell).unwrap(), Some(Done { snapshots: vec![], outcome }));

        fs::write(cells.join("c1/done.json"), "{\"outcome\":").unwrap();
        assert!(matches!(run.done(&cell), Err(Error::Malformed { .. })));
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod writing {
    use std::fs;

    use super::*;
    use crate::store::{Error, Store};

    fn run() -> (tempfile::TempDir, Run, Name) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path().join("store")).unwrap();
        (folder, store.run(&"trial-0123456789ab".parse().unwrap()), "cell".parse().unwrap())
    }

    fn done(run: &Run, outcome: &str) -> Done {
        Done {
            snapshots: vec![run.store.put(&[1]).unwrap()],
            outcome: run.store.put(outcome).unwrap(),
        }
    }

    #[test]
    fn a_second_different_outcome_is_an_error_and_both_are_kept() {
        let (_folder, run, cell) = run();
        let (first, second) = (done(&run, "yes"), done(&run, "no"));
        run.commit(&cell, &first).unwrap();
        run.commit(&cell, &first).unwrap();
        for _ in 0..2 {
            let error = run.commit(&cell, &second).unwrap_err();
            assert!(error.to_string().starts_with("nondeterminism: "), "{error}");
            let Error::Nondeterminism { path, conflict } = error else { panic!("{error}") };
            assert_eq!(file::json::<Done>(&path).unwrap(), Some(first.clone()));
            assert_eq!(file::json::<Done>(&conflict).unwrap(), Some(second.clone()));
            assert_eq!(file::list(path.parent().unwrap()).unwrap().len(), 2);
        }
        assert_eq!(run.done(&cell).unwrap(), Some(first));
    }

    #[test]
    fn of_racing_outcomes_one_is_committed_and_all_others_are_kept_beside_it() {
        let (_folder, run, cell) = run();
        let outcomes: Vec<_> = (0..6).map(|n| done(&run, &n.to_string())).collect();
        let finished = std::thread::scope(|scope| {
            let threads: Vec<_> = outcomes
                .iter()
                .map(|done| scope.spawn(|| run.commit(&cell, done).is_ok()))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .filter(|finished| *finished)
                .count()
        });
        assert_eq!(finished, 1);
        let folder = run.done_path(&cell).with_file_name("");
        let read = |name: String| file::json::<Done>(&folder.join(name)).unwrap().unwrap();
        let kept: Vec<_> = file::list(&folder).unwrap().into_iter().map(read).collect();
        assert_eq!(kept.len(), 6);
        assert!(outcomes.iter().all(|done| kept.contains(done)));
    }

    #[test]
    fn an_outcome_whose_objects_are_missing_is_refused() {
        let (_folder, run, cell) = run();
        let mut dangling = done(&run, "yes");
        dangling.snapshots.push(Hash::of(b"never put"));
        let error = run.commit(&cell, &dangling).unwrap_err();
        assert!(
            matches!(error, Error::Dangling { object, .. } if object == Hash::of(b"never put"))
        );
        assert_eq!(run.done(&cell).unwrap(), None);
    }

    #[test]
    fn a_malformed_done_json_is_not_reported_as_nondeterminism() {
        let (_folder, run, cell) = run();
        let done = done(&run, "yes");
        run.commit(&cell, &done).unwrap();
        fs::write(run.done_path(&cell), "{\"outc").unwrap();
        assert!(matches!(run.commit(&cell, &done), Err(Error::Malformed { .. })));
        assert_eq!(fs::read_to_string(run.done_path(&cell)).unwrap(), "{\"outc");
        let files = file::list(&run.done_path(&cell).with_file_name("")).unwrap();
        assert_eq!(files, ["done.json"], "no conflict is kept");
    }
}
