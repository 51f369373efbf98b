//! `arguments`: the persona's case in short is its thesis (rule 16); without one, the sentence of
//! the topic that it agrees with. It grants the points that it shares with others (rule 4). The
//! arguments are the pillars of the case, then the statement that leads best on each other axis
//! (rule 5); where no statement on an axis has reasons, the surest one without, as its own premise;
//! where there is no statement on an axis that others do not share, the reason of the case that
//! asserts a side of it, with the reasons and assumptions of the shared point.
//!
//! Left out: statements for the side that the persona does not take, and shared points. Of a
//! statement's reasons and assumptions, those that assert an axis are taken first.

use super::{Arguments, ArgumentsAnswer, GrantDraft, LEAST, ThesisDraft};
use crate::corpus::{Silence, Voices};
use crate::mode::shared::questions::argument::{ArgumentDraft, opening_statements};
use crate::question::ByCorpus;
use crate::vocabulary::{Axis, Statement};

impl ByCorpus for Arguments {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<ArgumentsAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let chosen = opening_statements(&voice, voices, &self.topic, LEAST);
        let draft = |statement: &Statement| {
            ArgumentDraft::from_statement(statement, voice.links(statement))
        };
        let thesis = ThesisDraft::from_case(&voice, &self.topic);
        let grants = GrantDraft::of_voice(&voice, voices);
        let argues = |own: &Statement, axis: &Axis| {
            own.axis.as_ref() == Some(&axis.id) && !voices.is_shared(own)
        };
        let is_open = |axis: &&Axis| !chosen.iter().any(|own| argues(own, axis));
        let shared_point = |axis: &Axis, side| {
            let says_it =
                |own: &Statement| own.axis.as_ref() == Some(&axis.id) && own.side == Some(side);
            voice.surest(|own| says_it(own) && !own.reasons.is_empty())
        };
        let of_case = self.topic.axes.iter().filter(is_open).filter_map(|axis| {
            let (case, reason, side) = voice.reason_of_case(axis)?;
            let argument = ArgumentDraft::from_reason(case, reason, axis, side);
            Some(match shared_point(axis, side) {
                Some(own) => draft(own).in_words_of(argument),
                None => argument,
            })
        });
        let arguments = chosen.iter().copied().map(draft).chain(of_case).collect();
        Ok(ArgumentsAnswer { thesis, grants, arguments })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Links;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::mode::shared::questions::thesis::ReasonDraft;
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{Assumption, AxisId, AxisSide, Citation, Persona, Reason, Seed, Side};

    fn answered(axes: &[&str], by: usize, personas: &[Persona]) -> Result<ArgumentsAnswer, String> {
        let mut topic = topic();
        for id in axes.iter().filter_map(|axis| AxisId::new(*axis).ok()) {
            if topic.axis(&id).is_none() {
                topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            }
        }
        let brief = Brief::new(&personas[by], &topic);
        let question = Arguments { brief, topic };
        let corpora = everything(personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).map_err(|why| why.to_string())?;
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        Ok(answer)
    }

    /// The statements that are argued, and those that are granted.
    fn opened(axes: &[&str], by: usize, personas: &[Persona]) -> [Vec<String>; 2] {
        let answer = answered(axes, by, personas).unwrap();
        let argued = answer.arguments.into_iter().flat_map(|argument| argument.excerpts);
        let granted = answer.grants.into_iter().flat_map(|grant| grant.excerpts);
        [argued.collect(), granted.collect()]
    }

    #[test]
    fn a_lead_on_each_axis_is_argued_and_a_shared_point_is_granted() {
        let opened = |by| opened(&["trade", "air"], by, &pair());
        assert_eq!(opened(0), [vec!["takings", "corner"], vec!["noise"]]);
        assert_eq!(opened(1), [vec!["stroll", "lungs"], vec!["din"]]);
    }

    #[test]
    fn a_shared_point_takes_no_room_from_the_arguments() {
        let personas = personas_with(0, |statements| {
            let stated = |axis| statement(axis, "It is so.", axis, Side::Yes);
            statements.extend(["buses", "parking"].map(stated));
        });
        let opened = |axes: &[&str]| opened(axes, 0, &personas);
        let three = ["trade", "air", "buses"];
        assert_eq!(opened(&three), [vec!["takings", "corner", "buses"], vec!["noise"]]);
        let four = ["trade", "air", "buses", "parking"];
        assert_eq!(opened(&four), [vec!["takings", "corner", "buses", "parking"], vec!["noise"]]);
    }

    #[test]
    fn the_case_in_short_is_the_thesis_and_without_one_the_sentence_of_the_topic() {
        let thesis = |personas: &[Persona]| {
            let thesis = answered(&["trade", "air"], 0, personas).unwrap().thesis;
            assert_eq!(thesis.side, Side::No);
            let reason = |reason: ReasonDraft| (reason.text, reason.axis.zip(reason.side));
            let rests_on: Vec<_> = thesis.rests_on.into_iter().map(reason).collect();
            (thesis.claim, rests_on, thesis.excerpts)
        };
        let sentence = "Keep it open.".to_owned();
        assert_eq!(thesis(&pair()), (sentence.clone(), vec![(sentence, None)], vec![]));
        let personas = personas_with(0, |statements| {
            let asserts = AxisSide { axis: AxisId::new("trade").unwrap(), side: Side::Yes };
            let tagged = Reason { asserts: Some(asserts), ..reason("Drivers pay my rent.") };
            statements.push(Statement {
                axis: None,
                reasons: vec![tagged, reason("I like it.")],
                ..statement("case", "In short: leave it.", "trade", Side::No)
            });
        });
        let (claim, rests_on, excerpts) = thesis(&personas);
        assert_eq!((claim.as_str(), excerpts), ("In short: leave it.", vec!["case".to_owned()]));
        let trade = Some(("trade".to_owned(), Side::Yes));
        let expected =
            [("Drivers pay my rent.".to_owned(), trade), ("I like it.".to_owned(), None)];
        assert_eq!(rests_on, expected);
    }

    #[test]
    fn a_reason_of_the_case_is_argued_where_no_statement_is_on_its_axis() {
        let personas = personas_with(0, |statements| {
            statements.retain(|own| own.axis.as_ref().is_none_or(|axis| axis.as_str() != "air"));
            let asserts = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
            let mut tagged = Reason { asserts: Some(asserts), ..reason("the exhaust stays") };
            tagged.reasons = vec![reason("The wind turns.")];
            statements.push(Statement {
                axis: None,
                reasons: vec![tagged],
                ..statement("case", "In short: leave it.", "trade", Side::No)
            });
        });
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], ["takings", "rain", "case"]);
        let mut answer = answered(&["trade", "air"], 0, &personas).unwrap();
        let argued = answer.arguments.pop().unwrap();
        assert_eq!(
            (argued.claim.as_str(), argued.premises),
            ("The exhaust stays.", vec!["The wind turns.".to_owned()])
        );
        assert_eq!((argued.axis.as_deref(), argued.side), (Some("air"), Some(Side::No)));
    }

    #[test]
    fn a_reason_of_the_case_that_says_a_shared_point_has_the_reasons_of_this_point() {
        let asserting = |axis: &str, side, text| {
            let asserts = AxisSide { axis: AxisId::new(axis).unwrap(), side };
            Reason { asserts: Some(asserts), ..reason(text) }
        };
        let personas = personas_with(0, |statements| {
            statements.retain(|own| own.id.as_str() != "corner");
            let shared = statements.iter_mut().find(|own| own.id.as_str() == "noise").unwrap();
            shared.reasons = vec![asserting("trade", Side::Yes, "Vans queue at the shops.")];
            shared.assumptions = vec![Assumption::new("Vans are loud.")];
            statements.push(Statement {
                axis: None,
                reasons: vec![asserting("air", Side::Yes, "one cannot talk there")],
                ..statement("case", "In short: leave it.", "trade", Side::No)
            });
        });
        let mut answer = answered(&["trade", "air"], 0, &personas).unwrap();
        let argued = answer.arguments.pop().unwrap();
        assert_eq!(
            (argued.claim.as_str(), argued.excerpts),
            ("One cannot talk there.", vec!["case".to_owned()])
        );
        assert_eq!(argued.premises, ["Vans queue at the shops."]);
        assert_eq!(argued.assumptions, ["Vans are loud."]);
        let rests_on = argued.rests_on.iter().map(|rests| (rests.axis.as_str(), rests.side));
        assert_eq!(rests_on.collect::<Vec<_>>(), [("trade", Side::Yes)]);
    }

    #[test]
    fn a_persona_with_few_statements_or_none_opens_with_its_thesis_and_these() {
        let personas = personas_with(0, |statements| statements.truncate(1));
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], ["takings"]);
        let personas = personas_with(0, Vec::clear);
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], [""; 0]);
    }

    #[test]
    fn a_statement_without_reasons_is_argued_where_no_other_statement_is_on_its_axis() {
        let personas = personas_with(0, |statements| statements[1].reasons.clear());
        assert_eq!(opened(&["trade", "air"], 0, &personas)[0], ["takings", "rain", "corner"]);
        let answer = answered(&["trade", "air"], 0, &personas).unwrap();
        assert_eq!(answer.arguments[2].premises, ["Exhaust goes round the corner."]);
    }

    #[test]
    fn a_draft_has_one_to_three_premises() {
        for persona in &pair() {
            for statement in persona.corpora[&topic().id].statements() {
                let draft = ArgumentDraft::from_statement(statement, &Links::default());
                assert!((1..=3).contains(&draft.premises.len()), "{}", draft.claim);
                assert_eq!(draft.claim, statement.text);
            }
        }
    }

    #[test]
    fn a_draft_leaves_out_the_deepest_and_the_last() {
        let cited = |text: &str| Citation { text: text.into(), evidence: None };
        let mut first = reason("One.");
        first.reasons = vec![reason("One, since."), reason("One, for.")];
        first.reasons[0].evidence = vec![cited("deep")];
        first.evidence = vec![cited("high")];
        let mut stated = statement("said", "It is so.", "trade", Side::Yes);
        stated.reasons = vec![first, reason("Two.")];
        stated.assumptions = ["A.", "B.", "C."].map(Assumption::new).into();
        let whole = ArgumentDraft::from_statement(&stated, &Links::default());
        assert_eq!(whole.premises, ["One.", "Two.", "One, since."]);
        assert_eq!(whole.assumptions, ["A.", "B."]);
        let cites = |draft: ArgumentDraft| -> Vec<String> {
            draft.evidence.into_iter().map(|cited| cited.text).collect()
        };
        assert_eq!(cites(whole), ["high", "deep"]);
        stated.evidence = vec![cited("own")];
        assert_eq!(
            cites(ArgumentDraft::from_statement(&stated, &Links::default())),
            ["own", "high"]
        );
    }
}
