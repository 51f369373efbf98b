//! Comparison by what authors say of their own statements, never by wording.

use super::Mind;
use crate::task::{Compare, CompareAnswer, Item, Judgement, Likeness, Origin, Wording};
use crate::vocabulary::Statement;

pub(super) fn compare(mind: &Mind<'_>, task: &Compare) -> CompareAnswer {
    let judgement = |pair: &crate::task::Pair| {
        let (first, second) = (task.item(&pair.first), task.item(&pair.second));
        let (likeness, reason) = first
            .zip(second)
            .map_or((Likeness::Different, "unknown items"), |(a, b)| judge(mind, a, b));
        Judgement {
            first: pair.first.clone(),
            second: pair.second.clone(),
            likeness,
            reason: reason.to_owned(),
        }
    };
    let wording =
        |item: &Item| Wording { item: item.id.clone(), question: question(mind, task, item) };
    CompareAnswer {
        judgements: task.pairs.iter().map(judgement).collect(),
        questions: task.items.iter().filter(|item| item.ask).map(wording).collect(),
    }
}

fn judge(mind: &Mind<'_>, first: &Item, second: &Item) -> (Likeness, &'static str) {
    let whole = |item: &Item| -> Option<&Statement> {
        let statements =
            item.origin.excerpts.iter().filter_map(|id| mind.statement(&item.origin.persona, id));
        statements.into_iter().find(|statement| statement.text == item.text)
    };
    let points = whole(first).zip(whole(second));
    let same = points.is_some_and(|(a, b)| a.point.is_some() && a.point == b.point);
    let denies = |a: &Statement, b: &Statement| a.denies.is_some() && a.denies == b.point;
    let opposed = points.is_some_and(|(a, b)| denies(a, b) || denies(b, a));
    let axis = first.origin.axis.is_some() && first.origin.axis == second.origin.axis;
    if first.text == second.text {
        (Likeness::Same, "the same words")
    } else if same {
        (Likeness::Same, "both name the same point")
    } else if opposed {
        (Likeness::Opposed, "one denies the point that the other names")
    } else if axis {
        (Likeness::Related, "both speak to one axis")
    } else {
        (Likeness::Different, "they speak to different axes")
    }
}

/// Whether what would change the author's mind comes about: on this statement, else on its axis. Else the axis' question.
fn question(mind: &Mind<'_>, task: &Compare, item: &Item) -> String {
    let Origin { persona, excerpts, axis, .. } = &item.origin;
    let statements = excerpts.iter().filter_map(|id| mind.statement(persona, id));
    let unless = statements.flat_map(|statement| &statement.unless);
    let flips = mind.flips(persona).iter().filter(|flip| axis.is_some() && flip.axis == *axis);
    if let Some(observation) = unless.chain(flips.map(|flip| &flip.when)).next() {
        return format!("{}: will it turn out so?", observation.trim_end_matches('.'));
    }
    let axis = axis.as_ref().and_then(|axis| task.topic.axis(axis));
    axis.map_or_else(|| task.topic.question.clone(), |axis| axis.question.clone())
}
