//! The cruxes of a topic as cards: one for each question, however many debates found it.

mod mode_findings;
mod question;
mod stances;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use faultline::record::{FoundBy, Position, lost_reasons};
use faultline::view::first_wordings;
use faultline::view::glossary::{self, Term};
use faultline::vocabulary::{PersonaId, Probability, Side};

use self::mode_findings::ModeFinding;
use self::question::{Naming, Question};
use self::stances::divides;
use super::source::{Extent, Source};
use super::thesis::Thesis;
use crate::site::blocks::RichText;
use crate::site::comparison;
use crate::site::evidence::is_refuted;
use crate::site::persona_tag::Tag;
use crate::site::route::{Anchor, Link, Route, slug};
use crate::site::sentence::full_stop;
use crate::site::stance::Stance;

/// A question with what every debate found about it.
#[derive(Debug)]
pub(super) struct Card {
    pub(super) id: String,
    /// The card with everything: on the page of the topic.
    pub(super) link: Link,
    /// The short title of its axis, where it has one.
    pub(super) axis: Option<String>,
    pub(super) question: String,
    /// Whether personas on both sides declare what would change their view of it.
    pub(super) is_declared: bool,
    pub(super) kind: Term,
    /// Whether debates looked for what depends on the question, and none of them could tell for
    /// both sides.
    pub(super) is_load_unknown: bool,
    pub(super) stances: Vec<Stance>,
    pub(super) turns_on: Option<Hinge>,
    /// What both sides say about it.
    pub(super) shared: Vec<String>,
    pub(super) counterfactual: Option<String>,
    pub(super) settles: Option<String>,
    pub(super) mode_findings: Vec<ModeFinding>,
    /// The number of debates that name it as a crux.
    pub(super) debates: usize,
    /// The number of finished debates in which personas take part who answer it differently.
    pub(super) possible: usize,
}

impl Card {
    /// Whether any persona declares what would change its mind.
    pub(super) fn has_conditions(&self) -> bool {
        self.stances.iter().any(|held| held.of.flip.is_some() || !held.unless.is_empty())
    }

    /// Whether anything is known of what depends on an answer or would change it.
    pub(super) fn has_details(&self) -> bool {
        self.has_conditions() || self.stances.iter().any(|stance| stance.of.load.is_some())
    }

    /// Whether every side is a guess, so that nothing shows a disagreement.
    pub(super) fn is_guessed(&self) -> bool {
        self.stances.len() > 1 && self.stances.iter().all(|held| held.of.is_guessed)
    }
}

/// The premise or assumption on which the arguments about the question depend most.
#[derive(Debug)]
pub(super) struct Hinge {
    pub(super) text: String,
    /// The mode and the card of the debate that found it: each debate has its own.
    pub(super) mode: String,
    pub(super) link: Link,
    /// Whether it cites something that the evidence store refutes.
    pub(super) is_refuted: bool,
    pub(super) asserted_by: Vec<Tag>,
    pub(super) denied_by: Vec<Tag>,
}

/// The cards: questions whose load a debate knows first, among these declared double cruxes, then
/// the questions that most modes name, that most debates name, and that carry most load; questions
/// that are equal in all this in the order of the topic, as on the pages of debates.
///
/// What both sides grant in any debate, `granted`, is not a reason of one persona on a card.
pub(super) fn cards(
    source: &Source<'_>,
    theses: &[Thesis],
    granted: &BTreeSet<&str>,
    extent: Extent,
) -> Vec<Card> {
    let mut questions: Vec<Question<'_>> = Vec::new();
    for (debate, summary) in &source.finished {
        for crux in &summary.outcome.cruxes {
            let naming = Naming { debate, summary, crux };
            let text = source.key(crux.axis.as_ref(), &crux.question);
            if let Some(known) = questions.iter_mut().find(|known| known.text == text) {
                known.namings.push(naming);
            } else {
                let axis = crux.axis.as_ref().and_then(|id| source.topic.axis(id));
                questions.push(Question { text: text.to_owned(), axis, namings: vec![naming] });
            }
        }
    }
    for question in &mut questions {
        question.namings.sort_by_key(|naming| precedence(naming.crux.found));
    }
    let mut cards: Vec<(Question<'_>, Card)> = questions
        .into_iter()
        .zip(1..)
        .map(|(question, number)| {
            let mut stances = question.stances(source, theses, granted);
            note_guesses(&mut stances);
            let card = question.card(source, stances, extent, number);
            (question, card)
        })
        .collect();
    cards.sort_by(|(one, card), (other, next)| {
        let key = |question: &Question<'_>, card: &Card| {
            let certain = (card.is_load_unknown, !card.is_declared);
            (certain, Reverse(question.modes()), Reverse(card.debates))
        };
        let by_load = other.load().total_cmp(&one.load());
        key(one, card)
            .cmp(&key(other, next))
            .then(by_load)
            .then(one.place(source.topic).cmp(&other.place(source.topic)))
    });
    cards.into_iter().map(|(_, card)| card).collect()
}

/// Says beside each text whose side is a guess that its answer is not clear, unless all are, which
/// the page says once.
fn note_guesses(stances: &mut [Stance]) {
    if stances.len() > 1 && stances.iter().all(|held| held.of.is_guessed) {
        return;
    }
    for held in stances.iter_mut().filter(|held| held.of.is_guessed) {
        let unclear = glossary::unclear_side(held.of.side);
        held.remarks.insert(0, RichText::plain(unclear));
    }
}

/// What a persona would lose with its answer, as a clause, where each mode has its load; `None` if
/// no mode has one.
fn lost_in_modes(persona: &str, loads: &[f64], is_decisive: bool) -> Option<String> {
    let least = loads.iter().copied().min_by(f64::total_cmp)?;
    let most = loads.iter().copied().max_by(f64::total_cmp)?;
    let [low, high] = [least, most].map(|load| format!("{:.0}", 100.0 * load));
    if low == high {
        lost_reasons(persona, Probability::new(most).ok(), is_decisive)
    } else {
        Some(format!(
            "{persona} would lose {low} to {high}% of the reasons for its thesis, depending on the mode"
        ))
    }
}

/// A computed load says more about a crux than a claim that it is one.
fn precedence(found: FoundBy) -> u8 {
    match found {
        FoundBy::Load => 0,
        FoundBy::LoadUnknown => 1,
        FoundBy::Proposed => 2,
    }
}

impl Question<'_> {
    fn card(&self, source: &Source<'_>, stances: Vec<Stance>, extent: Extent, number: u32) -> Card {
        let name = self.axis.map_or_else(|| format!("question-{number}"), |a| slug(a.id.as_str()));
        let anchor = Anchor::Question(source.topic.id.clone(), name);
        let page = Route::Topic(source.topic.id.clone());
        let declares = |side: Side| {
            let mut on_side = stances.iter().filter(|held| held.of.side == Some(side));
            on_side.any(|held| held.of.flip.is_some())
        };
        let kind = self.axis.map_or(self.namings[0].crux.kind, |axis| axis.kind);
        Card {
            id: anchor.id(),
            link: match extent {
                Extent::Short => page.link_to(source.here, &anchor),
                Extent::Full => source.here.link_to(source.here, &anchor),
            },
            axis: self.axis.map(|axis| axis.title.clone()),
            question: self.text.clone(),
            is_declared: declares(Side::Yes) && declares(Side::No),
            kind: glossary::kind(kind),
            is_load_unknown: self.has(FoundBy::LoadUnknown) && !self.has(FoundBy::Load),
            possible: source
                .finished
                .iter()
                .filter(|(debate, _)| divides(&stances, debate))
                .count()
                .max(self.debates()),
            turns_on: self.turns_on(source),
            shared: self.shared(),
            counterfactual: self.counterfactual(source),
            settles: self.settles(),
            mode_findings: self.mode_findings(source, &stances),
            debates: self.debates(),
            stances,
        }
    }

    /// How much of its case each persona would lose with its answer. What a change does to
    /// strengths is on the pages of the debates: only some modes have strengths, and theirs depend
    /// on the semantics.
    fn counterfactual(&self, source: &Source<'_>) -> Option<String> {
        let of_load = self.namings.iter().filter(|naming| naming.crux.found == FoundBy::Load);
        let mut named = BTreeSet::new();
        let loses = |held: &Position| {
            let persona = source.index.personas.tag(&held.persona, source.here).name;
            let loads = self.mean_loads(source, &held.persona);
            let is_decisive = self.is_decisive(source, &held.persona);
            let lost = lost_in_modes(&persona, &loads, is_decisive)?;
            let side = held.side?.opposite();
            let sentence = format!("If the answer were “{}”, {lost}.", side.word());
            named.insert(held.persona.clone()).then_some(sentence)
        };
        let sentences: Vec<String> =
            of_load.flat_map(|naming| &naming.crux.positions).filter_map(loses).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// What the exchange about it turns on in one of its debates: a statement whose evidence the
    /// topic's store does not refute before others, and among these a reason or an assumption
    /// before a whole statement.
    fn turns_on(&self, source: &Source<'_>) -> Option<Hinge> {
        let store = source.index.experiment.evidence.get(&source.topic.id);
        let hinges = self.namings.iter().filter_map(|naming| {
            let found = naming.crux.turns_on.as_ref()?;
            let node = naming.summary.node(found.node);
            let is_refuted = node.is_some_and(|node| is_refuted(store, &node.detail.evidence));
            let is_whole = node.is_some_and(|node| node.text == found.text);
            Some((is_refuted, is_whole, naming, found))
        });
        let (is_refuted, _, naming, found) =
            hinges.min_by_key(|&(is_refuted, is_whole, ..)| (is_refuted, is_whole))?;
        let tags = |personas: &[PersonaId]| source.index.personas.tags(personas, source.here);
        Some(Hinge {
            text: full_stop(&found.text),
            mode: comparison::title(naming.debate),
            link: Route::crux(naming.debate, naming.crux.id, source.here),
            is_refuted,
            asserted_by: tags(&found.asserted_by),
            denied_by: tags(&found.denied_by),
        })
    }

    /// The points that both sides say, in the first wording of each.
    fn shared(&self) -> Vec<String> {
        let Some(naming) = self.namings.iter().find(|naming| !naming.crux.shared.is_empty()) else {
            return Vec::new();
        };
        first_wordings(&naming.crux.shared, &naming.summary.outcome)
            .filter_map(|node| naming.summary.node(node))
            .map(|node| full_stop(&node.text))
            .collect()
    }

    /// The observation that would settle it, as the topic names it; otherwise the question that
    /// would.
    fn settles(&self) -> Option<String> {
        let of_axis = self.axis.map(|axis| full_stop(&axis.settles));
        let asked = || {
            let texts = self.namings.iter().map(|naming| naming.crux.settling_question.trim());
            let mut new = texts.filter(|text| !text.is_empty() && *text != self.text);
            new.next().map(str::to_owned)
        };
        of_axis.filter(|text| !text.is_empty()).or_else(asked)
    }
}
