//! A list item as a statement.

use std::ops::Range;

use super::nested_item::{Clauses, Lead};
use super::{Context, DEFAULT_CONFIDENCE, Section, Tally, narrowed};
use crate::format::attribute_value;
use crate::format::attributes::Word;
use crate::format::fault::Faults;
use crate::format::markdown::Item;
use crate::format::source::Source;
use crate::vocabulary::{
    MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Probability, Statement, StatementId,
};

const KEYS: [&str; 7] = ["conf", "date", "source", "point", "denies", "axis", "side"];

/// A statement with the places of the names that must fit other statements.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) statement: Statement,
    pub(super) id_span: Range<usize>,
    pub(super) denies_span: Option<Range<usize>>,
}

/// Reads a statement; nothing where it has no words.
pub(super) fn read(
    source: &Source,
    item: Item,
    section: &Section,
    context: Context<'_>,
    tally: &mut Tally,
    faults: &mut Faults,
) -> Option<Read> {
    if item.text.is_empty() {
        let fault = source.error(item.span, "a list item without words");
        faults.push(fault.with_help("a top-level item is a statement: one or two sentences"));
        return None;
    }
    if let Some((lead, _, _)) = Lead::of(&item.text).filter(|(_, _, colon)| *colon) {
        let message = format!("a statement begins with `{}:`", lead.word());
        let fault = source.error(item.span.clone(), message);
        faults.push(fault.with_help("indent it by two spaces to hang it below its statement"));
        return None;
    }
    let mut braces = item.braces;
    let id = braces.take_id();
    let id_span = id.as_ref().map_or(item.span.clone(), |id| id.span.clone());
    let (axis, side) = (braces.take("axis"), braces.take("side"));
    let held = narrowed(source, section, axis.as_ref(), side.as_ref(), context.topic, faults);
    let confidence = braces.take("conf");
    let date = braces.take("date").and_then(|word| attribute_value::parsed(source, &word, faults));
    let cited = braces.take("source").map(|word| word.text);
    let point =
        braces.take("point").and_then(|word| attribute_value::parsed(source, &word, faults));
    let denies = braces.take("denies");
    let denies_span = denies.as_ref().map(|word| word.span.clone());
    let denies = denies.and_then(|word| attribute_value::parsed(source, &word, faults));
    braces.finish(source, "of a statement", &KEYS, faults);
    if let (Some(span), true) = (&denies_span, point.is_some() && point == denies) {
        let fault = source.error(span.clone(), "the statement denies the point that it makes");
        faults.push(fault.with_help("`point` is what it says, `denies` what it contradicts"));
    }
    let mut clauses = Clauses::default();
    for child in item.children {
        clauses.add(source, child, held.side, context.evidence, faults);
    }
    if held.axis.is_some() && held.side.is_none() {
        let fault = source.error(item.span.clone(), "the statement has an axis, but takes no side");
        faults.push(
            fault.as_warning().with_help("add `side=yes` or `side=no` to it or to its heading"),
        );
    }
    if clauses.reasons.is_empty() {
        let fault = source.error(item.span.clone(), "the statement has no reason");
        let help = "it can support others, but not lead; add a nested item `- because: …`";
        faults.push(fault.as_warning().with_help(help));
    }
    tally.statements += 1;
    tally.without_id += usize::from(id.is_none());
    tally.without_confidence += usize::from(confidence.is_none());
    tally.without_reasons += usize::from(clauses.reasons.is_empty());
    tally.without_axis += usize::from(held.axis.is_none());
    let statement = Statement {
        id: name(source, id, &item.text, faults),
        text: item.text,
        axis: held.axis,
        side: held.side,
        confidence: sureness(source, confidence, faults),
        date,
        source: cited,
        point,
        denies,
        reasons: clauses.reasons,
        assumptions: clauses.assumptions,
        evidence: clauses.evidence,
        unless: clauses.unless,
        concedes: clauses.concedes,
        answers: clauses.answers,
        inferred: None,
    };
    tell_unused(source, item.span, &statement, faults);
    Some(Read { statement, id_span, denies_span })
}

/// Tells what of a statement no argument of the provider `corpus` will hold.
fn tell_unused(source: &Source, span: Range<usize>, statement: &Statement, faults: &mut Faults) {
    let counts = [
        ("premises", statement.all_reasons().len(), MOST_PREMISES),
        ("assumptions", statement.assumptions.len(), MOST_ASSUMPTIONS),
        ("citations", statement.citations().count(), MOST_CITATIONS),
    ];
    let unused: Vec<String> = counts
        .into_iter()
        .filter(|(_, written, used)| written > used)
        .map(|(what, written, used)| format!("{used} of its {written} {what}"))
        .collect();
    if unused.is_empty() {
        return;
    }
    let message = format!("only the first {} are put forward by `corpus`", unused.join(", "));
    let help = format!(
        "an argument has at most {MOST_PREMISES} premises (reasons, then the reasons for these), {MOST_ASSUMPTIONS} \
         assumptions and {MOST_CITATIONS} citations: write the weightiest first, or make two statements of it"
    );
    faults.push(source.error(span, message).as_warning().with_help(help));
}

fn sureness(source: &Source, word: Option<Word>, faults: &mut Faults) -> Probability {
    let written = word.and_then(|word| attribute_value::share(source, &word, "conf", faults));
    written.unwrap_or(Probability::new(DEFAULT_CONFIDENCE).expect("the default is in range"))
}

fn name(source: &Source, id: Option<Word>, text: &str, faults: &mut Faults) -> StatementId {
    id.and_then(|word| attribute_value::parsed(source, &word, faults))
        .unwrap_or_else(|| derived(text))
}

/// Names a statement after its words: the first five and four digits of the hash of all, so that neither its
/// neighbours nor its place change its name.
pub(in crate::format) fn derived(text: &str) -> StatementId {
    let plain: String = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || c.is_whitespace() || *c == '-')
        .collect();
    let words =
        plain.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words.take(5).filter(|word| word.len() <= 24) {
        if slug.len() + word.len() < 56 {
            slug.push_str(word);
            slug.push('-');
        }
    }
    if slug.is_empty() {
        slug.push_str("statement-");
    }
    let hash = blake3::hash(text.as_bytes()).to_hex();
    StatementId::new(format!("{slug}{}", &hash[..4])).expect("lower-case words and hyphens")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_names_follow_the_words_and_nothing_else() {
        let one = derived("Robots — so-called — won't replace (all) people.");
        assert_eq!(one, derived("Robots — so-called — won't replace (all) people."));
        assert!(one.as_str().starts_with("robots-so-called-wont-replace-"), "{one}");
        assert_ne!(one, derived("Robots — so-called — won't replace (all) people!"));
        assert!(derived("日本語").as_str().starts_with("statement-"));
        assert!(derived(&"long ".repeat(100)).as_str().len() <= 64);
        assert!(derived(&"x".repeat(100)).as_str().starts_with("statement-"));
    }
}
