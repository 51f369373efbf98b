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

#[cfg(test)]
mod tests {
    use super::super::super::samples::{mind, pair, provider};
    use super::*;
    use crate::task::samples::{answer, believed, topic};
    use crate::task::{Brief, Task};
    use crate::vocabulary::{Component, NodeId, Persona, Probability, Side, StatementId};

    /// A node that says a statement of somebody's, or a part of it.
    fn said(personas: &[Persona], by: usize, statement: &str, claim: Option<&str>) -> Believed {
        let author = personas[by].id.clone();
        let id = StatementId::new(statement).unwrap();
        let own = personas[by].corpora[&topic().id].statement(&id).unwrap();
        Believed {
            id: NodeId::new(2),
            author: author.clone(),
            tree: author,
            claim: claim.map_or_else(|| own.text.clone(), Into::into),
            axis: own.axis.clone(),
            side: claim.map_or(own.side, |_| None),
            excerpts: vec![id],
            ..believed(2, Some(1))
        }
    }

    fn scored(personas: &[Persona], by: Option<usize>, node: Believed) -> f64 {
        let brief = by.map(|by| Brief::new(&personas[by], &topic()));
        let task = Scores { brief, topic: topic(), nodes: vec![node] };
        let answer = scores(&mind(&provider(personas)), &task).unwrap();
        assert_eq!(task.check(&answer), [""; 0]);
        answer.scores[0].score
    }

    fn statements(persona: &mut Persona) -> &mut Vec<crate::vocabulary::Statement> {
        &mut persona.corpora.get_mut(&topic().id).unwrap().notes[0].statements
    }

    fn near(score: f64, wanted: f64) {
        assert!((score - wanted).abs() < 1e-9, "{score} is not {wanted}");
    }

    #[test]
    fn authors_and_judges_score_by_confidence() {
        let personas = pair();
        let takings = || said(&personas, 0, "takings", None);
        near(scored(&personas, None, takings()), 0.7);
        near(scored(&personas, Some(0), takings()), 0.7);
        near(
            scored(&personas, None, said(&personas, 0, "corner", Some("The reason of corner."))),
            0.8,
        );
        let thought = "people on foot stop more often and spend more";
        near(scored(&personas, None, said(&personas, 0, "rain", Some(thought))), 0.3);
        let thesis = Believed { on: None, ..takings() };
        near(scored(&personas, Some(0), thesis.clone()), 0.5);
        near(scored(&personas, Some(1), thesis), 0.3);
    }

    #[test]
    fn a_listener_scores_by_what_it_has_to_say() {
        let mut personas = pair();
        let of = |personas: &[Persona], statement, claim| {
            scored(personas, Some(1), said(personas, 0, statement, claim))
        };
        statements(&mut personas[1])[3].confidence = Probability::new(0.9).unwrap();
        near(of(&personas, "noise", None), 0.9);
        statements(&mut personas[1])[2].confidence = Probability::new(0.6).unwrap();
        near(of(&personas, "takings", Some("Drivers will not walk from a car park.")), 0.4);
        // Nothing answers the claim itself: half way to one less the surest of the other side.
        near(of(&personas, "takings", None), f64::midpoint(0.7, 0.3));
        near(of(&personas, "takings", Some("The reason of takings.")), 0.6);
    }

    #[test]
    fn what_is_denied_conceded_or_would_change_a_mind_counts_as_such() {
        let mut personas = pair();
        let of = |personas: &[Persona], statement, claim| {
            scored(personas, Some(1), said(personas, 0, statement, claim))
        };
        statements(&mut personas[1]).remove(3);
        near(of(&personas, "noise", None), 0.3);
        let reason = "The reason of takings.";
        statements(&mut personas[1])[0].concedes = vec!["the reason of takings".into()];
        near(of(&personas, "takings", Some(reason)), 0.7);
        statements(&mut personas[1])[0].concedes.clear();
        statements(&mut personas[1])[0].unless = vec!["the reason of takings".into()];
        near(of(&personas, "takings", Some(reason)), 0.85);
        statements(&mut personas[1])[0].answers =
            vec![answer(Component::Claim, "shops lose the custom of drivers")];
        near(of(&personas, "takings", None), 0.3);
        let mut with = said(&personas, 0, "takings", None);
        with.side = Some(Side::No);
        with.claim = "Custom is what they keep.".into();
        near(scored(&personas, Some(1), with), f64::midpoint(0.3, 0.7));
    }
}
