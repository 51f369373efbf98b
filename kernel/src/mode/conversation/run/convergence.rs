//! Whether a conversation goes in circles, and the signals of its convergence.

use std::collections::BTreeSet;

use super::moves::has_words;
use crate::mode::shared::repetition;
use crate::record::{Act, ProposedCrux, Signals, Turn};
use crate::vocabulary::NodeId;

/// How many of the latest turns are compared with as many before them.
const WINDOW: usize = 4;
/// A conversation with a higher overlap goes in circles.
const CIRCLES: f64 = 0.6;

/// The state of the graph after an update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Updated {
    /// How many turns there were.
    pub(crate) turns: usize,
    /// The arguments in some, but not in all, preferred extensions.
    pub(crate) frontier: BTreeSet<NodeId>,
    /// The number of arguments.
    pub(crate) arguments: usize,
    /// Whether an argument was added.
    pub(crate) has_new: bool,
    /// Whether anything was changed.
    pub(crate) has_changed: bool,
}

/// How much the latest four turns of the exchange repeat the four before. None before the eighth
/// turn with words.
///
/// *Range*: [0, 1].
pub(crate) fn repetition(turns: &[Turn]) -> Option<f64> {
    let spoken: Vec<&Turn> =
        turns.iter().filter(|turn| !turn.is_opening() && has_words(turn)).collect();
    repetition::repetition(&spoken, WINDOW)
}

/// Whether the latest turns repeat the words of those before.
pub(crate) fn goes_in_circles(turns: &[Turn]) -> bool {
    repetition(turns).is_some_and(|overlap| overlap > CIRCLES)
}

/// Whether the frontier is the same and not empty after the last three updates.
pub(crate) fn is_frontier_stable(updates: &[Updated]) -> bool {
    let Some([first, rest @ ..]) = updates.last_chunk::<3>().map(<[Updated; 3]>::as_slice) else {
        return false;
    };
    !first.frontier.is_empty() && rest.iter().all(|update| update.frontier == first.frontier)
}

/// Whether the last three updates added no argument and left the frontier as it was.
pub(crate) fn is_exhausted(updates: &[Updated]) -> bool {
    let Some([first, rest @ ..]) = updates.last_chunk::<3>().map(<[Updated; 3]>::as_slice) else {
        return false;
    };
    !first.has_new && rest.iter().all(|update| !update.has_new && update.frontier == first.frontier)
}

/// The signals after the last update.
pub(crate) fn signals(turns: &[Turn], updates: &[Updated]) -> Signals {
    let shrinking =
        updates.last_chunk::<2>().is_some_and(|[before, after]| after.arguments < before.arguments);
    let spoken = turns.iter().filter(|turn| has_words(turn));
    let conceded = spoken.clone().filter(|turn| turn.act == Act::Concede).count();
    Signals {
        shrinking,
        crux_proposed: !ProposedCrux::all(turns).is_empty(),
        frontier_stable: is_frontier_stable(updates),
        repetition: repetition(turns),
        concessions: conceded as f64 / spoken.count().max(1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{turns, updates};
    use super::*;

    #[test]
    fn dialogue_rule_6_the_frontier_is_stable_if_three_updates_leave_it_the_same_and_not_empty() {
        let stable = |frontiers: &[(&[u32], bool)]| is_frontier_stable(&updates(frontiers));
        assert!(!stable(&[(&[1], true), (&[1], true)]));
        assert!(stable(&[(&[2], true), (&[1], true), (&[1], false), (&[1], true)]));
        assert!(!stable(&[(&[1], true), (&[1], true), (&[1, 2], true)]));
        assert!(!stable(&[(&[], true), (&[], true), (&[], true)]), "nothing is contested");
    }

    #[test]
    fn dialogue_rule_8_three_updates_without_a_new_argument_and_with_the_same_frontier_end_the_exchange()
     {
        let ended = |frontiers: &[(&[u32], bool)]| is_exhausted(&updates(frontiers));
        assert!(ended(&[(&[1], false), (&[1], false), (&[1], false)]));
        assert!(ended(&[(&[], false), (&[], false), (&[], false)]), "an emptied frontier counts");
        assert!(!ended(&[(&[1], true), (&[1], false), (&[1], false)]));
        assert!(!ended(&[(&[1], false), (&[1], false), (&[2], false)]));
        assert!(!ended(&[(&[1], false), (&[1], false)]));
    }

    #[test]
    fn dialogue_rule_9_circling_needs_eight_turns_with_words_and_six_tenths_of_the_words() {
        let said = |texts: &[&str]| {
            let lines: Vec<&str> = texts.iter().map(|_| "ada claim").collect();
            let mut turns = turns(&lines);
            for (turn, text) in turns.iter_mut().zip(texts) {
                turn.text = (*text).to_owned();
            }
            turns
        };
        let same = said(&["shops lose custom"; 8]);
        assert_eq!(repetition(&same), Some(1.0));
        assert!(goes_in_circles(&same));
        assert_eq!(repetition(&same[1..]), None, "seven turns");
        let five = "alpha bravo carol delta tango";
        let three_of_five =
            said(&[five, "a", "a", "a", "alpha bravo carol hotel india", "a", "a", "a"]);
        assert_eq!(repetition(&three_of_five), Some(0.6));
        assert!(!goes_in_circles(&three_of_five), "six tenths are not more than six tenths");
        let mut failed = said(&["shops lose custom"; 8]);
        failed[7].act = Act::Silence;
        assert_eq!(repetition(&failed), None, "a pass has no words");
    }

    #[test]
    fn dialogue_rule_6_all_signals_are_reported() {
        let said = turns(&["ada claim", "ben concede", "ada fails", "ben propose"]);
        let mut states = updates(&[(&[1], true), (&[1], false)]);
        states[1].arguments = 3;
        let signals = signals(&said, &states);
        assert!(signals.shrinking && signals.crux_proposed && !signals.frontier_stable);
        assert_eq!(signals.repetition, None);
        assert!((signals.concessions - 1.0 / 3.0).abs() < 1e-12, "a failed call is not a turn");
    }
}
