//! The writing end of a file of attempts.

use serde::Serialize;

use super::Line;
use crate::store::publish::to_bytes;
use crate::store::{Hash, Journal, Name, Result, Run, Writer};

/// Appends the attempts of one process to its file.
#[derive(Debug)]
pub struct AttemptLog(Journal);

impl Run {
    /// Creates the file of attempts of one process.
    ///
    /// # Errors
    ///
    /// The file cannot be created, or this writer has one already.
    pub fn attempt_log(&self, writer: &Writer) -> Result<AttemptLog> {
        Journal::create(&self.attempts_path(writer)).map(AttemptLog)
    }
}

impl AttemptLog {
    /// Appends attempts in one write. The file is not synced.
    ///
    /// # Errors
    ///
    /// An attempt has no canonical form, or the lines cannot be written.
    pub fn add<'a, A: Serialize + 'a>(
        &mut self,
        attempts: impl IntoIterator<Item = (&'a Name, &'a A)>,
    ) -> Result<()> {
        #[derive(Serialize)]
        struct Unsealed<'a, A> {
            attempt: &'a A,
            cell: &'a Name,
        }
        let mut lines = Vec::new();
        for (cell, attempt) in attempts {
            let bytes = to_bytes(self.0.path(), &Unsealed { attempt, cell })?;
            let hash = Hash::of(&bytes).short();
            lines.push(Line { attempt, cell: cell.clone(), hash });
        }
        self.0.write_all(&lines)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Write as _;

    use super::*;
    use crate::store::Store;

    #[test]
    fn attempts_of_several_processes_are_read_by_cell_and_a_torn_line_is_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open_or_create(folder.path()).unwrap();
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        let name = |name: &str| name.parse::<Name>().unwrap();
        let writer = |pid, start| Writer { host: name("host"), pid, start };
        let (one, other) = (name("one"), name("other"));
        assert_eq!(run.attempts::<u8>().unwrap(), BTreeMap::new());

        let mut late = run.attempt_log(&writer(1, 20)).unwrap();
        let mut early = run.attempt_log(&writer(2, 10)).unwrap();
        late.add([(&one, &3), (&other, &4)]).unwrap();
        early.add([(&one, &1)]).unwrap();
        early.add([(&one, &2)]).unwrap();
        assert!(run.attempt_log(&writer(2, 10)).is_err(), "a second log of the same writer");
        let path = run.attempts_path(&writer(1, 20));
        let mut file = std::fs::File::options().append(true).open(path).unwrap();
        file.write_all(b"{\"attempt\":5,\"ce").unwrap();
        let expected = BTreeMap::from([(one, vec![1, 2, 3]), (other, vec![4])]);
        assert_eq!(run.attempts::<u8>().unwrap(), expected);
    }
}
