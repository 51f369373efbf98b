//! The phases of a conversation and its end.

use super::convergence::{Updated, goes_in_circles, is_exhausted, is_frontier_stable};
use super::moves::is_pass;
use super::proposals::has_proposed;
use crate::mode::conversation::SEARCH_UNTIL;
use crate::record::{Phase, ProposedCrux, StopReason, Turn};
use crate::vocabulary::PersonaId;

/// The free exchange ends after this share of the turns, in percent.
const EXCHANGE_UNTIL: u32 = 60;

/// What the controller decides from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress<'a> {
    pub(crate) personas: &'a [PersonaId],
    pub(crate) max_turns: usize,
    /// The turns so far, failed ones included.
    pub(crate) turns: &'a [Turn],
    /// The number of turns before the phase.
    pub(crate) turns_before: usize,
    /// The updates of the graph so far.
    pub(crate) updates: &'a [Updated],
    /// The number of updates before the phase.
    pub(crate) updates_before: usize,
}

/// A phase that follows, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transition {
    pub(crate) to: Phase,
    pub(crate) rule: String,
    /// Why the debate stops, where the resolution follows.
    pub(crate) reason: StopReason,
}

impl Transition {
    fn to(to: Phase, reason: StopReason, rule: impl Into<String>) -> Self {
        Self { to, rule: rule.into(), reason }
    }
}

/// The phase that follows now, by the first rule that is met.
pub(crate) fn transition(phase: Phase, progress: Progress<'_>) -> Option<Transition> {
    match phase {
        Phase::Opening => after_opening(progress),
        Phase::Exchange => after_exchange(progress),
        Phase::CruxSeeking => after_search(progress),
        Phase::Resolution => None,
    }
}

fn after_opening(progress: Progress<'_>) -> Option<Transition> {
    let has_opened = |persona| progress.turns.iter().any(|turn| turn.is_by(persona));
    let rule = "All personas have opened.";
    let all = progress.personas.iter().all(has_opened);
    all.then(|| Transition::to(Phase::Exchange, StopReason::Converged, rule))
}

fn after_exchange(progress: Progress<'_>) -> Option<Transition> {
    let search = |rule: &str| Transition::to(Phase::CruxSeeking, StopReason::Converged, rule);
    if let Some(end) = progress.exhausted() {
        return Some(end);
    }
    if is_frontier_stable(progress.updates) {
        return Some(search("The contested arguments were the same in three successive updates."));
    }
    if goes_in_circles(progress.turns) {
        return Some(search("The turns repeat the words of earlier turns."));
    }
    if progress.has_used(EXCHANGE_UNTIL) {
        return Some(search("More than 60% of the turns were used."));
    }
    progress.all_passed().then(|| search("No persona had anything to add."))
}

fn after_search(progress: Progress<'_>) -> Option<Transition> {
    use StopReason::{Converged, MaxRounds, NoMoves};
    let resolve = |reason, rule: &str| Transition::to(Phase::Resolution, reason, rule);
    if ProposedCrux::all(progress.turns).iter().any(|crux| !crux.acknowledged_by.is_empty()) {
        return Some(resolve(Converged, "A persona proposed a crux, and another one agreed."));
    }
    if progress.personas.iter().all(|persona| has_proposed(progress.turns, persona)) {
        return Some(resolve(Converged, "Every persona proposed a crux."));
    }
    if let Some(end) = progress.exhausted() {
        return Some(end);
    }
    if progress.all_passed() {
        return Some(resolve(NoMoves, "No persona had anything to add in the search for a crux."));
    }
    let is_over = progress.has_used(SEARCH_UNTIL);
    is_over.then(|| {
        resolve(
            MaxRounds,
            "More than 85% of the turns were used without a crux on which two agree.",
        )
    })
}

impl Progress<'_> {
    fn has_used(&self, percent: u32) -> bool {
        100 * self.turns.len() > percent as usize * self.max_turns
    }

    /// Whether every persona passed in its last turn, and all of them in this phase.
    fn all_passed(&self) -> bool {
        let of_phase = self.turns.get(self.turns_before..).unwrap_or_default();
        let latest: Vec<&Turn> = of_phase.iter().rev().take(self.personas.len()).collect();
        latest.len() == self.personas.len() && latest.iter().all(|turn| is_pass(turn))
    }

    /// The end of the debate where the last three updates of this phase brought nothing new.
    fn exhausted(&self) -> Option<Transition> {
        let of_phase = self.updates.get(self.updates_before..).unwrap_or_default();
        let last = of_phase.last().filter(|_| is_exhausted(of_phase))?;
        let was_contested = self.updates.iter().any(|update| !update.frontier.is_empty());
        let rule = match (last.frontier.is_empty(), was_contested) {
            (true, true) => {
                "The disagreement was resolved by concession: no argument is contested any more."
            }
            (true, false) => {
                "No argument was ever contested, and three updates brought no new one."
            }
            (false, _) => {
                "Three successive updates brought no new argument, and the contested ones were the same."
            }
        };
        Some(Transition::to(Phase::Resolution, StopReason::Converged, rule))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{personas, turns, updates};
    use super::*;

    /// The phase that follows, and the beginning of its rule.
    fn after(
        phase: Phase,
        said: &[&str],
        frontiers: &[(&[u32], bool)],
        max_turns: usize,
    ) -> String {
        let (personas, turns, updates) =
            (personas(&["ada", "ben"]), turns(said), updates(frontiers));
        let progress = Progress {
            personas: &personas,
            max_turns,
            turns: &turns,
            turns_before: 2,
            updates: &updates,
            updates_before: 0,
        };
        transition(phase, progress).map_or_else(String::new, |transition| {
            format!("{:?} {:?}: {}", transition.to, transition.reason, transition.rule)
        })
    }

    #[test]
    fn dialogue_rule_1_the_exchange_begins_when_all_have_opened_even_if_a_call_failed() {
        let of = |said: &[&str]| after(Phase::Opening, said, &[], 30);
        assert_eq!(of(&["ada open"]), "");
        assert!(of(&["ada open", "ben fails"]).starts_with("Exchange"));
    }

    #[test]
    fn dialogue_rule_6_the_search_begins_with_a_stable_frontier_circles_sixty_percent_or_passes() {
        let opened = ["ada open", "ben open"];
        let of = |more: &[&str], frontiers: &[(&[u32], bool)], max| {
            after(Phase::Exchange, &[&opened[..], more].concat(), frontiers, max)
        };
        let stable: &[(&[u32], bool)] = &[(&[1, 2][..], true); 3];
        assert_eq!(of(&["ada claim"], &[], 30), "");
        assert!(of(&["ada claim"], stable, 30).contains("the same in three successive"));
        assert!(of(&["ada claim"; 4], &[], 10).is_empty(), "six of ten are not more than 60%");
        assert!(of(&["ada claim"; 5], &[], 10).contains("60%"));
        assert!(of(&["ada claim", "ben pass", "ada pass"], &[], 30).contains("anything to add"));
        assert!(of(&["ada pass", "ben fails"], &[], 30).is_empty(), "a failed call is not a pass");
        let circles = ["ada claim"; 8];
        // The sample texts differ by their number only, which is a word; «text» is the other.
        assert!(of(&circles, &[], 30).is_empty());
    }

    #[test]
    fn dialogue_rule_7_the_search_ends_with_an_agreed_proposal_proposals_of_all_passes_or_eighty_five_percent()
     {
        let opened = ["ada open", "ben open"];
        let of =
            |more: &[&str], max| after(Phase::CruxSeeking, &[&opened[..], more].concat(), &[], max);
        assert_eq!(of(&["ada propose", "ben claim"], 30), "");
        assert!(of(&["ada propose", "ben claim ack 3"], 30).contains("another one agreed"));
        assert!(of(&["ada propose", "ben propose"], 30).contains("Every persona proposed"));
        assert!(of(&["ada pass", "ben pass"], 30).starts_with("Resolution NoMoves"));
        assert!(of(&["ada claim"; 15], 20).is_empty(), "17 of 20 are not more than 85%");
        assert!(of(&["ada claim"; 16], 20).starts_with("Resolution MaxRounds"));
    }

    #[test]
    fn dialogue_rule_8_three_updates_without_anything_new_end_the_debate_and_say_whether_it_was_resolved()
     {
        let of = |phase, frontiers: &[(&[u32], bool)]| {
            after(phase, &["ada open", "ben open"], frontiers, 30)
        };
        let same: &[(&[u32], bool)] = &[(&[1][..], false); 3];
        let emptied: &[(&[u32], bool)] = &[(&[1], true), (&[], false), (&[], false), (&[], false)];
        let never: &[(&[u32], bool)] = &[(&[][..], false); 3];
        for phase in [Phase::Exchange, Phase::CruxSeeking] {
            assert!(of(phase, same).contains("the contested ones were the same"));
            assert!(of(phase, emptied).contains("resolved by concession"));
            assert!(of(phase, never).contains("No argument was ever contested"));
        }
    }
}
