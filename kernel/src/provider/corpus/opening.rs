//! Opening arguments: the surest statement on each proposition that does not merely reply to somebody.

use std::cmp::Reverse;

use super::contest::ordered;
use super::{Mind, draft};
use crate::provider::ProviderFault;
use crate::task::{Arguments, ArgumentsAnswer, claims_on};
use crate::vocabulary::Statement;

/// What a reply to others is worth less as an opening, for each thought it answers.
const REPLY: f64 = 0.05;

pub(super) fn arguments(
    mind: &Mind<'_>,
    task: &Arguments,
) -> Result<ArgumentsAnswer, ProviderFault> {
    let memory = mind.of(&task.brief.persona)?;
    let mut leads: Vec<&Statement> = memory.statements;
    leads.retain(|statement| !statement.reasons.is_empty());
    leads.sort_by_key(|statement| {
        let worth = statement.confidence.value() - REPLY * statement.answers.len() as f64;
        (Reverse(ordered(worth.max(0.0))), statement.id.clone())
    });
    let mut chosen: Vec<&Statement> = Vec::new();
    for axis in claims_on(&task.claims) {
        let takes_a_side = |statement: &&&Statement| {
            statement.axis.as_ref() == Some(axis) && statement.point.is_none()
        };
        chosen.extend(leads.iter().find(takes_a_side));
    }
    for statement in leads {
        if chosen.len() < 2 && chosen.iter().all(|other| other.id != statement.id) {
            chosen.push(statement);
        }
    }
    chosen.truncate(4);
    if chosen.len() < 2 {
        let fault =
            format!("{} has fewer than two statements with reasons in mind", task.brief.persona);
        return Err(ProviderFault::NoAnswer(fault));
    }
    Ok(ArgumentsAnswer { arguments: chosen.into_iter().map(draft).collect() })
}
