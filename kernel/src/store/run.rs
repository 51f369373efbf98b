//! Runs: the results of one frozen manifest.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::SystemTime;

use serde::de::DeserializeOwned;

use super::{Hash, Name, Result, Store, file};

/// The name of a run: its experiment and a hash of everything its results depend on.
///
/// *Shape*: `<experiment>-<12hex>`, where the digits are the beginning of the hash of the run's
/// frozen manifest.
///
/// # Examples
///
/// ```
/// use faultline::store::RunId;
///
/// let run: RunId = "carbon-tax-0123456789ab".parse()?;
/// assert_eq!(run.experiment().as_str(), "carbon-tax");
/// # Ok::<(), faultline::store::NotARunId>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId {
    experiment: Name,
    digits: String,
}

/// A text that does not name a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` does not name a run: a run is named by its experiment, `-` and 12 digits of 0-9 and a-f"
)]
pub struct NotARunId(String);

impl RunId {
    /// Creates the name of a run from its experiment and the hash of its manifest, which names
    /// everything that its results depend on.
    #[must_use]
    pub fn new(experiment: Name, manifest: &Hash) -> Self {
        Self { experiment, digits: manifest.short() }
    }

    /// Whether the digits are the beginning of a hash.
    #[cfg(feature = "run")]
    pub(super) fn is_named_by(&self, manifest: &Hash) -> bool {
        self.digits == manifest.short()
    }

    /// The name of the experiment.
    pub const fn experiment(&self) -> &Name {
        &self.experiment
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.experiment, self.digits)
    }
}

impl FromStr for RunId {
    type Err = NotARunId;

    fn from_str(text: &str) -> std::result::Result<Self, NotARunId> {
        let refused = || NotARunId(text.to_owned());
        let (experiment, digits) = text.rsplit_once('-').ok_or_else(refused)?;
        let experiment = experiment.parse().map_err(|_| refused())?;
        let hexadecimal = digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        if digits.len() == 12 && hexadecimal {
            Ok(Self { experiment, digits: digits.to_owned() })
        } else {
            Err(refused())
        }
    }
}

/// The folder of one run, which need not exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub(super) store: Store,
    id: RunId,
}

impl Store {
    /// Lists the runs that have a frozen manifest, in the order of their ids.
    ///
    /// # Errors
    ///
    /// The folder `runs` cannot be read.
    pub fn runs(&self) -> Result<Vec<RunId>> {
        let ids =
            file::list(&self.root().join("runs"))?.into_iter().filter_map(|name| name.parse().ok());
        let frozen = |id: &RunId| file::exists(&self.run(id).manifest_path());
        ids.filter_map(|id| frozen(&id).map(|frozen| frozen.then_some(id)).transpose()).collect()
    }

    /// One run of the store, which need not exist yet.
    #[must_use]
    pub fn run(&self, id: &RunId) -> Run {
        Run { store: self.clone(), id: id.clone() }
    }
}

impl Run {
    /// The name of the run.
    pub const fn id(&self) -> &RunId {
        &self.id
    }

    /// The path of the run's folder.
    pub fn folder(&self) -> PathBuf {
        self.store.root().join("runs").join(self.id.to_string())
    }

    /// Reads the frozen manifest; `None` if the run was never started.
    ///
    /// # Errors
    ///
    /// The manifest cannot be read or is not of this type.
    pub fn manifest<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        file::json(&self.manifest_path())
    }

    /// When the run was started for the first time; `None` if it never was or the file system does
    /// not say.
    pub fn started(&self) -> Option<SystemTime> {
        std::fs::metadata(self.manifest_path()).and_then(|file| file.modified()).ok()
    }

    pub(super) fn manifest_path(&self) -> PathBuf {
        self.folder().join("manifest.json")
    }

    /// Lists the valid names in a folder of the run that have this ending, which is removed.
    pub(super) fn names(&self, folder: &str, ending: &str) -> Result<Vec<Name>> {
        let names = file::list(&self.folder().join(folder))?;
        Ok(names.iter().filter_map(|name| name.strip_suffix(ending)?.parse().ok()).collect())
    }
}

#[cfg(feature = "run")]
impl Run {
    /// Freezes the manifest: what the run is made from, with the hashes of its inputs. Freezing the
    /// same manifest again touches nothing.
    ///
    /// # Errors
    ///
    /// Another manifest is frozen already, the manifest has no canonical form, or the file cannot
    /// be written.
    pub fn freeze<T: serde::Serialize + ?Sized>(&self, manifest: &T) -> Result<()> {
        use super::publish::Published;

        let path = self.manifest_path();
        match self.store.publish(&path, manifest)? {
            Published::Created | Published::Same => Ok(()),
            Published::Other(_) => Err(super::Error::Refrozen { path }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_id_is_an_experiment_name_and_twelve_digits() {
        let id = RunId::new("a-b.c".parse().unwrap(), &Hash::from_bytes([0xab; 32]));
        assert_eq!(id.to_string(), "a-b.c-abababababab");
        assert_eq!(id.to_string().parse(), Ok(id));
        for text in [
            "", "a", "-0123456789ab", "a-0123456789AB", "a-0123456789a", "a/b-0123456789ab",
            "..-0123456789ab",
        ] {
            assert_eq!(text.parse::<RunId>(), Err(NotARunId(text.to_owned())));
        }
    }

    #[cfg(feature = "run")]
    mod writing {
        use super::super::*;
        use crate::store::Error;

        fn run(folder: &std::path::Path) -> Run {
            let store = Store::open_or_create(folder).unwrap();
            store.run(&"trial-0123456789ab".parse().unwrap())
        }

        #[test]
        fn a_manifest_can_be_frozen_only_once() {
            let folder = tempfile::tempdir().unwrap();
            let run = run(folder.path());
            assert_eq!(run.manifest::<Vec<u8>>().unwrap(), None);
            assert_eq!(run.store.runs().unwrap(), []);
            run.freeze(&[1, 2]).unwrap();
            run.freeze(&[1, 2]).unwrap();
            assert!(matches!(run.freeze(&[1, 3]), Err(Error::Refrozen { .. })));
            assert_eq!(run.manifest::<Vec<u8>>().unwrap(), Some(vec![1, 2]));
            assert_eq!(run.store.runs().unwrap(), [run.id().clone()]);
        }
    }
}
