//! The `VERSION` file, which identifies a folder as a store of this layout.

use serde::{Deserialize, Serialize};

use super::layout::{HASH, JSON, LAYOUT};
use super::{Error, Result, Store, file};

/// Unknown fields are allowed, so that the number of a later layout can be read and reported.
#[derive(Serialize, Deserialize)]
struct Version {
    layout: u64,
    hash: String,
    json: String,
}

/// What every layout, known or not, is assumed to contain.
#[derive(Deserialize)]
struct Number {
    layout: u64,
}

impl Store {
    pub(super) fn check_version(&self) -> Result<()> {
        let path = self.root.join("VERSION");
        let Some(bytes) = file::read(&path)? else {
            let path = self.root.clone();
            return Err(if path.exists() {
                Error::NotAStore { path }
            } else {
                Error::NoFolder { path }
            });
        };
        let Number { layout } = file::parse(&path, &bytes)?;
        if layout != LAYOUT {
            return Err(Error::OtherLayout { path, found: layout });
        }
        let Version { hash, json, .. } = file::parse(&path, &bytes)?;
        if hash != HASH {
            return Err(Error::OtherHash { path, found: hash });
        }
        if json != JSON {
            return Err(Error::OtherJson { path, found: json });
        }
        Ok(())
    }
}

#[cfg(feature = "run")]
impl Store {
    /// Whether a store may be created here: the folder holds only hidden files, and what a killed
    /// `create` left.
    pub(super) fn is_vacant(&self) -> Result<bool> {
        Ok(file::list(&self.root)?.iter().all(|name| name.starts_with('.') || name == "tmp"))
    }

    /// Writes `VERSION`; if two processes do so at the same time, the second finds the same bytes.
    pub(super) fn create(&self) -> Result<()> {
        let version = Version { layout: LAYOUT, hash: HASH.to_owned(), json: JSON.to_owned() };
        self.publish(&self.root.join("VERSION"), &version)?;
        self.check_version()
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;
    use std::fs;

    use super::*;
    use crate::store::layout::REMEDY;

    fn opened(version: &str) -> Error {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("VERSION"), version).unwrap();
        Store::open(folder.path()).unwrap_err()
    }

    #[test]
    fn a_store_of_another_layout_is_refused_with_its_number_and_a_remedy() {
        let error = opened("{\"layout\":2,\"hash\":{\"name\":\"new\"},\"more\":[]}");
        assert!(matches!(error, Error::OtherLayout { found: 2, .. }));
        assert!(
            error
                .to_string()
                .ends_with("VERSION has layout 2; this version of Faultline reads layout 1"),
            "{error}"
        );
        assert!(error.help().contains("version of Faultline"));
    }

    #[test]
    fn an_unreadable_version_file_is_an_error_and_not_an_empty_store() {
        for version in [
            "",
            "1",
            "{\"layout\":",
            "{\"layout\":\"1\",\"hash\":\"blake3\"}",
            "{\"layout\":1}",
            "{\"layout\":1,\"hash\":\"blake3\"}",
        ] {
            let error = opened(version);
            assert!(matches!(error, Error::Malformed { .. }), "{version}: {error}");
            assert!(error.to_string().contains("VERSION") && error.source().is_some());
            assert!(error.help().contains("do not delete it"));
        }
        assert!(
            matches!(opened("{\"layout\":1,\"hash\":\"md5\",\"json\":\"rfc8785\"}"), Error::OtherHash { found, .. } if found == "md5")
        );
    }

    #[test]
    fn a_store_of_another_json_form_is_refused_with_a_remedy() {
        let error = opened("{\"hash\":\"blake3\",\"json\":\"other\",\"layout\":1}");
        assert!(error.to_string().contains("VERSION uses the JSON form `other`"), "{error}");
        assert!(error.help().contains("version of Faultline"));
    }

    #[test]
    fn the_version_file_in_the_remedy_is_valid() {
        let text = REMEDY.split_once('{').and_then(|(_, rest)| rest.split_once('}')).unwrap().0;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("VERSION"), format!("{{{text}}}")).unwrap();
        assert!(Store::open(folder.path()).is_ok());
    }

    #[test]
    fn opening_creates_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        assert!(matches!(Store::open(&missing), Err(Error::NoFolder { path }) if path == missing));
        assert!(!missing.exists());
        assert!(matches!(Store::open(folder.path()), Err(Error::NotAStore { .. })));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_store_written_by_hand_opens() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("VERSION"),
            "{\"layout\": 1, \"json\": \"rfc8785\", \"hash\": \"blake3\"}",
        )
        .unwrap();
        assert_eq!(Store::open(folder.path()).unwrap().runs().unwrap(), []);
    }

    #[cfg(feature = "run")]
    #[test]
    fn a_store_is_created_only_in_a_new_or_empty_folder() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("a/b");
        let made = Store::open_or_create(&root).unwrap();
        assert_eq!(
            fs::read_to_string(root.join("VERSION")).unwrap(),
            "{\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1}"
        );
        assert_eq!(Store::open(&root).unwrap(), made);
        assert_eq!(Store::open_or_create(&root).unwrap(), made);

        let killed = folder.path().join("killed");
        fs::create_dir_all(killed.join("tmp")).unwrap();
        fs::write(killed.join(".gitignore"), "*").unwrap();
        Store::open_or_create(&killed).unwrap();

        assert!(matches!(Store::open_or_create(folder.path()), Err(Error::NotAStore { .. })));
        assert!(!folder.path().join("VERSION").exists());
    }

    #[cfg(feature = "run")]
    #[test]
    fn many_threads_may_create_the_same_store() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..50 {
            let root = folder.path().join(round.to_string());
            std::thread::scope(|scope| {
                for number in 0..6 {
                    let root = &root;
                    scope.spawn(move || Store::open_or_create(root).unwrap().put(&number).unwrap());
                }
            });
            let report = crate::store::verify(&Store::open(&root).unwrap());
            let sound = crate::store::Report { objects: 6, ..Default::default() };
            assert_eq!(report, sound);
        }
    }

    #[cfg(feature = "run")]
    #[test]
    fn a_folder_that_cannot_be_created_is_an_error_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let in_the_way = folder.path().join("file");
        fs::write(&in_the_way, "kept").unwrap();
        let error = Store::open_or_create(in_the_way.join("store")).unwrap_err();
        assert!(error.to_string().contains("file/store"), "{error}");
        assert!(
            error.source().is_some() && error.help().contains("in the place of"),
            "{}",
            error.help()
        );
        assert_eq!(fs::read_to_string(&in_the_way).unwrap(), "kept");
    }
}
