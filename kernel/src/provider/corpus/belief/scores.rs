//! Base scores: one's own by one's confidence, the others' by what one has to say against them.

use super::hearing::{Echo, Heard, Says, Way, echoes};
use crate::provider::ProviderFault;
use crate::provider::corpus::{Memory, Mind};
use crate::task::{Believed, Scored, Scores, ScoresAnswer};
use crate::vocabulary::PersonaId;

/// The score of what somebody knows nothing of.
const UNKNOWN: f64 = 0.5;

pub(in crate::provider::corpus) fn scores(
    mind: &Mind<'_>,
    task: &Scores,
) -> Result<ScoresAnswer, ProviderFault> {
    let values = match &task.brief {
        Some(brief) => held(mind, &brief.persona, &task.nodes)?,
        None => task.nodes.iter().map(|node| authored(mind, node)).collect(),
    };
    let scored = |(node, score): (&Believed, f64)| Scored { node: node.id.to_string(), score };
    Ok(ScoresAnswer { scores: task.nodes.iter().zip(values).map(scored).collect() })
}

/// The score that the author gives: the confidence of the statement, and one less that for what it sets itself against. A
/// thesis is the topic's own, and no corpus says how sure anybody is of it.
fn authored(mind: &Mind<'_>, node: &Believed) -> f64 {
    let heard = Heard::of(mind, node);
    let Some(statement) = heard.statement else { return UNKNOWN };
    let sure = statement.confidence.value();
    hundredths(match heard.says {
        Says::Claim | Says::Reason | Says::Assumption | Says::Concession => sure,
        Says::Else => 1.0 - sure,
    })
}

/// The scores that a listener gives, by the order of the nodes.
pub(super) fn held(
    mind: &Mind<'_>,
    listener: &PersonaId,
    nodes: &[Believed],
) -> Result<Vec<f64>, ProviderFault> {
    let memory = mind.of(listener)?;
    let heard: Vec<Heard<'_>> = nodes.iter().map(|node| Heard::of(mind, node)).collect();
    let echoes = echoes(&memory, &heard);
    let sure = mean_confidence(&memory);
    let score = |(place, heard): (usize, &Heard<'_>)| {
        let authored = authored(mind, heard.node);
        if heard.node.author == *listener {
            return authored;
        }
        if heard.node.on.is_none() {
            let is_joined = mind.stance(listener) == mind.stance(&heard.node.author);
            return if is_joined { authored } else { hundredths(1.0 - sure) };
        }
        let best = echoes.iter().filter(|echo| echo.node == place && echo.way != Way::Opposite);
        let best = best.max_by(|a, b| a.score.total_cmp(&b.score));
        hundredths(verdict(&memory, heard, best, authored))
    };
    Ok(heard.iter().enumerate().map(score).collect())
}

/// How sure a persona is of what it says, on the whole.
fn mean_confidence(memory: &Memory<'_>) -> f64 {
    let sum: f64 = memory.statements.iter().map(|statement| statement.confidence.value()).sum();
    if memory.statements.is_empty() { UNKNOWN } else { sum / memory.statements.len() as f64 }
}

/// The first rule that applies; see the provider's own description.
fn verdict(memory: &Memory<'_>, heard: &Heard<'_>, best: Option<&Echo<'_>>, authored: f64) -> f64 {
    let sure = |statement: &&crate::vocabulary::Statement| statement.confidence.value();
    let surest = |holds: &dyn Fn(&crate::vocabulary::Statement) -> bool| {
        let statements = memory.statements.iter().filter(|statement| holds(statement));
        statements.map(sure).reduce(f64::max)
    };
    if let Some(own) = surest(&|statement| heard.shares_point(statement)) {
        return own;
    }
    if let Some(denial) = surest(&|statement| heard.is_denied_by(statement)) {
        return 1.0 - denial;
    }
    if let Some(echo) = best {
        return match echo.way {
            Way::Reply | Way::Opposite => 1.0 - echo.statement.confidence.value(),
            Way::Concession => authored,
            Way::Unless => f64::midpoint(authored, 1.0),
        };
    }
    if let Some(against) = surest(&|statement| heard.is_opposed_by(statement)) {
        return f64::midpoint(authored, 1.0 - against);
    }
    if let Some(with) = surest(&|statement| heard.is_joined_by(statement)) {
        return f64::midpoint(authored, with);
    }
    f64::midpoint(authored, UNKNOWN)
}

pub(super) fn hundredths(value: f64) -> f64 {
    (100.0 * value).round() / 100.0
}
