//! Statements of the other answer to an axis that their author concedes.

use std::collections::BTreeMap;

use super::guess::{ClauseKind, Guess, ProseReason};
use crate::vocabulary::{AxisId, Side, Statement};

/// The cue of a concession that says or begins as the other answer does.
pub(super) const OTHER_ANSWER: &str = "(the other answer)";

/// Turns every bare statement of the other answer to an axis into a concession of the nearest
/// statement that says the own answer there. Without one, the other answer is the author's
/// position, and its sentences on the axis whose side is a guess take that side too. So does the
/// only sentence on an axis, if it follows a concession of the other answer and neither `turns`
/// against it nor gives a reason. `said` is the side of an axis that a text says in its own words.
pub(super) fn concede_other_answers(
    is_own: impl Fn(&Statement) -> bool,
    said: impl Fn(&AxisId, &str) -> Option<Side>,
    turns: impl Fn(&Statement) -> bool,
    guesses: &mut [Guess],
    statements: &mut Vec<Statement>,
) {
    let says_side =
        |own: &Statement| own.axis.as_ref().is_some_and(|axis| said(axis, &own.text).is_some());
    while let Some((conceded, target)) = next(&is_own, says_side, statements) {
        let [id, new] = [conceded, target].map(|at| statements[at].id.clone());
        let side = statements[target].side;
        for guess in guesses.iter_mut().filter(|guess| guess.statement.as_ref() == Some(&id)) {
            (guess.kind, guess.cue) = (ClauseKind::Concedes, Some(OTHER_ANSWER));
            (guess.axis, guess.side, guess.statement) = (None, side, Some(new.clone()));
        }
        let text = statements[conceded].text.clone();
        statements[target].concedes.push(text);
        statements.remove(conceded);
    }
    let answered = statements.iter().filter(|own| says_side(own));
    let (own, other): (Vec<&Statement>, Vec<&Statement>) = answered.partition(|own| is_own(own));
    let is_alone = |statement: &Statement| {
        let Statement { reasons, assumptions, evidence, .. } = statement;
        let on_axis = statements.iter().filter(|own| own.axis == statement.axis);
        let given = reasons.len() + assumptions.len() + evidence.len();
        on_axis.count() == 1 && given == 0 && !turns(statement)
    };
    let guessed = statements.iter().filter(|own| !says_side(own) && is_alone(own));
    let conceded = guessed.filter_map(|statement| {
        let (axis, side) = (statement.axis.clone()?, statement.side?.opposite());
        let is_conceded = statement.concedes.iter().any(|text| said(&axis, text) == Some(side));
        is_conceded.then_some((axis, side))
    });
    let other = other.into_iter().filter_map(|said| Some((said.axis.clone()?, said.side?)));
    let mut positions: BTreeMap<AxisId, Side> = other.chain(conceded).collect();
    positions.retain(|axis, _| own.iter().all(|own| own.axis.as_ref() != Some(axis)));
    for statement in statements.iter_mut().filter(|own| !says_side(own)) {
        let Some(axis) = statement.axis.clone() else { continue };
        let Some(&side) = positions.get(&axis) else { continue };
        statement.side = Some(side);
        statement.concedes.retain(|text| said(&axis, text) != Some(side));
        for guess in guesses.iter_mut().filter(|own| own.statement.as_ref() == Some(&statement.id))
        {
            let is_taken =
                guess.kind == ClauseKind::Concedes && said(&axis, &guess.text) == Some(side);
            if is_taken {
                (guess.kind, guess.statement) = (ClauseKind::Prose(ProseReason::Repeated), None);
            }
            guess.side = Some(side).filter(|_| !is_taken);
        }
    }
}

/// The next statement to concede, and the one that concedes it, by position.
fn next(
    is_own: impl Fn(&Statement) -> bool,
    says_side: impl Fn(&Statement) -> bool,
    statements: &[Statement],
) -> Option<(usize, usize)> {
    let (mut own, other): (Vec<usize>, Vec<usize>) =
        (0..statements.len()).partition(|&at| is_own(&statements[at]));
    own.retain(|&at| says_side(&statements[at]));
    let nearest = |at: usize| {
        let same = own.iter().copied().filter(|&own| statements[own].axis == statements[at].axis);
        same.min_by_key(|&own| (own.abs_diff(at), own < at)).map(|own| (at, own))
    };
    other.into_iter().filter(|&at| is_bare(&statements[at])).find_map(nearest)
}

/// Whether a statement has no clauses.
fn is_bare(statement: &Statement) -> bool {
    let Statement { reasons, assumptions, evidence, unless, concedes, answers, .. } = statement;
    let texts = unless.len() + concedes.len();
    let of_claim = reasons.len() + assumptions.len() + evidence.len() + answers.len();
    of_claim + texts == 0
}
