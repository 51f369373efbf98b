//! A text without tags as its author wrote it, for readers that are not bound to what was inferred from it.

use crate::format::markdown::{Author, Block, Item};
use crate::text::{folded, sentences};
use crate::vocabulary::{Statement, StatementId};

/// The paragraphs of a file without tags as its author wrote them, with the id of each statement in brackets before the sentence that it
/// is, or with which it begins.
pub(super) fn text_with_ids(blocks: &[Block], statements: &[Statement]) -> Vec<String> {
    let mut left: Vec<(String, &StatementId)> =
        statements.iter().map(|own| (folded(&own.text), &own.id)).collect();
    let mut marked = |text: &str| {
        let sentences = sentences(text).into_iter().map(|sentence| {
            let words = folded(sentence);
            let is_said = |(said, _): &(String, _)| {
                !words.is_empty() && (words.contains(said.as_str()) || said.starts_with(&words))
            };
            let said: Vec<String> =
                left.extract_if(.., |own| is_said(own)).map(|(_, id)| format!("[{id}] ")).collect();
            said.concat() + sentence
        });
        sentences.collect::<Vec<_>>().join(" ")
    };
    let paragraph = |block: &Block| match block {
        Block::Heading { text, .. } => format!("### {text}"),
        Block::Prose { text, author: Author::Writer, .. } => marked(text),
        Block::Prose { text, author: Author::Other, .. } => format!("> {text}"),
        Block::Item(item) => of_item(item, "", &mut marked).trim_end().to_owned(),
    };
    blocks.iter().map(paragraph).collect()
}

/// A list item with the items below it.
fn of_item(item: &Item, indent: &str, marked: &mut impl FnMut(&str) -> String) -> String {
    let below = item.children.iter();
    let below = below.map(|child| of_item(child, &format!("{indent}  "), marked));
    let below: String = below.collect();
    format!("{indent}- {}\n{below}", marked(&item.text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::format::fault::Faults;
    use crate::format::markdown::outline;
    use crate::format::source::Source;
    use crate::format::untagged::Untagged;
    use crate::question::samples::topic;
    use crate::vocabulary::Side;

    #[test]
    fn nothing_of_a_text_is_lost_and_each_statement_has_its_id() {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        topic.axes[1].favours = Some(Side::Yes);
        let text = "# The street\n\nI have a shop. The shops lose custom, because drivers stay away. If they did not, I would close it \
                    tomorrow.\n\n> The air gets cleaner.\n\n- The air stays as it is\n  - After all, cars drive round\n";
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("note.md"), text.as_bytes(), "", &mut faults);
        let source = source.unwrap();
        let blocks = outline(&source, 0, &mut faults);
        let read = Untagged::from_blocks(&topic, Side::No, &source, &blocks);
        assert!(!read.statements.is_empty());
        let shown = text_with_ids(&blocks, &read.statements).join("\n");
        for own in &read.statements {
            assert_eq!(shown.matches(&format!("[{}] ", own.id)).count(), 1, "{shown}");
        }
        let plain = read
            .statements
            .iter()
            .fold(shown, |text, own| text.replace(&format!("[{}] ", own.id), ""));
        assert_eq!(
            plain,
            "### The street\nI have a shop. The shops lose custom, because drivers stay away. If they did not, I would \
                          close it tomorrow.\n> The air gets cleaner.\n- The air stays as it is\n  - After all, cars drive round"
        );
    }
}
