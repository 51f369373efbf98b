//! What the authors of two personas should look at.

use faultline::corpus::Voice;
use faultline::vocabulary::{Corpus, PointId, Statement, Topic};

use super::super::super::diagnose::plural_of;

/// Everything doubtful about two personas in a debate of this group. `everyone` has written on the topic.
pub(super) fn remarks(
    topic: &Topic,
    both: &[Voice<'_>; 2],
    group: &[&Corpus],
    everyone: &[&Corpus],
) -> Vec<String> {
    let mut remarks = Vec::new();
    let [one, _] = both;
    if group.iter().all(|corpus| corpus.stance == one.thesis_side()) {
        remarks.push(format!(
            "both answer {}: give one of them the other `stance`, or another opponent",
            one.thesis_side().word()
        ));
    }
    remarks.extend(both.iter().filter_map(|voice| unlikely_stance(topic, voice)));
    remarks.extend(both.iter().flat_map(|voice| at_odds(topic, voice)));
    remarks.extend(both.iter().flat_map(|voice| named_once(voice, everyone)));
    remarks
}

/// A persona whose sides mostly favour the answer that it does not give.
fn unlikely_stance(topic: &Topic, voice: &Voice<'_>) -> Option<String> {
    let thesis = voice.thesis_side();
    let sides = topic
        .axes
        .iter()
        .filter_map(|axis| Some(voice.stance(&axis.id)?.side == axis.side_favouring(thesis)?));
    let sides: Vec<bool> = sides.collect();
    let against = sides.iter().filter(|favours| !**favours).count();
    (2 * against > sides.len()).then(|| {
        format!(
            "{} answers {}, but takes the side that favours {} on {against} of {}: check `stance` and the sides",
            voice.persona(),
            thesis.word(),
            thesis.opposite().word(),
            plural_of(sides.len(), "axis", "axes"),
        )
    })
}

/// Statements on the side of an axis that their author does not take on the whole, and axes on which it is evenly split.
fn at_odds(topic: &Topic, voice: &Voice<'_>) -> Vec<String> {
    let persona = voice.persona();
    let mut remarks = Vec::new();
    for axis in &topic.axes {
        let on_axis = |own: &&&Statement| own.axis.as_ref() == Some(&axis.id) && own.side.is_some();
        let statements: Vec<&Statement> =
            voice.statements().iter().filter(on_axis).copied().collect();
        let Some(stance) = voice.stance(&axis.id) else {
            if !statements.is_empty() {
                remarks.push(format!(
                    "{persona} is evenly split on `{}`, so it takes no side: change a side or a `conf`",
                    axis.id
                ));
            }
            continue;
        };
        let stray = statements.into_iter().filter(|own| voice.grants(own) && own.point.is_none());
        remarks.extend(stray.map(|own| {
            format!(
                "{persona} `{}` says {} on `{}`, where {persona} says {} on the whole: correct its side, or leave it as something \
                 granted",
                own.id,
                stance.side.opposite().word(),
                axis.id,
                stance.side.word()
            )
        }));
    }
    remarks
}

/// Points that one persona alone names and no statement of anyone denies. Statements in the same words have a point without a
/// name of an author.
fn named_once(voice: &Voice<'_>, everyone: &[&Corpus]) -> Vec<String> {
    let persona = voice.persona();
    let names = |corpus: &Corpus, point: &PointId| {
        corpus.statements().any(|statement| statement.point.as_ref() == Some(point))
    };
    let is_used = |point: &PointId| {
        let several = everyone.iter().filter(|corpus| names(corpus, point)).count() > 1;
        let statements = everyone.iter().flat_map(|corpus| corpus.statements());
        several || statements.into_iter().any(|own| own.denies.as_ref() == Some(point))
    };
    let named = voice.statements().iter().filter_map(|own| Some((own, own.point.as_ref()?)));
    let is_written = |point: &PointId| everyone.iter().any(|corpus| names(corpus, point));
    let once = named.filter(|(_, point)| is_written(point) && !is_used(point));
    once.map(|(own, point)| {
        format!(
            "{persona} `{}` names the point `{point}`, which no one else names or denies: check its spelling",
            own.id
        )
    })
    .collect()
}
