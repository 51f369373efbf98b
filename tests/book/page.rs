//! A document: its code blocks, links and anchors.
#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of Markdown do not matter here")]

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A Markdown file of the project.
pub(crate) struct Page {
    /// Where it is, from the root of the project.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// A fenced code block.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) language: String,
    /// What follows the language on the first line.
    pub(crate) words: Vec<String>,
    pub(crate) text: String,
    /// The line of its opening fence.
    pub(crate) line: usize,
    /// Where its content is in the page.
    pub(crate) content: Range<usize>,
}

impl Block {
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|other| other == word)
    }

    /// What follows `key=` among its words.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }
}

/// A link or a picture.
pub(crate) struct Link {
    pub(crate) target: String,
    pub(crate) line: usize,
    pub(crate) is_image: bool,
}

impl Page {
    pub(crate) fn open(root: &Path, path: PathBuf) -> Self {
        let text = fs::read_to_string(root.join(&path))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path, text }
    }

    fn events(&self) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
        Parser::new_ext(&self.text, Options::ENABLE_TABLES).into_offset_iter()
    }

    fn line(&self, at: usize) -> usize {
        1 + self.text[..at].matches('\n').count()
    }

    /// Its code blocks; one that is indented instead of fenced has no language.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let starts = self.events().filter_map(|(event, range)| match event {
            Event::Start(Tag::CodeBlock(kind)) => Some((kind.into_static(), range)),
            _ => None,
        });
        let block = |(kind, range): (CodeBlockKind<'_>, Range<usize>)| {
            let info = match kind {
                CodeBlockKind::Fenced(info) => info.to_string(),
                CodeBlockKind::Indented => String::new(),
            };
            let mut words = info.split_whitespace().map(str::to_owned);
            let source = &self.text[range.clone()];
            let first = range.start + source.find('\n').map_or(source.len(), |at| at + 1);
            let fence = source.trim_end().rfind('\n').map_or(0, |at| at + 1);
            let content = first..(range.start + fence).max(first);
            Block {
                language: words.next().unwrap_or_default(),
                words: words.collect(),
                text: self.text[content.clone()].to_owned(),
                line: self.line(range.start),
                content,
            }
        };
        starts.map(block).collect()
    }

    pub(crate) fn links(&self) -> Vec<Link> {
        let links = self.events().filter_map(|(event, range)| {
            let (target, is_image) = match event {
                Event::Start(Tag::Link { dest_url, .. }) => (dest_url.to_string(), false),
                Event::Start(Tag::Image { dest_url, .. }) => (dest_url.to_string(), true),
                _ => return None,
            };
            Some(Link { target, line: self.line(range.start), is_image })
        });
        links.collect()
    }
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let slug = slug(&heading.take().unwrap_or_default());
                let again = anchors.iter().filter(|other| **other == slug).count();
                anchors.push(if again == 0 { slug } else { format!("{slug}-{again}") });
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&words);
                }
            }
            _ => {}
        }
    }
    anchors
}

fn slug(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|character| match character {
        ' ' => Some('-'),
        '-' | '_' => Some(character),
        _ if character.is_alphanumeric() => Some(character),
        _ => None,
    });
    kept.flat_map(char::to_lowercase).collect()
}

fn is_remote(target: &str) -> bool {
    ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
}

/// Says why a link from a page in `folder` leads nowhere.
pub(crate) fn unresolved(root: &Path, folder: &Path, own: &str, target: &str) -> Option<String> {
    if is_remote(target) {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(p, a)| (p, Some(a)));
    let file = root.join(folder).join(path);
    if !path.is_empty() && !file.exists() {
        return Some(format!("{target}: there is no such file"));
    }
    let anchor = anchor?;
    let text = if path.is_empty() {
        own.to_owned()
    } else {
        fs::read_to_string(&file).unwrap_or_default()
    };
    let known = anchors(&text).iter().any(|other| other == anchor);
    (!known).then(|| format!("{target}: the page has no heading with this anchor"))
}

/// Whether a link from a page in `folder` leads out of the folder `top`.
pub(crate) fn leaves(folder: &Path, target: &str, top: &str) -> bool {
    let depth = folder.strip_prefix(top).map_or(0, |inner| inner.iter().count());
    !is_remote(target) && target.split('/').filter(|part| *part == "..").count() > depth
}

/// The text of a page with other content between the marks `<!-- name -->` and `<!-- end of name
/// -->`.
pub(crate) fn between_marks(text: &str, name: &str, content: &str) -> String {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let first = text.find(&start).unwrap() + start.len();
    let last = text.find(&end).unwrap();
    format!("{}\n{}\n\n{}", &text[..first], content.trim(), &text[last..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Page {
        Page { path: PathBuf::from("a.md"), text: text.to_owned() }
    }

    #[test]
    fn blocks_have_language_words_and_content() {
        let page = page("# A\n\n```toml file=a/b.toml\nx = 1\n```\n\n    indented\n\n```sh\n```\n");
        let blocks = page.blocks();
        assert_eq!(blocks.len(), 3);
        assert_eq!((blocks[0].language.as_str(), blocks[0].line), ("toml", 3));
        assert_eq!(blocks[0].value("file"), Some("a/b.toml"));
        assert_eq!(&page.text[blocks[0].content.clone()], "x = 1\n");
        assert_eq!(blocks[1].language, "");
        assert_eq!((blocks[2].language.as_str(), blocks[2].text.as_str()), ("sh", ""));
    }

    #[test]
    fn anchors_are_those_of_mdbook() {
        let text = "# What `report` does\n\n## Two\n\n## Two\n\n## Store: what it keeps\n";
        assert_eq!(anchors(text), ["what-report-does", "two", "two-1", "store-what-it-keeps"]);
    }

    #[test]
    fn a_link_to_a_missing_file_or_heading_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("b.md"), "# Here\n").unwrap();
        let fault = |target: &str| unresolved(folder.path(), Path::new(""), "# Own\n", target);
        assert_eq!(fault("b.md"), None);
        assert_eq!(fault("b.md#here"), None);
        assert_eq!(fault("#own"), None);
        assert_eq!(fault("https://example.org/c.md"), None);
        assert!(fault("c.md").unwrap().contains("no such file"));
        assert!(fault("b.md#there").unwrap().contains("no heading"));
        assert!(fault("#here").unwrap().contains("no heading"));
    }

    #[test]
    fn what_is_generated_is_replaced_between_its_marks() {
        let text = "a\n<!-- modes -->\nold\n<!-- end of modes -->\nb\n";
        let replaced = between_marks(text, "modes", "new\n");
        assert_eq!(replaced, "a\n<!-- modes -->\n\nnew\n\n<!-- end of modes -->\nb\n");
        assert_eq!(between_marks(&replaced, "modes", "new\n"), replaced);
    }

    #[test]
    fn a_link_out_of_the_book_is_seen() {
        let folder = Path::new("book/src/guides");
        assert!(!leaves(folder, "../images/a.png", "book/src"));
        assert!(leaves(folder, "../../a.md", "book/src"));
        assert!(!leaves(folder, "https://example.org/../../a", "book/src"));
    }
}
