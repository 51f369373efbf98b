//! Items nested below a statement. The first word of an item, its keyword, says how the item
//! relates to the statement.

use toml::Spanned;

use super::context::Context;
use super::section::NONE;
use crate::format::attribute_value;
use crate::format::attributes::Attributes;
use crate::format::fault::Faults;
use crate::format::markdown::Item;
use crate::format::observation;
use crate::format::source::Source;
use crate::format::suggestion;
use crate::text::to_sentence;
use crate::vocabulary::{
    Assumption, AxisSide, Citation, Component, Evidence, EvidenceId, Objection, Reason, Side, Topic,
};

/// The maximum number of levels of reasons for reasons.
const MOST_REASON_LEVELS: usize = 4;

const KEYWORDS: [&str; 6] = ["because", "assumes", "evidence", "unless", "concedes", "answers"];
const COMPONENTS: [(&str, Component); 4] = [
    ("claim", Component::Claim),
    ("premise", Component::Premise(0)),
    ("assumption", Component::Assumption(0)),
    ("inference", Component::Inference),
];

/// The keyword of a nested item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Because,
    Assumes,
    Evidence,
    Unless,
    Concedes,
    /// `answers`, followed by a word that names a component.
    Answers(Option<Component>),
}

impl Keyword {
    /// Splits a text into its keyword and the rest, and returns whether there is a colon between
    /// them.
    pub(super) fn of(text: &str) -> Option<(Self, &str, bool)> {
        let (word, rest) = first_word(text);
        let keyword = match word.to_lowercase().as_str() {
            "because" => Self::Because,
            "assumes" => Self::Assumes,
            "evidence" => Self::Evidence,
            "unless" => Self::Unless,
            "concedes" => Self::Concedes,
            "answers" => {
                let (name, after) = first_word(rest.trim_start());
                let name = name.to_lowercase();
                let component = COMPONENTS.iter().find(|(known, _)| *known == name);
                let rest = if component.is_some() { after } else { rest };
                let keyword = Self::Answers(component.map(|(_, component)| *component));
                return Some(after_colon(keyword, rest));
            }
            _ => return None,
        };
        Some(after_colon(keyword, rest))
    }

    /// Returns the keyword as written.
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

/// Whether an item starts with a keyword, or with a misspelled keyword and a colon.
pub(super) fn has_keyword(text: &str) -> bool {
    let (word, rest) = first_word(text);
    let misspelled = rest.starts_with(':') && suggestion::nearest(word, KEYWORDS).is_some();
    misspelled || Keyword::of(text).is_some()
}

fn after_colon(keyword: Keyword, rest: &str) -> (Keyword, &str, bool) {
    let rest = rest.trim_start();
    let colon = rest.strip_prefix(':');
    (keyword, colon.unwrap_or(rest).trim(), colon.is_some())
}

fn first_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(text.len()))
}

/// The nested items of one statement, by keyword.
#[derive(Debug, Default)]
pub(super) struct NestedItems {
    pub(super) reasons: Vec<Reason>,
    pub(super) assumptions: Vec<Assumption>,
    pub(super) evidence: Vec<Citation>,
    pub(super) unless: Vec<String>,
    pub(super) concedes: Vec<String>,
    pub(super) answers: Vec<Objection>,
}

impl NestedItems {
    /// Reads one item below a statement that takes `side`.
    pub(super) fn add(
        &mut self,
        source: &Source,
        mut item: Item,
        side: Option<Side>,
        context: Context<'_>,
        faults: &mut Faults,
    ) {
        let store = context.evidence;
        let Some((keyword, text)) = keyword_and_text(source, &item, &KEYWORDS, faults) else {
            return;
        };
        let attributes = std::mem::take(&mut item.attributes);
        match keyword {
            Keyword::Because => {
                self.reasons.push(reason(source, item, &text, attributes, 1, context, faults));
            }
            Keyword::Evidence => {
                refuse_nested_items(source, &item, keyword, faults);
                self.evidence.push(citation(source, text, attributes, store, faults));
            }
            Keyword::Assumes => {
                let mut attributes = attributes;
                let Tag { asserts, is_off_axes } =
                    Tag::take(source, &mut attributes, context.topic, faults);
                attributes.finish(source, "`assumes`", &ASSERTION_KEYS, faults);
                refuse_nested_items(source, &item, keyword, faults);
                self.assumptions.push(Assumption { text, asserts, is_off_axes });
            }
            Keyword::Unless => {
                refuse_attributes(source, &item, keyword, attributes, faults);
                observation::check(source, item.span, &text, faults);
                self.unless.push(text);
            }
            Keyword::Concedes => {
                let attributes = check_granted_side(source, attributes, side, faults);
                refuse_attributes(source, &item, keyword, attributes, faults);
                self.concedes.push(text);
            }
            Keyword::Answers(component) => {
                refuse_attributes(source, &item, keyword, attributes, faults);
                self.answers.extend(component.map(|component| Objection { component, text }));
            }
        }
    }
}

/// Returns the keyword of an item and its text, as a sentence except after `unless`, where it stays
/// a clause. A keyword that is not one of `allowed` is a fault.
fn keyword_and_text(
    source: &Source,
    item: &Item,
    allowed: &[&str],
    faults: &mut Faults,
) -> Option<(Keyword, String)> {
    let found = Keyword::of(&item.text).filter(|(keyword, _, _)| allowed.contains(&keyword.word()));
    let Some((keyword, text, _)) = found else {
        let word = first_word(&item.text).0.to_lowercase();
        let (message, help) = if KEYWORDS.contains(&word.as_str()) {
            let message = format!("`{word}` is not allowed here");
            (message, format!("allowed below a reason: {}", suggestion::listed(allowed)))
        } else {
            let message = "this item does not say how it relates to the item above it".to_owned();
            (message, suggestion::remedy(&word, "start it with one of", allowed))
        };
        faults.push(source.error(item.span.clone(), message).with_help(help));
        return None;
    };
    if keyword == Keyword::Answers(None) {
        let (word, _) = first_word(text);
        let names = COMPONENTS.map(|(name, _)| name);
        let remedy = suggestion::remedy(word, "after `answers`, write one of", &names);
        let message = "this item does not say what it answers";
        faults.push(source.error(item.span.clone(), message).with_help(remedy));
        return None;
    }
    if text.is_empty() {
        let message = format!("`{}` has no text", keyword.word());
        let fault = source.error(item.span.clone(), message);
        faults.push(fault.with_help("write the rest of the sentence, or remove the item"));
        return None;
    }
    let text = match keyword {
        Keyword::Unless => text.trim_end_matches('.').to_owned(),
        Keyword::Because
        | Keyword::Assumes
        | Keyword::Evidence
        | Keyword::Concedes
        | Keyword::Answers(_) => to_sentence(text),
    };
    Some((keyword, text))
}

/// The keys that say which side of an axis a reason or an assumption asserts.
const ASSERTION_KEYS: [&str; 2] = ["axis", "side"];

/// What the tag of a reason or an assumption says.
#[derive(Default)]
struct Tag {
    /// The side of an axis that it asserts.
    asserts: Option<AxisSide>,
    /// Whether it says `axis=none`.
    is_off_axes: bool,
}

impl Tag {
    /// Reads a tag. One key without the other is a fault, and so is a side beside `axis=none`.
    fn take(
        source: &Source,
        attributes: &mut Attributes,
        topic: Option<&Topic>,
        faults: &mut Faults,
    ) -> Self {
        let (axis, side) = (attributes.take("axis"), attributes.take("side"));
        if axis.as_ref().is_some_and(|word| word.as_ref() == NONE) {
            if let Some(side) = side {
                let message = "a reason or an assumption with `axis=none` takes no side";
                let fault = source.error(side.span(), message);
                faults.push(fault.with_help("remove `side=`, or name the axis"));
            }
            return Self { asserts: None, is_off_axes: true };
        }
        if let (Some(word), None) | (None, Some(word)) = (&axis, &side) {
            let missing = if axis.is_some() { "side" } else { "axis" };
            let fault = source.error(word.span(), format!("the tag has no `{missing}`"));
            faults.push(fault.with_help(
                "a reason or an assumption that asserts one side of an axis names both: `{axis=… side=…}`; one that asserts none is \
                 `{axis=none}`",
            ));
        }
        let side = side.and_then(|word| attribute_value::side(source, &word, "side", faults));
        let axis = axis.and_then(|word| attribute_value::axis(source, &word, topic, faults));
        let asserts = axis.zip(side).map(|(axis, side)| AxisSide { axis, side });
        Self { asserts, is_off_axes: false }
    }
}

fn reason(
    source: &Source,
    item: Item,
    text: &str,
    mut attributes: Attributes,
    level: usize,
    context: Context<'_>,
    faults: &mut Faults,
) -> Reason {
    let Tag { asserts, is_off_axes } = Tag::take(source, &mut attributes, context.topic, faults);
    attributes.finish(source, "a reason", &ASSERTION_KEYS, faults);
    let mut reason = Reason { asserts, is_off_axes, ..Reason::new(text) };
    for mut child in item.children {
        let Some((keyword, text)) =
            keyword_and_text(source, &child, &["because", "evidence"], faults)
        else {
            continue;
        };
        let attributes = std::mem::take(&mut child.attributes);
        if keyword == Keyword::Evidence {
            refuse_nested_items(source, &child, keyword, faults);
            reason.evidence.push(citation(source, text, attributes, context.evidence, faults));
        } else if level == MOST_REASON_LEVELS {
            let fault = source.error(child.span, "reasons are nested too deeply");
            let help = format!(
                "reasons can have {MOST_REASON_LEVELS} levels: make this one a statement of its own"
            );
            faults.push(fault.with_help(help));
        } else {
            let below = self::reason(source, child, &text, attributes, level + 1, context, faults);
            reason.reasons.push(below);
        }
    }
    reason
}

fn citation(
    source: &Source,
    text: String,
    mut attributes: Attributes,
    store: Option<&Evidence>,
    faults: &mut Faults,
) -> Citation {
    let evidence = attributes.take("ref").and_then(|word| reference(source, &word, store, faults));
    attributes.finish(source, "evidence", &["ref"], faults);
    Citation { text, evidence }
}

fn reference(
    source: &Source,
    word: &Spanned<String>,
    store: Option<&Evidence>,
    faults: &mut Faults,
) -> Option<EvidenceId> {
    let id: EvidenceId = attribute_value::parsed(source, word, faults)?;
    let Some(store) = store.filter(|store| store.item(&id).is_none()) else { return Some(id) };
    let names: Vec<&str> = store.items.iter().map(|item| item.id.as_str()).collect();
    let message = format!("no evidence on this topic is named `{id}`");
    let remedy = if names.is_empty() {
        "there are no facts on this topic: write them to its file in `data/evidence`".to_owned()
    } else {
        suggestion::remedy(id.as_str(), "evidence", &names)
    };
    faults.push(source.error(word.span(), message).with_help(remedy));
    None
}

/// Checks the side to which a concession grants a point. It can only be the other side, so it is
/// not kept.
fn check_granted_side(
    source: &Source,
    mut attributes: Attributes,
    held: Option<Side>,
    faults: &mut Faults,
) -> Attributes {
    let Some(word) = attributes.take("side") else { return attributes };
    let granted = attribute_value::side(source, &word, "side", faults);
    if granted.is_some() && granted != held.map(Side::opposite) {
        let message = match held {
            Some(held) => format!("the statement itself takes the side `{}`", held.word()),
            None => "the statement takes no side, so it cannot concede a point to the other side"
                .to_owned(),
        };
        let help =
            "a concession grants a point to the other side: write that side, or remove `side`";
        faults.push(source.error(word.span(), message).with_help(help));
    }
    attributes
}

fn refuse_attributes(
    source: &Source,
    item: &Item,
    keyword: Keyword,
    attributes: Attributes,
    faults: &mut Faults,
) {
    let known: &[&str] = if keyword == Keyword::Concedes { &["side"] } else { &[] };
    attributes.finish(source, &format!("`{}`", keyword.word()), known, faults);
    refuse_nested_items(source, item, keyword, faults);
}

fn refuse_nested_items(source: &Source, item: &Item, keyword: Keyword, faults: &mut Faults) {
    if let Some(child) = item.children.first() {
        let message = format!("`{}` cannot have nested items", keyword.word());
        let fault = source.error(child.span.clone(), message);
        faults.push(fault.with_help("only statements and `because` can have nested items"));
    }
}
