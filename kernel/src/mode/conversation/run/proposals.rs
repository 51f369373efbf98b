//! Proposed cruxes: who proposed one, and who agreed.

use crate::record::{Phase, ProposedCrux, Turn};
use crate::vocabulary::PersonaId;

/// The latest proposal of another persona to which this one has not agreed.
pub(crate) fn open_for(turns: &[Turn], persona: &PersonaId) -> Option<ProposedCrux> {
    let mut open = ProposedCrux::all(turns);
    open.retain(|crux| crux.persona != *persona && !crux.acknowledged_by.contains(persona));
    open.pop()
}

/// Whether a persona has proposed a crux.
pub(crate) fn has_proposed(turns: &[Turn], persona: &PersonaId) -> bool {
    ProposedCrux::all(turns).iter().any(|crux| crux.persona == *persona)
}

/// Whether cruxes may be proposed in a phase.
pub(crate) fn are_welcome(phase: Phase) -> bool {
    match phase {
        Phase::CruxSeeking => true,
        Phase::Opening | Phase::Exchange | Phase::Resolution => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{persona, turns};
    use super::*;

    #[test]
    fn dialogue_rule_7_a_proposal_is_acknowledged_by_another_persona_only() {
        let of = |said: &[&str]| -> Vec<String> {
            let shown = |crux: ProposedCrux| {
                let by: Vec<&str> = crux.acknowledged_by.iter().map(PersonaId::as_str).collect();
                format!("{} by {}, acknowledged by {by:?}", crux.turn, crux.persona)
            };
            ProposedCrux::all(&turns(said)).into_iter().map(shown).collect()
        };
        assert_eq!(of(&["ada claim"]), [""; 0]);
        assert_eq!(of(&["ada propose"]), ["t1 by ada, acknowledged by []"]);
        assert_eq!(of(&["ada propose", "ada claim ack 1"]), ["t1 by ada, acknowledged by []"]);
        assert_eq!(
            of(&["ada propose", "ben propose ack 1"]),
            ["t1 by ada, acknowledged by [\"ben\"]", "t2 by ben, acknowledged by []"]
        );
        let said = turns(&["ada propose", "ben claim"]);
        assert_eq!(open_for(&said, &persona("ben")).map(|crux| crux.turn), Some(said[0].id));
        assert_eq!(open_for(&said, &persona("ada")), None, "a persona's own proposal");
        assert!(has_proposed(&said, &persona("ada")) && !has_proposed(&said, &persona("ben")));
    }
}
