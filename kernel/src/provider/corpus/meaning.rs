//! Comparison by what authors say of their own statements, never by wording.

use super::Mind;
use crate::task::{Compare, CompareAnswer, Item, Judgement, Likeness, Wording};
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
    let wording = |item: &Item| Wording { item: item.id.clone(), question: question(task, item) };
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

/// The question of the item's axis: what would settle it stands in the topic.
fn question(task: &Compare, item: &Item) -> String {
    let axis = item.origin.axis.as_ref().and_then(|axis| task.topic.axis(axis));
    axis.map_or_else(|| task.topic.question.clone(), |axis| axis.question.clone())
}
