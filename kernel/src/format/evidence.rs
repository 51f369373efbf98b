//! `data/evidence/*.md`: facts with their sources, which corpora cite by name.

use std::ops::Range;

use super::attribute_value::{self, sentence};
use super::attributes::{Attributes, Word};
use super::fault::Faults;
use super::front_matter::FrontMatter;
use super::markdown::{Block, Item, outline};
use super::project_files::ProjectNames;
use super::source::Source;
use crate::vocabulary::{EvidenceId, EvidenceItem, Topic, TopicId, Verdict};

pub(super) const NEEDS: &str =
    "an evidence file needs front matter with `topic`, and facts as list items";
const EXAMPLE: &str = "---\ntopic: the-topic\n---";
const KEYS: [&str; 4] = ["axis", "date", "verdict", "source"];

/// What heads an evidence file.
#[derive(Debug, Clone)]
pub(super) struct Head {
    pub(super) topic: TopicId,
    end: usize,
}

/// Reads the front matter alone.
pub(super) fn head(source: &Source, listing: &ProjectNames, faults: &mut Faults) -> Option<Head> {
    let mut front = FrontMatter::parse(source, EXAMPLE, faults)?;
    let topic = front.require(source, "topic", "add a line such as `topic: the-topic`", faults);
    let topic =
        topic.and_then(|word| attribute_value::topic(source, &word, &listing.topics, faults));
    front.take("title"); // For the reader of the file; no page shows it.
    let end = front.end;
    front.finish(source, &["topic", "title"], faults);
    Some(Head { topic: topic?, end })
}

/// Reads what follows the front matter; prose and headings are for the reader of the file.
pub(super) fn body(
    source: &Source,
    head: &Head,
    topic: Option<&Topic>,
    faults: &mut Faults,
) -> Vec<(EvidenceItem, Range<usize>)> {
    let mut items = Vec::new();
    for block in outline(source, head.end, faults) {
        match block {
            Block::Prose { .. } => {}
            Block::Heading { braces, .. } => {
                braces.finish(source, "of a heading in evidence", &[], faults);
            }
            Block::Item(item) => items.extend(fact(source, item, topic, faults)),
        }
    }
    if items.is_empty() && !faults.has_errors() {
        let fault = source.whole("the file has no fact").as_warning();
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
    let mut braces = item.braces;
    let mut missing = Vec::new();
    let id = braces.take_id();
    if id.is_none() {
        missing.push("`#id`");
    }
    let id_span = id.as_ref().map_or(item.span.clone(), |id| id.span.clone());
    let id: Option<EvidenceId> = id.and_then(|word| attribute_value::parsed(source, &word, faults));
    let mut need =
        |key: &'static str, shown: &'static str, braces: &mut Attributes| -> Option<Word> {
            let word = braces.take(key);
            if word.is_none() {
                missing.push(shown);
            }
            word
        };
    let date = need("date", "`date=…`", &mut braces);
    let verdict = need("verdict", "`verdict=true` or `verdict=false`", &mut braces);
    let cited = need("source", "`source=\"…\"`", &mut braces).map(|word| word.text);
    let date = date.and_then(|word| attribute_value::parsed(source, &word, faults));
    let verdicts = [("true", Verdict::True), ("false", Verdict::False)];
    let verdict = verdict
        .and_then(|word| attribute_value::choice(source, &word, "verdict", &verdicts, faults));
    let axis =
        braces.take("axis").and_then(|word| attribute_value::axis(source, &word, topic, faults));
    braces.finish(source, "of a fact", &KEYS, faults);
    if !missing.is_empty() {
        let fault = source.error(item.span.clone(), "the fact is not complete");
        faults.push(fault.with_help(format!("add to its braces: {}", missing.join(", "))));
    }
    if item.text.is_empty() {
        faults.push(source.error(item.span, "a list item without words"));
        return None;
    }
    let caveats = item.children.into_iter().filter_map(|child| caveat(source, child, faults));
    let caveats = caveats.collect();
    let text = item.text;
    let (id, date, verdict, cited) = (id?, date?, verdict?, cited?);
    Some((EvidenceItem { id, text, axis, date, verdict, source: cited, caveats }, id_span))
}

fn caveat(source: &Source, item: Item, faults: &mut Faults) -> Option<String> {
    item.braces.finish(source, "of a caveat", &[], faults);
    if let Some(child) = item.children.first() {
        faults.push(source.error(child.span.clone(), "nothing can hang on a caveat"));
    }
    let lead = item.text.get(.."caveat".len()).filter(|lead| lead.eq_ignore_ascii_case("caveat"));
    let rest = lead.map(|lead| &item.text[lead.len()..]);
    let rest = rest.filter(|rest| rest.starts_with([':', ' '])).unwrap_or_default();
    let text = rest.trim_start_matches([':', ' ']);
    if text.is_empty() {
        let fault = source.error(item.span, "below a fact hangs what is not a caveat");
        faults.push(fault.with_help("begin it with `caveat:` and say what limits the fact"));
        return None;
    }
    Some(sentence(text))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn read(text: &str) -> (Vec<EvidenceItem>, String) {
        let mut faults = Faults::default();
        let text = format!("---\ntopic: t\n---\n{text}");
        let source = Source::from_bytes(Path::new("e.md"), text.as_bytes(), NEEDS, &mut faults)
            .expect("a clean text");
        let listing =
            ProjectNames { topics: [TopicId::new("t").unwrap()].into(), ..ProjectNames::default() };
        let head = head(&source, &listing, &mut faults).expect("a whole head");
        let items = body(&source, &head, None, &mut faults);
        (items.into_iter().map(|(item, _)| item).collect(), faults.to_string())
    }

    #[test]
    fn reads_a_fact_with_its_caveats() {
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
    fn what_a_fact_lacks_is_told_in_one_go() {
        let (items, faults) = read("- A fact. {verdict=maybe}\n  - but who knows\n");
        assert_eq!(items, []);
        assert_eq!(
            faults,
            "e.md:4:3: error: the fact is not complete\n    help: add to its braces: `#id`, `date=…`, `source=\"…\"`\n\
             e.md:4:20: error: `maybe` is not a value of `verdict`\n    help: allowed: `true`, `false`\n\
             e.md:5:5: error: below a fact hangs what is not a caveat\n    help: begin it with `caveat:` and say what limits the fact\n"
        );
    }
}
