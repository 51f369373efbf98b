//! Stop rules: when a debate ends.
//!
//! A mode lists its rules in the order in which they apply; the first that is met names the reason.
//! The limit on rounds comes after all of them. A round in which a turn is lost because a call
//! failed never counts towards a rule. If what was heard in it meets the condition, it does not
//! break a row of rounds that meet one; if it does not, the row ends.
//!
//! Stability ends a debate early because a language model never runs out of words. The rules
//! therefore depend on which provider answers: personas that run out of moves, as those of the
//! provider `corpus` do, continue until no move is left or the limit on rounds is reached. What the
//! provider answers cannot decide this: the answer that leaves a round stable says nothing about
//! the moves that are left.

use crate::mode::debate_context::DebateContext;
use crate::record::{Stop, StopReason};

/// A rule that ends a debate after enough successive rounds that meet its condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    reason: StopReason,
    /// The rule as outcomes quote it.
    sentence: String,
    /// How many successive rounds must meet the condition.
    rounds: u32,
    /// How many of the latest rounds have met it.
    met: u32,
    /// Whether it reads that nothing changes any more. That says nothing about personas who still
    /// have moves.
    reads_stability: bool,
}

impl Rule {
    /// The debate ends after a round without moves.
    pub(crate) fn no_moves(sentence: impl Into<String>) -> Self {
        Self::no_moves_for(1, sentence)
    }

    /// The debate has converged after `rounds` stable rounds in a row.
    pub(crate) fn converged(rounds: u32, sentence: impl Into<String>) -> Self {
        Self { reads_stability: true, ..Self::new(StopReason::Converged, rounds, sentence) }
    }

    /// The personas agree in the end.
    pub(crate) fn agreed(sentence: impl Into<String>) -> Self {
        Self::new(StopReason::Converged, 1, sentence)
    }

    /// The debate ends after `rounds` rounds in a row that bring nothing.
    pub(crate) fn no_moves_for(rounds: u32, sentence: impl Into<String>) -> Self {
        Self::new(StopReason::NoMoves, rounds, sentence)
    }

    fn new(reason: StopReason, rounds: u32, sentence: impl Into<String>) -> Self {
        Self { reason, sentence: sentence.into(), rounds, met: 0, reads_stability: false }
    }
}

/// The end of a debate in which no persona sees the others, after its opening.
pub(crate) fn isolated() -> Stop {
    let rule =
        "Personas do not see each other, so there is no round in which they answer each other.";
    Stop { reason: StopReason::NoMoves, rule: rule.to_owned(), rounds: 0 }
}

/// The end of a mode that asks one question.
pub(crate) fn one_call() -> Stop {
    let rule = "This mode makes one call, and it was answered.".to_owned();
    Stop { reason: StopReason::Converged, rule, rounds: 0 }
}

/// Whether the personas of a debate run out of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moves {
    Finite,
    Endless,
}

/// The stop rules of a mode, in the order in which they apply.
#[derive(Debug)]
pub(crate) struct StopRules<const N: usize> {
    rules: [Rule; N],
    max_rounds: u32,
}

impl<const N: usize> StopRules<N> {
    pub(crate) fn new(rules: [Rule; N], max_rounds: u32) -> Self {
        Self { rules, max_rounds }
    }

    /// The first rule that ends the debate after this round. `meets` says for each rule whether the
    /// round meets its condition.
    pub(crate) fn after_round(
        &mut self,
        context: &DebateContext<'_>,
        meets: [bool; N],
    ) -> Option<Stop> {
        let moves = if context.setting.provider.capabilities().runs_out_of_moves {
            Moves::Finite
        } else {
            Moves::Endless
        };
        self.after(context.round(), context.is_round_complete(), moves, meets)
    }

    fn after(
        &mut self,
        round: u32,
        all_answered: bool,
        moves: Moves,
        meets: [bool; N],
    ) -> Option<Stop> {
        for (rule, meets) in self.rules.iter_mut().zip(meets) {
            rule.met = if meets { rule.met + u32::from(all_answered) } else { 0 };
        }
        let stop = |reason, rule: String| Some(Stop { reason, rule, rounds: round });
        let applies = |rule: &&Rule| moves == Moves::Endless || !rule.reads_stability;
        match self.rules.iter().filter(applies).find(|rule| rule.met >= rule.rounds) {
            Some(rule) => stop(rule.reason, rule.sentence.clone()),
            None if round >= self.max_rounds => {
                let rule = format!("The limit on rounds was reached: {}.", self.max_rounds);
                stop(StopReason::MaxRounds, rule)
            }
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reasons to stop after each round, with the limit of four rounds. A round is: whether all
    /// personas answered, whether no persona moved, whether the graph was stable.
    fn reasons(rules: [Rule; 2], rounds: &[(bool, [bool; 2])]) -> Vec<Option<StopReason>> {
        reasons_with(Moves::Endless, rules, rounds)
    }

    fn reasons_with(
        moves: Moves,
        rules: [Rule; 2],
        rounds: &[(bool, [bool; 2])],
    ) -> Vec<Option<StopReason>> {
        let mut rules = StopRules::new(rules, 4);
        let after = |(&(answered, meets), round)| rules.after(round, answered, moves, meets);
        rounds.iter().zip(1..).map(after).map(|stop| stop.map(|stop| stop.reason)).collect()
    }

    fn no_moves_first() -> [Rule; 2] {
        [Rule::no_moves("No move."), Rule::converged(2, "Stable.")]
    }

    #[test]
    fn the_first_rule_in_the_list_of_the_mode_names_the_reason() {
        let both = [(true, [false, true]), (true, [true, true])];
        assert_eq!(reasons(no_moves_first(), &both), [None, Some(StopReason::NoMoves)]);
        let [no_moves, converged] = no_moves_first();
        let both = [(true, [true, false]), (true, [true, true])];
        assert_eq!(reasons([converged, no_moves], &both), [None, Some(StopReason::Converged)]);
    }

    #[test]
    fn a_debate_converges_only_after_successive_stable_rounds() {
        let stable = |stable| (true, [false, stable]);
        let rounds = [stable(true), stable(false), stable(true), stable(true)];
        let converged = Some(StopReason::Converged);
        assert_eq!(reasons(no_moves_first(), &rounds), [None, None, None, converged]);
    }

    #[test]
    fn personas_with_finite_moves_continue_through_stable_rounds_until_no_move_is_left() {
        let stable = (true, [false, true]);
        let rounds = [stable, stable, stable, (true, [true, true])];
        let no_moves = Some(StopReason::NoMoves);
        let found = reasons_with(Moves::Finite, no_moves_first(), &rounds);
        assert_eq!(found, [None, None, None, no_moves]);
        let found = reasons_with(Moves::Finite, no_moves_first(), &[stable; 4]);
        assert_eq!(found, [None, None, None, Some(StopReason::MaxRounds)]);
    }

    #[test]
    fn a_round_with_a_failed_call_never_counts_towards_a_rule() {
        let rounds = [(true, [false, true]), (false, [true, true]), (true, [false, true])];
        let converged = Some(StopReason::Converged);
        assert_eq!(reasons(no_moves_first(), &rounds), [None, None, converged]);
    }

    #[test]
    fn the_limit_on_rounds_is_the_last_rule() {
        let moving = (true, [false, false]);
        let rounds = [moving, moving, moving, moving];
        let limit = Some(StopReason::MaxRounds);
        assert_eq!(reasons(no_moves_first(), &rounds), [None, None, None, limit]);
        let rounds = [moving, moving, moving, (true, [true, false])];
        assert_eq!(reasons(no_moves_first(), &rounds)[3], Some(StopReason::NoMoves));
    }
}
