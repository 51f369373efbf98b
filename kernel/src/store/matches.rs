//! The matched cruxes of a topic, and their commit point.

use std::path::PathBuf;

use serde::de::DeserializeOwned;

use super::{Hash, Name, Result, Run, file};

impl Run {
    /// Reads the matches of a topic that were made from these inputs; `None` if there are none.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is not of this type.
    pub fn matches<T: DeserializeOwned>(&self, topic: &Name, inputs: &Hash) -> Result<Option<T>> {
        file::json(&self.matches_path(topic, inputs))
    }

    /// Reads all matches of the run, those of an earlier set of debates included.
    ///
    /// # Errors
    ///
    /// The folder or a file cannot be read.
    pub fn all_matches<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        let folder = self.folder().join("matches");
        let names = file::list(&folder)?;
        let of_matches = names.iter().filter(|name| is_matches(name));
        let read = of_matches.map(|name| file::json(&folder.join(name)));
        Ok(read.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// The file of the matches of a topic. Its name holds the inputs, so that the matches of other
    /// debates have another file and nothing is overwritten.
    pub fn matches_path(&self, topic: &Name, inputs: &Hash) -> PathBuf {
        self.folder().join("matches").join(format!("{topic}.{}.json", inputs.short()))
    }
}

/// Whether a file of the folder of matches holds matches, and not a second result.
pub(super) fn is_matches(name: &str) -> bool {
    let stem = name.strip_suffix(".json");
    stem.is_some_and(|stem| stem.strip_suffix(".conflict").is_none())
}

#[cfg(feature = "run")]
impl Run {
    /// Commits the matches of a topic. Committing the same matches again touches nothing.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or other matches of the same inputs are there. Then these are
    /// kept beside them as `<topic>.<12hex>.<12hex>.conflict.json`, and the error names both files.
    pub fn commit_matches<T: serde::Serialize + DeserializeOwned>(
        &self,
        topic: &Name,
        inputs: &Hash,
        matches: &T,
    ) -> Result<()> {
        self.store.publish_result(self.matches_path(topic, inputs), matches)
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod tests {
    use super::*;
    use crate::store::{Error, Store, verify};

    #[test]
    fn matches_are_committed_once_for_each_set_of_inputs() {
        let (_folder, store) = Store::scratch();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        let topic: Name = "lamps".parse().unwrap();
        let (first, second) = (Hash::of(b"two debates"), Hash::of(b"three debates"));
        assert_eq!(run.matches::<String>(&topic, &first).unwrap(), None);
        run.commit_matches(&topic, &first, &"a".to_owned()).unwrap();
        run.commit_matches(&topic, &first, &"a".to_owned()).unwrap();
        run.commit_matches(&topic, &second, &"b".to_owned()).unwrap();
        assert_eq!(run.matches::<String>(&topic, &first).unwrap().as_deref(), Some("a"));
        assert_eq!(run.matches::<String>(&topic, &second).unwrap().as_deref(), Some("b"));

        let error = run.commit_matches(&topic, &first, &"other".to_owned()).unwrap_err();
        let Error::Nondeterminism { path, conflict } = error else { panic!("{error}") };
        assert_eq!(file::json::<String>(&path).unwrap().as_deref(), Some("a"));
        assert_eq!(file::json::<String>(&conflict).unwrap().as_deref(), Some("other"));
        let mut all = run.all_matches::<String>().unwrap();
        all.sort();
        assert_eq!(all, ["a", "b"], "a second result is not a match");
        let report = verify(&store);
        let at_fault = report.faults.iter().map(|fault| &fault.path);
        let matches: Vec<_> = at_fault.filter(|at| at.parent() == path.parent()).collect();
        assert_eq!(matches, [&path], "the match of the other inputs is sound");
    }
}
