//! Every page says the same in HTML and in Markdown.

use super::{belief_debate, ending, files, fixture, markup};

/// Elements without an end tag.
const VOID: [&str; 5] = ["br", "input", "img", "link", "meta"];

/// The text of a page, without its drawings, its navigation and the words that are only spoken or
/// printed.
#[derive(Default)]
struct Text {
    /// Those of the first three levels, which are headings in Markdown, too.
    headings: Vec<String>,
    /// Texts between two tags that begin and end like a sentence, and headings of items.
    sentences: Vec<String>,
}

impl Text {
    fn new(html: &str) -> Self {
        let main = html.split_once("<main").unwrap().1.split("</main>").next().unwrap();
        let mut text = Self::default();
        let mut open: Vec<(&str, bool)> = Vec::new();
        let mut heading: Option<String> = None;
        for piece in main.split('<').skip(1) {
            let (tag, content) = piece.split_once('>').unwrap();
            let name = tag.split([' ', '\n']).next().unwrap();
            if let Some(name) = name.strip_prefix('/') {
                while open.pop().is_some_and(|(other, _)| other != name) {}
                if name == "h4" {
                    text.sentences.extend(heading.take());
                } else if is_heading(name) {
                    text.headings.extend(heading.take());
                }
            } else if !VOID.contains(&name) && !tag.ends_with('/') {
                let classes = markup::attributes(&format!("<{tag}>"), "class").join(" ");
                let is_skipped = ["svg", "nav", "footer", "noscript"].contains(&name)
                    || classes
                        .split(' ')
                        .any(|class| ["vh", "legend", "scrub", "paper"].contains(&class));
                open.push((name, is_skipped));
                if is_heading(name) {
                    heading = Some(String::new());
                }
            }
            if open.iter().any(|(_, is_skipped)| *is_skipped) {
                continue;
            }
            let content = markup::words(content);
            if let Some(heading) = &mut heading {
                heading.push_str(&content);
            } else if is_sentence(content.trim()) {
                text.sentences.push(content);
            }
        }
        text
    }
}

fn is_sentence(text: &str) -> bool {
    text.starts_with(char::is_uppercase) && text.ends_with(['.', '?', '!'])
}

fn is_heading(name: &str) -> bool {
    ["h1", "h2", "h3", "h4"].contains(&name)
}

/// The words of a text without marks and in lower case, each with a space on both sides.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

/// A Markdown page without entities, and without the targets of its links.
fn readable(markdown: &str) -> String {
    let mut pieces = markdown.split("](");
    let first = pieces.next().unwrap_or_default().to_owned();
    let text = pieces.fold(first, |text, piece| {
        text + " " + piece.split_once(')').map_or("", |(_, after)| after)
    });
    markup::unescape(&text)
}

#[test]
fn every_heading_and_every_sentence_of_a_page_is_in_its_markdown_twin() {
    let mut sentences = 0;
    let mut missing = Vec::new();
    for files in [files(&fixture::experiment()), files(&belief_debate::experiment())] {
        for (page, html) in ending(&files, ".html") {
            let twin = readable(&files[&page.replace(".html", ".md")]);
            let headings = twin.lines().filter(|line| line.starts_with('#')).map(words);
            let headings: Vec<String> = headings.collect();
            let twin = words(&twin);
            let text = Text::new(html);
            for heading in &text.headings {
                if !headings.iter().any(|own| own.contains(&words(heading))) {
                    missing.push(format!("{page}: heading {heading:?}"));
                }
            }
            for sentence in &text.sentences {
                sentences += 1;
                if !twin.contains(&words(sentence)) {
                    missing.push(format!("{page}: {sentence:?}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "not in the twin:\n{}", missing.join("\n"));
    assert!(sentences > 300, "only {sentences} sentences were compared");
}
