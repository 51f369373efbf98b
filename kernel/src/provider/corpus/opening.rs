//! Opening arguments: the statement on each proposition that leads best, and one thing that is granted if there is room.

use std::cmp::Reverse;

use super::contest::ordered;
use super::{Memory, Mind, draft};
use crate::provider::ProviderFault;
use crate::task::{Arguments, ArgumentsAnswer, claims_on};
use crate::text::overlap;
use crate::vocabulary::{Axis, AxisId, Statement, Topic};

/// What a reply to others is worth less as an opening, for each thought it answers.
const REPLY: f64 = 0.1;
/// What speaking of the axis in its own words is worth, at most.
const TO_THE_POINT: f64 = 0.5;
/// The most arguments of an opening.
const MOST: usize = 4;

pub(super) fn arguments(
    mind: &Mind<'_>,
    task: &Arguments,
) -> Result<ArgumentsAnswer, ProviderFault> {
    let memory = mind.of(&task.brief.persona)?;
    let axes = claims_on(&task.claims);
    let mut leads: Vec<&Statement> = memory.statements.clone();
    leads.retain(|statement| !statement.reasons.is_empty() && !mind.is_shared(statement));
    leads.sort_by_key(|statement| (Reverse(worth(statement, &task.topic)), statement.id.clone()));
    let mut chosen: Vec<&Statement> = Vec::new();
    for &axis in &axes {
        chosen.extend(leads.iter().find(|statement| statement.axis.as_ref() == Some(axis)));
    }
    for statement in leads {
        if chosen.len() < 2 && chosen.iter().all(|other| other.id != statement.id) {
            chosen.push(statement);
        }
    }
    chosen.truncate(MOST);
    if chosen.len() < 2 {
        let fault =
            format!("{} has fewer than two statements with reasons in mind", task.brief.persona);
        return Err(ProviderFault::NoAnswer(fault));
    }
    chosen.extend(granted(mind, &memory, &axes).filter(|_| chosen.len() < MOST));
    Ok(ArgumentsAnswer { arguments: chosen.into_iter().map(draft).collect() })
}

/// How well a statement leads: it is sure, does not merely reply to somebody, and speaks to its axis.
pub(super) fn worth(statement: &Statement, topic: &Topic) -> u64 {
    let axis = statement.axis.as_ref().and_then(|axis| topic.axis(axis));
    let to_the_point = axis.map_or(0.0, |axis| overlap(&said(statement), &asked(axis)));
    let reply = REPLY * statement.answers.len() as f64;
    ordered((statement.confidence.value() + TO_THE_POINT * to_the_point - reply).max(0.0))
}

fn said(statement: &Statement) -> String {
    let reasons = statement.reasons.iter().map(|reason| reason.text.as_str());
    std::iter::once(statement.text.as_str()).chain(reasons).collect::<Vec<_>>().join(" ")
}

fn asked(axis: &Axis) -> String {
    format!("{} {} {}", axis.yes, axis.no, axis.keywords.join(" "))
}

/// What the persona is known to hold with others: a point on the first axis in question, else on any.
fn granted<'a>(mind: &Mind<'a>, memory: &Memory<'a>, axes: &[&AxisId]) -> Option<&'a Statement> {
    let place = |statement: &Statement| {
        let here = axes.iter().position(|&axis| statement.axis.as_ref() == Some(axis));
        here.unwrap_or(axes.len())
    };
    let shared = memory
        .statements
        .iter()
        .filter(|statement| !statement.reasons.is_empty() && mind.is_shared(statement));
    shared.copied().min_by_key(|statement| (place(statement), &statement.point))
}

#[cfg(test)]
mod tests {
    use super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::task::samples::topic;
    use crate::task::{Brief, Task};
    use crate::vocabulary::{Claim, Persona, Side};

    fn opened(persona: usize, personas: &[Persona]) -> Result<Vec<String>, String> {
        opened_on(&["trade", "air"], persona, personas)
    }

    fn opened_on(
        axes: &[&str],
        persona: usize,
        personas: &[Persona],
    ) -> Result<Vec<String>, String> {
        let on = |axis: &&str| Claim { text: (*axis).into(), axis: AxisId::new(*axis).ok() };
        let mut topic = topic();
        for id in axes.iter().filter_map(|axis| AxisId::new(*axis).ok()) {
            if topic.axis(&id).is_none() {
                topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            }
        }
        let task = Arguments {
            brief: Brief::new(&personas[persona], &topic),
            topic,
            claims: axes.iter().map(on).collect(),
        };
        let answer = arguments(&mind(&provider(personas)), &task);
        let answer = answer.map_err(|fault| fault.to_string())?;
        assert_eq!(task.check(&answer), [""; 0]);
        Ok(answer.arguments.into_iter().flat_map(|argument| argument.excerpts).collect())
    }

    #[test]
    fn a_lead_on_each_claim_comes_first_and_a_shared_point_last() {
        assert_eq!(opened(0, &pair()).unwrap(), ["takings", "corner", "noise"]);
        assert_eq!(opened(1, &pair()).unwrap(), ["stroll", "lungs", "din"]);
    }

    #[test]
    fn what_is_granted_gives_way_to_the_propositions() {
        let mut personas = pair();
        for axis in ["buses", "parking"] {
            let said = crate::task::samples::statement(axis, "It is so.", axis, Side::Yes);
            personas[0].corpora.get_mut(&topic().id).unwrap().notes[0].statements.push(said);
        }
        let opened = |axes: &[&str]| opened_on(axes, 0, &personas).unwrap();
        let three = ["trade", "air", "buses"];
        assert_eq!(opened(&three), ["takings", "corner", "buses", "noise"]);
        let four = ["trade", "air", "buses", "parking"];
        assert_eq!(opened(&four), ["takings", "corner", "buses", "parking"]);
    }

    #[test]
    fn what_only_replies_does_not_lead() {
        let mut personas = pair();
        let corpus = personas[0].corpora.get_mut(&topic().id).unwrap();
        corpus.notes[0].statements[2].confidence =
            crate::vocabulary::Probability::new(0.72).unwrap();
        assert_eq!(opened(0, &personas).unwrap()[0], "takings");
    }

    #[test]
    fn who_has_one_thing_to_say_cannot_open() {
        let mut personas = pair();
        personas[0].corpora.get_mut(&topic().id).unwrap().notes[0].statements.truncate(1);
        assert_eq!(
            opened(0, &personas).unwrap_err(),
            "keeper has fewer than two statements with reasons in mind"
        );
    }
}
