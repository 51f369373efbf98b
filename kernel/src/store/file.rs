//! Reads files and folders; every error names the path.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::{Error, Result};

/// Reads a whole file; `None` if it or its folder is missing.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", path)(error)),
    }
}

pub(super) fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes)
        .map_err(|source| Error::Malformed { path: path.to_owned(), source })
}

pub(super) fn json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    read(path)?.map(|bytes| parse(path, &bytes)).transpose()
}

pub(super) fn exists(path: &Path) -> Result<bool> {
    path.try_exists().map_err(Error::io("look for", path))
}

/// Lists the names in a folder, sorted; a missing folder counts as empty.
pub(super) fn list(folder: &Path) -> Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io("list", folder)(error)),
    };
    let names =
        entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    let mut names =
        names.collect::<std::io::Result<Vec<_>>>().map_err(Error::io("list", folder))?;
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_empty_and_a_file_in_its_place_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells");
        assert_eq!(list(&path).unwrap(), Vec::<String>::new());
        fs::write(&path, "").unwrap();
        assert!(matches!(list(&path), Err(Error::Io { .. })));
    }

    #[test]
    fn a_missing_file_is_nothing_and_a_folder_in_its_place_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(&folder.path().join("VERSION")).unwrap(), None);
        assert!(matches!(read(folder.path()), Err(Error::Io { action: "read", .. })));
    }
}
