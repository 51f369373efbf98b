//! What each page was made from, so that pages of unchanged debates are not made again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use faultline::store::Hash;

use super::{WriteError, write};

/// Lists the pages of the last publication with their hashes, by the inputs that they were made
/// from. Its first line has the hash of the other lines: a damaged list counts as empty, and then
/// every page is made again.
pub(super) const FILE: &str = ".faultline-made";
const HEAD: &str = "faultline made 1";

/// Pages with the hash of their bytes, by the hash of the inputs that they were made from.
#[derive(Debug, Default)]
pub(super) struct MadePages(BTreeMap<Hash, Vec<(String, Hash)>>);

impl MadePages {
    /// Reads the list of a folder. Without a list that can be read, there are no pages.
    pub(super) fn read(dir: &Path) -> Self {
        let listed = fs::read_to_string(dir.join(FILE)).ok().and_then(|text| parse(&text));
        listed.unwrap_or_default()
    }

    /// Writes the list, if it differs from that of the folder.
    pub(super) fn write(&self, dir: &Path) -> Result<(), WriteError> {
        let mut lines = String::new();
        for (inputs, pages) in &self.0 {
            for (path, bytes) in pages {
                writeln!(lines, "{inputs} {bytes} {path}").expect("memory can be written");
            }
        }
        let text = format!("{HEAD} {}\n{lines}", Hash::of(lines.as_bytes()));
        let file = dir.join(FILE);
        if fs::read(&file).is_ok_and(|found| found == text.as_bytes()) {
            return Ok(());
        }
        write(&file, text.as_bytes())
    }

    /// Records a page that was made from these inputs.
    pub(super) fn add(&mut self, inputs: Hash, path: &str, bytes: Hash) {
        self.0.entry(inputs).or_default().push((path.to_owned(), bytes));
    }

    /// The pages that were made from these inputs, if each of them is in the folder as it was made.
    pub(super) fn intact(&self, dir: &Path, inputs: &Hash) -> Option<&[(String, Hash)]> {
        let pages = self.0.get(inputs)?;
        let is_intact = |(path, bytes): &(String, Hash)| {
            fs::read(dir.join(path)).is_ok_and(|found| Hash::of(&found) == *bytes)
        };
        pages.iter().all(is_intact).then_some(pages.as_slice())
    }
}

fn parse(text: &str) -> Option<MadePages> {
    let (head, lines) = text.split_once('\n')?;
    let hash = head.strip_prefix(HEAD)?.trim_start().parse::<Hash>().ok()?;
    if hash != Hash::of(lines.as_bytes()) {
        return None;
    }
    let mut made = MadePages::default();
    for line in lines.lines() {
        let (inputs, rest) = line.split_once(' ')?;
        let (bytes, path) = rest.split_once(' ')?;
        made.add(inputs.parse().ok()?, path, bytes.parse().ok()?);
    }
    Some(made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_list_of_made_pages_counts_as_empty() {
        let dir = tempfile::tempdir().unwrap();
        let inputs = Hash::of(b"inputs");
        fs::write(dir.path().join("a.html"), "a").unwrap();
        let mut made = MadePages::default();
        made.add(inputs, "a.html", Hash::of(b"a"));
        made.write(dir.path()).unwrap();
        let intact = || MadePages::read(dir.path()).intact(dir.path(), &inputs).map(<[_]>::len);
        assert_eq!(intact(), Some(1));
        let file = dir.path().join(FILE);
        let text = fs::read_to_string(&file).unwrap();
        for damaged in [text.replace("a.html", "b.html"), text[..text.len() - 2].to_owned()] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(intact(), None);
        }
        fs::write(&file, text).unwrap();
        fs::write(dir.path().join("a.html"), "edited").unwrap();
        assert_eq!(intact(), None, "an edited page is made again");
        fs::remove_file(dir.path().join("a.html")).unwrap();
        assert_eq!(intact(), None, "a deleted page is made again");
    }
}
