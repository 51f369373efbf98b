//! What questions read from turns and from the statements that turns make.

use std::collections::BTreeMap;

use crate::corpus::{LinkedBy, Voice, Voices};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::vocabulary::{AxisSide, PersonaId, Statement, TurnId};

/// The name of a speaker.
pub(super) fn name<'n>(names: &'n BTreeMap<PersonaId, String>, speaker: &'n PersonaId) -> &'n str {
    names.get(speaker).map_or(speaker.as_str(), String::as_str)
}

/// The turn of an id that an answer names.
pub(super) fn turn_named<'t>(turns: &'t [ShownTurn], id: &str) -> Option<&'t ShownTurn> {
    turns.iter().find(|turn| turn.id.to_string() == id)
}

/// The statement that a turn makes, where it makes a claim by one: the axis and the side that it
/// answers.
pub(super) fn claimed<'a>(
    voices: &Voices<'a>,
    turn: &ShownTurn,
) -> Option<(TurnId, &'a Statement)> {
    let makes_claim = |own: &&Statement| match turn.label {
        MoveLabel::Claim | MoveLabel::Challenge => true,
        MoveLabel::Concede => turn.text != own.text,
        MoveLabel::Clarify
        | MoveLabel::Reframe
        | MoveLabel::ProposeCrux
        | MoveLabel::Pass
        | MoveLabel::Close => false,
    };
    let voice = voices.voice(&turn.speaker).ok()?;
    let said = turn.excerpts.iter().find_map(|id| {
        let own = voice.statement(id)?;
        turn.text.contains(own.text.as_str()).then_some(own)
    });
    said.filter(makes_claim).map(|statement| (turn.id, statement))
}

/// What the reasons of a statement assert by their author's own word. What their words make
/// probable is too little for a relation.
pub(super) fn stated<'a>(voice: &Voice<'a>, own: &Statement) -> impl Iterator<Item = &'a AxisSide> {
    let links = voice.links(own).reasons.iter().flatten();
    links.filter(|link| link.by != LinkedBy::Words).map(|link| &link.asserts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair};
    use crate::mode::conversation::run::samples::shown_turn;
    use crate::vocabulary::{Seed, StatementId};

    #[test]
    fn a_turn_claims_the_statement_that_it_says_unless_it_only_concedes_by_it() {
        let corpora = everything(&pair());
        let voices = corpora.voices(Seed(1));
        let statement = "Shops lose the custom of drivers.";
        let beside = format!("I grant that some walk. {statement}");
        let cases = [
            (MoveLabel::Claim, statement, true),
            (MoveLabel::Challenge, statement, true),
            (MoveLabel::Claim, "Some walk.", false),
            (MoveLabel::Concede, statement, false),
            (MoveLabel::Concede, &beside, true),
            (MoveLabel::Clarify, statement, false),
        ];
        for (label, text, expected) in cases {
            let excerpts = vec![StatementId::new("takings").unwrap()];
            let turn = shown_turn(5, "keeper", label, None);
            let turn = ShownTurn { text: text.into(), excerpts, ..turn };
            assert_eq!(claimed(&voices, &turn).is_some(), expected, "{label:?}: {text}");
        }
    }
}
