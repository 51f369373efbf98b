//! What a persona is shown of a debate.

use super::*;
use crate::mode::dialectic::detail::DebateState;
use crate::mode::tests::scripted::{ADA, BEN, in_debate, topic};

/// A turn of the first round that rests on these statements.
fn said(context: &mut DebateContext<'_>, by: &str, text: &str, excerpts: &[&str]) -> Turn {
    let spoken = SpokenTurn {
        passage: topic().passages[0].id.clone(),
        round: 1,
        builds_on: vec![],
        state: DebateState::Open,
        even_if: false,
    };
    let excerpts = excerpts.iter().map(|id| StatementId::new(*id).unwrap());
    let speech = Speech { excerpts: excerpts.collect(), ..Speech::new(Phase::Exchange) };
    let turn = Turn::new(context.next_turn(), 0, Move::Claim.act(), text, CallId::new(1));
    let detail = Some(ModeDetail::new(&TurnDetail::Said(spoken)));
    Turn { detail, ..turn.spoken_by(&PersonaId::new(by).unwrap(), speech) }
}

#[test]
fn dialectic_rule_4_what_was_said_before_a_branch_is_shown_first_and_counted() {
    in_debate(&[ADA, BEN], |context| {
        let (topic, personas) = (topic(), context.setting.personas);
        let tension = [ADA, BEN].map(|by| said(context, by, "So it is.", &[])).to_vec();
        let own = said(context, BEN, "So it stays.", &[]);
        let passage = &topic.passages[0];
        let mut debate = Debate::new(passage, topic.clone(), None, vec![], tension, vec![]);
        debate.turns.push(own);
        let question = debate.question(context, &personas[0], &[]);
        let shown: Vec<&str> = question.turns.iter().map(|turn| turn.text.as_str()).collect();
        assert_eq!(shown, ["So it is.", "So it is.", "So it stays."]);
        assert_eq!(question.before, 2);
    });
}

#[test]
fn dialectic_rule_2_a_persona_has_said_the_statements_of_its_turns_whose_words_they_contain() {
    in_debate(&[ADA, BEN], |context| {
        let (topic, personas) = (topic(), context.setting.personas);
        let cited = ["ada-on-trade", "ada-second"];
        let turn = said(context, ADA, "What ada-on-trade says. So it is.", &cited);
        context.record_turn(turn);
        let debate = Debate::new(&topic.passages[0], topic.clone(), None, vec![], vec![], vec![]);
        let question = debate.question(context, &personas[0], &[]);
        let said: Vec<&str> = question.said.iter().map(StatementId::as_str).collect();
        assert_eq!(said, ["ada-on-trade"], "it only rests on the other one");
    });
}
