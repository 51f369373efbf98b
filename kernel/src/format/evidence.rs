//! Reads `data/evidence/*.md`: facts with their sources, which corpora cite by id.

use std::ops::Range;

use toml::Spanned;

use super::attribute_value;
use super::attributes::Attributes;
use super::fault::{Faults, Severity};
use super::front_matter::FrontMatter;
use super::markdown::{Block, Item, outline};
use super::project_files::ProjectNames;
use super::source::Source;
use crate::text::to_sentence;
use crate::vocabulary::{EvidenceId, EvidenceItem, Topic, TopicId, Verdict};

pub(super) const NEEDS: &str =
    "an evidence file needs front matter with `topic`, and facts as list items";
const EXAMPLE: &str = "---\ntopic: the-topic\n---";
const KEYS: [&str; 4] = ["axis", "date", "verdict", "source"];

/// The front matter of an evidence file.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub(super) topic: TopicId,
    end: usize,
}

/// Reads the front matter only.
pub(super) fn read_header(
    source: &Source,
    names: &ProjectNames,
    faults: &mut Faults,
) -> Option<Header> {
    let mut front = FrontMatter::parse(source, EXAMPLE, faults)?;
    let topic = front.require(source, "topic", "add a line such as `topic: the-topic`", faults);
    let topic = topic.and_then(|word| attribute_value::topic(source, &word, &names.topics, faults));
    front.take("title"); // For readers of the file; no page shows it.
    let end = front.end;
    front.finish(source, &["topic", "title"], faults);
    Some(Header { topic: topic?, end })
}

/// Reads the facts. Prose and headings are for readers of the file.
pub(super) fn read_facts(
    source: &Source,
    header: &Header,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Vec<(EvidenceItem, Range<usize>)> {
    let mut items = Vec::new();
    let errors = faults.count(Severity::Error);
    for block in outline(source, header.end, faults) {
        match block {
            Block::Prose { .. } => {}
            Block::Heading { attributes, .. } => {
                attributes.finish(source, "a heading of an evidence file", &[], faults);
            }
            Block::Item(item) => items.extend(fact(source, item, topic, faults)),
        }
    }
    if items.is_empty() && faults.count(Severity::Error) == errors {
        let fault = source.whole("the file contains no facts").as_warning();
        faults.push(
            fault.with_help("write each fact as a list item with its id, date, verdict and source"),
        );
    }
    items
}

fn fact(
    source: &Source,
    item: Item,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Option<(EvidenceItem, Range<usize>)> {
    let mut attributes = item.attributes;
    let mut missing = Vec::new();
    let id = attributes.take_id();
    if id.is_none() {
        missing.push("`#id`");
    }
    let id_span = id.as_ref().map_or(item.span.clone(), Spanned::span);
    let id: Option<EvidenceId> = id.and_then(|word| attribute_value::parsed(source, &word, faults));
    let mut need = |key: &'static str,
                    shown: &'static str,
                    attributes: &mut Attributes|
     -> Option<Spanned<String>> {
        let word = attributes.take(key);
        if word.is_none() {
            missing.push(shown);
        }
        word
    };
    let date = need("date", "`date=…`", &mut attributes);
    let verdict = need("verdict", "`verdict=true` or `verdict=false`", &mut attributes);
    let cited = need("source", "`source=\"…\"`", &mut attributes).map(Spanned::into_inner);
    let date = date.and_then(|word| attribute_value::parsed(source, &word, faults));
    let verdicts = [("true", Verdict::True), ("false", Verdict::False)];
    let verdict = verdict
        .and_then(|word| attribute_value::choice(source, &word, "verdict", &verdicts, faults));
    let axis = attributes
        .take("axis")
        .and_then(|word| attribute_value::axis(source, &word, topic, faults));
    attributes.finish(source, "a fact", &KEYS, faults);
    if !missing.is_empty() {
        let fault = source.error(item.span.clone(), "the fact is incomplete");
        faults.push(fault.with_help(format!("add to its braces: {}", missing.join(", "))));
    }
    if item.text.is_empty() {
        faults.push(source.error(item.span, "the list item has no text"));
        return None;
    }
    let caveats = item.children.into_iter().filter_map(|child| caveat(source, child, faults));
    let caveats = caveats.collect();
    let text = item.text;
    let (id, date, verdict, cited) = (id?, date?, verdict?, cited?);
    Some((EvidenceItem { id, text, axis, date, verdict, source: cited, caveats }, id_span))
}

fn caveat(source: &Source, item: Item, faults: &mut Faults) -> Option<String> {
    item.attributes.finish(source, "a caveat", &[], faults);
    if let Some(child) = item.children.first() {
        let fault = source.error(child.span.clone(), "a caveat cannot have nested items");
        faults.push(fault.with_help("write another caveat below the fact"));
    }
    let keyword =
        item.text.get(.."caveat".len()).filter(|word| word.eq_ignore_ascii_case("caveat"));
    let rest = keyword.map(|word| &item.text[word.len()..]);
    let rest = rest.filter(|rest| rest.starts_with([':', ' '])).unwrap_or_default();
    let text = rest.trim_start_matches([':', ' ']);
    if text.is_empty() {
        let fault = source.error(item.span, "this item below a fact is not a caveat");
        faults.push(fault.with_help("start it with `caveat:` and say what limits the fact"));
        return None;
    }
    Some(to_sentence(text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn read(text: &str) -> (Vec<EvidenceItem>, String) {
        let mut faults = Faults::default();
        let text = format!("---\ntopic: t\n---\n{text}");
        let source = Source::from_bytes(Path::new("e.md"), text.as_bytes(), NEEDS, &mut faults)
            .expect("the text has no hidden characters");
        let names =
            ProjectNames { topics: [TopicId::new("t").unwrap()].into(), ..ProjectNames::default() };
        let header = read_header(&source, &names, &mut faults).expect("the header is valid");
        let items = read_facts(&source, &header, None, &mut faults);
        (items.into_iter().map(|(item, _)| item).collect(), faults.to_string())
    }

    #[test]
    fn a_fact_is_read_with_its_caveats() {
        let (items, faults) = read(
            "- 9% of *jobs*. {#share date=2016-05 verdict=false source=\"OECD, 2016\"}\n  - caveat: old data\n",
        );
        assert_eq!(faults, "");
        assert_eq!(items[0].text, "9% of jobs.");
        assert_eq!(
            (items[0].verdict, items[0].caveats.as_slice()),
            (Verdict::False, &["Old data.".to_owned()][..])
        );
    }

    #[test]
    fn everything_that_a_fact_lacks_is_one_fault() {
        let (items, faults) = read("- A fact. {verdict=maybe}\n  - but who knows\n");
        assert_eq!(items, []);
        assert_eq!(
            faults,
            "e.md:4:3: error: the fact is incomplete\n    help: add to its braces: `#id`, `date=…`, `source=\"…\"`\n\
             e.md:4:20: error: `maybe` is not an allowed value of `verdict`\n    help: allowed values: `true`, `false`\n\
             e.md:5:5: error: this item below a fact is not a caveat\n    help: start it with `caveat:` and say what limits the fact\n"
        );
    }
}
