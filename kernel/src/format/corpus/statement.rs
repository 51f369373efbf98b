//! Reads a list item as a statement.

use std::ops::Range;

use toml::Spanned;

use super::context::Context;
use super::nested_item::{Keyword, NestedItems};
use super::section::Section;
use super::tally::Tally;
use crate::format::attribute_value;
use crate::format::fault::{Fault, Faults};
use crate::format::markdown::Item;
use crate::format::source::Source;
use crate::format::statement_defaults::{default_confidence, derived_id};
use crate::vocabulary::{
    MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Probability, Side, Statement, StatementId,
};

const KEYS: [&str; 8] = ["conf", "date", "source", "point", "denies", "axis", "side", "passage"];

/// A statement, with the spans of the names that other statements must match.
#[derive(Debug)]
pub(super) struct ParsedStatement {
    pub(super) statement: Statement,
    pub(super) item_span: Range<usize>,
    pub(super) id_span: Range<usize>,
    pub(super) denies_span: Option<Range<usize>>,
}

/// Reads a statement. Returns `None`, with a fault, if the item is not a statement.
pub(super) fn read(
    source: &Source,
    item: Item,
    section: &Section,
    context: Context<'_>,
    tally: &mut Tally,
    faults: &mut Faults,
) -> Option<ParsedStatement> {
    if let Some(fault) = not_a_statement(source, &item) {
        faults.push(fault);
        return None;
    }
    let mut attributes = item.attributes;
    let id = attributes.take_id();
    let id_span = id.as_ref().map_or(item.span.clone(), Spanned::span);
    let (axis, side) = (attributes.take("axis"), attributes.take("side"));
    let section = section.narrowed(source, axis.as_ref(), side.as_ref(), context.topic, faults);
    let confidence = attributes.take("conf");
    let date = attributes.take_parsed("date", source, faults);
    let cited = attributes.take("source").map(Spanned::into_inner);
    let point = attributes.take_parsed("point", source, faults);
    let passage = attributes.take("passage");
    let passage =
        passage.and_then(|word| attribute_value::passage(source, &word, context.topic, faults));
    let denies = attributes.take("denies");
    let denies_span = denies.as_ref().map(Spanned::span);
    let denies = denies.and_then(|word| attribute_value::parsed(source, &word, faults));
    attributes.finish(source, "a statement", &KEYS, faults);
    if let Some(span) = denies_span.clone().filter(|_| point.is_some() && point == denies) {
        faults.push(self_denial(source, span));
    }
    let nested = nested_items(source, item.children, section.side, context, faults);
    tally.without_id += usize::from(id.is_none());
    let statement = Statement {
        id: id_or_derived(source, id, &item.text, faults),
        text: item.text,
        axis: section.axis,
        side: section.side,
        is_off_axes: section.is_off_axes,
        passage,
        is_confidence_assumed: confidence.is_none(),
        confidence: self::confidence(source, confidence, faults),
        date,
        source: cited,
        point,
        denies,
        reasons: nested.reasons,
        assumptions: nested.assumptions,
        evidence: nested.evidence,
        unless: nested.unless,
        concedes: nested.concedes,
        answers: nested.answers,
        inferred: None,
    };
    tally.add(&statement);
    warn_of_missing(source, &item.span, &statement, faults);
    warn_of_unused(source, item.span.clone(), &statement, faults);
    Some(ParsedStatement { statement, item_span: item.span, id_span, denies_span })
}

fn nested_items(
    source: &Source,
    items: Vec<Item>,
    side: Option<Side>,
    context: Context<'_>,
    faults: &mut Faults,
) -> NestedItems {
    let mut nested = NestedItems::default();
    for item in items {
        nested.add(source, item, side, context, faults);
    }
    nested
}

fn self_denial(source: &Source, span: Range<usize>) -> Fault {
    let fault = source.error(span, "the statement denies the point that it makes");
    fault.with_help("`point` names what the statement asserts, `denies` what it contradicts")
}

/// Why an item cannot be a statement.
fn not_a_statement(source: &Source, item: &Item) -> Option<Fault> {
    if item.text.is_empty() {
        let fault = source.error(item.span.clone(), "the list item has no text");
        return Some(fault.with_help("a top-level item is a statement: one or two sentences"));
    }
    let (keyword, _, _) = Keyword::of(&item.text).filter(|(_, _, colon)| *colon)?;
    let message = format!("a statement starts with `{}:`", keyword.word());
    let fault = source.error(item.span.clone(), message);
    Some(fault.with_help("indent it by two spaces to nest it below its statement"))
}

/// Warns of an axis without a side, and of a missing reason.
fn warn_of_missing(
    source: &Source,
    span: &Range<usize>,
    statement: &Statement,
    faults: &mut Faults,
) {
    let mut warn = |message: &str, help: &str| {
        faults.push(source.error(span.clone(), message).as_warning().with_help(help));
    };
    if statement.axis.is_some() && statement.side.is_none() {
        let help = "add `side=yes` or `side=no` to the statement or to its heading";
        warn("the statement has an axis but no side", help);
    }
    if statement.reasons.is_empty() {
        let help = "without a reason it can only support other statements; add a nested item `- because: …`";
        warn("the statement has no reason", help);
    }
}

/// Warns of premises, assumptions and citations that the provider `corpus` does not use.
fn warn_of_unused(source: &Source, span: Range<usize>, statement: &Statement, faults: &mut Faults) {
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
    if unused.is_empty() || statement.is_case() {
        return;
    }
    let message = format!("the provider `corpus` uses only the first {}", unused.join(", "));
    let help = format!(
        "an argument has at most {MOST_PREMISES} premises (reasons, then the reasons for these), {MOST_ASSUMPTIONS} \
         assumptions and {MOST_CITATIONS} citations: put the most important first, or split the statement"
    );
    faults.push(source.error(span, message).as_warning().with_help(help));
}

fn confidence(source: &Source, word: Option<Spanned<String>>, faults: &mut Faults) -> Probability {
    let written = word.and_then(|word| attribute_value::share(source, &word, "conf", faults));
    written.unwrap_or_else(default_confidence)
}

fn id_or_derived(
    source: &Source,
    id: Option<Spanned<String>>,
    text: &str,
    faults: &mut Faults,
) -> StatementId {
    id.and_then(|word| attribute_value::parsed(source, &word, faults))
        .unwrap_or_else(|| derived_id(text))
}
