//! Which answers of a corpus count, and how sure it is of them.

use super::*;

#[test]
fn a_corpus_answers_no_message_twice() {
    let personas = personas_with(0, |statements| {
        let thought = statements[2].answers.clone();
        let walk = statement("walk", "Nobody walks far.", "trade", Side::Yes);
        statements.push(crate::vocabulary::Statement { answers: thought, ..walk });
    });
    let answers = |answered: Option<u32>| {
        let text = "People on foot stay at home in the rain.";
        let own = message(90, "keeper", Side::Yes, text, Some("rain"));
        let said = vec![ShownMessage { answers: answered.map(NodeId::new), ..own }];
        let question = respond(&personas, vec![stroll()], said);
        let corpora = everything(&personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        answer.remarks.into_iter().map(|remark| remark.sentence).collect::<Vec<_>>()
    };
    assert_eq!(answers(None), ["Nobody walks far."]);
    assert_eq!(answers(Some(7)), [""; 0]);
}

#[test]
fn a_corpus_is_as_sure_of_its_answer_as_of_its_surest_statement_for_it() {
    let sure = |id: &str, on: &str, side| {
        let personas = personas_with(0, |statements| {
            let confidence = probability(0.95);
            let sure = statement(id, "It is so.", on, side);
            statements.push(crate::vocabulary::Statement { confidence, reasons: vec![], ..sure });
        });
        let trade = &opened(&personas, 0).stances[0];
        (trade.stance, trade.confidence)
    };
    assert_eq!(sure("sure", "trade", Side::Yes), (ClaimStance::Pro, 0.95));
    assert_eq!(sure("sure", "air", Side::No), (ClaimStance::Pro, 0.7), "on another question");
    assert_eq!(sure("sure", "trade", Side::No), (ClaimStance::Pro, 0.7), "for the other answer");
}

#[test]
fn what_others_say_too_is_no_reason_for_a_stance() {
    let personas = personas_with(0, |statements| {
        statements.retain(|own| ["noise", "takings"].contains(&own.id.as_str()));
    });
    let air = &opened(&personas, 0).stances[1];
    assert_eq!((air.stance, air.reasons.len()), (ClaimStance::Uncertain, 0));
}

#[test]
fn blitz_rule_3_a_sentence_of_25_words_is_not_shortened() {
    let board = shown(vec![]);
    let question = Respond {
        brief: brief(),
        topic: topic(),
        round: 1,
        most: 2,
        has_floor: false,
        intent: None,
        board,
        said: vec![],
    };
    let faults = |words: usize| {
        let remark = RemarkDraft {
            axis: "trade".into(),
            replies_to: None,
            effect: None,
            sentence: format!("So{}.", " it is".repeat(words / 2)),
            stance: ClaimStance::Pro,
            confidence: 0.5,
            excerpts: vec![],
        };
        let answer = RespondAnswer { remarks: vec![remark], cruxes: vec![], flips: vec![] };
        complaints(&question, answer).len()
    };
    assert_eq!([faults(25), faults(27)], [0, 1]);
}
