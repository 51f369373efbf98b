//! Tags of one persona that contradict each other, and cases that rest on themselves.

use std::collections::BTreeMap;

use faultline::corpus::{self, Voice};
use faultline::vocabulary::{AxisId, AxisSide, Corpus, Side};

/// A warning for each contradiction, with its place and how to resolve it.
pub(super) fn contradictions(written: &Corpus, voice: &Voice<'_>) -> Vec<String> {
    let mut warnings = in_case(voice);
    warnings.extend(denied(written));
    warnings.extend(circle(voice));
    warnings
}

/// Reasons of the case that assert both sides of an axis, or the side that the persona's statements oppose.
fn in_case(voice: &Voice<'_>) -> Vec<String> {
    let mut sides: BTreeMap<&AxisId, Vec<(Side, String)>> = BTreeMap::new();
    for case in voice.case() {
        let reasons = case.all_reasons().into_iter().map(|reason| reason.asserts.as_ref());
        let assumptions = case.assumptions.iter().map(|assumption| assumption.asserts.as_ref());
        for AxisSide { axis, side } in reasons.chain(assumptions).flatten() {
            sides.entry(axis).or_default().push((*side, case.id.to_string()));
        }
    }
    let mut warnings = Vec::new();
    for (axis, asserted) in sides {
        let (first, case) = &asserted[0];
        if asserted.iter().any(|(side, _)| side != first) {
            warnings.push(format!(
                "`{case}`: the case in short asserts both axis={axis} side=yes and axis={axis} side=no; remove one of the tags"
            ));
        } else if let Some(stance) = voice.stance(axis).filter(|stance| stance.side != *first) {
            let (first, side) = (first.word(), stance.side.word());
            warnings.push(format!(
                "`{case}`: the case in short asserts axis={axis} side={first}, but the statements on {axis} answer {side}; \
                 correct the side of the reason or of the statements"
            ));
        }
    }
    warnings
}

/// Statements that deny a point of the persona's own on the same side of an axis.
fn denied(written: &Corpus) -> Vec<String> {
    let contradictory =
        written.statements().filter(|statement| corpus::contradicts_itself(written, statement));
    let warning = |statement: &faultline::vocabulary::Statement| {
        let point = statement.denies.as_ref().map(ToString::to_string).unwrap_or_default();
        format!(
            "`{}` denies the point `{point}`, which another statement asserts for the same answer; the provider `corpus` leaves it \
             out until its side or `denies` is corrected",
            statement.id
        )
    };
    contradictory.map(warning).collect()
}

/// The axes whose arguments rest on each other.
fn circle(voice: &Voice<'_>) -> Option<String> {
    let dependence = voice.dependence();
    let issues = dependence.issues();
    let rests_on_itself = |issue: &&&AxisId| {
        issues.iter().any(|other| {
            other != *issue
                && dependence.lost_with(issue).contains(other)
                && dependence.lost_with(other).contains(*issue)
        })
    };
    let circular: Vec<String> =
        issues.iter().filter(rests_on_itself).map(|issue| format!("`{issue}`")).collect();
    (!circular.is_empty()).then(|| {
        format!(
            "the arguments for {} rest on each other in a circle, so that each of these questions carries the load of all; give \
             one of them a reason of its own",
            circular.join(", ")
        )
    })
}
