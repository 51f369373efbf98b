//! Copies a folder of notes into a corpus, with the front matter that a corpus needs.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use faultline::vocabulary::{Date, TopicId};

use super::super::CommandError;

const MARKDOWN: &str = "name a folder of Markdown files in UTF-8";

/// The notes of a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Notes {
    /// Copies by their file names in the corpus.
    pub(super) copies: BTreeMap<String, NoteCopy>,
    /// Files that are not notes: other formats, hidden files, links.
    pub(super) skipped: Vec<PathBuf>,
}

/// The copy of a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoteCopy {
    /// The original file.
    pub(super) from: PathBuf,
    /// Its text with the front matter.
    pub(super) text: String,
    /// How the front matter was changed, as clauses.
    pub(super) changes: Vec<String>,
}

impl Notes {
    /// Reads a folder and its subfolders.
    ///
    /// # Errors
    /// [`CommandError`] where the folder cannot be read or contains no notes, or a note has no
    /// stance and none is given.
    pub(super) fn read(
        folder: &Path,
        topic: &TopicId,
        stance: Option<&str>,
    ) -> Result<Self, CommandError> {
        let mut notes = Self::default();
        notes.walk(folder, "", topic, stance)?;
        if notes.copies.is_empty() {
            let message = format!("`{}` contains no notes: no files `*.md`", folder.display());
            return Err(CommandError::usage(message, MARKDOWN));
        }
        Ok(notes)
    }

    fn walk(
        &mut self,
        folder: &Path,
        prefix: &str,
        topic: &TopicId,
        stance: Option<&str>,
    ) -> Result<(), CommandError> {
        let unreadable = |error| unreadable(folder, &error);
        let entries = fs::read_dir(folder).map_err(unreadable)?;
        let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let markdown = path.extension().is_some_and(|extension| extension == "md");
            // The corpus reader ignores README.md.
            let read = markdown && name != "README.md";
            if kind.is_dir() && !hidden {
                self.walk(&path, &format!("{name}-"), topic, stance)?;
            } else if kind.is_file() && read && !hidden {
                self.add(path, name, topic, stance)?;
            } else {
                self.skipped.push(path);
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
    ) -> Result<(), CommandError> {
        let read = fs::read_to_string(&from);
        let text = read.map_err(|error| unreadable(&from, &error))?;
        let (text, changes) = with_front_matter(&text, topic, stance).ok_or_else(|| {
            let message = format!("`{}` does not state its stance", from.display());
            let help = "add --stance yes or --stance no: the answer to the topic's question";
            CommandError::usage(message, help)
        })?;
        if let Some(other) = self.copies.get(&name) {
            let (first, second) = (other.from.display(), from.display());
            let message = format!("`{first}` and `{second}` would both be copied to corpus/{name}");
            return Err(CommandError::usage(message, "rename one of them"));
        }
        self.copies.insert(name, NoteCopy { from, text, changes });
        Ok(())
    }
}

fn unreadable(path: &Path, error: &io::Error) -> CommandError {
    CommandError::usage(format!("cannot read `{}`: {error}", path.display()), MARKDOWN)
}

/// The text with valid front matter, and what was changed; nothing if no stance is known.
fn with_front_matter(
    text: &str,
    topic: &TopicId,
    stance: Option<&str>,
) -> Option<(String, Vec<String>)> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (front, body) = split_front_matter(&text);
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
    let mut commented = 0;
    for line in &front {
        let known = ["topic", "stance", "title"].iter().any(|key| is_entry(line, key));
        let date = is_entry(line, "date") && is_date(line);
        let is_comment = line.trim().is_empty() || line.starts_with('#');
        head.push_str(if known || date || is_comment { "" } else { "# " });
        commented += usize::from(!(known || date || is_comment));
        head.push_str(line);
        head.push('\n');
    }
    head.push_str(if front.is_empty() { "---\n\n" } else { "---\n" });
    let mut changes = Vec::new();
    for (key, wanted) in [("topic", Some(topic.as_str())), ("stance", stance)] {
        let own = value_of(key).and_then(|line| line.split_once(':'));
        let own = own.map(|(_, value)| value.trim().trim_matches('"'));
        if let Some(own) = own.filter(|own| wanted.is_some_and(|wanted| wanted != *own)) {
            changes.push(format!("its own `{key}: {own}` kept"));
        }
    }
    if !added.is_empty() {
        changes.push(format!("{} added", added.join(" and ")));
    }
    if commented > 0 {
        let lines = if commented == 1 { "line" } else { "lines" };
        changes.push(format!("{commented} {lines} of front matter commented out"));
    }
    Some((head + body, changes))
}

/// The lines of the front matter, if there is any, and the rest of the text.
fn split_front_matter(text: &str) -> (Vec<&str>, &str) {
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

    fn with_front_matter(text: &str, stance: Option<&str>) -> Option<(String, Vec<String>)> {
        super::with_front_matter(text, &TopicId::new("trams").unwrap(), stance)
    }

    #[test]
    fn a_note_without_front_matter_gets_one() {
        let (text, changes) = with_front_matter("\u{feff}One.\r\nTwo.\r\n", Some("no")).unwrap();
        assert_eq!(text, "---\ntopic: trams\nstance: no\n---\n\nOne.\nTwo.\n");
        assert_eq!(changes, ["topic and stance added"]);
        assert_eq!(with_front_matter("One.", None), None);
    }

    #[test]
    fn valid_front_matter_is_kept_and_the_rest_is_commented_out() {
        let note = "---\ntags:\n  - city\ntitle: \"A: b\"\nstance: yes\ndate: last week\n---\nOne.";
        let (text, changes) = with_front_matter(note, Some("no")).unwrap();
        assert_eq!(
            text,
            "---\ntopic: trams\n# tags:\n#   - city\ntitle: \"A: b\"\nstance: yes\n# date: last week\n---\nOne."
        );
        assert_eq!(
            changes,
            ["its own `stance: yes` kept", "topic added", "3 lines of front matter commented out"]
        );
        let (again, changes) = with_front_matter(&text, None).unwrap();
        assert_eq!((again, changes), (text, vec![]));
    }

    #[test]
    fn a_horizontal_rule_at_the_top_is_not_front_matter() {
        let (text, _) = with_front_matter("---\nOne.\n", Some("yes")).unwrap();
        assert_eq!(text, "---\ntopic: trams\nstance: yes\n---\n\n---\nOne.\n");
    }
}
