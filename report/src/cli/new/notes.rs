//! A person's own notes, made fit to be a corpus: copied, with front matter where it is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use faultline::vocabulary::{Date, TopicId};

use super::Fault;

/// Notes to be copied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// By their names in the corpus.
    pub(super) copies: BTreeMap<String, Copied>,
    /// What is no note: other files, hidden ones, links.
    pub(super) left_out: Vec<PathBuf>,
}

/// A note as it is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Copied {
    /// Where it lies.
    pub(super) from: PathBuf,
    /// What it says, with its front matter.
    pub(super) text: String,
    /// What was done to its front matter, as clauses.
    pub(super) changes: Vec<String>,
}

impl Notes {
    /// Reads a folder and all folders in it.
    ///
    /// # Errors
    /// [`Fault`] where it cannot be read, has no notes, or a note has no stance and none is given.
    pub(super) fn read(
        folder: &Path,
        topic: &TopicId,
        stance: Option<&str>,
    ) -> Result<Self, Fault> {
        let mut notes = Self::default();
        notes.walk(folder, "", topic, stance)?;
        if notes.copies.is_empty() { Err(Fault::NoNotes(folder.to_owned())) } else { Ok(notes) }
    }

    fn walk(
        &mut self,
        folder: &Path,
        prefix: &str,
        topic: &TopicId,
        stance: Option<&str>,
    ) -> Result<(), Fault> {
        let unreadable = |source| Fault::Unreadable { path: folder.to_owned(), source };
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let markdown = path.extension().is_some_and(|extension| extension == "md");
            // A corpus is read without a file of this name: it speaks to the reader of the folder.
            let read = markdown && name != "README.md";
            if kind.is_dir() && !hidden {
                self.walk(&path, &format!("{name}-"), topic, stance)?;
            } else if kind.is_file() && read && !hidden {
                self.add(path, name, topic, stance)?;
            } else {
                self.left_out.push(path);
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        from: PathBuf,
        name: String,
        topic: &TopicId,
        stance: Option<&str>,
    ) -> Result<(), Fault> {
        let read = fs::read_to_string(&from);
        let text = read.map_err(|source| Fault::Unreadable { path: from.clone(), source })?;
        let (text, changes) =
            headed(&text, topic, stance).ok_or_else(|| Fault::NoStance(from.clone()))?;
        if let Some(other) = self.copies.get(&name) {
            return Err(Fault::SameNote { paths: [other.from.clone(), from], name });
        }
        self.copies.insert(name, Copied { from, text, changes });
        Ok(())
    }
}

/// The text with front matter that a corpus may have, and what was changed of it; nothing where no stance is known.
fn headed(text: &str, topic: &TopicId, stance: Option<&str>) -> Option<(String, Vec<String>)> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (front, body) = parted(&text);
    let value_of = |key: &str| front.iter().find(|line| is_entry(line, key));
    let mut head = String::from("---\n");
    let mut added = Vec::new();
    if value_of("topic").is_none() {
        head.extend(["topic: ", topic.as_str(), "\n"]);
        added.push("topic");
    }
    if value_of("stance").is_none() {
        head.extend(["stance: ", stance?, "\n"]);
        added.push("stance");
    }
    let mut muted = 0;
    for line in &front {
        let known = ["topic", "stance", "title"].iter().any(|key| is_entry(line, key));
        let date = is_entry(line, "date") && is_date(line);
        let silent = line.trim().is_empty() || line.starts_with('#');
        head.push_str(if known || date || silent { "" } else { "# " });
        muted += usize::from(!(known || date || silent));
        head.push_str(line);
        head.push('\n');
    }
    head.push_str(if front.is_empty() { "---\n\n" } else { "---\n" });
    let mut changes = Vec::new();
    if !added.is_empty() {
        changes.push(format!("{} added", added.join(" and ")));
    }
    if muted > 0 {
        let lines = if muted == 1 { "line of its" } else { "lines of its" };
        changes.push(format!("{muted} {lines} front matter made a comment"));
    }
    Some((head + body, changes))
}

/// The lines of the front matter, if there is one, and the rest.
fn parted(text: &str) -> (Vec<&str>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (Vec::new(), text) };
    let mut lines = Vec::new();
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        at += line.len();
        if line.trim_end() == "---" {
            return (lines, &rest[at..]);
        }
        lines.push(line.trim_end());
    }
    (Vec::new(), text)
}

fn is_entry(line: &str, key: &str) -> bool {
    line.split_once(':').is_some_and(|(found, value)| found == key && !value.trim().is_empty())
}

fn is_date(line: &str) -> bool {
    let value = line.split_once(':').map_or("", |(_, value)| value.trim());
    Date::from_str(value.trim_matches('"')).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headed(text: &str, stance: Option<&str>) -> Option<(String, Vec<String>)> {
        super::headed(text, &TopicId::new("trams").unwrap(), stance)
    }

    #[test]
    fn a_bare_note_gets_a_head() {
        let (text, changes) = headed("\u{feff}One.\r\nTwo.\r\n", Some("no")).unwrap();
        assert_eq!(text, "---\ntopic: trams\nstance: no\n---\n\nOne.\nTwo.\n");
        assert_eq!(changes, ["topic and stance added"]);
        assert_eq!(headed("One.", None), None);
    }

    #[test]
    fn a_head_keeps_what_a_corpus_may_say_and_comments_the_rest() {
        let note = "---\ntags:\n  - city\ntitle: \"A: b\"\nstance: yes\ndate: last week\n---\nOne.";
        let (text, changes) = headed(note, Some("no")).unwrap();
        assert_eq!(
            text,
            "---\ntopic: trams\n# tags:\n#   - city\ntitle: \"A: b\"\nstance: yes\n# date: last week\n---\nOne."
        );
        assert_eq!(changes, ["topic added", "3 lines of its front matter made a comment"]);
        let (again, changes) = headed(&text, None).unwrap();
        assert_eq!((again, changes), (text, vec![]));
    }

    #[test]
    fn a_rule_at_the_top_is_no_head() {
        let (text, _) = headed("---\nOne.\n", Some("yes")).unwrap();
        assert_eq!(text, "---\ntopic: trams\nstance: yes\n---\n\n---\nOne.\n");
    }
}
