//! The files of results of a benchmark.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::cli::CommandError;
use crate::write::replace;

/// Creates the files of results that do not exist, and leaves the others as they are. So a folder
/// that cannot be written is reported before anything is paid.
pub(super) fn create_results(folder: &Path, names: &[&str]) -> Result<(), CommandError> {
    let create =
        |name: &&str| File::options().append(true).create(true).open(folder.join(name)).map(drop);
    let created = fs::create_dir_all(folder).and_then(|()| names.iter().try_for_each(create));
    created.map_err(|error: io::Error| CommandError::out(folder, &error))
}

/// Writes the files of results, each completely or not at all.
pub(super) fn write_results(
    folder: &Path,
    files: impl IntoIterator<Item = (impl AsRef<Path>, impl AsRef<[u8]>)>,
) -> Result<(), CommandError> {
    let mut files = files.into_iter();
    let written = files.try_for_each(|(name, bytes)| replace(&folder.join(name), bytes.as_ref()));
    written.map_err(|error| CommandError::out(folder, &error))
}
