//! Statements of the other answer to an axis that their author concedes.

use std::collections::BTreeMap;

use super::guess::{ClauseKind, Guess};
use crate::vocabulary::{AxisId, Side, Statement};

/// The cue of a concession that says or begins as the other answer does.
pub(super) const OTHER_ANSWER: &str = "(the other answer)";

/// Turns every bare statement of the other answer to an axis into a concession of the nearest statement that says the own answer there.
/// Without one, the other answer is the author's position, and its sentences on the axis whose side is a guess take that side too.
pub(super) fn concede_other_answers(
    is_own: impl Fn(&Statement) -> bool,
    says_side: impl Fn(&Statement) -> bool,
    guesses: &mut [Guess],
    statements: &mut Vec<Statement>,
) {
    while let Some((conceded, target)) = next(&is_own, &says_side, statements) {
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
    let said = statements.iter().filter(|own| says_side(own));
    let (own, other): (Vec<&Statement>, Vec<&Statement>) = said.partition(|said| is_own(said));
    let is_only_said = |said: &&&Statement| own.iter().all(|own| own.axis != said.axis);
    let only = other.iter().filter(is_only_said);
    let said: BTreeMap<AxisId, Side> =
        only.filter_map(|said| Some((said.axis.clone()?, said.side?))).collect();
    for statement in statements.iter_mut().filter(|own| !says_side(own)) {
        let Some(&side) = statement.axis.as_ref().and_then(|axis| said.get(axis)) else { continue };
        statement.side = Some(side);
        let of_this = |guess: &&mut Guess| guess.statement.as_ref() == Some(&statement.id);
        guesses.iter_mut().filter(of_this).for_each(|guess| guess.side = Some(side));
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
