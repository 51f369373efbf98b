//! When what was said enters the graph.

use super::moves::{has_words, is_substantive};
use crate::record::{Act, Turn};

/// A claim, a challenge and a response enter the graph once this many turns have passed since the
/// last update.
const AFTER_A_RESPONSE: usize = 4;
/// After this many turns the graph is updated in any case.
const AT_THE_LATEST: usize = 5;

/// Why the graph is to be updated after these turns, all those since the last update; `None` if it
/// is not due yet.
///
/// An explanation is not a response. Turns without words do not count.
pub(crate) fn due(since: &[Turn]) -> Option<&'static str> {
    let spoken: Vec<&Turn> = since.iter().filter(|turn| has_words(turn)).collect();
    match since.last().filter(|turn| has_words(turn)).map(|turn| turn.act) {
        Some(Act::Concede) => return Some("A persona conceded a point."),
        Some(Act::Reframe) => return Some("A persona reframed the question."),
        Some(Act::Propose) => return Some("A persona proposed a crux."),
        _ => {}
    }
    if spoken.len() >= AT_THE_LATEST {
        return Some("Five turns were taken.");
    }
    let has_response = spoken.len() >= AFTER_A_RESPONSE && has_exchange(&spoken);
    has_response.then_some("A claim was challenged, and the challenge was answered.")
}

/// Whether a claim was made, then challenged by another persona, and the challenge was answered by
/// a third turn.
fn has_exchange(spoken: &[&Turn]) -> bool {
    let substantive: Vec<&&Turn> = spoken.iter().filter(|turn| is_substantive(turn)).collect();
    substantive.windows(3).any(|turns| {
        let [claim, challenge, response] = turns else { return false };
        claim.act == Act::Assert
            && challenge.act == Act::Challenge
            && claim.speaker != challenge.speaker
            && response.speaker != challenge.speaker
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples::turns;
    use super::*;

    #[test]
    fn dialogue_rule_5_the_graph_is_updated_after_a_concession_a_reframing_a_proposal_an_exchange_and_five_turns()
     {
        let exchange = "A claim was challenged, and the challenge was answered.";
        let five = "Five turns were taken.";
        let cases: &[(&[&str], Option<&str>)] = &[
            (&[], None),
            (&["ada claim"], None),
            (&["ada concede"], Some("A persona conceded a point.")),
            (&["ada claim", "ben reframe"], Some("A persona reframed the question.")),
            (&["ada propose"], Some("A persona proposed a crux.")),
            (&["ada claim", "ben challenge", "ada challenge"], None),
            (&["ada claim", "ben challenge", "ada challenge", "ben challenge"], Some(exchange)),
            (&["ada challenge", "ben claim", "ada challenge", "ben claim"], Some(exchange)),
            (&["ada challenge", "ben challenge", "ada challenge", "ben challenge"], None),
            (&["ada claim", "ben challenge", "ada clarify", "ben clarify"], None),
            (
                &["ada clarify", "ben clarify", "ada clarify", "ben clarify", "ada clarify"],
                Some(five),
            ),
            (&["ada challenge", "ben fails", "ada pass", "ben pass", "ada challenge"], None),
            (&["ada fails", "ben fails", "ada fails", "ben fails", "ada fails", "ben fails"], None),
        ];
        for (said, expected) in cases {
            assert_eq!(due(&turns(said)), *expected, "{said:?}");
        }
    }
}
