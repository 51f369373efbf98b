//! Chooses a topic and personas by the front matter of the corpora alone, where files are not
//! filled in yet.

use std::fs;
use std::path::{Path, PathBuf};

/// A persona with a file on a topic, and the stance that the file states; empty if it states none
/// yet.
struct Writer {
    persona: String,
    stance: String,
}

/// The topic and the group: a named topic, else the first one on which the named personas, or two
/// personas with different answers, have files. The group is empty if the personas are named.
pub(super) fn choose(
    root: &Path,
    topic: Option<&str>,
    personas: Option<&str>,
) -> Option<(String, Vec<String>)> {
    if let Some((topic, _)) = topic.zip(personas) {
        return Some((topic.to_owned(), Vec::new()));
    }
    let topics = match topic {
        Some(topic) => vec![topic.to_owned()],
        None => stems(&root.join("data/topics")),
    };
    topics.into_iter().find_map(|topic| {
        let writers = writers(root, &topic);
        let group = match personas {
            Some(personas) => {
                let has_file = |name| writers.iter().any(|writer| writer.persona == name);
                personas.split(',').map(str::trim).all(has_file).then(Vec::new)?
            }
            None => pair(&writers)?,
        };
        Some((topic, group))
    })
}

/// The first two personas that do not state the same answer.
fn pair(writers: &[Writer]) -> Option<Vec<String>> {
    let differ = |one: &Writer, other: &Writer| one.stance.is_empty() || one.stance != other.stance;
    writers.iter().enumerate().find_map(|(at, first)| {
        let second = writers[at + 1..].iter().find(|second| differ(first, second))?;
        Some(vec![first.persona.clone(), second.persona.clone()])
    })
}

fn writers(root: &Path, topic: &str) -> Vec<Writer> {
    let personas = stems(&root.join("personas")).into_iter();
    let writer = |persona: String| {
        let corpus = root.join("personas").join(&persona).join("corpus");
        let stance = entries(&corpus).into_iter().find_map(|path| stance(&path, topic))?;
        Some(Writer { persona, stance })
    };
    personas.filter_map(writer).collect()
}

/// The stance that a corpus file on the topic states; nothing for a file on another topic.
fn stance(path: &Path, topic: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let value = |key: &str| {
        let mut lines = text.lines().skip(1).take_while(|line| line.trim_end() != "---");
        lines.find_map(|line| Some(line.strip_prefix(key)?.strip_prefix(':')?.trim().to_owned()))
    };
    (value("topic")? == topic).then(|| value("stance").unwrap_or_default())
}

/// The names of the entries of a folder without their extensions, sorted.
fn stems(folder: &Path) -> Vec<String> {
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    entries(folder).into_iter().filter_map(stem).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
