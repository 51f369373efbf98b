//! Who speaks next.

use super::moves::has_words;
use crate::record::Turn;
use crate::vocabulary::PersonaId;

/// A persona that has not spoken for this many turns goes first.
const SILENT_FOR: usize = 3;

/// The next speaker: the persona that has been silent longest, if for at least three turns;
/// otherwise the one whose turn was just answered; otherwise the one after the last speaker in seat
/// order. No persona speaks twice in a row. Of four personas or more one has always been silent for
/// three turns, so that they speak in turn.
pub(crate) fn next(turns: &[Turn], personas: &[PersonaId]) -> PersonaId {
    let last = turns.last().and_then(|turn| turn.speaker.as_ref());
    let silence = |persona: &PersonaId| {
        let spoke = turns.iter().rev().position(|turn| turn.is_by(persona));
        spoke.unwrap_or(turns.len())
    };
    let seat = |persona: &PersonaId| personas.iter().position(|known| known == persona);
    let after = last.and_then(seat).map_or(0, |seat| seat + 1);
    let in_order = (0..personas.len()).map(|step| &personas[(after + step) % personas.len()]);
    let others: Vec<&PersonaId> = in_order.filter(|persona| Some(*persona) != last).collect();
    let Some(&following) = others.first() else { return personas[0].clone() };
    let longest = others.iter().map(|persona| silence(persona)).max().unwrap_or(0);
    if longest >= SILENT_FOR
        && let Some(silent) = others.iter().find(|persona| silence(persona) == longest)
    {
        return (*silent).clone();
    }
    let addressed = turns.last().filter(|turn| has_words(turn));
    let addressed = addressed.and_then(|last| addressee(turns, last));
    addressed.filter(|persona| others.contains(persona)).unwrap_or(following).clone()
}

/// The speaker of the turn that a turn answers.
pub(super) fn addressee<'t>(turns: &'t [Turn], turn: &Turn) -> Option<&'t PersonaId> {
    let answered = turn.speech.as_ref()?.replies_to?;
    turns.iter().find(|turn| turn.id == answered)?.speaker.as_ref()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{personas, turns};
    use super::*;

    fn next_of(ids: &[&str], said: &[&str]) -> String {
        next(&turns(said), &personas(ids)).to_string()
    }

    #[test]
    fn dialogue_rule_4_two_personas_alternate_also_after_a_pass_or_a_failed_call() {
        let of = |said: &[&str]| next_of(&["ada", "ben"], said);
        assert_eq!(of(&[]), "ada");
        assert_eq!(of(&["ada open", "ben open"]), "ada");
        assert_eq!(of(&["ada open", "ben open", "ada pass"]), "ben");
        assert_eq!(of(&["ada open", "ben open", "ada fails"]), "ben");
        assert_eq!(of(&["ada open", "ben open", "ada challenge 2", "ben challenge 3"]), "ada");
    }

    #[test]
    fn dialogue_rule_4_of_three_the_one_who_was_answered_speaks_until_another_is_silent_for_three_turns()
     {
        let of = |said: &[&str]| next_of(&["ada", "ben", "cleo"], said);
        let opened = ["ada open", "ben open", "cleo open"];
        let then = |more: &[&str]| of(&[&opened[..], more].concat());
        assert_eq!(then(&[]), "ada", "the next in seat order");
        assert_eq!(then(&["ada challenge 3"]), "cleo", "its turn was answered");
        assert_eq!(then(&["ada challenge 3", "cleo challenge 4"]), "ben", "silent for three turns");
        assert_eq!(then(&["ada claim"]), "ben", "no turn was answered");
    }

    #[test]
    fn dialogue_rule_4_of_four_the_longest_silence_goes_first_and_each_persona_speaks() {
        let ids = ["ada", "ben", "cleo", "dan"];
        let of = |said: &[&str]| next_of(&ids, said);
        let opened = ["ada open", "ben open", "cleo open", "dan open"];
        assert_eq!(of(&opened), "ada", "silent for three turns");
        let mut said: Vec<String> = opened.iter().map(ToString::to_string).collect();
        for _ in 0..8 {
            let lines: Vec<&str> = said.iter().map(String::as_str).collect();
            let next = of(&lines);
            said.push(format!("{next} challenge {}", said.len()));
        }
        for id in ids {
            let spoken = said.iter().filter(|line| line.starts_with(id)).count();
            assert_eq!(spoken, 3, "{id}: {said:?}");
        }
    }
}
