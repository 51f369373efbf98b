//! `arguments`: the statement that leads best on each proposition (rule 5), without points that others share; then, where
//! there is room, one such point as something that the persona grants.
//!
//! Left out: all but the best statement on each proposition, propositions after the fourth, and the shared point where four
//! propositions leave no room for it.

use super::convert::draft;
use crate::corpus::{Issues, Silence, Voices};
use crate::task::{Arguments, ArgumentsAnswer, claims_on};

/// An opening has so many arguments at least, not counting a shared point.
const LEAST: usize = 2;
/// An opening has so many arguments at most.
const MOST: usize = 4;

pub(crate) fn answer(task: &Arguments, voices: &Voices<'_>) -> Result<ArgumentsAnswer, Silence> {
    let voice = voices.voice(&task.brief.persona)?;
    let axes = claims_on(&task.claims);
    let mut chosen = voice.lead(Issues::Named(&axes), LEAST, |own| !voices.is_shared(own));
    chosen.truncate(MOST);
    if chosen.len() < LEAST {
        let persona = voice.persona();
        return Err(Silence(format!(
            "{persona} recalls fewer than {LEAST} statements with reasons"
        )));
    }
    chosen.extend(voice.shared_lead(&axes).filter(|_| chosen.len() < MOST));
    Ok(ArgumentsAnswer { arguments: chosen.into_iter().map(draft).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::task::{Brief, Task};
    use crate::vocabulary::samples::{statement, topic};
    use crate::vocabulary::{Axis, AxisId, Claim, Persona, Seed, Side};

    fn opened(axes: &[&str], by: usize, personas: &[Persona]) -> Result<Vec<String>, String> {
        let on = |axis: &&str| Claim { text: (*axis).into(), axis: AxisId::new(*axis).ok() };
        let mut topic = topic();
        for id in axes.iter().filter_map(|axis| AxisId::new(*axis).ok()) {
            if topic.axis(&id).is_none() {
                topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            }
        }
        let brief = Brief::new(&personas[by], &topic);
        let task = Arguments { brief, topic, claims: axes.iter().map(on).collect() };
        let corpora = everything(personas);
        let answer = answer(&task, &corpora.voices(Seed(1))).map_err(|why| why.to_string())?;
        assert_eq!(task.check(&answer), [""; 0]);
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
}
