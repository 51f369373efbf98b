//! The components of an argument, and their words.

use std::borrow::Cow;
use std::mem::discriminant;

use crate::text::{Bag, Lexicon};
use crate::vocabulary::{Component, MOST_PREMISES, Statement};

/// One component of each kind.
pub(super) const KINDS: [Component; 4] =
    [Component::Claim, Component::Premise(0), Component::Assumption(0), Component::Inference];

/// A component of something heard, as the texts that make it up.
pub(super) struct ComponentTexts<'t> {
    pub(super) component: Component,
    pub(super) texts: Vec<&'t str>,
}

/// The premises of the argument that a statement makes: its first reasons.
pub fn premises(statement: &Statement) -> impl Iterator<Item = &str> {
    let reasons = statement.all_reasons().into_iter();
    reasons.map(|reason| reason.text.as_str()).take(MOST_PREMISES)
}

/// The components of an argument that a reply may be aimed at. The inference is the premises
/// together with the claim.
pub(super) fn components<'t>(
    claim: &'t str,
    premises: impl IntoIterator<Item = &'t str>,
    assumptions: impl IntoIterator<Item = &'t str>,
) -> Vec<ComponentTexts<'t>> {
    let premises: Vec<&str> = premises.into_iter().collect();
    let inference = premises.iter().copied().chain([claim]).collect();
    let passage = |component, texts| ComponentTexts { component, texts };
    let each = |component: fn(usize) -> Component, texts: Vec<&'t str>| {
        texts.into_iter().enumerate().map(move |(at, text)| passage(component(at), vec![text]))
    };
    [passage(Component::Claim, vec![claim]), passage(Component::Inference, inference)]
        .into_iter()
        .chain(each(Component::Premise, premises))
        .chain(each(Component::Assumption, assumptions.into_iter().collect()))
        .collect()
}

/// Whether a reply that was written for one component may be aimed at another: only at one of the
/// same kind.
pub(super) fn is_for(written: Component, aimed: Component) -> bool {
    discriminant(&written) == discriminant(&aimed)
}

/// The words of a component.
pub(super) fn bag<'l>(lexicon: &'l Lexicon, texts: &[&str]) -> Cow<'l, Bag> {
    match texts {
        [text] => lexicon.bag(text),
        texts => Cow::Owned(lexicon.joined(texts)),
    }
}
