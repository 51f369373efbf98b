//! Who answers yes and who no, each with one reason.

use faultline::graph::Node;
use faultline::record;
use faultline::text::to_sentence;
use faultline::vocabulary::{Corpus, PersonaId, Side, Topic};

use super::source::Source;
use crate::site::index::{DebateSummary, IndexedDebate};
use crate::site::persona_tag::Tag;
use crate::site::sentence::{any_of, full_stop};
use crate::unique::unique;
use faultline::view::glossary;

/// The answer of a persona to the topic's question.
#[derive(Debug)]
pub(super) struct Thesis {
    pub(super) id: PersonaId,
    pub(super) persona: Tag,
    pub(super) side: &'static str,
    pub(super) text: String,
    /// The first reason for it.
    pub(super) because: Option<String>,
    /// What its case in short assumes, and what would make it think again.
    pub(super) provided: Conditions,
    /// The number of finished debates in which the persona answers the opposite.
    pub(super) opposite: usize,
}

/// The conditions of an answer.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    /// As sentences.
    pub(super) assumes: Vec<String>,
    /// As clauses.
    unless: Vec<String>,
}

impl Conditions {
    /// Those of the persona's case in short for an answer.
    fn of(source: &Source<'_>, persona: &PersonaId, side: Side) -> Self {
        let corpus = source.corpus(persona).filter(|corpus| corpus.stance == side);
        let statements = corpus.into_iter().flat_map(Corpus::statements);
        let mut conditions = Self::default();
        for case in statements.filter(|own| own.is_case() && source.is_read(own)) {
            let assumed = case.assumptions.iter().map(|assumed| to_sentence(&assumed.text));
            conditions.assumes.extend(assumed);
            conditions.unless.extend(case.unless.iter().cloned());
        }
        conditions
    }

    /// What would make the persona think again, as a sentence; empty where it names nothing.
    pub(super) fn unless(&self) -> String {
        any_of(&self.unless)
    }
}

/// What yes and no to the topic's question mean, unless theses are given that all say exactly this.
pub(in crate::site) fn meanings<'t>(
    topic: &Topic,
    theses: impl Iterator<Item = &'t str>,
) -> Option<(String, String)> {
    let (yes, no) = (full_stop(&topic.yes), full_stop(&topic.no));
    let mut theses = theses.peekable();
    let is_said = theses.peek().is_some() && theses.all(|text| text == yes || text == no);
    (!is_said).then_some((yes, no))
}

/// The theses of the personas that debate: those that answer yes first, then by seat.
pub(super) fn theses(source: &Source<'_>, debates: &[&IndexedDebate]) -> Vec<Thesis> {
    let personas = unique(debates.iter().flat_map(|debate| &debate.personas));
    let mut theses: Vec<(Side, Thesis)> =
        personas.into_iter().filter_map(|persona| thesis(source, persona)).collect();
    theses.sort_by_key(|(side, _)| *side == Side::No);
    theses.into_iter().map(|(_, thesis)| thesis).collect()
}

/// The thesis that a persona states in most debates; without any, the stance of its corpus. A
/// debate in which it plays a part against its corpus states none of its own.
fn thesis(source: &Source<'_>, persona: &PersonaId) -> Option<(Side, Thesis)> {
    let stance = source.persona(persona).and_then(|known| known.answer(&source.topic.id));
    let stated: Vec<(&record::Thesis, &DebateSummary)> = source
        .finished
        .iter()
        .flat_map(|(_, summary)| summary.outcome.theses.iter().map(move |own| (own, *summary)))
        .filter(|(own, _)| own.persona == *persona && stance.is_none_or(|side| own.side == side))
        .collect();
    let tag = source.index.personas.tag(persona, source.here);
    let of_side = |side: Side| stated.iter().filter(move |(own, _)| own.side == side);
    let [yes, no] = [Side::Yes, Side::No].map(|side| of_side(side).count());
    if stated.is_empty() {
        let side = stance?;
        let (side_word, text) = (glossary::side(side), full_stop(source.topic.answer(side)));
        let id = persona.clone();
        let provided = Conditions::of(source, persona, side);
        let (persona, because, opposite) = (tag, None, 0);
        return Some((
            side,
            Thesis { id, persona, side: side_word, text, because, provided, opposite },
        ));
    }
    let side = if yes >= no { Side::Yes } else { Side::No };
    let (own, summary) = of_side(side).next()?;
    let thesis = Thesis {
        id: persona.clone(),
        persona: tag,
        side: glossary::side(side),
        text: full_stop(&own.text),
        because: first_reason(own, summary.node(own.node)),
        provided: Conditions::of(source, persona, side),
        opposite: yes.min(no),
    };
    Some((side, thesis))
}

/// The first reason for a thesis. Without a case in short the thesis is its own reason, which says
/// nothing.
pub(in crate::site) fn first_reason(
    thesis: &record::Thesis,
    node: Option<&Node>,
) -> Option<String> {
    let reason = node?.detail.premises.first()?;
    (*reason != thesis.text).then(|| full_stop(reason))
}
