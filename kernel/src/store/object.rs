//! Objects: canonical JSON, named by the hash of its bytes.

use std::path::PathBuf;

use serde::de::DeserializeOwned;

use super::{Error, Hash, Result, Store, file};

impl Store {
    /// Reads an object. With feature `run` its bytes are checked against its name.
    ///
    /// # Errors
    ///
    /// There is no such object, it is damaged, or it is not of this type.
    pub fn object<T: DeserializeOwned>(&self, hash: &Hash) -> Result<T> {
        let path = self.object_path(hash);
        let bytes = file::read(&path)?.ok_or_else(|| Error::NoObject { path: path.clone() })?;
        #[cfg(feature = "run")]
        check(&path, hash, &bytes)?;
        file::parse(&path, &bytes)
    }

    pub(super) fn object_path(&self, hash: &Hash) -> PathBuf {
        self.sharded("objects", hash)
    }
}

#[cfg(feature = "run")]
pub(super) fn check(path: &std::path::Path, hash: &Hash, bytes: &[u8]) -> Result<()> {
    let found = Hash::of(bytes);
    if found == *hash { Ok(()) } else { Err(Error::DamagedObject { path: path.to_owned(), found }) }
}

#[cfg(feature = "run")]
impl Store {
    /// Stores a value as an object and returns its name. A value that is stored already costs one
    /// read.
    ///
    /// # Errors
    ///
    /// The value has no canonical form, the file of that name is damaged, or the file cannot be
    /// written.
    pub fn put<T: serde::Serialize + ?Sized>(&self, value: &T) -> Result<Hash> {
        use super::publish::{Published, to_bytes};

        let bytes = to_bytes(&self.root.join("objects"), value)?;
        let hash = Hash::of(&bytes);
        let path = self.object_path(&hash);
        match self.publish_bytes(&path, &bytes)? {
            Published::Created | Published::Same => Ok(hash),
            Published::Other(found) => Err(Error::DamagedObject { path, found: Hash::of(&found) }),
        }
    }
}

#[cfg(test)]
mod reading {
    use std::fs;

    use super::*;

    #[test]
    fn an_object_is_read_by_its_hash_as_its_type() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("VERSION"),
            "{\"hash\":\"blake3\",\"json\":\"rfc8785\",\"layout\":1}",
        )
        .unwrap();
        let store = Store::open(folder.path()).unwrap();
        // The hash of the seven bytes `[1,2,3]`.
        let hash: Hash =
            "67a489b7ff9c2940ffedd272934e715d955246bce3ebb3365e818ecf1efe1efc".parse().unwrap();
        assert!(matches!(store.object::<Vec<u8>>(&hash), Err(Error::NoObject { .. })));

        let digits = hash.to_string();
        let shard = folder.path().join("objects").join(&digits[..2]);
        fs::create_dir_all(&shard).unwrap();
        fs::write(shard.join(format!("{}.json", &digits[2..])), "[1,2,3]").unwrap();
        assert_eq!(store.object::<Vec<u8>>(&hash).unwrap(), [1, 2, 3]);
        assert!(matches!(store.object::<String>(&hash), Err(Error::Malformed { .. })));
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod writing {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    use super::*;

    fn store(folder: &Path) -> Store {
        Store::open_or_create(folder).unwrap()
    }

    fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let files = walkdir::WalkDir::new(folder)
            .into_iter()
            .map(std::result::Result::unwrap)
            .filter(|it| it.file_type().is_file());
        let inside = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
        files.map(|it| (inside(it.path()), fs::read(it.path()).unwrap())).collect()
    }

    #[test]
    fn storing_an_object_twice_gives_one_file_that_is_not_touched_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path());
        let hash = store.put(&BTreeMap::from([("a", 1.5)])).unwrap();
        let path = store.object_path(&hash);
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert_eq!(store.put(&serde_json::json!({"a": 1.5})).unwrap(), hash);
        assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), modified);
        assert_eq!(files(folder.path()).len(), 2, "the object and VERSION, no temporary");
        assert_eq!(Hash::of(&fs::read(&path).unwrap()), hash);
    }

    #[test]
    fn two_stores_filled_in_any_order_hold_the_same_bytes() {
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let values: Vec<_> =
            (0..40).map(|n| serde_json::json!({"n": n, "half": f64::from(n) / 3.0})).collect();
        let fill = |folder: &Path, value| store(folder).put(value).unwrap();
        let first: Vec<_> = values.iter().map(|value| fill(one.path(), value)).collect();
        let last: Vec<_> = values.iter().rev().map(|value| fill(other.path(), value)).collect();
        assert!(first.iter().eq(last.iter().rev()));
        assert_eq!(files(one.path()), files(other.path()));
        assert_eq!(files(one.path()).len(), 41);
    }

    #[test]
    fn a_damaged_object_is_detected_by_reading_and_by_writing_and_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path());
        let hash = store.put(&[1, 2, 3]).unwrap();
        let path = store.object_path(&hash);
        fs::write(&path, "[1,2,4]\n").unwrap();
        for error in
            [store.object::<Vec<u8>>(&hash).unwrap_err(), store.put(&[1, 2, 3]).unwrap_err()]
        {
            assert!(
                matches!(&error, Error::DamagedObject { path: at, found } if *at == path && *found != hash)
            );
            assert!(error.help().contains("delete the object"));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "[1,2,4]\n");
    }

    #[test]
    fn a_value_without_canonical_form_writes_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path());
        let error = store.put(&[0.5, f64::NAN]).unwrap_err();
        assert!(matches!(error, Error::Unwritable { source, .. } if source.pointer == "/1"));
        assert_eq!(files(folder.path()).len(), 1);
    }
}
