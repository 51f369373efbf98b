//! Loads that are the same on every card, which are said once above the cards.

use faultline::text::listed;
use faultline::view::load::{Chain, Load};
use faultline::view::sentence::in_words;

use super::card::Card;

/// Takes the loads off the cards where each answer carries one of the reasons for its author's
/// thesis, and says so in a sentence. `None` if there is one card, or if an answer carries
/// more, less, or an unknown part of its case.
pub(super) fn said_once(cards: &mut [Card]) -> Option<String> {
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
    Some(format!(
        "On each answer below rests one reason for its author’s thesis: {shares}. Which reason weighs most is not known."
    ))
}
