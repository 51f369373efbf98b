//! What is nested below a statement: a leading word says how it hangs on it.

use crate::format::braces::{Braces, Word};
use crate::format::fault::Faults;
use crate::format::markdown::Item;
use crate::format::source::Source;
use crate::format::spell;
use crate::format::value::{self, sentence};
use crate::vocabulary::{Citation, Component, Evidence, EvidenceId, Objection, Reason, Side};

/// Reasons hang on reasons so deep at most.
const MOST_REASONS: usize = 4;

const WORDS: [&str; 6] = ["because", "assumes", "evidence", "unless", "concedes", "answers"];
const COMPONENTS: [(&str, Component); 4] = [
    ("claim", Component::Claim),
    ("premise", Component::Premise(0)),
    ("assumption", Component::Assumption(0)),
    ("inference", Component::Inference),
];

/// The word that leads a nested item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    Because,
    Assumes,
    Evidence,
    Unless,
    Concedes,
    /// A component is named by a word of its own.
    Answers(Option<Component>),
}

impl Lead {
    /// The leading word of a text, what follows it, and whether a colon parts them.
    pub(super) fn of(text: &str) -> Option<(Self, &str, bool)> {
        let (word, rest) = first_word(text);
        let lead = match word.to_lowercase().as_str() {
            "because" => Self::Because,
            "assumes" => Self::Assumes,
            "evidence" => Self::Evidence,
            "unless" => Self::Unless,
            "concedes" => Self::Concedes,
            "answers" => {
                let (part, after) = first_word(rest.trim_start());
                let part = part.to_lowercase();
                let component = COMPONENTS.iter().find(|(name, _)| *name == part);
                let rest = if component.is_some() { after } else { rest };
                let lead = Self::Answers(component.map(|(_, component)| *component));
                return Some(after_colon(lead, rest));
            }
            _ => return None,
        };
        Some(after_colon(lead, rest))
    }

    /// The leading word itself.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Because => "because",
            Self::Assumes => "assumes",
            Self::Evidence => "evidence",
            Self::Unless => "unless",
            Self::Concedes => "concedes",
            Self::Answers(_) => "answers",
        }
    }
}

/// Whether an item begins with a leading word, or with what was probably meant for one before a colon.
pub(super) fn is_tag(text: &str) -> bool {
    let (word, rest) = first_word(text);
    let meant = rest.starts_with(':') && spell::nearest(word, WORDS).is_some();
    meant || Lead::of(text).is_some()
}

fn after_colon(lead: Lead, rest: &str) -> (Lead, &str, bool) {
    let rest = rest.trim_start();
    let colon = rest.strip_prefix(':');
    (lead, colon.unwrap_or(rest).trim(), colon.is_some())
}

fn first_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len()))
}

/// Everything that hangs on one statement.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    pub(super) reasons: Vec<Reason>,
    pub(super) assumptions: Vec<String>,
    pub(super) evidence: Vec<Citation>,
    pub(super) unless: Vec<String>,
    pub(super) concedes: Vec<String>,
    pub(super) answers: Vec<Objection>,
}

impl Clauses {
    /// Reads one nested item of a statement that takes `side`.
    pub(super) fn add(
        &mut self,
        source: &Source,
        mut item: Item,
        side: Option<Side>,
        store: Option<&Evidence>,
        faults: &mut Faults,
    ) {
        let Some((lead, text)) = lead(source, &item, &WORDS, faults) else { return };
        let braces = std::mem::take(&mut item.braces);
        match lead {
            Lead::Because => {
                self.reasons.push(reason(source, item, &text, braces, 1, store, faults));
            }
            Lead::Evidence => {
                childless(source, &item, lead, faults);
                self.evidence.push(citation(source, text, braces, store, faults));
            }
            Lead::Assumes => {
                plain(source, &item, lead, braces, faults);
                self.assumptions.push(text);
            }
            Lead::Unless => {
                plain(source, &item, lead, braces, faults);
                self.unless.push(text);
            }
            Lead::Concedes => {
                let granted = braces_side(source, braces, side, faults);
                plain(source, &item, lead, granted, faults);
                self.concedes.push(text);
            }
            Lead::Answers(component) => {
                plain(source, &item, lead, braces, faults);
                self.answers.extend(component.map(|component| Objection { component, text }));
            }
        }
    }
}

/// The lead of an item and its text as a sentence, but what follows `unless` as the clause that it is; what is not led by
/// one of `allowed` is a fault.
fn lead(
    source: &Source,
    item: &Item,
    allowed: &[&str],
    faults: &mut Faults,
) -> Option<(Lead, String)> {
    let found = Lead::of(&item.text).filter(|(lead, _, _)| allowed.contains(&lead.word()));
    let Some((lead, text, _)) = found else {
        let word = first_word(&item.text).0.to_lowercase();
        let (message, help) = if WORDS.contains(&word.as_str()) {
            let message = format!("`{word}` cannot hang here");
            (message, format!("below a reason: {}", spell::listed(allowed)))
        } else {
            let message = "this item does not say how it hangs on the one above it".to_owned();
            (message, spell::remedy(&word, "begin it with one of", allowed))
        };
        faults.push(source.error(item.span.clone(), message).with_help(help));
        return None;
    };
    if lead == Lead::Answers(None) {
        let (word, _) = first_word(text);
        let names = COMPONENTS.map(|(name, _)| name);
        let remedy = spell::remedy(word, "after `answers` comes one of", &names);
        let message = "this item does not say what it answers";
        faults.push(source.error(item.span.clone(), message).with_help(remedy));
        return None;
    }
    if text.is_empty() {
        let message = format!("`{}` is followed by nothing", lead.word());
        let fault = source.error(item.span.clone(), message);
        faults.push(fault.with_help("write the rest of the sentence, or take the item out"));
        return None;
    }
    let text =
        if lead == Lead::Unless { text.trim_end_matches('.').to_owned() } else { sentence(text) };
    Some((lead, text))
}

fn reason(
    source: &Source,
    item: Item,
    text: &str,
    braces: Braces,
    depth: usize,
    store: Option<&Evidence>,
    faults: &mut Faults,
) -> Reason {
    braces.finish(source, "of a reason", &[], faults);
    let mut reason = Reason { text: text.to_owned(), reasons: Vec::new(), evidence: Vec::new() };
    for mut child in item.children {
        let Some((lead, text)) = lead(source, &child, &["because", "evidence"], faults) else {
            continue;
        };
        let braces = std::mem::take(&mut child.braces);
        if lead == Lead::Evidence {
            childless(source, &child, lead, faults);
            reason.evidence.push(citation(source, text, braces, store, faults));
        } else if depth == MOST_REASONS {
            let fault = source.error(child.span, "reasons are nested too deep");
            let help = format!(
                "at most {MOST_REASONS} hang on each other; make it a statement of its own"
            );
            faults.push(fault.with_help(help));
        } else {
            let below = self::reason(source, child, &text, braces, depth + 1, store, faults);
            reason.reasons.push(below);
        }
    }
    reason
}

fn citation(
    source: &Source,
    text: String,
    mut braces: Braces,
    store: Option<&Evidence>,
    faults: &mut Faults,
) -> Citation {
    let evidence = braces.take("ref").and_then(|word| reference(source, &word, store, faults));
    braces.finish(source, "of evidence", &["ref"], faults);
    Citation { text, evidence }
}

fn reference(
    source: &Source,
    word: &Word,
    store: Option<&Evidence>,
    faults: &mut Faults,
) -> Option<EvidenceId> {
    let id: EvidenceId = value::parsed(source, word, faults)?;
    let Some(store) = store.filter(|store| store.item(&id).is_none()) else { return Some(id) };
    let names: Vec<&str> = store.items.iter().map(|item| item.id.as_str()).collect();
    let message = format!("no evidence is named `{id}` on this topic");
    let remedy = spell::remedy(id.as_str(), "evidence", &names);
    faults.push(source.error(word.span.clone(), message).with_help(remedy));
    None
}

/// A concession may name the side that it grants a point to; it can only be the other one, so nothing need be kept.
fn braces_side(
    source: &Source,
    mut braces: Braces,
    held: Option<Side>,
    faults: &mut Faults,
) -> Braces {
    let Some(word) = braces.take("side") else { return braces };
    let granted = value::side(source, &word, "side", faults);
    if granted.is_some() && granted != held.map(Side::opposite) {
        let message = match held {
            Some(held) => format!("the statement itself takes the side `{}`", held.word()),
            None => "the statement takes no side, so none is left to concede to".to_owned(),
        };
        let help = "a concession grants the other side a point: write that side, or leave it out";
        faults.push(source.error(word.span, message).with_help(help));
    }
    braces
}

fn plain(source: &Source, item: &Item, lead: Lead, braces: Braces, faults: &mut Faults) {
    let known: &[&str] = if lead == Lead::Concedes { &["side"] } else { &[] };
    braces.finish(source, &format!("of `{}`", lead.word()), known, faults);
    childless(source, item, lead, faults);
}

fn childless(source: &Source, item: &Item, lead: Lead, faults: &mut Faults) {
    if let Some(child) = item.children.first() {
        let message = format!("nothing can hang on `{}`", lead.word());
        let fault = source.error(child.span.clone(), message);
        faults.push(fault.with_help("only a statement and `because` have items below them"));
    }
}
