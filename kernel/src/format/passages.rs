//! Reads `data/passages/*.md`: the texts that personas read together. A file has a passage below
//! each heading of level 2.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::attribute_value;
use super::attributes::Attributes;
use super::definitions::Definitions;
use super::fault::Faults;
use super::markdown::{Block, outline};
use super::project_files;
use super::source::Source;
use super::suggestion;
use crate::text::folded;
use crate::vocabulary::{Passage, PassageId};

/// The folder of the files with passages.
pub(super) const FOLDER: &str = "data/passages";
const NEEDS: &str = "write each passage below a heading `## Title {#its-id}`";

/// The passages of a topic so far, with what must be unique among them.
#[derive(Debug, Default)]
struct Passages {
    ids: Definitions<PassageId>,
    /// The name of the passage with each text, without case and punctuation.
    texts: BTreeMap<String, (PassageId, Source, Range<usize>)>,
    read: Vec<Passage>,
}

/// A passage whose text is still being read.
#[derive(Debug)]
struct Open {
    id: Option<PassageId>,
    title: String,
    source: Option<String>,
    span: Range<usize>,
    paragraphs: Vec<String>,
}

/// Reads the files that a topic names, in this order, and adds those that exist to `files`. Returns
/// `None` if one of them has a fault.
pub(super) fn read(
    root: &Path,
    topic: &Source,
    paths: &[Spanned<String>],
    files: &mut Vec<PathBuf>,
    faults: &mut Faults,
) -> Option<Vec<Passage>> {
    let mut found = Faults::default();
    let mut passages = Passages::default();
    let mut listed: Vec<&str> = Vec::new();
    for path in paths {
        if listed.contains(&path.get_ref().as_str()) {
            let message = format!("`{}` is listed twice", path.get_ref());
            found.push(topic.error(path.span(), message).with_help("list it once"));
            continue;
        }
        listed.push(path.get_ref());
        let Some(file) = existing(root, topic, path, &mut found) else { continue };
        if let Some(source) = Source::read(root, &file, NEEDS, &mut found) {
            passages.read(&source, &mut found);
        }
        files.push(file);
    }
    let is_valid = !found.has_errors();
    faults.extend(found);
    is_valid.then_some(passages.read)
}

/// The file that a topic names, if it is in the folder of passages.
fn existing(
    root: &Path,
    topic: &Source,
    path: &Spanned<String>,
    faults: &mut Faults,
) -> Option<PathBuf> {
    let files = project_files::files(root, FOLDER, "md");
    let file = Path::new(path.get_ref());
    if files.iter().any(|known| known == file) {
        return Some(file.to_owned());
    }
    let message = format!("there is no file of passages `{}`", path.get_ref());
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let remedy = if names.is_empty() {
        format!(
            "write the passages to a file such as `{FOLDER}/parable.md`, and name it by this path"
        )
    } else {
        suggestion::remedy(path.get_ref(), &format!("files in `{FOLDER}`"), &names)
    };
    faults.push(topic.error(path.span(), message).with_help(remedy));
    None
}

impl Passages {
    fn read(&mut self, source: &Source, faults: &mut Faults) {
        let mut open: Option<Open> = None;
        let before = self.read.len();
        for block in outline(source, 0, faults) {
            match block {
                Block::Heading { level: 1, attributes, .. } => {
                    attributes.finish(source, "the title of a file of passages", &[], faults);
                }
                Block::Heading { level: 2, text, attributes, start } => {
                    self.close(source, open.take(), faults);
                    open = Some(Open::new(source, text, attributes, start, faults));
                }
                Block::Heading { start, .. } => {
                    let fault =
                        source.error(line(source, start), "a passage has no headings of its own");
                    let help = "write `## ` for a passage of its own, or remove the heading";
                    faults.push(fault.with_help(help));
                }
                Block::Prose { text, start, .. } => {
                    if let Some(open) = &mut open {
                        open.paragraphs.push(text);
                    } else {
                        let fault =
                            source.error(line(source, start), "this text belongs to no passage");
                        faults.push(fault.with_help(NEEDS));
                    }
                }
                Block::Item(item) => {
                    let fault = source.error(item.span, "a passage has no lists");
                    faults.push(fault.with_help("write the items as paragraphs"));
                }
            }
        }
        self.close(source, open, faults);
        if self.read.len() == before && !faults.has_errors() {
            faults.push(source.whole("the file contains no passages").with_help(NEEDS));
        }
    }

    /// Adds a passage whose text is complete.
    fn close(&mut self, source: &Source, open: Option<Open>, faults: &mut Faults) {
        let Some(Open { id, title, source: cited, span, paragraphs }) = open else { return };
        if paragraphs.is_empty() {
            let fault = source.error(span.clone(), "the passage is empty");
            faults.push(fault.with_help("write its text below the heading, or remove the heading"));
        }
        let Some(id) = id else { return };
        let name = format!("the passage `{id}`");
        let help = "a topic reads each passage once: rename one, or remove the repeated passage";
        if !self.ids.add(id.clone(), &name, (source, span.clone()), help, faults)
            || paragraphs.is_empty()
        {
            return;
        }
        let text = paragraphs.join("\n\n");
        if let Some((same, first, first_span)) = self.texts.get(&folded(&text)) {
            let message = format!("the passages `{same}` and `{id}` have the same text");
            let fault = source.error(span, message);
            let first = first.related(first_span.clone(), "first written here");
            faults.push(fault.with_related(first).with_help("remove one of them"));
            return;
        }
        self.texts.insert(folded(&text), (id.clone(), source.clone(), span));
        self.read.push(Passage { id, title, text, source: cited });
    }
}

impl Open {
    fn new(
        source: &Source,
        title: String,
        mut attributes: Attributes,
        start: usize,
        faults: &mut Faults,
    ) -> Self {
        let span = line(source, start);
        if title.is_empty() {
            let fault = source.error(span.clone(), "the passage has no title");
            faults.push(fault.with_help(NEEDS));
        }
        let id = attributes.take_id();
        if id.is_none() {
            let fault = source.error(span.clone(), "the passage has no id");
            faults.push(fault.with_help("add its id at the end of the heading: `{#its-id}`"));
        }
        let id = id.and_then(|word| attribute_value::parsed(source, &word, faults));
        let cited = attributes.take("source").map(Spanned::into_inner);
        attributes.finish(source, "a passage", &["source"], faults);
        Self { id, title, source: cited, span, paragraphs: Vec::new() }
    }
}

/// The rest of the line from an offset on.
fn line(source: &Source, start: usize) -> Range<usize> {
    let rest = &source.text[start..];
    start..start + rest.lines().next().unwrap_or_default().trim_end().len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::format::random_text::{check_spans, random_text};

    fn read_text(text: &str) -> (Vec<Passage>, Faults) {
        let mut faults = Faults::default();
        let mut passages = Passages::default();
        let source = Source::from_bytes(Path::new("p.md"), text.as_bytes(), NEEDS, &mut faults);
        if let Some(source) = source {
            passages.read(&source, &mut faults);
        }
        (passages.read, faults)
    }

    #[test]
    fn passages_keep_their_order_and_their_paragraphs() {
        let (passages, faults) = read_text(
            "# Two texts\n\n## The sower {#sower source=\"Mark 4, KJV\"}\n\nA sower went *out*\nto sow.\n\n> And some fell.\n\n\
             ## The seed {#seed}\nOne line.\n",
        );
        assert!(faults.is_empty(), "{faults}");
        let read: Vec<_> =
            passages.iter().map(|p| (p.id.as_str(), p.title.as_str(), p.text.as_str())).collect();
        assert_eq!(
            read,
            [
                ("sower", "The sower", "A sower went out to sow.\n\nAnd some fell."),
                ("seed", "The seed", "One line."),
            ]
        );
        assert_eq!(passages[0].source.as_deref(), Some("Mark 4, KJV"));
    }

    #[test]
    fn every_fault_of_a_file_is_reported_with_place_cause_and_remedy() {
        let (passages, faults) = read_text(
            "Before.\n\n## No id\n\nA text.\n\n## Empty {#empty}\n\n## Twice {#one}\n\nSame text.\n\n## Twice {#one}\n\nMore.\n\n\
             ## Again {#two}\n\nsame text\n\n### Deep\n\n- item\n",
        );
        assert_eq!(passages.len(), 1);
        let shown = faults.to_string();
        for (place, cause, remedy) in [
            ("1:1", "this text belongs to no passage", "below a heading"),
            ("3:1", "the passage has no id", "`{#its-id}`"),
            ("7:1", "the passage is empty", "below the heading"),
            ("13:1", "the passage `one` is defined twice", "rename one"),
            ("17:1", "the passages `one` and `two` have the same text", "remove one"),
            ("21:1", "a passage has no headings of its own", "`## `"),
            ("23:3", "a passage has no lists", "as paragraphs"),
        ] {
            let lines = shown.split("p.md:").find(|fault| fault.starts_with(place));
            let lines = lines.unwrap_or_else(|| panic!("no fault at {place}: {shown}"));
            assert!(lines.contains(cause), "{lines}");
            assert!(shown.contains(remedy), "{remedy}: {shown}");
        }
        let (_, faults) = read_text("# Only a title\n");
        assert!(faults.to_string().contains("the file contains no passages"), "{faults}");
    }

    const FRAGMENTS: &str = "## ¦## A {#a}\n¦\n\n¦text ¦{#a¦{¦}¦ {#b source=\"x\"}¦\"¦é¦`¦*¦<b>¦# ¦### ¦- ¦> ¦---\n¦[x](y)¦&#7;¦\u{7}¦\\";

    proptest! {
        /// For every text: no panic, and every span is a span of the text.
        #[test]
        fn every_text_is_read_or_has_faults_with_valid_spans(text in random_text(FRAGMENTS, 40)) {
            let (_, faults) = read_text(&text);
            check_spans(&faults)?;
        }
    }
}
