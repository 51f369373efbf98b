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

/// A table as the bytes of a CSV file.
pub(super) struct Table(csv::Writer<Vec<u8>>);

impl Table {
    pub(super) fn new(titles: &[&str]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.push(titles);
        table
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = impl AsRef<[u8]>>) {
        self.0.write_record(row).expect("memory takes rows of one length");
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0.into_inner().expect("memory takes every row")
    }
}
