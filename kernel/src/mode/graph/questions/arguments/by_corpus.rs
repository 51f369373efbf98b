//! `arguments`: the statement that leads best on each proposition (rule 5), without points that others share; then, where
//! there is room, one such point as something that the persona grants.
//!
//! Left out: all but the best statement on each proposition, propositions after the fourth, and the shared point where four
//! propositions leave no room for it.

use super::{ArgumentDraft, Arguments, ArgumentsAnswer};
use crate::corpus::{Issues, Silence, Voices, premises};
use crate::question::{Cited, claims_on};
use crate::vocabulary::{MOST_ASSUMPTIONS, MOST_CITATIONS, Statement};

/// An opening has so many arguments at least, not counting a shared point.
const LEAST: usize = 2;
/// An opening has so many arguments at most.
const MOST: usize = 4;

pub(super) fn answer(
    question: &Arguments,
    voices: &Voices<'_>,
) -> Result<ArgumentsAnswer, Silence> {
    let voice = voices.voice(&question.brief.persona)?;
    let axes = claims_on(&question.claims);
    let mut chosen = voice.lead(Issues::Named(&axes), LEAST, |own| !voices.is_shared(own));
    chosen.truncate(MOST);
    if chosen.len() < LEAST {
        let persona = voice.persona();
        return Err(Silence(format!(
            "{persona} recalls fewer than {LEAST} statements with reasons"
        )));
    }
    chosen.extend(voice.shared_lead(&axes).filter(|_| chosen.len() < MOST));
    Ok(ArgumentsAnswer {
        arguments: chosen.into_iter().map(ArgumentDraft::from_statement).collect(),
    })
}

impl ArgumentDraft {
    /// A statement as an argument. Of its reasons the first three become premises, in the author's order and then level by
    /// level; of its assumptions the first two; of its citations the first two, its own before those of its reasons.
    pub(crate) fn from_statement(statement: &Statement) -> Self {
        Self {
            claim: statement.text.clone(),
            premises: premises(statement).map(ToOwned::to_owned).collect(),
            assumptions: statement
                .assumptions
                .iter()
                .take(MOST_ASSUMPTIONS)
                .map(|assumption| assumption.text.clone())
                .collect(),
            evidence: statement.citations().map(Cited::from).take(MOST_CITATIONS).collect(),
            excerpts: vec![statement.id.to_string()],
            axis: statement.axis.as_ref().map(ToString::to_string),
            side: statement.side,
            confidence: statement.confidence.value(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::question::{Brief, Question};
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{Assumption, Axis, AxisId, Citation, Claim, Persona, Seed, Side};

    fn opened(axes: &[&str], by: usize, personas: &[Persona]) -> Result<Vec<String>, String> {
        let on = |axis: &&str| Claim { text: (*axis).into(), axis: AxisId::new(*axis).ok() };
        let mut topic = topic();
        for id in axes.iter().filter_map(|axis| AxisId::new(*axis).ok()) {
            if topic.axis(&id).is_none() {
                topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            }
        }
        let brief = Brief::new(&personas[by], &topic);
        let question = Arguments { brief, topic, claims: axes.iter().map(on).collect() };
        let corpora = everything(personas);
        let answer = answer(&question, &corpora.voices(Seed(1))).map_err(|why| why.to_string())?;
        assert_eq!(question.accept(answer.clone()).err(), None);
        Ok(answer.arguments.into_iter().flat_map(|argument| argument.excerpts).collect())
    }

    #[test]
    fn a_lead_on_each_claim_comes_first_and_a_shared_point_last() {
        let opened = |by| opened(&["trade", "air"], by, &pair()).unwrap();
        assert_eq!(opened(0), ["takings", "corner", "noise"]);
        assert_eq!(opened(1), ["stroll", "lungs", "din"]);
    }

    #[test]
    fn a_shared_point_gives_way_to_the_propositions() {
        let personas = personas_with(0, |statements| {
            let said = |axis| statement(axis, "It is so.", axis, Side::Yes);
            statements.extend(["buses", "parking"].map(said));
        });
        let opened = |axes: &[&str]| opened(axes, 0, &personas).unwrap();
        let three = ["trade", "air", "buses"];
        assert_eq!(opened(&three), ["takings", "corner", "buses", "noise"]);
        let four = ["trade", "air", "buses", "parking"];
        assert_eq!(opened(&four), ["takings", "corner", "buses", "parking"]);
    }

    #[test]
    fn a_persona_with_a_single_statement_cannot_open() {
        let personas = personas_with(0, |statements| statements.truncate(1));
        assert_eq!(
            opened(&["trade", "air"], 0, &personas).unwrap_err(),
            "keeper recalls fewer than 2 statements with reasons"
        );
    }

    #[test]
    fn a_draft_has_one_to_three_premises() {
        for persona in &pair() {
            for statement in persona.corpora[&topic().id].statements() {
                let draft = ArgumentDraft::from_statement(statement);
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
        let mut said = statement("said", "It is so.", "trade", Side::Yes);
        said.reasons = vec![first, reason("Two.")];
        said.assumptions = ["A.", "B.", "C."].map(Assumption::new).into();
        let whole = ArgumentDraft::from_statement(&said);
        assert_eq!(whole.premises, ["One.", "Two.", "One, since."]);
        assert_eq!(whole.assumptions, ["A.", "B."]);
        let cites = |draft: ArgumentDraft| -> Vec<String> {
            draft.evidence.into_iter().map(|cited| cited.text).collect()
        };
        assert_eq!(cites(whole), ["high", "deep"]);
        said.evidence = vec![cited("own")];
        assert_eq!(cites(ArgumentDraft::from_statement(&said)), ["own", "high"]);
    }
}
