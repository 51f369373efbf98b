//! What the authors of two personas should look at.

use std::collections::BTreeSet;

use faultline::corpus::Voice;
use faultline::format::{Library, Manifest};
use faultline::view::number;
use faultline::vocabulary::{Corpus, PersonaId, PointId, Side, Statement, Topic};

/// Two personas with the same answer in a group in which no one gives the other one. That is not a
/// mistake where another group of the experiment has both answers.
pub(super) fn same_answer(
    topic: &Topic,
    pair: &[PersonaId; 2],
    manifest: &Manifest,
    project: &Library,
) -> Option<String> {
    let answers = |group: &Vec<PersonaId>| -> BTreeSet<Side> {
        let corpora = group.iter().filter_map(|id| project.corpus(id, &topic.id));
        corpora.map(|corpus| corpus.stance).collect()
    };
    let with_both =
        manifest.personas.iter().filter(|group| pair.iter().all(|id| group.contains(id)));
    let same = with_both.map(answers).find(|answers| answers.len() == 1)?;
    let answer = same.first()?.word();
    Some(if manifest.personas.iter().any(|group| answers(group).len() > 1) {
        format!("both answer {answer}: their debate can only show on which axes they differ")
    } else {
        format!("both answer {answer}: give one of them the other `stance`, or another opponent")
    })
}

/// Everything doubtful about the texts of two personas. `everyone` has written on the topic.
pub(super) fn remarks(topic: &Topic, both: &[Voice<'_>; 2], everyone: &[&Corpus]) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(both.iter().filter_map(|voice| unlikely_sides(topic, voice)));
    remarks.extend(both.iter().flat_map(|voice| at_odds(topic, voice)));
    remarks.extend(both.iter().flat_map(|voice| named_once(voice, everyone)));
    remarks
}

/// The sides of a persona that favour the answer that it does not give. Where they are most of its
/// sides, its stance may be wrong.
fn unlikely_sides(topic: &Topic, voice: &Voice<'_>) -> Option<String> {
    let thesis = voice.thesis_side();
    let sides = topic.axes.iter().filter_map(|axis| {
        let favouring = axis.side_favouring(thesis)?;
        Some((&axis.id, voice.stance(&axis.id)?.side == favouring))
    });
    let (with, against): (Vec<_>, Vec<_>) = sides.partition(|(_, favours)| *favours);
    let (answer, other) = (thesis.word(), thesis.opposite().word());
    let persona = voice.persona();
    if against.is_empty() {
        None
    } else if against.len() > with.len() {
        Some(format!(
            "{persona} answers {answer}, but takes the side that favours {other} on {} of {}: check `stance` and the sides",
            against.len(),
            number::count(with.len() + against.len(), "axis", "axes"),
        ))
    } else {
        let axes: Vec<String> = against.iter().map(|(axis, _)| format!("`{axis}`")).collect();
        Some(format!(
            "{persona} answers {answer}, but takes the side that favours {other} on {}: correct the side if that is not meant",
            axes.join(", ")
        ))
    }
}

/// Statements on the side of an axis that their author does not take on the whole, and axes on
/// which it is evenly split.
fn at_odds(topic: &Topic, voice: &Voice<'_>) -> Vec<String> {
    let persona = voice.persona();
    let mut remarks = Vec::new();
    for axis in &topic.axes {
        let on_axis = |own: &&&Statement| own.axis.as_ref() == Some(&axis.id) && own.side.is_some();
        let statements: Vec<&Statement> =
            voice.statements().iter().filter(on_axis).copied().collect();
        let Some(stance) = voice.stance(&axis.id) else {
            if !statements.is_empty() {
                let remedy = if statements.iter().all(|own| own.inferred.is_some()) {
                    "say its answer in the words of the topic"
                } else {
                    "change a side or a `conf`"
                };
                remarks.push(format!(
                    "{persona} is evenly split on `{}`, so it takes no side: {remedy}",
                    axis.id
                ));
            }
            continue;
        };
        let stray = statements.into_iter().filter(|own| voice.grants(own) && own.point.is_none());
        remarks.extend(stray.map(|own| {
            let (axis, side) = (&axis.id, stance.side.word());
            let remedy = if own.inferred.is_some() {
                format!("if that is wrong, say the answer in the words of the topic, or tag it with `{{axis={axis} side={side}}}`")
            } else {
                "correct its side, or leave it as something granted".to_owned()
            };
            format!(
                "{persona} `{}` says {} on `{}`, but {persona} says {} overall: {remedy}",
                own.id,
                stance.side.opposite().word(),
                axis,
                side
            )
        }));
    }
    remarks
}

/// Points that one persona alone names and no statement of anyone denies. Statements in the same
/// words have a point without a name of an author.
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
