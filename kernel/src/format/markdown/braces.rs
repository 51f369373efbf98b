//! Adds attributes in braces to the headings and items that they describe, and reports all other
//! braces that look like them. Braces after a backslash are text.

use std::ops::Range;

use super::block::{Block, Item};
use crate::format::attributes::Attributes;
use crate::format::fault::Faults;
use crate::format::source::Source;

/// Reports braces that look like attributes, but are not at the end of a line or are not closed.
pub(super) fn report_stray_braces(
    source: &Source,
    start: usize,
    pairs: &[Range<usize>],
    faults: &mut Faults,
) {
    for (offset, _) in source.text[start..].match_indices('{') {
        let open = start + offset;
        let inside = &source.text[open + 1..];
        let key: String = inside.chars().take_while(char::is_ascii_lowercase).collect();
        let is_attribute =
            inside.starts_with('#') || (!key.is_empty() && inside[key.len()..].starts_with('='));
        let is_escaped = source.text[..open].ends_with('\\');
        if !is_attribute || is_escaped || pairs.iter().any(|pair| pair.contains(&open)) {
            continue;
        }
        let line_end = open + inside.find('\n').map_or(inside.len() + 1, |end| end + 1);
        let line = &source.text[open..line_end];
        let (span, message, help) = match line.find('}') {
            _ if line.matches('"').count() % 2 == 1 => {
                (open..line_end, "a quote in these braces is not closed", "add the missing `\"`")
            }
            None => (open..line_end, "these braces are not closed", "close them with `}`"),
            Some(close) => (
                open..open + close + 1,
                "these braces are not at the end of the line",
                "move them to the end, after a space; braces inside a text have no meaning",
            ),
        };
        faults.push(source.error(span, message).with_help(help));
    }
}

/// Adds each pair of braces to the heading or item that contains it.
pub(super) fn attach(
    source: &Source,
    blocks: &mut [Block],
    pairs: Vec<Range<usize>>,
    faults: &mut Faults,
) {
    let mut owners: Vec<(usize, Option<&mut Attributes>)> = Vec::new();
    for block in blocks {
        match block {
            Block::Heading { attributes, start, .. } => owners.push((*start, Some(attributes))),
            Block::Prose { start, .. } => owners.push((*start, None)),
            Block::Item(item) => collect_owners(item, &mut owners),
        }
    }
    for pair in pairs {
        let after = owners.partition_point(|(start, _)| *start <= pair.start);
        let owner = after.checked_sub(1).and_then(|index| owners[index].1.as_deref_mut());
        match owner {
            Some(attributes) if attributes.span.is_empty() => {
                *attributes = Attributes::parse(source, pair, faults);
            }
            Some(attributes) => {
                let first = source.related(attributes.span.clone(), "the first pair");
                let fault = source.error(pair, "a second pair of braces").with_related(first);
                faults.push(fault.with_help("put all attributes into one pair"));
            }
            None => {
                let fault =
                    source.error(pair, "these braces do not belong to a heading or a list item");
                faults.push(fault.with_help("put them at the end of a heading or a list item"));
            }
        }
    }
}

fn collect_owners<'i>(item: &'i mut Item, owners: &mut Vec<(usize, Option<&'i mut Attributes>)>) {
    owners.push((item.start, Some(&mut item.attributes)));
    for child in &mut item.children {
        collect_owners(child, owners);
    }
}
