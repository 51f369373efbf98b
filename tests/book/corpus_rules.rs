//! The rules of the corpus provider, copied from the documentation of the code that follows them.

use std::path::{Path, PathBuf};

use crate::page::between_marks;

const CODE: &str = "kernel/src/corpus.rs";

/// The page of the rules below `src`, with the text that it should have.
pub(crate) fn expected(src: &Path, read: impl Fn(&Path) -> String) -> Vec<(PathBuf, String)> {
    let page = src.join("reference/corpus-provider.md");
    let text = between_marks(&read(&page), "rules", &rules(&read(Path::new(CODE))));
    vec![(page, text)]
}

/// The section «The rules» of a module's documentation, with links to items as plain text.
fn rules(code: &str) -> String {
    let lines = code.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let section = lines.skip_while(|line| *line != "# The rules").skip(1);
    let section: Vec<&str> = section.take_while(|line| !line.starts_with("# ")).collect();
    without_links(&section.join("\n"))
}

/// The text with each link replaced by what it shows.
fn without_links(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some(start) = rest.find('[') {
        let (before, link) = rest.split_at(start);
        plain.push_str(before);
        let end = link.find(']').unwrap();
        let target = link[end + 1..].strip_prefix('(').and_then(|target| target.find(')'));
        // A number range such as [0, 1] is not a link.
        let is_link = target.is_some() || link[1..].starts_with('`');
        plain.push_str(if is_link { &link[1..end] } else { &link[..=end] });
        rest = &link[end + 1 + target.map_or(0, |length| length + 2)..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_ends_at_the_next_heading() {
        let code =
            "//! A\n//!\n//! # The rules\n//!\n//! **1.** B\n//!\n//! # Source\n//! C\n\nmod d;\n";
        assert_eq!(rules(code).trim(), "**1.** B");
    }

    #[test]
    fn links_to_items_become_text() {
        let text = "([`Voice::lead`]) [grants](Voice::grants) in [0, 1].";
        assert_eq!(without_links(text), "(`Voice::lead`) grants in [0, 1].");
    }
}
