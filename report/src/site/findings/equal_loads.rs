//! Loads that are the same on every card, which are said once above the cards, and the order of the
//! cards then.

use faultline::text::listed;
use faultline::view::load::{Chain, Load};
use faultline::view::sentence::in_words;
use faultline::vocabulary::Topic;

use super::card::Card;

/// Takes the loads off the cards where each answer carries one of the reasons for its author's
/// thesis, and says so in a sentence. `None` if there is one card, or if an answer carries
/// more, less, or an unknown part of its case.
pub(super) fn said_once(cards: &mut [Card], topic: &Topic) -> Option<String> {
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for stance in cards.iter().flat_map(|card| &card.stances) {
        let Some(Load::Reasons(1, all)) = stance.of.load else { return None };
        if all == 1 || stance.of.chain != Chain::default() {
            return None;
        }
        let persona = &stance.persona.name;
        match reasons.iter().find(|(known, _)| known == persona) {
            Some((_, known)) if *known != all => return None,
            Some(_) => {}
            None => reasons.push((persona.clone(), all)),
        }
    }
    if cards.len() < 2 {
        return None;
    }
    for stance in cards.iter_mut().flat_map(|card| &mut card.stances) {
        stance.of.load = None;
    }
    let of = |(persona, all): &(String, usize)| format!("one of {} for {persona}", in_words(*all));
    let shares = listed(&reasons.iter().map(of).collect::<Vec<_>>());
    let order = order(topic, cards.iter().map(|card| card.question.as_str()));
    Some(format!(
        "On each answer below rests one reason for its author’s thesis: {shares}. Each reason counts the same in this computation.{order}"
    ))
}

/// What follows the reason why questions are equal: that they are in the order of the topic, where
/// they are.
pub(in crate::site) fn order<'q>(
    topic: &Topic,
    questions: impl Iterator<Item = &'q str>,
) -> &'static str {
    let place = |question: &str| topic.axes.iter().position(|axis| axis.question == question);
    let places: Option<Vec<usize>> = questions.map(place).collect();
    match places {
        Some(places) if places.is_sorted() => " The questions are in the order of the topic.",
        Some(_) | None => "",
    }
}
